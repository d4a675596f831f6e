// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/usage_counter.h"

#include "base/json.h"
#include "database/database_time.h"
#include "runs/usage_text.h"

#include <algorithm>

namespace verderer {

namespace {

QString qtText(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

qint64 counter(const Json &object, const char *key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

bool isDigits(std::string_view text, std::size_t at, std::size_t count, int smallest, int largest)
{
    int number = 0;
    for (std::size_t i = at; i < at + count; ++i) {
        if (text[i] < '0' || text[i] > '9') {
            return false;
        }
        number = number * 10 + (text[i] - '0');
    }
    return number >= smallest && number <= largest;
}

/// DeerFlow's own form, `2026-11-30 19:29:36.976169`; such texts are compared as they are.
bool isExact(std::string_view text)
{
    return text.size() == 26 && text[4] == '-' && text[7] == '-' && text[10] == ' ' && text[13] == ':' && text[16] == ':' && text[19] == '.' &&
           isDigits(text, 0, 4, 0, 9999) && isDigits(text, 5, 2, 1, 12) && isDigits(text, 8, 2, 1, 31) && isDigits(text, 11, 2, 0, 23) &&
           isDigits(text, 14, 2, 0, 59) && isDigits(text, 17, 2, 0, 59) && isDigits(text, 20, 6, 0, 999'999);
}

} // namespace

UsageCounter::UsageCounter(UsageDays days, std::shared_ptr<const PriceList> prices)
    : m_days(std::move(days)), m_prices(std::move(prices)), m_dayCounts(static_cast<std::size_t>(m_days.dates.size())),
      m_dayCosts(static_cast<std::size_t>(m_days.dates.size()))
{
    for (const Microseconds start : m_days.starts) {
        m_dayTexts.push_back(databaseTimestamp(start).toStdString());
    }
    for (std::size_t i = 0; i < m_dayCounts.size(); ++i) {
        m_dayCounts[i].date = m_days.dates[static_cast<qsizetype>(i)];
    }
}

int UsageCounter::dayOf(std::string_view createdAt)
{
    std::string readable;
    if (!isExact(createdAt)) {
        const auto time = parseDatabaseTimestamp(qtText(createdAt));
        if (!time) {
            return undated;
        }
        readable = databaseTimestamp(*time).toStdString();
        createdAt = readable;
    }
    if (m_dayTexts.size() < 2 || createdAt < m_dayTexts.front() || createdAt >= m_dayTexts.back()) {
        return outside;
    }
    // Neighbours in the table are mostly of the same day.
    const auto last = static_cast<std::size_t>(m_lastDay);
    if (createdAt < m_dayTexts[last] || createdAt >= m_dayTexts[last + 1]) {
        const auto after = std::upper_bound(m_dayTexts.begin(), m_dayTexts.end(), createdAt);
        m_lastDay = static_cast<int>(after - m_dayTexts.begin()) - 1;
    }
    return m_lastDay;
}

int UsageCounter::modelIndex(std::string_view name)
{
    const auto known = m_modelIndex.find(name);
    if (known != m_modelIndex.end()) {
        return known->second;
    }
    const int index = static_cast<int>(m_models.size());
    Model model;
    model.name = qtText(name);
    model.price = m_prices->find(model.name);
    m_models.push_back(std::move(model));
    m_modelIndex.emplace(name, index);
    return index;
}

int UsageCounter::ownerIndex(std::string_view id)
{
    const auto known = m_ownerIndex.find(id);
    if (known != m_ownerIndex.end()) {
        return known->second;
    }
    const int index = static_cast<int>(m_owners.size());
    Owner owner;
    owner.id = qtText(id);
    m_owners.push_back(std::move(owner));
    m_ownerIndex.emplace(id, index);
    return index;
}

void UsageCounter::setShare(std::string_view model, const Tokens &tokens)
{
    const int index = modelIndex(model);
    const auto same = std::find_if(m_shares.begin(), m_shares.end(), [index](const Share &share) { return share.model == index; });
    if (same == m_shares.end()) {
        m_shares.push_back({index, tokens});
    } else {
        same->tokens = tokens; // a key that comes twice counts as the last one says
    }
}

bool UsageCounter::readShares(std::string_view json)
{
    m_shares.clear();
    if (json.empty()) {
        return true;
    }
    const bool uniform = readUniformUsage(json, [this](std::string_view model, const UsageNumbers &numbers) {
        setShare(model, {1, numbers.input, numbers.output, numbers.total, numbers.cacheRead});
    });
    return uniform || readSharesSlowly(json);
}

bool UsageCounter::readSharesSlowly(std::string_view json)
{
    m_shares.clear();
    const auto parsed = parseJson(QByteArray(json.data(), static_cast<qsizetype>(json.size())));
    if (!parsed || !parsed->is_object()) {
        return parsed && parsed->is_null();
    }
    for (const auto &[model, usage] : parsed->items()) {
        if (usage.is_object()) {
            setShare(model, {1, counter(usage, "input_tokens"), counter(usage, "output_tokens"), counter(usage, "total_tokens"),
                             counter(usage, "cache_read_tokens")});
        }
    }
    return true;
}

UsageCounter::CostSum UsageCounter::costOf(const Run &run)
{
    CostSum sum;
    for (const Share &share : m_shares) {
        const ModelPrice *price = m_models[static_cast<std::size_t>(share.model)].price;
        if (price) {
            sum.amount += verderer::costOf(*price, share.tokens.input, share.tokens.output, share.tokens.cacheRead);
            sum.priced = true;
        } else {
            sum.missing = share.model;
        }
    }
    if (sum.priced || (m_shares.empty() && run.input == 0 && run.output == 0 && run.total == 0)) {
        return sum;
    }
    const int model = modelIndex(run.model.empty() ? std::string_view("unknown") : run.model);
    if (const ModelPrice *price = m_models[static_cast<std::size_t>(model)].price) {
        sum.amount = verderer::costOf(*price, run.input, run.output, 0);
        sum.priced = true;
        sum.missing = -1;
    } else if (sum.missing < 0 || !run.model.empty()) {
        sum.missing = model;
    }
    return sum;
}

void UsageCounter::add(CostSum *sum, const CostSum &more)
{
    sum->amount += more.amount;
    sum->priced = sum->priced || more.priced;
    if (more.missing >= 0) {
        sum->missing = more.missing;
    }
}

void UsageCounter::add(const Run &run)
{
    const bool readable = readShares(run.usageJson);
    m_usage.damagedUsages += readable ? 0 : 1;
    const CostSum cost = costOf(run);
    ++m_usage.totalRuns;
    m_usage.activeRuns += run.active ? 1 : 0;
    m_usage.failedRuns += run.failed ? 1 : 0;
    m_usage.totalTokens += run.total;
    add(&m_totalCost, cost);
    if (run.day < 0) {
        m_usage.undatedRuns += run.day == undated ? 1 : 0;
        return;
    }
    UsageDay &day = m_dayCounts[static_cast<std::size_t>(run.day)];
    ++day.runs;
    day.failed += run.failed ? 1 : 0;
    day.input += run.input;
    day.output += run.output;
    day.total += run.total;
    add(&m_dayCosts[static_cast<std::size_t>(run.day)], cost);
    add(&m_spanCost, cost);

    const auto count = [](Tokens *tokens, const Tokens &more) {
        tokens->runs += more.runs;
        tokens->input += more.input;
        tokens->output += more.output;
        tokens->total += more.total;
        tokens->cacheRead += more.cacheRead;
    };
    const bool hasTokens = run.input != 0 || run.output != 0 || run.total != 0;
    if (m_shares.empty() && (hasTokens || !run.model.empty())) {
        m_shares.push_back({modelIndex(run.model.empty() ? std::string_view("unknown") : run.model), {1, run.input, run.output, run.total, 0}});
    }
    Tokens owned{1, run.input, run.output, run.total, 0};
    for (const Share &share : m_shares) {
        count(&m_models[static_cast<std::size_t>(share.model)].tokens, share.tokens);
        owned.cacheRead += share.tokens.cacheRead;
    }
    Owner &owner = m_owners[static_cast<std::size_t>(ownerIndex(run.owner))];
    count(&owner.tokens, owned);
    add(&owner.cost, cost);
}

Cost UsageCounter::told(const CostSum &sum) const
{
    Cost cost;
    cost.whyNone = m_prices->whyNone();
    if (!cost.whyNone.isEmpty()) {
        return cost;
    }
    const QString missing = sum.missing < 0 ? QString() : m_models[static_cast<std::size_t>(sum.missing)].name;
    if (!sum.priced && sum.missing >= 0) {
        cost.whyNone = QStringLiteral("no price for %1").arg(missing);
        return cost;
    }
    cost.amount = sum.amount;
    cost.currency = m_prices->currency();
    if (sum.missing >= 0) {
        cost.note = QStringLiteral("without %1, which has no price").arg(missing);
    }
    return cost;
}

Usage UsageCounter::finish() const
{
    Usage usage = m_usage;
    usage.totalCost = told(m_totalCost);
    usage.spanCost = told(m_spanCost);
    for (std::size_t i = 0; i < m_dayCounts.size(); ++i) {
        UsageDay day = m_dayCounts[i];
        day.cost = told(m_dayCosts[i]);
        usage.spanRuns += day.runs;
        usage.spanFailed += day.failed;
        usage.spanTokens += day.total;
        usage.days.append(day);
    }
    const auto bucket = [](const QString &key, const Tokens &tokens, const Cost &cost) {
        return UsageBucket{key, tokens.runs, tokens.input, tokens.output, tokens.total, tokens.cacheRead, cost};
    };
    for (const Model &model : m_models) {
        if (model.tokens.runs == 0) {
            continue; // seen outside the span only
        }
        CostSum sum;
        sum.priced = model.price != nullptr;
        sum.missing = model.price ? -1 : static_cast<int>(&model - m_models.data());
        sum.amount = model.price ? verderer::costOf(*model.price, model.tokens.input, model.tokens.output, model.tokens.cacheRead) : 0;
        usage.byModel.append(bucket(model.name, model.tokens, told(sum)));
    }
    for (const Owner &owner : m_owners) {
        usage.byOwner.append(bucket(owner.id, owner.tokens, told(owner.cost)));
    }
    const auto mostFirst = [](const UsageBucket &a, const UsageBucket &b) { return a.total != b.total ? a.total > b.total : a.key < b.key; };
    std::sort(usage.byModel.begin(), usage.byModel.end(), mostFirst);
    std::sort(usage.byOwner.begin(), usage.byOwner.end(), mostFirst);
    return usage;
}

} // namespace verderer
