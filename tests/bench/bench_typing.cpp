// SPDX-License-Identifier: GPL-3.0-or-later
// From a key to the painted letter in a skill of 1 MB, held against a bare QScintilla with the same text and font. Both are typed into in turn, in
// one run, at the same places.
#include "ui/editor/skill_text_edit.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QKeyEvent>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace verderer;

namespace {

constexpr int keys = 400;
constexpr int warmUp = 40;

QByteArray skillOfOneMegabyte()
{
    QByteArray text("---\nname: large\ndescription: A skill with much to say\n---\n\n# Large\n\n");
    for (int i = 0; text.size() < 1'000'000; ++i) {
        text += "## Part " + QByteArray::number(i) + "\n\nSome **strong** words, some `code`, and [a link](https://example.org/" +
                QByteArray::number(i) + ").\n\n- one item\n- another item with more words in it\n\n```sh\necho " + QByteArray::number(i) +
                "\n```\n\n";
    }
    return text;
}

/// One key, and everything until the window shows it, in microseconds.
double typeOnce(QsciScintilla &edit, Qt::Key key, const QString &text)
{
    QElapsedTimer clock;
    clock.start();
    QKeyEvent press(QEvent::KeyPress, key, Qt::NoModifier, text);
    QApplication::sendEvent(&edit, &press);
    QKeyEvent release(QEvent::KeyRelease, key, Qt::NoModifier, text);
    QApplication::sendEvent(&edit, &release);
    QApplication::sendPostedEvents();
    QApplication::processEvents();
    return static_cast<double>(clock.nsecsElapsed()) / 1000.0;
}

double quantile(std::vector<double> values, double part)
{
    std::sort(values.begin(), values.end());
    return values[static_cast<size_t>(part * static_cast<double>(values.size() - 1))];
}

void measure(const char *place, QsciScintilla &bare, SkillTextEdit &ours, int line)
{
    for (QsciScintilla *edit : {&bare, static_cast<QsciScintilla *>(&ours)}) {
        const long position = edit->SendScintilla(QsciScintillaBase::SCI_GETLINEENDPOSITION, static_cast<unsigned long>(line));
        edit->SendScintilla(QsciScintillaBase::SCI_GOTOPOS, static_cast<unsigned long>(position));
        QApplication::processEvents();
    }
    std::vector<double> bareTimes;
    std::vector<double> ourTimes;
    for (int i = 0; i < keys + warmUp; ++i) {
        const bool space = i % 6 == 5;
        const bool newLine = i % 60 == 59;
        const Qt::Key key = newLine ? Qt::Key_Return : (space ? Qt::Key_Space : Qt::Key_X);
        const QString text = newLine ? QStringLiteral("\r") : (space ? QStringLiteral(" ") : QStringLiteral("x"));
        double bareTime = 0;
        double ourTime = 0;
        if (i % 2 == 0) {
            bareTime = typeOnce(bare, key, text);
            ourTime = typeOnce(ours, key, text);
        } else {
            ourTime = typeOnce(ours, key, text);
            bareTime = typeOnce(bare, key, text);
        }
        if (i >= warmUp) {
            bareTimes.push_back(bareTime);
            ourTimes.push_back(ourTime);
        }
    }
    std::printf("typing.%s.bare_median %.1f us\n", place, quantile(bareTimes, 0.5));
    std::printf("typing.%s.editor_median %.1f us\n", place, quantile(ourTimes, 0.5));
    std::printf("typing.%s.ratio %.3f x (at most 1.3)\n", place, quantile(ourTimes, 0.5) / quantile(bareTimes, 0.5));
    std::printf("typing.%s.bare_p99 %.1f us\n", place, quantile(bareTimes, 0.99));
    std::printf("typing.%s.editor_p99 %.1f us\n", place, quantile(ourTimes, 0.99));
}

} // namespace

int main(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const QByteArray text = skillOfOneMegabyte();
    const QFont font(QStringLiteral("DejaVu Sans Mono"), 10);

    QsciScintilla bare;
    bare.setUtf8(true);
    bare.setFont(font);
    bare.setMarginsFont(font);
    bare.setMarginLineNumbers(0, true);
    bare.setMarginWidth(0, QStringLiteral("99999"));
    bare.setCaretLineVisible(true);
    bare.SendScintilla(QsciScintillaBase::SCI_SETSCROLLWIDTHTRACKING, 1UL);
    bare.SendScintilla(QsciScintillaBase::SCI_ADDTEXT, static_cast<uintptr_t>(text.size()), text.constData());
    bare.resize(1000, 700);
    bare.show();

    SkillTextEdit ours;
    ours.setColors(editorColors(themeColors(ThemeKind::Light, application.palette()), font, application.font()));
    ours.setBytes(text);
    ours.resize(1000, 700);
    ours.show();
    QApplication::processEvents();

    const int lines = ours.lines();
    measure("start", bare, ours, 8);
    measure("middle", bare, ours, lines / 2);
    measure("end", bare, ours, lines - 20);
    return 0;
}
