// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/threads/bulk_acts.h"

#include "ui/widgets/time_text.h"
#include "workspace/database_access.h"

#include <QCoreApplication>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

/// The class only gives the translations their place.
struct BulkActs {
    Q_DECLARE_TR_FUNCTIONS(BulkActs)
};

void count(QStringList *parts, qint64 number, const QString &text)
{
    if (number > 0) {
        parts->append(text);
    }
}

QString remainsText(const ThreadRemains &remains)
{
    QStringList parts;
    count(&parts, remains.runs, BulkActs::tr("%n run(s)", nullptr, int(remains.runs)));
    count(&parts, remains.events, BulkActs::tr("%n event(s)", nullptr, int(remains.events)));
    count(&parts, remains.feedback, BulkActs::tr("%n feedback(s)", nullptr, int(remains.feedback)));
    count(&parts, remains.checkpoints, BulkActs::tr("%n checkpoint(s)", nullptr, int(remains.checkpoints)));
    count(&parts, remains.checkpointWrites, BulkActs::tr("%n checkpoint write(s)", nullptr, int(remains.checkpointWrites)));
    return parts.join(u", "_s);
}

} // namespace

BulkDialog::Plan describePlan(const DeletePlan &plan)
{
    BulkDialog::Plan shown;
    const ThreadRemains &remains = plan.remains;
    shown.runs = remains.runs;
    shown.events = remains.events;
    shown.checkpoints = remains.checkpoints;
    shown.files = plan.threadFolders.size() + plan.eventFiles.size();
    if (remains.activeRun) {
        shown.refused = true;
        shown.text = BulkActs::tr("busy: run %1 has been active since %2")
                         .arg(remains.activeRunId, remains.activeSince ? storedTimeText(remains.activeSince, {}) : BulkActs::tr("an unknown time"));
    } else {
        const QString text = remainsText(remains);
        shown.text = text.isEmpty() ? BulkActs::tr("the row alone") : BulkActs::tr("the row, %1").arg(text);
    }
    for (const QString &folder : plan.threadFolders) {
        shown.details << BulkActs::tr("goes: the folder %1").arg(folder);
    }
    for (const QString &file : plan.eventFiles) {
        shown.details << BulkActs::tr("goes: the file %1").arg(file);
    }
    for (const QString &sentence : plan.stays) {
        shown.details << BulkActs::tr("stays: %1").arg(sentence);
    }
    return shown;
}

BulkDialog::Act deleteAct(int threads)
{
    BulkDialog::Act act;
    act.title = BulkActs::tr("Delete %n thread(s)", nullptr, threads);
    act.verb = BulkActs::tr("&Delete");
    act.doing = BulkActs::tr("Deleting");
    act.done = BulkActs::tr("deleted");
    act.hint = BulkActs::tr("This cannot be undone. The database comes first, the files after it; the audit log keeps the rows of the threads.");
    act.dangerous = true;
    act.plan = [](const DatabaseAccess &access, const QString &id, const Wait &wait) -> Result<BulkDialog::Plan> {
        const Result<DeletePlan> plan = access.threads->planDelete(id, wait);
        if (!plan) {
            return tl::unexpected<Error>(plan.error());
        }
        return describePlan(*plan);
    };
    act.run = [](const DatabaseAccess &access, const QString &id, const Wait &wait) -> Result<QString> {
        const Result<DeleteOutcome> outcome = access.threads->remove(id, wait);
        if (!outcome) {
            return tl::unexpected<Error>(outcome.error());
        }
        QStringList remarks = outcome->warnings;
        if (!outcome->leftFiles.isEmpty()) {
            remarks << BulkActs::tr("left on disk: %1").arg(outcome->leftFiles.join(u", "_s));
        }
        return remarks.join(u' ');
    };
    return act;
}

BulkDialog::Act pinAct(int threads, bool pin)
{
    BulkDialog::Act act;
    act.title = pin ? BulkActs::tr("Pin %n thread(s)", nullptr, threads) : BulkActs::tr("Unpin %n thread(s)", nullptr, threads);
    act.verb = pin ? BulkActs::tr("&Pin") : BulkActs::tr("&Unpin");
    act.doing = pin ? BulkActs::tr("Pinning") : BulkActs::tr("Unpinning");
    act.done = pin ? BulkActs::tr("pinned") : BulkActs::tr("unpinned");
    act.run = [pin](const DatabaseAccess &access, const QString &id, const Wait &wait) -> Result<QString> {
        const Result<ThreadRecord> record = access.threads->setPinned(id, pin, wait);
        if (!record) {
            return tl::unexpected<Error>(record.error());
        }
        return QString();
    };
    return act;
}

} // namespace verderer
