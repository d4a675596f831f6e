// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/history.h"

#include "base/hash.h"
#include "skills/history_file.h"
#include "skills/history_line.h"

#include <algorithm>
#include <functional>
#include <map>

namespace verderer {

namespace {

} // namespace

QString historyLineStateName(HistoryLineState state)
{
    switch (state) {
    case HistoryLineState::Record:
        return QStringLiteral("record");
    case HistoryLineState::Glued:
        return QStringLiteral("glued");
    case HistoryLineState::Damaged:
        return QStringLiteral("damaged");
    case HistoryLineState::Torn:
        return QStringLiteral("torn");
    case HistoryLineState::BeingWritten:
        break;
    }
    return QStringLiteral("being-written");
}

struct HistoryReader::Private {
    HistoryFile file;
    bool locked = false;
    std::map<qint64, qint64> recordsAfter; ///< place in the file → records that begin there or later, as of the last look at the end

    Result<qint64> countRecordsAfter(qint64 before, qint64 size, const CancelToken &cancel);
    Result<HistoryPage> pageBefore(int limit, qint64 before, qint64 size, const CancelToken &cancel);
    Error noSuchRecord(const QString &wanted, qint64 records) const;
    Result<HistoryEntry> findFromEnd(const QString &wanted, const std::function<bool(const HistoryEntry &)> &matches, HistoryDetail detail,
                                     const CancelToken &cancel);
    Result<HistoryEntry> findFromFront(const QString &wanted, std::optional<qint64> index, const QString &idPrefix, const CancelToken &cancel);
};

HistoryReader::HistoryReader(std::unique_ptr<Private> data) : d(std::move(data))
{
}
HistoryReader::HistoryReader(HistoryReader &&) noexcept = default;
HistoryReader &HistoryReader::operator=(HistoryReader &&) noexcept = default;
HistoryReader::~HistoryReader() = default;

Result<HistoryReader> HistoryReader::open(const QString &path, bool locked)
{
    Result<HistoryFile> file = HistoryFile::open(path);
    if (!file) {
        return tl::unexpected<Error>(file.error());
    }
    return HistoryReader(std::make_unique<Private>(Private{*std::move(file), locked, {}}));
}

Result<qint64> HistoryReader::Private::countRecordsAfter(qint64 before, qint64 size, const CancelToken &cancel)
{
    if (const auto known = recordsAfter.find(before); known != recordsAfter.end()) {
        return known->second;
    }
    qint64 records = 0;
    BackwardLines lines(file, size, size);
    while (true) {
        const Result<std::optional<HistoryPhysicalLine>> line = lines.next(HistoryDetail::Bounds, cancel);
        if (!line) {
            return tl::unexpected<Error>(line.error());
        }
        if (!*line || (*line)->offset + (*line)->length < before) {
            break;
        }
        for (const HistoryEntry &entry : parseHistoryLine(**line, HistoryDetail::Bounds, locked)) {
            records += isRecord(entry) && entry.offset + entry.length > before ? 1 : 0;
        }
    }
    recordsAfter.emplace(before, records);
    return records;
}

Result<HistoryPage> HistoryReader::Private::pageBefore(int limit, qint64 before, qint64 size, const CancelToken &cancel)
{
    const Result<qint64> after = countRecordsAfter(before, size, cancel);
    if (!after) {
        return tl::unexpected<Error>(after.error());
    }
    qint64 records = *after;
    HistoryPage page;
    page.fileSize = size;
    BackwardLines lines(file, size, before);
    while (page.entries.size() < limit) {
        const Result<std::optional<HistoryPhysicalLine>> line = lines.next(HistoryDetail::Entries, cancel);
        if (!line) {
            return tl::unexpected<Error>(line.error());
        }
        if (!*line) {
            return page; // page.before stays 0: the beginning was reached
        }
        QList<HistoryEntry> entries = parseHistoryLine(**line, HistoryDetail::Entries, locked);
        for (auto entry = entries.rbegin(); entry != entries.rend() && page.entries.size() < limit; ++entry) {
            if (entry->offset + entry->length > before) {
                continue; // the rest of a line whose end was on the page before
            }
            if (isRecord(*entry)) {
                entry->fromEnd = -++records;
            }
            page.entries.append(std::move(*entry));
        }
    }
    page.before = page.entries.isEmpty() ? before : page.entries.last().offset;
    recordsAfter[page.before] = records;
    return page;
}

Result<HistoryPage> HistoryReader::newest(int limit, qint64 before, const CancelToken &cancel)
{
    const Result<qint64> size = d->file.size();
    if (!size) {
        return tl::unexpected<Error>(size.error());
    }
    if (before > *size) {
        ErrorDetails details;
        details.path = d->file.path();
        return fail(ErrorCode::Invalid, QStringLiteral("Byte %1 is behind the end of the history %2.").arg(before).arg(d->file.path()), details);
    }
    if (before < 0) {
        before = *size;
        d->recordsAfter = {{*size, 0}};
    }
    return d->pageBefore(limit, before, *size, cancel);
}

Result<HistoryTexts> HistoryReader::texts(const HistoryEntry &entry)
{
    ErrorDetails details;
    details.path = d->file.path();
    if (!isRecord(entry)) {
        details.kind = historyLineStateName(entry.state);
        return fail(ErrorCode::Damaged, entry.problem.isEmpty() ? QStringLiteral("This line of the history holds no record.") : entry.problem,
                    details);
    }
    const Result<qint64> size = d->file.size();
    if (!size) {
        return tl::unexpected<Error>(size.error());
    }
    const auto changed = [&] {
        details.kind = QStringLiteral("changed");
        return fail(ErrorCode::Damaged,
                    QStringLiteral("The record at byte %1 of the history %2 is no longer the one that was shown. Open the history again.")
                        .arg(entry.offset)
                        .arg(d->file.path()),
                    details);
    };
    if (entry.offset < 0 || entry.length <= 0 || entry.offset > *size - entry.length) {
        return changed();
    }
    const Result<QByteArray> bytes = d->file.read(entry.offset, entry.length);
    if (!bytes) {
        return tl::unexpected<Error>(bytes.error());
    }
    if (sha256Hex(*bytes) != entry.id) {
        return changed();
    }
    std::optional<HistoryTexts> texts = parseHistoryTexts(*bytes);
    if (!texts) {
        return changed();
    }
    return *std::move(texts);
}

Result<QByteArray> HistoryReader::raw(const HistoryEntry &entry, qint64 limit)
{
    const Result<qint64> size = d->file.size();
    if (!size) {
        return tl::unexpected<Error>(size.error());
    }
    return d->file.read(entry.offset, std::clamp<qint64>(limit, 0, entry.length));
}

Result<HistoryCount> HistoryReader::count(const CancelToken &cancel)
{
    const Result<qint64> size = d->file.size();
    if (!size) {
        return tl::unexpected<Error>(size.error());
    }
    HistoryCount count;
    const auto unreadable = [&](const QString &why) {
        if (count.readableByDeerFlow) {
            count.readableByDeerFlow = false;
            count.unreadableReason =
                QStringLiteral("DeerFlow's own history page and rollback fail for this skill: %1 (line %2).").arg(why).arg(count.lines);
        }
    };
    ForwardLines lines(d->file, *size);
    while (true) {
        const Result<std::optional<HistoryPhysicalLine>> line = lines.next(HistoryDetail::Bounds, cancel);
        if (!line) {
            return tl::unexpected<Error>(line.error());
        }
        if (!*line) {
            return count;
        }
        ++count.lines;
        qint64 recordsHere = 0;
        for (const HistoryEntry &entry : parseHistoryLine(**line, HistoryDetail::Bounds, d->locked)) {
            if (!isRecord(entry)) {
                ++count.damaged;
                if (entry.state != HistoryLineState::BeingWritten) {
                    unreadable(QStringLiteral("one line cannot be read, and it gives up on all of them"));
                }
                continue;
            }
            ++recordsHere;
            if (entry.state == HistoryLineState::Glued) {
                unreadable(QStringLiteral("two records stand on one line"));
            } else if (entry.breaksDeerFlow) {
                const QByteArrayView record = (*line)->bytes.sliced(entry.offset - (*line)->offset, entry.length);
                unreadable(QStringLiteral("a text holds a raw %1, at which DeerFlow cuts lines").arg(rawSeparatorName(record)));
            }
        }
        count.records += recordsHere;
        count.glued += recordsHere > 1 ? 1 : 0;
    }
}

Result<QList<HistoryEntry>> HistoryReader::all(const CancelToken &cancel)
{
    const Result<qint64> size = d->file.size();
    if (!size) {
        return tl::unexpected<Error>(size.error());
    }
    QList<HistoryEntry> all;
    qint64 physical = 0;
    qint64 records = 0;
    ForwardLines lines(d->file, *size);
    while (true) {
        const Result<std::optional<HistoryPhysicalLine>> line = lines.next(HistoryDetail::Entries, cancel);
        if (!line) {
            return tl::unexpected<Error>(line.error());
        }
        if (!*line) {
            break;
        }
        ++physical;
        for (HistoryEntry &entry : parseHistoryLine(**line, HistoryDetail::Entries, d->locked)) {
            entry.line = physical;
            if (isRecord(entry)) {
                entry.index = records++;
            }
            all.append(std::move(entry));
        }
    }
    for (HistoryEntry &entry : all) {
        if (entry.index) {
            entry.fromEnd = *entry.index - records;
        }
    }
    return all;
}

Error HistoryReader::Private::noSuchRecord(const QString &wanted, qint64 records) const
{
    ErrorDetails details;
    details.path = file.path();
    details.kind = QStringLiteral("no-such-record");
    QString there;
    if (records == 0) {
        there = QStringLiteral("the history %1 has no record that can be read").arg(file.path());
    } else if (records == 1) {
        there = QStringLiteral("the history %1 has one record (0, or -1 from the end)").arg(file.path());
    } else {
        there = QStringLiteral("the history %1 has %2 records (0 to %3, or -1 to -%2 from the end)").arg(file.path()).arg(records).arg(records - 1);
    }
    return {ErrorCode::NotFound, QStringLiteral("There is no record %1: %2.").arg(wanted, there), details};
}

Result<HistoryEntry> HistoryReader::Private::findFromEnd(const QString &wanted, const std::function<bool(const HistoryEntry &)> &matches,
                                                         HistoryDetail detail, const CancelToken &cancel)
{
    const Result<qint64> size = file.size();
    if (!size) {
        return tl::unexpected<Error>(size.error());
    }
    qint64 records = 0;
    BackwardLines lines(file, *size, *size);
    while (true) {
        const Result<std::optional<HistoryPhysicalLine>> line = lines.next(detail, cancel);
        if (!line) {
            return tl::unexpected<Error>(line.error());
        }
        if (!*line) {
            return tl::unexpected<Error>(noSuchRecord(wanted, records));
        }
        QList<HistoryEntry> entries = parseHistoryLine(**line, detail, locked);
        for (qsizetype i = entries.size() - 1; i >= 0; --i) {
            if (isRecord(entries[i])) {
                entries[i].fromEnd = -++records;
            }
            if (!matches(entries[i])) {
                continue;
            }
            HistoryEntry found = parseHistoryLine(**line, HistoryDetail::Entries, locked).at(i);
            found.fromEnd = entries[i].fromEnd;
            return found;
        }
    }
}

Result<HistoryEntry> HistoryReader::Private::findFromFront(const QString &wanted, std::optional<qint64> index, const QString &idPrefix,
                                                           const CancelToken &cancel)
{
    const Result<qint64> size = file.size();
    if (!size) {
        return tl::unexpected<Error>(size.error());
    }
    std::optional<HistoryEntry> byIndex;
    std::optional<HistoryEntry> byId;
    QString otherId;
    qint64 physical = 0;
    qint64 records = 0;
    const HistoryDetail detail = idPrefix.isEmpty() ? HistoryDetail::Bounds : HistoryDetail::Ids;
    ForwardLines lines(file, *size);
    while (true) {
        const Result<std::optional<HistoryPhysicalLine>> line = lines.next(detail, cancel);
        if (!line) {
            return tl::unexpected<Error>(line.error());
        }
        if (!*line) {
            break;
        }
        ++physical;
        const QList<HistoryEntry> entries = parseHistoryLine(**line, detail, locked);
        for (qsizetype i = 0; i < entries.size(); ++i) {
            const std::optional<qint64> at = isRecord(entries[i]) ? std::optional<qint64>(records++) : std::nullopt;
            const bool hitIndex = at.has_value() && at == index;
            const bool hitId = !idPrefix.isEmpty() && entries[i].id.startsWith(idPrefix);
            if (!hitIndex && !hitId) {
                continue;
            }
            HistoryEntry entry = parseHistoryLine(**line, HistoryDetail::Entries, locked).at(i);
            entry.index = at;
            entry.line = physical;
            if (hitId) {
                if (byId && byId->id != entry.id) {
                    otherId = byId->id;
                }
                byId = entry;
            }
            if (hitIndex) {
                byIndex = std::move(entry);
            }
        }
    }
    if (!otherId.isEmpty()) {
        ErrorDetails details;
        details.path = file.path();
        details.kind = QStringLiteral("ambiguous");
        return fail(ErrorCode::Conflict,
                    QStringLiteral("Several records of the history %1 begin with %2, among them %3 and %4. Give more digits.")
                        .arg(file.path(), wanted, otherId.first(16), byId->id.first(16)),
                    details);
    }
    std::optional<HistoryEntry> &found = byId ? byId : byIndex;
    if (!found) {
        return tl::unexpected<Error>(noSuchRecord(wanted, records));
    }
    if (found->index) {
        found->fromEnd = *found->index - records;
    }
    return *std::move(found);
}

Result<HistoryEntry> HistoryReader::find(const QString &indexOrId, const CancelToken &cancel)
{
    constexpr qsizetype shortestPrefix = 8;
    constexpr qsizetype fullLength = 64;
    const QString wanted = indexOrId.trimmed().toLower();
    const bool negative = wanted.startsWith(u'-');
    const QStringView digits = QStringView(wanted).sliced(negative ? 1 : 0);
    const auto isDecimal = [](QChar c) { return c >= u'0' && c <= u'9'; };
    const auto isHex = [&](QChar c) { return isDecimal(c) || (c >= u'a' && c <= u'f'); };
    const bool decimal = !digits.isEmpty() && std::all_of(digits.begin(), digits.end(), isDecimal);
    const bool identity =
        !negative && digits.size() >= shortestPrefix && digits.size() <= fullLength && std::all_of(digits.begin(), digits.end(), isHex);

    if (negative && decimal) {
        bool fits = false;
        const qint64 fromEnd = wanted.toLongLong(&fits);
        if (fits && fromEnd < 0) {
            return d->findFromEnd(
                wanted, [fromEnd](const HistoryEntry &entry) { return entry.fromEnd == fromEnd; }, HistoryDetail::Bounds, cancel);
        }
        if (fits) { // -0 is 0, as for Python
            return d->findFromFront(wanted, 0, {}, cancel);
        }
        return d->findFromFront(wanted, std::nullopt, {}, cancel);
    }
    if (identity && digits.size() == fullLength) {
        return d->findFromEnd(
            wanted, [&wanted](const HistoryEntry &entry) { return entry.id == wanted; }, HistoryDetail::Ids, cancel);
    }
    if (decimal || identity) {
        bool fits = false;
        const qint64 index = wanted.toLongLong(&fits);
        return d->findFromFront(wanted, decimal && fits ? std::optional<qint64>(index) : std::nullopt, identity ? wanted : QString(), cancel);
    }
    ErrorDetails details;
    details.path = d->file.path();
    details.kind = QStringLiteral("no-index-no-identity");
    return fail(ErrorCode::Invalid,
                QStringLiteral("“%1” names no record: give an index (0 is the oldest, -1 the newest) or at least %2 digits of a record's identity.")
                    .arg(indexOrId)
                    .arg(shortestPrefix),
                details);
}

} // namespace verderer
