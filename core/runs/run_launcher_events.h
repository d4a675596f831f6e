// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "runs/run_store.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace verderer {

/// Stores the events of one run as they come, on a thread of its own. While one batch is being written the next one gathers, so that a command that
/// prints a million lines costs transactions by the thousand lines and not by the line.
class RunEventWriter {
public:
    RunEventWriter(std::shared_ptr<RunStore> store, std::shared_ptr<Clock> clock, const RunRecord &run, std::function<void(int ms)> pause);
    ~RunEventWriter(); ///< like finish()
    RunEventWriter(const RunEventWriter &) = delete;
    RunEventWriter &operator=(const RunEventWriter &) = delete;

    /// Takes an event and gives it its time and owner. Blocks while very many wait. Any thread; nothing is taken any more after finish().
    void add(RunEvent event);
    /// Waits until all are stored. Gives a sentence where some could not be; empty: all are.
    QString finish();

private:
    void loop();
    void store(const QList<RunEvent> &batch);

    std::shared_ptr<RunStore> m_store;
    std::shared_ptr<Clock> m_clock;
    std::function<void(int ms)> m_pause; ///< before a failed batch is tried again
    QString m_threadId, m_runId;
    std::optional<QString> m_owner;
    std::mutex m_mutex; // guards what follows
    std::condition_variable m_changed;
    QList<RunEvent> m_waiting;
    bool m_finishing = false;
    qint64 m_lost = 0;
    QString m_lostWhy;
    std::thread m_thread;
};

} // namespace verderer
