// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/event_model.h"

#include "ui/runs/run_text.h"
#include "ui/widgets/text_format.h"
#include "ui/widgets/time_text.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace verderer {

EventModel::EventModel(QObject *parent) : QAbstractListModel(parent)
{
}

void EventModel::clear(const std::optional<Microseconds> &start, const std::optional<Microseconds> &end)
{
    beginResetModel();
    m_rows.clear();
    m_spans.clear();
    m_openTasks.clear();
    m_openCalls.clear();
    m_start = start;
    m_end = end;
    m_last.reset();
    m_complete = false;
    m_asked = true; // the first page is on its way without being asked for
    endResetModel();
}

void EventModel::setEnd(const std::optional<Microseconds> &end)
{
    if (end == m_end) {
        return;
    }
    m_end = end;
    if (!m_rows.isEmpty()) {
        Q_EMIT dataChanged(index(0), index(int(m_rows.size()) - 1));
    }
}

void EventModel::append(const QList<EventRow> &rows, bool complete)
{
    const int first = int(m_rows.size());
    m_complete = complete;
    m_asked = false;
    if (rows.isEmpty()) {
        return;
    }
    beginInsertRows({}, first, first + int(rows.size()) - 1);
    m_rows += rows;
    connectSpans(first);
    endInsertRows();
    // A later event makes the whole time longer, and an end completes a bar above.
    Q_EMIT dataChanged(index(0), index(int(m_rows.size()) - 1));
}

void EventModel::connectSpans(int first)
{
    m_spans.resize(m_rows.size());
    for (int i = first; i < m_rows.size(); ++i) {
        const EventRow &row = m_rows.at(i);
        const std::optional<Microseconds> time = row.event.createdAt;
        if (!time) {
            continue;
        }
        m_last = m_last ? std::max(*m_last, *time) : *time;
        Span &span = m_spans[i];
        span.from = span.to = time;
        // An event is written once what it tells of is over.
        if (row.latency) {
            span.from = *time - *row.latency;
        }
        for (const QString &call : row.calls) {
            m_openCalls.insert(call, *time);
        }
        if (!row.answers.isEmpty()) {
            const auto call = m_openCalls.constFind(row.answers);
            if (call != m_openCalls.cend()) {
                span.from = std::min(*time, *call);
            }
        }
        if (row.event.type == "subagent.start"_L1 && !row.task.isEmpty()) {
            m_openTasks.insert(row.task, i);
        } else if (row.event.type == "subagent.end"_L1 && !row.task.isEmpty()) {
            const int begun = m_openTasks.value(row.task, -1);
            if (begun >= 0 && m_spans.at(begun).from) {
                m_spans[begun].to = std::max(*time, *m_spans.at(begun).from);
            }
            m_openTasks.remove(row.task);
        }
    }
}

const EventRow *EventModel::at(const QModelIndex &index) const
{
    return index.isValid() && index.row() < m_rows.size() ? &m_rows.at(index.row()) : nullptr;
}

QModelIndex EventModel::indexOf(qint64 seq) const
{
    const auto found =
        std::lower_bound(m_rows.cbegin(), m_rows.cend(), seq, [](const EventRow &row, qint64 wanted) { return row.event.seq < wanted; });
    return found != m_rows.cend() && found->event.seq == seq ? index(int(found - m_rows.cbegin())) : QModelIndex();
}

std::optional<Microseconds> EventModel::offsetOf(const QModelIndex &index) const
{
    const EventRow *row = at(index);
    if (!row || !row->event.createdAt || !m_start) {
        return {};
    }
    return std::max<Microseconds>(0, *row->event.createdAt - *m_start);
}

QString EventModel::offsetText(const QModelIndex &index) const
{
    const auto offset = offsetOf(index);
    return offset ? durationText(*offset) : u"—"_s;
}

std::optional<EventModel::Bar> EventModel::barOf(const QModelIndex &index) const
{
    if (!at(index) || !m_start) {
        return {};
    }
    const Span &span = m_spans.at(index.row());
    if (!span.from || !span.to) {
        return {};
    }
    const Microseconds end = std::max(m_end.value_or(*m_start), m_last.value_or(*m_start));
    const double whole = double(std::max<Microseconds>(1, end - *m_start));
    const auto part = [&](Microseconds time) { return std::clamp(double(time - *m_start) / whole, 0.0, 1.0); };
    return Bar{part(*span.from), part(*span.to)};
}

int EventModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant EventModel::data(const QModelIndex &index, int role) const
{
    const EventRow *row = at(index);
    if (!row) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole:
        return row->event.type;
    case Qt::AccessibleTextRole:
        return QStringList{offsetText(index), row->event.type, row->summary}.join(u", "_s);
    case Qt::ToolTipRole: {
        QStringList lines{row->event.type + u" · "_s + row->event.category};
        if (!row->summary.isEmpty()) {
            lines << row->summary;
        }
        if (!row->event.knownType) {
            lines << tr("This kind of event is not known; it is shown as it is stored.");
        }
        const QDateTime time = timeOf(row->event.createdAt);
        lines << (time.isValid() ? exactTime(time) : tr("no time: %1").arg(row->event.createdRaw));
        return lines.join(u'\n');
    }
    case RowNumberRole:
        return row->event.seq;
    default:
        return {};
    }
}

bool EventModel::canFetchMore(const QModelIndex &parent) const
{
    return !parent.isValid() && !m_complete && !m_asked;
}

void EventModel::fetchMore(const QModelIndex &parent)
{
    if (!canFetchMore(parent)) {
        return;
    }
    m_asked = true;
    Q_EMIT wanted();
}

} // namespace verderer
