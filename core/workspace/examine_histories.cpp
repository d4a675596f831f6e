// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/examination.h"

#include "base/hash.h"
#include "base/local_storage.h"
#include "skills/history_chain.h"

#include <QDir>
#include <QFileInfo>

namespace verderer {

namespace {
constexpr qint64 largestCompared = 64LL * 1024 * 1024;
constexpr int linesToldOneByOne = 20;
} // namespace

void UserExamination::histories(const std::function<void(const QString &)> &examine)
{
    const QDir folder(m_roots.customRoot + QStringLiteral("/.history"));
    const QFileInfoList files = folder.entryInfoList({QStringLiteral("*.jsonl")}, QDir::Files | QDir::Hidden | QDir::System, QDir::Name);
    for (const QFileInfo &file : files) {
        if (m_cancel.isCancelled())
            return;
        ++m_user.histories;
        m_user.historyBytes += file.size();
        if (examine)
            examine(file.filePath());
        oneHistory(file.filePath());
    }
}

void UserExamination::oneHistory(const QString &path)
{
    Result<HistoryReader> reader = HistoryReader::open(path, m_user.lock.held);
    if (!reader) {
        report(Severity::Error, DoctorArea::Histories, path, reader.error().message);
        return;
    }
    const Result<QList<HistoryEntry>> entries = reader->all(m_cancel);
    if (!entries) {
        if (entries.error().code != ErrorCode::Cancelled)
            report(Severity::Error, DoctorArea::Histories, path, entries.error().message);
        return;
    }
    lineStates(path, *entries);
    const Result<HistoryCount> count = reader->count(m_cancel);
    if (count && !count->readableByDeerFlow) {
        report(Severity::Warning, DoctorArea::Histories, path, count->unreadableReason,
               QStringLiteral("Use Verderer to read it and to roll back; the file is left as it is."));
    }
    changedOutside(path, *entries);
}

void UserExamination::lineStates(const QString &path, const QList<HistoryEntry> &entries)
{
    int told = 0;
    int more = 0;
    qint64 lastGluedLine = -1;
    for (const HistoryEntry &entry : entries) {
        if (entry.state == HistoryLineState::Record)
            continue;
        const qint64 line = entry.line.value_or(0);
        if (entry.state == HistoryLineState::Glued) {
            // Two or more records of one line are one finding.
            if (line == lastGluedLine)
                continue;
            lastGluedLine = line;
        }
        if (told == linesToldOneByOne) {
            ++more;
            continue;
        }
        ++told;
        switch (entry.state) {
        case HistoryLineState::Glued:
            report(Severity::Note, DoctorArea::Histories, path, QStringLiteral("Several records stand on one line of this history."),
                   QStringLiteral("Verderer shows them all; nothing needs to be done."), line);
            break;
        case HistoryLineState::BeingWritten:
            report(Severity::Note, DoctorArea::Histories, path, QStringLiteral("The last line of this history is being written."), QString(), line);
            break;
        case HistoryLineState::Torn:
            report(Severity::Warning, DoctorArea::Histories, path,
                   QStringLiteral("The last line of this history is torn: a program was ended while writing it."),
                   QStringLiteral("The next change begins a line of its own; the torn one stays visible."), line);
            break;
        default:
            report(Severity::Warning, DoctorArea::Histories, path,
                   entry.problem.isEmpty() ? QStringLiteral("A line of this history is damaged.")
                                           : QString(QStringLiteral("A line of this history is damaged: ") + entry.problem),
                   QStringLiteral("Verderer shows the other records; the line stays as it is."), line);
            break;
        }
    }
    if (more > 0)
        report(Severity::Warning, DoctorArea::Histories, path, QStringLiteral("%1 more lines of this history are torn, glued or damaged.").arg(more));
}

/// Where the records do not follow from each other, or the files are not what the last ones left.
void UserExamination::changedOutside(const QString &path, const QList<HistoryEntry> &entries)
{
    const QString skill = QFileInfo(path).completeBaseName();
    QStringList files;
    for (const HistoryEntry &entry : entries) {
        const bool isRecord = entry.state == HistoryLineState::Record || entry.state == HistoryLineState::Glued;
        if (isRecord && !files.contains(entry.filePath))
            files.append(entry.filePath);
    }
    QList<PresentFile> present;
    for (const QString &file : std::as_const(files)) {
        if (const std::optional<QString> hash = presentHash(file, skill, path))
            present.append({file, *hash});
    }
    const QString look =
        QStringLiteral("Look at the difference in Verderer (verdererctl skills diff %1); the next edit records what is there.").arg(skill);
    const HistoryChain chain = buildHistoryChain(entries, EntryOrder::OldestFirst, present);
    int told = 0;
    for (const ChainNote &note : chain.notes) {
        if (!note.isBreak())
            continue;
        const QString file = QDir::cleanPath(m_roots.customRoot + u'/' + skill + u'/' + note.filePath);
        if (note.newer < 0) {
            report(Severity::Warning, DoctorArea::Histories, file, note.message,
                   note.kind == ChainNoteKind::RemovedOutside ? QStringLiteral("Bring it back with a rollback, if it was not meant to go.") : look);
        } else if (++told <= linesToldOneByOne) {
            report(Severity::Note, DoctorArea::Histories, path, note.message,
                   QStringLiteral("Both texts are in the history; nothing needs to be done."), chain.entries.at(note.newer).line.value_or(0));
        }
    }
    if (told > linesToldOneByOne)
        report(Severity::Note, DoctorArea::Histories, path,
               QStringLiteral("%1 more changes were made outside this history.").arg(told - linesToldOneByOne));
}

/// Of the file as it is now, newline-normalised; empty where it does not exist, nothing where it cannot be compared (and that is said).
std::optional<QString> UserExamination::presentHash(const QString &filePath, const QString &skill, const QString &historyFile)
{
    const QString root = QDir::cleanPath(m_roots.customRoot + u'/' + skill);
    const QString file = QDir::cleanPath(root + u'/' + filePath);
    if (!file.startsWith(QString(root + u'/'))) {
        report(Severity::Warning, DoctorArea::Histories, historyFile,
               QStringLiteral("A record names a file outside the skill's folder: %1.").arg(filePath));
        return std::nullopt;
    }
    LocalStorage storage;
    const Result<FileStamp> stamp = storage.stamp(file);
    if (stamp && !stamp->exists)
        return QString();
    if (stamp && stamp->size > largestCompared) {
        report(Severity::Note, DoctorArea::Histories, file,
               QStringLiteral("The file of %1 is too large to be compared with its history.").arg(byteCount(stamp->size)));
        return std::nullopt;
    }
    const Result<QByteArray> bytes = stamp ? storage.read(file, largestCompared) : tl::unexpected(stamp.error());
    if (!bytes) {
        report(Severity::Warning, DoctorArea::Histories, file, bytes.error().message);
        return std::nullopt;
    }
    return sha256Hex(normalizedNewlines(*bytes));
}

} // namespace verderer
