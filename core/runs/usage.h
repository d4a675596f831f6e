// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "runs/run_record.h"

#include <QDate>
#include <QHash>

#include <optional>

namespace verderer {

/// Prices of one configured model (deerflow-format 0, models[*].pricing), per million tokens.
struct ModelPrice {
    QString name;     ///< configured name
    QString provider; ///< the provider's model id
    QString currency;
    double input = 0, output = 0;
    std::optional<double> inputCacheHit;
};

/// A cost, or the reason why there is none (deerflow-format 6.4).
struct Cost {
    std::optional<double> amount;
    QString currency;
    QString whyNone; ///< "no price for gpt-x", "prices in several currencies", "no tokens recorded"; empty where there is an amount
    QString note;    ///< what the amount leaves out: "without gpt-x, which has no price"; mostly empty
};

/// What so many tokens cost: those read from a cache at the cache's price where there is one.
double costOf(const ModelPrice &price, qint64 input, qint64 output, qint64 cacheRead);

/// The prices of an installation and DeerFlow's rules for them (deerflow-format 6.4). Immutable; any thread.
class PriceList {
public:
    explicit PriceList(QList<ModelPrice> prices);
    [[nodiscard]] Cost costOf(const RunRecord &run) const;
    [[nodiscard]] const ModelPrice *find(const QString &model) const; ///< by name or provider id, also lower-case
    [[nodiscard]] bool mixedCurrencies() const;
    [[nodiscard]] QString currency() const; ///< empty where there is none, or several
    [[nodiscard]] QString whyNone() const;  ///< why nothing has a cost here; empty where prices can be used

private:
    QList<ModelPrice> m_prices;
};

/// Runs and tokens of one day.
struct UsageDay {
    QDate date; ///< in the zone asked for
    qint64 runs = 0, failed = 0, input = 0, output = 0, total = 0;
    Cost cost;
};
/// Runs and tokens of one model or owner, over the days of the report.
struct UsageBucket {
    QString key; ///< model or owner; an empty owner: nobody's runs
    qint64 runs = 0, input = 0, output = 0, total = 0, cacheRead = 0;
    Cost cost;
};
/// A report on runs. `days`, `byModel`, `byOwner` and what begins with `span` are about the days asked for, like DeerFlow's console usage; what
/// begins with `total` is about all there ever was, like its console stats. Failed: error and timeout.
struct Usage {
    QList<UsageDay> days;                ///< zero-filled, oldest first
    QList<UsageBucket> byModel, byOwner; ///< most tokens first
    qint64 totalRuns = 0, activeRuns = 0, failedRuns = 0, totalTokens = 0, totalThreads = 0;
    Cost totalCost;
    qint64 spanRuns = 0, spanFailed = 0, spanTokens = 0;
    Cost spanCost;
    qint64 undatedRuns = 0;   ///< whose created_at is no time: in the totals, on no day
    qint64 damagedUsages = 0; ///< whose token_usage_by_model cannot be read: counted by their totals
};

} // namespace verderer
