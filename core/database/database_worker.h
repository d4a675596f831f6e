// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"
#include "database/database_session.h"

#include <QFuture>
#include <QPromise>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>
#include <type_traits>

namespace verderer {

/// Owns one thread and, on it, one named connection. Jobs run one after another in the order they came. A read job runs on a connection opened
/// read-only; the first write job opens a second one for writing (a missing SQLite file is NotFound, never created): a database that is only looked
/// at is never opened for writing. SQLite makes a resting WAL database's `-shm` and an empty `-wal` for every reader, and only who may write removes
/// them again, so a look leaves these two behind until DeerFlow or a write job is done; `immutable` would spare them, and would read torn pages as
/// soon as a Gateway writes (sqlite.org/wal.html, sqlite.org/uri.html). A write job is one transaction: committed where the job gives a value, rolled
/// back where it gives an error. Every promise is finished, also when the worker ends: queued jobs then answer Cancelled. After a lost connection the
/// next job reconnects. Destroy it on the thread that made it; it cancels what runs, finishes the queue and waits.
class DatabaseWorker {
public:
    struct Options {
        DatabaseUrl url;
        int busyTimeoutMs = 5000; ///< waiting for SQLite's lock, cut by the job's deadline
        DatabaseCallObserver observer;
        bool relaxedSync = false; ///< SQLite: synchronous=NORMAL, as DeerFlow itself sets it, instead of FULL: faster, and the newest writes of a WAL
                                  ///< database may be lost when the power goes, never damaged
    };
    explicit DatabaseWorker(Options options);
    ~DatabaseWorker();

    /// Runs `job` (Result<T>(DatabaseSession &)) on the worker. The future always finishes; never call result() on the window's thread before it has.
    template<typename Job> auto read(const Wait &wait, Job job) { return submit(false, wait, std::move(job)); }
    template<typename Job> auto write(const Wait &wait, Job job) { return submit(true, wait, std::move(job)); }

    /// Changes whenever somebody else has written (SQLite: PRAGMA data_version; PostgreSQL: a cheap digest of counts and newest times). For live
    /// refresh.
    QFuture<Result<qint64>> dataVersion(const Wait &wait);

    [[nodiscard]] const DatabaseUrl &url() const;

private:
    struct Private;

    template<typename Job> auto submit(bool write, const Wait &wait, Job job)
    {
        using Answer = std::invoke_result_t<Job, DatabaseSession &>;
        auto promise = std::make_shared<QPromise<Answer>>();
        promise->start();
        auto future = promise->future();
        // The answer is kept until the transaction has ended: a commit that fails must not look like success.
        auto answer = std::make_shared<std::optional<Answer>>();
        enqueue(
            write, wait,
            [answer, job = std::move(job)](DatabaseSession &session) -> tl::expected<void, Error> {
                answer->emplace(job(session));
                if (!answer->value())
                    return tl::unexpected<Error>(answer->value().error());
                return {};
            },
            [promise, answer](const Error *error) {
                if (error)
                    promise->addResult(Answer(tl::unexpected<Error>(*error)));
                else
                    promise->addResult(std::move(answer->value()));
                promise->finish();
            });
        return future;
    }
    void enqueue(bool write, Wait wait, std::function<Result<void>(DatabaseSession &)> work, std::function<void(const Error *)> done);
    std::unique_ptr<Private> d;
};

/// Why PostgreSQL or SQLite cannot be used here (driver missing, or it cannot be loaded because a library of its own is missing: names the Debian
/// package); empty where it can. Any thread; loads the driver.
QString driverProblem(DatabaseKind kind);
/// The same where Qt knows these drivers, as QSqlDatabase::drivers() gives them.
QString driverProblem(DatabaseKind kind, const QStringList &drivers);

} // namespace verderer
