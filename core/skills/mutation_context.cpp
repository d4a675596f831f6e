// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/mutation_context.h"

#include "base/file_attributes.h"
#include "skills/cache_marker.h"
#include "skills/trash.h"

#include <chrono>

namespace verderer {

QString MutationContext::now() const
{
    // The clock's own time, never bent to come after the newest record's: a history's order is the order of its lines, and a record is addressed by
    // its hash, so that two clocks that disagree do no harm and no record states a time at which nothing happened.
    return isoTimestamp(dependencies.clock->now());
}

void MutationContext::addWarnings(const QStringList &more)
{
    for (const QString &warning : more) {
        if (!warnings.contains(warning))
            warnings += warning;
    }
}

Result<void> appendRecord(MutationContext &context, const MutationTarget &target, const QByteArray &line)
{
    const QString folderPath = target.history.left(target.history.lastIndexOf(u'/'));
    const auto folder = attributesFor(context.storage(), folderPath, FileRole::Folder);
    if (!folder)
        return tl::unexpected(folder.error());
    const auto file = attributesFor(context.storage(), target.history);
    if (!file)
        return tl::unexpected(file.error());
    return appendHistoryLine(context.storage(), target.history, line, *folder, *file);
}

void publishReset(MutationContext &context)
{
    constexpr std::chrono::seconds patience{5}; // of the marker's own small lock, which is held for one replacement at a time
    Wait wait;
    wait.deadline = QDeadlineTimer(patience);
    const auto published = publishCacheReset(context.roots.extensionsFile, context.roots.userId, *context.dependencies.queues, context.storage(),
                                             *context.dependencies.clock, wait);
    if (!published) {
        context.addWarnings(
            {QStringLiteral("Running Gateways may show the old text until their skills are reloaded, because they could not be told: %1")
                 .arg(published.error().message)});
    }
}

Result<void> saveDraft(MutationContext &context, const QString &id, const QString &directory, const QString &filePath, const QString &origin,
                       const QString &reason, const QByteArray &text, const std::optional<QByteArray> &base)
{
    Draft draft;
    draft.id = id;
    draft.customRoot = context.customRoot;
    draft.directory = directory;
    draft.filePath = filePath;
    draft.origin = origin;
    draft.reason = reason;
    draft.text = text;
    draft.hasBase = base.has_value();
    draft.base = base.value_or(QByteArray());
    if (base)
        draft.baseHash = FileSide::of(base).hash;
    draft.savedAt = context.dependencies.clock->now();
    const auto saved = context.dependencies.drafts->save(draft);
    if (!saved)
        return tl::unexpected(saved.error());
    return {};
}

Result<void> setPrevious(MutationContext &context, const MutationTarget &target, NewHistoryRecord &record, const std::optional<QByteArray> &previous)
{
    record.prev.reset();
    record.trashed.reset();
    if (!previous || QByteArrayView(*previous).isValidUtf8()) {
        record.prev = previous;
        return {};
    }
    auto kept = keepBytes(context.storage(), target, *previous);
    if (!kept)
        return tl::unexpected(kept.error());
    record.trashed = *kept;
    return {};
}

Result<NewHistoryRecord> displacedRecord(MutationContext &context, const MutationTarget &target, const std::optional<QByteArray> &predecessor,
                                         const QByteArray &found)
{
    NewHistoryRecord record;
    record.ts = context.now();
    record.action = QStringLiteral("human_edit");
    record.filePath = target.filePath;
    record.reason = QStringLiteral("Not scanned: written by another program outside the mutation order.");
    record.note = QStringLiteral("A program wrote this text outside the mutation order; it was found when the next change was put in its place.");
    if (const auto set = setPrevious(context, target, record, predecessor); !set)
        return tl::unexpected(set.error());
    if (QByteArrayView(found).isValidUtf8()) {
        record.next = found;
    } else {
        // The record has room for one place. The predecessor's bytes, where they are no text either, lie in the same folder under their own hash.
        auto kept = keepBytes(context.storage(), target, found);
        if (!kept)
            return tl::unexpected(kept.error());
        if (!record.trashed)
            record.trashed = *kept;
    }
    return record;
}

} // namespace verderer
