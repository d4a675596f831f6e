// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runs/lease.h"
#include "runs/metadata_writer.h"
#include "runs/run_launcher.h"
#include "runs/start_barrier.h"

#include <QHash>

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace verderer {

/// How a run ends.
struct RunEnding {
    RunStatus status = RunStatus::Error;
    QString error;
    QString stopReason;
};

/// One run that this launcher has begun, until its row has come to its end. What is not const is guarded by the launcher's mutex, except the barrier
/// and the cancel source, which guard themselves.
struct Launch {
    QString runId, threadId;
    std::shared_ptr<Executor> executor;
    StartBarrier barrier;
    CancelSource cancel;

    RunRecord record;                   ///< equal to the stored row, as of our last write or look
    bool settled = false;               ///< it is decided whether the run started
    bool started = false;               ///< … and it did
    bool ended = false;                 ///< nothing more will be written for it
    bool rollback = false;              ///< a cancel asked for a rollback
    Microseconds renewedAt{};           ///< when the lease was last written
    std::optional<Error> failure;       ///< why the row could not be brought where it should be
    std::optional<RunEnding> unwritten; ///< an ending that could not be stored yet; tried again at every look
    QStringList warnings;
    std::thread thread;
};

/// What the launcher's parts share; for the files of this folder alone.
struct RunLauncher::Private {
    explicit Private(Dependencies given);
    ~Private();

    Dependencies parts;
    mutable std::mutex mutex; // guards launches, endedThreads and what they hold
    std::condition_variable changed;
    QHash<QString, std::shared_ptr<Launch>> launches; ///< those not ended
    std::vector<std::thread> endedThreads;            ///< joined by the next start or the end
    std::unique_ptr<LeaseKeeper> keeper;              ///< from the first start on; last member: its thread uses all others

    // run_launcher.cpp
    [[nodiscard]] std::shared_ptr<Launch> launchOf(const QString &runId) const;
    /// Writes to the audit log; a sentence where that failed.
    QString audit(const QString &action, const QString &subject, const QString &before, const QString &after) const;
    /// The row as it is, into the launch.
    Result<RunRecord> reread(const std::shared_ptr<Launch> &launch);
    /// Brings the row from `from` to an ending, if it is still ours and there; tried a few times. Gives the row as it then is.
    Result<RunRecord> endRow(const std::shared_ptr<Launch> &launch, RunStatus from, const RunEnding &ending);
    /// A write that is tried again where the database could not be reached.
    Result<std::optional<RunRecord>> persist(const QString &runId, RunStatus from, const std::optional<QString> &worker,
                                             const std::function<void(RunRecord &)> &change) const;
    [[nodiscard]] std::function<void(RunRecord &)> endingChange(const RunEnding &ending) const;
    void settle(const std::shared_ptr<Launch> &launch);
    void retire(const std::shared_ptr<Launch> &launch);
    void joinEnded();
    Result<void> cancelLaunch(const std::shared_ptr<Launch> &launch, bool rollback);

    // run_launcher_start.cpp
    Result<RunRecord> checkedRecord(const StartRun &request) const;
    Result<std::optional<LaunchedRun>> existingRun(const StartRun &request, const RunRecord &wanted, const Wait &wait) const;
    Result<RunRecord> insertRow(const RunRecord &record, const Wait &wait);
    Result<void> makeRoom(const RunRecord &record, MultitaskStrategy strategy, const Error &conflict, const Wait &wait);
    Result<void> interruptOther(const RunRecord &other, bool rollback, const Wait &wait);
    StartBarrier::Decision ensureMetadata(const std::shared_ptr<Launch> &launch, const ThreadWish &wish, const Wait &wait);
    StartBarrier::Decision refuse(const std::shared_ptr<Launch> &launch, const RunEnding &ending);

    // run_launcher_run.cpp
    void runBody(const std::shared_ptr<Launch> &launch);
    bool beginRunning(const std::shared_ptr<Launch> &launch);
    RunEnding executeRun(const std::shared_ptr<Launch> &launch, const std::optional<QString> &incarnation);
    /// Of the thread of that incarnation alone, where one is given; not while a run is active, with `unlessActive`.
    void setThreadStatus(const QString &threadId, const std::optional<QString> &incarnation, const QString &status, bool unlessActive);

    // run_launcher_reap.cpp
    void look();
    void lookAt(const std::shared_ptr<Launch> &launch);
    /// Ends a row whose owner is gone. Gives whether it was so and the row is no longer active.
    Result<bool> endIfDead(const RunRecord &row);
};

/// Which birth of a thread a row is (ExecutionContext::threadIncarnation).
QString incarnationOf(const ThreadRecord &thread);

} // namespace verderer
