// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_database.h"

using namespace verderer;
using namespace verderer::test;

namespace {

const QString hostile = QStringLiteral("a,\"b\"\n=SUM(A1)");

void fillHostile(const DatabaseFixture &database)
{
    fill(database);
    QList<RunRow> rows;
    for (int i = 0; i < 7; ++i) {
        RunRow row;
        row.runId = QStringLiteral("r-%1").arg(i);
        row.threadId = i == 6 ? QStringLiteral("t-gone") : QStringLiteral("t-one");
        row.createdAt = QStringLiteral("2026-11-0%1 10:00:00.000000").arg(i + 1);
        row.updatedAt = row.createdAt;
        row.status = i % 2 == 0 ? QStringLiteral("error") : QStringLiteral("success");
        row.firstHumanMessage = QStringLiteral("=1+1");
        row.lastAiMessage = QStringLiteral("好的");
        if (i % 2 == 0) {
            row.error = hostile;
        }
        rows.append(row);
    }
    database.add(rows);
}

/// Reads RFC 4180 strictly: records end with CRLF, a quote stands only around a cell or doubled in it. Empty where it is none.
QList<QStringList> readCsv(const QByteArray &bytes)
{
    const QString text = QString::fromUtf8(bytes);
    QList<QStringList> records;
    QStringList record;
    QString cell;
    qsizetype i = 0;
    while (i < text.size()) {
        if (text[i] == u'"') {
            for (++i; i < text.size() && (text[i] != u'"' || (i + 1 < text.size() && text[i + 1] == u'"')); ++i) {
                cell += text[i];
                i += text[i] == u'"' ? 1 : 0;
            }
            ++i;
        } else {
            for (; i < text.size() && text[i] != u',' && text[i] != u'\r'; ++i) {
                if (text[i] == u'"' || text[i] == u'\n') {
                    return {};
                }
                cell += text[i];
            }
        }
        record.append(cell);
        cell.clear();
        if (i < text.size() && text[i] == u',') {
            ++i;
            continue;
        }
        if (text.mid(i, 2) != u"\r\n") {
            return {};
        }
        i += 2;
        records.append(record);
        record.clear();
    }
    return records;
}

} // namespace

/// Exports are whole, equal to the list, and survive what a spreadsheet makes of them.
class TestCliExport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void csvIsRfc4180AndEqualToTheList();
    void formulasAreMadeHarmlessOnWish();
    void jsonEqualsTheList_data();
    void jsonEqualsTheList();
    void filtersHold();
    void writesAWholeFileOrNone();
    void exportsOneThread();
    void refusals_data();
    void refusals();
};

/// T74
void TestCliExport::csvIsRfc4180AndEqualToTheList()
{
    const CliDatabase ctl;
    fillHostile(*ctl.database);
    const Answer answer = ctl.run("runs export --format csv");
    QVERIFY2(answer.status == 0 && answer.err.isEmpty(), answer.all().constData());
    const QList<QStringList> records = readCsv(answer.out);
    const Json list = ctl.json("runs list --limit 1000").json()["runs"];
    QCOMPARE(records.size(), static_cast<qsizetype>(list.size()) + 1);
    const QStringList columns = records.first();
    for (const char *column : {"run_id", "thread_id", "status", "error", "created_at", "total_tokens", "kwargs", "cost"}) {
        QVERIFY2(columns.contains(QLatin1String(column)), column);
    }
    for (qsizetype i = 1; i < records.size(); ++i) {
        QCOMPARE(records[i].size(), columns.size());
        const Json run = list[static_cast<std::size_t>(i - 1)];
        QCOMPARE(records[i][columns.indexOf(QStringLiteral("run_id"))], toQString(run["run_id"]));
        QCOMPARE(records[i][columns.indexOf(QStringLiteral("error"))], run["error"].is_null() ? QString() : toQString(run["error"]));
        QCOMPARE(records[i][columns.indexOf(QStringLiteral("last_ai_message"))], QStringLiteral("好的"));
    }
    QCOMPARE(records[1][columns.indexOf(QStringLiteral("error"))], hostile);
}

void TestCliExport::formulasAreMadeHarmlessOnWish()
{
    const CliDatabase ctl;
    fillHostile(*ctl.database);
    const QList<QStringList> plain = readCsv(ctl.run("runs export --format csv").out);
    const QList<QStringList> safe = readCsv(ctl.run("runs export --format csv --formula-safe").out);
    const qsizetype message = plain.first().indexOf(QStringLiteral("first_human_message"));
    QCOMPARE(plain[1][message], QStringLiteral("=1+1"));
    QCOMPARE(safe[1][message], QStringLiteral("'=1+1"));
    QCOMPARE(safe.size(), plain.size());
}

void TestCliExport::jsonEqualsTheList_data()
{
    QTest::addColumn<QString>("noun");
    QTest::newRow("threads") << QStringLiteral("threads");
    QTest::newRow("runs") << QStringLiteral("runs");
}

void TestCliExport::jsonEqualsTheList()
{
    QFETCH(const QString, noun);
    const CliDatabase ctl;
    fillHostile(*ctl.database);
    const Json list = ctl.json({noun, QStringLiteral("list"), QStringLiteral("--limit"), QStringLiteral("1000")}).json()[noun.toStdString()];
    QVERIFY(list.size() >= 5);
    const Json document = ctl.run({noun, QStringLiteral("export"), QStringLiteral("--format"), QStringLiteral("json")}).json();
    QCOMPARE(text(document[noun.toStdString()]), text(list));
    Json lines = Json::array();
    for (const QByteArray &line : ctl.run({noun, QStringLiteral("export"), QStringLiteral("--format"), QStringLiteral("jsonl")}).out.split('\n')) {
        if (!line.isEmpty()) {
            lines.push_back(parseJson(line).value_or(Json()));
        }
    }
    QCOMPARE(text(lines), text(list));
}

void TestCliExport::filtersHold()
{
    const CliDatabase ctl;
    fillHostile(*ctl.database);
    QCOMPARE(ctl.run("runs export --format json --orphans").json()["runs"].size(), std::size_t{1});
    QCOMPARE(ctl.run("threads export --format json --no-owner").json()["threads"].size(), std::size_t{1});
}

void TestCliExport::writesAWholeFileOrNone()
{
    const CliDatabase ctl;
    fillHostile(*ctl.database);
    const QString file = ctl.cli.tree().path(QStringLiteral("work/runs.jsonl"));
    const Answer answer = ctl.json(QStringList{QStringLiteral("runs"), QStringLiteral("export"), QStringLiteral("--output"), file});
    QVERIFY2(answer.status == 0, answer.all().constData());
    QCOMPARE(text(answer.json()["written"]), text(Json(7)));
    QCOMPARE(ctl.cli.tree().bytes(QStringLiteral("work/runs.jsonl")).count('\n'), 7);
    const Answer nowhere = ctl.json("runs export --output missing/folder/runs.csv");
    QVERIFY2(nowhere.status == 8 || nowhere.status == 3, nowhere.all().constData());
    QCOMPARE(QDir(ctl.cli.tree().path(QStringLiteral("work"))).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList{QStringLiteral("runs.jsonl")});
}

void TestCliExport::exportsOneThread()
{
    const CliDatabase ctl;
    fillHostile(*ctl.database);
    EventRow event;
    event.threadId = QStringLiteral("t-one");
    event.runId = QStringLiteral("r-1");
    event.content = QStringLiteral("{\"type\": \"ai\", \"content\": \"你好\"}");
    event.metadata = QStringLiteral("{\"content_is_json\": true, \"content_is_dict\": true}");
    ctl.database->add(event);
    const Json document = ctl.run("threads export t-one --format json").json();
    QCOMPARE(text(document["thread"]["thread_id"]), text(Json("t-one")));
    QCOMPARE(document["runs"].size(), std::size_t{6});
    QCOMPARE(document["events"].size(), std::size_t{1});
    QVERIFY(ctl.run("threads export t-one --format markdown").out.contains("你好"));
    QVERIFY(ctl.run("runs export r-1 --format markdown").out.contains("你好"));
    QCOMPARE(ctl.run("threads export nothing --format json").status, 3);
}

void TestCliExport::refusals_data()
{
    QTest::addColumn<QString>("line");
    QTest::newRow("format") << QStringLiteral("runs export --format xlsx");
    QTest::newRow("id and filter") << QStringLiteral("threads export t-one --owner user-a");
    QTest::newRow("two documents") << QStringLiteral("--json runs export --format csv");
}

void TestCliExport::refusals()
{
    QFETCH(const QString, line);
    const CliDatabase ctl;
    const Answer answer = ctl.run(line.split(u' '));
    QVERIFY2(answer.status == 2 && answer.out.isEmpty() && !answer.err.isEmpty(), answer.all().constData());
}

QTEST_GUILESS_MAIN(TestCliExport)
#include "tst_cli_export.moc"
