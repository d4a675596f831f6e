// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/catalog_history.h"

#include "base/hash.h"
#include "skills/history.h"

#include <algorithm>

namespace verderer {

namespace {

// Between two records of SKILL.md there may be some of support files; further back nobody looks in a list.
constexpr int maxRecords = 64;
constexpr int pageSize = 16;

Problem problem(ProblemKind kind, const QString &message)
{
    Problem result;
    result.kind = kind;
    result.severity = Severity::Warning;
    result.message = message;
    return result;
}

bool isRecord(const HistoryEntry &entry)
{
    return entry.state == HistoryLineState::Record || entry.state == HistoryLineState::Glued;
}

std::optional<Problem> tailProblem(const HistoryEntry &newest)
{
    switch (newest.state) {
    case HistoryLineState::Torn:
        return problem(
            ProblemKind::TornHistory,
            QStringLiteral(
                "Its history ends in half a line: a program died while writing it; the history tab shows what is left, and nothing else is lost."));
    case HistoryLineState::Damaged:
        return problem(
            ProblemKind::TornHistory,
            QStringLiteral(
                "The last line of its history cannot be read, so DeerFlow cannot show this history at all; the history tab shows the line."));
    case HistoryLineState::Glued:
        return problem(
            ProblemKind::TornHistory,
            QStringLiteral(
                "Two records stand on the last line of its history, so DeerFlow cannot show this history at all; the history tab shows both."));
    default:
        return {};
    }
}

std::optional<Problem> compare(const HistoryEntry &record, const QByteArray &text)
{
    // A rollback that the scanner blocked is recorded, but the file was left alone.
    const bool blocked = record.action == u"rollback" && record.decision == u"block";
    const bool hasText = blocked ? record.hasPrev : record.hasNew;
    const QString expected = blocked ? record.prevHash : record.newHash;
    if (!hasText)
        return problem(ProblemKind::ChangedOutside,
                       QStringLiteral("Its history says that it was deleted, but the file is here: it was put there outside history."));
    if (sha256Hex(normalizedNewlines(text)) == expected)
        return {};
    return problem(
        ProblemKind::ChangedOutside,
        QStringLiteral(
            "The file differs from what its history recorded last: it was changed outside history; the next edit records what is there now."));
}

} // namespace

QList<Problem> historyProblems(const QString &historyFile, const std::optional<QByteArray> &text, const CancelToken &cancel)
{
    QList<Problem> problems;
    auto reader = HistoryReader::open(historyFile);
    if (!reader) {
        if (reader.error().code != ErrorCode::NotFound)
            problems.append(problem(ProblemKind::TornHistory, reader.error().message));
        return problems;
    }
    qint64 before = -1;
    int seen = 0;
    while (seen < maxRecords) {
        const auto page = reader->newest(seen == 0 ? 1 : pageSize, before, cancel);
        if (!page) {
            if (page.error().code != ErrorCode::Cancelled)
                problems.append(problem(ProblemKind::TornHistory, page.error().message));
            return problems;
        }
        if (page->entries.isEmpty())
            return problems;
        if (seen == 0) {
            if (const auto tail = tailProblem(page->entries.first()))
                problems.append(*tail);
        }
        seen += static_cast<int>(page->entries.size());
        if (!text)
            return problems;
        const auto about =
            std::ranges::find_if(page->entries, [](const HistoryEntry &entry) { return isRecord(entry) && entry.filePath == u"SKILL.md"; });
        if (about != page->entries.end()) {
            if (const auto difference = compare(*about, *text))
                problems.append(*difference);
            return problems;
        }
        if (page->before == 0)
            return problems;
        before = page->before;
    }
    return problems;
}

} // namespace verderer
