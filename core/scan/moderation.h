// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "scan/scan_report.h"

#include <QNetworkAccessManager>
#include <QObject>
#include <QTimer>
#include <QUrl>

#include <chrono>
#include <memory>

class QNetworkReply;

namespace verderer {

/// Texts above this many bytes are not sent: a model that saw a part must not be said to have judged the whole.
constexpr qint64 maxModeratedBytes = 256LL * 1024;

/// Which model is asked, and what its silence means (deerflow-format 0: `skill_evolution`).
struct ModerationSettings {
    QUrl baseUrl; ///< of an OpenAI-compatible service, up to and without "/chat/completions"; http or https
    QString model;
    QByteArray apiKey;      ///< empty: none is sent. Never in an answer, an error or a log
    bool failClosed = true; ///< `security_fail_closed`: without a proper answer, block; else warn
    std::chrono::milliseconds limit = std::chrono::seconds(60);
};

struct ModerationAnswer {
    bool answered = false;  ///< the model gave a decision; false: the decision is what failClosed makes of its silence
    bool cancelled = false; ///< nobody wants it any more; then the decision means nothing
    ScanDecision decision = ScanDecision::Block;
    QString reason; ///< the model's, at most 500 characters with control characters replaced; or why there is none
};

/// Asks a moderation model about one text, once: no redirection is followed (the key would go with it), no proxy is used, the answer is bounded in
/// size and time, and anything but the exact JSON that was asked for counts as no answer. Asynchronous: lives on a thread with an event loop, answers
/// through finished(). Destroying it ends the request.
class ModerationClient : public QObject {
    Q_OBJECT
public:
    explicit ModerationClient(QObject *parent = nullptr);
    ~ModerationClient() override;

    /// Starts asking about the text of `path`; a question that is still open is dropped and never reported. `cancel` may be cancelled on any thread.
    void ask(const ModerationSettings &settings, const QString &path, const QByteArray &text, const CancelToken &cancel = {});

Q_SIGNALS:
    void finished(const verderer::ModerationAnswer &answer);

private:
    void judge();
    void giveUp(const QString &why);
    void endAsCancelled();
    void answer(const ModerationAnswer &answer);
    void drop();

    QNetworkAccessManager m_network;
    QNetworkReply *m_reply = nullptr; ///< owned by m_network; null while nothing is asked
    QTimer m_limit;
    ModerationSettings m_settings;
    quint64 m_question = 0; ///< counts; what belongs to an older one is ignored
    std::shared_ptr<void> m_cancelHandle;
};

/// The decision and reason that stand in an OpenAI-compatible service's answer. Damaged, in one sentence, for anything but one choice whose content
/// is a JSON object of exactly `decision` ("allow", "warn", "block") and `reason` (a text).
Result<ModerationAnswer> parseModeration(const QByteArray &body);

} // namespace verderer
