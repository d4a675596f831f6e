// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/gateway_probe.h"

#include "base/json.h"

#include <QNetworkProxy>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QProcessEnvironment>

namespace verderer {

namespace {
constexpr int defaultPort = 8001;
constexpr qint64 largestAnswer = 65536;
} // namespace

QString gatewayStateName(GatewayStatus::State state)
{
    switch (state) {
    case GatewayStatus::State::Answers:
        return QStringLiteral("answers");
    case GatewayStatus::State::Unhealthy:
        return QStringLiteral("unhealthy");
    case GatewayStatus::State::SomethingElse:
        return QStringLiteral("something-else");
    case GatewayStatus::State::TimedOut:
        return QStringLiteral("timed-out");
    case GatewayStatus::State::Silent:
        break;
    }
    return QStringLiteral("silent");
}

GatewayProbe::GatewayProbe(QObject *parent) : QObject(parent), m_network(this)
{
    m_network.setProxy(QNetworkProxy::NoProxy);
    m_limit.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this, &GatewayProbe::giveUp);
}

GatewayProbe::~GatewayProbe()
{
    drop();
}

void GatewayProbe::drop()
{
    m_limit.stop();
    if (!m_reply)
        return;
    // Never abort(): between a reply's error and its end, Qt complains about that on standard error. Its destructor ends the request without a word.
    m_reply->disconnect(this);
    m_reply->deleteLater();
    m_reply = nullptr;
}

QUrl GatewayProbe::localUrl(const QProcessEnvironment &environment)
{
    bool isNumber = false;
    const int port = environment.value(QStringLiteral("GATEWAY_PORT")).toInt(&isNumber);
    QUrl url(QStringLiteral("http://127.0.0.1/health"));
    url.setPort(isNumber && port > 0 && port < 65536 ? port : defaultPort);
    return url;
}

void GatewayProbe::start(const QUrl &url, std::chrono::milliseconds limit)
{
    drop();
    QNetworkRequest request(url);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setRawHeader("Accept", "application/json");
    QNetworkReply *reply = m_network.get(request);
    m_reply = reply;
    m_limit.start(limit);
    // The buffer is bounded, so that another program behind the port cannot fill the memory.
    reply->setReadBufferSize(largestAnswer);
    connect(reply, &QNetworkReply::readyRead, this, [this] {
        if (m_reply->bytesAvailable() >= largestAnswer)
            judge();
    });
    connect(reply, &QNetworkReply::finished, this, &GatewayProbe::judge);
}

void GatewayProbe::giveUp()
{
    GatewayStatus status;
    status.url = m_reply->url();
    status.state = GatewayStatus::State::TimedOut;
    status.detail = QStringLiteral("Something listens at %1 but does not answer in time.").arg(status.url.toDisplayString());
    drop();
    Q_EMIT finished(status);
}

void GatewayProbe::judge()
{
    QNetworkReply *reply = m_reply;
    GatewayStatus status;
    status.url = reply->url();
    const QString place = status.url.toDisplayString();
    const int code = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    const QByteArray body = reply->isReadable() ? reply->read(largestAnswer) : QByteArray();
    const Result<Json> json = parseJson(body);
    const bool isGateway = json && stringMember(*json, "service") == QStringLiteral("deer-flow-gateway");
    const QString health = json ? stringMember(*json, "status").value_or(QString()) : QString();
    if (isGateway && code == 200 && health == u"healthy") {
        status.state = GatewayStatus::State::Answers;
        status.detail = QStringLiteral("A DeerFlow Gateway answers at %1.").arg(place);
    } else if (isGateway) {
        status.state = GatewayStatus::State::Unhealthy;
        status.detail = QStringLiteral("A DeerFlow Gateway answers at %1 with status %2: %3.").arg(place).arg(code).arg(health);
    } else if (code != 0) {
        status.state = GatewayStatus::State::SomethingElse;
        status.detail = QStringLiteral("Another program answers at %1 (status %2).").arg(place).arg(code);
    } else if (reply->error() == QNetworkReply::ConnectionRefusedError) {
        status.state = GatewayStatus::State::Silent;
        status.detail = QStringLiteral("No Gateway answers at %1.").arg(place);
    } else {
        status.state = reply->error() == QNetworkReply::RemoteHostClosedError || reply->error() == QNetworkReply::ProtocolFailure
                           ? GatewayStatus::State::SomethingElse
                           : GatewayStatus::State::Silent;
        status.detail = QStringLiteral("No Gateway answers at %1: %2.").arg(place, reply->errorString());
    }
    drop();
    Q_EMIT finished(status);
}

} // namespace verderer
