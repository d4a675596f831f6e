// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/text_mutation.h"

#include "base/file_attributes.h"
#include "base/hash.h"
#include "skills/file_replacement.h"
#include "skills/trash.h"

#include <QDir>

namespace verderer {

namespace {

/// The steps between "nothing has been done" and "all is done", with the way back from each.
class TextMutation {
public:
    TextMutation(MutationContext &context, const MutationTarget &target, const TextChange &change, const MutationOptions &options,
                 std::optional<QByteArray> predecessor, FileSide before)
        : m_context(context), m_target(target), m_change(change), m_options(options), m_journal(context.storage(), context.customRoot),
          m_predecessor(std::move(predecessor)), m_before(std::move(before)),
          m_replacement(context.storage(), target.path, m_predecessor, change.text)
    {
    }

    Result<MutationOutcome> run()
    {
        if (const auto prepared = prepare(); !prepared)
            return tl::unexpected(undone(prepared.error()));
        if (const auto begun = begin(); !begun)
            return tl::unexpected(undone(begun.error()));
        if (const auto placed = place(); !placed)
            return tl::unexpected(undone(placed.error()));
        if (const auto recorded = record(); !recorded)
            return tl::unexpected(undone(recorded.error()));
        return finish();
    }

private:
    Storage &storage() { return m_context.storage(); }

    /// Everything that may be done before the intent, because it changes nothing that anybody sees.
    Result<void> prepare()
    {
        m_record = newRecord(m_context, m_target, m_change.action, m_change.note);
        if (QByteArrayView(m_change.text).isValidUtf8()) {
            m_record.next = m_change.text;
        } else {
            auto kept = keepBytes(storage(), m_target, m_change.text);
            if (!kept)
                return tl::unexpected(kept.error());
            m_newPlace = *kept;
        }
        m_record.rollbackFromTs = m_change.rollbackFromTs;
        m_record.decision = scanDecisionName(m_change.scan.decision());
        m_record.reason = m_change.scan.reason();
        m_record.staticFindingsJson = m_change.scan.findingsJson();
        if (auto set = setBefore(m_predecessor); !set)
            return set;

        auto line = historyLine(m_record);
        if (!line)
            return tl::unexpected(line.error());
        m_intent.line = *line;
        const auto size = historySize(m_context, m_target);
        if (!size)
            return tl::unexpected(size.error());
        m_intent.historySize = *size;
        if (auto made = makeFolders(); !made)
            return made;

        auto attributes = attributesFor(storage(), m_target.path);
        if (!attributes)
            return tl::unexpected(attributes.error());
        m_attributes = *attributes;
        if (m_change.executable)
            m_attributes.mode |= 0111U;
        return {};
    }

    /// What the record says was there before. It has room for one place in the trash: that of the new bytes goes first, since the old ones lie under
    /// their own hash in the same folder, and the record that brought them names it.
    Result<void> setBefore(const std::optional<QByteArray> &previous)
    {
        auto set = setPrevious(m_context, m_target, m_record, previous);
        if (set && m_newPlace)
            m_record.trashed = m_newPlace;
        return set;
    }

    Result<void> makeFolders()
    {
        const QString parent = m_target.parent();
        for (QString folder = parent; folder.size() > 1; folder.truncate(folder.lastIndexOf(u'/'))) {
            const auto stamp = storage().stamp(folder);
            if (!stamp)
                return tl::unexpected(stamp.error());
            if (stamp->exists)
                break;
            m_madeFolders += folder;
        }
        if (m_madeFolders.isEmpty())
            return {};
        const auto attributes = attributesFor(storage(), parent, FileRole::Folder);
        if (!attributes)
            return tl::unexpected(attributes.error());
        return storage().makeFolder(parent, *attributes);
    }

    Result<void> begin()
    {
        if (auto staged = m_replacement.stage(m_attributes); !staged)
            return staged;
        describeIntent(m_context, m_target, m_record, m_intent);
        m_intent.before = m_before;
        m_intent.after = FileSide::of(m_change.text);
        m_intent.staged = m_replacement.stagedName();
        m_intent.renamedFrom = m_change.renamedFrom;
        const auto attributes = attributesFor(storage(), m_journal.path());
        if (!attributes)
            return tl::unexpected(attributes.error());
        m_begun = true; // from here on there may be an intent, whole or torn
        if (auto written = m_journal.write(m_intent, *attributes); !written)
            return written;
        // The text and the intent that names it need no order between them, only both before the exchange.
        return storage().sync(QStringList(m_journal.unsynced()) << m_replacement.stagedPath());
    }

    Result<void> place()
    {
        auto projection = lockProjection(m_context, m_options, m_options.wait);
        if (!projection)
            return tl::unexpected(projection.error());
        constexpr int attempts = 4; // of a script that writes again and again where the file system cannot exchange
        for (int attempt = 0; attempt < attempts; ++attempt) {
            auto placement = m_replacement.put();
            if (!placement)
                return tl::unexpected(placement.error());
            if (placement->surprise) {
                if (auto told = takeSurprise(*placement->surprise, placement->recordFirst); !told)
                    return told;
            }
            if (!placement->recordFirst)
                return {};
        }
        ErrorDetails details;
        details.path = m_target.path;
        details.kind = QStringLiteral("keeps-changing");
        return fail(ErrorCode::Conflict, QStringLiteral("Another program keeps writing %1. Stop it, then try again.").arg(m_target.path), details);
    }

    /// A program wrote outside every lock between our reading and our replacing.
    Result<void> takeSurprise(const std::optional<QByteArray> &found, bool recordFirst)
    {
        if (!found) {
            m_context.warnings += QStringLiteral("Another program had removed %1 outside the mutation order; it is there again.").arg(m_target.path);
            if (recordFirst)
                m_replacement.rebase(std::nullopt);
            return {};
        }
        m_context.warnings +=
            QStringLiteral("Another program had written %1 outside the mutation order; its text was recorded before this change.").arg(m_target.path);
        auto displaced = displacedRecord(m_context, m_target, m_record.prev, *found);
        if (!displaced)
            return tl::unexpected(displaced.error());
        if (m_record.trashed && !m_newPlace)
            displaced->trashed = m_record.trashed;
        auto displacedLine = historyLine(*displaced);
        if (!displacedLine)
            return tl::unexpected(displacedLine.error());
        if (auto set = setBefore(found); !set)
            return set;
        auto line = historyLine(m_record);
        if (!line)
            return tl::unexpected(line.error());
        m_intent.displacedLine = *displacedLine;
        m_intent.line = *line;
        m_intent.before = FileSide::of(found);
        // The journal says it before the history does: whoever finds half of this knows what the other half was to be.
        if (auto amended = m_journal.amend(m_intent); !amended)
            return amended;
        if (!recordFirst)
            return {};
        if (auto appended = appendDisplacedRecord(m_context, m_target, m_intent); !appended)
            return appended;
        m_replacement.rebase(found);
        return {};
    }

    Result<void> record()
    {
        if (auto synced = storage().syncFolder(m_target.parent()); !synced)
            return synced;
        if (auto appended = appendDisplacedRecord(m_context, m_target, m_intent); !appended)
            return appended;
        return appendRecord(m_context, m_target, m_intent.line);
    }

    /// The change is made and recorded; what fails from here on is told and mended by the next one who comes.
    MutationOutcome finish()
    {
        if (const auto removed = m_replacement.discard(); !removed)
            m_context.warnings += removed.error().message;
        publishReset(m_context);
        if (m_change.renamedFrom.isEmpty())
            endJournal();
        checkAttributes();
        MutationOutcome outcome;
        outcome.changed = true;
        outcome.hash = m_intent.after.hash;
        outcome.recordId = sha256Hex(m_intent.line);
        outcome.recordTs = m_record.ts;
        outcome.scan = m_change.scan;
        return outcome;
    }

    void endJournal()
    {
        if (const auto removed = m_journal.remove(); !removed) {
            m_context.warnings += QStringLiteral("The change is made and recorded, but its journal could not be removed; the next change does it. %1")
                                      .arg(removed.error().message);
        }
    }

    /// DeerFlow's sandbox reads skills as another account: folders must be open to it, and a file that changed hands is worth a word.
    void checkAttributes()
    {
        QStringList folders = {m_target.folder};
        if (m_target.parent() != m_target.folder)
            folders += m_target.parent();
        for (const QString &folder : std::as_const(folders)) {
            const auto stamp = storage().stamp(folder);
            if (!stamp) {
                m_context.addWarnings({stamp.error().message});
                continue;
            }
            if (!stamp->exists || (stamp->mode & 0755U) == 0755U)
                continue;
            if (const auto set = storage().setAttributes(folder, {stamp->mode | 0755U, std::nullopt, std::nullopt}); !set)
                m_context.warnings += QStringLiteral("DeerFlow's sandbox cannot read %1, and its permissions could not be changed: %2")
                                          .arg(folder, set.error().message);
        }
        const auto stamp = storage().stamp(m_target.path);
        if (!stamp) {
            m_context.addWarnings({stamp.error().message});
            return;
        }
        if (!stamp->exists)
            return;
        if ((m_attributes.owner && stamp->owner != *m_attributes.owner) || (m_attributes.group && stamp->group != *m_attributes.group)) {
            m_context.warnings += QStringLiteral("%1 now belongs to user %2, group %3: this account may not keep its owner or group.")
                                      .arg(m_target.path)
                                      .arg(stamp->owner)
                                      .arg(stamp->group);
        }
        if ((stamp->mode & 0644U) != 0644U)
            m_context.warnings += QStringLiteral("%1 cannot be read by DeerFlow's sandbox: its permissions could not be set.").arg(m_target.path);
    }

    /// Goes back to where nothing had happened, and says in the error whether that was possible.
    Error undone(const Error &error) { return undoneError(error, goBack()); }

    Result<void> goBack()
    {
        if (m_begun) {
            if (auto taken = takeBackRecord(m_context, m_target, m_intent); !taken)
                return taken;
        }
        if (m_replacement.isPlaced()) {
            auto projection = lockProjection(m_context, m_options, undoWait());
            if (!projection)
                return tl::unexpected(projection.error());
            if (auto back = m_replacement.takeBack(); !back)
                return back;
            if (auto synced = storage().syncFolder(m_target.parent()); !synced)
                return synced;
        }
        if (auto discarded = m_replacement.discard(); !discarded)
            return discarded;
        for (const QString &folder : std::as_const(m_madeFolders))
            QDir().rmdir(folder); // only where it is empty; one that somebody uses meanwhile stays
        return m_begun ? m_journal.remove() : Result<void>();
    }

    MutationContext &m_context;
    const MutationTarget &m_target;
    const TextChange &m_change;
    const MutationOptions &m_options;
    MutationJournal m_journal;
    std::optional<QByteArray> m_predecessor;
    FileSide m_before; ///< of the predecessor
    FileReplacement m_replacement;
    FileAttributes m_attributes;
    NewHistoryRecord m_record;
    std::optional<QString> m_newPlace; ///< in the trash, of new bytes that are no text
    MutationIntent m_intent;
    bool m_begun = false;
    QStringList m_madeFolders; ///< innermost first
};

tl::unexpected<Error> conflict(const MutationTarget &target, const std::optional<QByteArray> &present)
{
    ErrorDetails details;
    details.path = target.path;
    details.kind = QStringLiteral("changed-meanwhile");
    details.present = present.value_or(QByteArray());
    details.presentHash = FileSide::of(present).hash;
    return fail(
        ErrorCode::Conflict,
        present ? QStringLiteral("%1 was changed since it was loaded. Compare the two texts, then merge them or save again over it.").arg(target.path)
                : QStringLiteral("%1 was deleted since it was loaded. Save again without a base, or restore it from its history.").arg(target.path),
        details);
}

} // namespace

Result<MutationOutcome> changeText(MutationContext &context, const MutationTarget &target, const TextChange &change, const MutationOptions &options)
{
    auto predecessor = readIfThere(context.storage(), target.path, maxSkillTextBytes);
    if (!predecessor)
        return tl::unexpected(predecessor.error());
    const FileSide present = FileSide::of(*predecessor);
    if (change.baseHash && *change.baseHash != present.hash)
        return conflict(target, *predecessor);
    if (!*predecessor && !change.mayCreate) {
        ErrorDetails details;
        details.path = target.path;
        details.kind = QStringLiteral("not-found");
        return fail(ErrorCode::NotFound,
                    QStringLiteral("There is no custom skill \"%1\" any more: %2 does not exist. Restore it from its history.")
                        .arg(target.directory, target.path),
                    details);
    }
    const bool sameInAllButNewlines = change.sameTextIsEnough && !change.text.contains('\r') && present.readsAs(FileSide::of(change.text));
    if (*predecessor == change.text || sameInAllButNewlines) {
        MutationOutcome outcome;
        outcome.hash = present.hash;
        outcome.scan = change.scan;
        return outcome;
    }
    return TextMutation(context, target, change, options, std::move(*predecessor), present).run();
}

} // namespace verderer
