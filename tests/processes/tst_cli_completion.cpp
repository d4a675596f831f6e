// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_database.h"
#include "support/tree.h"

#include <QTest>

using namespace verderer;
using verderer::test::Answer;
using verderer::test::Cli;
using verderer::test::CliDatabase;
using verderer::test::fill;
using verderer::test::RunRow;
using verderer::test::skillText;

/// What bash offers at the Tab key, and that no name that somebody gave a folder or a file is ever run as a command.
class TestCliCompletion : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void completes_data();
    void completes();
    void completionEvaluatesNoName_data();
    void completionEvaluatesNoName();
    void completesFilesWithoutExpandingThem();
    void completesIdsFromTheDatabase_data();
    void completesIdsFromTheDatabase();
};

void TestCliCompletion::completes_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<QString>("unwanted");
    QTest::newRow("nouns") << QStringLiteral("''") << QStringLiteral("skills threads runs doctor demo") << QStringLiteral("list");
    QTest::newRow("verbs") << QStringLiteral("skills ''") << QStringLiteral("list show validate edit history diff rollback scan")
                           << QStringLiteral("doctor");
    QTest::newRow("begun verb") << QStringLiteral("skills r") << QStringLiteral("rollback") << QStringLiteral("list");
    QTest::newRow("skills to edit") << QStringLiteral("$WHERE skills edit ''") << QStringLiteral("notes broken fresh")
                                    << QStringLiteral("gone shared");
    QTest::newRow("begun skill") << QStringLiteral("$WHERE skills edit no") << QStringLiteral("notes") << QStringLiteral("broken");
    QTest::newRow("histories, deleted ones too") << QStringLiteral("$WHERE skills history ''") << QStringLiteral("notes gone")
                                                 << QStringLiteral("shared");
    QTest::newRow("versions") << QStringLiteral("$WHERE skills diff notes -1 ''") << QStringLiteral("present") << QStringLiteral("notes");
    QTest::newRow("options of a verb") << QStringLiteral("skills rollback notes --d") << QStringLiteral("--dry-run") << QStringLiteral("--to");
    QTest::newRow("categories") << QStringLiteral("skills list --category ''") << QStringLiteral("custom public legacy integrations")
                                << QStringLiteral("notes");
    QTest::newRow("public skills") << QStringLiteral("$WHERE skills show --category public ''") << QStringLiteral("shared") << QStringLiteral("gone");
    QTest::newRow("verbs of threads") << QStringLiteral("threads ''") << QStringLiteral("list show create rename pin unpin metadata delete export")
                                      << QStringLiteral("start");
    QTest::newRow("verbs of runs") << QStringLiteral("runs ''") << QStringLiteral("list show events transcript usage start adopt export")
                                   << QStringLiteral("pin");
    QTest::newRow("options of runs start") << QStringLiteral("runs start --s") << QStringLiteral("--strict --strategy") << QStringLiteral("--since");
    QTest::newRow("strategies") << QStringLiteral("runs start --strategy ''") << QStringLiteral("reject interrupt rollback")
                                << QStringLiteral("enqueue");
    QTest::newRow("formats of exports") << QStringLiteral("runs export --format ''") << QStringLiteral("csv json jsonl markdown")
                                        << QStringLiteral("unified");
    QTest::newRow("categories of events") << QStringLiteral("runs events r --category ''") << QStringLiteral("trace workspace")
                                          << QStringLiteral("legacy");
    QTest::newRow("behind --") << QStringLiteral("runs start --thread t -- make ''") << QString() << QStringLiteral("list skills");
    QTest::newRow("options of search") << QStringLiteral("skills search x --i") << QStringLiteral("--ignore-case") << QStringLiteral("--name");
    QTest::newRow("verbs of files") << QStringLiteral("skills files ''") << QStringLiteral("list show write rename remove")
                                    << QStringLiteral("notes");
    QTest::newRow("a skill whose files") << QStringLiteral("$WHERE skills files show ''") << QStringLiteral("notes") << QStringLiteral("gone");
    QTest::newRow("files of a skill") << QStringLiteral("$WHERE skills files show notes ''") << QStringLiteral("references/areas.md")
                                      << QStringLiteral("SKILL.md references");
    QTest::newRow("options of files write") << QStringLiteral("skills files write notes a --b") << QStringLiteral("--binary --base")
                                            << QStringLiteral("--new");
    QTest::newRow("no second name") << QStringLiteral("$WHERE skills edit notes ''") << QString() << QStringLiteral("notes");
}

void TestCliCompletion::completes()
{
    QFETCH(const QString, line);
    QFETCH(const QString, wanted);
    QFETCH(const QString, unwanted);
    const Cli cli;
    const QString script =
        QStringLiteral("source '%1/resources/completion/verdererctl.bash'; COMP_WORDS=(\"$CTL\" %2); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); "
                       "_verdererctl; printf '%s\\n' \"${COMPREPLY[@]}\"")
            .arg(verderer::test::sourceDir(), line);
    const Answer answer = cli.shell(script);
    QCOMPARE(answer.err, QByteArray());
    const QStringList offered = QString::fromUtf8(answer.out).split(u'\n', Qt::SkipEmptyParts);
    for (const QString &word : wanted.split(u' ', Qt::SkipEmptyParts))
        QVERIFY2(offered.contains(word), answer.all().constData());
    for (const QString &word : unwanted.split(u' ', Qt::SkipEmptyParts))
        QVERIFY2(!offered.contains(word), answer.all().constData());
}

void TestCliCompletion::completionEvaluatesNoName_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("offered");
    const auto row = [](const char *name, const char *folder, const char *typed, const char *offered) {
        QTest::newRow(name) << QString::fromUtf8(folder) << QString::fromUtf8(typed) << QString::fromUtf8(offered);
    };
    row("command", "$(touch pwned)", "", "\\$\\(touch\\ pwned\\)");
    row("command, begun", "$(touch pwned)", "\\$\\(to", "\\$\\(touch\\ pwned\\)");
    row("old command", "`touch pwned`", "", "\\`touch\\ pwned\\`");
    row("two commands", "x;touch pwned", "x", "x\\;touch\\ pwned");
    row("process", "<(touch pwned)", "", "\\<\\(touch\\ pwned\\)");
    row("variable", "$HOME", "", "\\$HOME");
    row("arithmetic", "$((1+1))", "", "\\$\\(\\(1+1\\)\\)");
    row("star", "*", "", "\\*");
    row("blank", "my notes", "my", "my\\ notes");
    row("blank, typed", "my notes", "my\\ no", "my\\ notes");
    row("in double quotes", "my $(touch pwned)", "\"my ", "my \\$(touch pwned)");
    row("in single quotes", "my dad's", "'my ", "my dad'\\''s");
    row("quote", "a\"b", "a", "a\\\"b");
    row("backslash", "a\\b", "a", "a\\\\b");
    row("Chinese", "会议 纪要", "会", "会议\\ 纪要");
}

/// The words arrive in COMP_WORDS as they were typed. Bash itself takes what is offered without another look at it.
void TestCliCompletion::completionEvaluatesNoName()
{
    QFETCH(const QString, folder);
    QFETCH(const QString, typed);
    QFETCH(const QString, offered);
    const Cli cli;
    cli.tree().file(Cli::custom(folder + QStringLiteral("/SKILL.md")), skillText("notes", "x"));
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("TYPED"), typed);
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(cli.tree().path(QStringLiteral("work")));
    const auto before = cli.tree().snapshot();
    process.start(QStringLiteral("bash"),
                  {QStringLiteral("-c"),
                   QStringLiteral("source \"$1\"; COMP_WORDS=(\"$2\" --home \"$3\" skills edit \"$TYPED\"); COMP_CWORD=5; "
                                  "_verdererctl; printf '%s\\n' \"${COMPREPLY[@]}\""),
                   QStringLiteral("bash"), verderer::test::sourceDir() + QStringLiteral("/resources/completion/verdererctl.bash"), Cli::program(),
                   cli.tree().path(QStringLiteral("project/home"))});
    QVERIFY(process.waitForStarted());
    const Answer answer = Cli::finish(process);
    QCOMPARE(answer.err, QByteArray());
    QVERIFY2(QString::fromUtf8(answer.out).split(u'\n').contains(offered), answer.all().constData());
    QVERIFY(!QFileInfo::exists(cli.tree().path(QStringLiteral("work/pwned"))));
    QCOMPARE(cli.tree().snapshot(), before);
}

void TestCliCompletion::completesFilesWithoutExpandingThem()
{
    const Cli cli;
    for (const char *name : {"$(touch pwned).md", "*.md", "my notes.md", "`touch pwned`/x.md"})
        cli.tree().file(QStringLiteral("work/") + QString::fromLatin1(name), "x");
    for (const char *typed : {"", "\\$\\(touch\\ pwned\\)/", "'$(touch pwned)/", "my\\ n", "\\`touch\\ pwned\\`/"}) {
        QProcess process;
        process.setWorkingDirectory(cli.tree().path(QStringLiteral("work")));
        process.start(QStringLiteral("bash"),
                      {QStringLiteral("-c"),
                       QStringLiteral("source \"$1\"; COMP_WORDS=(\"$2\" skills edit notes --file \"$3\"); COMP_CWORD=5; "
                                      "_verdererctl; printf '%s\\n' \"${COMPREPLY[@]}\""),
                       QStringLiteral("bash"), verderer::test::sourceDir() + QStringLiteral("/resources/completion/verdererctl.bash"), Cli::program(),
                       QString::fromLatin1(typed)});
        QVERIFY(process.waitForStarted());
        const Answer answer = Cli::finish(process);
        const QList<QByteArray> offered = answer.out.split('\n');
        QCOMPARE(answer.err, QByteArray());
        if (*typed == 0)
            QVERIFY2(offered.contains("$(touch pwned).md") && offered.count("*.md") == 1, answer.out.constData());
        if (*typed == 0 || *typed == 'm')
            QCOMPARE(offered.count("my notes.md"), 1);
        QVERIFY2(!QFileInfo::exists(cli.tree().path(QStringLiteral("work/pwned"))), typed);
    }
}

void TestCliCompletion::completesIdsFromTheDatabase_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("offered");
    const auto row = [](const char *line, const char *offered) { QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(offered); };
    row("threads show ''", "t-new t-nobody t-old t-one t-two");
    row("threads show t-n", "t-new t-nobody");
    row("threads show t-one ''", "");
    row("threads delete t-one t-t", "t-two");
    row("runs show ''", "r-1 r-2");
    row("runs adopt ''", "r-2");
    row("runs list --thread t-o", "t-old t-one");
    row("runs transcript --thread r", "r-1 r-2");
}

/// Ids come from the database that the line names; what stands in metadata is not taken for one.
void TestCliCompletion::completesIdsFromTheDatabase()
{
    QFETCH(const QString, line);
    QFETCH(const QString, offered);
    const CliDatabase ctl;
    fill(*ctl.database);
    ctl.database->sql(QStringLiteral("UPDATE threads_meta SET metadata_json = '{\"thread_id\": \"t-false\"}' WHERE thread_id = 't-one'"));
    RunRow run;
    run.runId = QStringLiteral("r-1");
    run.threadId = QStringLiteral("t-one");
    RunRow orphan;
    orphan.runId = QStringLiteral("r-2");
    orphan.threadId = QStringLiteral("gone");
    ctl.database->add(QList<RunRow>{run, orphan});
    const QString script = QStringLiteral("source '%1/resources/completion/verdererctl.bash'; COMP_WORDS=(\"$CTL\" $WHERE --database '%2' %3); "
                                          "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _verdererctl; printf '%s\\n' \"${COMPREPLY[@]}\"")
                               .arg(verderer::test::sourceDir(), ctl.database->urlText(), line);
    const Answer answer = ctl.cli.shell(script);
    QCOMPARE(answer.err, QByteArray());
    QStringList words = QString::fromUtf8(answer.out).split(u'\n', Qt::SkipEmptyParts);
    words.sort();
    QCOMPARE(words.join(u' '), offered);
}

QTEST_GUILESS_MAIN(TestCliCompletion)
#include "tst_cli_completion.moc"
