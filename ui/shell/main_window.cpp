// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include "ui/overview/overview_place.h"
#include "ui/runs/runs_place.h"
#include "ui/shell/doctor_place.h"
#include "ui/shell/installation_controller.h"
#include "ui/shell/no_installation.h"
#include "ui/shell/rail.h"
#include "ui/shell/status_strip.h"
#include "ui/shell/top_bar.h"
#include "ui/skills/skills_place.h"
#include "ui/threads/threads_place.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/text_format.h"

#include <QAction>
#include <QCloseEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

WindowServices withDatabase(WindowServices services, DatabaseSource *database)
{
    services.database = database;
    return services;
}

} // namespace

MainWindow::MainWindow(const WindowServices &services, InstallationController *installation, const WindowSettings &settings, QWidget *parent)
    : QMainWindow(parent), m_services(withDatabase(services, installation->database())), m_installation(installation), m_settings(settings),
      m_topBar(new TopBar(services.theme, this)), m_rail(new Rail(services.theme, this)), m_banner(new Banner(services.theme, this)),
      m_stack(new QStackedWidget(this)), m_nothing(new NoInstallation(services.theme, this)), m_overview(new OverviewPlace(m_services, this)),
      m_skills(new SkillsPlace(m_services, this)), m_threads(new ThreadsPlace(m_services, this)), m_runs(new RunsPlace(m_services, this)),
      m_doctor(new DoctorPlace(m_services, this)), m_status(new StatusStrip(services.theme, this))
{
    setObjectName(u"mainWindow"_s);
    setWindowTitle(u"Verderer"_s);
    m_banner->setObjectName(u"windowBanner"_s);
    m_stack->addWidget(m_nothing);

    auto *middle = new QVBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(m_banner);
    middle->addWidget(m_stack, 1);
    auto *row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(m_rail);
    row->addLayout(middle, 1);
    auto *central = new QWidget(this);
    auto *column = new QVBoxLayout(central);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_topBar);
    column->addLayout(row, 1);
    column->addWidget(m_status);
    setCentralWidget(central);

    addPlace(u"overview"_s, u"overview"_s, tr("Overview"), QKeySequence(Qt::CTRL | Qt::Key_0), m_overview, false);
    addPlace(u"skills"_s, u"skills"_s, tr("Skills"), QKeySequence(Qt::CTRL | Qt::Key_1), m_skills, false);
    addPlace(u"threads"_s, u"threads"_s, tr("Threads"), QKeySequence(Qt::CTRL | Qt::Key_2), m_threads, false);
    addPlace(u"runs"_s, u"runs"_s, tr("Runs"), QKeySequence(Qt::CTRL | Qt::Key_3), m_runs, false);
    addPlace(u"doctor"_s, u"doctor"_s, tr("Doctor"), QKeySequence(Qt::CTRL | Qt::Key_9), m_doctor, true);
    m_rail->setEnabled(false);

    auto *refresh = new QAction(tr("Refresh"), this);
    refresh->setObjectName(u"refreshAction"_s);
    refresh->setShortcut(QKeySequence(Qt::Key_F5));
    addAction(refresh);
    connect(refresh, &QAction::triggered, this, [this] {
        if (Place *place = currentPlace())
            place->refresh();
    });
    auto *quit = new QAction(tr("Quit"), this);
    quit->setObjectName(u"quitAction"_s);
    quit->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Q));
    addAction(quit);
    connect(quit, &QAction::triggered, this, &QWidget::close);

    connect(m_rail, &Rail::chosen, this, &MainWindow::showPlace);
    connect(m_topBar, &TopBar::chooseFolder, this, &MainWindow::chooseFolder);
    connect(m_topBar, &TopBar::showPaths, this, [this] { showPlace(u"doctor"_s); });
    connect(m_topBar, &TopBar::reload, installation, &InstallationController::reopen);
    connect(m_topBar, &TopBar::userChosen, installation, &InstallationController::chooseUser);
    connect(m_nothing, &NoInstallation::chooseFolder, this, &MainWindow::chooseFolder);
    connect(m_nothing, &NoInstallation::again, installation, &InstallationController::reopen);
    connect(installation, &InstallationController::looking, this, [this] {
        if (!m_rail->isEnabled())
            m_nothing->showLooking();
    });
    connect(installation, &InstallationController::found, this, [this](const Workspace &workspace, const QList<WorkspaceUser> &users) {
        m_topBar->setWorkspace(workspace, users);
        // Its warnings are findings of the doctor.
        m_banner->hide();
    });
    connect(installation, &InstallationController::opened, this, &MainWindow::onOpened);
    connect(installation, &InstallationController::failed, this, [this](const Error &error) {
        // What is open already stays so; the failure is about what was asked for.
        if (m_rail->isEnabled())
            m_banner->present(Tone::Error, errorHeadline(error.code), error.message, errorDetailText(error));
        else
            m_nothing->showError(error);
    });

    m_skills->applySettings({settings.listSplitter, settings.previewSplitter, settings.historySplitter, settings.skill, settings.tab, settings.filter,
                             settings.preview, settings.unifiedDiff});
    for (auto place = m_places.cbegin(); place != m_places.cend(); ++place) {
        place.value()->restoreState(settings.places.value(place.key()));
    }
    resize(scaled(this, 1200), scaled(this, 760));
    if (!settings.geometry.isEmpty())
        restoreGeometry(settings.geometry);
}

MainWindow::~MainWindow() = default;

void MainWindow::addPlace(const QString &id, const QString &icon, const QString &text, const QKeySequence &shortcut, Place *place, bool foot)
{
    RailButton *button = m_rail->addPlace(id, icon, text, shortcut, foot);
    m_places.insert(id, place);
    m_stack->addWidget(place);
    connect(place, &Place::badgeChanged, button, &RailButton::setNumber);
    connect(place, &Place::statusChanged, this, [this, place](const PlaceStatus &status) {
        m_statusOf.insert(place, status);
        if (place == currentPlace())
            m_status->setStatus(status);
    });
    connect(place, &Place::linkActivated, this, [this](const QString &wanted, const QString &item) {
        showPlace(wanted);
        if (Place *target = m_places.value(wanted); target && !item.isEmpty()) {
            target->showItem(item);
        }
    });
}

Place *MainWindow::currentPlace() const
{
    return qobject_cast<Place *>(m_stack->currentWidget());
}

void MainWindow::showPlace(const QString &id)
{
    Place *place = m_places.value(id);
    if (!place)
        return;
    m_rail->setCurrent(id);
    m_stack->setCurrentWidget(place);
    m_status->setStatus(m_statusOf.value(place));
    place->activate();
}

void MainWindow::onOpened(const OpenWorkspace &workspace)
{
    m_rail->setEnabled(true);
    m_topBar->setUser(workspace.user.id);
    m_settings.user = workspace.user.id;
    setWindowTitle(tr("%1 – Verderer").arg(installationName(workspace.workspace)));
    for (Place *place : std::as_const(m_places))
        place->open(workspace);
    if (!currentPlace())
        showPlace(m_places.contains(m_settings.place) ? m_settings.place : u"skills"_s);
}

void MainWindow::chooseFolder()
{
    auto *dialog = new QFileDialog(this, tr("Choose a DeerFlow installation"));
    dialog->setObjectName(u"chooseFolderDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &folder) {
        WorkspaceRequest request = m_installation->request();
        request.place = folder;
        request.home.clear();
        request.config.clear();
        request.skillsRoot.clear();
        request.database.clear();
        m_settings.installation = folder;
        m_installation->open(request, {});
    });
    dialog->open();
}

WindowSettings MainWindow::settings() const
{
    WindowSettings now = m_settings;
    now.geometry = saveGeometry();
    now.place = m_rail->current();
    const SkillsPlaceSettings skills = m_skills->settings();
    now.listSplitter = skills.listSplitter;
    now.previewSplitter = skills.previewSplitter;
    now.historySplitter = skills.historySplitter;
    now.skill = skills.skill;
    now.tab = skills.tab;
    now.filter = skills.filter;
    now.preview = skills.preview;
    now.unifiedDiff = skills.unifiedDiff;
    for (auto place = m_places.cbegin(); place != m_places.cend(); ++place) {
        now.places.insert(place.key(), place.value()->saveState());
    }
    return now;
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (m_mayClose) {
        event->accept();
        return;
    }
    // Typed texts are put away first, off this thread; the window closes once that is done.
    event->ignore();
    const auto left = std::make_shared<int>(int(m_places.size()));
    for (Place *place : std::as_const(m_places)) {
        place->prepareToClose([this, left] {
            if (--*left > 0)
                return;
            m_mayClose = true;
            QMetaObject::invokeMethod(this, &QWidget::close, Qt::QueuedConnection);
        });
    }
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    // Events of the disk can be lost, so what is shown is read again when people come back to the window.
    if (event->type() == QEvent::ActivationChange && isActiveWindow() && m_rail->isEnabled()) {
        if (Place *place = currentPlace())
            place->refresh();
    }
}

} // namespace verderer
