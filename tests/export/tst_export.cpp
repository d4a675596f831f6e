// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "export/list_export.h"
#include "runs/run_service.h"
#include "runs/sql_run_store.h"
#include "threads/thread_stores.h"

#include <QBuffer>

using namespace verderer;
using namespace verderer::test;

namespace {

/// RFC 4180, read by the plainest hand.
QList<QStringList> parseCsv(const QByteArray &bytes)
{
    QList<QStringList> records;
    QStringList record;
    QString cell;
    bool quoted = false;
    const QString text = QString::fromUtf8(bytes);
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (quoted) {
            if (c != u'"') {
                cell += c;
            } else if (i + 1 < text.size() && text[i + 1] == u'"') {
                cell += text[++i];
            } else {
                quoted = false;
            }
        } else if (c == u'"') {
            quoted = true;
        } else if (c == u',') {
            record.append(std::exchange(cell, {}));
        } else if (c == u'\r' && i + 1 < text.size() && text[i + 1] == u'\n') {
            ++i;
            record.append(std::exchange(cell, {}));
            records.append(std::exchange(record, {}));
        } else {
            cell += c;
        }
    }
    return records;
}

class FullDisk final : public QBuffer {
protected:
    qint64 writeData(const char *, qint64) override { return -1; }
};

} // namespace

class TestExport : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<PostgresServer> m_server;
    std::unique_ptr<DatabaseFixture> m_database;
    std::shared_ptr<DatabaseWorker> m_worker;
    std::shared_ptr<ThreadService> m_threads;
    std::shared_ptr<RunService> m_runs;
    const QString m_nasty = QStringLiteral("a,\"b\"\n=SUM(A1)");

    QByteArray exported(const ExportOptions &options, ExportOutcome *outcome = nullptr)
    {
        const auto listing = openRunListing(m_worker, {}, patient());
        QBuffer out;
        out.open(QIODevice::WriteOnly);
        const auto done = exportRuns(**listing, m_runs.get(), out, options, {}, patient());
        if (!done) {
            qFatal("%s", qPrintable(done.error().message));
        }
        if (outcome) {
            *outcome = *done;
        }
        return out.data();
    }

private Q_SLOTS:
    void initTestCase_data() { addDatabaseRows(); }
    void initTestCase()
    {
        QString error;
        m_server = PostgresServer::start(&error);
        QVERIFY2(m_server, qPrintable(error));
    }
    void init()
    {
        QFETCH_GLOBAL(StoreKind, store);
        cleanup();
        m_database = makeDatabase(store, m_server.get());
        m_worker = m_database->worker();
        ThreadService::Dependencies threads;
        threads.store = std::make_shared<SqlThreadStore>(m_worker);
        threads.admission = std::make_shared<Admission>();
        threads.clock = std::make_shared<ManualClock>();
        m_threads = std::make_shared<ThreadService>(std::move(threads));
        RunService::Dependencies runs;
        runs.runs = std::make_shared<SqlRunStore>(m_worker);
        runs.threads = m_threads;
        runs.events = makeDatabaseEvents(runs.runs);
        runs.worker = m_worker;
        runs.prices = std::make_shared<const PriceList>(
            QList<ModelPrice>{{QStringLiteral("alpha"), QStringLiteral("alpha"), QStringLiteral("USD"), 1, 10, {}}});
        runs.clock = std::make_shared<ManualClock>();
        m_runs = std::make_shared<RunService>(std::move(runs));
        QList<RunRow> rows;
        for (int i = 0; i < 777; ++i) { // more than one page
            RunRow row;
            row.runId = QStringLiteral("r-%1").arg(i, 3, 10, QLatin1Char('0'));
            row.threadId = QStringLiteral("t-%1").arg(i % 10);
            row.createdAt = QStringLiteral("2026-11-01 10:00:00.%1").arg(i, 6, 10, QLatin1Char('0'));
            row.model = QStringLiteral("alpha");
            row.inputTokens = row.totalTokens = 1'000'000;
            row.error = i == 5 ? m_nasty : i == 6 ? QStringLiteral("=1+1") : std::optional<QString>();
            rows.append(row);
        }
        m_database->add(rows);
        m_database->add(
            ThreadRow{.threadId = QStringLiteral("t-1"), .title = QStringLiteral("A | title"), .metadata = QStringLiteral("{\"k\": \"季\"}")});
        m_database->add(EventRow{.threadId = QStringLiteral("t-1"), .runId = QStringLiteral("r-001"), .seq = 1});
        m_database->add(EventRow{.threadId = QStringLiteral("t-1"), .runId = QStringLiteral("r-011"), .seq = 2, .content = QStringLiteral("later")});
    }
    void cleanup()
    {
        m_runs.reset();
        m_threads.reset();
        m_worker.reset();
        m_database.reset();
    }
    void cleanupTestCase() { m_server.reset(); }

    void csvIsCompleteAndEqualToTheList()
    {
        ExportOutcome outcome;
        const auto records = parseCsv(exported({}, &outcome));
        QCOMPARE(outcome.written, 777);
        QCOMPARE(records.size(), 778);
        const QStringList columns = records.first();
        for (const auto &record : records) {
            QCOMPARE(record.size(), columns.size());
        }
        // Every column of the table is there, under its own or the API's name.
        for (const auto &row :
             m_database->sql(m_database->isPostgres() ? QStringLiteral("SELECT column_name FROM information_schema.columns WHERE table_name = 'runs'")
                                                      : QStringLiteral("SELECT name FROM pragma_table_info('runs')"))) {
            QString column = row.first().toString();
            column = column == u"metadata_json" ? QStringLiteral("metadata") : column == u"kwargs_json" ? QStringLiteral("kwargs") : column;
            if (column != u"operation_kind") { // always "run" in a list
                QVERIFY2(columns.contains(column), qPrintable(column));
            }
        }
        const auto listing = openRunListing(m_worker, {}, patient());
        int index = 1;
        QVERIFY((*listing)->extend(1'000, patient()));
        const auto rows = (*listing)->rows(0, 1'000, patient());
        for (const auto &row : *rows) {
            QCOMPARE(records[index++].first(), row->runId);
        }
        const auto nasty = records[777 - 5];
        QCOMPARE(nasty[columns.indexOf(QStringLiteral("error"))], m_nasty);
        QCOMPARE(nasty[columns.indexOf(QStringLiteral("cost"))], QStringLiteral("1.000000"));
        QCOMPARE(nasty[columns.indexOf(QStringLiteral("duration_seconds"))], QStringLiteral("59.999995"));
    }

    void formulasAreMadeSafeOnWish()
    {
        ExportOptions options;
        QVERIFY(!exported(options).contains("'=1+1"));
        options.formulaSafe = true;
        options.byteOrderMark = true;
        const QByteArray safe = exported(options);
        QVERIFY(safe.contains(",'=1+1,"));
        QVERIFY(safe.startsWith("\xEF\xBB\xBFrun_id,"));
    }

    void jsonAndLinesHoldTheSame()
    {
        ExportOptions options;
        options.format = ExportFormat::JsonDocument;
        const auto document = parseJson(exported(options));
        QVERIFY(document);
        const Json &runs = (*document)["runs"];
        QCOMPARE(runs.size(), 777U);
        options.format = ExportFormat::JsonLines;
        const QByteArray text = exported(options);
        QList<QByteArray> lines = text.split('\n');
        QVERIFY(lines.takeLast().isEmpty());
        QCOMPARE(lines.size(), 777);
        for (qsizetype i = 0; i < lines.size(); i += 97) {
            QVERIFY(*parseJson(lines[i]) == runs[static_cast<std::size_t>(i)]);
        }
        QCOMPARE(toQString(runs[771]["error"]), m_nasty);
    }

    void threadsAreExportedToo()
    {
        const auto listing = openThreadListing(m_worker, {}, patient());
        for (const ExportFormat format : {ExportFormat::Csv, ExportFormat::Markdown}) {
            QBuffer out;
            out.open(QIODevice::WriteOnly);
            ExportOptions options;
            options.format = format;
            QList<qint64> progress;
            const auto done = exportThreads(
                **listing, out, options, [&](qint64 written, qint64) { progress.append(written); }, patient());
            QVERIFY(done);
            QCOMPARE(done->written, 1);
            QCOMPARE(progress, QList<qint64>{1});
            if (format == ExportFormat::Csv) {
                const auto records = parseCsv(out.data());
                QCOMPARE(records[1][records[0].indexOf(QStringLiteral("metadata"))], QStringLiteral("{\"k\": \"季\"}"));
                QCOMPARE(records[1][records[0].indexOf(QStringLiteral("title"))], QStringLiteral("A | title"));
            } else {
                QVERIFY(QString::fromUtf8(out.data()).contains(QStringLiteral("| A \\| title |")));
            }
        }
    }

    void aThreadGoesInEveryForm()
    {
        const auto write = [&](ExportFormat format) {
            QBuffer out;
            out.open(QIODevice::WriteOnly);
            ExportOptions options;
            options.format = format;
            const auto done = exportThread(QStringLiteral("t-1"), *m_threads, *m_runs, out, options, {}, patient());
            return done ? out.data() : done.error().message.toUtf8();
        };
        const auto document = parseJson(write(ExportFormat::JsonDocument));
        QVERIFY(document);
        QCOMPARE(toQString((*document)["thread"]["title"]), QStringLiteral("A | title"));
        QCOMPARE((*document)["runs"].size(), 78U);
        QCOMPARE((*document)["events"].size(), 2U);
        QCOMPARE(toQString((*document)["events"][1]["content"]), QStringLiteral("later"));
        QCOMPARE(write(ExportFormat::JsonLines).count('\n'), 2);
        QCOMPARE(parseCsv(write(ExportFormat::Csv)).size(), 79);
        const QString markdown = QString::fromUtf8(write(ExportFormat::Markdown));
        QVERIFY(markdown.startsWith(QStringLiteral("# A | title\n")));
        QVERIFY(markdown.indexOf(QStringLiteral("hello")) < markdown.indexOf(QStringLiteral("later")));
    }

    void orphansAndMissingOnes()
    {
        QBuffer out;
        out.open(QIODevice::WriteOnly);
        ExportOptions options;
        options.format = ExportFormat::JsonDocument;
        QVERIFY(exportThread(QStringLiteral("t-2"), *m_threads, *m_runs, out, options, {}, patient())); // no row, but runs
        QVERIFY((*parseJson(out.data()))["thread"].is_null());
        QCOMPARE(exportThread(QStringLiteral("nobody"), *m_threads, *m_runs, out, options, {}, patient()).error().code, ErrorCode::NotFound);
        QCOMPARE(exportRun(QStringLiteral("nobody"), *m_runs, out, options, {}, patient()).error().code, ErrorCode::NotFound);
        QBuffer run;
        run.open(QIODevice::WriteOnly);
        QVERIFY(exportRun(QStringLiteral("r-001"), *m_runs, run, options, {}, patient()));
        QCOMPARE((*parseJson(run.data()))["events"].size(), 1U);
    }

    void failuresAndCancelsAreTold()
    {
        const auto listing = openRunListing(m_worker, {}, patient());
        FullDisk full;
        full.open(QIODevice::WriteOnly);
        const auto failed = exportRuns(**listing, nullptr, full, {}, {}, patient());
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, ErrorCode::ReadOnly);
        CancelSource cancel;
        QBuffer out;
        out.open(QIODevice::WriteOnly);
        const auto cancelled =
            exportRuns(**listing, nullptr, out, {}, [&](qint64, qint64) { cancel.cancel(); }, {QDeadlineTimer(60'000), cancel.token()});
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
    }

    void vanishedRowsAreCounted()
    {
        const auto listing = openRunListing(m_worker, {}, patient());
        QVERIFY((*listing)->extend(1'000, patient()));
        m_database->sql(QStringLiteral("DELETE FROM runs WHERE run_id = 'r-400'"));
        QBuffer out;
        out.open(QIODevice::WriteOnly);
        const auto done = exportRuns(**listing, nullptr, out, {}, {}, patient());
        QVERIFY(done);
        QCOMPARE(done->written, 776);
        QCOMPARE(done->vanished, 1);
    }
};

QTEST_GUILESS_MAIN(TestExport)
#include "tst_export.moc"
