// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/mutation_recovery.h"

#include "base/file_attributes.h"
#include "base/hash.h"
#include "skills/file_replacement.h"
#include "skills/folder_exchange.h"
#include "skills/folder_mutation.h"
#include "skills/history_tail.h"

#include <algorithm>

namespace verderer {

namespace {

/// One predecessor's mutation, looked at from all sides: journal, history, file, temporary file.
class Recovery {
public:
    Recovery(MutationContext &context, MutationJournal &journal, MutationIntent intent, MutationTarget target)
        : m_context(context), m_journal(journal), m_intent(std::move(intent)), m_target(std::move(target))
    {
    }

    Result<QStringList> run()
    {
        const auto record = recordFromLine(m_intent.line);
        if (!record)
            return tl::unexpected(record.error());
        m_record = *record;
        if (const auto read = look(); !read)
            return tl::unexpected(read.error());
        if (const auto cut = cutTornLine(); !cut)
            return tl::unexpected(cut.error());
        if (const auto decided = decide(); !decided)
            return tl::unexpected(decided.error());
        return m_done;
    }

    /// The mutation was the first half of a renaming and is made (or its second half and is not): the journal was left in force for the rest.
    [[nodiscard]] bool goesOn() const { return m_goesOn; }
    [[nodiscard]] const MutationIntent &intent() const { return m_intent; }

private:
    Result<void> look()
    {
        auto tail = readHistoryTail(m_target.history, m_intent);
        if (!tail)
            return tl::unexpected(tail.error());
        m_tail = std::move(*tail);
        if (m_intent.folder)
            return lookAtFolders();
        auto file = readIfThere(m_context.storage(), m_target.path, maxSkillTextBytes);
        // Something that is no plain file stands there now, or one too large to be a text of ours: it is neither before nor after.
        if (!file && file.error().code != ErrorCode::Invalid)
            return tl::unexpected(file.error());
        if (file)
            m_file = std::move(*file);
        m_fileKnown = file.has_value();
        if (m_intent.staged.isEmpty())
            return {};
        auto staged = readIfThere(m_context.storage(), stagedPath());
        if (!staged)
            return tl::unexpected(staged.error());
        // Before the exchange, a power cut may leave any part of our own text there, since it is synced together with the intent.
        const auto ours = newBytes();
        const bool isOwnPart = *staged && ours && ours->startsWith(**staged) && m_fileKnown && m_intent.before.isExactly(m_file);
        if (*staged && !isOwnPart && !m_intent.before.isExactly(*staged) && !m_intent.after.isExactly(*staged))
            m_displaced = std::move(*staged);
        return {};
    }

    /// Whether the record's place in the trash is that of the new bytes, which it cannot hold, and not of the old ones.
    [[nodiscard]] bool placeIsOfNew() const { return m_record.trashed && !m_record.next && m_intent.after.exists && !m_intent.folder; }

    [[nodiscard]] std::optional<QByteArray> newBytes() const
    {
        if (!placeIsOfNew())
            return m_record.next;
        auto kept = m_context.storage().read(placed(*m_record.trashed), maxSkillTextBytes);
        return kept && m_intent.after.isExactly(*kept) ? std::optional<QByteArray>(*kept) : std::nullopt;
    }

    /// The same for a mutation of a whole folder, or the removal of a file: which of its two places are taken, and what came to lie in the trash.
    Result<void> lookAtFolders()
    {
        if (!m_intent.folder->replaced.isEmpty())
            return lookAtExchange();
        const auto from = m_context.storage().stamp(placed(m_intent.folder->from));
        if (!from)
            return tl::unexpected(from.error());
        const auto to = m_context.storage().stamp(placed(m_intent.folder->to));
        if (!to)
            return tl::unexpected(to.error());
        const bool isDeletion = m_intent.folder->isDeletion(m_intent.directory);
        // A place in the trash and a stage bear names of their own, so that theirs tell; the skill's own name may be taken by somebody else since.
        m_moved = isDeletion ? to->exists : !from->exists && (to->exists || othersWentOn());
        return isDeletion && m_moved ? lookAtOldText(m_intent.folder->to) : Result<void>();
    }

    /// A replacement's two renames are done to their end where the first of them was.
    Result<void> lookAtExchange()
    {
        const auto finished = finishExchange(m_context, m_intent);
        if (!finished)
            return tl::unexpected(finished.error());
        m_moved = *finished || othersWentOn();
        return m_moved ? lookAtOldText(m_intent.folder->replaced) : Result<void>();
    }

    /// What came to lie in the trash, where it is not what had been read before.
    Result<void> lookAtOldText(const QString &place)
    {
        if (m_intent.before.hash.isEmpty())
            return {};
        const QString lies = placed(place);
        auto text = readIfThere(m_context.storage(), m_intent.folder->isFile ? lies : QString(lies + QStringLiteral("/SKILL.md")), maxSkillTextBytes);
        if (!text && text.error().code != ErrorCode::Invalid)
            return tl::unexpected(text.error());
        if (text && *text && !m_intent.before.isExactly(*text))
            m_displaced = std::move(*text);
        return {};
    }

    bool othersWentOn() const { return m_tail.first && m_tail.first->before.readsAs(m_intent.after); }

    Result<void> cutTornLine()
    {
        if (!m_tail.cutAt)
            return {};
        if (auto cut = m_context.storage().truncate(m_target.history, *m_tail.cutAt); !cut)
            return cut;
        m_tail.size = *m_tail.cutAt;
        m_tail.cutAt.reset();
        m_done += QStringLiteral("Half a line that the interrupted change had left in the history was cut off.");
        return {};
    }

    Result<void> decide()
    {
        if (m_tail.oursThere)
            return finish(QStringLiteral("was complete but for its last steps, which were done"));
        if (m_intent.appending)
            return appendAndFinish();
        if (m_intent.folder) {
            if (!m_moved)
                return drop();
            return othersWentOn() ? appendLate() : appendOurs();
        }
        if (m_tail.first) {
            // Before and after read the same to those who read LF: what they say of the file does not tell the two apart.
            if (!m_intent.before.readsAs(m_intent.after)) {
                if (m_tail.first->before.readsAs(m_intent.after))
                    return appendLate();
                if (m_tail.first->before.readsAs(m_intent.before))
                    return drop();
            }
            return keepBoth();
        }
        if (m_fileKnown && m_intent.after.isExactly(m_file))
            return appendOurs();
        if (m_fileKnown && m_intent.before.isExactly(m_file))
            return drop();
        if (m_fileKnown && !m_intent.before.readsAs(m_intent.after)) {
            if (m_intent.after.readsAs(m_file))
                return appendOurs();
            if (m_intent.before.readsAs(m_file))
                return drop();
        }
        return keepBoth();
    }

    /// The file holds our text, nobody came after: the record is owed.
    Result<void> appendOurs()
    {
        if (m_displaced) {
            if (auto amended = amendForDisplaced({}, {}); !amended)
                return amended;
        }
        if (auto synced = syncPlaces(); !synced)
            return synced;
        return appendAndFinish();
    }

    /// Whoever died after the rename may have done so before it was on the disk.
    Result<void> syncPlaces()
    {
        if (!m_intent.folder)
            return m_context.storage().syncFolder(m_target.parent());
        QStringList places{m_intent.folder->to, m_intent.folder->from};
        if (!m_intent.folder->replaced.isEmpty())
            places += m_intent.folder->replaced;
        for (const QString &place : std::as_const(places)) {
            const QString path = placed(place);
            auto synced = m_context.storage().syncFolder(path.left(path.lastIndexOf(u'/')));
            if (!synced && synced.error().code != ErrorCode::NotFound)
                return synced;
        }
        return {};
    }

    /// Others went on from our text before its record was written: it follows theirs and says which of theirs it belongs before.
    Result<void> appendLate()
    {
        const QString ts = m_tail.first->ts;
        const QString id = m_tail.first->id;
        if (m_displaced) {
            if (auto amended = amendForDisplaced(ts, id); !amended)
                return amended;
            return appendAndFinish();
        }
        NewHistoryRecord record = m_record;
        record.lateForTs = ts;
        record.lateForId = id;
        auto line = historyLine(record);
        if (!line)
            return tl::unexpected(line.error());
        m_intent.line = *line;
        if (m_intent.displacedLine && !m_tail.displacedThere) {
            auto displaced = recordFromLine(*m_intent.displacedLine);
            if (!displaced)
                return tl::unexpected(displaced.error());
            displaced->lateForTs = ts;
            displaced->lateForId = id;
            auto displacedLine = historyLine(*displaced);
            if (!displacedLine)
                return tl::unexpected(displacedLine.error());
            m_intent.displacedLine = *displacedLine;
        }
        if (auto amended = amendAppending(); !amended)
            return amended;
        return appendAndFinish();
    }

    /// The text that came out of the place gets its record, and ours follows from it. The journal says so before the history does, so that being
    /// killed here doubles nothing.
    Result<void> amendForDisplaced(const std::optional<QString> &lateTs, const std::optional<QString> &lateId)
    {
        auto displaced = displacedRecord(m_context, m_target, m_record.prev, *m_displaced);
        if (!displaced)
            return tl::unexpected(displaced.error());
        if (!m_intent.folder && !displaced->trashed && !placeIsOfNew())
            displaced->trashed = m_record.trashed;
        displaced->lateForTs = lateTs;
        displaced->lateForId = lateId;
        NewHistoryRecord record = m_record;
        if (auto set = setPrevious(m_context, m_target, record, m_displaced); !set)
            return set;
        if (m_intent.folder || placeIsOfNew())
            record.trashed = m_record.trashed; // the place of the folder, or of the new bytes, whatever was found
        record.lateForTs = lateTs;
        record.lateForId = lateId;
        auto displacedLine = historyLine(*displaced);
        if (!displacedLine)
            return tl::unexpected(displacedLine.error());
        auto line = historyLine(record);
        if (!line)
            return tl::unexpected(line.error());
        m_intent.displacedLine = *displacedLine;
        m_intent.line = *line;
        m_intent.before = FileSide::of(m_displaced);
        m_tail.displacedThere = false;
        return amendAppending();
    }

    Result<void> amendAppending()
    {
        m_intent.appending = true;
        m_intent.historySize = m_tail.size;
        if (m_tail.displacedThere) // it lies before that size, where the next recovery does not look
            m_intent.displacedLine.reset();
        return m_journal.amend(m_intent);
    }

    Result<void> appendDisplacedLine()
    {
        if (!m_intent.displacedLine || m_tail.displacedThere)
            return {};
        if (auto appended = appendRecord(m_context, m_target, *m_intent.displacedLine); !appended)
            return appended;
        m_tail.displacedThere = true;
        m_done += QStringLiteral("The text that another program had put into %1 outside the mutation order was recorded.").arg(m_target.path);
        return {};
    }

    Result<void> appendAndFinish()
    {
        if (auto appended = appendDisplacedLine(); !appended)
            return appended;
        if (auto appended = appendRecord(m_context, m_target, m_intent.line); !appended)
            return appended;
        return finish(QStringLiteral("was in place; its record was appended"));
    }

    Result<void> finish(const QString &what)
    {
        publishReset(m_context);
        // What came out of the place was recorded before ours was; a text that nobody knows is kept all the same.
        if (m_displaced && !isRecorded(*m_displaced)) {
            if (auto kept = keepDisplaced(); !kept)
                return kept;
        }
        m_goesOn = !m_intent.folder && !m_intent.renamedFrom.isEmpty();
        return end(what);
    }

    bool isRecorded(const QByteArray &text) const
    {
        if (!m_intent.displacedLine)
            return false;
        const auto displaced = recordFromLine(*m_intent.displacedLine);
        return displaced && displaced->next && *displaced->next == text;
    }

    Result<void> drop()
    {
        if (m_intent.folder && !m_intent.folder->keepText) {
            m_goesOn = !m_intent.renamedFrom.isEmpty();
            return end(QStringLiteral("had not been made"));
        }
        if (auto kept = keepNew(QStringLiteral("The change to %1 was interrupted before it was made.")); !kept)
            return kept;
        if (placeIsOfNew())
            return endUnmade(QStringLiteral("had not been made; its bytes are kept in %1").arg(*m_record.trashed));
        return endUnmade(QStringLiteral("had not been made; its text is kept as a draft"));
    }

    Result<void> keepBoth()
    {
        if (auto kept = keepNew(QStringLiteral("The change to %1 was interrupted, and another program wrote the file since.")); !kept)
            return kept;
        if (m_record.prev) {
            const QString reason = QStringLiteral("What %1 held before a change that was interrupted; another program wrote the file since.");
            if (auto kept = saveDraft(m_context, draftId(QStringLiteral("before")), m_intent.directory, m_intent.filePath, QStringLiteral("recovery"),
                                      reason.arg(m_target.path), *m_record.prev, std::nullopt);
                !kept)
                return kept;
        }
        publishReset(m_context);
        return endUnmade(QStringLiteral("cannot be told from what another program wrote since; the texts before and after it are kept as drafts"));
    }

    Result<void> keepNew(const QString &reason)
    {
        if (!m_record.next)
            return {};
        return saveDraft(m_context, draftId(QStringLiteral("after")), m_intent.directory, m_intent.filePath, QStringLiteral("recovery"),
                         reason.arg(m_target.path), *m_record.next, m_record.prev);
    }

    Result<void> keepDisplaced()
    {
        return saveDraft(m_context, draftId(QStringLiteral("displaced")), m_intent.directory, m_intent.filePath, QStringLiteral("displaced"),
                         QStringLiteral("Another program had put this text into %1 outside the mutation order.").arg(m_target.path), *m_displaced,
                         m_record.prev);
    }

    /// Ends a mutation that left no record of its own. The record of what a script wrote is true whatever became of ours.
    Result<void> endUnmade(const QString &what)
    {
        if (auto appended = appendDisplacedLine(); !appended)
            return appended;
        if (m_displaced) {
            if (auto kept = keepDisplaced(); !kept)
                return kept;
        }
        return end(what);
    }

    Result<void> end(const QString &what)
    {
        if (!m_intent.staged.isEmpty()) {
            auto removed = m_context.storage().remove(stagedPath());
            if (!removed && removed.error().code != ErrorCode::NotFound)
                return removed;
        }
        if (!m_goesOn) {
            if (auto removed = m_journal.remove(); !removed)
                return removed;
        }
        // Behind the journal, which tells by the stage that nothing was put in place. What is left of it is swept by the next change of a folder.
        if (m_intent.folder && m_intent.folder->hasStage())
            static_cast<void>(m_context.storage().removeTree(placed(m_intent.folder->from)));
        m_done.prepend(QStringLiteral("A change to %1 that %2 began at %3 and did not end %4.")
                           .arg(QString(m_intent.directory + u'/' + m_intent.filePath),
                                m_intent.program.isEmpty() ? QStringLiteral("a program") : m_intent.program, m_intent.startedAt, what));
        return {};
    }

    QString placed(const QString &place) const { return QString(m_context.customRoot + u'/' + place); }
    QString stagedPath() const { return QString(m_target.parent() + u'/' + m_intent.staged); }
    QString draftId(const QString &part) const { return QString(QStringLiteral("recovery-") + m_intent.id + u'-' + part); }

    MutationContext &m_context;
    MutationJournal &m_journal;
    MutationIntent m_intent;
    MutationTarget m_target;
    NewHistoryRecord m_record;
    HistoryTail m_tail;
    std::optional<QByteArray> m_file;
    bool m_fileKnown = false;
    std::optional<QByteArray> m_displaced; ///< what came out of the place (or went to the trash), where it is neither before nor after
    bool m_moved = false;                  ///< a rename: it was done
    bool m_goesOn = false;
    QStringList m_done;
};

/// The rest of a renaming: the new file is there and recorded, the old one goes to the trash, unless somebody changed it since.
Result<QStringList> finishRenaming(MutationContext &context, MutationJournal &journal, const MutationIntent &intent)
{
    const QString &expected = intent.folder ? intent.before.hash : intent.after.hash;
    auto target = resolveTarget(context.storage(), context.customRoot, intent.directory, intent.renamedFrom, TargetRule::Restore);
    std::optional<QByteArray> old;
    if (target) {
        if (auto bytes = readIfThere(context.storage(), target->path, maxSkillTextBytes); bytes)
            old = std::move(*bytes);
    }
    if (!old || FileSide::of(old).hash != expected) {
        if (auto removed = journal.remove(); !removed)
            return tl::unexpected(removed.error());
        return QStringList{};
    }
    MutationOptions options;
    options.wait = undoWait();
    options.acceptUnlocked = true; // whoever recovers holds the mutation lock under the same condition
    const auto record = recordFromLine(intent.line);
    const auto removed =
        trashFile(context, std::move(*target), removalRecord(record ? record->note : std::nullopt), {}, options, Journaling::TakenOver);
    if (!removed) {
        return QStringList{QStringLiteral("The renaming of %1 was not finished: the file is there under both names, because the old one cannot be "
                                          "removed: %2")
                               .arg(intent.renamedFrom, removed.error().message)};
    }
    return QStringList{QStringLiteral("The renaming of %1 was finished.").arg(intent.renamedFrom)};
}

/// A journal that cannot be read is never guessed at. Torn at its first line, nothing had been done yet; damaged, or of a newer version, it is kept
/// where a person can look at it, and does not block those who come after.
Result<QStringList> putUnreadableAside(MutationContext &context, MutationJournal &journal, const QString &problem)
{
    const auto folder = attributesFor(context.storage(), QString(context.customRoot + QStringLiteral("/.trash")), FileRole::Folder);
    if (!folder)
        return tl::unexpected(folder.error());
    const auto kept = journal.setAside(context.customRoot, *folder);
    if (!kept)
        return tl::unexpected(kept.error());
    return QStringList{
        QStringLiteral("The journal of an unfinished change could not be used, because %1; it was moved to %2. Compare the newest changes of "
                       "the skills with their histories.")
            .arg(problem, *kept)};
}

} // namespace

Result<QStringList> recoverPredecessor(MutationContext &context)
{
    MutationJournal journal(context.storage(), context.customRoot);
    auto state = journal.load();
    if (!state)
        return tl::unexpected(state.error());
    if (!state->exists)
        return QStringList{};
    if (!state->intent)
        return putUnreadableAside(context, journal, state->problem);
    if (!recordFromLine(state->intent->line))
        return putUnreadableAside(context, journal, QStringLiteral("its record is damaged"));

    auto target = state->intent->folder && !state->intent->folder->isFile
                      ? resolveSkillFolder(context.storage(), context.customRoot, state->intent->directory)
                      : resolveTarget(context.storage(), context.customRoot, state->intent->directory, state->intent->filePath, TargetRule::Restore);
    if (!target) {
        if (target.error().code != ErrorCode::Invalid)
            return tl::unexpected(target.error());
        // The names lead elsewhere now (a link, a folder in the file's place). The texts are saved, nothing is touched, the journal is kept.
        const auto record = recordFromLine(state->intent->line);
        for (const auto &[part, text] : {std::pair{QStringLiteral("after"), record->next}, std::pair{QStringLiteral("before"), record->prev}}) {
            if (!text)
                continue;
            const QString id = QString(QStringLiteral("recovery-") + state->intent->id + u'-' + part);
            if (const auto saved =
                    saveDraft(context, id, state->intent->directory, state->intent->filePath, QStringLiteral("recovery"),
                              QStringLiteral("A change was interrupted, and its file cannot be reached any more."), *text, std::nullopt);
                !saved)
                return tl::unexpected(saved.error());
        }
        return putUnreadableAside(context, journal, QStringLiteral("its file cannot be reached any more (%1)").arg(target.error().message));
    }
    Recovery recovery(context, journal, std::move(*state->intent), std::move(*target));
    auto done = recovery.run();
    if (!done || !recovery.goesOn())
        return done;
    auto rest = finishRenaming(context, journal, recovery.intent());
    if (!rest)
        return rest;
    return QStringList(*done + *rest);
}

} // namespace verderer
