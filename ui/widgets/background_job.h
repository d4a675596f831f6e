// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"

#include <QObject>
#include <QPointer>
#include <QThreadPool>

#include <atomic>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace verderer {

class JobRunner;

/// What a job sees of the window while it runs on its own thread.
class JobContext {
public:
    /// Deadline and cancel token; hand it to everything that can block.
    [[nodiscard]] const Wait &wait() const { return m_wait; }
    [[nodiscard]] bool isCancelled() const { return m_wait.cancel.isCancelled(); }

    /// Calls `report` on the window's thread, if the job is still wanted and its context lives by then. Order is kept, and a report made before the
    /// job ends arrives before the result. Any thread.
    void report(std::function<void()> report) const;

private:
    friend class JobRunner;
    friend class JobHandle;
    struct State {
        CancelSource cancel;
        std::atomic_bool abandoned = false;
        QPointer<QObject> context; // read on the window's thread only
    };
    JobContext(JobRunner *runner, std::shared_ptr<State> state, Wait wait);

    JobRunner *m_runner;
    std::shared_ptr<State> m_state;
    Wait m_wait;
};

/// The side that started a job. A value; copies mean the same job. A default-made one means none. Window's thread only.
class JobHandle {
public:
    JobHandle() = default;

    /// Asks the job to stop; its result (Cancelled, or done after all) is still delivered.
    void cancel();

    /// Asks the job to stop and drops its result: nothing of it arrives any more.
    void abandon();

    /// The result was neither delivered nor abandoned yet.
    [[nodiscard]] bool isRunning() const;

private:
    friend class JobRunner;
    std::weak_ptr<JobContext::State> m_state;
};

/// Runs work off the window's thread and brings the results back to it. Made by the program and handed down; lives on the window's thread and
/// outlives every widget that uses it. Its destructor cancels what runs and waits for it. No nested event loop anywhere.
class JobRunner : public QObject {
    Q_OBJECT
public:
    explicit JobRunner(QObject *parent = nullptr);
    ~JobRunner() override;

    /// `work` is called with a JobContext on a pool thread; what it returns is moved into `deliver`, which is called on the window's thread if
    /// `context` still lives and the job was not abandoned. Neither may throw.
    template<typename Work, typename Deliver>
    JobHandle run(QObject *context, Work work, Deliver deliver, QDeadlineTimer deadline = QDeadlineTimer(QDeadlineTimer::Forever))
    {
        using Value = std::invoke_result_t<Work, const JobContext &>;
        auto state = std::make_shared<JobContext::State>();
        state->context = context;
        const JobContext job(this, state, Wait{deadline, state->cancel.token()});
        auto shared = std::make_shared<std::pair<Work, Deliver>>(std::move(work), std::move(deliver));
        return start(state, [this, job, state, shared] {
            if constexpr (std::is_void_v<Value>) {
                shared->first(job);
                finish(state, [shared] { shared->second(); });
            } else {
                auto value = std::make_shared<Value>(shared->first(job));
                finish(state, [shared, value] { shared->second(std::move(*value)); });
            }
        });
    }

    /// Jobs whose result is still to come.
    [[nodiscard]] int running() const { return m_running; }

Q_SIGNALS:
    /// No job is left whose result is still to come.
    void idle();

private:
    friend class JobContext;
    JobHandle start(const std::shared_ptr<JobContext::State> &state, std::function<void()> work);
    void finish(const std::shared_ptr<JobContext::State> &state, std::function<void()> deliver);
    void post(const std::shared_ptr<JobContext::State> &state, std::function<void()> call);

    QThreadPool m_pool;
    QList<std::weak_ptr<JobContext::State>> m_states;
    int m_running = 0;
};

/// A place for one job of a kind: a newer one supersedes the older, whose result never arrives. Destroying the slot abandons the job.
class JobSlot {
public:
    JobSlot() = default;
    ~JobSlot() { m_handle.abandon(); }
    JobSlot(const JobSlot &) = delete;
    JobSlot &operator=(const JobSlot &) = delete;

    JobSlot &operator=(const JobHandle &handle)
    {
        m_handle.abandon();
        m_handle = handle;
        return *this;
    }
    void cancel() { m_handle.cancel(); }
    void abandon() { m_handle.abandon(); }
    [[nodiscard]] bool isRunning() const { return m_handle.isRunning(); }

private:
    JobHandle m_handle;
};

} // namespace verderer
