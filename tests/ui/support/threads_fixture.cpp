// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/threads_fixture.h"

#include "runs/event_source.h"
#include "runs/sql_run_store.h"
#include "threads/sql_thread_store.h"
#include "ui/threads/threads_model.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/database_follower.h"
#include "ui/widgets/listing_view.h"

#include <QAbstractButton>
#include <QSignalSpy>

namespace verderer::test {

DatabaseAccess accessOver(const std::shared_ptr<DatabaseWorker> &worker, const std::shared_ptr<Clock> &clock, const QString &home,
                          const QString &eventsRoot)
{
    DatabaseAccess access;
    access.worker = worker;
    access.threadStore = std::make_shared<SqlThreadStore>(worker);
    access.runStore = std::make_shared<SqlRunStore>(worker);
    access.admission = std::make_shared<Admission>();
    ThreadService::Dependencies threads;
    threads.store = access.threadStore;
    threads.admission = access.admission;
    threads.clock = clock;
    threads.home = home;
    threads.eventsRoot = eventsRoot;
    access.threads = std::make_shared<ThreadService>(threads);
    RunService::Dependencies runs;
    runs.runs = access.runStore;
    runs.threads = access.threads;
    runs.events = makeDatabaseEvents(access.runStore);
    runs.worker = worker;
    runs.prices = std::make_shared<const PriceList>(QList<ModelPrice>());
    runs.clock = clock;
    access.runs = std::make_shared<RunService>(runs);
    access.displayName = QStringLiteral("test database");
    return access;
}

ThreadsFixture::ThreadsFixture(const DatabaseFixture *database, DatabaseOpener opener, int busyTimeoutMs)
    : m_theme(std::make_unique<Theme>(QApplication::palette(), ThemeKind::Light)), m_jobs(std::make_unique<JobRunner>()),
      m_clock(std::make_shared<ToldClock>())
{
    if (!opener) {
        opener = [database, busyTimeoutMs, clock = m_clock](const Workspace &) -> Result<DatabaseAccess> {
            return accessOver(database->worker({}, busyTimeoutMs), clock);
        };
    }
    m_database = std::make_unique<DatabaseSource>(m_jobs.get(), std::move(opener));
    // A person waits two seconds for what others write; a test need not.
    m_database->follower()->setInterval(20);
    WindowServices services{m_jobs.get(), m_theme.get()};
    services.database = m_database.get();
    m_place = std::make_unique<ThreadsPlace>(services);
    m_place->model()->setPace(0);
    m_place->resize(1200, 800);
}

ThreadsFixture::~ThreadsFixture() = default;

bool ThreadsFixture::open(const QList<WorkspaceUser> &users, const QString &backend)
{
    QSignalSpy shown(m_place.get(), &ThreadsPlace::listShown);
    m_place->show();
    m_place->activateWindow();
    if (!QTest::qWaitForWindowActive(m_place.get())) {
        return false;
    }
    Workspace workspace;
    workspace.databaseBackend = backend;
    workspace.databaseUrl = QStringLiteral("sqlite:///test");
    OpenWorkspace open;
    open.workspace = workspace;
    open.user.id = users.value(0).id;
    m_place->open(open);
    m_database->open(workspace, users);
    return !shown.isEmpty() || shown.wait(patience);
}

int ThreadsFixture::rowOf(const QString &id) const
{
    for (int row = 0; row < m_place->model()->rowCount(); ++row) {
        if (m_place->model()->idAt(row) == id) {
            return row;
        }
    }
    return -1;
}

QStringList ThreadsFixture::ids() const
{
    QStringList all;
    for (int row = 0; row < m_place->model()->rowCount(); ++row) {
        all << m_place->model()->idAt(row);
    }
    return all;
}

bool ThreadsFixture::choose(const QString &id, Qt::KeyboardModifiers modifiers) const
{
    if (!QTest::qWaitFor([&] { return rowOf(id) >= 0; }, patience)) {
        return false;
    }
    ListingView *table = m_place->table();
    const QModelIndex index = m_place->model()->index(rowOf(id), ThreadsModel::Title);
    table->scrollTo(index);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, modifiers, table->visualRect(index).center());
    return modifiers != Qt::NoModifier || table->currentId() == id;
}

bool ThreadsFixture::click(const QString &name) const
{
    const bool there = QTest::qWaitFor(
        [&] {
            const auto *button = find<QAbstractButton>(name);
            return button && button->isEnabled();
        },
        patience);
    if (there) {
        QTest::mouseClick(find<QAbstractButton>(name), Qt::LeftButton);
    }
    return there;
}

QString ThreadsFixture::banner(const QString &name) const
{
    const auto *found = find<Banner>(name);
    return found ? QString(found->title() + u' ' + found->text()) : QString();
}

} // namespace verderer::test
