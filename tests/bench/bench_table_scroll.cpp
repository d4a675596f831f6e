// SPDX-License-Identifier: GPL-3.0-or-later
// The window over 1,000,000 threads and 2,000,000 runs: how long each list takes to be there, and the time the window's thread is busy with each turn
// of its event loop while somebody scrolls: by the wheel, by pages, by dragging the thumb, and from end to end. The rows that come in meanwhile are
// taken in the same turns. Memory too.
#include "bench/database_generator.h"
#include "bench/frames.h"
#include "support/database_fixture.h"
#include "ui/runs/run_list_model.h"
#include "ui/runs/run_list_pane.h"
#include "ui/runs/run_list_view.h"
#include "ui/runs/runs_place.h"
#include "ui/support/place_fixture.h"
#include "ui/threads/threads_model.h"
#include "ui/threads/threads_place.h"
#include "ui/widgets/database_follower.h"
#include "ui/widgets/listing_view.h"
#include "ui/widgets/style.h"

#include <QApplication>
#include <QScrollBar>
#include <QStyleOptionSlider>
#include <QTest>
#include <QThread>
#include <QWheelEvent>

#include <algorithm>
#include <cstdio>
#include <functional>

using namespace verderer;
using namespace verderer::bench;

namespace {

constexpr int threads = 1'000'000;
constexpr int runs = 2'000'000;
constexpr double frameMs = 16;

/// Does one step every 16 ms, as a screen does, and measures each turn of the event loop, those in which rows come in too.
std::vector<Frame> steps(int count, const std::function<void(int)> &step)
{
    std::vector<Frame> turns;
    for (int i = 0; i < count; ++i) {
        QElapsedTimer sinceStep;
        sinceStep.start();
        turns.push_back(frame([&] { step(i); }));
        while (static_cast<double>(sinceStep.nsecsElapsed()) / 1e6 < frameMs) {
            QThread::yieldCurrentThread();
            turns.push_back(frame([] {}));
        }
    }
    // Turns in which nothing was to be done are no frames.
    turns.erase(std::remove_if(turns.begin(), turns.end(), [](const Frame &turn) { return turn.wall < 0.05; }), turns.end());
    return turns;
}

void wheel(QWidget *viewport, int notches)
{
    const QPointF middle = QRectF(viewport->rect()).center();
    QWheelEvent event(middle, viewport->mapToGlobal(middle), {}, QPoint(0, -120 * notches), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(viewport, &event);
}

QPoint thumb(QScrollBar *bar)
{
    QStyleOptionSlider option;
    option.initFrom(bar);
    option.orientation = bar->orientation();
    option.minimum = bar->minimum();
    option.maximum = bar->maximum();
    option.sliderPosition = bar->sliderPosition();
    option.sliderValue = bar->value();
    option.singleStep = bar->singleStep();
    option.pageStep = bar->pageStep();
    option.subControls = QStyle::SC_All;
    return bar->style()->subControlRect(QStyle::CC_ScrollBar, &option, QStyle::SC_ScrollBarSlider, bar).center();
}

void move(QScrollBar *bar, const QPoint &to)
{
    QMouseEvent event(QEvent::MouseMove, QPointF(to), bar->mapToGlobal(QPointF(to)), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(bar, &event);
}

void scroll(const std::string &name, ListingView *view)
{
    QScrollBar *bar = view->verticalScrollBar();
    view->setFocus();
    report(name + ".wheel", steps(600, [&](int i) { wheel(view->viewport(), i % 200 < 100 ? 1 : 3); }));
    report(name + ".page", steps(300, [&](int) { QTest::keyClick(view, Qt::Key_PageDown); }));
    bar->setValue(0);
    QCoreApplication::processEvents();
    const QPoint from = thumb(bar);
    const int way = bar->height() - 2 * from.y();
    QTest::mousePress(bar, Qt::LeftButton, {}, from);
    report(name + ".thumb", steps(300, [&](int i) { move(bar, from + QPoint(0, way * (i < 150 ? i : 300 - i) / 150)); }));
    std::printf("%s.thumb.came_to row %d of %d\n", name.c_str(), view->rowAt(0), view->model()->rowCount());
    QTest::mouseRelease(bar, Qt::LeftButton, {}, from);
    report(name + ".ends", steps(60, [&](int i) { QTest::keyClick(view, i % 2 ? Qt::Key_Home : Qt::Key_End, Qt::ControlModifier); }));
}

/// Shows a place and waits until its whole list is there; the turns of the event loop meanwhile are frames too.
template<typename Place> void open(const std::string &name, Place *place, ListingModelBase *model, int rows)
{
    QElapsedTimer sinceShown;
    sinceShown.start();
    const Frame first = frame([&] { place->show(); });
    std::vector<Frame> turns;
    double firstRows = 0;
    while (model->rowCount() < rows || model->isReading()) {
        turns.push_back(frame([] {}));
        QThread::yieldCurrentThread();
        if (firstRows == 0 && model->rowCount() > 0) {
            firstRows = static_cast<double>(sinceShown.nsecsElapsed()) / 1e6;
        }
    }
    std::printf("%s.open %.1f ms (thread %.1f)\n", name.c_str(), first.wall, first.cpu);
    std::printf("%s.first_rows %.0f ms\n", name.c_str(), firstRows);
    std::printf("%s.whole_list %.0f ms\n", name.c_str(), static_cast<double>(sinceShown.nsecsElapsed()) / 1e6);
    report(name + ".while_reading", turns);
}

} // namespace

int main(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    const QApplication application(argc, argv);
    const auto database = test::DatabaseFixture::sqlite();
    generateThreads(*database, threads);
    generateRuns(*database, runs);
    test::PlaceFixture fixture(*database);
    QApplication::setStyle(new VerdererStyle(fixture.services().theme));
    fixture.source()->follower()->setInterval(2000);
    fixture.openDatabase();
    const double before = residentMegabytes();
    print("window.before", before, "MB");
    {
        ThreadsPlace place(fixture.services());
        place.resize(1440, 858);
        open("threads", &place, place.model(), threads);
        print("threads.memory", residentMegabytes() - before, "MB more");
        scroll("threads", place.table());
        print("threads.memory_after_scrolling", residentMegabytes() - before, "MB more");
    }
    {
        RunsPlace place(fixture.services());
        place.resize(1440, 858);
        open("runs", &place, place.model(), runs);
        print("runs.memory", residentMegabytes() - before, "MB more");
        scroll("runs", place.list()->list());
        print("runs.memory_after_scrolling", residentMegabytes() - before, "MB more");
    }
    return 0;
}
