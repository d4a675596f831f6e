// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/history_line.h"

#include "base/hash.h"
#include "diff/diff.h"
#include "skills/history_strings.h"

#include <algorithm>
#include <string_view>

namespace verderer {

namespace {

/// Deeper than this, Python's own reader gives up as well.
constexpr int maxDepth = 512;

/// How many places of a damaged line are tried as the beginning of a record.
constexpr int maxSalvageTries = 64;

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

qsizetype skipBlanks(QByteArrayView text, qsizetype at)
{
    while (at < text.size() && isBlank(text[at])) {
        ++at;
    }
    return at;
}

enum class Bound { Found, Open, TooDeep };

/// Where the object that begins at `begin` ends, judged by brackets and strings alone; whether it is JSON is the parser's to say.
Bound findObjectEnd(QByteArrayView text, qsizetype begin, qsizetype *end)
{
    int depth = 0;
    const char *at = text.data() + begin;
    const char *const stop = text.data() + text.size();
    while (at < stop) {
        switch (*at) {
        case '"':
            for (++at; at < stop; ++at) {
                at = endOfPlainJsonText(at, stop);
                if (at >= stop || *at == '"') {
                    break;
                }
                if (*at == '\\') {
                    ++at;
                }
            }
            if (at >= stop) {
                return Bound::Open;
            }
            break;
        case '{':
        case '[':
            if (++depth > maxDepth) {
                return Bound::TooDeep;
            }
            break;
        case '}':
        case ']':
            if (--depth == 0) {
                *end = at - text.data() + 1;
                return Bound::Found;
            }
            break;
        default:
            break;
        }
        ++at;
    }
    return Bound::Open;
}

/// One attempt to read a record at a place.
struct Attempt {
    std::optional<HistoryFields> fields;
    qsizetype end = 0; ///< where fields is set
    QString why;       ///< where it is not
};

Attempt readRecord(QByteArrayView text, qsizetype begin)
{
    Attempt attempt;
    if (text[begin] != '{') {
        attempt.why = QStringLiteral("it is no JSON object");
        return attempt;
    }
    switch (findObjectEnd(text, begin, &attempt.end)) {
    case Bound::Open:
        attempt.why = QStringLiteral("its end is missing");
        return attempt;
    case Bound::TooDeep:
        attempt.why = QStringLiteral("it is nested more than %1 levels deep").arg(maxDepth);
        return attempt;
    case Bound::Found:
        break;
    }
    const QByteArrayView object = text.sliced(begin, attempt.end - begin);
    attempt.fields = parseHistoryFields(object);
    if (!attempt.fields) {
        attempt.why = object.isValidUtf8() ? QStringLiteral("it is not valid JSON, or a text in it is not text") : QStringLiteral("it is not UTF-8");
    }
    return attempt;
}

/// The first place behind `begin` where a whole record of DeerFlow's shape stands: a quote inside of a JSON text is always escaped, so these bytes
/// can only be the beginning of an object.
qsizetype findRecordAfter(QByteArrayView text, qsizetype begin, Attempt *found)
{
    const std::string_view view(text.data(), static_cast<std::size_t>(text.size()));
    std::size_t at = static_cast<std::size_t>(begin);
    for (int tries = 0; tries < maxSalvageTries; ++tries) {
        at = view.find("{\"", at + 1);
        if (at == std::string_view::npos) {
            return -1;
        }
        Attempt attempt = readRecord(text, static_cast<qsizetype>(at));
        if (attempt.fields && attempt.fields->looksLikeRecord) {
            *found = std::move(attempt);
            return static_cast<qsizetype>(at);
        }
    }
    return -1;
}

std::optional<QString> optionalText(const std::optional<std::string> &text)
{
    return text ? std::optional<QString>(QString::fromStdString(*text)) : std::nullopt;
}

QByteArray normalizedText(const std::optional<std::string> &text)
{
    return text ? normalizedNewlines(QByteArray::fromRawData(text->data(), static_cast<qsizetype>(text->size()))) : QByteArray();
}

void countLines(HistoryEntry &entry, const QByteArray &prev, const QByteArray &next)
{
    if (std::max(prev.size(), next.size()) > maxCountedTextBytes || !(entry.hasPrev || entry.hasNew)) {
        return;
    }
    if (const Result<LineDiff> diff = diffLines(prev, next)) {
        entry.linesAdded = static_cast<int>(diff->added());
        entry.linesRemoved = static_cast<int>(diff->removed());
    }
}

void fill(HistoryEntry &entry, const HistoryFields &fields)
{
    const auto text = [](const std::optional<std::string> &value) { return value ? QString::fromStdString(*value) : QString(); };
    entry.ts = text(fields.ts);
    entry.action = text(fields.action);
    entry.author = text(fields.author);
    entry.threadId = optionalText(fields.threadId);
    entry.filePath = fields.filePath && !fields.filePath->empty() ? text(fields.filePath) : QStringLiteral("SKILL.md");
    entry.decision = text(fields.decision);
    entry.reason = text(fields.reason);
    entry.findings = fields.findings;
    entry.rollbackFromTs = optionalText(fields.rollbackFromTs);
    entry.note = optionalText(fields.note);
    entry.hostUser = optionalText(fields.hostUser);
    entry.lateFor = optionalText(fields.lateForHash);
    entry.trashed = optionalText(fields.trashed);
    entry.hasPrev = fields.prev.has_value();
    entry.hasNew = fields.next.has_value();
    const QByteArray prev = normalizedText(fields.prev);
    const QByteArray next = normalizedText(fields.next);
    if (entry.hasPrev) {
        entry.prevHash = sha256Hex(prev);
    }
    if (entry.hasNew) {
        entry.newHash = sha256Hex(next);
    }
    countLines(entry, prev, next);
}

/// Builds the entries of one line.
class LineEntries {
public:
    LineEntries(const HistoryPhysicalLine &line, HistoryDetail detail, std::vector<std::optional<HistoryFields>> *fields)
        : m_line(line), m_detail(detail), m_fields(fields)
    {
    }

    void addRecord(qsizetype begin, Attempt &&attempt)
    {
        HistoryEntry entry = stretch(begin, attempt.end);
        entry.breaksDeerFlow = !rawSeparatorName(m_line.bytes.sliced(begin, attempt.end - begin)).isEmpty();
        if (m_detail == HistoryDetail::Entries) {
            fill(entry, *attempt.fields);
        }
        m_entries.append(std::move(entry));
        if (m_fields != nullptr) {
            m_fields->push_back(std::move(attempt.fields));
        }
    }

    void addUnreadable(HistoryLineState state, qsizetype begin, qsizetype end, const QString &problem)
    {
        HistoryEntry entry = stretch(begin, end);
        entry.state = state;
        entry.problem = problem;
        entry.breaksDeerFlow = true;
        m_entries.append(std::move(entry));
        if (m_fields != nullptr) {
            m_fields->emplace_back();
        }
    }

    QList<HistoryEntry> take()
    {
        if (m_entries.size() > 1) {
            for (HistoryEntry &entry : m_entries) {
                if (entry.state == HistoryLineState::Record) {
                    entry.state = HistoryLineState::Glued;
                    entry.breaksDeerFlow = true;
                    entry.problem = QStringLiteral("This record shares its line with another one, because two programs appended at once or one died "
                                                   "while it wrote; DeerFlow cannot read such a line.");
                }
            }
        }
        return std::move(m_entries);
    }

private:
    HistoryEntry stretch(qsizetype begin, qsizetype end) const
    {
        HistoryEntry entry;
        entry.offset = m_line.offset + begin;
        entry.length = end - begin;
        if (m_detail != HistoryDetail::Bounds) {
            entry.id = sha256Hex(QByteArray::fromRawData(m_line.bytes.data() + begin, end - begin));
        }
        return entry;
    }

    const HistoryPhysicalLine &m_line;
    HistoryDetail m_detail;
    std::vector<std::optional<HistoryFields>> *m_fields;
    QList<HistoryEntry> m_entries;
};

QList<HistoryEntry> tooLargeEntry(const HistoryPhysicalLine &line)
{
    HistoryEntry entry;
    entry.state = HistoryLineState::Damaged;
    entry.problem = QStringLiteral("This line of %1 bytes is too large to be read as a record.").arg(line.length);
    entry.offset = line.offset;
    entry.length = line.length;
    entry.id = line.tooLargeId;
    entry.breaksDeerFlow = true;
    return {entry};
}

} // namespace

QString rawSeparatorName(QByteArrayView record)
{
    const std::string_view view(record.data(), static_cast<std::size_t>(record.size()));
    if (view.find("\xE2\x80\xA8") != std::string_view::npos) {
        return QStringLiteral("U+2028");
    }
    if (view.find("\xE2\x80\xA9") != std::string_view::npos) {
        return QStringLiteral("U+2029");
    }
    if (view.find("\xC2\x85") != std::string_view::npos) {
        return QStringLiteral("U+0085");
    }
    return view.find('\r') != std::string_view::npos ? QStringLiteral("carriage return") : QString();
}

QList<HistoryEntry> parseHistoryLine(const HistoryPhysicalLine &line, HistoryDetail detail, bool locked,
                                     std::vector<std::optional<HistoryFields>> *fields)
{
    if (fields != nullptr) {
        fields->clear();
    }
    if (line.tooLarge) {
        if (fields != nullptr) {
            fields->emplace_back();
        }
        return tooLargeEntry(line);
    }
    QByteArrayView text = line.bytes;
    if (text.endsWith('\r')) {
        text.chop(1);
    }
    LineEntries entries(line, detail, fields);
    qsizetype at = skipBlanks(text, 0);
    while (at < text.size()) {
        Attempt attempt = readRecord(text, at);
        if (!attempt.fields) {
            Attempt next;
            const qsizetype found = findRecordAfter(text, at, &next);
            if (found < 0) {
                if (line.terminated) {
                    entries.addUnreadable(HistoryLineState::Damaged, at, text.size(),
                                          QStringLiteral("This line cannot be read as a record: %1.").arg(attempt.why));
                } else if (locked) {
                    entries.addUnreadable(HistoryLineState::BeingWritten, at, text.size(),
                                          QStringLiteral("Somebody is writing this record at the moment."));
                } else {
                    entries.addUnreadable(HistoryLineState::Torn, at, text.size(),
                                          QStringLiteral("The file ends inside this record: the program that wrote it died, or the disk was full."));
                }
                break;
            }
            entries.addUnreadable(HistoryLineState::Damaged, at, found,
                                  QStringLiteral("Only the beginning of this record was written; the next record follows on the same line."));
            at = found;
            attempt = std::move(next);
        }
        const qsizetype end = attempt.end;
        entries.addRecord(at, std::move(attempt));
        at = skipBlanks(text, end);
    }
    return entries.take();
}

bool isRecord(const HistoryEntry &entry)
{
    return entry.state == HistoryLineState::Record || entry.state == HistoryLineState::Glued;
}

std::optional<HistoryTexts> parseHistoryTexts(QByteArrayView bytes)
{
    if (bytes.isEmpty()) {
        return std::nullopt;
    }
    const Attempt attempt = readRecord(bytes, 0);
    if (!attempt.fields || attempt.end != bytes.size()) {
        return std::nullopt;
    }
    const auto text = [](const std::optional<std::string> &value) {
        return value ? std::optional<QByteArray>(QByteArray::fromStdString(*value)) : std::nullopt;
    };
    return HistoryTexts{text(attempt.fields->prev), text(attempt.fields->next)};
}

} // namespace verderer
