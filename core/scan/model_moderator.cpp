// SPDX-License-Identifier: GPL-3.0-or-later
#include "scan/model_moderator.h"

#include <future>
#include <memory>

namespace verderer {

ModelModerator::ModelModerator(ModerationSettings settings) : m_settings(std::move(settings))
{
    m_thread.setObjectName(QStringLiteral("moderation"));
    m_there.moveToThread(&m_thread);
    m_thread.start();
}

ModelModerator::~ModelModerator()
{
    m_thread.quit();
    m_thread.wait();
}

Result<ModerationWord> ModelModerator::ask(const QString &path, const QByteArray &text, const CancelToken &cancel)
{
    const std::scoped_lock turn(m_turn);
    const auto answered = std::make_shared<std::promise<ModerationAnswer>>();
    std::future<ModerationAnswer> answer = answered->get_future();
    // The client always answers: with a decision, with silence when its time is over, or with the cancellation.
    QMetaObject::invokeMethod(
        &m_there,
        [settings = m_settings, path, text, cancel, answered] {
            auto *client = new ModerationClient;
            QObject::connect(client, &ModerationClient::finished, client, [client, answered](const ModerationAnswer &given) {
                answered->set_value(given);
                client->deleteLater();
            });
            client->ask(settings, path, text, cancel);
        },
        Qt::QueuedConnection);
    const ModerationAnswer given = answer.get();
    if (given.cancelled)
        return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled while the moderation model was asked; nothing was changed."));
    return ModerationWord{m_settings.model, given.answered, given.decision, given.reason};
}

} // namespace verderer
