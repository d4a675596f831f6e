// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/csv_writer.h"
#include "export/export_format.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace verderer;

class TestCsvWriter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void quotes_data()
    {
        QTest::addColumn<QStringList>("cells");
        QTest::addColumn<bool>("safe");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char *name, const QStringList &cells, bool safe, const QByteArray &expected) {
            QTest::newRow(name) << cells << safe << expected;
        };
        row("plain", {QStringLiteral("a"), QString(), QStringLiteral("7")}, false, "a,,7\r\n");
        row("comma and quotes", {QStringLiteral("a,\"b\"\n=SUM(A1)")}, false, "\"a,\"\"b\"\"\n=SUM(A1)\"\r\n");
        row("line breaks", {QStringLiteral("a\r\nb"), QStringLiteral("c\rd")}, false, "\"a\r\nb\",\"c\rd\"\r\n");
        row("spaces at an end", {QStringLiteral(" a"), QStringLiteral("b c")}, false, "\" a\",b c\r\n");
        row("Unicode", {QStringLiteral("季度")}, false, "\xE5\xAD\xA3\xE5\xBA\xA6\r\n");
        row("formulas as they are", {QStringLiteral("=1"), QStringLiteral("-1")}, false, "=1,-1\r\n");
        row("formulas made safe",
            {QStringLiteral("=1"), QStringLiteral("+1"), QStringLiteral("-1"), QStringLiteral("@x"), QStringLiteral("\tx"), QStringLiteral("\rx")},
            true, "'=1,'+1,'-1,'@x,'\tx,\"'\rx\"\r\n");
        row("safe and quoted", {QStringLiteral("=HYPERLINK(\"x\",1)")}, true, "\"'=HYPERLINK(\"\"x\"\",1)\"\r\n");
        row("in the middle is no formula", {QStringLiteral("a=1")}, true, "a=1\r\n");
        row("nothing", {}, false, "\r\n");
    }
    void quotes()
    {
        QFETCH(QStringList, cells);
        QFETCH(bool, safe);
        QFETCH(QByteArray, expected);
        QCOMPARE(csvRecord(cells, safe), expected);
    }

    void formatsHaveNames()
    {
        QCOMPARE(exportFormatFromName(QStringLiteral("jsonl")).value(), ExportFormat::JsonLines);
        QCOMPARE(exportFormatFromName(QStringLiteral("markdown")).value(), ExportFormat::Markdown);
        const auto unknown = exportFormatFromName(QStringLiteral("xml"));
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().code, ErrorCode::Invalid);
        QVERIFY(unknown.error().message.contains(QStringLiteral("csv, json, jsonl or markdown")));
    }

    void aFileIsWholeOrNotThere()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("out.csv"));
        const auto failed = exportToFile(path, [](QIODevice &out) -> Result<ExportOutcome> {
            out.write("half");
            return fail(ErrorCode::Cancelled, QStringLiteral("no"));
        });
        QVERIFY(!failed);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList());
        const auto done = exportToFile(path, [](QIODevice &out) -> Result<ExportOutcome> {
            out.write("whole");
            return ExportOutcome{1, 0};
        });
        QVERIFY(done);
        QCOMPARE(done->written, 1);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("whole"));
        const auto write = [](QIODevice &) -> Result<ExportOutcome> { return ExportOutcome(); };
        QCOMPARE(exportToFile(folder.path(), write).error().code, ErrorCode::Invalid);
        QCOMPARE(exportToFile(folder.filePath(QStringLiteral("missing/out.csv")), write).error().code, ErrorCode::ReadOnly);
    }
};

QTEST_GUILESS_MAIN(TestCsvWriter)
#include "tst_csv_writer.moc"
