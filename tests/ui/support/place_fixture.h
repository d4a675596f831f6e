// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/database_fixture.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/database_source.h"
#include "ui/widgets/place.h"
#include "ui/widgets/theme.h"
#include "workspace/database_access.h"

#include <QApplication>
#include <QTest>

#include <memory>

namespace verderer::test {

/// Time that stands where a test puts it.
class StandingClock final : public Clock {
public:
    explicit StandingClock(const char *databaseText);
    [[nodiscard]] Microseconds now() const override { return m_now; }

private:
    Microseconds m_now;
};

/// One place over a database, without the window around it, driven by events. Widgets are found by their object names.
class PlaceFixture {
public:
    struct Setup {
        bool eventsInMemory = false;                    ///< run_events.backend is memory
        QString eventsFolder = {};                      ///< run_events.backend is jsonl, and here are its files
        QList<ModelPrice> prices = {};                  ///< what costs are counted with
        const char *now = "2026-11-01 12:00:00.000000"; ///< the services' time
        std::optional<Error> unavailable = {};          ///< the database cannot be opened
    };
    /// `database` must outlive this.
    PlaceFixture(const DatabaseFixture &database, const Setup &setup);
    explicit PlaceFixture(const DatabaseFixture &database) : PlaceFixture(database, Setup()) {}
    ~PlaceFixture();
    PlaceFixture(const PlaceFixture &) = delete;
    PlaceFixture &operator=(const PlaceFixture &) = delete;

    [[nodiscard]] const WindowServices &services() const { return m_services; }
    [[nodiscard]] DatabaseSource *source() const { return m_source.get(); }
    [[nodiscard]] JobRunner *jobs() const { return m_jobs.get(); }
    /// Opens the database. Place a widget over services() first or after, as you like.
    void openDatabase();
    /// Shows the widget and waits until it is on the screen.
    [[nodiscard]] static bool show(QWidget *widget, const QSize &size = QSize(1200, 800));

    /// The visible widget of that name; null where there is none.
    template<typename T> [[nodiscard]] static T *find(const QString &name)
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
    /// Clicks the visible, enabled button of that name, once there is one.
    [[nodiscard]] static bool click(const QString &name);
    /// What the visible banner of that name says.
    [[nodiscard]] static QString banner(const QString &name);

private:
    [[nodiscard]] Result<DatabaseAccess> makeAccess() const;

    const DatabaseFixture &m_database;
    Setup m_setup;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<JobRunner> m_jobs;
    std::unique_ptr<DatabaseSource> m_source;
    WindowServices m_services;
};

} // namespace verderer::test
