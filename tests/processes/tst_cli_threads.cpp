// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_database.h"
#include "tests/support/postgres_server.h"

#include <QRegularExpression>

using namespace verderer;
using namespace verderer::test;

/// `verdererctl threads …`, as scripts and people use it, on SQLite and, where the engines could differ, on PostgreSQL.
class TestCliThreads : public QObject {
    Q_OBJECT

    std::unique_ptr<PostgresServer> m_server;

private Q_SLOTS:
    void initTestCase();
    void listsInDeerFlowsOrder_data();
    void listsInDeerFlowsOrder();
    void pagesReachEverything();
    void filters_data();
    void filters();
    void showsDamagedRowsAsDamaged();
    void showsTimesInTheLocalZone_data();
    void showsTimesInTheLocalZone();
    void writesUtf8InEveryLocale();
    void createsOnce_data();
    void createsOnce();
    void createTellsWhatItDidNotFollow();
    void createKeepsDeerFlowsForms();
    void createRefusesTheOwnersOfOthers();
    void createClaimsOnlyWhenAsked();
    void createRefusesBadInput_data();
    void createRefusesBadInput();
    void createOwnerFollowsTheOptions();
    void show();
};

void TestCliThreads::initTestCase()
{
    QString error;
    m_server = PostgresServer::start(&error);
    QVERIFY2(m_server, qPrintable(error));
}

void TestCliThreads::listsInDeerFlowsOrder_data()
{
    QTest::addColumn<bool>("postgres");
    QTest::newRow("SQLite") << false;
    QTest::newRow("PostgreSQL") << true;
}

void TestCliThreads::listsInDeerFlowsOrder()
{
    QFETCH(const bool, postgres);
    const CliDatabase ctl(postgres ? DatabaseFixture::postgres(*m_server) : DatabaseFixture::sqlite());
    fill(*ctl.database);
    const QString before = ctl.database->dump();
    const Answer answer = ctl.json("threads list");
    QVERIFY2(answer.status == 0 && answer.err.isEmpty(), answer.all().constData());
    const Json list = answer.json();
    QCOMPARE(CliDatabase::column(list["threads"], "thread_id").join(u' '), QStringLiteral("t-old t-new t-two t-one t-nobody"));
    QVERIFY(list["next"].is_null());
    const Json first = list["threads"][0];
    QCOMPARE(text(first["pinned"]), text(Json(true)));
    QCOMPARE(text(first["created_at"]), text(Json("2026-11-01T10:00:00+00:00")));
    QCOMPARE(text(first["metadata"]), text(Json({{"deerflow_pinned", true}})));
    QCOMPARE(text(first["user_id"]), text(Json("user-a")));
    QVERIFY(list["threads"][4]["user_id"].is_null());
    QCOMPARE(ctl.database->dump(), before);

    const Answer table = ctl.run("threads list");
    QVERIFY2(table.status == 0 && table.out.contains("* Title of t-old") && table.out.contains("5 threads."), table.all().constData());
}

void TestCliThreads::pagesReachEverything()
{
    const CliDatabase ctl;
    QList<ThreadRow> rows;
    for (int i = 0; i < 120; ++i) {
        // Many of the same time: only the id orders them.
        rows.append(threadRow(qPrintable(QStringLiteral("t-%1").arg(i, 3, 10, QLatin1Char('0'))),
                              i % 3 == 0 ? "2026-11-01 10:00:00.000000" : "2026-11-02 10:00:00.000000",
                              i % 40 == 0 ? "{\"deerflow_pinned\": true}" : "{}"));
    }
    ctl.database->add(rows);
    const QStringList whole = CliDatabase::column(ctl.json("threads list --limit 1000").json()["threads"], "thread_id");
    QCOMPARE(whole.size(), 120);
    QStringList paged;
    QString after;
    int pages = 0;
    do {
        QStringList arguments{QStringLiteral("threads"), QStringLiteral("list"), QStringLiteral("--limit"), QStringLiteral("37")};
        if (!after.isEmpty()) {
            arguments << QStringLiteral("--after") << after;
        }
        const Json page = ctl.json(arguments).json();
        paged += CliDatabase::column(page["threads"], "thread_id");
        after = page["next"].is_null() ? QString() : toQString(page["next"]);
    } while (!after.isEmpty() && ++pages < 10);
    QCOMPARE(paged, whole);
    const Answer bad = ctl.json("threads list --after nonsense");
    QVERIFY2(bad.status == 5 || bad.status == 2, bad.all().constData());
}

void TestCliThreads::filters_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<QString>("found");
    const auto row = [](const char *options, const char *found) {
        QTest::newRow(options) << QString::fromLatin1(options) << QString::fromLatin1(found);
    };
    row("--owner user-a", "t-old t-new t-two t-one");
    row("--owner somebody", "");
    row("--no-owner", "t-nobody");
    row("--text T-TW", "t-two");
    row("--metadata ticket=41", "t-one");
    row("--metadata ticket=\"41\"", "t-two");
    row("--metadata source=web", "t-one");
    row("--metadata source=web --metadata ticket=42", "");
    row("--since 2026-11-03 --before 2026-11-04", "t-two");
    row("--since 2026-11-03T18:00:00+08:00", "t-old t-new t-two");
    row("--status running", "");
    row("--status idle --status running --text t-n", "t-new t-nobody");
}

void TestCliThreads::filters()
{
    QFETCH(const QString, options);
    QFETCH(const QString, found);
    const CliDatabase ctl;
    fill(*ctl.database);
    const Answer answer = ctl.json(QStringList{QStringLiteral("threads"), QStringLiteral("list")} + options.split(u' '));
    QVERIFY2(answer.status == 0, answer.all().constData());
    QStringList ids = CliDatabase::column(answer.json()["threads"], "thread_id");
    if (options.contains(u"+08:00")) {
        ids.removeAll(QStringLiteral("t-old")); // pinned, but older
        QCOMPARE(ids.join(u' '), QStringLiteral("t-new t-two"));
        return;
    }
    QCOMPARE(ids.join(u' '), found);
}

void TestCliThreads::showsDamagedRowsAsDamaged()
{
    const CliDatabase ctl;
    fill(*ctl.database);
    ctl.database->add(threadRow("t-broken", "2026-11-05 10:00:00.000000", "{\"a\": "));
    ctl.database->add(threadRow("t-nan", "2026-11-06T10:00:00Z", "{\"a\": NaN}"));
    const Json list = ctl.json("threads list").json();
    QCOMPARE(list["threads"].size(), std::size_t{7});
    for (const Json &row : list["threads"]) {
        const bool damaged = row["thread_id"] == "t-broken" || row["thread_id"] == "t-nan";
        QCOMPARE(row["damage"].empty(), !damaged);
        if (row["thread_id"] == "t-broken") {
            QCOMPARE(text(row["metadata"]), text(Json("{\"a\": "))); // as it is stored
        }
    }
    QVERIFY(ctl.run("threads list").out.contains("    damaged: "));
}

void TestCliThreads::showsTimesInTheLocalZone_data()
{
    QTest::addColumn<QString>("zone");
    QTest::addColumn<QByteArray>("shown");
    QTest::newRow("Shanghai") << QStringLiteral("Asia/Shanghai") << QByteArray("2026-01-01 08:00:00");
    QTest::newRow("St. John's") << QStringLiteral("America/St_Johns") << QByteArray("2025-12-31 20:30:00");
}

void TestCliThreads::showsTimesInTheLocalZone()
{
    QFETCH(const QString, zone);
    QFETCH(const QByteArray, shown);
    const CliDatabase ctl;
    ctl.database->add(threadRow("t-year", "2026-01-01 00:00:00.000000"));
    const QMap<QString, QString> there{{QStringLiteral("TZ"), zone}};
    QVERIFY(ctl.run("threads list", there).out.contains(shown));
    const QByteArray sheet = ctl.run("threads show t-year", there).out;
    QVERIFY2(sheet.contains(QByteArray(shown + " (2026-01-01 00:00:00 UTC)")), sheet.constData());
    const Answer json = ctl.run("--json threads list", there);
    QCOMPARE(text(json.json()["threads"][0]["updated_at"]), text(Json("2026-01-01T00:00:00+00:00")));
    // A day typed without a zone is a day there.
    const QByteArray day = shown.left(10);
    const QMap<QString, QString> utc{{QStringLiteral("TZ"), QStringLiteral("UTC")}};
    QCOMPARE(ctl.run(QByteArray("--json threads list --since " + day).constData(), there).json()["threads"].size(), std::size_t{1});
    QCOMPARE(ctl.run("--json threads list --before 2026-01-01", utc).json()["threads"].size(), std::size_t{0});
}

void TestCliThreads::writesUtf8InEveryLocale()
{
    const CliDatabase ctl;
    ThreadRow row = threadRow("t-zh", "2026-11-01 10:00:00.000000", "{\"部门\": \"客服\"}");
    row.title = QStringLiteral("退款流程 😀");
    ctl.database->add(row);
    const QMap<QString, QString> plain{{QStringLiteral("LC_ALL"), QStringLiteral("C")}};
    const Answer table = ctl.run("threads list", plain);
    QVERIFY2(table.out.contains("退款流程 😀") && table.err.isEmpty(), table.all().constData());
    QCOMPARE(text(ctl.run("--json threads list", plain).json()["threads"][0]["metadata"]), text(Json({{"部门", "客服"}})));
    QVERIFY(ctl.run("threads show t-zh", plain).out.contains("客服"));
}

void TestCliThreads::createsOnce_data()
{
    listsInDeerFlowsOrder_data();
}

void TestCliThreads::createsOnce()
{
    QFETCH(const bool, postgres);
    const CliDatabase ctl(postgres ? DatabaseFixture::postgres(*m_server) : DatabaseFixture::sqlite());
    // Twenty at once (T57): one row, twenty successes, all show it, one says that it made it.
    std::vector<std::unique_ptr<QProcess>> processes;
    for (int i = 0; i < 20; ++i) {
        processes.push_back(std::make_unique<QProcess>());
        ctl.cli.start(*processes.back(),
                      ctl.where() + QStringList{QStringLiteral("--json"), QStringLiteral("threads"), QStringLiteral("create"), QStringLiteral("--id"),
                                                QStringLiteral("same"), QStringLiteral("--title"), QStringLiteral("Number %1").arg(i)});
    }
    int created = 0;
    QStringList titles;
    for (const auto &process : processes) {
        const Answer answer = Cli::finish(*process);
        QVERIFY2(answer.status == 0, answer.all().constData());
        created += answer.json()["created"] == true ? 1 : 0;
        titles.append(toQString(answer.json()["thread"]["title"]));
    }
    QCOMPARE(created, 1);
    titles.removeDuplicates();
    QCOMPARE(titles.size(), 1);
    QCOMPARE(ctl.database->count(QStringLiteral("threads_meta")), 1);
    QCOMPARE(ctl.audit().size(), 1);
    QCOMPARE(text(ctl.audit().first()["action"]), text(Json("thread.create")));
}

void TestCliThreads::createTellsWhatItDidNotFollow()
{
    const CliDatabase ctl;
    const Answer made =
        ctl.json({QStringLiteral("threads"), QStringLiteral("create"), QStringLiteral("--id"), QStringLiteral("a"), QStringLiteral("--title"),
                  QStringLiteral("First"), QStringLiteral("--metadata"), QStringLiteral("{\"ticket\": 1, \"user_id\": \"x\"}")});
    QVERIFY2(made.status == 0, made.all().constData());
    QCOMPARE(text(made.json()["created"]), text(Json(true)));
    QCOMPARE(text(made.json()["thread"]["metadata"]), text(Json({{"ticket", 1}})));
    QCOMPARE(text(made.json()["ignored"]["metadata.user_id"]["reason"]), text(Json("reserved")));
    const QString before = ctl.database->dump();
    const QStringList again{QStringLiteral("threads"), QStringLiteral("create"), QStringLiteral("--id"),       QStringLiteral("a"),
                            QStringLiteral("--title"), QStringLiteral("Second"), QStringLiteral("--metadata"), QStringLiteral("{\"ticket\": 2}")};
    const Answer second = ctl.json(again);
    QVERIFY2(second.status == 0, second.all().constData());
    const Json document = second.json();
    QCOMPARE(text(document["created"]), text(Json(false)));
    QVERIFY(document["ignored"].is_object());
    QCOMPARE(text(document["ignored"]["title"]["wished"]), text(Json("Second")));
    QCOMPARE(text(document["ignored"]["title"]["stored"]), text(Json("First")));
    QCOMPARE(text(document["ignored"]["metadata.ticket"]["stored"]), text(Json(1)));
    QCOMPARE(ctl.database->dump(), before);
    const Answer sheet = ctl.run(again);
    QVERIFY2(sheet.out.contains("was already there") && sheet.out.contains("\"Second\""), sheet.all().constData());
}

void TestCliThreads::createKeepsDeerFlowsForms()
{
    const CliDatabase ctl;
    const Answer answer = ctl.json({QStringLiteral("threads"), QStringLiteral("create"), QStringLiteral("--title"), QStringLiteral("会议"),
                                    QStringLiteral("--assistant"), QStringLiteral("lead_agent"), QStringLiteral("--metadata"),
                                    QStringLiteral("{\"b\":1,\"a\":[1,2],\"部\":\"x\"}")});
    QVERIFY2(answer.status == 0, answer.all().constData());
    const auto row = ctl.database
                         ->sql(QStringLiteral("SELECT thread_id, user_id, assistant_id, display_name, status, metadata_json, created_at, updated_at "
                                              "FROM threads_meta"))
                         .first();
    static const QRegularExpression uuid(QStringLiteral("\\A[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\\z"));
    static const QRegularExpression time(QStringLiteral("\\A\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{6}\\z"));
    QVERIFY(uuid.match(row[0].toString()).hasMatch());
    QCOMPARE(row[1].toString(), QStringLiteral("default"));
    QCOMPARE(row[2].toString(), QStringLiteral("lead_agent"));
    QCOMPARE(row[3].toString(), QStringLiteral("会议"));
    QCOMPARE(row[4].toString(), QStringLiteral("idle"));
    QCOMPARE(row[5].toString(), QStringLiteral("{\"b\": 1, \"a\": [1, 2], \"部\": \"x\"}"));
    QVERIFY(time.match(row[6].toString()).hasMatch());
    QCOMPARE(row[6], row[7]);
}

void TestCliThreads::createRefusesTheOwnersOfOthers()
{
    const CliDatabase ctl;
    fill(*ctl.database);
    const QString before = ctl.database->dump();
    const Answer answer = ctl.json("threads create --id t-one --owner user-b");
    QCOMPARE(answer.status, 4);
    QCOMPARE(text(answer.error()["code"]), text(Json("Conflict")));
    QVERIFY2(QByteArray::fromStdString(answer.error()["message"]).contains("belongs to another user"), answer.err.constData());
    QVERIFY(answer.out.isEmpty());
    QCOMPARE(ctl.database->dump(), before);
}

void TestCliThreads::createClaimsOnlyWhenAsked()
{
    const CliDatabase ctl;
    fill(*ctl.database);
    const Answer told = ctl.run("threads create --id t-nobody --owner user-a");
    QVERIFY2(told.status == 0 && told.err.contains("no owner") && told.err.contains("Claim it with --claim."), told.all().constData());
    QCOMPARE(ctl.database->count(QStringLiteral("threads_meta"), QStringLiteral("user_id IS NULL")), 1);
    const Answer claimed = ctl.json("threads create --id t-nobody --owner user-a --claim");
    QCOMPARE(text(claimed.json()["claimed"]), text(Json(true)));
    QCOMPARE(text(claimed.json()["thread"]["user_id"]), text(Json("user-a")));
    QCOMPARE(ctl.database->count(QStringLiteral("threads_meta"), QStringLiteral("user_id IS NULL")), 0);
}

void TestCliThreads::createRefusesBadInput_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::newRow("empty id") << QStringList{QStringLiteral("--id"), QString()};
    QTest::newRow("dot in the id") << QStringList{QStringLiteral("--id"), QStringLiteral("a.b")};
    QTest::newRow("id above 64") << QStringList{QStringLiteral("--id"), QString(65, u'a')};
    QTest::newRow("metadata is no JSON") << QStringList{QStringLiteral("--metadata"), QStringLiteral("{ticket: 1}")};
    QTest::newRow("metadata is a list") << QStringList{QStringLiteral("--metadata"), QStringLiteral("[1]")};
    QTest::newRow("NaN in metadata") << QStringList{QStringLiteral("--metadata"), QStringLiteral("{\"a\": NaN}")};
    QTest::newRow("title above 256") << QStringList{QStringLiteral("--title"), QString(257, u'x')};
    QTest::newRow("assistant above 128") << QStringList{QStringLiteral("--assistant"), QString(129, u'x')};
    QTest::newRow("owner above 64") << QStringList{QStringLiteral("--owner"), QString(65, u'x')};
}

void TestCliThreads::createRefusesBadInput()
{
    QFETCH(const QStringList, options);
    const CliDatabase ctl;
    const Answer answer = ctl.json(QStringList{QStringLiteral("threads"), QStringLiteral("create")} + options);
    QVERIFY2(answer.status == 5, answer.all().constData());
    QCOMPARE(text(answer.error()["code"]), text(Json("Invalid")));
    QCOMPARE(ctl.database->count(QStringLiteral("threads_meta")), 0);
    QVERIFY(ctl.audit().isEmpty());
}

void TestCliThreads::createOwnerFollowsTheOptions()
{
    const CliDatabase ctl;
    ctl.database->addUser(QStringLiteral("user-a"), QStringLiteral("ann@example.org"));
    QCOMPARE(text(ctl.json("threads create --owner ann@example.org").json()["thread"]["user_id"]), text(Json("user-a")));
    QCOMPARE(text(ctl.json("--user user-a threads create").json()["thread"]["user_id"]), text(Json("user-a")));
    QVERIFY(
        ctl.json({QStringLiteral("threads"), QStringLiteral("create"), QStringLiteral("--owner"), QString()}).json()["thread"]["user_id"].is_null());
    const Answer unknown = ctl.run("threads create --owner nobody-here");
    QVERIFY2(unknown.status == 0 && unknown.err.contains("No user nobody-here is known"), unknown.all().constData());
    QCOMPARE(ctl.json("threads create --owner who@example.org").status, 3);
}

void TestCliThreads::show()
{
    const CliDatabase ctl;
    fill(*ctl.database);
    RunRow run;
    run.runId = QStringLiteral("r-1");
    run.threadId = QStringLiteral("t-one");
    ctl.database->add(run);
    const Json json = ctl.json("threads show t-one").json();
    QCOMPARE(text(json["thread_id"]), text(Json("t-one")));
    QCOMPARE(text(json["remains"]["runs"]), text(Json(1)));
    const Answer sheet = ctl.run("threads show t-one");
    QVERIFY2(sheet.out.contains("Title of t-one") && sheet.out.contains("\"ticket\": 41") && sheet.out.contains("r-1"), sheet.all().constData());
    const Answer none = ctl.json("threads show nothing");
    QCOMPARE(none.status, 3);
    QCOMPARE(text(none.error()["code"]), text(Json("NotFound")));
}

QTEST_GUILESS_MAIN(TestCliThreads)
#include "tst_cli_threads.moc"
