// SPDX-License-Identifier: GPL-3.0-or-later
#include "package/member_path.h"

#include <QtTest>

using namespace verderer;

/// Names in archives: which are followed, and to where.
class TestMemberPath : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void accepted_data();
    void accepted();
    void refused_data();
    void refused();
    void finderJunk_data();
    void finderJunk();
};

void TestMemberPath::accepted_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QString>("path");
    QTest::newRow("plain") << QByteArray("foo/SKILL.md") << "foo/SKILL.md";
    QTest::newRow("folder") << QByteArray("foo/") << "foo";
    QTest::newRow("backslash") << QByteArray("foo\\a\\b.md") << "foo/a/b.md";
    QTest::newRow("dots and doubled slashes") << QByteArray("./foo//./a") << "foo/a";
    QTest::newRow("the top itself") << QByteArray("./") << "";
    QTest::newRow("dots inside a name") << QByteArray("foo/a..b") << "foo/a..b";
    QTest::newRow("three dots") << QByteArray("foo/...") << "foo/...";
    QTest::newRow("long") << QByteArray("foo/" + QByteArray(255, 'x')) << QString(QStringLiteral("foo/") + QString(255, u'x'));
    QTest::newRow("Chinese") << QByteArray("foo/\xE6\x8A\x80.md") << QString::fromUtf8("foo/\xE6\x8A\x80.md");
}

void TestMemberPath::accepted()
{
    QFETCH(QByteArray, name);
    const Result<QString> path = memberPath(name);
    QVERIFY2(path, path ? "" : qPrintable(path.error().message));
    QTEST(*path, "path");
}

void TestMemberPath::refused_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QString>("kind");
    QTest::newRow("empty") << QByteArray() << "member-name";
    QTest::newRow("NUL") << QByteArray("a\0b", 3) << "member-name";
    QTest::newRow("too long") << QByteArray("foo/" + QByteArray(256, 'x')) << "member-name";
    QTest::newRow("absolute") << QByteArray("/etc/x") << "member-absolute";
    QTest::newRow("absolute, backslash") << QByteArray("\\etc\\x") << "member-absolute";
    QTest::newRow("share") << QByteArray("\\\\host\\x") << "member-absolute";
    QTest::newRow("drive") << QByteArray("C:\\x") << "member-colon";
    QTest::newRow("colon") << QByteArray("foo/a:b") << "member-colon";
    QTest::newRow("traversal") << QByteArray("../x") << "member-traversal";
    QTest::newRow("traversal inside") << QByteArray("foo/../bar") << "member-traversal";
    QTest::newRow("traversal, backslash") << QByteArray("foo\\..\\..\\x") << "member-traversal";
    QTest::newRow("traversal at the end") << QByteArray("foo/..") << "member-traversal";
    QTest::newRow("Latin-1") << QByteArray("foo/\xE9.md") << "member-encoding";
    QTest::newRow("overlong slash") << QByteArray("foo/..\xC0\xAFx") << "member-encoding";
}

void TestMemberPath::refused()
{
    QFETCH(QByteArray, name);
    const Result<QString> path = memberPath(name);
    QVERIFY(!path);
    QCOMPARE(path.error().code, ErrorCode::Invalid);
    QTEST(path.error().details.kind, "kind");
    QCOMPARE(path.error().details.path, QString::fromUtf8(name));
}

void TestMemberPath::finderJunk_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("junk");
    QTest::newRow("__MACOSX") << "__MACOSX" << true;
    QTest::newRow("in __MACOSX") << "__MACOSX/foo/._SKILL.md" << true;
    QTest::newRow(".DS_Store") << "foo/.DS_Store" << true;
    QTest::newRow("double") << "foo/._a" << true;
    QTest::newRow("hidden file") << "foo/.env" << false;
    QTest::newRow("similar") << "foo/__MACOSX.md" << false;
    QTest::newRow("folder of that name") << "foo/.DS_Store/a" << false;
}

void TestMemberPath::finderJunk()
{
    QFETCH(QString, path);
    QTEST(isFinderJunk(path), "junk");
}

QTEST_GUILESS_MAIN(TestMemberPath)
#include "tst_member_path.moc"
