// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scan/moderation.h"
#include "scan/moderator.h"

#include <QThread>

#include <mutex>

namespace verderer {

/// A moderator that asks a model with ModerationClient, on a thread of its own, so that those who wait need no event loop. One question at a time;
/// further ones wait for their turn.
class ModelModerator final : public Moderator {
public:
    explicit ModelModerator(ModerationSettings settings);
    ~ModelModerator() override;

    Result<ModerationWord> ask(const QString &path, const QByteArray &text, const CancelToken &cancel) override;

private:
    ModerationSettings m_settings;
    QThread m_thread;
    QObject m_there; ///< lives on m_thread: what is posted to it runs there
    std::mutex m_turn;
};

} // namespace verderer
