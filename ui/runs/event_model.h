// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/runs/event_text.h"

#include <QAbstractListModel>
#include <QHash>

namespace verderer {

/// The rows of a run's timeline, a page at a time. Says by wanted() when people have scrolled to the end of what is known.
class EventModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { RowNumberRole = Qt::UserRole + 1 };

    explicit EventModel(QObject *parent = nullptr);

    /// Empties the list. Offsets count from `start`; the bars fill the time up to `end` or the last event, whatever is later.
    void clear(const std::optional<Microseconds> &start, const std::optional<Microseconds> &end);
    /// The run goes on: the bars are drawn anew.
    void setEnd(const std::optional<Microseconds> &end);
    /// More rows at the end. `complete`: there are no more now.
    void append(const QList<EventRow> &rows, bool complete);

    [[nodiscard]] const EventRow *at(const QModelIndex &index) const;
    /// The place of an event's row, by its number in the thread; invalid where it is not among those read.
    [[nodiscard]] QModelIndex indexOf(qint64 seq) const;
    /// All there is was read.
    [[nodiscard]] bool isComplete() const { return m_complete; }

    /// Time since the run's start; nothing where the event or the run has no time.
    [[nodiscard]] std::optional<Microseconds> offsetOf(const QModelIndex &index) const;
    /// "0.4 s", "2 min 3 s"; "—" where there is none.
    [[nodiscard]] QString offsetText(const QModelIndex &index) const;
    /// Where an event's bar begins and ends, each from 0 to 1 of the whole time. Equal: it took no time that is known.
    struct Bar {
        double from = 0, to = 0;
    };
    [[nodiscard]] std::optional<Bar> barOf(const QModelIndex &index) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;

Q_SIGNALS:
    void wanted();

private:
    void connectSpans(int first);

    struct Span {
        std::optional<Microseconds> from, to;
    };
    QList<EventRow> m_rows;
    QList<Span> m_spans;             ///< in step with m_rows
    QHash<QString, int> m_openTasks; ///< subagents that have begun: their rows
    QHash<QString, Microseconds> m_openCalls;
    std::optional<Microseconds> m_start, m_end, m_last;
    bool m_complete = true;
    bool m_asked = false;
};

} // namespace verderer
