// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/gateway_probe.h"

#include <QNetworkReply>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <memory>

using namespace verderer;

/// A server on this machine says what a test wants, and the probe must tell a Gateway from everything else.
class TestGatewayProbe : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void judgesAnswers_data();
    void judgesAnswers();
    void findsNobody();
    void givesUpOnSilence();
    void forgetsAnOlderQuestion();
    void readsNoMoreThanAnAnswerCanBe();
    void endsWithoutAWordBetweenAnErrorAndItsEnd();
    void readsThePort();
};

namespace {
QUrl urlOf(const QTcpServer &server)
{
    QUrl url(QStringLiteral("http://127.0.0.1/health"));
    url.setPort(server.serverPort());
    return url;
}

void answerWith(QTcpServer &server, const QByteArray &answer)
{
    QObject::connect(&server, &QTcpServer::newConnection, &server, [&server, answer] {
        QTcpSocket *socket = server.nextPendingConnection();
        QObject::connect(socket, &QTcpSocket::readyRead, socket, [socket, answer] {
            socket->write(answer);
            socket->disconnectFromHost();
        });
    });
}

QByteArray http(const QByteArray &status, const QByteArray &body)
{
    return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: " + QByteArray::number(body.size()) +
           "\r\nConnection: close\r\n\r\n" + body;
}

/// Where nothing listens: the port of a server that has just gone.
QUrl nobody()
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost) ? urlOf(server) : QUrl();
}

/// Keeps from a reply whatever comes after its error, its end above all.
class AfterError : public QObject {
public:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        const auto *reply = qobject_cast<QNetworkReply *>(watched);
        return reply && reply->error() != QNetworkReply::NoError && event->type() == QEvent::MetaCall;
    }
};
} // namespace

void TestGatewayProbe::judgesAnswers_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QString>("state");
    QTest::newRow("healthy") << http("200 OK", R"({"status":"healthy","service":"deer-flow-gateway"})") << QStringLiteral("answers");
    QTest::newRow("starting") << http("503 Service Unavailable", R"({"status":"starting","service":"deer-flow-gateway"})")
                              << QStringLiteral("unhealthy");
    QTest::newRow("other service") << http("200 OK", R"({"status":"healthy","service":"grafana"})") << QStringLiteral("something-else");
    QTest::newRow("web page") << http("200 OK", "<html>") << QStringLiteral("something-else");
    QTest::newRow("not found") << http("404 Not Found", "{}") << QStringLiteral("something-else");
    QTest::newRow("redirection is not followed") << QByteArray("HTTP/1.1 302 Found\r\nLocation: http://192.0.2.1/\r\nContent-Length: 0\r\n\r\n")
                                                 << QStringLiteral("something-else");
    QTest::newRow("no HTTP") << QByteArray("SSH-2.0-OpenSSH\r\n") << QStringLiteral("something-else");
    QTest::newRow("hangs up") << QByteArray() << QStringLiteral("something-else");
}

void TestGatewayProbe::judgesAnswers()
{
    QFETCH(const QByteArray, answer);
    QFETCH(const QString, state);
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    answerWith(server, answer);
    GatewayProbe probe;
    QSignalSpy spy(&probe, &GatewayProbe::finished);
    probe.start(urlOf(server));
    QTRY_COMPARE(spy.size(), 1);
    const auto status = spy.first().first().value<GatewayStatus>();
    QCOMPARE(gatewayStateName(status.state), state);
    QVERIFY(status.detail.contains(QString::number(server.serverPort())));
}

void TestGatewayProbe::findsNobody()
{
    GatewayProbe probe;
    QSignalSpy spy(&probe, &GatewayProbe::finished);
    probe.start(nobody());
    QTRY_COMPARE(spy.size(), 1);
    QCOMPARE(spy.first().first().value<GatewayStatus>().state, GatewayStatus::State::Silent);
}

void TestGatewayProbe::givesUpOnSilence()
{
    QTcpServer server; // accepts, reads nothing, says nothing
    QVERIFY(server.listen(QHostAddress::LocalHost));
    GatewayProbe probe;
    QSignalSpy spy(&probe, &GatewayProbe::finished);
    probe.start(urlOf(server), std::chrono::milliseconds(100));
    QTRY_COMPARE(spy.size(), 1);
    QCOMPARE(spy.first().first().value<GatewayStatus>().state, GatewayStatus::State::TimedOut);
}

void TestGatewayProbe::forgetsAnOlderQuestion()
{
    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    answerWith(server, http("200 OK", R"({"status":"healthy","service":"deer-flow-gateway"})"));
    GatewayProbe probe;
    QSignalSpy spy(&probe, &GatewayProbe::finished);
    probe.start(urlOf(silent));
    probe.start(urlOf(server));
    QTRY_COMPARE(spy.size(), 1);
    QCOMPARE(spy.first().first().value<GatewayStatus>().state, GatewayStatus::State::Answers);
    QCOMPARE(spy.first().first().value<GatewayStatus>().url, urlOf(server));
}

void TestGatewayProbe::readsNoMoreThanAnAnswerCanBe()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    // Announces more than it sends, and keeps the connection: only the bound ends this before the limit.
    QObject::connect(&server, &QTcpServer::newConnection, &server, [&server] {
        QTcpSocket *socket = server.nextPendingConnection();
        socket->write("HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n" + QByteArray(1'000'000, 'x'));
    });
    GatewayProbe probe;
    QSignalSpy spy(&probe, &GatewayProbe::finished);
    probe.start(urlOf(server), std::chrono::hours(1));
    QTRY_COMPARE(spy.size(), 1);
    QCOMPARE(spy.first().first().value<GatewayStatus>().state, GatewayStatus::State::SomethingElse);
}

/// A program that is done leaves its question behind, at any moment. In this one Qt has something to say about an abort().
void TestGatewayProbe::endsWithoutAWordBetweenAnErrorAndItsEnd()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".")));
    AfterError afterError;
    auto probe = std::make_unique<GatewayProbe>();
    QSignalSpy spy(probe.get(), &GatewayProbe::finished);
    probe->start(nobody());
    auto *reply = probe->findChild<QNetworkReply *>();
    QVERIFY(reply);
    reply->installEventFilter(&afterError);
    QTRY_COMPARE(reply->error(), QNetworkReply::ConnectionRefusedError);
    QCOMPARE(spy.size(), 0);
    probe.reset();
}

void TestGatewayProbe::readsThePort()
{
    QProcessEnvironment environment;
    QCOMPARE(GatewayProbe::localUrl(environment), QUrl(QStringLiteral("http://127.0.0.1:8001/health")));
    environment.insert(QStringLiteral("GATEWAY_PORT"), QStringLiteral("9000"));
    QCOMPARE(GatewayProbe::localUrl(environment).port(), 9000);
    environment.insert(QStringLiteral("GATEWAY_PORT"), QStringLiteral("nonsense"));
    QCOMPARE(GatewayProbe::localUrl(environment).port(), 8001);
}

QTEST_GUILESS_MAIN(TestGatewayProbe)
#include "tst_gateway_probe.moc"
