// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/mutation_context.h"

#include "base/file_attributes.h"
#include "skills/cache_marker.h"
#include "skills/history_tail.h"
#include "skills/trash.h"

#include <QRandomGenerator>

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

QString randomId()
{
    QString id;
    for (int part = 0; part < 2; ++part)
        id += QStringLiteral("%1").arg(QRandomGenerator::system()->generate64(), 16, 16, QLatin1Char('0'));
    return id;
}

NewHistoryRecord newRecord(const MutationContext &context, const MutationTarget &target, const QString &action, const std::optional<QString> &note)
{
    NewHistoryRecord record;
    record.ts = context.now();
    record.action = action;
    record.filePath = target.filePath;
    record.reason = QStringLiteral("Not scanned: changed with %1, which has no scanner yet.").arg(context.dependencies.program);
    record.note = note;
    if (!context.dependencies.hostUser.isEmpty())
        record.hostUser = context.dependencies.hostUser;
    return record;
}

Result<qint64> historySize(MutationContext &context, const MutationTarget &target)
{
    const auto history = context.storage().stamp(target.history);
    if (!history)
        return tl::unexpected(history.error());
    if (history->exists && !history->isRegular) {
        ErrorDetails details;
        details.path = target.history;
        details.kind = QStringLiteral("not-a-file");
        return fail(ErrorCode::Invalid, QStringLiteral("%1 is no plain file, so that no record can be kept. Move it away.").arg(target.history),
                    details);
    }
    return history->exists ? history->size : 0;
}

void describeIntent(const MutationContext &context, const MutationTarget &target, const NewHistoryRecord &record, MutationIntent &intent)
{
    intent.id = randomId();
    intent.program = context.dependencies.program;
    intent.startedAt = record.ts;
    intent.action = record.action;
    intent.directory = target.directory;
    intent.filePath = target.filePath;
}

Result<ProjectionLock> lockProjection(MutationContext &context, const MutationOptions &options, const Wait &wait)
{
    auto lock =
        ProjectionLock::acquire(context.roots.userProjectionLock, *context.dependencies.queues, context.storage(), wait, options.acceptUnlocked);
    if (lock)
        context.addWarnings(lock->warnings());
    return lock;
}

Wait undoWait()
{
    constexpr std::chrono::seconds undoing{10};
    Wait wait;
    wait.deadline = QDeadlineTimer(undoing);
    return wait;
}

Result<void> takeBackRecord(MutationContext &context, const MutationTarget &target, const MutationIntent &intent)
{
    const auto tail = readHistoryTail(target.history, intent);
    if (!tail)
        return tl::unexpected(tail.error());
    if (tail->oursThere) {
        ErrorDetails details;
        details.path = target.history;
        return fail(ErrorCode::Internal, QStringLiteral("its record is already in the history"), details);
    }
    return tail->cutAt ? context.storage().truncate(target.history, *tail->cutAt) : Result<void>();
}

Error undoneError(Error error, const Result<void> &back)
{
    if (back)
        error.message += QStringLiteral(" Nothing was changed.");
    else
        error.message +=
            QStringLiteral(" What was begun could not be undone (%1); the next change of these skills finishes it.").arg(back.error().message);
    return error;
}

Result<void> appendDisplacedRecord(MutationContext &context, const MutationTarget &target, MutationIntent &intent)
{
    if (!intent.displacedLine)
        return {};
    if (auto appended = appendRecord(context, target, *intent.displacedLine); !appended)
        return appended;
    intent.displacedLine.reset();
    const auto size = historySize(context, target);
    if (!size)
        return tl::unexpected(size.error());
    intent.historySize = *size;
    return {};
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
