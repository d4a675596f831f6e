// SPDX-License-Identifier: GPL-3.0-or-later
#include "database/database_url.h"

#include <QTest>

using namespace verderer;

class TestDatabaseUrl : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sqlite()
    {
        const auto url = DatabaseUrl::parse(QStringLiteral("sqlite:///srv/deer%20flow/deerflow.db"));
        QVERIFY(url.has_value());
        QCOMPARE(url->kind, DatabaseKind::Sqlite);
        QCOMPARE(url->path, QStringLiteral("/srv/deer flow/deerflow.db"));
        QCOMPARE(DatabaseUrl::parse(QStringLiteral("sqlite:////srv/x.db"))->path, QStringLiteral("/srv/x.db"));
    }

    void postgres_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("plain") << QStringLiteral("postgresql://deer:s%40cret@db.example:6543/deerflow?sslmode=verify-full&sslrootcert=/etc/ca.pem");
        QTest::newRow("short scheme") << QStringLiteral(
            "postgres://deer:s%40cret@db.example:6543/deerflow?sslmode=verify-full&sslrootcert=/etc/ca.pem");
        QTest::newRow("asyncpg") << QStringLiteral(
            "postgresql+asyncpg://deer:s%40cret@db.example:6543/deerflow?sslmode=verify-full&sslrootcert=/etc/ca.pem");
    }
    void postgres()
    {
        QFETCH(QString, text);
        const auto url = DatabaseUrl::parse(text);
        QVERIFY(url.has_value());
        QCOMPARE(url->kind, DatabaseKind::Postgres);
        QCOMPARE(url->host, QStringLiteral("db.example"));
        QCOMPARE(url->port, 6543);
        QCOMPARE(url->database, QStringLiteral("deerflow"));
        QCOMPARE(url->user, QStringLiteral("deer"));
        QCOMPARE(url->password, QStringLiteral("s@cret"));
        QCOMPARE(url->parameters.value(QStringLiteral("sslmode")), QStringLiteral("verify-full"));
        QCOMPARE(url->parameters.value(QStringLiteral("sslrootcert")), QStringLiteral("/etc/ca.pem"));
        QVERIFY(!url->display().contains(QLatin1String("cret")));
        QVERIFY(url->display().contains(QLatin1String("db.example:6543/deerflow")));
    }

    void socketFolder()
    {
        const auto url = DatabaseUrl::parse(QStringLiteral("postgresql://deer@/flow?host=/run/postgresql"));
        QVERIFY(url.has_value());
        QCOMPARE(url->host, QStringLiteral("/run/postgresql"));
        QCOMPARE(url->database, QStringLiteral("flow"));
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text :
             {"", "deerflow.db", "sqlite://deerflow.db", "sqlite:///", "mysql://x/y", "postgresql://host/", "postgresql://host:port/x"})
            QTest::newRow(text) << QString::fromUtf8(text);
    }
    void refusals()
    {
        QFETCH(QString, text);
        const auto url = DatabaseUrl::parse(text);
        QVERIFY(!url.has_value());
        QCOMPARE(url.error().code, ErrorCode::Invalid);
        QVERIFY(url.error().message.contains(QLatin1String("sqlite:///PATH")));
    }

    void aRefusalNeverRepeatsAPassword()
    {
        const auto url = DatabaseUrl::parse(QStringLiteral("postgresql://deer:hunter2@host:port/x"));
        QVERIFY(!url.has_value());
        QVERIFY(!url.error().message.contains(QLatin1String("hunter2")));
    }
};

QTEST_APPLESS_MAIN(TestDatabaseUrl)
#include "tst_database_url.moc"
