// SPDX-License-Identifier: GPL-3.0-or-later
#include "threads/thread_service_p.h"

#include "base/json_equality.h"
#include "database/audit_log.h"
#include "database/database_time.h"
#include "threads/thread_json.h"
#include "threads/thread_rules.h"

#include <QUuid>

namespace verderer {

namespace {

constexpr int readBackTries = 3;

void compareWishes(const CreateThread &wish, CreateThreadAnswer *answer)
{
    const ThreadRecord &stored = answer->record;
    const auto compareText = [&](const QString &field, const std::optional<QString> &wished, const std::optional<QString> &there) {
        if (wished && wished != there)
            answer->ignored.append(
                {field, dumpPythonJson(toJson(*wished)), there ? dumpPythonJson(toJson(*there)) : QByteArray(), QStringLiteral("exists")});
    };
    compareText(QStringLiteral("title"), wish.title, stored.displayName);
    compareText(QStringLiteral("assistant_id"), wish.assistantId, stored.assistantId);
    const auto wished = parseJson(wish.metadataJson);
    const auto there = parseJson(stored.metadataJson);
    if (!wished || !wished->is_object())
        return;
    for (const auto &[key, value] : wished->items()) {
        const bool known = there && there->is_object() && there->contains(key);
        if (known && sameJson(there->at(key), value))
            continue;
        answer->ignored.append({QStringLiteral("metadata.") + QString::fromStdString(key), dumpPythonJson(value),
                                known ? dumpPythonJson(there->at(key)) : QByteArray(), QStringLiteral("exists")});
    }
}

QString auditText(const ThreadRecord &record)
{
    return QString::fromUtf8(dumpPythonJson(threadToJson(record)));
}

} // namespace

QString ThreadService::Private::audit(const QString &action, const QString &id, const QString &before, const QString &after) const
{
    if (!parts.audit)
        return {};
    const auto logged = parts.audit->append({parts.databaseName, action, id, before, after});
    return logged ? QString() : QStringLiteral("The change was made, but could not be written to the audit log: %1").arg(logged.error().message);
}

Result<ChangedThread> ThreadService::Private::change(const QString &id, const QString &action, bool refuseWhileActive, const ThreadChange &edit,
                                                     const Wait &wait) const
{
    const auto admitted = parts.admission->acquire(id, wait);
    if (!admitted) {
        return tl::unexpected<Error>(admitted.error());
    }
    QString before;
    auto stored = parts.store->update(
        id,
        [&](const ThreadRecord &record) {
            before = auditText(record);
            return edit(record);
        },
        refuseWhileActive, wait);
    if (!stored) {
        return tl::unexpected<Error>(stored.error());
    }
    ChangedThread changed{std::move(*stored), {}};
    if (const QString after = auditText(changed); before != after) {
        if (const QString warning = audit(action, id, before, after); !warning.isEmpty()) {
            changed.warnings.append(warning);
        }
    }
    return changed;
}

Result<CreateThreadAnswer> ThreadService::Private::answerExisting(const CreateThread &wish, CreateThreadAnswer answer, ThreadRecord stored,
                                                                  const Wait &wait) const
{
    if (stored.owner && wish.owner && stored.owner != wish.owner) {
        ErrorDetails details;
        details.kind = QStringLiteral("other-owner");
        details.holder = *stored.owner;
        return fail(ErrorCode::Conflict,
                    QStringLiteral("The thread \"%1\" exists and belongs to another user (%2). Choose another id; nothing was changed.")
                        .arg(stored.threadId, *stored.owner),
                    details);
    }
    if (!stored.owner && wish.owner) {
        if (wish.claimUnowned) {
            const auto claimed = parts.store->update(
                stored.threadId,
                [&](const ThreadRecord &record) -> Result<ThreadRecord> {
                    ThreadRecord changed = record;
                    if (!changed.owner) // somebody may have been faster
                        changed.owner = wish.owner;
                    return changed;
                },
                false, wait);
            if (!claimed)
                return tl::unexpected<Error>(claimed.error());
            if (claimed->owner != wish.owner)
                return answerExisting(wish, std::move(answer), *claimed, wait);
            answer.claimed = true;
            if (const QString warning = audit(QStringLiteral("thread.claim"), stored.threadId, auditText(stored), auditText(*claimed));
                !warning.isEmpty())
                answer.warnings.append(warning);
            stored = *claimed;
        } else {
            answer.warnings.append(nobodysThreadWarning());
        }
    }
    answer.record = std::move(stored);
    compareWishes(wish, &answer);
    return answer;
}
ThreadService::ThreadService(Dependencies dependencies) : d(std::make_unique<Private>(Private{std::move(dependencies)}))
{
}

ThreadService::~ThreadService() = default;

Result<CreateThreadAnswer> ThreadService::create(const CreateThread &given, const Wait &wait)
{
    CreateThread wish = given;
    CreateThreadAnswer answer;
    const bool isNewId = !wish.id;
    const auto id = isNewId ? Result<QString>(QUuid::createUuid().toString(QUuid::WithoutBraces)) : checkThreadId(*wish.id);
    if (!id)
        return tl::unexpected<Error>(id.error());
    if (const auto fits = checkThreadLengths(wish); !fits)
        return tl::unexpected<Error>(fits.error());
    const auto metadata = normalizeThreadMetadata(wish.metadataJson, &answer.ignored);
    if (!metadata)
        return tl::unexpected<Error>(metadata.error());
    wish.metadataJson = *metadata;
    for (std::optional<QString> *text : {&wish.title, &wish.assistantId}) {
        if (*text && (*text)->isEmpty()) {
            text->reset(); // an empty field is no wish
        }
    }

    const auto admitted = d->parts.admission->acquire(*id, wait);
    if (!admitted)
        return tl::unexpected<Error>(admitted.error());
    for (int attempt = 0; attempt < readBackTries; ++attempt) {
        auto found = d->parts.store->find(*id, wait);
        if (!found)
            return tl::unexpected<Error>(found.error());
        if (d->parts.afterFirstRead)
            d->parts.afterFirstRead(*id, found->has_value());
        if (*found)
            return d->answerExisting(wish, std::move(answer), std::move(**found), wait);
        if (wait.cancel.isCancelled())
            return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled; no thread was made."));

        QStringList warnings;
        if (!isNewId) {
            const auto remains = d->parts.store->remains(*id, wait);
            if (!remains)
                return tl::unexpected<Error>(remains.error());
            if (!wish.adopting && (remains->runs > 0 || remains->events > 0))
                warnings.append(QStringLiteral("An earlier thread of this id left %1 runs and %2 events behind; they will show up in the new one.")
                                    .arg(remains->runs)
                                    .arg(remains->events));
        }
        ThreadRecord record;
        record.threadId = *id;
        record.owner = wish.owner;
        record.assistantId = wish.assistantId;
        record.displayName = wish.title;
        record.status = QStringLiteral("idle");
        record.metadataJson = wish.metadataJson;
        record.createdRaw = record.updatedRaw = databaseTimestamp(d->parts.clock->now());
        auto inserted = d->parts.store->insert(record, wait);
        if (!inserted) {
            Error error = inserted.error();
            if (error.details.kind == QLatin1String("commit-unknown")) {
                error.message =
                    QStringLiteral("The connection was lost while the thread \"%1\" was being stored, so it may or may not be there. Create it "
                                   "again with this id: that never makes a second one.")
                        .arg(*id);
            }
            return tl::unexpected<Error>(std::move(error));
        }
        if (!inserted->record)
            continue; // deleted between our insert and our look: try again
        if (!inserted->created)
            return d->answerExisting(wish, std::move(answer), std::move(*inserted->record), wait);
        answer.created = true;
        answer.record = std::move(*inserted->record);
        answer.warnings.append(warnings);
        if (wish.title && !wish.adopting)
            answer.warnings.append(QStringLiteral("DeerFlow may overwrite the title after the thread's next run."));
        if (const QString warning = d->audit(QStringLiteral("thread.create"), *id, {}, auditText(answer.record)); !warning.isEmpty())
            answer.warnings.append(warning);
        return answer;
    }
    return fail(ErrorCode::Conflict,
                QStringLiteral("The thread \"%1\" was deleted by somebody else each time it was made. Try again later.").arg(*id));
}

Result<ThreadRemains> ThreadService::remains(const QString &id, const Wait &wait)
{
    return d->parts.store->remains(id, wait);
}

Result<ThreadRecord> ThreadService::show(const QString &id, const Wait &wait)
{
    auto found = d->parts.store->find(id, wait);
    if (!found)
        return tl::unexpected<Error>(found.error());
    if (!*found)
        return tl::unexpected<Error>(missingThread(id));
    return std::move(**found);
}

Result<ThreadPage> ThreadService::list(const ThreadFilter &filter, int limit, const std::optional<ThreadCursor> &after, const Wait &wait)
{
    return d->parts.store->list(filter, limit, after, wait);
}

Result<ChangedThread> ThreadService::rename(const QString &id, const QString &title, const Wait &wait)
{
    CreateThread wish;
    wish.title = title;
    if (const auto fits = checkThreadLengths(wish); !fits)
        return tl::unexpected<Error>(fits.error());
    const QString now = databaseTimestamp(d->parts.clock->now());
    return d->change(
        id, QStringLiteral("thread.rename"), true,
        [&](const ThreadRecord &stored) -> Result<ThreadRecord> {
            ThreadRecord changed = stored;
            changed.displayName = title.isEmpty() ? std::nullopt : std::optional<QString>(title);
            if (changed.displayName != stored.displayName)
                changed.updatedRaw = now;
            return changed;
        },
        wait);
}

Result<ChangedThread> ThreadService::setPinned(const QString &id, bool pinned, const Wait &wait)
{
    return d->change(
        id, pinned ? QStringLiteral("thread.pin") : QStringLiteral("thread.unpin"), false,
        [&](const ThreadRecord &stored) -> Result<ThreadRecord> {
            auto metadata = editableMetadata(stored);
            if (!metadata) {
                return tl::unexpected<Error>(metadata.error());
            }
            ThreadRecord changed = stored;
            if (stored.pinned != pinned) {
                (*metadata)["deerflow_pinned"] = pinned;
                changed.metadataJson = dumpPythonJson(*metadata, LineSeparators::Raw);
            }
            return changed;
        },
        wait);
}

Result<ChangedThread> ThreadService::mergeMetadata(const QString &id, const QByteArray &json, const QStringList &remove, const Wait &wait)
{
    QList<IgnoredWish> reserved;
    const auto normalized = normalizeThreadMetadata(json, &reserved);
    if (!normalized)
        return tl::unexpected<Error>(normalized.error());
    const Json wanted = *parseJson(*normalized);
    const QString now = databaseTimestamp(d->parts.clock->now());
    auto answer = d->change(
        id, QStringLiteral("thread.metadata"), true,
        [&](const ThreadRecord &stored) -> Result<ThreadRecord> {
            auto metadata = editableMetadata(stored);
            if (!metadata) {
                return tl::unexpected<Error>(metadata.error());
            }
            for (const auto &[key, value] : wanted.items())
                (*metadata)[key] = value;
            for (const QString &key : remove)
                metadata->erase(key.toStdString());
            ThreadRecord changed = stored;
            changed.metadataJson = dumpPythonJson(*metadata, LineSeparators::Raw);
            const bool pinAlone =
                remove.isEmpty() && wanted.size() == 1 && wanted.contains("deerflow_pinned") && wanted["deerflow_pinned"].is_boolean();
            if (!pinAlone)
                changed.updatedRaw = now;
            return changed;
        },
        wait);
    for (const IgnoredWish &wish : std::as_const(reserved)) {
        if (answer) {
            answer->warnings.append(QStringLiteral("%1 is a key that DeerFlow keeps for itself; it was left out.").arg(wish.field));
        }
    }
    return answer;
}

} // namespace verderer
