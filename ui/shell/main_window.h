// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/window_settings.h"
#include "ui/widgets/place.h"

#include <QMainWindow>

class QStackedWidget;

namespace verderer {

class Banner;
class DoctorPlace;
class InstallationController;
class NoInstallation;
class OverviewPlace;
class Rail;
class RunsPlace;
class SkillsPlace;
class StatusStrip;
class ThreadsPlace;
class TopBar;

/// The frame: top bar, rail, the place that was chosen, status strip. What a place shows is the place's own affair.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(const WindowServices &services, InstallationController *installation, const WindowSettings &settings, QWidget *parent = nullptr);
    ~MainWindow() override;

    /// As it is now, for the next start.
    [[nodiscard]] WindowSettings settings() const;

    [[nodiscard]] SkillsPlace *skillsPlace() const { return m_skills; }
    [[nodiscard]] DoctorPlace *doctorPlace() const { return m_doctor; }
    [[nodiscard]] ThreadsPlace *threadsPlace() const { return m_threads; }
    [[nodiscard]] OverviewPlace *overviewPlace() const { return m_overview; }
    [[nodiscard]] RunsPlace *runsPlace() const { return m_runs; }
    /// The place with this id of the rail; null where there is none.
    [[nodiscard]] Place *place(const QString &id) const { return m_places.value(id); }
    void showPlace(const QString &id);

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void addPlace(const QString &id, const QString &icon, const QString &text, const QKeySequence &shortcut, Place *place, bool foot);
    void chooseFolder();
    void onOpened(const OpenWorkspace &workspace);
    [[nodiscard]] Place *currentPlace() const;

    WindowServices m_services;
    InstallationController *m_installation;
    WindowSettings m_settings;
    TopBar *m_topBar;
    Rail *m_rail;
    Banner *m_banner;
    QStackedWidget *m_stack;
    NoInstallation *m_nothing;
    OverviewPlace *m_overview;
    SkillsPlace *m_skills;
    ThreadsPlace *m_threads;
    RunsPlace *m_runs;
    DoctorPlace *m_doctor;
    StatusStrip *m_status;
    QHash<QString, Place *> m_places;
    QHash<Place *, PlaceStatus> m_statusOf;
    bool m_mayClose = false;
};

} // namespace verderer
