// SPDX-License-Identifier: GPL-3.0-or-later
#include "database/audit_log.h"
#include "threads/thread_json.h"
#include "threads/thread_rules.h"
#include "threads/thread_service.h"
#include "threads/thread_service_p.h"

#include "base/json.h"

#include <QDir>
#include <QFileInfo>

namespace verderer {

namespace {

/// Where DeerFlow keeps a thread's files: below its owner, or in the layout from before users had folders of their own.
QStringList threadFolders(const QString &home, const ThreadRecord &record)
{
    QStringList folders;
    if (home.isEmpty())
        return folders;
    if (record.owner)
        folders.append(QStringLiteral("%1/users/%2/threads/%3").arg(home, *record.owner, record.threadId));
    folders.append(QStringLiteral("%1/threads/%2").arg(home, record.threadId));
    folders.removeIf([](const QString &folder) { return !QFileInfo::exists(folder); });
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

/// Removes a folder without following links out of it; what stays is named.
void removeFolder(const QString &path, DeleteOutcome *outcome)
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
        plan.threadFolders = threadFolders(d->parts.home, plan.record);
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
    const auto removed = d->parts.store->remove(id, wait);
    if (!removed)
        return tl::unexpected<Error>(removed.error());
    DeleteOutcome outcome;
    outcome.removed = *removed;
    const QString before = QString::fromUtf8(dumpPythonJson(threadToJson(plan->record)));
    if (const QString warning = d->audit(QStringLiteral("thread.delete"), id, before, {}); !warning.isEmpty())
        outcome.warnings.append(warning);
    // Only now: a row without files is found and deleted again, files without a row would be nobody's.
    for (const QString &folder : plan->threadFolders)
        removeFolder(folder, &outcome);
    if (!plan->eventFiles.isEmpty())
        removeFolder(QFileInfo(plan->eventFiles.first()).path(), &outcome);
    return outcome;
}

} // namespace verderer
