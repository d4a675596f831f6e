// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/threads/threads_model.h"

#include "ui/widgets/database_source.h"
#include "ui/widgets/status_words.h"
#include "ui/widgets/time_text.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace verderer {

QString threadTitle(const ThreadRecord &record)
{
    if (record.displayName && !record.displayName->isEmpty()) {
        QString title = *record.displayName;
        return title.replace(u'\n', u' ');
    }
    return QCoreApplication::translate("ThreadBadges", "no title");
}

QList<ThreadBadge> threadBadges(const ThreadRecord &record)
{
    QList<ThreadBadge> badges;
    if (!record.damage.isEmpty()) {
        bool metadata = false;
        for (const QString &damage : record.damage) {
            metadata = metadata || damage.contains("metadata"_L1);
        }
        // A time in another form than DeerFlow's still is a time: it sorts elsewhere, and that is all.
        badges << ThreadBadge{metadata ? QCoreApplication::translate("ThreadBadges", "metadata damaged")
                                       : QCoreApplication::translate("ThreadBadges", "unusual time"),
                              metadata ? Tone::Error : Tone::Warning, record.damage.join(u'\n')};
    }
    if (!record.owner) {
        badges << ThreadBadge{QCoreApplication::translate("ThreadBadges", "nobody's"), Tone::Neutral,
                              QCoreApplication::translate("ThreadBadges", "It has no owner: DeerFlow shows it in nobody's list.")};
    }
    if (record.archived.value_or(false)) {
        badges << ThreadBadge{QCoreApplication::translate("ThreadBadges", "archived"), Tone::Neutral, {}};
    }
    return badges;
}

ThreadsModel::ThreadsModel(JobRunner *jobs, const DatabaseSource *database, QObject *parent) : ListingModel(jobs, parent), m_database(database)
{
}

QVariant ThreadsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (role == Qt::AccessibleTextRole && section == Pinned) {
        return tr("Pinned");
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Title:
        return tr("Title");
    case Id:
        return tr("Id");
    case Owner:
        return tr("Owner");
    case Status:
        return tr("Status");
    case Updated:
        return tr("Updated");
    case Created:
        return tr("Created");
    default:
        return {};
    }
}

QString ThreadsModel::text(const ThreadRecord &record, int column) const
{
    switch (column) {
    case Title:
        return threadTitle(record);
    case Id:
        return record.threadId;
    case Owner:
        return record.owner ? m_database->ownerName(*record.owner) : tr("nobody");
    case Status:
        return statusWords(record.status).text();
    case Updated:
        return storedTimeText(record.updatedAt, record.updatedRaw);
    case Created:
        return storedTimeText(record.createdAt, record.createdRaw);
    default:
        return {};
    }
}

QString ThreadsModel::tip(const ThreadRecord &record, int column) const
{
    switch (column) {
    case Pinned:
        return record.pinned ? tr("Pinned: stands above the others") : QString();
    case Title: {
        QStringList lines{threadTitle(record)};
        const QList<ThreadBadge> badges = threadBadges(record);
        for (const ThreadBadge &badge : badges) {
            lines << badge.text + (badge.explanation.isEmpty() ? QString() : QString(u": "_s + badge.explanation));
        }
        return lines.join(u'\n');
    }
    case Owner:
        return record.owner.value_or(QString());
    case Updated:
        return storedTimeTip(record.updatedAt, record.updatedRaw);
    case Created:
        return storedTimeTip(record.createdAt, record.createdRaw);
    default:
        return text(record, column);
    }
}

QVariant ThreadsModel::cell(const ThreadRecord &record, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return text(record, column);
    case Qt::ToolTipRole:
        return tip(record, column);
    case Qt::AccessibleTextRole:
        if (column == Pinned) {
            return record.pinned ? tr("pinned") : QString();
        }
        if (column == Title) {
            QStringList words{threadTitle(record)};
            const QList<ThreadBadge> badges = threadBadges(record);
            for (const ThreadBadge &badge : badges) {
                words << badge.text;
            }
            return words.join(u", "_s);
        }
        return text(record, column);
    default:
        return {};
    }
}

} // namespace verderer
