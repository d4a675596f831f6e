// SPDX-License-Identifier: GPL-3.0-or-later
#include "diff/diff.h"
#include "random_texts.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace verderer;

namespace {

QByteArray unified(const QByteArray &oldText, const QByteArray &newText, int context = 3, const DiffOptions &options = {})
{
    const Result<LineDiff> diff = diffLines(oldText, newText, options);
    if (!diff) {
        qFatal("%s", qPrintable(diff.error().message));
    }
    return unifiedDiff(oldText, newText, *diff, QStringLiteral("a/old"), QStringLiteral("b/new"), context);
}

} // namespace

class TestUnifiedDiff : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    QString m_git;

    void write(const QString &name, const QByteArray &bytes)
    {
        QFile file(m_dir.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
            qFatal("cannot write %s", qPrintable(file.fileName()));
        }
    }

    QByteArray git(const QStringList &arguments, int expectedStatus)
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("GIT_CONFIG_NOSYSTEM"), QStringLiteral("1"));
        environment.insert(QStringLiteral("GIT_CONFIG_GLOBAL"), QStringLiteral("/dev/null"));
        environment.insert(QStringLiteral("GIT_CEILING_DIRECTORIES"), m_dir.path());
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_dir.path());
        process.start(m_git, arguments);
        if (!process.waitForFinished() || process.exitCode() != expectedStatus) {
            qFatal("git ended with %d: %s", process.exitCode(), process.readAllStandardError().constData());
        }
        return process.readAllStandardOutput();
    }

    /// What git prints from "---" on.
    QByteArray gitDiff(int context)
    {
        const QByteArray all = git({QStringLiteral("diff"), QStringLiteral("--no-index"), QStringLiteral("--no-color"), QStringLiteral("--text"),
                                    QStringLiteral("-U%1").arg(context), QStringLiteral("old"), QStringLiteral("new")},
                                   1);
        return all.mid(all.indexOf("\n--- ") + 1);
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_git = QStandardPaths::findExecutable(QStringLiteral("git"));
        QVERIFY2(!m_git.isEmpty(), "git is needed here: its output is what ours is compared with");
        QVERIFY(m_dir.isValid());
    }

    void emptyWhereNothingDiffers() { QCOMPARE(unified("a\n", "a\n"), QByteArray()); }

    void form()
    {
        QCOMPARE(unified("a\nb\nc\nd\ne\n", "a\nb\nC\nd\ne\n", 1), QByteArray("--- a/old\n+++ b/new\n@@ -2,3 +2,3 @@ a\n b\n-c\n+C\n d\n"));
        QCOMPARE(unified("", "x\n"), QByteArray("--- a/old\n+++ b/new\n@@ -0,0 +1 @@\n+x\n"));
        QCOMPARE(unified("x", "x\n"), QByteArray("--- a/old\n+++ b/new\n@@ -1 +1 @@\n-x\n\\ No newline at end of file\n+x\n"));
    }

    void headingIsNotCutInsideACharacter()
    {
        const QByteArray heading = QByteArray(79, 'h') + "发布\n";
        const QByteArray diff = unified(heading + "1\n2\n3\n4\n", heading + "1\n2\n3\n4\n5\n");
        const QByteArray expected = "@@ -3,3 +3,4 @@ " + QByteArray(79, 'h') + "\n";
        QVERIFY2(diff.contains(expected), diff.constData());
    }

    void labelStaysOnItsLine()
    {
        const Result<LineDiff> diff = diffLines("a\n", "b\n");
        QVERIFY(diff.has_value());
        const QByteArray text = unifiedDiff("a\n", "b\n", *diff, QStringLiteral("one\ntwo"), QStringLiteral("修订"));
        QVERIFY2(text.startsWith("--- one two\n+++ 修订\n@@ -1 +1 @@\n"), text.constData());
    }

    void contextComesFromTheNewTextWhereBlanksAreIgnored()
    {
        DiffOptions ignore;
        ignore.ignoreWhitespace = true;
        QCOMPARE(unified("x  y\nb\n", "x y\nc\n", 3, ignore), QByteArray("--- a/old\n+++ b/new\n@@ -1,2 +1,2 @@\n x y\n-b\n+c\n"));
    }

    void sameAsGit_data()
    {
        QTest::addColumn<QByteArray>("oldText");
        QTest::addColumn<QByteArray>("newText");
        QTest::newRow("one line") << QByteArray("a\n") << QByteArray("b\n");
        QTest::newRow("no newline on both") << QByteArray("a\nb") << QByteArray("A\nb");
        QTest::newRow("newline added at the end") << QByteArray("a\nb") << QByteArray("a\nb\n");
        QTest::newRow("newline removed, line added") << QByteArray("a\nb\n") << QByteArray("a\nb\nc");
        QTest::newRow("CRLF") << QByteArray("a\r\nb\r\nc\r\n") << QByteArray("a\r\nB\r\nc\r\n");
        QTest::newRow("NUL") << QByteArray("a\0b\nc\n", 6) << QByteArray("a\0b\nd\n", 6);
        QTest::newRow("Chinese") << QByteArray("# 说明\n\n发布前请先请人审阅。\n") << QByteArray("# 说明\n\n公开之前请先请人审阅。\n");
        QByteArray many;
        for (int i = 0; i < 60; ++i) {
            many += (i % 9 == 0 ? "section " : "  line ") + QByteArray::number(i) + "\n";
        }
        QByteArray changed = many;
        changed.replace("  line 5\n", "").replace("  line 30\n", "  line 30\n  inserted\n\n").replace("  line 37\n", "  line 37b\n");
        QTest::newRow("several hunks with headings") << many << changed;
        // The same block twice: where the insertion is shown is a matter of taste, and git's taste is ours.
        const QByteArray block = "if a:\n    work()\n\n";
        QTest::newRow("sliding insertion") << QByteArray(block + "end\n") << QByteArray(block + block + "end\n");
        QTest::newRow("indented blocks") << QByteArray("list:\n  - a\n    x\n  - b\n    x\n")
                                         << QByteArray("list:\n  - a\n    x\n  - c\n    x\n  - b\n    x\n");
    }

    void sameAsGit()
    {
        QFETCH(QByteArray, oldText);
        QFETCH(QByteArray, newText);
        write(QStringLiteral("old"), oldText);
        write(QStringLiteral("new"), newText);
        for (const int context : {3, 1}) {
            QCOMPARE(unified(oldText, newText, context), gitDiff(context));
        }
    }

    void sameAsGitOnRandomTexts()
    {
        for (quint32 seed = 1; seed <= 120; ++seed) {
            RandomTexts random(seed);
            const QByteArrayList lines = random.lines(60, true);
            const QByteArray oldText = random.joined(lines);
            const QByteArray newText = random.joined(random.edited(lines, true));
            if (oldText == newText) {
                continue;
            }
            write(QStringLiteral("old"), oldText);
            write(QStringLiteral("new"), newText);
            const QByteArray ours = unified(oldText, newText);
            const QByteArray theirs = gitDiff(3);
            QVERIFY2(ours == theirs, qPrintable(QStringLiteral("seed %1\n").arg(seed) + QString::fromUtf8(ours) + QString::fromUtf8(theirs)));
        }
    }

    /// With every kind of line ending the output must at least be a patch that makes the new text out of the old one.
    void gitAppliesIt()
    {
        int tried = 0;
        for (quint32 seed = 1; seed <= 120; ++seed) {
            RandomTexts random(seed);
            const QByteArrayList lines = random.lines(40, false);
            const QByteArray oldText = random.joined(lines);
            const QByteArray newText = random.joined(random.edited(lines, false));
            if (oldText == newText || oldText.isEmpty() || newText.isEmpty()) {
                continue;
            }
            const Result<LineDiff> diff = diffLines(oldText, newText);
            QVERIFY(diff.has_value());
            write(QStringLiteral("text"), oldText);
            write(QStringLiteral("patch"), unifiedDiff(oldText, newText, *diff, QStringLiteral("a/text"), QStringLiteral("b/text")));
            git({QStringLiteral("apply"), QStringLiteral("--whitespace=nowarn"), QStringLiteral("patch")}, 0);
            QFile file(m_dir.filePath(QStringLiteral("text")));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY2(file.readAll() == newText, qPrintable(QStringLiteral("seed %1").arg(seed)));
            ++tried;
        }
        QVERIFY(tried > 60);
    }
};

QTEST_GUILESS_MAIN(TestUnifiedDiff)
#include "tst_unified_diff.moc"
