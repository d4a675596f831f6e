// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runs/memory_run_store.h"
#include "runs/run_launcher.h"
#include "runs/sql_run_store.h"
#include "threads/thread_stores.h"
#include "threads/worker_identity.h"

#include <QSemaphore>

#include <future>
#include <mutex>

namespace verderer::test {

constexpr int patienceMs = 60'000;

/// Where an actor stops until the test lets it go on.
class Gate {
public:
    void stop()
    {
        m_reached.release();
        m_open.acquire();
    }
    [[nodiscard]] bool waitReached() { return m_reached.tryAcquire(1, patienceMs); }
    void open() { m_open.release(); }

private:
    QSemaphore m_reached;
    QSemaphore m_open;
};

/// The agent's part of a run: stays until it is let go or cancelled.
class StubExecutor final : public Executor {
public:
    explicit StubExecutor(ExecutionResult result = {}, bool stays = false) : m_result(std::move(result)), m_stays(stays) {}

    ExecutionResult execute(const ExecutionContext &context) override
    {
        ++executions;
        {
            const std::lock_guard guard(m_mutex);
            m_context = context;
        }
        const auto handle = context.cancel.onCancel([this] { m_open.release(); });
        begun.release();
        if (m_stays) {
            m_open.acquire();
        }
        if (context.cancel.isCancelled()) {
            ++cancels;
            return {RunStatus::Interrupted, {}, {}};
        }
        return m_result;
    }
    void letGo() { m_open.release(); }
    [[nodiscard]] ExecutionContext context()
    {
        const std::lock_guard guard(m_mutex);
        return m_context;
    }

    QSemaphore begun;
    std::atomic<int> executions = 0;
    std::atomic<int> cancels = 0;

private:
    ExecutionResult m_result;
    bool m_stays;
    QSemaphore m_open;
    std::mutex m_mutex;
    ExecutionContext m_context;
};

/// An executor that ends at once, or stays until it is let go.
inline std::shared_ptr<StubExecutor> quick(ExecutionResult result = {})
{
    return std::make_shared<StubExecutor>(std::move(result));
}
inline std::shared_ptr<StubExecutor> staying()
{
    return std::make_shared<StubExecutor>(ExecutionResult{}, true);
}

/// The looks of a launcher's lease keeper, one for each release.
class Ticks {
public:
    std::function<bool(const std::function<bool(int)> &)> wait()
    {
        return [this](const std::function<bool(int)> &waitStop) {
            for (;;) {
                if (m_released.tryAcquire(1)) {
                    m_taken.release();
                    return false;
                }
                if (waitStop(2)) {
                    return true;
                }
            }
        };
    }
    /// One look that has been made from beginning to end: the next one cannot begin before.
    void look()
    {
        m_released.release(2);
        m_taken.acquire(2);
    }

private:
    QSemaphore m_released;
    QSemaphore m_taken;
};

/// Threads and runs of one store, and launchers over them.
struct RunFixture : ThreadStoreFixture {
    std::shared_ptr<RunStore> runs;

    RunFixture(StoreKind which, PostgresServer *server, const DatabaseFixture::Schema &schema = {}, const DatabaseCallObserver &observer = {})
        : ThreadStoreFixture(which, server, schema, observer)
    {
        if (kind == StoreKind::Memory) {
            runs = std::make_shared<MemoryRunStore>(std::static_pointer_cast<MemoryThreadStore>(store));
        } else {
            runs = std::make_shared<SqlRunStore>(worker);
        }
    }

    [[nodiscard]] RunLauncher::Dependencies launcherParts(const QString &workerId = ownWorkerId()) const
    {
        RunLauncher::Dependencies parts;
        parts.runs = runs;
        parts.threads = store;
        parts.admission = admission;
        parts.clock = clock;
        parts.workerId = workerId;
        return parts;
    }

    [[nodiscard]] RunRecord storedRun(const QString &id) const
    {
        const auto found = runs->find(id, patient());
        if (!found || !*found) {
            qFatal("no run %s", qPrintable(id));
        }
        return **found;
    }

    /// An active row as a process that is gone, or another program, left it.
    void addActiveRun(const QString &runId, const QString &threadId, const std::optional<QString> &signedBy, RunStatus status = RunStatus::Running,
                      const std::optional<Microseconds> &lease = {}, const QString &operation = QStringLiteral("run")) const
    {
        RunRecord record;
        record.runId = runId;
        record.threadId = threadId;
        record.owner = QStringLiteral("user-a");
        record.status = status;
        record.operationKind = operation;
        record.ownerWorkerId = signedBy;
        record.leaseExpiresAt = lease;
        record.createdRaw = record.updatedRaw = QStringLiteral("2026-11-15 11:00:00.000000");
        if (const auto inserted = runs->insert(record, patient()); !inserted) {
            qFatal("%s", qPrintable(inserted.error().message));
        }
    }

    [[nodiscard]] qint64 runCount() const { return runs->list({}, 1'000'000, {}, patient())->runs.size(); }
};

/// A worker id like ours whose process does not exist.
inline QString deadWorkerId()
{
    QStringList parts = ownWorkerId().split(QLatin1Char(':'));
    parts[3] = QStringLiteral("99999999"); // beyond any process id
    return parts.join(QLatin1Char(':'));
}

/// One of another host, where nothing can be told but by its lease.
inline QString foreignWorkerId()
{
    QStringList parts = ownWorkerId().split(QLatin1Char(':'));
    parts[1] = QStringLiteral("some-other-host");
    return parts.join(QLatin1Char(':'));
}

inline StartRun runOn(const QString &threadId)
{
    StartRun request;
    request.threadId = threadId;
    request.owner = QStringLiteral("user-a");
    return request;
}

class RunTest : public ThreadTest {
    Q_OBJECT

protected:
    [[nodiscard]] RunFixture makeRuns(const DatabaseFixture::Schema &schema = {}, const DatabaseCallObserver &observer = {})
    {
        const StoreKind kind = currentStore();
        return {kind, kind == StoreKind::Postgres ? server() : nullptr, schema, observer};
    }
};

} // namespace verderer::test
