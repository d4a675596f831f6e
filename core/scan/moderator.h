// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"
#include "scan/scan_report.h"

#include <QByteArray>
#include <QString>

namespace verderer {

/// Somebody who is asked about a text before it is stored, besides the rules.
class Moderator {
public:
    Moderator() = default;
    virtual ~Moderator() = default;
    Moderator(const Moderator &) = delete;
    Moderator &operator=(const Moderator &) = delete;

    /// Asks about the text of `path` (relative to the skill's folder). Blocks until there is an answer, or it is clear that there will be none, which
    /// is an answer as well. Any thread. Cancelled on request; no other error.
    virtual Result<ModerationWord> ask(const QString &path, const QByteArray &text, const CancelToken &cancel) = 0;
};

} // namespace verderer
