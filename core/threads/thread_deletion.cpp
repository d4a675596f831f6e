// SPDX-License-Identifier: GPL-3.0-or-later
#include "database/audit_log.h"
#include "threads/thread_json.h"
#include "threads/thread_rules.h"
#include "threads/thread_service.h"
#include "threads/thread_service_p.h"

#include "base/json.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>

namespace verderer {

namespace {

/// The folder name DeerFlow gives to a user id (deerflow-format 1.1): other characters become `-`, and a digest keeps such names apart. Whatever a
/// database holds, this never leads out of the home.
QString userFolder(const QString &owner)
{
    QString safe = owner;
    for (QChar &c : safe) {
        const bool plain = (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9') || c == u'_' || c == u'-';
        if (!plain) {
            c = u'-';
        }
    }
    if (safe != owner) {
        safe += QLatin1Char('-') + QString::fromLatin1(QCryptographicHash::hash(owner.toUtf8(), QCryptographicHash::Sha256).toHex().left(16));
    }
    return safe;
}

bool isThere(const QString &path)
{
    const QFileInfo info(path);
    return info.isSymLink() || info.exists();
}

/// Where DeerFlow keeps a thread's files: below its owner, or in the layout from before users had folders of their own. Where the owner is not known
/// (no row any more, or one without owner) every user's folder is looked into: an id is one thread's, whoever had it.
QStringList threadFolders(const QString &home, const ThreadRecord &record, QStringList *others)
{
    QStringList folders;
    if (home.isEmpty()) {
        return folders;
    }
    const QString own = record.owner && !record.owner->isEmpty() ? userFolder(*record.owner) : QString();
    const QDir users(home + QStringLiteral("/users"));
    const QStringList names = users.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    for (const QString &name : names) {
        const QString folder = QStringLiteral("%1/%2/threads/%3").arg(users.path(), name, record.threadId);
        if (isThere(folder)) {
            (own.isEmpty() || name == own ? folders : *others).append(folder);
        }
    }
    const QString legacy = QStringLiteral("%1/threads/%2").arg(home, record.threadId);
    if (isThere(legacy)) {
        folders.append(legacy);
    }
    return folders;
}

QStringList eventFilesOf(const QString &root, const QString &id)
{
    QStringList files;
    if (root.isEmpty())
        return files;
    const QDir folder(QStringLiteral("%1/%2/runs").arg(root, id));
    const QStringList names = folder.entryList({QStringLiteral("*.jsonl")}, QDir::Files, QDir::Name);
    for (const QString &name : names)
        files.append(folder.filePath(name));
    return files;
}

/// Removes a file or a folder without following links out of it; what stays is named.
void removePath(const QString &path, DeleteOutcome *outcome)
{
    const QFileInfo info(path);
    const bool removed = info.isSymLink() || !info.isDir() ? QFile::remove(path) : QDir(path).removeRecursively();
    (removed ? outcome->removedFiles : outcome->leftFiles).append(path);
}

} // namespace

Result<DeletePlan> ThreadService::planDelete(const QString &id, const Wait &wait)
{
    const auto valid = checkThreadId(id); // also keeps ".." out of the paths below
    auto found = d->parts.store->find(id, wait);
    if (!found)
        return tl::unexpected<Error>(found.error());
    const auto remains = d->parts.store->remains(id, wait);
    if (!remains)
        return tl::unexpected<Error>(remains.error());
    DeletePlan plan;
    plan.remains = *remains;
    if (*found)
        plan.record = std::move(**found);
    plan.record.threadId = id;
    if (valid) {
        QStringList others;
        plan.threadFolders = threadFolders(d->parts.home, plan.record, &others);
        for (const QString &folder : std::as_const(others)) {
            plan.stays.append(QStringLiteral("%1: it is in another user's folder than the thread's owner's.").arg(folder));
        }
        plan.eventFiles = eventFilesOf(d->parts.eventsRoot, id);
    } else {
        plan.stays.append(QStringLiteral("The id is of an old form, so no folder is looked for, as in DeerFlow."));
    }
    const bool nothing = !*found && remains->runs + remains->events + remains->feedback + remains->checkpoints + remains->checkpointWrites == 0 &&
                         plan.threadFolders.isEmpty() && plan.eventFiles.isEmpty();
    if (nothing)
        return tl::unexpected<Error>(missingThread(id));
    if (d->parts.home.isEmpty())
        plan.stays.append(QStringLiteral("The thread's folder: the installation's home is not known here."));
    return plan;
}

Result<DeleteOutcome> ThreadService::remove(const QString &id, const Wait &wait)
{
    const auto admitted = d->parts.admission->acquire(id, wait);
    if (!admitted)
        return tl::unexpected<Error>(admitted.error());
    const auto plan = planDelete(id, wait);
    if (!plan)
        return tl::unexpected<Error>(plan.error());
    const QString before = QString::fromUtf8(dumpPythonJson(threadToJson(plan->record)));
    const auto removed = d->parts.store->remove(id, wait);
    if (!removed) {
        Error error = removed.error();
        if (error.details.kind == QLatin1String("delete-incomplete")) {
            const QString warning = d->audit(QStringLiteral("thread.delete.incomplete"), id, before, before);
            error.message += warning.isEmpty() ? QString() : QString(QLatin1Char(' ') + warning);
        }
        return tl::unexpected<Error>(std::move(error));
    }
    DeleteOutcome outcome;
    outcome.removed = *removed;
    if (const QString warning = d->audit(QStringLiteral("thread.delete"), id, before, {}); !warning.isEmpty())
        outcome.warnings.append(warning);
    // Only now: a row without files is found and deleted again, files without a row would be nobody's.
    for (const QString &folder : plan->threadFolders) {
        removePath(folder, &outcome);
    }
    for (const QString &file : plan->eventFiles) {
        if (isThere(file)) { // it may have been in one of the folders
            removePath(file, &outcome);
        }
    }
    if (!plan->eventFiles.isEmpty()) {
        // The folders that held them, where nothing else is in them.
        const QString runs = QFileInfo(plan->eventFiles.first()).path();
        if (QDir().rmdir(runs)) {
            QDir().rmdir(QFileInfo(runs).path());
        }
    }
    return outcome;
}

} // namespace verderer
