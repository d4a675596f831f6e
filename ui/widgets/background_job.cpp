// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/background_job.h"

#include <QThread>

namespace verderer {

JobContext::JobContext(JobRunner *runner, std::shared_ptr<State> state, Wait wait)
    : m_runner(runner), m_state(std::move(state)), m_wait(std::move(wait))
{
}

void JobContext::report(std::function<void()> report) const
{
    m_runner->post(m_state, std::move(report));
}

void JobHandle::cancel()
{
    if (const auto state = m_state.lock())
        state->cancel.cancel();
}

void JobHandle::abandon()
{
    if (const auto state = m_state.lock()) {
        state->abandoned = true;
        state->cancel.cancel();
    }
    m_state.reset();
}

bool JobHandle::isRunning() const
{
    const auto state = m_state.lock();
    return state && !state->abandoned;
}

JobRunner::JobRunner(QObject *parent) : QObject(parent)
{
    // A job that waits for a lock holds its thread without using a core, so there are more threads than cores.
    m_pool.setMaxThreadCount(std::max(6, QThread::idealThreadCount() * 2));
}

JobRunner::~JobRunner()
{
    for (const auto &weak : std::as_const(m_states)) {
        if (const auto state = weak.lock()) {
            state->abandoned = true;
            state->cancel.cancel();
        }
    }
    m_pool.waitForDone();
}

JobHandle JobRunner::start(const std::shared_ptr<JobContext::State> &state, std::function<void()> work)
{
    ++m_running;
    m_states.removeIf([](const auto &weak) { return weak.expired(); });
    m_states.append(state);
    JobHandle handle;
    handle.m_state = state;
    m_pool.start(std::move(work));
    return handle;
}

void JobRunner::post(const std::shared_ptr<JobContext::State> &state, std::function<void()> call)
{
    QMetaObject::invokeMethod(
        this,
        [state, call = std::move(call)] {
            if (!state->abandoned && state->context)
                call();
        },
        Qt::QueuedConnection);
}

void JobRunner::finish(const std::shared_ptr<JobContext::State> &state, std::function<void()> deliver)
{
    QMetaObject::invokeMethod(
        this,
        [this, state, deliver = std::move(deliver)] {
            --m_running;
            const bool wanted = !state->abandoned && state->context;
            // From here on the handle says that nothing runs, so that a delivery may start the next job in the same slot.
            state->abandoned = true;
            if (wanted)
                deliver();
            if (m_running == 0)
                Q_EMIT idle();
        },
        Qt::QueuedConnection);
}

} // namespace verderer
