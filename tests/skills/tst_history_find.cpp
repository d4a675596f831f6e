// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/hash.h"
#include "history_fixtures.h"

#include <QHash>

#include <algorithm>
#include <utility>

using namespace verderer;
using namespace verderer::fixtures;

/// Finding one record by what people type: an index, or the beginning of an identity.
class TestHistoryFind : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findByIndex();
    void findByIdentity();
    void findAmbiguous();
    void findDigitsAsIdentity();
    void findNothing();
};

void TestHistoryFind::findByIndex()
{
    const HistoryFolder folder(simpleLine(0) + "\nbroken\n" + simpleLine(1) + simpleLine(2) + "\n\n" + simpleLine(3) + '\n');
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    for (int i = 0; i < 4; ++i) {
        GET(const HistoryEntry, front, reader.find(QString::number(i)));
        QCOMPARE(front.id, sha256Hex(simpleLine(i)));
        QCOMPARE(front.index, i);
        QCOMPARE(front.fromEnd, i - 4);
        QCOMPARE(front.line, i == 0 ? 1 : i == 3 ? 5 : 3);
        QCOMPARE(front.newHash, sha256Hex("text " + QByteArray::number(i) + "\n"));
        GET(const HistoryEntry, back, reader.find(QString::number(i - 4)));
        QCOMPARE(back.id, front.id);
        QCOMPARE(back.fromEnd, i - 4);
        QCOMPARE(back.newHash, front.newHash);
    }
    GET(const HistoryEntry, zero, reader.find(QStringLiteral("-0")));
    QCOMPARE(zero.index, 0);
}

void TestHistoryFind::findByIdentity()
{
    const HistoryFolder folder(simpleLine(0) + "\nbroken\n" + simpleLine(1) + simpleLine(2) + '\n' + simpleLine(0) + '\n');
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    const QString id = sha256Hex(simpleLine(2));
    GET(const HistoryEntry, whole, reader.find(id));
    QCOMPARE(whole.id, id);
    QCOMPARE(whole.fromEnd, -2);
    GET(const HistoryEntry, prefix, reader.find(id.first(12).toUpper()));
    QCOMPARE(prefix.id, id);
    QCOMPARE(prefix.index, 2);
    QCOMPARE(prefix.line, 3);
    // The same bytes twice: the newest of them.
    for (const QString &twice : {sha256Hex(simpleLine(0)), sha256Hex(simpleLine(0)).first(10)}) {
        GET(const HistoryEntry, newest, reader.find(twice));
        QCOMPARE(newest.fromEnd, -1);
    }
    // A damaged line has an identity as well.
    GET(const HistoryEntry, damaged, reader.find(sha256Hex("broken").first(20)));
    QCOMPARE(damaged.state, HistoryLineState::Damaged);
    QVERIFY(!damaged.index);
}

/// Two records whose identities begin with the same 8 digits, found by trying.
static std::pair<QByteArray, QByteArray> sameBeginning()
{
    QHash<QString, int> seen;
    const auto line = [](int i) -> QByteArray { return "{\"ts\": \"" + QByteArray::number(i) + "\"}"; };
    for (int i = 0;; ++i) {
        const QString prefix = sha256Hex(line(i)).first(8);
        if (const auto other = seen.constFind(prefix); other != seen.cend()) {
            return {line(*other), line(i)};
        }
        seen.insert(prefix, i);
    }
}

void TestHistoryFind::findAmbiguous()
{
    const auto [one, other] = sameBeginning();
    const HistoryFolder folder(one + '\n' + other + '\n');
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    const QString prefix = sha256Hex(one).first(8);
    QCOMPARE(sha256Hex(other).first(8), prefix);
    GET_ERROR(error, reader.find(prefix));
    QCOMPARE(error.code, ErrorCode::Conflict);
    QCOMPARE(error.details.kind, QStringLiteral("ambiguous"));
    QVERIFY2(error.message.contains(sha256Hex(one).first(16)) && error.message.contains(sha256Hex(other).first(16)), qPrintable(error.message));
    GET(const HistoryEntry, found, reader.find(sha256Hex(one).first(20)));
    QCOMPARE(found.index, 0);
}

void TestHistoryFind::findDigitsAsIdentity()
{
    // A record whose identity begins with eight decimal digits.
    QByteArray line;
    for (int i = 0; line.isEmpty(); ++i) {
        const QByteArray candidate = "{\"ts\": \"" + QByteArray::number(i) + "\"}";
        const QString prefix = sha256Hex(candidate).first(8);
        if (std::all_of(prefix.begin(), prefix.end(), [](QChar c) { return c.isDigit(); })) {
            line = candidate;
        }
    }
    const HistoryFolder folder(simpleLine(0) + '\n' + line + '\n');
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    GET(const HistoryEntry, found, reader.find(sha256Hex(line).first(8)));
    QCOMPARE(found.index, 1);
    GET(const HistoryEntry, index, reader.find(QStringLiteral("00000000"))); // no such identity: an index after all
    QCOMPARE(index.index, 0);
}

void TestHistoryFind::findNothing()
{
    const HistoryFolder folder(simpleLine(0) + '\n' + simpleLine(1) + '\n');
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    for (const char *wanted : {"2", "-3", "99999999999999999999999", "-99999999999999999999999", "abcdef0123",
                               "0000000000000000000000000000000000000000000000000000000000000000"}) {
        GET_ERROR(error, reader.find(QString::fromLatin1(wanted)));
        QCOMPARE(error.code, ErrorCode::NotFound);
        QVERIFY2(error.message.contains(QStringLiteral("2 records (0 to 1, or -1 to -2 from the end)")), qPrintable(error.message));
    }
    for (const char *wanted : {"", "-", "abc", "abcdef0", "newest", "1.5", "--1", "-abcdef0123", "xyzxyzxyz"}) {
        GET_ERROR(error, reader.find(QString::fromLatin1(wanted)));
        QCOMPARE(error.code, ErrorCode::Invalid);
    }
}

QTEST_GUILESS_MAIN(TestHistoryFind)
#include "tst_history_find.moc"
