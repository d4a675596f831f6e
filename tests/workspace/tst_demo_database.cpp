// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "base/local_storage.h"
#include "demo/demo_installation.h"

#include <QDateTime>
#include <QSet>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QSqlRecord>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace verderer;

namespace {

class FixedClock final : public Clock {
public:
    explicit FixedClock(const QDateTime &time) : m_now(time.toMSecsSinceEpoch() * 1000) {}
    [[nodiscard]] Microseconds now() const override { return m_now; }

private:
    Microseconds m_now;
};

/// A demo, and questions to its database.
class Demo {
public:
    explicit Demo(const QDateTime &time)
    {
        LocalStorage storage;
        const Result<DemoReport> written = writeDemo(m_dir.filePath(QStringLiteral("demo")), storage, FixedClock(time));
        if (!written) {
            qFatal("%s", qPrintable(written.error().message));
        }
        report = *written;
        m_database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_dir.path());
        m_database.setDatabaseName(report.home + QStringLiteral("/data/deerflow.db"));
        m_database.setConnectOptions(QStringLiteral("QSQLITE_OPEN_READONLY"));
        if (!m_database.open()) {
            qFatal("%s", qPrintable(m_database.lastError().text()));
        }
    }
    ~Demo()
    {
        m_database = {};
        QSqlDatabase::removeDatabase(m_dir.path());
    }
    Demo(const Demo &) = delete;
    Demo &operator=(const Demo &) = delete;

    [[nodiscard]] QList<QVariantList> rows(const QString &statement) const
    {
        QSqlQuery query(m_database);
        if (!query.exec(statement)) {
            qFatal("%s", qPrintable(query.lastError().text()));
        }
        QList<QVariantList> all;
        while (query.next()) {
            QVariantList row;
            for (int i = 0; i < query.record().count(); ++i) {
                row.append(query.value(i));
            }
            all.append(row);
        }
        return all;
    }
    [[nodiscard]] int number(const QString &statement) const { return rows(statement).value(0).value(0).toInt(); }

    DemoReport report;

private:
    QTemporaryDir m_dir;
    QSqlDatabase m_database;
};

const QDateTime &usualTime()
{
    static const QDateTime time(QDate(2026, 11, 30), QTime(15, 0), Qt::LocalTime);
    return time;
}

} // namespace

/// The demo's threads and runs: enough of them, believable, in DeerFlow's forms, and with everything an administrator has to find.
class TestDemoDatabase : public QObject {
    Q_OBJECT

    std::unique_ptr<Demo> m_demo;

private Q_SLOTS:
    void initTestCase() { m_demo = std::make_unique<Demo>(usualTime()); }
    void isAsLargeAsReported();
    void timesAreInDeerFlowsFormAndNotAhead_data();
    void timesAreInDeerFlowsFormAndNotAhead();
    void usageIsBelievable();
    void sumsAgree();
    void holdsWhatMustBeFound();
    void eventsAreNumberedAndReadable();
    void threadsSayWhatTheirLastRunLeft();
};

void TestDemoDatabase::isAsLargeAsReported()
{
    const Demo &demo = *m_demo;
    QCOMPARE(demo.report.warnings, QStringList());
    QCOMPARE(demo.number(QStringLiteral("SELECT count(*) FROM threads_meta")), demo.report.threads);
    QCOMPARE(demo.number(QStringLiteral("SELECT count(*) FROM runs WHERE operation_kind = 'run'")), demo.report.runs);
    QCOMPARE(demo.number(QStringLiteral("SELECT count(*) FROM run_events")), demo.report.events);
    QVERIFY2(demo.report.threads >= 300 && demo.report.threads <= 500, qPrintable(QString::number(demo.report.threads)));
    QVERIFY2(demo.report.runs >= 500 && demo.report.runs <= 1200, qPrintable(QString::number(demo.report.runs)));
    QVERIFY2(demo.report.events >= 4000, qPrintable(QString::number(demo.report.events)));
}

void TestDemoDatabase::timesAreInDeerFlowsFormAndNotAhead_data()
{
    QTest::addColumn<QDateTime>("now");
    QTest::newRow("in the afternoon") << usualTime();
    QTest::newRow("just after midnight") << QDateTime(QDate(2027, 3, 1), QTime(0, 0, 5), Qt::LocalTime);
    QTest::newRow("on a Sunday morning") << QDateTime(QDate(2027, 1, 3), QTime(7, 40), Qt::LocalTime);
}

void TestDemoDatabase::timesAreInDeerFlowsFormAndNotAhead()
{
    QFETCH(const QDateTime, now);
    const Demo demo(now);
    const QString limit = now.toUTC().toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")) + QStringLiteral(".999999");
    const QString form = QStringLiteral("____-__-__ __:__:__.______");
    for (const char *const column :
         {"threads_meta.created_at", "runs.created_at", "runs.updated_at", "run_events.created_at", "feedback.created_at"}) {
        const QString name = QString::fromLatin1(column);
        const QString table = name.section(QLatin1Char('.'), 0, 0);
        QCOMPARE(demo.number(QStringLiteral("SELECT count(*) FROM %1 WHERE %2 NOT LIKE '%3' OR %2 > '%4'").arg(table, name, form, limit)), 0);
    }
    // One row only was written by another tool.
    QCOMPARE(demo.number(QStringLiteral("SELECT count(*) FROM threads_meta WHERE updated_at NOT LIKE '%1'").arg(form)), 1);
    QCOMPARE(demo.number(QStringLiteral("SELECT count(*) FROM runs WHERE updated_at < created_at")), 0);
    QVERIFY(demo.number(QStringLiteral("SELECT count(*) FROM runs WHERE status = 'running'")) == 3);
}

void TestDemoDatabase::usageIsBelievable()
{
    const Demo &demo = *m_demo;
    const auto days = demo.rows(QStringLiteral("SELECT date(created_at), count(*), strftime('%w', created_at) FROM runs GROUP BY 1"));
    QVERIFY2(days.size() >= 50, qPrintable(QString::number(days.size())));
    int workdays = 0;
    int workdayRuns = 0;
    int weekendDays = 0;
    int weekendRuns = 0;
    for (const QVariantList &day : days) {
        const bool weekend = day.at(2).toInt() == 0 || day.at(2).toInt() == 6;
        (weekend ? weekendDays : workdays) += 1;
        (weekend ? weekendRuns : workdayRuns) += day.at(1).toInt();
    }
    QVERIFY(workdayRuns * qMax(weekendDays, 1) > 2 * weekendRuns * workdays);
    const int runs = demo.report.runs;
    const int failed = demo.number(QStringLiteral("SELECT count(*) FROM runs WHERE status IN ('error', 'timeout')"));
    QVERIFY2(failed > runs / 30 && failed < runs / 7, qPrintable(QString::number(failed)));
    QVERIFY(demo.number(QStringLiteral("SELECT count(DISTINCT model_name) FROM runs")) >= 4);
    QVERIFY(demo.number(QStringLiteral("SELECT count(DISTINCT error) FROM runs")) >= 5);
    // Read in the language of the people who use it.
    int chinese = 0;
    for (const QVariantList &row : demo.rows(QStringLiteral("SELECT display_name FROM threads_meta"))) {
        chinese += row.at(0).toString().at(0).unicode() > 0x2fff ? 1 : 0;
    }
    QVERIFY2(chinese > 50 && chinese < demo.report.threads / 2, qPrintable(QString::number(chinese)));
}

void TestDemoDatabase::sumsAgree()
{
    const Demo &demo = *m_demo;
    QCOMPARE(demo.number(QStringLiteral("SELECT count(*) FROM runs WHERE total_tokens <> total_input_tokens + total_output_tokens OR total_tokens <> "
                                        "lead_agent_tokens + subagent_tokens + middleware_tokens")),
             0);
    QCOMPARE(demo.number(QStringLiteral("SELECT count(*) FROM (SELECT r.run_id FROM runs r, json_each(r.token_usage_by_model) u GROUP BY r.run_id "
                                        "HAVING sum(json_extract(u.value, '$.total_tokens')) <> max(r.total_tokens))")),
             0);
    QVERIFY(demo.number(QStringLiteral("SELECT count(*) FROM runs WHERE token_usage_by_model = '{}' AND total_tokens > 0")) > 0);
    QVERIFY(demo.number(QStringLiteral("SELECT count(*) FROM runs WHERE (SELECT count(*) FROM json_each(token_usage_by_model)) > 1")) > 0);
}

void TestDemoDatabase::holdsWhatMustBeFound()
{
    const Demo &demo = *m_demo;
    const auto has = [&demo](const char *condition) {
        return demo.number(QStringLiteral("SELECT count(*) FROM threads_meta WHERE ") + QString::fromLatin1(condition));
    };
    QVERIFY(has("user_id IS NULL") >= 3);
    QVERIFY(has("user_id NOT IN ('default', '7c1e0c52-3d3f-4b7e-9a64-1f0d8b6a2e95')") >= 3);
    QCOMPARE(has("NOT json_valid(metadata_json)"), 2);
    QCOMPARE(has("json_valid(metadata_json) AND json_type(metadata_json, '$.deerflow_pinned') = 'true'"), 4);
    QCOMPARE(has("json_valid(metadata_json) AND json_type(metadata_json, '$.deerflow_pinned') = 'integer'"), 1);
    QCOMPARE(has("json_valid(metadata_json) AND json_type(metadata_json, '$.deerflow_sidecar') = 'true'"), 1);
    QCOMPARE(has("json_valid(metadata_json) AND json_type(metadata_json, '$.channel_source') = 'object'"), 1);
    const auto runs = [&demo](const char *condition) {
        return demo.number(QStringLiteral("SELECT count(*) FROM runs WHERE ") + QString::fromLatin1(condition));
    };
    QCOMPARE(runs("thread_id NOT IN (SELECT thread_id FROM threads_meta)"), 6);
    QCOMPARE(runs("status = 'pending' AND run_id NOT IN (SELECT run_id FROM run_events)"), 1);
    QCOMPARE(runs("status = 'running' AND lease_expires_at IS NULL AND updated_at < '2026-11-28'"), 1);
    QCOMPARE(runs("operation_kind <> 'run'"), 1);
    QCOMPARE(runs("status NOT IN ('pending', 'running', 'success', 'error', 'timeout', 'interrupted')"), 1);
    QVERIFY(runs("error LIKE '%' || char(10) || '=SUM(%'") + runs("error LIKE '%' || char(10) || '%'") > 0);
    const auto events = [&demo](const char *condition) {
        return demo.number(QStringLiteral("SELECT count(*) FROM run_events WHERE ") + QString::fromLatin1(condition));
    };
    QCOMPARE(events("category = 'forecast'"), 1);
    QCOMPARE(events("json_extract(event_metadata, '$.content_truncated')"), 1);
    QVERIFY(events("event_type = 'workspace_changes'") > 20);
    QVERIFY(events("event_type LIKE 'subagent.%'") > 20);
    QVERIFY(events("run_id LIKE 'branch-seed-%'") > 0);
    QVERIFY(demo.number(QStringLiteral("SELECT max(n) FROM (SELECT count(*) AS n FROM run_events GROUP BY run_id)")) > 500);
}

void TestDemoDatabase::eventsAreNumberedAndReadable()
{
    const Demo &demo = *m_demo;
    // 1, 2, 3 … in each thread, as DeerFlow counts.
    QCOMPARE(demo.number(
                 QStringLiteral("SELECT count(*) FROM (SELECT 1 FROM run_events GROUP BY thread_id HAVING min(seq) <> 1 OR max(seq) <> count(*))")),
             0);
    int broken = 0;
    for (const QVariantList &row :
         demo.rows(QStringLiteral("SELECT content, event_metadata FROM run_events WHERE length(event_type) <= 32 AND length(category) <= 16"))) {
        const Result<Json> metadata = parseJson(row.at(1).toString().toUtf8());
        QVERIFY(metadata && metadata->is_object());
        if (!metadata->value("content_is_dict", false)) {
            continue;
        }
        const Result<Json> content = parseJson(row.at(0).toString().toUtf8());
        broken += content && content->is_object() ? 0 : 1;
    }
    QCOMPARE(broken, 1);
    // Each call of a tool has its answer.
    QCOMPARE(
        demo.number(QStringLiteral(
            "SELECT count(*) FROM run_events e WHERE event_type = 'llm.tool.result' AND NOT EXISTS (SELECT 1 FROM run_events c WHERE c.thread_id = "
            "e.thread_id AND c.seq = e.seq - 1 AND json_valid(c.content) AND json_extract(c.content, '$.tool_calls[0].id') = "
            "json_extract(e.content, '$.tool_call_id'))")),
        0);
}

void TestDemoDatabase::threadsSayWhatTheirLastRunLeft()
{
    const Demo &demo = *m_demo;
    QCOMPARE(
        demo.number(QStringLiteral("SELECT count(*) FROM threads_meta t WHERE t.status = 'idle' AND (SELECT status FROM runs r WHERE r.thread_id = "
                                   "t.thread_id AND r.operation_kind = 'run' ORDER BY r.created_at DESC LIMIT 1) IN ('error', 'running')")),
        0);
    // At most one at work in a thread, which the unique index says too.
    QCOMPARE(demo.number(QStringLiteral(
                 "SELECT count(*) FROM (SELECT 1 FROM runs WHERE status IN ('pending', 'running') GROUP BY thread_id HAVING count(*) > 1)")),
             0);
}

QTEST_GUILESS_MAIN(TestDemoDatabase)
#include "tst_demo_database.moc"
