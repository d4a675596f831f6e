// SPDX-License-Identifier: GPL-3.0-or-later
// Scrolling a diff of 100,000 lines: the time the window's thread is busy with each frame, by wheel-sized steps, by pages and by jumps, side by side
// and unified. Opening is told apart: it is the first frame. Also opens a line above the limit for pieces.
#include "bench/frames.h"
#include "ui/diff/diff_pane.h"
#include "ui/diff/diff_view.h"
#include "ui/editor/piece_view.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QScrollBar>

#include <cstdio>
#include <string>
#include <vector>

using namespace verderer;
using namespace verderer::bench;

namespace {

constexpr int lineCount = 99'000; // with the added ones 100,000 rows, and just below where diffs become coarse

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
    report("scroll." + std::string(layout) + ".wheel", wheel);
    report("scroll." + std::string(layout) + ".page", pages);
    report("scroll." + std::string(layout) + ".jump", jumps);
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
