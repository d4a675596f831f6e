// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/place_fixture.h"

#include "database/database_time.h"
#include "runs/run_launcher.h"
#include "runs/sql_run_store.h"
#include "threads/admission.h"
#include "threads/sql_thread_store.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/database_follower.h"

#include <QAbstractButton>

namespace verderer::test {

namespace {

constexpr int patience = 30'000;

} // namespace

StandingClock::StandingClock(const char *databaseText) : m_now(parseDatabaseTimestamp(QString::fromLatin1(databaseText)).value_or(0))
{
}

PlaceFixture::PlaceFixture(const DatabaseFixture &database, const Setup &setup)
    : m_database(database), m_setup(setup), m_theme(std::make_unique<Theme>(QApplication::palette(), ThemeKind::Light)),
      m_jobs(std::make_unique<JobRunner>()),
      m_source(std::make_unique<DatabaseSource>(m_jobs.get(), [this](const Workspace &) { return makeAccess(); })), m_services{m_jobs.get(),
                                                                                                                               m_theme.get(),
                                                                                                                               m_source.get()}
{
    m_source->follower()->setInterval(20);
}

PlaceFixture::~PlaceFixture()
{
    // What runs is over before the things it uses go away.
    m_jobs.reset();
}

Result<DatabaseAccess> PlaceFixture::makeAccess() const
{
    if (m_setup.unavailable) {
        return tl::unexpected<Error>(*m_setup.unavailable);
    }
    const auto clock = std::make_shared<StandingClock>(m_setup.now);
    DatabaseAccess access;
    access.displayName = m_database.url().display();
    access.worker = m_database.worker();
    access.threadStore = std::make_shared<SqlThreadStore>(access.worker);
    access.runStore = std::make_shared<SqlRunStore>(access.worker);
    access.admission = std::make_shared<Admission>();
    ThreadService::Dependencies threads;
    threads.store = access.threadStore;
    threads.admission = access.admission;
    threads.clock = clock;
    access.threads = std::make_shared<ThreadService>(std::move(threads));
    RunService::Dependencies runs;
    runs.runs = access.runStore;
    runs.threads = access.threads;
    runs.events = m_setup.eventsInMemory            ? makeMemoryOnlyEvents(access.runStore)
                  : !m_setup.eventsFolder.isEmpty() ? makeJsonlEvents(m_setup.eventsFolder)
                                                    : makeDatabaseEvents(access.runStore);
    runs.worker = access.worker;
    runs.prices = std::make_shared<const PriceList>(m_setup.prices);
    runs.clock = clock;
    access.runs = std::make_shared<RunService>(std::move(runs));
    return access;
}

void PlaceFixture::openDatabase()
{
    WorkspaceUser alice;
    alice.id = QStringLiteral("user-a");
    alice.email = QStringLiteral("alice@example.org");
    m_source->open(Workspace(), {alice});
}

bool PlaceFixture::show(QWidget *widget, const QSize &size)
{
    widget->resize(size);
    widget->show();
    return QTest::qWaitForWindowExposed(widget);
}

bool PlaceFixture::click(const QString &name)
{
    const bool there = QTest::qWaitFor(
        [&] {
            const auto *button = find<QAbstractButton>(name);
            return button && button->isEnabled();
        },
        patience);
    if (!there) {
        return false;
    }
    QTest::mouseClick(find<QAbstractButton>(name), Qt::LeftButton);
    return true;
}

QString PlaceFixture::banner(const QString &name)
{
    const auto *found = find<Banner>(name);
    return found ? QString(found->title() + QLatin1Char(' ') + found->text()) : QString();
}

} // namespace verderer::test
