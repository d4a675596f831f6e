// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"

#include <QByteArray>
#include <QTcpServer>
#include <QThread>
#include <QUrl>

#include <memory>
#include <optional>

namespace verderer::test {

/// An answer over HTTP with that body, after which the connection ends.
QByteArray http(const QByteArray &body, const QByteArray &status = "200 OK", const QByteArray &more = {});

/// The body of an answer to a chat whose only choice says `content`.
QByteArray chat(const QByteArray &content);

/// A service on a port of this machine that answers every request with the same bytes, or keeps silent. Lives on the thread that makes it.
class ModelService : public QObject {
    Q_OBJECT
public:
    explicit ModelService(const std::optional<QByteArray> &answer, bool closes = true);
    [[nodiscard]] QUrl url() const;
    /// What was asked last, as JSON.
    [[nodiscard]] Json body() const;

    QByteArray request; ///< the last one
    bool answered = false;

private:
    QTcpServer m_server;
};

/// The same on a thread of its own, for those who wait without an event loop.
class ServingThread {
public:
    explicit ServingThread(const std::optional<QByteArray> &answer);
    ~ServingThread();
    ServingThread(const ServingThread &) = delete;
    ServingThread &operator=(const ServingThread &) = delete;

    [[nodiscard]] QUrl url() const { return m_url; }
    /// The last request, from the service's thread.
    [[nodiscard]] QByteArray request() const;

private:
    QThread m_thread;
    ModelService *m_service = nullptr;
    QUrl m_url;
};

} // namespace verderer::test
