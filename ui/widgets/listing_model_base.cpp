// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/listing_model_base.h"

namespace verderer {

ListingModelBase::ListingModelBase(JobRunner *jobs, QObject *parent) : QAbstractTableModel(parent), m_jobs(jobs)
{
    m_fair.setSingleShot(true);
    connect(&m_fair, &QTimer::timeout, this, [this] {
        if (m_stale && m_awake && !m_held && !m_reading) {
            refresh();
        }
    });
}

ListingModelBase::~ListingModelBase() = default;

QString ListingModelBase::loadingText()
{
    return tr("loading");
}

void ListingModelBase::refresh()
{
    if (m_state == State::Nothing) {
        return;
    }
    startReading(true);
}

void ListingModelBase::refreshWhenFair()
{
    if (m_state == State::Nothing) {
        return;
    }
    m_stale = true;
    pace();
}

void ListingModelBase::setAwake(bool awake)
{
    m_awake = awake;
    pace();
}

void ListingModelBase::setHeld(bool held)
{
    if (std::exchange(m_held, held) != held) {
        pace();
        Q_EMIT stateChanged();
    }
}

void ListingModelBase::setPace(int milliseconds)
{
    m_paceMs = milliseconds;
}

void ListingModelBase::pace()
{
    if (!m_stale || !m_awake || m_held || m_reading || m_fair.isActive()) {
        return;
    }
    const qint64 fair = std::max<qint64>(m_paceMs, 10 * m_costMs);
    const qint64 passed = m_sinceRead.isValid() ? m_sinceRead.elapsed() : fair;
    m_fair.start(int(std::clamp<qint64>(fair - passed, 0, 3'600'000)));
}

void ListingModelBase::beginReading()
{
    m_reading = true;
    // What is written from here on is told again.
    m_stale = false;
    m_fair.stop();
    if (m_rows == 0 && m_state != State::Ready) {
        setState(State::Loading);
    } else {
        Q_EMIT stateChanged();
    }
}

void ListingModelBase::finishReading(std::optional<Error> error, qint64 costMs)
{
    m_reading = false;
    m_costMs = costMs;
    m_sinceRead.start();
    m_error = std::move(error);
    if (m_error) {
        setState(m_rows == 0 ? State::Failed : State::Ready);
        Q_EMIT failed(*m_error);
    } else {
        setState(State::Ready);
    }
    pace();
}

void ListingModelBase::setState(State state)
{
    m_state = state;
    Q_EMIT stateChanged();
}

void ListingModelBase::takeOver(int rows, const QHash<QString, int> &positions, bool sameQuestion, const std::function<void()> &replace)
{
    // No reset: it would make the view forget its place, and its header measure a million rows again.
    Q_EMIT aboutToSwap();
    const int before = m_rows;
    if (rows < before) {
        beginRemoveRows({}, rows, before - 1);
        replace();
        m_rows = rows;
        endRemoveRows();
    } else if (rows > before) {
        beginInsertRows({}, before, rows - 1);
        replace();
        m_rows = rows;
        endInsertRows();
    } else {
        replace();
    }
    if (const int common = std::min(before, rows); common > 0) {
        Q_EMIT dataChanged(index(0, 0), index(common - 1, columnCount() - 1));
    }
    Q_EMIT swapped(positions, sameQuestion);
    Q_EMIT countChanged();
}

void ListingModelBase::appendRows(int rows, const std::function<void()> &replace)
{
    if (rows > m_rows) {
        beginInsertRows({}, m_rows, rows - 1);
        replace();
        m_rows = rows;
        endInsertRows();
    } else {
        replace();
    }
    Q_EMIT countChanged();
}

void ListingModelBase::clearRows(const std::function<void()> &replace)
{
    beginResetModel();
    replace();
    m_rows = 0;
    m_reading = false;
    m_stale = false;
    m_fair.stop();
    m_error.reset();
    endResetModel();
    setState(State::Nothing);
    Q_EMIT countChanged();
}

} // namespace verderer
