// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/database_fixture.h"
#include "threads/thread_service.h"
#include "ui/threads/threads_place.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/database_source.h"
#include "ui/widgets/theme.h"
#include "workspace/database_access.h"

#include <QApplication>
#include <QTest>

#include <memory>

namespace verderer::test {

/// A clock that says what it is told.
class ToldClock final : public Clock {
public:
    [[nodiscard]] Microseconds now() const override { return m_now; }
    void set(Microseconds now) { m_now = now; }

private:
    std::atomic<Microseconds> m_now = 1'796'000'000'000'000; // 2026-11-30
};

/// Everything that acts on this database, put together without an installation. `home` has the threads' folders, `eventsRoot` their event files;
/// empty: there are none.
DatabaseAccess accessOver(const std::shared_ptr<DatabaseWorker> &worker, const std::shared_ptr<Clock> &clock, const QString &home = {},
                          const QString &eventsRoot = {});

/// The threads place in a window of its own, over a database that other hands change too. Driven by events; widgets are found by their names.
class ThreadsFixture {
public:
    /// `opener` unset: over `database`. Locks are waited for `busyTimeoutMs`.
    explicit ThreadsFixture(const DatabaseFixture *database, DatabaseOpener opener = {}, int busyTimeoutMs = 5000);
    ~ThreadsFixture();
    ThreadsFixture(const ThreadsFixture &) = delete;
    ThreadsFixture &operator=(const ThreadsFixture &) = delete;

    /// Opens the database and waits for the list, or for the reason why there is none.
    [[nodiscard]] bool open(const QList<WorkspaceUser> &users = {{QStringLiteral("user-a"), QStringLiteral("a@example.org"), true},
                                                                 {QStringLiteral("user-b"), QString(), true}},
                            const QString &backend = QStringLiteral("sqlite"));
    /// Clicks the row of this thread once it is there.
    [[nodiscard]] bool choose(const QString &id, Qt::KeyboardModifiers modifiers = {}) const;
    /// The row of a thread; -1 where it is not here.
    [[nodiscard]] int rowOf(const QString &id) const;
    /// The ids of all rows, in order.
    [[nodiscard]] QStringList ids() const;
    /// Clicks the visible, enabled button of that name, once there is one.
    [[nodiscard]] bool click(const QString &name) const;
    template<typename T> [[nodiscard]] T *find(const QString &name) const
    {
        const auto all = QApplication::allWidgets();
        for (QWidget *widget : all) {
            if (widget->objectName() == name && widget->isVisible()) {
                if (auto *wanted = qobject_cast<T *>(widget)) {
                    return wanted;
                }
            }
        }
        return nullptr;
    }
    /// Title, blank, text of the visible banner; empty where there is none.
    [[nodiscard]] QString banner(const QString &name) const;

    [[nodiscard]] ThreadsPlace *place() const { return m_place.get(); }
    [[nodiscard]] DatabaseSource *database() const { return m_database.get(); }
    [[nodiscard]] JobRunner *jobs() const { return m_jobs.get(); }

    static constexpr int patience = 30'000;

private:
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<JobRunner> m_jobs;
    std::shared_ptr<ToldClock> m_clock;
    std::unique_ptr<DatabaseSource> m_database;
    std::unique_ptr<ThreadsPlace> m_place;
};

} // namespace verderer::test
