// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_runs.h"

using namespace verderer;
using namespace verderer::test;

/// `verdererctl runs …` but for `start` and `export`.
class TestCliRuns : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listsNewestFirst();
    void pagesReachEverything();
    void filters_data();
    void filters();
    void showsTheWholeError();
    void tellsRunsWithoutASignOfLife();
    void listsEventsByCategoryAndPage();
    void readsTranscripts();
    void explainsEventsInMemory();
    void countsUsage();
    void cutsDaysInTheZone_data();
    void cutsDaysInTheZone();
    void adopts();
    void adoptsAll();
    void adoptRefusesNothingAndEverything();
    void showsTimesInTheLocalZone();
    void refusesUnknownRuns_data();
    void refusesUnknownRuns();
    void doctorTellsWhatNeedsALook();
};

void TestCliRuns::listsNewestFirst()
{
    const CliDatabase ctl;
    fillRuns(*ctl.database);
    const QString before = ctl.database->dump();
    const Answer answer = ctl.json("runs list");
    QVERIFY2(answer.status == 0 && answer.err.isEmpty(), answer.all().constData());
    const Json list = answer.json();
    // The reservation is no run.
    QCOMPARE(CliDatabase::column(list["runs"], "run_id").join(u' '), QStringLiteral("r-5 r-4 r-3 r-2 r-1 r-0"));
    QVERIFY(list["next"].is_null());
    const Json run = list["runs"][4];
    QCOMPARE(text(run["thread_id"]), text(Json("t-one")));
    QCOMPARE(text(run["thread_title"]), text(Json("Title of t-one")));
    QCOMPARE(text(run["total_tokens"]), text(Json(1500)));
    QCOMPARE(text(run["duration_seconds"]), text(Json(42.5)));
    QCOMPARE(text(run["cost"]), text(Json(0.002)));
    QCOMPARE(text(run["currency"]), text(Json("USD")));
    QCOMPARE(text(list["runs"][1]["thread_exists"]), text(Json(false)));
    QVERIFY(list["runs"][5]["cost"].is_null());
    QVERIFY(toQString(list["runs"][5]["cost_note"]).contains(u"unpriced"));
    QCOMPARE(ctl.database->dump(), before);
    const Answer table = ctl.run("runs list");
    QVERIFY2(table.out.contains("0.0020 USD") && table.out.contains("t-gone (no such thread)") && table.out.contains("6 runs."),
             table.all().constData());
    QVERIFY(table.out.contains("RateLimitError: too many") && !table.out.contains("second line"));
}

void TestCliRuns::pagesReachEverything()
{
    const CliDatabase ctl;
    fillRuns(*ctl.database);
    QStringList paged;
    QString after;
    int pages = 0;
    do {
        QStringList arguments{QStringLiteral("runs"), QStringLiteral("list"), QStringLiteral("--limit"), QStringLiteral("2")};
        if (!after.isEmpty()) {
            arguments << QStringLiteral("--after") << after;
        }
        const Json page = ctl.json(arguments).json();
        paged += CliDatabase::column(page["runs"], "run_id");
        after = page["next"].is_null() ? QString() : toQString(page["next"]);
    } while (!after.isEmpty() && ++pages < 10);
    QCOMPARE(paged.join(u' '), QStringLiteral("r-5 r-4 r-3 r-2 r-1 r-0"));
}

void TestCliRuns::filters_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<QString>("found");
    const auto row = [](const char *options, const char *found) {
        QTest::newRow(options) << QString::fromLatin1(options) << QString::fromLatin1(found);
    };
    row("--thread t-one", "r-1");
    row("--status error --status running", "r-5 r-2");
    row("--model unpriced", "r-0");
    row("--no-owner", "r-0");
    row("--owner user-a --since 2026-11-04", "r-5 r-4 r-3");
    row("--before 2026-11-02", "r-0");
    row("--orphans", "r-4 r-3");
    row("--text ratelimit", "r-2");
    row("--active-longer-than 1h", "r-5");
    row("--active-longer-than 52w --since 0s", "");
}

void TestCliRuns::filters()
{
    QFETCH(const QString, options);
    QFETCH(const QString, found);
    const CliDatabase ctl;
    fillRuns(*ctl.database);
    const Answer answer = ctl.json(QStringList{QStringLiteral("runs"), QStringLiteral("list")} + options.split(u' '));
    QVERIFY2(answer.status == 0, answer.all().constData());
    QCOMPARE(CliDatabase::column(answer.json()["runs"], "run_id").join(u' '), found);
}

void TestCliRuns::showsTheWholeError()
{
    const CliDatabase ctl;
    fillRuns(*ctl.database);
    QCOMPARE(text(ctl.json("runs show r-2").json()["error"]), text(Json("RateLimitError: too many\nsecond line")));
    const Answer sheet = ctl.run("runs show r-2");
    QVERIFY2(sheet.out.contains("  RateLimitError: too many\n  second line\n") && sheet.out.contains("Question of r-2"), sheet.all().constData());
    QVERIFY(ctl.run("runs show r-3").out.contains("no such thread"));
}

/// T67, T69: the status is a claim; it is told, and never changed.
void TestCliRuns::tellsRunsWithoutASignOfLife()
{
    const CliDatabase ctl;
    fillRuns(*ctl.database);
    const QString before = ctl.database->dump();
    const Json run = ctl.json("runs show r-5").json();
    QCOMPARE(text(run["status"]), text(Json("running")));
    QCOMPARE(text(run["stale"]), text(Json(true)));
    QVERIFY(toQString(run["vitality"]).contains(u"no sign of life"));
    const QByteArray table = ctl.run("runs list --thread t-new").out;
    QVERIFY2(table.contains("no sign of life") && table.contains("so far"), table.constData());
    QCOMPARE(ctl.database->dump(), before);
}

void TestCliRuns::listsEventsByCategoryAndPage()
{
    const CliDatabase ctl;
    fillRuns(*ctl.database);
    const Json all = ctl.json("runs events r-1").json();
    QCOMPARE(all["events"].size(), std::size_t{6});
    QVERIFY(all["next"].is_null());
    QCOMPARE(text(all["events"][0]["content"]), text(Json({{"type", "human"}, {"content", "What is it?"}})));
    QCOMPARE(text(all["events"][3]["content"]), text(Json("plain")));
    QCOMPARE(text(all["events"][3]["event_type"]), text(Json("future.kind")));
    QCOMPARE(ctl.json("runs events r-1 --category novel --category error").json()["events"].size(), std::size_t{1});
    const Json page = ctl.json("runs events r-1 --limit 2").json();
    QCOMPARE(page["events"].size(), std::size_t{2});
    QCOMPARE(text(page["next"]), text(Json(2)));
    QCOMPARE(text(ctl.json("runs events r-1 --limit 2 --after-seq 2").json()["events"][0]["seq"]), text(Json(3)));
    QVERIFY(ctl.run("runs events r-1").out.contains("[unknown kind] plain"));
}

void TestCliRuns::readsTranscripts()
{
    const CliDatabase ctl;
    fillRuns(*ctl.database);
    const Answer markdown = ctl.run("runs transcript r-1");
    QVERIFY2(markdown.status == 0 && markdown.out.contains("What is it?") && markdown.out.contains("a deer") && markdown.out.contains("一头鹿"),
             markdown.all().constData());
    QVERIFY(!markdown.out.contains("hush"));
    QVERIFY(ctl.run("runs transcript r-1 --hidden").out.contains("hush"));
    for (const char *line : {"runs transcript r-1 --format json", "--json runs transcript r-1"}) {
        const Json json = ctl.run(line).json();
        QCOMPARE(json["messages"].size(), std::size_t{4});
        QCOMPARE(text(json["messages"][1]["blocks"][0]["type"]), text(Json("tool_call")));
        QCOMPARE(text(json["messages"][1]["blocks"][0]["args"]), text(Json({{"at", "it"}})));
        QCOMPARE(text(json["messages"][1]["blocks"][0]["answered"]), text(Json(true)));
    }
}

void TestCliRuns::explainsEventsInMemory()
{
    const CliDatabase ctl;
    ctl.cli.tree().file(QStringLiteral("project/config.yaml"), "config_version: 34\ndatabase:\n  sqlite_dir: home/data\n");
    fill(*ctl.database);
    ctl.database->add(finished("r-1", "t-one", "2026-11-02 10:00:00.000000"));
    const Answer answer = ctl.run("runs events r-1");
    QVERIFY2(answer.status == 0 && answer.err.contains("memory"), answer.all().constData());
    QVERIFY(!ctl.json("runs events r-1").json()["why_none"].is_null());
}

void TestCliRuns::countsUsage()
{
    const CliDatabase ctl;
    fillRuns(*ctl.database);
    const Answer answer = ctl.json("runs usage --days 3650 --utc-offset 0");
    QVERIFY2(answer.status == 0, answer.all().constData());
    const Json usage = answer.json();
    QCOMPARE(usage["days"].size(), std::size_t{3650});
    QCOMPARE(text(usage["total_runs"]), text(Json(6)));
    QCOMPARE(text(usage["failed_runs"]), text(Json(1)));
    QCOMPARE(text(usage["total_tokens"]), text(Json(9000)));
    QCOMPARE(text(usage["by_model"]["small"]["runs"]), text(Json(5)));
    QCOMPARE(text(usage["by_model"]["unpriced"]["tokens"]), text(Json(1500)));
    QVERIFY(usage["by_model"]["unpriced"]["cost"].is_null());
    QCOMPARE(text(usage["by_owner"]["user-a"]["runs"]), text(Json(5)));
    QCOMPARE(text(usage["by_owner"][""]["runs"]), text(Json(1)));
    QCOMPARE(text(usage["currency"]), text(Json("USD")));
    QCOMPARE(text(usage["ever"]["active_runs"]), text(Json(1)));
    QVERIFY(qAbs(usage["total_cost"].get<double>() - 0.01) < 1e-9);
    const Answer sheet = ctl.run("runs usage --days 3650 --utc-offset 0");
    QVERIFY2(sheet.out.contains("(nobody)") && sheet.out.contains("9 000"), sheet.out.right(800).constData());
    QCOMPARE(ctl.json("runs usage --zone Nowhere/Here").status, 2);
    QCOMPARE(ctl.json("runs usage --zone Asia/Shanghai --utc-offset 0").status, 2);
}

void TestCliRuns::cutsDaysInTheZone_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<QString>("zone");
    QTest::addColumn<QString>("day");
    QTest::newRow("UTC") << QStringLiteral("--utc-offset 0") << QStringLiteral("Asia/Shanghai") << QStringLiteral("2026-11-02");
    QTest::newRow("Shanghai") << QStringLiteral("--zone Asia/Shanghai") << QStringLiteral("UTC") << QStringLiteral("2026-11-03");
    QTest::newRow("the computer's") << QString() << QStringLiteral("Asia/Shanghai") << QStringLiteral("2026-11-03");
    QTest::newRow("St. John's") << QStringLiteral("--zone America/St_Johns") << QStringLiteral("UTC") << QStringLiteral("2026-11-02");
}

void TestCliRuns::cutsDaysInTheZone()
{
    QFETCH(const QString, options);
    QFETCH(const QString, zone);
    QFETCH(const QString, day);
    const CliDatabase ctl;
    ctl.database->add(finished("r-1", "t-one", "2026-11-02 20:00:00.000000"));
    QStringList arguments{QStringLiteral("--json"), QStringLiteral("runs"), QStringLiteral("usage"), QStringLiteral("--days"),
                          QStringLiteral("3650")};
    arguments += options.split(u' ', Qt::SkipEmptyParts);
    const Answer answer = ctl.run(arguments, {{QStringLiteral("TZ"), zone}});
    QVERIFY2(answer.status == 0, answer.all().constData());
    QStringList busy;
    const Json usage = answer.json();
    for (const Json &item : usage["days"]) {
        if (item["runs"] != 0) {
            busy.append(toQString(item["date"]));
        }
    }
    QCOMPARE(busy, QStringList{day});
}

void TestCliRuns::adopts()
{
    const CliDatabase ctl;
    fillRuns(*ctl.database);
    const Answer answer = ctl.json("runs adopt r-3 r-4 r-1");
    QVERIFY2(answer.status == 0, answer.all().constData());
    const Json results = answer.json()["results"];
    QCOMPARE(text(results[0]["created"]), text(Json(true)));
    QCOMPARE(text(results[0]["thread_id"]), text(Json("t-gone")));
    QCOMPARE(text(results[1]["created"]), text(Json(false)));
    QCOMPARE(text(results[2]["created"]), text(Json(false)));
    const Json thread = ctl.json("threads show t-gone").json();
    QCOMPARE(text(thread["user_id"]), text(Json("user-a")));
    QCOMPARE(text(thread["title"]), text(Json("Question of r-3")));
    QCOMPARE(ctl.json("runs list --orphans").json()["runs"].size(), std::size_t{0});
}

void TestCliRuns::adoptsAll()
{
    const CliDatabase ctl;
    fillRuns(*ctl.database);
    const Answer answer = ctl.json("runs adopt --all");
    QVERIFY2(answer.status == 0, answer.all().constData());
    QCOMPARE(ctl.database->count(QStringLiteral("threads_meta"), QStringLiteral("thread_id = 't-gone'")), 1);
    QCOMPARE(ctl.json("runs list --orphans").json()["runs"].size(), std::size_t{0});
    const Answer again = ctl.run("runs adopt --all");
    QVERIFY2(again.status == 0 && again.out == "Every run has its thread.\n", again.all().constData());
}

void TestCliRuns::adoptRefusesNothingAndEverything()
{
    const CliDatabase ctl;
    QCOMPARE(ctl.json("runs adopt").status, 2);
    QCOMPARE(ctl.json("runs adopt r-1 --all").status, 2);
    QCOMPARE(ctl.json("runs adopt nothing").status, 3);
}

void TestCliRuns::showsTimesInTheLocalZone()
{
    const CliDatabase ctl;
    ctl.database->add(finished("r-1", "t-one", "2026-11-02 20:00:00.000000"));
    const QByteArray shanghai = ctl.run("runs show r-1", {{QStringLiteral("TZ"), QStringLiteral("Asia/Shanghai")}}).out;
    QVERIFY2(shanghai.contains("2026-11-03 04:00:00 (2026-11-02 20:00:00 UTC)"), shanghai.constData());
    const QByteArray stJohns = ctl.run("runs list", {{QStringLiteral("TZ"), QStringLiteral("America/St_Johns")}}).out;
    QVERIFY2(stJohns.contains("2026-11-02 16:30:00"), stJohns.constData());
}

void TestCliRuns::refusesUnknownRuns_data()
{
    QTest::addColumn<QString>("verb");
    for (const char *verb : {"show", "events", "transcript"}) {
        QTest::newRow(verb) << QString::fromLatin1(verb);
    }
}

void TestCliRuns::refusesUnknownRuns()
{
    QFETCH(const QString, verb);
    const CliDatabase ctl;
    const Answer answer = ctl.json({QStringLiteral("runs"), verb, QStringLiteral("nothing")});
    QVERIFY2(answer.status == 3, answer.all().constData());
    QCOMPARE(text(answer.error()["code"]), text(Json("NotFound")));
}

void TestCliRuns::doctorTellsWhatNeedsALook()
{
    const CliDatabase ctl;
    fillRuns(*ctl.database);
    ctl.database->add(threadRow("t-broken", "2026-11-05 10:00:00.000000", "{\"a\": "));
    const QString before = ctl.database->dump();
    const Answer answer = ctl.json("doctor");
    QVERIFY2(answer.status == 0, answer.all().constData());
    QStringList found;
    const Json report = answer.json();
    for (const Json &finding : report["findings"]) {
        if (finding["area"] == "database") {
            found.append(toQString(finding["message"]));
        }
    }
    const QString text = found.join(u'\n');
    QVERIFY2(text.contains(u"2 runs belong to threads that do not exist"), qPrintable(text));
    QVERIFY2(text.contains(u"Run r-5 of thread t-new"), qPrintable(text));
    QVERIFY2(text.contains(u"The metadata of thread t-broken"), qPrintable(text));
    QVERIFY2(text.contains(u"1 of 6 threads belong to nobody"), qPrintable(text));
    QStringList paths;
    for (const Json &path : report["paths"]) {
        paths.append(toQString(path["path"]));
    }
    QVERIFY(paths.contains(ctl.cli.tree().path(QStringLiteral("state/verderer/audit.jsonl"))));
    QCOMPARE(ctl.database->dump(), before);
}

QTEST_GUILESS_MAIN(TestCliRuns)
#include "tst_cli_runs.moc"
