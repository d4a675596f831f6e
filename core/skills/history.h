// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"
#include "base/json_fwd.h"
#include "base/storage.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <memory>
#include <optional>

namespace verderer {

/// What one stretch of a history file is.
enum class HistoryLineState {
    Record,       ///< one JSON object on a line of its own
    Glued,        ///< one of several objects that stand on one line (deerflow-format 3.1)
    Damaged,      ///< a line that is no JSON object, or whose texts are not text
    Torn,         ///< the last line has no newline and does not parse: a writer died in it
    BeingWritten, ///< the same while somebody holds the mutation lock
};
QString historyLineStateName(HistoryLineState state); ///< "record", "glued", "damaged", "torn", "being-written"

/// A record without its two texts; those are fetched when shown.
struct HistoryEntry {
    HistoryLineState state = HistoryLineState::Record;
    QString problem;             ///< a sentence where state is not Record
    bool breaksDeerFlow = false; ///< holds a raw separator (U+0085, U+2028, U+2029, a lone CR) at which DeerFlow cuts lines: its own page fails
    qint64 offset = 0;           ///< of its first byte in the file
    qint64 length = 0;           ///< in bytes, without the newline
    QString id;                  ///< SHA-256 of those bytes, lower-case hex: the record's identity
    qint64 fromEnd = 0;          ///< DeerFlow's negative list index (-1 newest) among the records that parse; 0 for one that does not. Counted from
                                 ///< the end that the reader saw when newest() last began there
    std::optional<qint64> index; ///< DeerFlow's list index from the oldest; known once the lines are counted
    std::optional<qint64> line;  ///< physical line, 1-based; known once counted

    QString ts; ///< as written; empty where missing
    QString action;
    QString author;
    std::optional<QString> threadId;
    QString filePath; ///< "SKILL.md" where missing
    QString decision; ///< scanner's; empty where missing
    QString reason;   ///< scanner's
    int findings = 0; ///< number of static findings
    std::optional<QString> rollbackFromTs;
    std::optional<QString> note;
    std::optional<QString> hostUser;
    std::optional<QString> lateFor; ///< hash of the record that was written before this one although it came after (design 3, recovery)
    std::optional<QString> trashed; ///< where bytes that no record can hold were put, relative to the custom root
    bool hasPrev = false;           ///< prev_content is a string
    bool hasNew = false;
    QString prevHash; ///< SHA-256 of the newline-normalised prev_content; empty where there is none
    QString newHash;
    std::optional<int> linesAdded; ///< of this change; unset above 256 kB
    std::optional<int> linesRemoved;
};

struct HistoryTexts {
    std::optional<QByteArray> prev; ///< exact text, UTF-8
    std::optional<QByteArray> next;
};

/// One page, newest first.
struct HistoryPage {
    QList<HistoryEntry> entries; ///< newest first, in file order reversed
    qint64 before = 0;           ///< hand this to the next newest() to go on; 0: the beginning of the file was reached
    qint64 fileSize = 0;
};

/// What counting the whole file found.
struct HistoryCount {
    qint64 lines = 0;
    qint64 records = 0;             ///< that parse
    qint64 damaged = 0;             ///< lines that do not, the torn tail included
    qint64 glued = 0;               ///< lines that hold more than one record
    bool readableByDeerFlow = true; ///< false where a raw separator or a bad line makes DeerFlow's own page fail
    QString unreadableReason;
};

/// A line above this many bytes is shown as damaged, without being loaded.
constexpr qint64 maxHistoryLineBytes = 256LL * 1024 * 1024;

/// The texts of one change above this many bytes (either of them) are not compared for HistoryEntry::linesAdded.
constexpr qint64 maxCountedTextBytes = 256LL * 1024;

/// Reads one history file, newest first from its end, by bytes 0x0A. Holds an open descriptor and a bounded buffer: one block, or one line where a
/// line is longer; never the whole file, and never writes. Appends by others while it is open are seen by the next call. Every call fails as Damaged
/// where the file was truncated, replaced or removed meanwhile, and as Cancelled on request. Blocks; not thread-safe, make one per thread.
class HistoryReader {
public:
    /// NotFound where there is no history; Invalid for a folder, a pipe or a device (never waited for). `locked`: somebody holds the mutation lock,
    /// so an unterminated tail is being written.
    static Result<HistoryReader> open(const QString &path, bool locked = false);

    HistoryReader(HistoryReader &&) noexcept;
    HistoryReader &operator=(HistoryReader &&) noexcept;
    ~HistoryReader();

    /// Up to `limit` entries that end at or before byte `before` (-1: the end of the file, and fromEnd counts anew).
    Result<HistoryPage> newest(int limit, qint64 before = -1, const CancelToken &cancel = {});

    /// The two texts of an entry, exactly as recorded; Damaged where it is no record or its bytes are no longer those it was read from.
    Result<HistoryTexts> texts(const HistoryEntry &entry);

    /// The raw bytes of an entry, for showing what a damaged line holds (at most `limit` bytes).
    Result<QByteArray> raw(const HistoryEntry &entry, qint64 limit = 65536);

    /// Reads the file once from the front. Slow on large files; run it in the background.
    Result<HistoryCount> count(const CancelToken &cancel = {});

    /// All entries, oldest first, with index and line set. For the command line and for exports.
    Result<QList<HistoryEntry>> all(const CancelToken &cancel = {});

    /// By DeerFlow's index (negative from the end), or by identity (a unique prefix of at least 8 hex digits; eight or more digits are an identity
    /// first, then an index). Of several records with the very same bytes, the newest. NotFound says how many records there are; Conflict: the prefix
    /// fits several records; Invalid: neither an index nor an identity. index and line are set where the whole file had to be read.
    Result<HistoryEntry> find(const QString &indexOrId, const CancelToken &cancel = {});

private:
    struct Private;
    explicit HistoryReader(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

/// A record about to be written. Keys and their order are DeerFlow's (deerflow-format 3); ours follow after `scanner`.
struct NewHistoryRecord {
    QString ts;
    QString action; ///< "human_edit", "rollback", "human_delete", "create", "write_file", "remove_file"
    QString author = QStringLiteral("human");
    std::optional<QString> threadId;
    QString filePath = QStringLiteral("SKILL.md");
    std::optional<QByteArray> prev; ///< UTF-8; unset becomes null
    std::optional<QByteArray> next;
    std::optional<std::optional<QString>> rollbackFromTs; ///< outer: whether the key is there; inner: null or the text
    QString decision = QStringLiteral("warn");
    QString reason;
    QByteArray staticFindingsJson = "[]"; ///< a JSON array; empty: the key is left out, as DeerFlow does for deletions
    std::optional<QString> note;
    std::optional<QString> hostUser;
    std::optional<QString> lateForTs; ///< these two make the extra key "late_for": {"ts", "hash"}
    std::optional<QString> lateForId;
    std::optional<QString> trashed; ///< extra key "trashed": where the bytes are that prev_content cannot hold
};

/// The line without its newline, readable by DeerFlow. Its SHA-256 is the record's identity. Invalid where a text is not UTF-8 (put such bytes aside
/// and name them in `trashed`), where another field holds half a character, or where the findings are no JSON array.
Result<QByteArray> historyLine(const NewHistoryRecord &record);

/// `<custom root>/.history/<name>.jsonl`
QString historyPath(const QString &customRoot, const QString &directory);

/// Appends one line: makes the folder, then one write of the whole line and its newline, fsynced. Where the file's tail is unterminated, the same
/// write begins with the newline that ends it; nothing that is there is ever changed. The caller holds the mutation lock. Errors: Invalid (the line
/// is empty or holds a newline; the path is no plain file), and those of the storage.
Result<void> appendHistoryLine(Storage &storage, const QString &path, const QByteArray &line, const FileAttributes &folder,
                               const FileAttributes &file);

} // namespace verderer
