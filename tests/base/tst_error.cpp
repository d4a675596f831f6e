// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"

#include <QtTest>

#include <cerrno>

using namespace verderer;

/// What failures say.
class TestError : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void codeNames();
    void failMakesAResult();
    void systemErrors_data();
    void systemErrors();
    void pathsAreNoPatterns();
};

void TestError::codeNames()
{
    const ErrorCode codes[] = {ErrorCode::NotFound, ErrorCode::AlreadyExists, ErrorCode::Conflict,    ErrorCode::Invalid,
                               ErrorCode::Blocked,  ErrorCode::Locked,        ErrorCode::TimedOut,    ErrorCode::Cancelled,
                               ErrorCode::ReadOnly, ErrorCode::Damaged,       ErrorCode::Unavailable, ErrorCode::Internal};
    QStringList names;
    for (const ErrorCode code : codes) {
        names.append(errorCodeName(code));
    }
    QCOMPARE(names.join(u' '),
             QStringLiteral("NotFound AlreadyExists Conflict Invalid Blocked Locked TimedOut Cancelled ReadOnly Damaged Unavailable Internal"));
}

void TestError::failMakesAResult()
{
    ErrorDetails details;
    details.line = 3;
    const Result<int> result = fail(ErrorCode::Invalid, QStringLiteral("No."), details);
    QVERIFY(!result.has_value());
    QCOMPARE(result.error().code, ErrorCode::Invalid);
    QCOMPARE(result.error().message, QStringLiteral("No."));
    QCOMPARE(result.error().details.line, 3);
}

void TestError::systemErrors_data()
{
    QTest::addColumn<int>("number");
    QTest::addColumn<ErrorCode>("code");
    QTest::addColumn<QString>("kind");
    QTest::newRow("EACCES") << EACCES << ErrorCode::ReadOnly << QStringLiteral("not-permitted");
    QTest::newRow("EPERM") << EPERM << ErrorCode::ReadOnly << QStringLiteral("not-permitted");
    QTest::newRow("EROFS") << EROFS << ErrorCode::ReadOnly << QStringLiteral("read-only");
    QTest::newRow("ENOSPC") << ENOSPC << ErrorCode::ReadOnly << QStringLiteral("disk-full");
    QTest::newRow("EDQUOT") << EDQUOT << ErrorCode::ReadOnly << QStringLiteral("disk-full");
    QTest::newRow("ENOENT") << ENOENT << ErrorCode::NotFound << QStringLiteral("not-found");
    QTest::newRow("EEXIST") << EEXIST << ErrorCode::AlreadyExists << QStringLiteral("exists");
    QTest::newRow("ENOTEMPTY") << ENOTEMPTY << ErrorCode::AlreadyExists << QStringLiteral("exists");
    QTest::newRow("EISDIR") << EISDIR << ErrorCode::Invalid << QStringLiteral("is-a-folder");
    QTest::newRow("ENOTDIR") << ENOTDIR << ErrorCode::Invalid << QStringLiteral("not-a-folder");
    QTest::newRow("ELOOP") << ELOOP << ErrorCode::Invalid << QStringLiteral("link-loop");
    QTest::newRow("ENAMETOOLONG") << ENAMETOOLONG << ErrorCode::Invalid << QStringLiteral("name-too-long");
    QTest::newRow("EIO") << EIO << ErrorCode::Damaged << QStringLiteral("io-error");
    QTest::newRow("EBADF") << EBADF << ErrorCode::Internal << QStringLiteral("system");
}

void TestError::systemErrors()
{
    QFETCH(const int, number);
    QFETCH(const ErrorCode, code);
    QFETCH(const QString, kind);
    const Error error = systemError(number, QStringLiteral("write"), QStringLiteral("/some/file"));
    QCOMPARE(error.code, code);
    QCOMPARE(error.details.kind, kind);
    QCOMPARE(error.details.path, QStringLiteral("/some/file"));
    QVERIFY2(error.message.startsWith(QStringLiteral("Cannot write /some/file: ")), qPrintable(error.message));
    QVERIFY2(error.message.endsWith(u'.'), qPrintable(error.message));
}

void TestError::pathsAreNoPatterns()
{
    const Error error = systemError(ENOENT, QStringLiteral("read"), QStringLiteral("/a %1 %2 %3"));
    QVERIFY2(error.message.startsWith(QStringLiteral("Cannot read /a %1 %2 %3: it does")), qPrintable(error.message));
}

QTEST_GUILESS_MAIN(TestError)
#include "tst_error.moc"
