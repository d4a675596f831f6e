// SPDX-License-Identifier: GPL-3.0-or-later
#include "text_edit_window.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QInputMethodEvent>
#include <QMimeData>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

using namespace verderer;
using namespace verderer::test;

/// Bytes in, bytes out; typing, clipboard, keys, and what an editor is to those who cannot see it.
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
