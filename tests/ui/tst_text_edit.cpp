// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/skill_highlighter.h"
#include "ui/editor/skill_text_edit.h"
#include "ui/widgets/theme.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QInputMethodEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

using namespace verderer;

namespace {

EditorColors testColors(ThemeKind kind = ThemeKind::Light)
{
    return editorColors(themeColors(kind, QPalette()), QFont(QStringLiteral("DejaVu Sans Mono"), 10), QFont(QStringLiteral("DejaVu Sans"), 10));
}

/// A window with the editor in it, as people meet it: found by name, shown and focused.
class Window : public QWidget {
public:
    Window()
    {
        auto *layout = new QVBoxLayout(this);
        auto *before = new QLineEdit(this);
        before->setObjectName(QStringLiteral("before"));
        auto *edit = new SkillTextEdit(this);
        edit->setObjectName(QStringLiteral("skillText"));
        auto *after = new QLineEdit(this);
        after->setObjectName(QStringLiteral("after"));
        layout->addWidget(before);
        layout->addWidget(edit, 1);
        layout->addWidget(after);
        edit->setColors(testColors());
        resize(800, 600);
        show();
        edit->setFocus();
    }
    SkillTextEdit *edit() { return findChild<SkillTextEdit *>(QStringLiteral("skillText")); }
};

int styleAt(const SkillTextEdit &edit, const QByteArray &text, const QByteArray &part)
{
    return static_cast<int>(edit.SendScintilla(QsciScintillaBase::SCI_GETSTYLEAT, static_cast<unsigned long>(text.indexOf(part))));
}

void type(SkillTextEdit *edit, const QString &text)
{
    QTest::keyClicks(edit, text);
}

Problem makeProblem(int line, int column, Severity severity = Severity::Error)
{
    Problem problem;
    problem.kind = ProblemKind::YamlError;
    problem.severity = severity;
    problem.line = line;
    problem.column = column;
    problem.message = QStringLiteral("a value that contains “: ” must be quoted");
    return problem;
}

} // namespace

class TextEditTest : public QObject {
    Q_OBJECT

private:
    static void oddTexts()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("T17 no-break space, no final newline") << QByteArray("a\xC2\xA0"
                                                                            "b ");
        QTest::newRow("T101 NUL in the body") << QByteArray("---\nname: a\n---\nbefore\0after\nend\n", 35);
        QTest::newRow("NUL first and last") << QByteArray("\0x\0", 3);
        QTest::newRow("CRLF") << QByteArray("one\r\ntwo\r\n");
        QTest::newRow("lone CR") << QByteArray("one\rtwo\r");
        QTest::newRow("mixed endings") << QByteArray("one\r\ntwo\nthree\rfour\n\r\n\r\r\n");
        QTest::newRow("line separators") << QByteArray("a\xE2\x80\xA8"
                                                       "b\xE2\x80\xA9"
                                                       "c\xC2\x85"
                                                       "d\x0B"
                                                       "e\x0C"
                                                       "f\n");
        QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF---\nname: a\n---\n");
        QTest::newRow("not UTF-8") << QByteArray("caf\xE9 \xFF\xFE \xC3\x28 \xED\xA0\x80 \xF0\x9F\n\xE4\xB8");
        QTest::newRow("emoji with joiners") << QByteArray("\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB x\n");
        QTest::newRow("Chinese") << QByteArray("\xE5\x8F\x91\xE5\xB8\x83\xE5\x89\x8D\n");
        QTest::newRow("combining marks, tabs, trailing blanks") << QByteArray("e\xCC\x81\t \t\n   \n");
        QTest::newRow("direction marks and zero width") << QByteArray("\xE2\x80\xAE"
                                                                      "abc\xE2\x80\xAC\xE2\x80\x8B\n");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("only a newline") << QByteArray("\n");
    }

private Q_SLOTS:
    void keepsBytes_data() { oddTexts(); }
    void keepsBytes()
    {
        QFETCH(QByteArray, bytes);
        Window window;
        window.edit()->setBytes(bytes);
        QCOMPARE(window.edit()->bytes(), bytes);
        QVERIFY(!window.edit()->isModified());
        window.edit()->grab();
        QCOMPARE(window.edit()->bytes(), bytes);
    }

    void typesOneLetter_data() { oddTexts(); }
    void typesOneLetter()
    {
        QFETCH(QByteArray, bytes);
        Window window;
        SkillTextEdit *edit = window.edit();
        edit->setBytes(bytes);
        QTest::keyClick(edit, Qt::Key_End, Qt::ControlModifier);
        type(edit, QStringLiteral("z"));
        QCOMPARE(edit->bytes(), QByteArray(bytes + "z"));
        QVERIFY(edit->isModified());
        QTest::keyClick(edit, Qt::Key_Home, Qt::ControlModifier);
        type(edit, QStringLiteral("y"));
        QCOMPARE(edit->bytes(), QByteArray("y" + bytes + "z"));
        QTest::keyClick(edit, Qt::Key_Z, Qt::ControlModifier);
        QTest::keyClick(edit, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(edit->bytes(), bytes);
        QVERIFY(!edit->isModified());
    }

    void typesAfterANul()
    {
        Window window;
        SkillTextEdit *edit = window.edit();
        const QByteArray bytes("line\nbe\0fore\nlast\n", 18);
        edit->setBytes(bytes);
        edit->goTo(2, 6); // after "be", NUL, "fo"
        type(edit, QStringLiteral("X"));
        QByteArray expected = bytes;
        expected.insert(10, 'X');
        QCOMPARE(edit->bytes(), expected);
        QTest::keyClick(edit, Qt::Key_Backspace);
        QCOMPARE(edit->bytes(), bytes);
    }

    void newLinesTakeTheDominantEnding_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("ending");
        QTest::newRow("LF") << QByteArray("a\nb\n") << QByteArray("\n");
        QTest::newRow("CRLF") << QByteArray("a\r\nb\r\n") << QByteArray("\r\n");
        QTest::newRow("CR") << QByteArray("a\rb\r") << QByteArray("\r");
        QTest::newRow("mostly CRLF") << QByteArray("a\r\nb\nc\r\n") << QByteArray("\r\n");
        QTest::newRow("none") << QByteArray("a") << QByteArray("\n");
    }
    void newLinesTakeTheDominantEnding()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, ending);
        Window window;
        SkillTextEdit *edit = window.edit();
        edit->setBytes(bytes);
        QCOMPARE(edit->lineEnding(), ending);
        edit->goTo(1, 2);
        QTest::keyClick(edit, Qt::Key_Return);
        QByteArray expected = bytes;
        expected.insert(1, ending);
        QCOMPARE(edit->bytes(), expected);
    }

    void pasteConvertsOnlyWhatIsPasted()
    {
        Window window;
        SkillTextEdit *edit = window.edit();
        const QByteArray bytes("one\r\ntwo\nthree\r\n");
        edit->setBytes(bytes);
        QApplication::clipboard()->setText(QStringLiteral("p\nq\r\nr\u00A0\u2028s"));
        QTest::keyClick(edit, Qt::Key_Home, Qt::ControlModifier);
        QTest::keyClick(edit, Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(edit->bytes(), QByteArray("p\r\nq\r\nr\xC2\xA0\xE2\x80\xA8s" + bytes));
    }

    void cutAndPasteKeepsBytesThatAreNoText()
    {
        Window window;
        SkillTextEdit *edit = window.edit();
        const QByteArray bytes("a\xFF\0b\xE4\xB8 c", 8);
        edit->setBytes(bytes);
        QTest::keyClick(edit, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(edit, Qt::Key_X, Qt::ControlModifier);
        QCOMPARE(edit->bytes(), QByteArray());
        QTest::keyClick(edit, Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(edit->bytes(), bytes);
    }

    void applyBytesIsOneStepAndTouchesOnlyWhatDiffers()
    {
        Window window;
        SkillTextEdit *edit = window.edit();
        const QByteArray bytes("one\r\ntwo\nthr\0ee\n\xFF\n", 19);
        edit->setBytes(bytes);
        QSignalSpy edited(edit, &SkillTextEdit::textEdited);
        QByteArray wanted = bytes;
        wanted.replace("two", "TWO!");
        edit->goTo(4, 1);
        edit->applyBytes(wanted);
        QCOMPARE(edit->bytes(), wanted);
        QVERIFY(!edited.isEmpty());
        QCOMPARE(edit->caretLine(), 4);
        QTest::keyClick(edit, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(edit->bytes(), bytes);
        QVERIFY(!edit->isModified());
        edited.clear();
        edit->applyBytes(bytes);
        QCOMPARE(edited.size(), 0);
    }

    void tellsEditsAndModification()
    {
        Window window;
        SkillTextEdit *edit = window.edit();
        QSignalSpy edited(edit, &SkillTextEdit::textEdited);
        QSignalSpy modified(edit, &QsciScintilla::modificationChanged);
        edit->setBytes("abc\n");
        QCOMPARE(edited.size(), 0);
        modified.clear();
        type(edit, QStringLiteral("x"));
        QCOMPARE(edited.size(), 1);
        QCOMPARE(modified.size(), 1);
        QVERIFY(modified.takeFirst().first().toBool());
        edit->markSaved();
        QVERIFY(!edit->isModified());
        QTest::keyClick(edit, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(edit->isModified());
        QTest::keyClick(edit, Qt::Key_Y, Qt::ControlModifier);
        QVERIFY(!edit->isModified());
        edit->setBytes("other\n");
        QTest::keyClick(edit, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(edit->bytes(), QByteArray("other\n"));
    }

    void tellsTheCaretInCodePoints()
    {
        Window window;
        SkillTextEdit *edit = window.edit();
        edit->setBytes("a\n\xF0\x9F\x98\x80\xE5\x8F\x91x\n");
        QSignalSpy moved(edit, &SkillTextEdit::caretMoved);
        edit->goTo(2, 3);
        QTRY_COMPARE(moved.size(), 1);
        QCOMPARE(moved.first(), (QList<QVariant>{2, 3}));
        type(edit, QStringLiteral("|"));
        QCOMPARE(edit->bytes(), QByteArray("a\n\xF0\x9F\x98\x80\xE5\x8F\x91|x\n"));
        QCOMPARE(edit->caretColumn(), 4);
        edit->goTo(99, 99);
        QCOMPARE(edit->caretLine(), 3);
        edit->goTo(1, 99);
        QCOMPARE(edit->caretColumn(), 2);
    }

    void composesWithAnInputMethod()
    {
        Window window;
        SkillTextEdit *edit = window.edit();
        edit->setBytes("x\n");
        QInputMethodEvent preedit(QStringLiteral("fa"), {});
        QApplication::sendEvent(edit, &preedit);
        QInputMethodEvent commit;
        commit.setCommitString(QStringLiteral("发布"));
        QApplication::sendEvent(edit, &commit);
        QCOMPARE(edit->bytes(), QByteArray("\xE5\x8F\x91\xE5\xB8\x83x\n"));
        QInputMethodEvent again(QStringLiteral("bu"), {});
        QApplication::sendEvent(edit, &again);
        QInputMethodEvent cancelled;
        QApplication::sendEvent(edit, &cancelled);
        QCOMPARE(edit->bytes(), QByteArray("\xE5\x8F\x91\xE5\xB8\x83x\n"));
    }

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

    void showsProblemsUnderTheirLines()
    {
        Window window;
        SkillTextEdit *edit = window.edit();
        const QByteArray text("---\nname: a\ndescription: Draft: one\n---\n");
        edit->setBytes(text);
        edit->setProblems({makeProblem(3, 19), makeProblem(0, 0, Severity::Warning)}, {QStringLiteral("Quote it")});
        const auto noteOf = [edit](int line) {
            QByteArray note(
                edit->SendScintilla(QsciScintillaBase::SCI_ANNOTATIONGETTEXT, static_cast<unsigned long>(line), static_cast<void *>(nullptr)), '\0');
            edit->SendScintilla(QsciScintillaBase::SCI_ANNOTATIONGETTEXT, static_cast<unsigned long>(line), static_cast<void *>(note.data()));
            return QString::fromUtf8(note).simplified();
        };
        QVERIFY(noteOf(2).startsWith(u"line 3, column 19: a value"));
        QVERIFY(noteOf(2).contains(u"Quote it"));
        QVERIFY(noteOf(0).contains(u"must be quoted"));
        QCOMPARE(edit->bytes(), text);
        QVERIFY(!edit->isModified());

        // Notes move with their line.
        edit->goTo(2, 1);
        QTest::keyClick(edit, Qt::Key_Return);
        QVERIFY(noteOf(3).contains(u"Quote it"));
        QCOMPARE(noteOf(2), QString());
        edit->setProblems({});
        QCOMPARE(noteOf(3), QString());
        QVERIFY(edit->problems().isEmpty());
    }

    void asksForTheQuickFixByKey()
    {
        Window window;
        SkillTextEdit *edit = window.edit();
        edit->setBytes("---\nname: a: b\nx: y: z\n---\n");
        QSignalSpy wanted(edit, &SkillTextEdit::quickFixRequested);
        edit->setProblems({makeProblem(2, 8), makeProblem(3, 5)}, {QStringLiteral("Quote it"), QStringLiteral("Quote it")});
        edit->goTo(3, 1);
        QTest::keyClick(edit, Qt::Key_Period, Qt::ControlModifier);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted.takeFirst().first().value<Problem>().line, 3);
        edit->goTo(4, 1); // neither line, and two to choose from
        QTest::keyClick(edit, Qt::Key_Period, Qt::ControlModifier);
        QCOMPARE(wanted.size(), 0);
        edit->setProblems({makeProblem(2, 8)}, {QStringLiteral("Quote it")});
        QTest::keyClick(edit, Qt::Key_Period, Qt::ControlModifier);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(edit->bytes(), QByteArray("---\nname: a: b\nx: y: z\n---\n"));
    }

    void asksForTheQuickFixByClick()
    {
        Window window;
        SkillTextEdit *edit = window.edit();
        edit->setBytes("---\nname: a: b\n---\n");
        edit->setProblems({makeProblem(2, 8)}, {QStringLiteral("Quote it")});
        edit->grab();
        QSignalSpy wanted(edit, &SkillTextEdit::quickFixRequested);
        const int height = static_cast<int>(edit->SendScintilla(QsciScintillaBase::SCI_TEXTHEIGHT, 0UL));
        // The label lies somewhere on the note's row: one click on each of a row of places finds it, and only there.
        int hits = 0;
        for (int x = 60; x < edit->viewport()->width(); x += 20) {
            QTest::mouseClick(edit->viewport(), Qt::LeftButton, Qt::NoModifier, QPoint(x, height * 2 + height / 2));
            hits += static_cast<int>(wanted.size());
            wanted.clear();
        }
        QVERIFY2(hits >= 1 && hits <= 8, qPrintable(QString::number(hits)));
        QTest::mouseClick(edit->viewport(), Qt::LeftButton, Qt::NoModifier, QPoint(300, height / 2));
        QCOMPARE(wanted.size(), 0);
    }

    void findsAndReplaces()
    {
        Window window;
        SkillTextEdit *edit = window.edit();
        edit->setBytes(QByteArray("one\ntwo ONE\0one\nstone\n", 23));
        QVERIFY(edit->findText(QStringLiteral("ONE"), {}));
        QCOMPARE(edit->caretLine(), 1);
        QVERIFY(edit->findText(QStringLiteral("ONE"), {true, false}));
        QCOMPARE(edit->caretLine(), 2);
        QVERIFY(edit->findText(QStringLiteral("one"), {true, true}, false));
        QCOMPARE(edit->caretLine(), 1);
        QVERIFY(!edit->findText(QStringLiteral("nowhere"), {}));
        QVERIFY(!edit->findText(QString(), {}));
        QVERIFY(edit->replaceMatch(QStringLiteral("one"), QStringLiteral("一"), {true, true}));
        QCOMPARE(edit->bytes(), QByteArray("\xE4\xB8\x80\ntwo ONE\0one\nstone\n", 23));
        QCOMPARE(edit->replaceAllMatches(QStringLiteral("one"), QStringLiteral("X"), {}), 3);
        QCOMPARE(edit->bytes(), QByteArray("\xE4\xB8\x80\ntwo X\0X\nstX\n", 17));
        QTest::keyClick(edit, Qt::Key_Z, Qt::ControlModifier);
        QTest::keyClick(edit, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!edit->isModified());
        edit->setReadOnly(true);
        QCOMPARE(edit->replaceAllMatches(QStringLiteral("one"), QStringLiteral("X"), {}), 0);
        QVERIFY(!edit->replaceMatch(QStringLiteral("one"), QStringLiteral("X"), {}));
    }

    void readOnlyTextsAreNotChangedAndLetTheFocusGo()
    {
        Window window;
        SkillTextEdit *edit = window.edit();
        edit->setBytes("abc\n");
        edit->setReadOnly(true);
        type(edit, QStringLiteral("x"));
        QTest::keyClick(edit, Qt::Key_Delete);
        QCOMPARE(edit->bytes(), QByteArray("abc\n"));
        const QColor background = edit->grab().toImage().pixelColor(400, 300);
        QCOMPARE(background, testColors().margin);
        window.activateWindow();
        QTRY_VERIFY(edit->hasFocus());
        QTest::keyClick(edit, Qt::Key_Tab);
        QVERIFY(window.findChild<QLineEdit *>(QStringLiteral("after"))->hasFocus());
        edit->applyBytes("new\n");
        QCOMPARE(edit->bytes(), QByteArray("new\n"));
        QVERIFY(edit->isReadOnly());
    }

    void tabIndentsUntilEscape()
    {
        Window window;
        SkillTextEdit *edit = window.edit();
        edit->setBytes("ab\ncd\n");
        window.activateWindow();
        QTRY_VERIFY(edit->hasFocus());
        QTest::keyClick(edit, Qt::Key_Tab);
        QCOMPARE(edit->bytes(), QByteArray("  ab\ncd\n")); // spaces: YAML knows no tabs
        QTest::keyClick(edit, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(edit, Qt::Key_Tab);
        QCOMPARE(edit->bytes(), QByteArray("    ab\n  cd\n"));
        QTest::keyClick(edit, Qt::Key_Backtab);
        QCOMPARE(edit->bytes(), QByteArray("  ab\ncd\n"));
        QTest::keyClick(edit, Qt::Key_Escape);
        QTest::keyClick(edit, Qt::Key_Tab);
        QVERIFY(window.findChild<QLineEdit *>(QStringLiteral("after"))->hasFocus());
        QCOMPARE(edit->bytes(), QByteArray("  ab\ncd\n"));
    }

    void zoomsByKeyAndWheel()
    {
        Window window;
        SkillTextEdit *edit = window.edit();
        edit->setBytes("abc\n");
        QSignalSpy zoomed(edit, &SkillTextEdit::zoomChanged);
        const int margin = edit->marginWidth(0);
        QTest::keyClick(edit, Qt::Key_Plus, Qt::ControlModifier);
        QTest::keyClick(edit, Qt::Key_Plus, Qt::ControlModifier);
        QCOMPARE(edit->zoom(), 2);
        QVERIFY(edit->marginWidth(0) > margin);
        QTest::keyClick(edit, Qt::Key_Minus, Qt::ControlModifier);
        QCOMPARE(edit->zoom(), 1);
        QTest::keyClick(edit, Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(edit->zoom(), 0);
        QVERIFY(zoomed.size() >= 4);
        edit->setZoom(1000);
        QVERIFY(edit->zoom() < 100);
    }

    void growsTheNumberMargin()
    {
        Window window;
        SkillTextEdit *edit = window.edit();
        edit->setBytes("a\n");
        const int narrow = edit->marginWidth(0);
        edit->setBytes(QByteArray("a\n").repeated(20'000));
        QVERIFY(edit->marginWidth(0) > narrow);
    }

    void hasAnAccessibleText()
    {
        Window window;
        SkillTextEdit *edit = window.edit();
        edit->setAccessibleName(QStringLiteral("SKILL.md"));
        edit->setBytes("hello\n");
        QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(edit);
        QVERIFY(accessible != nullptr);
        QCOMPARE(accessible->text(QAccessible::Name), QStringLiteral("SKILL.md"));
        QVERIFY(accessible->textInterface() != nullptr);
        QVERIFY(accessible->textInterface()->text(0, 5).startsWith(u"hello"));
    }

    void takesTheColorsOfTheTheme()
    {
        Window window;
        SkillTextEdit *edit = window.edit();
        edit->setBytes("abc\n");
        for (const ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light}) {
            edit->setColors(testColors(kind));
            QCOMPARE(edit->grab().toImage().pixelColor(400, 300), testColors(kind).surface);
        }
    }
};

QTEST_MAIN(TextEditTest)
#include "tst_text_edit.moc"
