// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/usage.h"

#include <algorithm>

namespace verderer {

namespace {

constexpr double million = 1e6;

QString unpriced(const QString &model)
{
    return QStringLiteral("no price for %1").arg(model);
}

} // namespace

double costOf(const ModelPrice &price, qint64 input, qint64 output, qint64 cacheRead)
{
    const qint64 hits = std::clamp<qint64>(cacheRead, 0, std::max<qint64>(input, 0));
    return (static_cast<double>(input - hits) * price.input + static_cast<double>(hits) * price.inputCacheHit.value_or(price.input) +
            static_cast<double>(output) * price.output) /
           million;
}

PriceList::PriceList(QList<ModelPrice> prices) : m_prices(std::move(prices))
{
}

bool PriceList::mixedCurrencies() const
{
    return std::any_of(m_prices.cbegin(), m_prices.cend(), [&](const ModelPrice &price) { return price.currency != m_prices.first().currency; });
}

QString PriceList::currency() const
{
    return m_prices.isEmpty() || mixedCurrencies() ? QString() : m_prices.first().currency;
}

QString PriceList::whyNone() const
{
    if (m_prices.isEmpty()) {
        return QStringLiteral("config.yaml holds no prices (models[*].pricing)");
    }
    return mixedCurrencies() ? QStringLiteral("prices in several currencies") : QString();
}

const ModelPrice *PriceList::find(const QString &model) const
{
    const auto search = [&](const auto &matches) -> const ModelPrice * {
        const auto found = std::find_if(m_prices.cbegin(), m_prices.cend(), matches);
        return found == m_prices.cend() ? nullptr : &*found;
    };
    if (model.isEmpty()) {
        return nullptr;
    }
    if (const ModelPrice *byName = search([&](const ModelPrice &price) { return price.name == model; })) {
        return byName;
    }
    if (const ModelPrice *byProvider = search([&](const ModelPrice &price) { return price.provider == model; })) {
        return byProvider;
    }
    const QString lower = model.toLower();
    return search([&](const ModelPrice &price) { return price.name.toLower() == lower || price.provider.toLower() == lower; });
}

Cost PriceList::costOf(const RunRecord &run) const
{
    Cost cost;
    cost.whyNone = whyNone();
    if (!cost.whyNone.isEmpty()) {
        return cost;
    }
    double amount = 0;
    bool priced = false;
    QStringList missing;
    for (const ModelTokens &tokens : run.byModel) {
        if (const ModelPrice *price = find(tokens.model)) {
            amount += verderer::costOf(*price, tokens.input, tokens.output, tokens.cacheRead);
            priced = true;
        } else {
            missing.append(tokens.model);
        }
    }
    const QString name = run.modelName.value_or(QString());
    if (!priced) {
        // DeerFlow's fallback: the run's totals at the price of the model it was started with.
        if (run.byModel.isEmpty() && run.inputTokens == 0 && run.outputTokens == 0 && run.totalTokens == 0) {
            cost.whyNone = QStringLiteral("no tokens recorded");
            return cost;
        }
        const ModelPrice *price = find(name);
        if (!price) {
            const QString model = !name.isEmpty() ? name : missing.isEmpty() ? QString() : missing.first();
            cost.whyNone = model.isEmpty() ? QStringLiteral("the run does not say which model it used") : unpriced(model);
            return cost;
        }
        amount = verderer::costOf(*price, run.inputTokens, run.outputTokens, 0);
    } else if (!missing.isEmpty()) {
        cost.note = QStringLiteral("without %1, which has no price").arg(missing.join(QStringLiteral(", ")));
    }
    cost.amount = amount;
    cost.currency = currency();
    return cost;
}

} // namespace verderer
