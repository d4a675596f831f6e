// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_runs.h"
#include "support/postgres_server.h"

#include <QDateTime>
#include <QRegularExpression>

#include <algorithm>

using namespace verderer;
using namespace verderer::test;

namespace {

struct Step {
    QStringList arguments;
    int status = 0;
};
using Steps = QList<Step>;

Step line(const char *text, int status = 0)
{
    return {QString::fromUtf8(text).split(u' '), status};
}

/// The answer's lines without what differs between any two calls: moments and durations of the test's own, ids made up by the program, the test's
/// folder and database.
QList<QByteArray> comparable(const Answer &answer, const CliDatabase &ctl, const QString &begun)
{
    QString all = QString::fromUtf8(answer.out + '\n' + answer.err);
    all.replace(ctl.cli.tree().path(QString()), QStringLiteral("TREE/")).replace(ctl.database->url().display(), QStringLiteral("DATABASE"));
    static const QRegularExpression uuid(QStringLiteral("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"));
    all.replace(uuid, QStringLiteral("UUID"));
    static const QRegularExpression worker(QStringLiteral("\"(owner_)?worker_id\": \"[^\"]*\""));
    all.replace(worker, QStringLiteral("WORKER"));
    // The fixture's runs took 42.5 s; what took another time began or goes on in the test.
    static const QRegularExpression length(QStringLiteral("\"duration_seconds\": (?!42\\.5\\b)[0-9.e+-]+"));
    all.replace(length, QStringLiteral("LENGTH"));
    static const QRegularExpression moment(QStringLiteral("\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|\\+00:00)?"));
    qsizetype from = 0;
    for (auto found = moment.match(all); found.hasMatch(); found = moment.match(all, from)) {
        const QString stated = found.captured().left(begun.size()).replace(u'T', u' ');
        from = found.capturedStart() + 3;
        if (stated >= begun)
            all.replace(found.capturedStart(), found.capturedLength(), QStringLiteral("NOW"));
    }
    return all.toUtf8().split('\n');
}

} // namespace

/// Every verb of threads and runs says the same over the same rows, whichever engine holds them.
class TestCliEngines : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void answersAreTheSame_data();
    void answersAreTheSame();

private:
    std::unique_ptr<PostgresServer> m_server;
};

void TestCliEngines::initTestCase()
{
    QString error;
    m_server = PostgresServer::start(&error);
    QVERIFY2(m_server, qPrintable(error));
}

void TestCliEngines::answersAreTheSame_data()
{
    QTest::addColumn<Steps>("steps");
    const auto words = [](std::initializer_list<const char *> list) {
        QStringList all;
        for (const char *word : list) {
            all.append(QString::fromUtf8(word));
        }
        return all;
    };
    QTest::newRow("threads list") << Steps{line("threads list"), line("threads list --limit 2"), line("threads list --metadata ticket=41"),
                                           line("threads list --no-owner"), line("threads list --since 2026-11-02 --text T-")};
    QTest::newRow("threads show") << Steps{line("threads show t-one"), line("threads show t-nobody"), line("threads show nothing", 3)};
    QTest::newRow("threads create") << Steps{
        {words({"threads", "create", "--id", "t", "--owner", "user-a", "--title", "新 \"T\"", "--metadata", "{\"b\": 1.0, \"a\": [1, 1e20, null]}"})},
        {words({"threads", "create", "--id", "t", "--owner", "user-a", "--metadata", "{\"b\": 1}"})},
        line("threads create --id t --owner user-b", 4),
        line("threads create --id t-nobody --owner user-a"),
        line("threads create --id t-nobody --owner user-a --claim"),
        line("threads create --id t-gone --owner user-a"),
        line("threads show t")};
    QTest::newRow("threads rename") << Steps{{words({"threads", "rename", "t-one", "新标题"})},
                                             line("threads rename t-new Busy", 4),
                                             line("threads rename nothing x", 3),
                                             line("threads show t-one")};
    QTest::newRow("threads pin") << Steps{line("threads pin t-one t-two"), line("threads unpin t-old"), line("threads pin t-one nothing", 11),
                                          line("threads list")};
    QTest::newRow("threads metadata") << Steps{
        line("threads metadata t-one"),
        {words({"threads", "metadata", "t-one", "{\"new\": null, \"deep\": {\"b\": 1, \"a\": 1.50}, \"owner_id\": \"x\"}", "--remove", "source"})},
        {words({"threads", "metadata", "t-one", "[1]"}), 5},
        {words({"threads", "metadata", "t-new", "{}"}), 4},
        line("threads show t-one")};
    QTest::newRow("threads delete") << Steps{line("threads delete t-one --dry-run"),
                                             line("threads delete t-new", 4),
                                             line("threads delete t-one t-two"),
                                             line("threads delete t-one", 3),
                                             line("threads list"),
                                             line("runs list")};
    QTest::newRow("threads export") << Steps{
        line("threads export --format csv"),        line("threads export --format jsonl"),       line("threads export t-one --format markdown"),
        line("threads export t-one --format json"), line("threads export t-one --format jsonl"), line("threads export t-one --format csv")};
    QTest::newRow("runs list") << Steps{line("runs list --before 2026-11-05"), line("runs list --limit 2 --before 2026-11-05"),
                                        line("runs list --orphans"),           line("runs list --status error"),
                                        line("runs list --thread t-one"),      line("runs list --text ratelimit")};
    QTest::newRow("runs show") << Steps{line("runs show r-1"), line("runs show r-2"), line("runs show r-3"), line("runs show r-6", 3)};
    QTest::newRow("runs events") << Steps{line("runs events r-1"), line("runs events r-1 --category novel"), line("runs events r-1 --limit 2"),
                                          line("runs events r-1 --after-seq 4"), line("runs events nothing", 3)};
    QTest::newRow("runs transcript") << Steps{line("runs transcript r-1"), line("runs transcript r-1 --hidden"),
                                              line("runs transcript r-1 --thread --format json")};
    QTest::newRow("runs usage") << Steps{line("runs usage --days 3650 --zone UTC"), line("runs usage --days 3650 --zone Asia/Shanghai"),
                                         line("runs usage --days 3650 --owner user-a --zone UTC")};
    QTest::newRow("runs adopt") << Steps{line("runs adopt r-3 r-4 r-1"), line("runs adopt --all"), line("runs adopt nothing", 3),
                                         line("runs list --orphans"), line("threads show t-gone")};
    QTest::newRow("runs export") << Steps{line("runs export --before 2026-11-05 --format csv"), line("runs export --before 2026-11-05 --format json"),
                                          line("runs export r-1 --format json"), line("runs export r-1 --format markdown"),
                                          line("runs export r-2 --format csv")};
    QTest::newRow("runs start") << Steps{{words({"runs", "start", "--thread", "t-one", "--idempotency-key", "k", "--metadata", "{\"week\": 49}", "--",
                                                 "bash", "-c", "echo 出; exit 0"})},
                                         {words({"runs", "start", "--thread", "t-one", "--idempotency-key", "k", "--", "bash", "-c", "echo again"})},
                                         {words({"runs", "start", "--thread", "t-new", "--", "true"}), 4},
                                         {words({"runs", "start", "--thread", "t-made", "--", "true"})},
                                         {words({"runs", "start", "--strict", "--thread", "t-absent", "--", "true"}), 3},
                                         line("threads show t-one"),
                                         line("threads show t-made")};
}

void TestCliEngines::answersAreTheSame()
{
    QFETCH(const Steps, steps);
    const QString begun = QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    const CliDatabase file(DatabaseFixture::sqlite());
    const CliDatabase server(DatabaseFixture::postgres(*m_server));
    fillRuns(*file.database);
    fillRuns(*server.database);
    for (const Step &step : steps) {
        const bool inAFormat = step.arguments.at(1) == u"export"; // which is not JSON's for all
        const Answer one = inAFormat ? file.run(step.arguments) : file.json(step.arguments);
        const Answer other = inAFormat ? server.run(step.arguments) : server.json(step.arguments);
        const QByteArray said = step.arguments.join(u' ').toUtf8();
        for (const Answer &answer : {one, other}) {
            const QByteArray all = said + '\n' + answer.all();
            QVERIFY2(answer.status == step.status, all.constData());
            QVERIFY2(!answer.out.isEmpty() || !answer.err.isEmpty(), all.constData());
        }
        const QList<QByteArray> here = comparable(one, file, begun);
        const QList<QByteArray> there = comparable(other, server, begun);
        for (qsizetype i = 0; i < std::max(here.size(), there.size()); ++i) {
            const QByteArray lines =
                said + ", line " + QByteArray::number(i + 1) + "\nSQLite:     " + here.value(i) + "\nPostgreSQL: " + there.value(i);
            QVERIFY2(here.value(i) == there.value(i), lines.constData());
        }
    }
    QCOMPARE(file.audit().size(), server.audit().size());
}

QTEST_GUILESS_MAIN(TestCliEngines)
#include "tst_cli_engines.moc"
