// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/model_service.h"

#include <QHostAddress>
#include <QRegularExpression>
#include <QTcpSocket>

using Qt::StringLiterals::operator""_s;

namespace verderer::test {

namespace {

bool isWhole(const QByteArray &request)
{
    static const QRegularExpression length(u"content-length: (\\d+)"_s, QRegularExpression::CaseInsensitiveOption);
    const qsizetype end = request.indexOf("\r\n\r\n");
    return end >= 0 && request.size() - end - 4 >= length.match(QString::fromLatin1(request)).captured(1).toInt();
}

} // namespace

QByteArray http(const QByteArray &body, const QByteArray &status, const QByteArray &more)
{
    return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n" + more +
           "Connection: close\r\n\r\n" + body;
}

QByteArray chat(const QByteArray &content)
{
    Json message = Json::object();
    message["role"] = "assistant";
    message["content"] = content.toStdString();
    Json body = Json::object();
    body["choices"] = Json::array();
    body["choices"].push_back(Json{{"message", message}});
    return dumpPythonJson(body);
}

ModelService::ModelService(const std::optional<QByteArray> &answer, bool closes)
{
    if (!m_server.listen(QHostAddress::LocalHost))
        qFatal("no port");
    connect(&m_server, &QTcpServer::newConnection, this, [this, answer, closes] {
        QTcpSocket *socket = m_server.nextPendingConnection();
        // Qt asks again where a connection ends without an answer, so each one has its own question.
        const auto asked = std::make_shared<QByteArray>();
        connect(socket, &QTcpSocket::readyRead, this, [this, socket, asked, answer, closes] {
            const bool before = isWhole(*asked);
            *asked += socket->readAll();
            if (before || !isWhole(*asked))
                return;
            request = *asked;
            answered = true;
            if (answer)
                socket->write(*answer);
            if (answer && closes)
                socket->disconnectFromHost();
        });
    });
}

QUrl ModelService::url() const
{
    return QUrl(u"http://127.0.0.1:%1/v1/"_s.arg(m_server.serverPort()));
}

Json ModelService::body() const
{
    return parseJson(request.mid(request.indexOf("\r\n\r\n") + 4)).value_or(Json());
}

ServingThread::ServingThread(const std::optional<QByteArray> &answer)
{
    m_thread.start();
    auto *start = new QObject;
    start->moveToThread(&m_thread);
    QMetaObject::invokeMethod(
        start,
        [&] {
            m_service = new ModelService(answer);
            m_url = m_service->url();
            start->deleteLater();
        },
        Qt::BlockingQueuedConnection);
    QObject::connect(&m_thread, &QThread::finished, m_service, &QObject::deleteLater);
}

ServingThread::~ServingThread()
{
    m_thread.quit();
    m_thread.wait();
}

QByteArray ServingThread::request() const
{
    QByteArray request;
    QMetaObject::invokeMethod(
        m_service, [&] { request = m_service->request; }, Qt::BlockingQueuedConnection);
    return request;
}

} // namespace verderer::test
