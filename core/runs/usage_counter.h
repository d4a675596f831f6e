// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "runs/usage.h"

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace verderer {

/// The days of a report: each from its own midnight to the next one in the zone asked for, so that days of 23 and 25 hours are what they are.
struct UsageDays {
    QList<QDate> dates;
    std::vector<Microseconds> starts; ///< one more than there are dates: the end of the last one
};

/// Adds up runs one by one, as they come out of a walk over the table, and keeps only sums. For one thread.
class UsageCounter {
public:
    /// One run. Texts are only looked at during add().
    struct Run {
        int day = outside; ///< index of its day, or one of the two below
        bool active = false;
        bool failed = false;
        std::string_view owner; ///< empty: nobody's
        std::string_view model; ///< model_name; empty: not said
        qint64 input = 0, output = 0, total = 0;
        std::string_view usageJson; ///< token_usage_by_model as stored; empty: not there
    };
    static constexpr int outside = -1; ///< on no day of the report
    static constexpr int undated = -2; ///< its time cannot be read

    UsageCounter(UsageDays days, std::shared_ptr<const PriceList> prices);

    /// The day of a stored created_at text.
    [[nodiscard]] int dayOf(std::string_view createdAt);
    void add(const Run &run);
    [[nodiscard]] Usage finish() const;

private:
    struct Tokens {
        qint64 runs = 0, input = 0, output = 0, total = 0, cacheRead = 0;
    };
    struct CostSum {
        double amount = 0;
        bool priced = false;
        int missing = -1; ///< a model without price, by index
    };
    struct Model {
        QString name;
        const ModelPrice *price = nullptr;
        Tokens tokens;
    };
    struct Owner {
        QString id;
        Tokens tokens;
        CostSum cost;
    };
    struct Share {
        int model = 0;
        Tokens tokens;
    };
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    using Index = std::unordered_map<std::string, int, Hash, std::equal_to<>>;

    int modelIndex(std::string_view name);
    int ownerIndex(std::string_view id);
    bool readShares(std::string_view json);
    bool readSharesSlowly(std::string_view json);
    void setShare(std::string_view model, const Tokens &tokens);
    [[nodiscard]] CostSum costOf(const Run &run);
    static void add(CostSum *sum, const CostSum &more);
    [[nodiscard]] Cost told(const CostSum &sum) const;

    UsageDays m_days;
    std::shared_ptr<const PriceList> m_prices;
    std::vector<std::string> m_dayTexts; ///< the starts in DeerFlow's form, which sorts like the time it means
    int m_lastDay = 0;
    std::vector<Share> m_shares; ///< of the run that is being added
    std::vector<Model> m_models;
    std::vector<Owner> m_owners;
    Index m_modelIndex;
    Index m_ownerIndex;
    std::vector<UsageDay> m_dayCounts;
    std::vector<CostSum> m_dayCosts;
    CostSum m_totalCost;
    CostSum m_spanCost;
    Usage m_usage;
};

} // namespace verderer
