// SPDX-License-Identifier: GPL-3.0-or-later
#include "database/database_worker.h"
#include "support/database_fixture.h"
#include "support/postgres_server.h"

#include <QDir>
#include <QFile>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QtEndian>

#include <fcntl.h>

using namespace verderer;
using test::DatabaseFixture;

namespace {

const Wait patient{QDeadlineTimer(30'000), {}};

Result<qint64> countThreads(DatabaseSession &session)
{
    const auto rows = session.query(QStringLiteral("SELECT count(*) FROM threads_meta"));
    if (!rows) {
        return tl::unexpected<Error>(rows.error());
    }
    return rows->first().first().toLongLong();
}

test::ThreadRow row(const QString &id)
{
    test::ThreadRow thread;
    thread.threadId = id;
    return thread;
}

/// How this process has the file open: the access modes (O_RDONLY, O_RDWR) of all its descriptors of it.
QList<int> modesOf(const QString &path)
{
    QList<int> modes;
    const QDir descriptors(QStringLiteral("/proc/self/fd"));
    for (const QString &name : descriptors.entryList(QDir::Files | QDir::System)) {
        if (QFile::symLinkTarget(descriptors.filePath(name)) != path) {
            continue;
        }
        QFile info(QStringLiteral("/proc/self/fdinfo/") + name);
        if (!info.open(QIODevice::ReadOnly)) {
            continue;
        }
        for (const QByteArray &line : info.readAll().split('\n')) {
            if (line.startsWith("flags:")) {
                modes.append(line.mid(6).trimmed().toInt(nullptr, 8) & O_ACCMODE);
            }
        }
    }
    return modes;
}

/// The eight bytes that a client of PostgreSQL says first; `reply` is sent after them. The connection stays open as long as the server is.
QByteArray firstWords(QTcpServer &server, const QByteArray &reply)
{
    constexpr int limit = 30'000;
    if (!server.hasPendingConnections() && !server.waitForNewConnection(limit)) {
        return {};
    }
    QTcpSocket *const client = server.nextPendingConnection();
    constexpr int header = 8;
    while (client->bytesAvailable() < header && client->waitForReadyRead(limit)) {
    }
    client->write(reply);
    client->waitForBytesWritten(limit);
    return client->read(header);
}

} // namespace

/// What happens around a connection: other writers, how files are opened, what reaches the server before it is one.
class TestDatabaseSurroundings : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<test::PostgresServer> m_server;

private Q_SLOTS:
    void initTestCase()
    {
        QString error;
        m_server = test::PostgresServer::start(&error);
        QVERIFY2(m_server, qPrintable(error));
    }

    void rowsOfOthersChangeTheVersion_data()
    {
        QTest::addColumn<bool>("postgres");
        QTest::newRow("SQLite") << false;
        QTest::newRow("PostgreSQL") << true;
    }
    void rowsOfOthersChangeTheVersion()
    {
        QFETCH(const bool, postgres);
        const auto database = postgres ? DatabaseFixture::postgres(*m_server) : DatabaseFixture::sqlite();
        const auto worker = database->worker();
        const qint64 before = worker->dataVersion(patient).result().value();
        QCOMPARE(worker->dataVersion(patient).result().value(), before);
        database->add(row(QStringLiteral("from-the-shell")));
        // A server counts changes when it comes to it, within a second or so.
        QTRY_VERIFY_WITH_TIMEOUT(worker->dataVersion(patient).result().value() != before, 30'000);
        const qint64 after = worker->dataVersion(patient).result().value();
        QCOMPARE(worker->read(patient, countThreads).result().value(), 1);
        database->sql(QStringLiteral("UPDATE threads_meta SET display_name = 'renamed', updated_at = '2031-01-01 00:00:00.000000'"));
        QTRY_VERIFY_WITH_TIMEOUT(worker->dataVersion(patient).result().value() != after, 30'000);
    }

    void lookingNeverOpensForWriting()
    {
        const auto database = DatabaseFixture::sqlite();
        database->add(row(QStringLiteral("t")));
        const QString path = QFileInfo(database->url().path).canonicalFilePath();
        const auto worker = database->worker();
        QCOMPARE(worker->read(patient, countThreads).result().value(), 1);
        QVERIFY(worker->dataVersion(patient).result().has_value());
        QCOMPARE(modesOf(path), QList<int>{O_RDONLY});
        QVERIFY(worker->write(patient, [](DatabaseSession &session) { return session.execute(QStringLiteral("DELETE FROM threads_meta")); })
                    .result()
                    .has_value());
        QVERIFY(modesOf(path).contains(O_RDWR)); // so the way of looking can tell
    }

    /// sslmode decides what libpq says first: a question for TLS, or the greeting itself. A server that answers the question with N has no TLS.
    void sslParametersReachTheDriver_data()
    {
        QTest::addColumn<QString>("parameters");
        QTest::addColumn<quint32>("code");
        constexpr quint32 tlsQuestion = 80877103;
        constexpr quint32 greeting = 196608;
        QTest::newRow("required") << QStringLiteral("sslmode=require") << tlsQuestion;
        QTest::newRow("verified") << QStringLiteral("sslmode=verify-full&sslrootcert=/etc/ssl/certs/ca-certificates.crt") << tlsQuestion;
        QTest::newRow("off") << QStringLiteral("sslmode=disable") << greeting;
    }
    void sslParametersReachTheDriver()
    {
        QFETCH(const QString, parameters);
        QFETCH(const quint32, code);
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        const auto url = DatabaseUrl::parse(
            QStringLiteral("postgresql://somebody@127.0.0.1:%1/db?%2&gssencmode=disable").arg(server.serverPort()).arg(parameters));
        QVERIFY2(url, qPrintable(url ? QString() : url.error().message));
        DatabaseWorker worker({.url = *url, .busyTimeoutMs = 5000, .observer = {}});
        const auto answer = worker.read(patient, countThreads);
        const QByteArray words = firstWords(server, "N");
        QCOMPARE(words.size(), 8);
        QCOMPARE(qFromBigEndian<quint32>(words.constData() + 4), code);
        qDeleteAll(server.findChildren<QTcpSocket *>());
        QCOMPARE(answer.result().error().code, ErrorCode::Unavailable);
    }

    void aCertificateThatIsNotThereIsTold()
    {
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        const auto url = DatabaseUrl::parse(
            QStringLiteral("postgresql://somebody@127.0.0.1:%1/db?sslmode=verify-full&sslrootcert=/none/root.crt").arg(server.serverPort()));
        QVERIFY(url);
        DatabaseWorker worker({.url = *url, .busyTimeoutMs = 5000, .observer = {}});
        const auto answer = worker.read(patient, countThreads);
        QCOMPARE(firstWords(server, "S").size(), 8); // go on with TLS, it says
        QCOMPARE(answer.result().error().code, ErrorCode::Unavailable);
        const QString message = answer.result().error().message;
        QVERIFY2(message.contains(QStringLiteral("/none/root.crt")), qPrintable(message));
    }
};

QTEST_GUILESS_MAIN(TestDatabaseSurroundings)
#include "tst_database_surroundings.moc"
