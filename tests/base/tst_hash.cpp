// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/hash.h"

#include <QtTest>

using namespace verderer;

/// Identities, and texts without the differences that DeerFlow does not see.
class TestHash : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knownHashes();
    void newlines_data();
    void newlines();
    void nothingToDoCopiesNothing();
};

void TestHash::knownHashes()
{
    QCOMPARE(sha256Hex(""), QStringLiteral("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
    QCOMPARE(sha256Hex("abc"), QStringLiteral("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    QVERIFY(sha256Hex(QByteArray("a\0b", 3)) != sha256Hex("a"));
}

void TestHash::newlines_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("empty") << QByteArray() << QByteArray();
    QTest::newRow("LF") << QByteArray("a\nb\n\nc") << QByteArray("a\nb\n\nc");
    QTest::newRow("CRLF") << QByteArray("a\r\nb\r\n\r\nc\r\n") << QByteArray("a\nb\n\nc\n");
    QTest::newRow("CR") << QByteArray("a\rb\r\rc\r") << QByteArray("a\nb\n\nc\n");
    QTest::newRow("mixed") << QByteArray("\r\n\r\r\n\n\r") << QByteArray("\n\n\n\n\n");
    QTest::newRow("LF CR") << QByteArray("a\n\rb") << QByteArray("a\n\nb");
    QTest::newRow("other separators stay") << QByteArray("a\xC2\x85"
                                                         "b\xE2\x80\xA8"
                                                         "c\v\f\r")
                                           << QByteArray("a\xC2\x85"
                                                         "b\xE2\x80\xA8"
                                                         "c\v\f\n");
    QTest::newRow("NUL") << QByteArray("a\0\r\nb", 5) << QByteArray("a\0\nb", 4);
}

void TestHash::newlines()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, expected);
    QCOMPARE(normalizedNewlines(text), expected);
    QCOMPARE(normalizedNewlines(expected), expected);
}

void TestHash::nothingToDoCopiesNothing()
{
    const QByteArray text = "a\nb\n";
    QVERIFY(normalizedNewlines(text).isSharedWith(text));
}

QTEST_GUILESS_MAIN(TestHash)
#include "tst_hash.moc"
