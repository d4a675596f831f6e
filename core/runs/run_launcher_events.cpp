// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_launcher_events.h"

#include "database/database_time.h"

#include <algorithm>

namespace verderer {

namespace {

constexpr qsizetype mostWaiting = 20'000;
constexpr qsizetype batchSize = 1'000;
/// A batch is tried so often; a locked database answers only after its own busy time each time.
constexpr int tries = 5;
constexpr int tryMs = 30'000;
constexpr int pauseMs = 200;

} // namespace

RunEventWriter::RunEventWriter(std::shared_ptr<RunStore> store, std::shared_ptr<Clock> clock, const RunRecord &run, std::function<void(int ms)> pause)
    : m_store(std::move(store)), m_clock(std::move(clock)), m_pause(std::move(pause)), m_threadId(run.threadId), m_runId(run.runId),
      m_owner(run.owner)
{
    m_thread = std::thread([this] { loop(); });
}

RunEventWriter::~RunEventWriter()
{
    finish();
}

void RunEventWriter::add(RunEvent event)
{
    event.createdRaw = databaseTimestamp(m_clock->now());
    event.userId = m_owner;
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_waiting.size() < mostWaiting || m_finishing; });
    if (m_finishing) {
        return;
    }
    m_waiting.append(std::move(event));
    m_changed.notify_all();
}

QString RunEventWriter::finish()
{
    {
        const std::lock_guard guard(m_mutex);
        m_finishing = true;
    }
    m_changed.notify_all();
    if (m_thread.joinable()) {
        m_thread.join();
    }
    const std::lock_guard guard(m_mutex);
    if (m_lost == 0) {
        return {};
    }
    return QStringLiteral("%1 events of this run could not be stored: %2").arg(m_lost).arg(m_lostWhy);
}

void RunEventWriter::loop()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [this] { return !m_waiting.isEmpty() || m_finishing; });
        if (m_waiting.isEmpty()) {
            return;
        }
        const QList<RunEvent> batch = m_waiting.mid(0, batchSize);
        m_waiting.remove(0, batch.size());
        m_changed.notify_all();
        lock.unlock();
        store(batch);
        lock.lock();
    }
}

void RunEventWriter::store(const QList<RunEvent> &batch)
{
    for (int attempt = 1;; ++attempt) {
        const auto stored = m_store->appendEvents(m_threadId, m_runId, batch, {QDeadlineTimer(tryMs), {}});
        if (stored) {
            return;
        }
        const ErrorCode code = stored.error().code;
        const bool hopeless = code == ErrorCode::Invalid || code == ErrorCode::Damaged || code == ErrorCode::ReadOnly || code == ErrorCode::NotFound;
        // One event that cannot be kept must not take the others of its batch along.
        if (code == ErrorCode::Invalid && batch.size() > 1) {
            for (const RunEvent &event : batch) {
                store({event});
            }
            return;
        }
        if (hopeless || attempt == tries) {
            const std::lock_guard guard(m_mutex);
            m_lost += batch.size();
            m_lostWhy = stored.error().message;
            return;
        }
        m_pause(pauseMs * attempt);
    }
}

} // namespace verderer
