// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"

#include <QDateTime>
#include <QtTest>

using namespace verderer;

/// Time as DeerFlow writes it.
class TestClock : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isoTimestamps_data();
    void isoTimestamps();
    void timestampsSortAsText();
    void systemClock();
};

void TestClock::isoTimestamps_data()
{
    QTest::addColumn<qint64>("time");
    QTest::addColumn<QString>("text");
    QTest::newRow("microseconds") << qint64(1'796'066'976'976'169) << QStringLiteral("2026-11-30T19:29:36.976169+00:00");
    QTest::newRow("no fraction") << qint64(1'796'066'976'000'000) << QStringLiteral("2026-11-30T19:29:36+00:00");
    QTest::newRow("one microsecond") << qint64(1'796'066'976'000'001) << QStringLiteral("2026-11-30T19:29:36.000001+00:00");
    QTest::newRow("whole milliseconds") << qint64(1'796'066'976'500'000) << QStringLiteral("2026-11-30T19:29:36.500000+00:00");
    QTest::newRow("epoch") << qint64(0) << QStringLiteral("1970-01-01T00:00:00+00:00");
    QTest::newRow("before the epoch") << qint64(-1) << QStringLiteral("1969-12-31T23:59:59.999999+00:00");
    QTest::newRow("a second before the epoch") << qint64(-1'000'000) << QStringLiteral("1969-12-31T23:59:59+00:00");
    QTest::newRow("leap day") << qint64(1'709'164'800'000'000) << QStringLiteral("2024-02-29T00:00:00+00:00");
    QTest::newRow("after 2038") << qint64(4'102'444'800'000'123) << QStringLiteral("2100-01-01T00:00:00.000123+00:00");
}

void TestClock::isoTimestamps()
{
    QFETCH(const qint64, time);
    QFETCH(const QString, text);
    QCOMPARE(isoTimestamp(time), text);
}

void TestClock::timestampsSortAsText()
{
    // With one exception, which is Python's too: '+' sorts before '.', so a whole second comes before its fractions. As it should.
    const qint64 times[] = {0, 1, 999'999, 1'000'000, 1'000'001, 60'000'000, 1'796'066'976'976'169};
    for (std::size_t i = 1; i < std::size(times); ++i) {
        QVERIFY(isoTimestamp(times[i - 1]) < isoTimestamp(times[i]));
    }
}

void TestClock::systemClock()
{
    const SystemClock clock;
    const qint64 before = QDateTime::currentMSecsSinceEpoch() * 1000;
    const Microseconds now = clock.now();
    const qint64 after = (QDateTime::currentMSecsSinceEpoch() + 1) * 1000;
    QVERIFY(before <= now && now <= after);
}

QTEST_GUILESS_MAIN(TestClock)
#include "tst_clock.moc"
