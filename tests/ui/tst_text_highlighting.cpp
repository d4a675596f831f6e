// SPDX-License-Identifier: GPL-3.0-or-later
#include "text_edit_window.h"
#include "ui/editor/skill_highlighter.h"

#include <QPainter>

using namespace verderer;
using namespace verderer::test;

namespace {

int styleAt(const SkillTextEdit &edit, const QByteArray &text, const QByteArray &part)
{
    return static_cast<int>(edit.SendScintilla(QsciScintillaBase::SCI_GETSTYLEAT, static_cast<unsigned long>(text.indexOf(part))));
}

} // namespace

/// Colours for front matter and Markdown, over any bytes.
class TextHighlightingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void highlightsFrontMatterAndMarkdown()
    {
        using namespace skill_highlighter;
        const QByteArray text(
            "---\nname: release # why\nother: \"a: b\"\nlong: |\n  inner: text\n---\n\n# Heading\nplain **strong** *soft* `code` [l](u)\n"
            "> said\n- item\n```\nname: fenced\n```\nkey: no\n");
        Window window;
        SkillTextEdit *edit = window.edit();
        edit->setBytes(text);
        edit->grab();
        QCOMPARE(styleAt(*edit, text, "---"), int(FrontMatterFence));
        QCOMPARE(styleAt(*edit, text, "name:"), int(Key));
        QCOMPARE(styleAt(*edit, text, "release"), int(Plain));
        QCOMPARE(styleAt(*edit, text, "# why"), int(Comment));
        QCOMPARE(styleAt(*edit, text, "\"a: b\""), int(QuotedScalar));
        QCOMPARE(styleAt(*edit, text, "inner:"), int(Plain));
        QCOMPARE(styleAt(*edit, text, "# Heading"), int(Heading));
        QCOMPARE(styleAt(*edit, text, "plain"), int(Plain));
        QCOMPARE(styleAt(*edit, text, "**strong"), int(Strong));
        QCOMPARE(styleAt(*edit, text, "*soft"), int(Emphasis));
        QCOMPARE(styleAt(*edit, text, "`code"), int(Code));
        QCOMPARE(styleAt(*edit, text, "[l]"), int(Link));
        QCOMPARE(styleAt(*edit, text, "> said"), int(Quote));
        QCOMPARE(styleAt(*edit, text, "- item"), int(ListMark));
        QCOMPARE(styleAt(*edit, text, "name: fenced"), int(Code));
        QCOMPARE(styleAt(*edit, text, "key: no"), int(Plain));

        // Opening a fence restyles what is below it.
        edit->goTo(15, 1);
        QTest::keyClick(edit, Qt::Key_Return);
        QTest::keyClick(edit, Qt::Key_Up);
        type(edit, QStringLiteral("```"));
        edit->grab();
        const QByteArray now = edit->bytes();
        QCOMPARE(styleAt(*edit, now, "key: no"), int(Code));

        edit->setHighlighting(SkillTextEdit::Highlighting::None);
        edit->grab();
        QCOMPARE(styleAt(*edit, now, "# Heading"), int(Plain));
    }

    void restylingAnEditEqualsStylingAfresh()
    {
        // Edits restyle as little as they can; after each of them all styles must be those of a text that was just opened.
        QByteArray text("---\nname: a\nlong: |\n  b: c\nother: d\n---\n");
        for (int i = 0; i < 6; ++i)
            text += "# h\nplain *e* text\n```\ncode\n```\n- item\n";
        Window window;
        Window fresh;
        SkillTextEdit *edit = window.edit();
        edit->setBytes(text);
        edit->grab();
        const auto stylesOf = [](SkillTextEdit *of) {
            const long length = of->SendScintilla(QsciScintillaBase::SCI_GETLENGTH);
            of->SendScintilla(QsciScintillaBase::SCI_GOTOPOS, static_cast<unsigned long>(length));
            of->grab(); // the end is in sight, so all is styled
            QByteArray styles;
            for (long i = 0; i < length; ++i)
                styles += static_cast<char>(of->SendScintilla(QsciScintillaBase::SCI_GETSTYLEAT, static_cast<unsigned long>(i)));
            return styles;
        };
        const auto check = [&](const char *what, int line) {
            fresh.edit()->setBytes(edit->bytes());
            const QByteArray here = stylesOf(edit);
            const QByteArray afresh = stylesOf(fresh.edit());
            QVERIFY2(here == afresh, qPrintable(QStringLiteral("%1, line %2").arg(QLatin1String(what)).arg(line)));
        };
        const QStringList typed{QStringLiteral("x"), QStringLiteral("```"), QStringLiteral("---"), QStringLiteral("k: v"), QStringLiteral("# ")};
        for (int line = 1; line <= 30; line += 3) {
            for (const QString &what : typed) {
                edit->goTo(line, 1);
                edit->grab();
                type(edit, what);
                edit->grab();
                check("typed", line);
                edit->goTo(line, 2);
                QTest::keyClick(edit, Qt::Key_Return);
                edit->grab();
                type(edit, QStringLiteral("y"));
                check("split", line);
                QTest::keyClick(edit, Qt::Key_Z, Qt::ControlModifier);
                edit->grab();
                QTest::keyClick(edit, Qt::Key_Z, Qt::ControlModifier);
                edit->goTo(line, 1);
                QTest::keyClick(edit, Qt::Key_Delete);
                edit->goTo(line + 2, 1);
                QTest::keyClick(edit, Qt::Key_Backspace);
                check("joined", line);
            }
        }
    }

    void findsNoFrontMatterBehindAByteOrderMark()
    {
        // As DeerFlow: with the mark in front the first line is no fence.
        const QByteArray text("\xEF\xBB\xBF---\nname: a\n---\n");
        Window window;
        window.edit()->setBytes(text);
        window.edit()->grab();
        QCOMPARE(styleAt(*window.edit(), text, "name"), int(skill_highlighter::Plain));
    }

    void leavesLongLinesPlain()
    {
        QByteArray styles(20'010, 'x');
        const QByteArray line = "# " + QByteArray(20'007, 'a') + "\n";
        const int state = skill_highlighter::styleLine(line, skill_highlighter::startOfText, styles.data());
        QCOMPARE(styles, QByteArray(20'010, skill_highlighter::Plain));
        QByteArray short2(4, 'x');
        skill_highlighter::styleLine("# b\n", state, short2.data());
        QCOMPARE(short2.at(0), char(skill_highlighter::Heading));
    }

    void highlightingSurvivesAnyBytes()
    {
        // Unclosed signs in all places; the styles must cover the line and nothing else.
        const QByteArrayList parts{"*",   "**", "_",  "`", "[", "](",   "\\", "#", "> ",  "- ", "1. ",
                                   "---", ": ", "\"", "'", "|", "\xFF", "a",  " ", "```", "~~~"};
        for (const QByteArray &a : parts) {
            for (const QByteArray &b : parts) {
                for (const QByteArray &c : parts) {
                    const QByteArray line = a + b + c;
                    for (int state = 0; state < 6; ++state) {
                        QByteArray styles(line.size() + 1, '\x7F');
                        skill_highlighter::styleLine(line, state, styles.data());
                        QCOMPARE(styles.back(), '\x7F');
                        for (qsizetype i = 0; i < line.size(); ++i)
                            QVERIFY(styles.at(i) < skill_highlighter::StyleCount);
                    }
                }
            }
        }
    }
};

QTEST_MAIN(TextHighlightingTest)
#include "tst_text_highlighting.moc"
