// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QNetworkAccessManager>
#include <QObject>
#include <QTimer>
#include <QUrl>

#include <chrono>

class QNetworkReply;
class QProcessEnvironment;

namespace verderer {

/// What was found at a Gateway's address.
struct GatewayStatus {
    enum class State {
        Answers,       ///< a DeerFlow Gateway, and it says that it is healthy
        Unhealthy,     ///< a Gateway that answers, but not "healthy"
        SomethingElse, ///< another program has the port
        Silent,        ///< nothing listens there
        TimedOut,      ///< something accepts the connection and does not answer within the limit
    };
    State state = State::Silent;
    QUrl url;
    QString detail; ///< one sentence
};
QString gatewayStateName(GatewayStatus::State state); ///< "answers", "unhealthy", "something-else", "silent", "timed-out"

/// Asks `/health` of a Gateway once (deerflow-format 5), without a proxy, without following redirections, and within a time limit. Asynchronous:
/// lives on a thread with an event loop, answers through finished(). Destroying it ends the request.
class GatewayProbe : public QObject {
    Q_OBJECT
public:
    explicit GatewayProbe(QObject *parent = nullptr);
    ~GatewayProbe() override;

    /// Starts asking; a probe that is still running is dropped and never reported.
    void start(const QUrl &url, std::chrono::milliseconds limit = std::chrono::milliseconds(2000));

    /// http://127.0.0.1:<GATEWAY_PORT, else 8001>/health
    static QUrl localUrl(const QProcessEnvironment &environment);

Q_SIGNALS:
    void finished(const verderer::GatewayStatus &status);

private:
    void judge();
    void giveUp();
    void drop();

    QNetworkAccessManager m_network;
    QNetworkReply *m_reply = nullptr; ///< owned by m_network; null while nothing is asked
    QTimer m_limit;
};

} // namespace verderer
