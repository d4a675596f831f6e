// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "threads/thread_record.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/listing_model.h"

namespace verderer {

class DatabaseSource;

/// A word behind a thread's title.
struct ThreadBadge {
    QString text;
    Tone tone = Tone::Neutral;
    QString explanation;
};

/// What is to be known about a thread besides its cells: damaged, nobody's, archived.
QList<ThreadBadge> threadBadges(const ThreadRecord &record);

/// The title, or what stands in its place.
QString threadTitle(const ThreadRecord &record);

/// All threads that pass a filter, in DeerFlow's order: a table over a ThreadListing. Window's thread only.
class ThreadsModel : public ListingModel<ThreadRecord> {
    Q_OBJECT
public:
    enum Column { Pinned, Title, Id, Owner, Status, Updated, Created, ColumnCount };

    ThreadsModel(JobRunner *jobs, const DatabaseSource *database, QObject *parent = nullptr);

    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] QString idOf(const ThreadRecord &record) const override { return record.threadId; }
    [[nodiscard]] QVariant cell(const ThreadRecord &record, int column, int role) const override;

private:
    [[nodiscard]] QString text(const ThreadRecord &record, int column) const;
    [[nodiscard]] QString tip(const ThreadRecord &record, int column) const;

    const DatabaseSource *m_database;
};

} // namespace verderer
