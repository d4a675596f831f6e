// SPDX-License-Identifier: GPL-3.0-or-later
#include "start_measure.h"

#include "ui/shell/main_window.h"
#include "ui/skills/skill_list_pane.h"
#include "ui/skills/skill_list_view.h"
#include "ui/skills/skills_place.h"

#include <QCoreApplication>
#include <QFile>

#include <cstdio>
#include <ctime>
#include <unistd.h>

namespace verderer {

namespace {

/// Milliseconds since the kernel started this process, at its own resolution of a clock tick (usually 10 ms).
double processAge()
{
    QFile stat(QStringLiteral("/proc/self/stat"));
    if (!stat.open(QIODevice::ReadOnly))
        return -1;
    const QByteArray line = stat.readAll();
    // The second field is the program's name in brackets and may hold blanks.
    const QList<QByteArray> fields = line.mid(line.lastIndexOf(')') + 2).split(' ');
    const double startedTicks = fields.value(19).toDouble();
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    return double(now.tv_sec) * 1000 + double(now.tv_nsec) / 1e6 - startedTicks * 1000 / double(sysconf(_SC_CLK_TCK));
}

double residentMegabytes()
{
    QFile statm(QStringLiteral("/proc/self/statm"));
    if (!statm.open(QIODevice::ReadOnly))
        return -1;
    return statm.readAll().split(' ').value(1).toDouble() * double(sysconf(_SC_PAGESIZE)) / 1e6;
}

} // namespace

void measureStart(MainWindow *window)
{
    QObject::connect(window->skillsPlace()->list()->list(), &SkillListView::firstPainted, window, [] {
        std::printf("window_first_list %.0f ms\nwindow_rss %.1f MB\n", processAge(), residentMegabytes());
        std::fflush(stdout);
        QMetaObject::invokeMethod(QCoreApplication::instance(), &QCoreApplication::quit, Qt::QueuedConnection);
    });
}

} // namespace verderer
