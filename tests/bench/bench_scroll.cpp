// SPDX-License-Identifier: GPL-3.0-or-later
// Scrolling a diff of 100,000 lines: the time the window's thread is busy with each frame, by wheel-sized steps, by pages and by jumps, side by side
// and unified. Opening is told apart: it is the first frame. Also opens a line above the limit for pieces.
#include "ui/diff/diff_pane.h"
#include "ui/diff/diff_view.h"
#include "ui/editor/piece_view.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QScrollBar>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

using namespace verderer;

namespace {

constexpr int lineCount = 99'000; // with the added ones 100,000 rows, and just below where diffs become coarse

struct Frame {
    double wall = 0; ///< ms
    double cpu = 0;  ///< ms of the window's thread, which others on the machine do not add to
};

double threadMs()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1000.0 + static_cast<double>(now.tv_nsec) / 1e6;
}

template<typename Act> Frame frame(Act act)
{
    QElapsedTimer clock;
    clock.start();
    const double cpu = threadMs();
    act();
    QApplication::processEvents();
    return {static_cast<double>(clock.nsecsElapsed()) / 1e6, threadMs() - cpu};
}

void report(const char *name, std::vector<Frame> frames)
{
    const auto quantile = [&](double Frame::*value, double part) {
        std::sort(frames.begin(), frames.end(), [value](const Frame &a, const Frame &b) { return a.*value < b.*value; });
        return frames[static_cast<size_t>(part * static_cast<double>(frames.size() - 1))].*value;
    };
    std::printf("scroll.%s.median %.2f ms (thread %.2f)\n", name, quantile(&Frame::wall, 0.5), quantile(&Frame::cpu, 0.5));
    std::printf("scroll.%s.p99 %.2f ms (thread %.2f)\n", name, quantile(&Frame::wall, 0.99), quantile(&Frame::cpu, 0.99));
    std::printf("scroll.%s.max %.2f ms (thread %.2f; at most 16)\n", name, quantile(&Frame::wall, 1.0), quantile(&Frame::cpu, 1.0));
}

void scroll(const char *layout, DiffView &view)
{
    QScrollBar *bar = view.diffLayout() == DiffView::Layout::Unified ? view.oldPane()->verticalScrollBar() : view.newPane()->verticalScrollBar();
    std::vector<Frame> wheel;
    for (int i = 0; i < 600; ++i)
        wheel.push_back(frame([&] { bar->setValue(bar->value() + 3); }));
    std::vector<Frame> pages;
    for (int i = 0; i < 400; ++i)
        pages.push_back(frame([&] { bar->setValue(bar->value() + 40); }));
    std::vector<Frame> jumps;
    for (int i = 0; i < 400; ++i)
        jumps.push_back(frame([&] { bar->setValue(static_cast<int>((static_cast<long long>(i) * 7919 * 131) % bar->maximum())); }));
    report((std::string(layout) + ".wheel").c_str(), wheel);
    report((std::string(layout) + ".page").c_str(), pages);
    report((std::string(layout) + ".jump").c_str(), jumps);
}

} // namespace

int main(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    QByteArray oldText;
    QByteArray newText;
    for (int i = 0; i < lineCount; ++i) {
        const QByteArray number = QByteArray::number(i);
        oldText += "Line " + number + " of the text before, with some words to read.\n";
        if (i % 20 == 3)
            newText += "Line " + number + " of the text after it, with other words to read.\n";
        else if (i % 97 == 5)
            newText += "Line " + number + " of the text before, with some words to read.\nAdded " + number + "\n";
        else if (i % 101 != 7)
            newText += "Line " + number + " of the text before, with some words to read.\n";
    }
    const Result<LineDiff> lines = diffLines(oldText, newText);
    if (!lines)
        return 1;
    std::printf("scroll.hunks %lld\n", static_cast<long long>(lines->hunks.size()));
    const QFont font(QStringLiteral("DejaVu Sans Mono"), 10);
    const ThemeColors theme = themeColors(ThemeKind::Light, application.palette());
    DiffView view;
    view.resize(1400, 900);
    view.setColors(diffColors(theme, font, application.font()));
    view.show();
    QApplication::processEvents();
    const Frame first = frame([&] { view.setContent({oldText, newText, *lines, QStringLiteral("before"), QStringLiteral("after"), false}); });
    std::printf("scroll.first %.1f ms (thread %.1f)\n", first.wall, first.cpu);
    scroll("side_by_side", view);
    view.setDiffLayout(DiffView::Layout::Unified);
    QApplication::processEvents();
    scroll("unified", view);

    PieceView pieces;
    pieces.resize(1000, 700);
    pieces.setColors(editorColors(theme, font, application.font()));
    pieces.show();
    QApplication::processEvents();
    for (const int size : {20'001, 300'000, 5'000'000}) {
        const QByteArray text(size, 'a');
        const Frame opened = frame([&] { pieces.setBytes(text); });
        std::printf("long_line.%d.open %.1f ms (at most 1000)\n", size, opened.wall);
    }
    return 0;
}
