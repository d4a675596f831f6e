// SPDX-License-Identifier: GPL-3.0-or-later
// The sentences about a SKILL.md are of one style, so that whoever shows the place himself can take it off them.
#include "skills/document.h"

#include <QRegularExpression>
#include <QTest>

using namespace verderer;

class TestProblemPlaces : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyProblemWithAPlaceBeginsWithItOnce()
    {
        static const QRegularExpression style(QStringLiteral("\\ALine (\\d+), column (\\d+): (?:[a-z']|DeerFlow ).*\\.\\z"));
        const QByteArray bodies[] = {"",
                                     "text",
                                     "\n---\nname: a\n---\n",
                                     "---x\n---\n",
                                     "---\n---\n",
                                     "---\na: b\n",
                                     "---\na: b\n...\n",
                                     "---\na: b\n ---\n",
                                     "\xEF\xBB\xBF---\n",
                                     "\xFF\xFE-",
                                     "---\n\xFF\n---\n",
                                     "---\na: b: c\n---\n",
                                     "---\n- a\n---\n",
                                     "---\nnmae: a\n---\n",
                                     "---\nname: A\ndescription: b\n---\n",
                                     "---\nname: help\ndescription: b\n---\n"};
        for (const QByteArray &bytes : bodies) {
            const SkillVerdict verdict = judgeSkill(bytes, {});
            QList<Problem> problems = verdict.notes;
            if (!verdict.valid)
                problems.append(verdict.problem);
            QVERIFY2(!problems.isEmpty(), qPrintable(QString::fromLatin1(bytes.toPercentEncoding())));
            for (const Problem &problem : problems) {
                const QRegularExpressionMatch match = style.match(problem.message);
                QVERIFY2(match.hasMatch(), qPrintable(problem.message));
                QCOMPARE(match.captured(1).toInt(), problem.line);
                QCOMPARE(match.captured(2).toInt(), problem.column);
                QCOMPARE(problem.message.count(QStringLiteral("Line ")), 1);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestProblemPlaces)
#include "tst_problem_places.moc"
