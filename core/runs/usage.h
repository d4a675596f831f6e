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
    QString whyNone; ///< "no price for gpt-x", "prices in several currencies", "no tokens recorded"
};

class PriceList {
public:
    explicit PriceList(QList<ModelPrice> prices);
    [[nodiscard]] Cost costOf(const RunRecord &run) const;
    [[nodiscard]] const ModelPrice *find(const QString &model) const; ///< by name or provider id, also lower-case
    [[nodiscard]] bool mixedCurrencies() const;

private:
    QList<ModelPrice> m_prices;
};

struct UsageDay {
    QDate date; ///< in the zone asked for
    qint64 runs = 0, failed = 0, input = 0, output = 0, total = 0;
    Cost cost;
};
struct UsageBucket {
    QString key; ///< model or owner
    qint64 runs = 0, input = 0, output = 0, total = 0, cacheRead = 0;
    Cost cost;
};
struct Usage {
    QList<UsageDay> days; ///< zero-filled, oldest first
    QList<UsageBucket> byModel, byOwner;
    qint64 totalRuns = 0, activeRuns = 0, failedRuns = 0, totalTokens = 0, totalThreads = 0;
    Cost totalCost;
};

} // namespace verderer
