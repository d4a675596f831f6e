// SPDX-License-Identifier: GPL-3.0-or-later
#include "text_edit_window.h"

#include <QSignalSpy>

using namespace verderer;
using namespace verderer::test;

namespace {

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

/// Problems under their lines, and their quick fixes by key and click.
class TextProblemsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
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
};

QTEST_MAIN(TextProblemsTest)
#include "tst_text_problems.moc"
