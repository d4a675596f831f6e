// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/history_tail.h"

#include "base/hash.h"
#include "base/json.h"

#include <QFile>

#include <cerrno>

namespace verderer {

namespace {

std::optional<QByteArray> bytesMember(const Json &object, const char *key)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_string())
        return std::nullopt;
    return QByteArray::fromStdString(found->get_ref<const std::string &>());
}

std::optional<Json> objectOf(const QByteArray &bytes)
{
    auto json = parseJson(bytes);
    if (!json || !json->is_object())
        return std::nullopt;
    return std::move(*json);
}

/// Length of the JSON object that begins at `from`, by counting braces outside strings; 0 where it does not end.
qsizetype objectLength(const QByteArray &bytes, qsizetype from)
{
    int depth = 0;
    bool inString = false;
    for (qsizetype i = from; i < bytes.size(); ++i) {
        const char c = bytes[i];
        if (inString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                inString = false;
        } else if (c == '"') {
            inString = true;
        } else if (c == '{') {
            ++depth;
        } else if (c == '}' && --depth == 0) {
            return i + 1 - from;
        }
    }
    return 0;
}

qsizetype commonPrefix(const QByteArray &a, const QByteArray &b)
{
    const qsizetype size = std::min(a.size(), b.size());
    qsizetype i = 0;
    while (i < size && a[i] == b[i])
        ++i;
    return i;
}

Json withoutLateFor(Json record)
{
    record.erase("late_for");
    return record;
}

/// Walks over what follows the intent's size and sorts it into ours and others'.
class TailParser {
public:
    TailParser(qint64 offset, const MutationIntent &intent) : m_offset(offset), m_intent(intent), m_ours(objectOf(intent.line))
    {
        if (m_ours)
            m_ours = withoutLateFor(std::move(*m_ours));
        if (intent.displacedLine) {
            m_displaced = objectOf(*intent.displacedLine);
            if (m_displaced)
                m_displaced = withoutLateFor(std::move(*m_displaced));
        }
    }

    HistoryTail parse(const QByteArray &bytes)
    {
        m_tail.size = m_offset + bytes.size();
        qsizetype start = 0;
        while (start < bytes.size()) {
            const qsizetype newline = bytes.indexOf('\n', start);
            const qsizetype end = newline < 0 ? bytes.size() : newline;
            takeLine(bytes.mid(start, end - start), start, newline >= 0);
            start = end + 1;
        }
        return m_tail;
    }

private:
    bool isOwnPrefix(const QByteArray &bytes) const
    {
        return (m_intent.line.size() > bytes.size() && m_intent.line.startsWith(bytes)) ||
               (m_intent.displacedLine && m_intent.displacedLine->size() > bytes.size() && m_intent.displacedLine->startsWith(bytes));
    }

    void takeLine(const QByteArray &line, qsizetype start, bool terminated)
    {
        if (line.trimmed().isEmpty())
            return;
        if (line == m_intent.line) {
            m_tail.oursThere = true;
            return;
        }
        if (m_intent.displacedLine && line == *m_intent.displacedLine) {
            m_tail.displacedThere = true;
            return;
        }
        // Only what begins where the intent says that ours begins may be cut, and only while nothing of others stands before it.
        if (!terminated && !m_othersSeen && isOwnPrefix(line)) {
            m_tail.cutAt = m_offset + start;
            return;
        }
        takeRecords(line);
    }

    /// The records of a line that may hold several, or half a line of ours with a record of somebody's behind it.
    void takeRecords(const QByteArray &line)
    {
        m_othersSeen = true;
        qsizetype at = 0;
        while (at < line.size()) {
            if (line[at] == '{') {
                const qsizetype length = objectLength(line, at);
                if (length > 0) {
                    const QByteArray bytes = line.mid(at, length);
                    if (auto record = objectOf(bytes)) {
                        takeRecord(*record, bytes);
                        at += length;
                        continue;
                    }
                }
            }
            const qsizetype next = afterTornHalf(line, at);
            if (next < 0)
                return; // damaged beyond reading: neither ours nor anything that says what the file held
            at = next;
        }
    }

    /// Where somebody's record begins behind a torn half of ours that begins at `at`; -1 where there is none.
    qsizetype afterTornHalf(const QByteArray &line, qsizetype at) const
    {
        const QByteArray rest = line.mid(at);
        qsizetype common = commonPrefix(rest, m_intent.line);
        if (m_intent.displacedLine)
            common = std::max(common, commonPrefix(rest, *m_intent.displacedLine));
        for (qsizetype position = std::min(common, rest.size() - 1); position > 0; --position) {
            if (rest[position] != '{')
                continue;
            const qsizetype length = objectLength(rest, position);
            if (length > 0 && objectOf(rest.mid(position, length)))
                return at + position;
        }
        return -1;
    }

    void takeRecord(const Json &record, const QByteArray &bytes)
    {
        const Json plain = withoutLateFor(record);
        if (m_ours && plain == *m_ours) {
            m_tail.oursThere = true;
            return;
        }
        if (m_displaced && plain == *m_displaced) {
            m_tail.displacedThere = true;
            return;
        }
        if (m_tail.first || stringMember(record, "file_path").value_or(QStringLiteral("SKILL.md")) != m_intent.filePath)
            return;
        HistoryTail::Other other;
        other.ts = stringMember(record, "ts").value_or(QString());
        other.id = sha256Hex(bytes);
        other.before = FileSide::of(bytesMember(record, "prev_content"));
        m_tail.first = other;
    }

    qint64 m_offset = 0;
    const MutationIntent &m_intent;
    std::optional<Json> m_ours;
    std::optional<Json> m_displaced;
    bool m_othersSeen = false;
    HistoryTail m_tail;
};

} // namespace

HistoryTail parseHistoryTail(const QByteArray &bytes, qint64 offset, const MutationIntent &intent)
{
    return TailParser(offset, intent).parse(bytes);
}

Result<HistoryTail> readHistoryTail(const QString &history, const MutationIntent &intent)
{
    QFile file(history);
    if (!file.exists())
        return HistoryTail{};
    errno = 0;
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return tl::unexpected(systemError(errno != 0 ? errno : EIO, QStringLiteral("read"), history));
    const qint64 offset = file.size() < intent.historySize ? 0 : intent.historySize;
    if (!file.seek(offset))
        return tl::unexpected(systemError(EIO, QStringLiteral("read"), history));
    const QByteArray bytes = file.readAll();
    if (file.error() != QFileDevice::NoError)
        return tl::unexpected(systemError(EIO, QStringLiteral("read"), history));
    return parseHistoryTail(bytes, offset, intent);
}

Result<NewHistoryRecord> recordFromLine(const QByteArray &line)
{
    const auto json = objectOf(line);
    if (!json) {
        ErrorDetails details;
        details.kind = QStringLiteral("intent-unreadable");
        return fail(ErrorCode::Damaged, QStringLiteral("The record of an unfinished change cannot be read."), details);
    }
    NewHistoryRecord record;
    record.ts = stringMember(*json, "ts").value_or(QString());
    record.action = stringMember(*json, "action").value_or(QString());
    record.author = stringMember(*json, "author").value_or(QStringLiteral("human"));
    record.threadId = stringMember(*json, "thread_id");
    record.filePath = stringMember(*json, "file_path").value_or(QStringLiteral("SKILL.md"));
    record.prev = bytesMember(*json, "prev_content");
    record.next = bytesMember(*json, "new_content");
    if (json->contains("rollback_from_ts"))
        record.rollbackFromTs = std::optional<std::optional<QString>>(stringMember(*json, "rollback_from_ts"));
    if (const auto scanner = json->find("scanner"); scanner != json->end() && scanner->is_object()) {
        record.decision = stringMember(*scanner, "decision").value_or(QString());
        record.reason = stringMember(*scanner, "reason").value_or(QString());
        const auto findings = scanner->find("static_findings");
        record.staticFindingsJson = findings != scanner->end() ? dumpPythonJson(*findings) : QByteArray();
    }
    record.note = stringMember(*json, "note");
    record.hostUser = stringMember(*json, "host_user");
    record.trashed = stringMember(*json, "trashed");
    if (const auto late = json->find("late_for"); late != json->end()) {
        record.lateForTs = stringMember(*late, "ts");
        record.lateForId = stringMember(*late, "hash");
    }
    return record;
}

} // namespace verderer
