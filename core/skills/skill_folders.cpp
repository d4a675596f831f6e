// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/skill_folders.h"

#include "base/file_attributes.h"
#include "base/hash.h"
#include "scan/scan_report.h"
#include "skills/document.h"
#include "skills/folder_mutation.h"
#include "skills/mutation_order.h"
#include "skills/skill_copy.h"
#include "skills/skill_form.h"

#include <QDir>
#include <QFileInfo>

namespace verderer {

namespace {

/// A new skill must be one that DeerFlow accepts and lists.
Result<void> checkNewSkill(const QByteArray &text, const QString &directory, const QString &customRoot)
{
    if (auto checked = checkSkillDirectory(directory, customRoot); !checked)
        return checked;
    ErrorDetails details;
    details.path = QString(customRoot + u'/' + directory);
    if (text.size() > maxSkillTextBytes) {
        details.kind = QStringLiteral("too-large");
        return fail(ErrorCode::Invalid, QStringLiteral("The text holds more than %1 bytes. Make it shorter.").arg(maxSkillTextBytes), details);
    }
    const SkillVerdict verdict = judgeSkill(text, directory);
    if (verdict.valid)
        return {};
    details.kind = problemKindName(verdict.problem.kind);
    details.line = verdict.problem.line;
    details.column = verdict.problem.column;
    return fail(ErrorCode::Invalid, verdict.problem.message, details);
}

QStringList namesOf(const QList<SkillEntry> &entries)
{
    constexpr qsizetype shown = 8;
    QStringList names;
    for (const SkillEntry &entry : entries.first(std::min(shown, entries.size())))
        names += entry.name;
    if (entries.size() > shown)
        names += QStringLiteral("…");
    return names;
}

bool isWanted(const EmptyTrashRequest &request, const DeletedSkill &deleted)
{
    return (request.directory.isEmpty() || deleted.directory == request.directory) && (request.place.isEmpty() || deleted.place == request.place) &&
           (!request.olderThan || deleted.deletedUs < request.olderThan);
}

Result<QList<DeletedSkill>> wantedTrash(const QString &customRoot, const EmptyTrashRequest &request, const CancelToken &cancel)
{
    auto found = listTrash(customRoot, cancel);
    if (!found)
        return found;
    found->removeIf([&](const DeletedSkill &deleted) { return !isWanted(request, deleted); });
    if (!request.place.isEmpty() && found->isEmpty()) {
        ErrorDetails details;
        details.kind = QStringLiteral("not-in-trash");
        details.path = QString(customRoot + u'/' + request.place);
        return fail(ErrorCode::NotFound, QStringLiteral("%1 is not in the trash.").arg(request.place), details);
    }
    return found;
}

/// Half-removed folders have names that nobody takes for something to restore.
QString removingPrefix()
{
    return QString(QStringLiteral(".trash/.removing-"));
}

/// Goes on with what an earlier emptying was cut off in.
void sweepRemovals(MutationContext &context)
{
    const QDir trash(QString(context.customRoot + QStringLiteral("/.trash")));
    const QStringList names = trash.entryList({QStringLiteral(".removing-*")}, QDir::Dirs | QDir::Hidden | QDir::NoSymLinks, QDir::Name);
    for (const QString &name : names) {
        if (const auto removed = context.storage().removeTree(trash.filePath(name)); !removed)
            context.addWarnings({removed.error().message});
    }
}

} // namespace

SkillFolders::SkillFolders(SkillRoots roots, SkillEditor::Dependencies dependencies)
    : m_roots(std::move(roots)), m_dependencies(std::move(dependencies))
{
}

/// The resolved custom root, made where it is a user's first skill: its locks lie beside it.
Result<QString> SkillFolders::preparedRoot() const
{
    auto root = resolveCustomRoot(m_roots);
    if (!root)
        return root;
    const auto attributes = attributesFor(*m_dependencies.storage, *root, FileRole::Folder);
    if (!attributes)
        return tl::unexpected(attributes.error());
    if (const auto made = m_dependencies.storage->makeFolder(*root, *attributes); !made)
        return tl::unexpected(made.error());
    return root;
}

Result<MutationOutcome> SkillFolders::create(const CreateRequest &request, const MutationOptions &options)
{
    const auto named = resolveCustomRoot(m_roots);
    if (!named)
        return tl::unexpected(named.error());
    if (const auto checked = checkNewSkill(request.text, request.directory, *named); !checked)
        return tl::unexpected(checked.error());
    const auto warnings = warningsBefore(request.directory, options.wait.cancel);
    if (!warnings)
        return tl::unexpected(warnings.error());
    const auto root = preparedRoot();
    if (!root)
        return tl::unexpected(root.error());
    FolderPlacing placing;
    placing.record.action = QStringLiteral("create");
    placing.record.note = request.note;
    placing.text = request.text;
    placing.keepText = true;
    return changeInOrder(m_roots, m_dependencies, *root, options, [&](MutationContext &context) {
        context.addWarnings(*warnings);
        return placeFolder(context, request.directory, placing, options);
    });
}

Result<MutationOutcome> SkillFolders::copy(const CopyRequest &request, const MutationOptions &options)
{
    const auto named = resolveCustomRoot(m_roots);
    if (!named)
        return tl::unexpected(named.error());
    Storage &storage = *m_dependencies.storage;
    const auto source = storage.read(QString(request.sourceFolder + QStringLiteral("/SKILL.md")), maxSkillTextBytes);
    if (!source)
        return tl::unexpected(source.error());
    const auto text = renamedSkill(*source, request.directory);
    if (!text)
        return tl::unexpected(text.error());
    if (const auto checked = checkNewSkill(*text, request.directory, *named); !checked)
        return tl::unexpected(checked.error());
    const auto warnings = warningsBefore(request.directory, options.wait.cancel);
    if (!warnings)
        return tl::unexpected(warnings.error());
    const auto listing = listPackage(request.sourceFolder, options.wait.cancel);
    if (!listing)
        return tl::unexpected(listing.error());
    const auto root = preparedRoot();
    if (!root)
        return tl::unexpected(root.error());
    FolderPlacing placing;
    placing.record.action = QStringLiteral("create");
    placing.record.note = request.note ? request.note : QStringLiteral("A copy of %1.").arg(request.sourceName);
    placing.text = *text;
    placing.fill = [&](FolderStage &stage) { return copyPackage(storage, request.sourceFolder, *listing, stage, options.wait.cancel); };
    return changeInOrder(m_roots, m_dependencies, *root, options, [&](MutationContext &context) {
        context.addWarnings(*warnings + listing->leftOut);
        return placeFolder(context, request.directory, placing, options);
    });
}

Result<MutationOutcome> SkillFolders::place(const PlaceRequest &request, const MutationOptions &options)
{
    const auto named = resolveCustomRoot(m_roots);
    if (!named)
        return tl::unexpected(named.error());
    if (const auto checked = checkNewSkill(request.text, request.directory, *named); !checked)
        return tl::unexpected(checked.error());
    if (auto gate = scanGate(request.scan, QStringLiteral("The skill %1").arg(request.directory)); !gate)
        return tl::unexpected(gate.error());
    const auto warnings = warningsBefore(request.directory, options.wait.cancel);
    if (!warnings)
        return tl::unexpected(warnings.error());
    const auto root = preparedRoot();
    if (!root)
        return tl::unexpected(root.error());
    FolderPlacing placing;
    placing.record.action = QStringLiteral("create");
    placing.record.note = request.note;
    placing.record.decision = scanDecisionName(request.scan.decision());
    placing.record.reason = request.scan.reason();
    placing.record.staticFindingsJson = request.scan.findingsJson();
    placing.text = request.text;
    placing.fill = request.fill;
    placing.replace = request.replace;
    return changeInOrder(m_roots, m_dependencies, *root, options, [&](MutationContext &context) -> Result<MutationOutcome> {
        const QString folder = QString(*root + u'/' + request.directory);
        if (request.replace && request.isSame && QFileInfo(folder).isDir()) {
            const auto same = request.isSame(folder);
            if (!same)
                return tl::unexpected(same.error());
            if (*same) {
                MutationOutcome outcome;
                outcome.hash = sha256Hex(request.text);
                outcome.scan = request.scan;
                return outcome;
            }
        }
        context.addWarnings(*warnings);
        auto outcome = placeFolder(context, request.directory, placing, options);
        if (outcome)
            outcome->scan = request.scan;
        return outcome;
    });
}

Result<MutationOutcome> SkillFolders::remove(const DeleteRequest &request, const MutationOptions &options)
{
    const auto root = resolveCustomRoot(m_roots);
    if (!root)
        return tl::unexpected(root.error());
    // Looked at before the lock, so that a request that cannot succeed makes nobody wait and no lock file.
    const auto target = resolveSkillFolder(*m_dependencies.storage, *root, request.directory);
    if (!target)
        return tl::unexpected(target.error());
    if (!QFileInfo::exists(target->folder)) {
        ErrorDetails details;
        details.path = target->folder;
        details.kind = QStringLiteral("not-found");
        return fail(ErrorCode::NotFound, QStringLiteral("There is no custom skill \"%1\": %2 does not exist.").arg(request.directory, target->folder),
                    details);
    }
    FolderRecord record = removalRecord(request.note);
    record.action = QStringLiteral("human_delete");
    return changeInOrder(m_roots, m_dependencies, *root, options,
                         [&](MutationContext &context) { return trashFolder(context, request.directory, record, request.baseHash, options); });
}

Result<QList<DeletedSkill>> SkillFolders::restorable(const CancelToken &cancel) const
{
    const auto root = resolveCustomRoot(m_roots);
    if (!root)
        return tl::unexpected(root.error());
    return listRestorable(*root, cancel);
}

Result<QList<DeletedSkill>> SkillFolders::trash(const EmptyTrashRequest &request, const CancelToken &cancel) const
{
    const auto root = resolveCustomRoot(m_roots);
    if (!root)
        return tl::unexpected(root.error());
    return wantedTrash(*root, request, cancel);
}

Result<EmptiedTrash> SkillFolders::emptyTrash(const EmptyTrashRequest &request, const MutationOptions &options)
{
    const auto root = resolveCustomRoot(m_roots);
    if (!root)
        return tl::unexpected(root.error());
    if (!QFileInfo(QString(*root + QStringLiteral("/.trash"))).isDir() && request.place.isEmpty())
        return EmptiedTrash{};
    const auto work = [&](MutationContext &context, const QStringList &recovered) -> Result<EmptiedTrash> {
        context.addWarnings(recovered);
        sweepRemovals(context);
        const auto wanted = wantedTrash(*root, request, options.wait.cancel);
        if (!wanted)
            return tl::unexpected(wanted.error());
        EmptiedTrash emptied;
        for (const DeletedSkill &deleted : *wanted) {
            if (options.wait.cancel.isCancelled()) {
                emptied.failed += Error{ErrorCode::Cancelled, QStringLiteral("Cancelled; %1 is still in the trash.").arg(deleted.place), {}};
                continue;
            }
            // Renamed first: cut off in the middle of the removal, it is nothing that could be restored as if it were whole.
            const QString going = QString(context.customRoot + u'/' + removingPrefix() + randomId());
            auto removed = context.storage().move(QString(context.customRoot + u'/' + deleted.place), going);
            if (removed)
                removed = context.storage().removeTree(going);
            if (removed)
                emptied.removed += deleted;
            else
                emptied.failed += removed.error();
        }
        emptied.warnings = context.warnings;
        return emptied;
    };
    return inMutationOrder<EmptiedTrash>(m_roots, m_dependencies, *root, options, work);
}

Result<QStringList> SkillFolders::warningsBefore(const QString &name, const CancelToken &cancel) const
{
    const auto catalog = readCatalog(m_roots, cancel);
    if (!catalog)
        return tl::unexpected(catalog.error());
    QStringList warnings;
    bool hasCustom = false;
    QList<SkillEntry> legacy;
    for (const SkillEntry &entry : catalog->entries) {
        hasCustom = hasCustom || (entry.category == SkillCategory::Custom && !entry.deleted);
        if (entry.category == SkillCategory::Legacy && entry.listed && entry.name != name)
            legacy += entry;
        const bool isShared = entry.category == SkillCategory::Public || entry.category == SkillCategory::Integrations;
        if (isShared && entry.listed && entry.name == name) {
            warnings += QStringLiteral("The %1 skill \"%2\" will no longer be listed for this user: the custom one of that name stands before it.")
                            .arg(skillCategoryName(entry.category), name);
        }
    }
    if (!hasCustom && !legacy.isEmpty()) {
        warnings.prepend(
            QStringLiteral("%1 shared %2 will no longer be listed for this user (%3): DeerFlow shows the legacy skills only to users without one of "
                           "their own.")
                .arg(legacy.size())
                .arg(legacy.size() == 1 ? QStringLiteral("skill") : QStringLiteral("skills"), namesOf(legacy).join(QStringLiteral(", "))));
    }
    if (isReservedSkillName(name))
        warnings += QStringLiteral("DeerFlow keeps the name \"%1\" for its chat commands: this skill cannot be activated with /%1.").arg(name);
    return warnings;
}

} // namespace verderer
