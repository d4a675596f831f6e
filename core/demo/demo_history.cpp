// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/demo_history.h"

#include "skills/history.h"

#include <QDateTime>

#include <algorithm>

namespace verderer {

namespace {

Microseconds momentOn(const QDate &today, const DemoTime &time)
{
    const QDateTime local(today.addDays(-time.days), QTime::fromString(time.time, Qt::ISODate), Qt::LocalTime);
    return local.toMSecsSinceEpoch() * 1000;
}

tl::unexpected<Error> mistake(const DemoHistory &history, const QString &what)
{
    return fail(ErrorCode::Internal, QStringLiteral("The demo's history of %1 has a mistake: %2.").arg(history.directory, what));
}

/// As DeerFlow writes it: U+2028 stands raw in the line.
QByteArray withRawSeparators(QByteArray line)
{
    return line.replace("\\u2028", "\u2028");
}

QByteArray joinedLines(const QList<QByteArray> &lines, const DemoHistory &history)
{
    QByteArray bytes;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const bool last = i + 1 == lines.size();
        if (history.damage == DemoDamage::Torn && last) {
            bytes.append(lines[i].left(lines[i].size() * 2 / 5)); // ASCII or not: a writer dies anywhere
            break;
        }
        bytes.append(lines[i]);
        if (history.damage == DemoDamage::Glued && i == history.gluedAfter) {
            continue; // its newline came after the other writer's record
        }
        bytes.append(history.damage == DemoDamage::Glued && i == history.gluedAfter + 1 ? "\n\n" : "\n");
    }
    return bytes;
}

} // namespace

DemoCalendar::DemoCalendar(const DemoManifest &manifest, Microseconds now)
{
    m_today = QDateTime::fromMSecsSinceEpoch(now / 1000).date();
    Microseconds latest = 0;
    for (const DemoHistory &history : manifest.histories) {
        for (const DemoRecord &record : history.records) {
            latest = std::max(latest, momentOn(m_today, record.at));
        }
    }
    for (const DemoThread &thread : manifest.threads) {
        latest = std::max(latest, momentOn(m_today, thread.at));
    }
    if (latest + 1'000'000 > now) {
        m_today = m_today.addDays(-1);
    }
}

Microseconds DemoCalendar::at(const DemoTime &time, int serial) const
{
    return momentOn(m_today, time) + 17 + (serial * 389'177LL + time.days * 50'021LL) % 999'000;
}

QByteArray inDemoForm(const QByteArray &text, DemoForm form)
{
    switch (form) {
    case DemoForm::AsIs:
        return text;
    case DemoForm::Utf8Bom:
        return QByteArray("\xEF\xBB\xBF") + text;
    case DemoForm::CrLf:
        return QByteArray(text).replace("\n", "\r\n");
    case DemoForm::Latin1:
        return QString::fromUtf8(text).toLatin1();
    }
    return text;
}

Result<DemoHistoryResult> playDemoHistory(const DemoHistory &history, const DemoCalendar &calendar)
{
    DemoHistoryResult result;
    QMap<QString, QByteArray> present;
    QList<QByteArray> lines;
    QList<std::optional<QByteArray>> previousTexts;
    QStringList times;

    const auto presentText = [&present](const QString &path) {
        const auto found = present.constFind(path);
        return found == present.constEnd() ? std::nullopt : std::optional<QByteArray>(*found);
    };
    for (const DemoRecord &step : history.records) {
        NewHistoryRecord record;
        record.ts = isoTimestamp(calendar.at(step.at, static_cast<int>(lines.size())));
        record.action = step.action;
        record.author = step.author;
        record.threadId = step.threadId;
        record.filePath = step.filePath;
        record.prev = presentText(step.filePath);
        record.next = step.text;
        record.decision = step.decision;
        record.reason = step.reason;
        record.staticFindingsJson = step.findingsJson;
        if (step.rollbackOf) {
            const int of = *step.rollbackOf;
            if (of < 0 || of >= previousTexts.size() || !previousTexts[of]) {
                return mistake(history, QStringLiteral("record %1 has no text to go back to").arg(of));
            }
            record.next = previousTexts[of];
            record.rollbackFromTs = std::optional<QString>(times[of]);
        }
        const Result<QByteArray> line = historyLine(record);
        if (!line) {
            return tl::unexpected<Error>(line.error());
        }
        lines.append(step.rawSeparators ? withRawSeparators(*line) : *line);
        previousTexts.append(record.prev);
        times.append(record.ts);

        // A blocked rollback is recorded, but changes nothing (deerflow-format 3).
        if (step.decision == QStringLiteral("block")) {
            continue;
        }
        if (record.next) {
            present.insert(step.filePath, *record.next);
        } else if (step.filePath == QStringLiteral("SKILL.md")) {
            present.clear();
        } else {
            present.remove(step.filePath);
        }
    }
    for (auto it = present.cbegin(); it != present.cend(); ++it) {
        result.files.insert(it.key(), it.key() == QStringLiteral("SKILL.md") ? inDemoForm(it.value(), history.form) : it.value());
    }
    result.history = joinedLines(lines, history);
    result.records = static_cast<int>(lines.size());
    return result;
}

} // namespace verderer
