// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_database.h"

using namespace verderer;
using namespace verderer::test;

/// Changes of threads that are there, and databases that cannot be used.
class TestCliThreadChanges : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void renames();
    void pinsWithoutTouchingTheTime();
    void mergesAndRemovesMetadata();
    void refusesWhileARunIsAtWork();
    void deletesAfterShowingWhat();
    void deletesSeveralEachForItself();
    void tellsUnavailableDatabases_data();
    void tellsUnavailableDatabases();
    void tellsALockedDatabase();
};

void TestCliThreadChanges::renames()
{
    const CliDatabase ctl;
    fill(*ctl.database);
    const Answer answer = ctl.json({QStringLiteral("threads"), QStringLiteral("rename"), QStringLiteral("t-one"), QStringLiteral("新标题")});
    QVERIFY2(answer.status == 0, answer.all().constData());
    QCOMPARE(text(answer.json()["thread"]["title"]), text(Json("新标题")));
    QCOMPARE(text(ctl.audit().last()["action"]), text(Json("thread.rename")));
    QCOMPARE(ctl.json({QStringLiteral("threads"), QStringLiteral("rename"), QStringLiteral("t-one"), QString(257, u'x')}).status, 5);
    QCOMPARE(ctl.json("threads rename nothing x").status, 3);
    QCOMPARE(ctl.json("threads rename t-one").status, 2);
}

void TestCliThreadChanges::pinsWithoutTouchingTheTime()
{
    const CliDatabase ctl;
    fill(*ctl.database);
    QCOMPARE(text(ctl.json("threads pin t-one").json()["thread"]["pinned"]), text(Json(true)));
    QCOMPARE(ctl.database->count(QStringLiteral("threads_meta"), QStringLiteral("thread_id = 't-one' AND updated_at = '2026-11-02 10:00:00.000000'")),
             1);
    QCOMPARE(text(ctl.json("threads unpin t-one").json()["thread"]["pinned"]), text(Json(false)));
    const Answer several = ctl.json("threads pin t-one nothing t-two");
    QCOMPARE(several.status, 11);
    QCOMPARE(several.json()["results"].size(), std::size_t{3});
    QCOMPARE(text(several.json()["results"][1]["error"]["code"]), text(Json("NotFound")));
    QCOMPARE(text(several.json()["done"]), text(Json(2)));
}

void TestCliThreadChanges::mergesAndRemovesMetadata()
{
    const CliDatabase ctl;
    fill(*ctl.database);
    const Answer answer = ctl.json({QStringLiteral("threads"), QStringLiteral("metadata"), QStringLiteral("t-one"),
                                    QStringLiteral("{\"new\": null, \"owner_id\": \"x\"}"), QStringLiteral("--remove"), QStringLiteral("source")});
    QVERIFY2(answer.status == 0, answer.all().constData());
    QCOMPARE(text(answer.json()["thread"]["metadata"]), text(Json({{"ticket", 41}, {"new", nullptr}})));
    QCOMPARE(ctl.json({QStringLiteral("threads"), QStringLiteral("metadata"), QStringLiteral("t-one"), QStringLiteral("[1]")}).status, 5);
    QVERIFY(ctl.run("threads metadata t-one").out.contains("\"ticket\": 41"));
    ctl.database->add(threadRow("t-broken", "2026-11-05 10:00:00.000000", "{\"a\": "));
    QCOMPARE(ctl.json({QStringLiteral("threads"), QStringLiteral("metadata"), QStringLiteral("t-broken"), QStringLiteral("{}"),
                       QStringLiteral("--remove"), QStringLiteral("x")})
                 .status,
             9);
}

void TestCliThreadChanges::refusesWhileARunIsAtWork()
{
    const CliDatabase ctl;
    fill(*ctl.database);
    RunRow run;
    run.runId = QStringLiteral("r-busy");
    run.threadId = QStringLiteral("t-one");
    run.status = QStringLiteral("running");
    ctl.database->add(run);
    const QString before = ctl.database->dump();
    for (const char *act : {"threads rename t-one x", "threads delete t-one"}) {
        const Answer answer = ctl.json(act);
        QVERIFY2(answer.status == 4 && answer.err.contains("r-busy"), answer.all().constData());
    }
    QCOMPARE(ctl.database->dump(), before);
    QVERIFY(ctl.run("threads delete t-one --dry-run").out.contains("refused now"));
}

void TestCliThreadChanges::deletesAfterShowingWhat()
{
    const CliDatabase ctl;
    fill(*ctl.database);
    RunRow run;
    run.runId = QStringLiteral("r-1");
    run.threadId = QStringLiteral("t-one");
    ctl.database->add(run);
    EventRow event;
    event.threadId = run.threadId;
    event.runId = run.runId;
    ctl.database->add(event);
    ctl.cli.tree().file(QStringLiteral("project/home/users/user-a/threads/t-one/user-data/uploads/a.txt"), "x");
    const QString before = ctl.database->dump();
    const Json plan = ctl.json("threads delete t-one --dry-run").json()["results"][0];
    QCOMPARE(text(plan["remains"]["runs"]), text(Json(1)));
    QCOMPARE(text(plan["remains"]["events"]), text(Json(1)));
    QCOMPARE(plan["thread_folders"].size(), std::size_t{1});
    QCOMPARE(ctl.database->dump(), before);
    const Answer answer = ctl.json("threads delete t-one");
    QVERIFY2(answer.status == 0, answer.all().constData());
    QCOMPARE(text(answer.json()["results"][0]["deleted"]), text(Json(true)));
    QCOMPARE(ctl.database->count(QStringLiteral("runs")) + ctl.database->count(QStringLiteral("run_events")), 0);
    QVERIFY(!QFileInfo::exists(ctl.cli.tree().path(QStringLiteral("project/home/users/user-a/threads/t-one"))));
    QCOMPARE(ctl.json("threads delete t-one").status, 3);
    QCOMPARE(text(ctl.audit().last()["action"]), text(Json("thread.delete")));
}

void TestCliThreadChanges::deletesSeveralEachForItself()
{
    const CliDatabase ctl;
    fill(*ctl.database);
    const Answer answer = ctl.json("threads delete t-one nothing t-two");
    QVERIFY2(answer.status == 11, answer.all().constData());
    const Json results = answer.json()["results"];
    QCOMPARE(text(results[0]["deleted"]), text(Json(true)));
    QCOMPARE(text(results[1]["error"]["code"]), text(Json("NotFound")));
    QCOMPARE(text(results[2]["deleted"]), text(Json(true)));
    QCOMPARE(ctl.database->count(QStringLiteral("threads_meta")), 3);
    QCOMPARE(ctl.json("threads delete x y").status, 3);
}

void TestCliThreadChanges::tellsUnavailableDatabases_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<int>("status");
    QTest::newRow("no server") << QStringLiteral("postgresql://u:secret@127.0.0.1:1/db") << 10;
    QTest::newRow("no file") << QStringLiteral("sqlite:////nowhere/deerflow.db") << 3;
}

void TestCliThreadChanges::tellsUnavailableDatabases()
{
    QFETCH(const QString, url);
    QFETCH(const int, status);
    const Cli cli;
    const Answer answer = cli.json({QStringLiteral("--database"), url, QStringLiteral("threads"), QStringLiteral("list")});
    QVERIFY2(answer.status == status, answer.all().constData());
    QVERIFY(!answer.all().contains("secret"));
    QVERIFY(!answer.err.contains("QSqlDatabase"));
    QVERIFY(!QFileInfo::exists(QStringLiteral("/nowhere")));
}

/// T47: somebody else holds SQLite's lock for writing.
void TestCliThreadChanges::tellsALockedDatabase()
{
    const CliDatabase ctl;
    fill(*ctl.database);
    const QString before = ctl.database->dump();
    const auto other = ctl.database->worker();
    Answer answer;
    const auto held = other
                          ->write({},
                                  [&](DatabaseSession &session) -> Result<bool> {
                                      const auto locked = session.execute(QStringLiteral("UPDATE threads_meta SET status = status"));
                                      if (!locked) {
                                          return tl::unexpected<Error>(locked.error());
                                      }
                                      answer = ctl.json("--lock-timeout 0.3 threads pin t-one");
                                      return true;
                                  })
                          .result();
    QVERIFY2(held.has_value(), held ? "" : qPrintable(held.error().message));
    QVERIFY2(answer.status == 7, answer.all().constData());
    QCOMPARE(answer.error()["code"].get<std::string>().empty(), false);
    QCOMPARE(ctl.database->dump(), before);
    QCOMPARE(ctl.json("threads pin t-one").status, 0);
}

QTEST_GUILESS_MAIN(TestCliThreadChanges)
#include "tst_cli_threads_change.moc"
