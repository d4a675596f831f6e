// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/catalog_history.h"

#include "base/hash.h"
#include "skills/history_file.h"
#include "skills/history_strings.h"

#include <QFile>

#include <memory>
#include <string_view>

#include <dirent.h>
#include <sys/stat.h>

namespace verderer {

namespace {

// Between two records of SKILL.md there may be some of support files; further back nobody looks in a list.
constexpr int maxRecords = 64;

Problem problem(ProblemKind kind, const QString &message)
{
    Problem result;
    result.kind = kind;
    result.severity = Severity::Warning;
    result.message = message;
    return result;
}

QByteArrayView viewOf(const std::string &text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

/// Of the record's present text and the file's, newlines aside.
bool sameText(const std::string &recorded, const QByteArray &text)
{
    const QByteArray bytes = QByteArray::fromRawData(recorded.data(), static_cast<qsizetype>(recorded.size()));
    return normalizedNewlines(bytes) == normalizedNewlines(text);
}

/// Where the text of the member `key` (in its quotes) begins in a torn record; null pointer where it does not get that far. A quote inside of a text
/// is escaped, so the key cannot stand in one.
const char *textOf(std::string_view torn, std::string_view key)
{
    std::size_t at = torn.find(key);
    if (at == std::string_view::npos)
        return nullptr;
    at = torn.find_first_not_of(" :", at + key.size());
    return at != std::string_view::npos && torn[at] == '"' ? torn.data() + at + 1 : nullptr;
}

/// Whether the half record may be the one that tells of `text`: what is left of it names no other file and no other text.
bool mayTellOf(QByteArrayView torn, const QByteArray &text)
{
    const std::string_view view(torn.data(), static_cast<std::size_t>(torn.size()));
    const char *const stop = view.data() + view.size();
    if (const char *const path = textOf(view, "\"file_path\"")) {
        std::string name;
        const bool whole = decodeJsonText(path, stop, name) != stop;
        if (whole ? name != "SKILL.md" : !std::string_view("SKILL.md").starts_with(name))
            return false;
    }
    const char *const next = textOf(view, "\"new_content\"");
    if (!next)
        return true;
    std::string begun;
    const char *const end = decodeJsonText(next, stop, begun);
    if (end < stop && *end == '"')
        return sameText(begun, text);
    // A CR at the tear may be half of a CRLF.
    if (begun.ends_with('\r'))
        begun.pop_back();
    return normalizedNewlines(text).startsWith(normalizedNewlines(viewOf(begun).toByteArray()));
}

/// The newest records of one history, held against the file they are about.
class NewestRecords {
public:
    explicit NewestRecords(const std::optional<QByteArray> &text) : m_text(text) {}

    /// The next older entry. False: no more are wanted.
    bool take(const HistoryEntry &entry, const std::optional<HistoryFields> &fields, QByteArrayView bytes)
    {
        if (m_seen++ == 0) {
            m_newest = entry.state;
            m_tornTells = m_text && entry.state == HistoryLineState::Torn && mayTellOf(bytes, *m_text);
        }
        m_unreadable = m_unreadable || !isRecord(entry);
        const bool aboutSkill = fields && (!fields->filePath || fields->filePath->empty() || *fields->filePath == "SKILL.md");
        if (m_text && isRecord(entry) && aboutSkill) {
            compare(*fields);
            return false;
        }
        return m_text && m_seen < maxRecords;
    }

    [[nodiscard]] QList<Problem> problems() const
    {
        QList<Problem> problems;
        const bool differs = m_difference != Difference::None;
        const bool tornTells = m_tornTells && differs;
        if (const auto tail = tailProblem(tornTells))
            problems.append(*tail);
        if (differs && !tornTells)
            problems.append(problem(ProblemKind::ChangedOutside, differenceMessage()));
        return problems;
    }

private:
    enum class Difference { None, Text, Deleted };

    void compare(const HistoryFields &record)
    {
        // A rollback that the scanner blocked is recorded, but the file was left alone.
        const bool blocked = record.action == "rollback" && record.decision == "block";
        const std::optional<std::string> &expected = blocked ? record.prev : record.next;
        if (!expected)
            m_difference = Difference::Deleted;
        else if (!sameText(*expected, *m_text))
            m_difference = Difference::Text;
    }

    [[nodiscard]] std::optional<Problem> tailProblem(bool tornTells) const
    {
        switch (m_newest) {
        case HistoryLineState::Torn:
            return problem(ProblemKind::TornHistory,
                           tornTells
                               ? QStringLiteral("Its history ends in half a line: a program died while recording the last change, which the file "
                                                "already holds; the next edit records what is there now.")
                               : QStringLiteral("Its history ends in half a line: a program died while writing it; the history tab shows what is "
                                                "left, and nothing else is lost."));
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

    [[nodiscard]] QString differenceMessage() const
    {
        if (m_unreadable)
            return QStringLiteral(
                "The file differs from the last record of it that can be read: it was changed outside history, or by a change that a "
                "damaged line tells of; the next edit records what is there now.");
        if (m_difference == Difference::Deleted)
            return QStringLiteral("Its history says that it was deleted, but the file is here: it was put there outside history.");
        return QStringLiteral(
            "The file differs from what its history recorded last: it was changed outside history; the next edit records what is there now.");
    }

    const std::optional<QByteArray> &m_text;
    HistoryLineState m_newest = HistoryLineState::Record;
    int m_seen = 0;
    bool m_tornTells = false;  // the half record at the end may be about the text that is there
    bool m_unreadable = false; // something that cannot be read stands behind the record that was compared
    Difference m_difference = Difference::None;
};

} // namespace

QSet<QString> historyNames(const QString &customRoot)
{
    static constexpr QByteArrayView suffix = ".jsonl";
    struct Closer {
        void operator()(DIR *folder) const { ::closedir(folder); }
    };
    QSet<QString> names;
    const std::unique_ptr<DIR, Closer> folder(::opendir(QFile::encodeName(QString(customRoot % u"/.history")).constData()));
    while (const dirent *entry = folder ? ::readdir(folder.get()) : nullptr) {
        const QByteArrayView name(entry->d_name);
        if (!name.endsWith(suffix) || entry->d_type == DT_DIR)
            continue;
        struct stat status {};
        const bool unclear = entry->d_type == DT_LNK || entry->d_type == DT_UNKNOWN;
        if (unclear && ::fstatat(::dirfd(folder.get()), entry->d_name, &status, 0) == 0 && S_ISDIR(status.st_mode))
            continue;
        names.insert(QString::fromUtf8(name.chopped(suffix.size())));
    }
    return names;
}

QList<Problem> historyProblems(const QString &historyFile, const std::optional<QByteArray> &text, const CancelToken &cancel)
{
    const auto trouble = [](const Error &error) {
        const bool nothing = error.code == ErrorCode::NotFound || error.code == ErrorCode::Cancelled;
        return nothing ? QList<Problem>() : QList<Problem>{problem(ProblemKind::TornHistory, error.message)};
    };
    const auto file = HistoryFile::open(historyFile);
    if (!file)
        return trouble(file.error());
    // Lines and their texts only: identities, hashes and counts of lines are for those who look at the history itself.
    NewestRecords newest(text);
    std::vector<std::optional<HistoryFields>> fields;
    BackwardLines lines(*file, file->seenSize(), file->seenSize());
    while (true) {
        const auto line = lines.next(HistoryDetail::Bounds, cancel);
        if (!line) {
            QList<Problem> problems = newest.problems();
            return problems + trouble(line.error());
        }
        if (!*line)
            return newest.problems();
        const QList<HistoryEntry> entries = parseHistoryLine(**line, HistoryDetail::Bounds, false, &fields);
        for (qsizetype i = entries.size() - 1; i >= 0; --i) {
            const HistoryEntry &entry = entries[i];
            const QByteArrayView bytes = (*line)->tooLarge ? QByteArrayView() : (*line)->bytes.sliced(entry.offset - (*line)->offset, entry.length);
            if (!newest.take(entry, fields[static_cast<std::size_t>(i)], bytes))
                return newest.problems();
        }
    }
}

} // namespace verderer
