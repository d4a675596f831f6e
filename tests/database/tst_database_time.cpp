// SPDX-License-Identifier: GPL-3.0-or-later
#include "database/database_time.h"

#include <QTest>

using namespace verderer;

class TestDatabaseTime : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesDeerFlowsForm_data()
    {
        QTest::addColumn<qint64>("time");
        QTest::addColumn<QString>("text");
        QTest::newRow("epoch") << qint64(0) << QStringLiteral("1970-01-01 00:00:00.000000");
        QTest::newRow("microseconds") << qint64(1'767'225'600'000'007) << QStringLiteral("2026-01-01 00:00:00.000007");
        QTest::newRow("before 1970") << qint64(-1) << QStringLiteral("1969-12-31 23:59:59.999999");
        QTest::newRow("far") << qint64(4'102'444'800'500'000) << QStringLiteral("2100-01-01 00:00:00.500000");
    }
    void writesDeerFlowsForm()
    {
        QFETCH(qint64, time);
        QFETCH(QString, text);
        QCOMPARE(databaseTimestamp(time), text);
        bool exact = false;
        QCOMPARE(parseDatabaseTimestamp(text, &exact), std::optional<Microseconds>(time));
        QVERIFY(exact);
    }

    void readsLeniently_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("time");
        const qint64 noon = 1'767'268'800'000'000; // 2026-01-01 12:00 UTC
        QTest::newRow("T and Z") << QStringLiteral("2026-01-01T12:00:00Z") << noon;
        QTest::newRow("no fraction") << QStringLiteral("2026-01-01 12:00:00") << noon;
        QTest::newRow("no seconds") << QStringLiteral("2026-01-01 12:00") << noon;
        QTest::newRow("offset") << QStringLiteral("2026-01-01T20:00:00+08:00") << noon;
        QTest::newRow("half-hour offset") << QStringLiteral("2026-01-01 08:30:00.000000-03:30") << noon;
        QTest::newRow("short fraction") << QStringLiteral("2026-01-01 12:00:00.5") << noon + 500'000;
        QTest::newRow("long fraction") << QStringLiteral("2026-01-01 12:00:00.123456789") << noon + 123'456;
        QTest::newRow("day alone") << QStringLiteral("2026-01-01") << noon - 12LL * 3600 * 1'000'000;
        QTest::newRow("epoch seconds") << QStringLiteral("1767268800") << noon;
    }
    void readsLeniently()
    {
        QFETCH(QString, text);
        QFETCH(qint64, time);
        bool exact = true;
        QCOMPARE(parseDatabaseTimestamp(text, &exact), std::optional<Microseconds>(time));
        QVERIFY2(!exact, "only DeerFlow's own form is exact");
    }

    void refusesWhatIsNoTime_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text : {"", "soon", "2026-13-01 00:00:00", "2026-02-30", "2026-01-01 24:00:00", "2026-01-01 12:60:00",
                                 "2026-01-01 12:00:00 ", "2026-01-01X12:00:00", "20260101", "2026-01-01 12:00:00.1+", "２０２６-01-01"})
            QTest::newRow(text) << QString::fromUtf8(text);
    }
    void refusesWhatIsNoTime()
    {
        QFETCH(QString, text);
        QCOMPARE(parseDatabaseTimestamp(text), std::nullopt);
    }
};

QTEST_APPLESS_MAIN(TestDatabaseTime)
#include "tst_database_time.moc"
