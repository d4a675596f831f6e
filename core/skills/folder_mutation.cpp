// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/folder_mutation.h"

#include "base/file_attributes.h"
#include "base/hash.h"
#include "skills/file_replacement.h"
#include "skills/folder_exchange.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>

namespace verderer {

namespace {

QString nameOfFile()
{
    return QStringLiteral("SKILL.md");
}

tl::unexpected<Error> refused(ErrorCode code, const QString &kind, const QString &path, const QString &message)
{
    ErrorDetails details;
    details.kind = kind;
    details.path = path;
    return fail(code, message, details);
}

/// The text that stands there: nothing where it is missing, a link, no plain file or too large to be a text.
Result<std::optional<QByteArray>> readTextAt(Storage &storage, const QString &path)
{
    if (QFileInfo(path).isSymLink())
        return std::optional<QByteArray>();
    auto text = readIfThere(storage, path, maxSkillTextBytes);
    if (!text && text.error().code == ErrorCode::Invalid)
        return std::optional<QByteArray>();
    return text;
}

/// The steps of one rename of a whole folder, or of a file to the trash, and its record, with the way back from each.
class FolderMutation {
public:
    FolderMutation(MutationContext &context, MutationTarget target, const FolderRecord &record, FolderMove move, const MutationOptions &options,
                   Journaling journaling = Journaling::Own)
        : m_context(context), m_target(std::move(target)), m_options(options), m_journal(context.storage(), context.customRoot),
          m_move(std::move(move)), m_isDeletion(m_move.isDeletion(m_target.directory)), m_takesOver(journaling == Journaling::TakenOver),
          m_replaces(!m_move.replaced.isEmpty()), m_exchange(context.storage(), placed(m_move.from), placed(m_move.to), placed(m_move.replaced))
    {
        m_record = newRecord(context, m_target, record.action, record.note);
        m_record.rollbackFromTs = record.rollbackFromTs;
        m_record.decision = record.decision.value_or(m_record.decision);
        m_record.reason = record.reason.value_or(m_record.reason);
        m_record.staticFindingsJson = record.staticFindingsJson.value_or(m_record.staticFindingsJson);
    }

    /// `going` and `coming` are the texts of the SKILL.md that goes and of that which comes, as far as they can be told; `placing` is set where a
    /// stage is to be filled.
    Result<MutationOutcome> run(const std::optional<QByteArray> &going, const std::optional<QByteArray> &coming, const FolderPlacing *placing)
    {
        if (const auto prepared = prepare(going, coming); !prepared)
            return tl::unexpected(undoneError(prepared.error(), goBack()));
        if (const auto begun = begin(placing); !begun)
            return tl::unexpected(undoneError(begun.error(), goBack()));
        if (const auto moved = moveFolder(); !moved)
            return tl::unexpected(undoneError(moved.error(), goBack()));
        if (const auto recorded = record(); !recorded)
            return tl::unexpected(undoneError(recorded.error(), goBack()));
        return finish();
    }

private:
    Storage &storage() { return m_context.storage(); }
    QString placed(const QString &place) const { return QString(m_context.customRoot + u'/' + place); }

    /// A text that no record can hold lies in the folder itself, which nobody throws away here.
    static std::optional<QByteArray> recordable(const std::optional<QByteArray> &text)
    {
        return text && QByteArrayView(*text).isValidUtf8() ? text : std::nullopt;
    }
    static FileSide sideOf(const std::optional<QByteArray> &text)
    {
        FileSide side = FileSide::of(text);
        side.exists = true;
        return side;
    }
    [[nodiscard]] bool takesAway() const { return m_isDeletion || m_replaces; }
    /// Where the folder that goes comes to lie.
    [[nodiscard]] QString oldPlace() const { return m_isDeletion ? m_move.to : m_move.replaced; }

    Result<void> prepare(const std::optional<QByteArray> &going, const std::optional<QByteArray> &coming)
    {
        m_going = going;
        m_coming = coming;
        if (takesAway()) {
            m_record.prev = recordable(going);
            m_record.trashed = oldPlace();
            m_intent.before = sideOf(going);
        }
        if (!m_isDeletion) {
            m_record.next = recordable(coming);
            m_intent.after = sideOf(coming);
        }
        auto line = historyLine(m_record);
        if (!line)
            return tl::unexpected(line.error());
        m_intent.line = *line;
        const auto size = historySize(m_context, m_target);
        if (!size)
            return tl::unexpected(size.error());
        m_intent.historySize = *size;

        const QString above = takesAway() ? parentOf(placed(oldPlace())) : m_context.customRoot;
        const auto attributes = attributesFor(storage(), above, FileRole::Folder);
        if (!attributes)
            return tl::unexpected(attributes.error());
        return storage().makeFolder(above, *attributes);
    }

    Result<void> begin(const FolderPlacing *placing)
    {
        // What replaces a folder inherits nothing from it: a new one of its name would not either.
        const auto folder = attributesFor(storage(), m_replaces ? placed(m_move.from) : m_target.folder, FileRole::Folder);
        if (!folder)
            return tl::unexpected(folder.error());
        m_attributes = *folder;
        if (placing) {
            // Before the intent, so that while there is one, the stage says whether the rename was done.
            m_staged = true;
            if (auto made = storage().makeFolder(placed(m_move.from), *folder); !made)
                return made;
        }
        describeIntent(m_context, m_target, m_record, m_intent);
        m_intent.folder = m_move;
        if (m_takesOver) {
            m_intent.renamedFrom = m_target.filePath;
            m_begun = true;
            return m_journal.amend(m_intent);
        }
        const auto attributes = attributesFor(storage(), m_journal.path());
        if (!attributes)
            return tl::unexpected(attributes.error());
        m_begun = true; // from here on there may be an intent, whole or torn
        if (auto written = m_journal.write(m_intent, *attributes); !written)
            return written;
        if (auto synced = storage().sync(m_journal.unsynced()); !synced)
            return synced;
        return placing ? fill(*placing) : Result<void>();
    }

    Result<void> fill(const FolderPlacing &placing)
    {
        const auto file = attributesFor(storage(), m_replaces ? QString(placed(m_move.from) + u'/' + nameOfFile()) : m_target.path);
        if (!file)
            return tl::unexpected(file.error());
        FileAttributes inside = *file;
        inside.mode |= m_attributes.mode & 0020U; // as group-writable as the folder it comes to lie in
        FolderStage stage(storage(), placed(m_move.from), m_attributes, inside);
        if (auto written = stage.addFile(nameOfFile(), placing.text); !written)
            return written;
        if (placing.fill) {
            if (auto filled = placing.fill(stage); !filled)
                return filled;
        }
        return storage().syncTree(stage.path());
    }

    Result<void> moveFolder()
    {
        auto projection = lockProjection(m_context, m_options, m_options.wait);
        if (!projection)
            return tl::unexpected(projection.error());
        if (m_replaces)
            return m_exchange.put();
        if (auto moved = storage().move(placed(m_move.from), placed(m_move.to)); !moved) {
            if (moved.error().code != ErrorCode::AlreadyExists)
                return moved;
            return refused(ErrorCode::AlreadyExists, QStringLiteral("skill-exists"), m_target.folder,
                           QStringLiteral("Another program made the skill \"%1\" meanwhile.").arg(m_target.directory));
        }
        m_moved = true;
        return {};
    }

    Result<void> record()
    {
        QStringList folders{parentOf(placed(m_move.to))};
        for (const QString &place : {m_move.from, m_move.replaced}) {
            if (!place.isEmpty() && !folders.contains(parentOf(placed(place))))
                folders += parentOf(placed(place));
        }
        for (const QString &folder : std::as_const(folders)) {
            if (auto synced = storage().syncFolder(folder); !synced)
                return synced;
        }
        if (takesAway()) {
            if (auto told = tellSurprise(); !told)
                return told;
        }
        if (auto appended = appendDisplacedRecord(m_context, m_target, m_intent); !appended)
            return appended;
        return appendRecord(m_context, m_target, m_intent.line);
    }

    /// A script wrote SKILL.md between our reading and our moving: what lies in the trash is its text, and the records say so.
    Result<void> tellSurprise()
    {
        const auto found = m_move.isFile ? readTextAt(storage(), placed(oldPlace())) : readSkillText(storage(), placed(oldPlace()));
        if (!found)
            return tl::unexpected(found.error());
        if (!*found || !m_going || **found == *m_going)
            return {};
        m_context.warnings += QStringLiteral("Another program had written %1 outside the mutation order; its text was recorded before %2.")
                                  .arg(m_target.path, m_isDeletion ? QStringLiteral("the deletion") : QStringLiteral("the replacement"));
        const auto displaced = displacedRecord(m_context, m_target, m_record.prev, **found);
        if (!displaced)
            return tl::unexpected(displaced.error());
        const auto displacedLine = historyLine(*displaced);
        if (!displacedLine)
            return tl::unexpected(displacedLine.error());
        m_record.prev = recordable(*found);
        const auto line = historyLine(m_record);
        if (!line)
            return tl::unexpected(line.error());
        m_intent.displacedLine = *displacedLine;
        m_intent.line = *line;
        m_intent.before = FileSide::of(*found);
        return m_journal.amend(m_intent);
    }

    MutationOutcome finish()
    {
        publishReset(m_context);
        if (const auto removed = m_journal.remove(); !removed) {
            m_context.warnings += QStringLiteral("The change is made and recorded, but its journal could not be removed; the next change does it. %1")
                                      .arg(removed.error().message);
        }
        if (!m_isDeletion)
            checkOwner();
        MutationOutcome outcome;
        outcome.changed = true;
        outcome.hash = m_coming ? sha256Hex(*m_coming) : QString();
        outcome.recordId = sha256Hex(m_intent.line);
        outcome.recordTs = m_record.ts;
        outcome.place = oldPlace();
        return outcome;
    }

    void checkOwner()
    {
        const auto stamp = storage().stamp(m_target.folder);
        if (!stamp) {
            m_context.addWarnings({stamp.error().message});
            return;
        }
        if ((m_attributes.owner && stamp->owner != *m_attributes.owner) || (m_attributes.group && stamp->group != *m_attributes.group)) {
            m_context.warnings += QStringLiteral("%1 belongs to user %2, group %3: this account may not give it to the Gateway's.")
                                      .arg(m_target.folder)
                                      .arg(stamp->owner)
                                      .arg(stamp->group);
        }
        if ((stamp->mode & 0755U) != 0755U)
            m_context.warnings += QStringLiteral("DeerFlow's sandbox cannot read %1: its permissions are too narrow.").arg(m_target.folder);
    }

    Result<void> goBack()
    {
        if (m_begun) {
            if (auto taken = takeBackRecord(m_context, m_target, m_intent); !taken)
                return taken;
        }
        if (m_moved || m_exchange.isBegun()) {
            if (auto back = moveBack(); !back)
                return back;
        }
        if (m_begun || m_takesOver) {
            if (auto removed = m_journal.remove(); !removed)
                return removed;
        }
        // Behind the journal, which tells by the stage that nothing was put in place. What is left is swept by the next change of a folder.
        if (m_staged)
            static_cast<void>(storage().removeTree(placed(m_move.from)));
        return {};
    }

    Result<void> moveBack()
    {
        auto projection = lockProjection(m_context, m_options, undoWait());
        if (!projection)
            return tl::unexpected(projection.error());
        if (auto moved = m_replaces ? m_exchange.takeBack() : storage().move(placed(m_move.to), placed(m_move.from)); !moved)
            return moved;
        if (m_staged) {
            const auto text = readSkillText(storage(), placed(m_move.from));
            if (!text || *text != m_coming) { // somebody works on it already: a stage is thrown away, theirs must not be
                if (auto again = m_replaces ? m_exchange.put() : storage().move(placed(m_move.from), placed(m_move.to)); !again)
                    return again;
                return refused(ErrorCode::Conflict, QStringLiteral("keeps-changing"), m_target.path,
                               QStringLiteral("Another program wrote %1 meanwhile.").arg(m_target.path));
            }
        }
        m_moved = false;
        return storage().syncFolder(m_move.isFile ? m_target.parent() : m_context.customRoot);
    }

    static QString parentOf(const QString &path) { return path.left(path.lastIndexOf(u'/')); }

    MutationContext &m_context;
    MutationTarget m_target;
    const MutationOptions &m_options;
    MutationJournal m_journal;
    FolderMove m_move;
    bool m_isDeletion;
    bool m_takesOver;
    bool m_replaces;
    FolderExchange m_exchange;
    NewHistoryRecord m_record;
    MutationIntent m_intent;
    FileAttributes m_attributes; ///< of the folder
    std::optional<QByteArray> m_going;
    std::optional<QByteArray> m_coming;
    bool m_staged = false;
    bool m_begun = false;
    bool m_moved = false;
};

/// "20261201T093000123Z"
QString trashMoment(Microseconds time)
{
    constexpr Microseconds perMillisecond = 1000;
    return QDateTime::fromMSecsSinceEpoch(time / perMillisecond, Qt::UTC).toString(QStringLiteral("yyyyMMdd'T'HHmmsszzz'Z'"));
}

/// The time for people, and a number against two deletions in one moment.
QString distinctMoment(const MutationContext &context)
{
    constexpr qsizetype distinct = 8;
    return QString(trashMoment(context.dependencies.clock->now()) + u'.' + randomId().first(distinct));
}

/// Where a skill's folder is to lie in the trash. A skill's name holds no dot, so that the parts can be told apart again.
QString newTrashPlace(const MutationContext &context, const QString &directory)
{
    return QString(deletedFolder() + u'/' + directory + u'.' + distinctMoment(context));
}

/// Conflict where the caller saw another text.
Result<void> checkBase(const MutationTarget &target, const std::optional<QByteArray> &text, const std::optional<QString> &baseHash)
{
    if (!baseHash || *baseHash == FileSide::of(text).hash)
        return {};
    ErrorDetails details;
    details.path = target.path;
    details.kind = QStringLiteral("changed-meanwhile");
    details.present = text.value_or(QByteArray());
    details.presentHash = FileSide::of(text).hash;
    return fail(ErrorCode::Conflict, QStringLiteral("%1 was changed since it was loaded. Look at it again before it is deleted.").arg(target.path),
                details);
}

/// The target of something that is to come; AlreadyExists where the place is taken.
Result<MutationTarget> freePlace(MutationContext &context, const QString &directory)
{
    auto target = resolveSkillFolder(context.storage(), context.customRoot, directory);
    if (!target)
        return target;
    const auto folder = context.storage().stamp(target->folder);
    if (!folder)
        return tl::unexpected(folder.error());
    if (!folder->exists)
        return target;
    const auto text = context.storage().stamp(target->path);
    if (!text)
        return tl::unexpected(text.error());
    if (text->exists) {
        return refused(ErrorCode::AlreadyExists, QStringLiteral("skill-exists"), target->folder,
                       QStringLiteral("There is a custom skill \"%1\" already. Choose another name, or edit that one.").arg(directory));
    }
    return refused(ErrorCode::AlreadyExists, QStringLiteral("folder-exists"), target->folder,
                   QStringLiteral("The folder %1 exists already, without a SKILL.md. Move it away, or choose another name.").arg(target->folder));
}

} // namespace

Result<std::optional<QByteArray>> readSkillText(Storage &storage, const QString &folder)
{
    return readTextAt(storage, QString(folder + u'/' + nameOfFile()));
}

Result<MutationOutcome> placeFolder(MutationContext &context, const QString &directory, const FolderPlacing &placing, const MutationOptions &options)
{
    sweepStages(context);
    constexpr qsizetype distinct = 16;
    FolderMove move{QString(stagePrefix() + directory + u'-' + randomId().first(distinct)), directory, placing.keepText, {}, 0, false};
    auto target = resolveSkillFolder(context.storage(), context.customRoot, directory);
    if (!target)
        return tl::unexpected(target.error());
    const auto present = context.storage().stamp(target->folder);
    if (!present)
        return tl::unexpected(present.error());
    std::optional<QByteArray> going;
    if (placing.replace && present->exists) {
        auto text = readSkillText(context.storage(), target->folder);
        if (!text)
            return tl::unexpected(text.error());
        going = std::move(*text);
        move.replaced = newTrashPlace(context, directory);
        move.replacedInode = present->inode;
    } else if (auto free = freePlace(context, directory); !free) {
        return tl::unexpected(free.error());
    }
    return FolderMutation(context, std::move(*target), placing.record, std::move(move), options).run(going, placing.text, &placing);
}

Result<MutationOutcome> restoreFolder(MutationContext &context, const QString &directory, const QString &place, const FolderRecord &record,
                                      const MutationOptions &options)
{
    auto target = freePlace(context, directory);
    if (!target)
        return tl::unexpected(target.error());
    const QString folder = QString(context.customRoot + u'/' + place);
    const auto stamp = context.storage().stamp(folder);
    if (!stamp)
        return tl::unexpected(stamp.error());
    if (!stamp->exists) {
        return refused(ErrorCode::NotFound, QStringLiteral("not-in-trash"), folder,
                       QStringLiteral("%1 is not in the trash any more: it was restored, or the trash was emptied.").arg(place));
    }
    const auto text = readSkillText(context.storage(), folder);
    if (!text)
        return tl::unexpected(text.error());
    return FolderMutation(context, std::move(*target), record, {place, directory, false, {}, 0, false}, options).run({}, *text, nullptr);
}

Result<MutationOutcome> trashFolder(MutationContext &context, const QString &directory, const FolderRecord &record,
                                    const std::optional<QString> &baseHash, const MutationOptions &options)
{
    auto target = resolveSkillFolder(context.storage(), context.customRoot, directory);
    if (!target)
        return tl::unexpected(target.error());
    const auto folder = context.storage().stamp(target->folder);
    if (!folder)
        return tl::unexpected(folder.error());
    if (!folder->exists) {
        return refused(ErrorCode::NotFound, QStringLiteral("not-found"), target->folder,
                       QStringLiteral("There is no custom skill \"%1\": %2 does not exist.").arg(directory, target->folder));
    }
    auto text = readSkillText(context.storage(), target->folder);
    if (!text)
        return tl::unexpected(text.error());
    if (const auto same = checkBase(*target, *text, baseHash); !same)
        return tl::unexpected(same.error());
    const QString place = newTrashPlace(context, directory);
    return FolderMutation(context, std::move(*target), record, {directory, place, false, {}, 0, false}, options).run(*text, {}, nullptr);
}

FolderRecord removalRecord(const std::optional<QString> &note)
{
    FolderRecord record;
    record.action = QStringLiteral("remove_file");
    record.note = note;
    record.decision = QStringLiteral("allow");
    record.reason = QStringLiteral("Deletion requested."); // DeerFlow's words for what needs no scan (deerflow-format 3)
    record.staticFindingsJson = QByteArray();
    return record;
}

namespace {

/// The text of a file that may go to the trash.
Result<std::optional<QByteArray>> removableText(MutationContext &context, const MutationTarget &target, const std::optional<QString> &baseHash)
{
    const QString plain = QString(context.customRoot + u'/' + target.directory + u'/' + target.filePath);
    if (target.path != plain) {
        return refused(ErrorCode::Invalid, QStringLiteral("link"), plain,
                       QStringLiteral("A link leads to \"%1\": the file itself is %2. Remove the link by hand, or name the file.")
                           .arg(target.filePath, target.path));
    }
    const auto file = context.storage().stamp(target.path);
    if (!file)
        return tl::unexpected(file.error());
    if (!file->exists) {
        return refused(ErrorCode::NotFound, QStringLiteral("not-found"), target.path,
                       QStringLiteral("The skill \"%1\" has no file \"%2\".").arg(target.directory, target.filePath));
    }
    auto text = readTextAt(context.storage(), target.path);
    if (!text)
        return text;
    if (const auto same = checkBase(target, *text, baseHash); !same)
        return tl::unexpected(same.error());
    return text;
}

} // namespace

Result<void> checkRemovable(MutationContext &context, const MutationTarget &target, const std::optional<QString> &baseHash)
{
    const auto text = removableText(context, target, baseHash);
    return text ? Result<void>() : Result<void>(tl::unexpected(text.error()));
}

Result<MutationOutcome> trashFile(MutationContext &context, MutationTarget target, const FolderRecord &record, const std::optional<QString> &baseHash,
                                  const MutationOptions &options, Journaling journaling)
{
    auto text = removableText(context, target, baseHash);
    if (!text) {
        if (journaling == Journaling::TakenOver)
            static_cast<void>(MutationJournal(context.storage(), context.customRoot).remove()); // its first half is whole
        return tl::unexpected(text.error());
    }
    const QString from = QString(target.directory + u'/' + target.filePath);
    const QString place =
        QString(removedFilesFolder() + u'/' + target.directory + u'/' + distinctMoment(context) + u'-' + target.filePath.section(u'/', -1));
    return FolderMutation(context, std::move(target), record, {from, place, false, {}, 0, true}, options, journaling).run(*text, {}, nullptr);
}

void sweepStages(MutationContext &context)
{
    const QDir root(context.customRoot);
    const QStringList names = root.entryList({QString(stagePrefix() + u'*')}, QDir::Dirs | QDir::Hidden | QDir::NoSymLinks, QDir::Name);
    for (const QString &name : names) {
        if (const auto removed = context.storage().removeTree(root.filePath(name)); !removed)
            context.addWarnings({removed.error().message});
    }
}

} // namespace verderer
