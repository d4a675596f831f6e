// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr Microseconds second = 1'000'000;

QString firstLine(const QString &text)
{
    return text.left(400).simplified();
}

QString currencySign(const QString &currency)
{
    if (currency == "USD"_L1) {
        return u"$"_s;
    }
    if (currency == "EUR"_L1) {
        return u"€"_s;
    }
    if (currency == "CNY"_L1 || currency == "JPY"_L1) {
        return u"¥"_s;
    }
    if (currency == "GBP"_L1) {
        return u"£"_s;
    }
    return currency;
}

} // namespace

QString runTitle(const RunRecord &run)
{
    if (!run.threadExists) {
        return QCoreApplication::translate("RunText", "thread never came to be");
    }
    if (run.threadTitle && !run.threadTitle->trimmed().isEmpty()) {
        return firstLine(*run.threadTitle);
    }
    if (run.firstHumanMessage && !run.firstHumanMessage->trimmed().isEmpty()) {
        return firstLine(*run.firstHumanMessage);
    }
    return QCoreApplication::translate("RunText", "thread without a title");
}

QString runFacts(const RunRecord &run, Microseconds now, bool stale)
{
    const bool active = isActive(run.status);
    // A UUID would push everything else out of the row; its beginning tells runs apart, and the page has it whole.
    constexpr qsizetype uuidLength = 36;
    constexpr qsizetype shown = 8;
    QStringList facts{run.runId.size() >= uuidLength ? QString(run.runId.left(shown) + u'…') : run.runId};
    if (run.modelName && !run.modelName->isEmpty()) {
        facts << *run.modelName;
    }
    facts << (active && run.totalTokens == 0 ? QCoreApplication::translate("RunText", "— tokens")
                                             : QCoreApplication::translate("RunText", "%1 tokens").arg(shortNumber(run.totalTokens)));
    const std::optional<Microseconds> until = active && !stale ? std::optional(now) : run.updatedAt;
    if (active && stale && run.updatedAt) {
        facts << QCoreApplication::translate("RunText", "no sign of life for %1").arg(humanDuration(now - *run.updatedAt));
    } else if (!run.createdAt || !until) {
        facts << u"—"_s;
    } else {
        const QString time = humanDuration(std::max<Microseconds>(0, *until - *run.createdAt));
        facts << (active ? QCoreApplication::translate("RunText", "%1 so far").arg(time) : time);
    }
    return facts.join(u" · "_s);
}

QString groupedNumber(qint64 number)
{
    return QLocale().toString(number);
}

QString shortNumber(qint64 number)
{
    const QLocale locale;
    const double value = double(number);
    const auto with = [&](double divided, const QString &unit) {
        // No digit behind the point where three stand before it.
        return QString(locale.toString(divided, 'f', std::abs(divided) < 99.95 ? 1 : 0) + u' ' + unit);
    };
    if (std::abs(value) < 10'000) {
        return locale.toString(number);
    }
    if (std::abs(value) < 999'500) {
        return with(value / 1e3, u"k"_s);
    }
    if (std::abs(value) < 999'500'000) {
        return with(value / 1e6, u"M"_s);
    }
    return with(value / 1e9, u"G"_s);
}

QString humanDuration(Microseconds duration)
{
    const qint64 seconds = std::max<qint64>(0, (duration + second / 2) / second);
    if (seconds < 60) {
        return QCoreApplication::translate("RunText", "%1 s", "seconds").arg(seconds);
    }
    if (seconds < 3600) {
        return seconds % 60 == 0 ? QCoreApplication::translate("RunText", "%1 min").arg(seconds / 60)
                                 : QCoreApplication::translate("RunText", "%1 min %2 s").arg(seconds / 60).arg(seconds % 60);
    }
    const qint64 minutes = seconds / 60;
    if (minutes < qint64(24) * 60) {
        return minutes % 60 == 0 ? QCoreApplication::translate("RunText", "%1 h").arg(minutes / 60)
                                 : QCoreApplication::translate("RunText", "%1 h %2 min").arg(minutes / 60).arg(minutes % 60);
    }
    const qint64 hours = minutes / 60;
    return hours % 24 == 0 ? QCoreApplication::translate("RunText", "%1 d", "days").arg(hours / 24)
                           : QCoreApplication::translate("RunText", "%1 d %2 h").arg(hours / 24).arg(hours % 24);
}

QString costText(const Cost &cost)
{
    if (!cost.amount) {
        return {};
    }
    const double amount = *cost.amount;
    const int digits = std::abs(amount) >= 100 ? 2 : std::abs(amount) >= 1 ? 3 : 4;
    // Something that was paid for is never shown as nothing.
    const QString number =
        amount > 0 && amount < 0.00005 ? QString(u"< "_s + QLocale().toString(0.0001, 'f', 4)) : QLocale().toString(amount, 'f', digits);
    const QString sign = currencySign(cost.currency);
    return sign.isEmpty() ? number : QString(sign + u' ' + number);
}

QDateTime timeOf(const std::optional<Microseconds> &time)
{
    if (!time) {
        return {};
    }
    return QDateTime::fromMSecsSinceEpoch(*time / 1000, Qt::UTC);
}

QString ownerText(const std::optional<QString> &owner)
{
    return owner && !owner->isEmpty() ? *owner : QCoreApplication::translate("RunText", "nobody's");
}

} // namespace verderer
