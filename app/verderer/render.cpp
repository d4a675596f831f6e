// SPDX-License-Identifier: GPL-3.0-or-later
#include "render.h"

#include "ui/editor/skill_text_edit.h"
#include "ui/overview/overview_place.h"
#include "ui/runs/run_detail_page.h"
#include "ui/runs/runs_place.h"
#include "ui/shell/installation_controller.h"
#include "ui/shell/main_window.h"
#include "ui/skills/edit_controller.h"
#include "ui/skills/edit_tab.h"
#include "ui/skills/new_skill_dialog.h"
#include "ui/skills/rollback_flow.h"
#include "ui/skills/skill_acts.h"
#include "ui/skills/skill_page.h"
#include "ui/skills/skills_place.h"
#include "ui/threads/new_thread_dialog.h"
#include "ui/threads/thread_detail.h"
#include "ui/threads/thread_detail_page.h"
#include "ui/threads/threads_place.h"

#include <QApplication>
#include <QDialog>
#include <QPainter>
#include <QPixmap>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace verderer {

RenderJob::RenderJob(const RenderRequest &request, MainWindow *window, InstallationController *installation, JobRunner *jobs, QObject *parent)
    : QObject(parent), m_request(request), m_window(window), m_jobs(jobs)
{
    m_limit.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this, [this] { fail(u"The view was not ready within 30 seconds."_s); });
    m_limit.start(30'000);
    // Long enough for the timers that gather typing before a text is judged.
    m_settle.setSingleShot(true);
    m_settle.setInterval(350);
    connect(&m_settle, &QTimer::timeout, this, [this] {
        if (m_jobs->running() > 0)
            m_settle.start();
        else
            paint();
    });
    connect(installation, &InstallationController::failed, this, [this](const Error &error) {
        std::fprintf(stderr, "verderer: %s\n", qUtf8Printable(error.message));
        m_reached = true;
        settle();
    });
    SkillsPlace *place = window->skillsPlace();
    connect(place, &SkillsPlace::listLoaded, this, &RenderJob::onListLoaded);
    connect(place, &SkillsPlace::textShown, this, &RenderJob::onTextShown);
    connect(place, &SkillsPlace::historyShown, this, [this] { onTabShown(u"history"_s); });
    connect(place, &SkillsPlace::verdictShown, this, [this] { onTabShown(u"verdict"_s); });
    connect(place, &SkillsPlace::filesShown, this, [this] { onTabShown(u"files"_s); });
}

void RenderJob::onListLoaded()
{
    if (std::exchange(m_listLoaded, true))
        return;
    if (m_request.view != "skills"_L1) {
        if (m_request.view == "threads"_L1) {
            prepareThreads();
        } else if (m_request.view == "runs"_L1) {
            prepareRuns();
        } else if (m_request.view == "overview"_L1) {
            connect(m_window->overviewPlace(), &OverviewPlace::shown, this, &RenderJob::reach);
        } else {
            reach();
        }
        m_window->showPlace(m_request.view);
        return;
    }
    if (m_request.select.isEmpty()) {
        m_reached = true;
        openSkillActDialog();
        settle();
        return;
    }
    SkillsPlace *place = m_window->skillsPlace();
    place->page()->setTab(m_request.tab.isEmpty() ? u"edit"_s : m_request.tab);
    place->select(m_request.select);
    if (!place->hasSkill())
        fail(u"There is no skill “%1” here."_s.arg(m_request.select));
}

void RenderJob::onTextShown()
{
    onTabShown(u"edit"_s);
}

void RenderJob::onTabShown(const QString &tab)
{
    const QString wanted = m_request.tab.isEmpty() ? u"edit"_s : m_request.tab;
    if (wanted == tab && !m_request.select.isEmpty() && !std::exchange(m_reached, true))
        openDialog();
}

bool RenderJob::openSkillActDialog()
{
    SkillsPlace *place = m_window->skillsPlace();
    if (m_request.dialog == "new"_L1) {
        if (NewSkillDialog *dialog = place->acts()->create({}))
            dialog->demonstrate(u"help"_s, u"Use when: somebody asks what this installation can do"_s);
    } else if (m_request.dialog == "copy"_L1 || m_request.dialog == "copy-users"_L1) {
        place->copySkill(m_request.dialog == "copy-users"_L1);
    } else if (m_request.dialog == "delete"_L1) {
        place->deleteSkill();
    } else if (m_request.dialog == "trash"_L1) {
        place->acts()->openTrash();
    } else {
        return false;
    }
    return true;
}

void RenderJob::openDialog()
{
    if (openSkillActDialog()) {
        settle();
        return;
    }
    SkillsPlace *place = m_window->skillsPlace();
    EditController *editing = place->editing();
    const QByteArray before = editing->text();
    // A small change of the kind people make, so that there is something to show.
    const auto type = [&](const QByteArray &line) { place->page()->editTab()->editor()->applyBytes(before + line); };
    if (m_request.dialog == "save"_L1) {
        type("\nAsk before anything is published.\n");
        editing->save();
    } else if (m_request.dialog == "rollback"_L1) {
        Q_EMIT place->page()->rollBackRequested();
    } else if (m_request.dialog == "difference"_L1 || m_request.dialog == "changed"_L1 || m_request.dialog == "conflict"_L1) {
        type("\nAsk before anything is published.\n");
        editing->pretendChangedOnDisk(before + "\nTell the team before anything is published.\n");
        if (m_request.dialog == "conflict"_L1)
            editing->merge();
        else if (m_request.dialog == "difference"_L1)
            editing->showDiskDifference();
    }
    settle();
}

void RenderJob::reach()
{
    if (!std::exchange(m_reached, true)) {
        settle();
    }
}

void RenderJob::prepareThreads()
{
    ThreadsPlace *place = m_window->threadsPlace();
    if (!m_request.tab.isEmpty()) {
        place->page()->setTab(m_request.tab);
    }
    const auto listed = [this, place] {
        if (m_request.select.isEmpty()) {
            openThreadDialog();
        } else if (!std::exchange(m_asked, true)) {
            place->showItem(m_request.select);
        }
    };
    connect(place, &ThreadsPlace::listShown, this, listed);
    connect(place->detail(), &ThreadDetail::shown, this, &RenderJob::openThreadDialog);
    if (place->isListShown()) {
        listed();
    }
}

void RenderJob::openThreadDialog()
{
    if (m_reached) {
        return;
    }
    ThreadsPlace *place = m_window->threadsPlace();
    if (m_request.dialog == "new"_L1) {
        NewThreadDialog *dialog = place->newThread();
        // Only the answer about a thread that is there leaves everything as it is, so no other is asked for.
        if (dialog && place->detail()->record()) {
            dialog->demonstrate(place->detail()->record()->threadId, place->detail()->record()->owner.value_or(QString()), u"Release 4.2"_s,
                                "{\n  \"source\": \"by hand\",\n  \"ticket\": 4211\n}");
        }
    } else if (m_request.dialog == "rename"_L1) {
        place->renameThread();
    } else if (m_request.dialog == "delete"_L1) {
        place->deleteThreads();
    }
    reach();
}

void RenderJob::prepareRuns()
{
    RunsPlace *place = m_window->runsPlace();
    if (!m_request.tab.isEmpty()) {
        place->page()->setTab(m_request.tab);
    }
    connect(place, &RunsPlace::listLoaded, this, [this, place] {
        if (m_request.select.isEmpty()) {
            reach();
        } else if (!std::exchange(m_asked, true)) {
            place->showItem(m_request.select);
        }
    });
    connect(place, &RunsPlace::runShown, this, [this] {
        if (m_request.select.isEmpty() || m_asked) {
            reach();
        }
    });
}

void RenderJob::settle()
{
    m_settle.start();
}

void RenderJob::paint()
{
    if (std::exchange(m_ended, true))
        return;
    QPixmap picture = m_window->grab();
    const auto widgets = QApplication::topLevelWidgets();
    for (QWidget *widget : widgets) {
        auto *dialog = qobject_cast<QDialog *>(widget);
        if (!dialog || !dialog->isVisible())
            continue;
        QPainter painter(&picture);
        QColor shade = m_window->palette().color(QPalette::Shadow);
        shade.setAlpha(90);
        painter.fillRect(QRect(QPoint(), m_window->size()), shade);
        const QPoint corner((m_window->width() - dialog->width()) / 2, (m_window->height() - dialog->height()) / 2);
        painter.drawPixmap(corner, dialog->grab());
    }
    if (!picture.save(m_request.file, "PNG")) {
        std::fprintf(stderr, "verderer: Cannot write the picture %s. Check the folder and its permissions.\n", qUtf8Printable(m_request.file));
        QCoreApplication::exit(1);
        return;
    }
    QCoreApplication::exit(0);
}

void RenderJob::fail(const QString &sentence)
{
    if (std::exchange(m_ended, true))
        return;
    std::fprintf(stderr, "verderer: %s\n", qUtf8Printable(sentence));
    QCoreApplication::exit(1);
}

} // namespace verderer
