// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/hash.h"
#include "skills/folder_mutation.h"
#include "skills/mutation_order.h"
#include "skills/skill_folders.h"
#include "skills/text_mutation.h"

#include <QFileInfo>

namespace verderer {

namespace {

/// Where a deleted skill can be had from.
struct Source {
    QString place;                    ///< the whole folder; empty: only its text
    std::optional<QByteArray> text;   ///< its SKILL.md, where one can be told
    std::optional<QString> deletedTs; ///< of the record of its deletion
};

tl::unexpected<Error> nothingToRestore(const QString &directory, const QString &customRoot)
{
    ErrorDetails details;
    details.kind = QStringLiteral("not-in-trash");
    details.path = QString(customRoot + u'/' + directory);
    return fail(ErrorCode::NotFound,
                QStringLiteral("There is no deleted skill \"%1\": neither the trash nor a history has one. See what there is with the list of "
                               "deleted skills.")
                    .arg(directory),
                details);
}

bool isDeletion(const HistoryEntry &entry)
{
    return entry.filePath == u"SKILL.md" && (entry.action == u"human_delete" || entry.action == u"delete");
}

/// Looks for the record of the deletion: that of a place in the trash, or the newest one.
Result<Source> fromHistory(const QString &customRoot, const QString &directory, const QString &place, const CancelToken &cancel)
{
    Source source;
    auto reader = HistoryReader::open(historyPath(customRoot, directory));
    if (!reader) {
        if (reader.error().code == ErrorCode::NotFound)
            return source;
        return tl::unexpected(reader.error());
    }
    constexpr int pageSize = 100;
    qint64 before = -1;
    std::optional<HistoryEntry> lastText; // of a skill that vanished without any record
    do {
        const auto page = reader->newest(pageSize, before, cancel);
        if (!page)
            return tl::unexpected(page.error());
        for (const HistoryEntry &entry : page->entries) {
            if (!lastText && place.isEmpty() && entry.filePath == u"SKILL.md" && entry.hasNew && entry.decision != u"block")
                lastText = entry;
            if (!isDeletion(entry) || (!place.isEmpty() && entry.trashed != place))
                continue;
            auto texts = reader->texts(entry);
            if (!texts)
                return tl::unexpected(texts.error());
            source.deletedTs = entry.ts.isEmpty() ? std::nullopt : std::optional(entry.ts);
            source.text = std::move(texts->prev);
            source.place = entry.trashed.value_or(QString());
            return source;
        }
        before = page->before;
    } while (before > 0);
    if (lastText) {
        auto texts = reader->texts(*lastText);
        if (!texts)
            return tl::unexpected(texts.error());
        source.text = std::move(texts->next);
    }
    return source;
}

bool isInTrash(const QString &customRoot, const QString &place)
{
    return !place.isEmpty() && QFileInfo(QString(customRoot + u'/' + place)).isDir();
}

/// The newest deletion, or the one that is asked for.
Result<Source> findSource(const QString &customRoot, const RestoreRequest &request, const CancelToken &cancel)
{
    const auto trash = listTrash(customRoot, cancel);
    if (!trash)
        return tl::unexpected(trash.error());
    QString newest;
    bool isKnown = request.place.isEmpty();
    for (const DeletedSkill &deleted : *trash) {
        if (deleted.directory != request.directory)
            continue;
        if (newest.isEmpty())
            newest = deleted.place;
        isKnown = isKnown || deleted.place == request.place;
    }
    if (!isKnown) // a name that is typed is never taken for a path
        return nothingToRestore(request.directory, customRoot);
    auto source = fromHistory(customRoot, request.directory, request.place, cancel);
    if (!source)
        return source;
    if (!request.place.isEmpty())
        source->place = request.place;
    else if (!isInTrash(customRoot, source->place))
        source->place = source->deletedTs && source->text ? QString() : newest;
    if (source->place.isEmpty() && !source->text)
        return nothingToRestore(request.directory, customRoot);
    return source;
}

} // namespace

Result<MutationOutcome> SkillFolders::restore(const RestoreRequest &request, const MutationOptions &options)
{
    const auto root = resolveCustomRoot(m_roots);
    if (!root)
        return tl::unexpected(root.error());
    if (const auto checked = checkSkillDirectory(request.directory, *root); !checked)
        return tl::unexpected(checked.error());
    if (const auto before = findSource(*root, request, options.wait.cancel); !before)
        return tl::unexpected(before.error());
    const auto warnings = warningsBefore(request.directory, options.wait.cancel);
    if (!warnings)
        return tl::unexpected(warnings.error());
    return changeInOrder(m_roots, m_dependencies, *root, options, [&](MutationContext &context) -> Result<MutationOutcome> {
        const auto source = findSource(*root, request, options.wait.cancel);
        if (!source)
            return tl::unexpected(source.error());
        const auto target = resolveSkillFolder(context.storage(), *root, request.directory);
        if (!target)
            return tl::unexpected(target.error());
        const auto present = readSkillText(context.storage(), target->folder);
        if (!present)
            return tl::unexpected(present.error());
        if (*present && request.place.isEmpty() && *present == source->text) {
            MutationOutcome outcome;
            outcome.hash = sha256Hex(**present);
            return outcome;
        }
        context.addWarnings(*warnings);
        FolderRecord record;
        record.action = QStringLiteral("rollback");
        record.note = request.note;
        record.rollbackFromTs = std::optional<QString>(source->deletedTs);
        const bool isTaken = present->has_value();
        if (!source->place.isEmpty() || isTaken)
            return restoreFolder(context, request.directory, source->place, record, options);

        const auto file = resolveTarget(context.storage(), *root, request.directory, QStringLiteral("SKILL.md"), TargetRule::Restore);
        if (!file)
            return tl::unexpected(file.error());
        context.addWarnings({QStringLiteral("Only SKILL.md could be brought back, from the history: the rest of the folder is not in the trash.")});
        TextChange change;
        change.text = *source->text;
        change.action = record.action;
        change.note = request.note;
        change.rollbackFromTs = record.rollbackFromTs;
        change.mayCreate = true;
        return changeText(context, *file, change, options);
    });
}

} // namespace verderer
