// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of a history file, and of a record that is written and read again.
#include "fuzz/fuzz.h"

#include "skills/history.h"
#include "skills/history_chain.h"
#include "skills/history_line.h"
#include "skills/history_tail.h"

using namespace verderer;
using namespace verderer::fuzz;
using namespace Qt::StringLiterals;

namespace {

void readAsFile(const QByteArray &bytes)
{
    QList<HistoryEntry> entries;
    qint64 offset = 0;
    while (offset < bytes.size()) {
        const qsizetype newline = bytes.indexOf('\n', offset);
        const qsizetype end = newline < 0 ? bytes.size() : newline;
        const HistoryPhysicalLine line{QByteArrayView(bytes).sliced(offset, end - offset), offset, end - offset, newline >= 0, false, {}};
        const QList<HistoryEntry> found = parseHistoryLine(line, HistoryDetail::Entries, false);
        const QList<HistoryEntry> bounds = parseHistoryLine(line, HistoryDetail::Bounds, false);
        require(found.size() == bounds.size(), "a line holds as many records however much of them is wanted");
        qint64 last = offset;
        for (qsizetype i = 0; i < found.size(); ++i) {
            const HistoryEntry &entry = found.at(i);
            require(entry.offset == bounds.at(i).offset && entry.length == bounds.at(i).length && entry.state == bounds.at(i).state,
                    "and they lie where they lie");
            require(entry.offset >= last && entry.length >= 0 && entry.offset + entry.length <= end,
                    "entries lie in their line, one behind the other");
            require(isRecord(entry) || !entry.problem.isEmpty(), "what cannot be read says why");
            if (isRecord(entry)) {
                require(parseHistoryTexts(QByteArrayView(bytes).sliced(entry.offset, entry.length)).has_value(), "a record has its texts");
            }
            last = entry.offset + entry.length;
        }
        entries.append(found);
        offset = end + 1;
    }
    const qsizetype count = entries.size();
    require(buildHistoryChain(std::move(entries), EntryOrder::OldestFirst).entries.size() == count, "the chain loses no entry");
}

void writeAndRead(Parts parts)
{
    NewHistoryRecord record;
    record.ts = u"2026-11-01T10:00:00+00:00"_s;
    record.action = u"human_edit"_s;
    const std::uint8_t given = parts.byte();
    if (given & 1) {
        record.prev = parts.text();
    }
    if (given & 2) {
        record.note = QString::fromUtf8(parts.text());
    }
    record.next = parts.rest();
    const auto line = historyLine(record);
    if (!line) {
        require(!record.next->isValidUtf8() || (record.prev && !record.prev->isValidUtf8()), "every text can be recorded");
        return;
    }
    require(!line->contains('\n'), "a record is one line");
    const auto texts = parseHistoryTexts(*line);
    require(texts && texts->prev == record.prev && texts->next == record.next, "a record gives back the texts it was made of");
    const auto again = recordFromLine(*line);
    require(again && historyLine(*again) == *line, "a record taken apart is written as it was");
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size > 0 && (data[0] & 0x80) != 0) {
        writeAndRead(Parts(data + 1, size - 1));
    } else {
        readAsFile(bytesOf(data, size));
    }
    return 0;
}
