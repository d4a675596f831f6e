// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/badge.h"

#include <QString>

namespace verderer {

/// How a stored status of a thread or a run is shown: a sign and a word, and a tone last.
struct StatusWords {
    QString sign;
    QString word; ///< translated; a status that is not known is shown as stored
    Tone tone = Tone::Neutral;
    [[nodiscard]] QString text() const; ///< sign, blank, word
};

/// For `idle`, `pending`, `running`, `busy`, `success`, `error`, `timeout`, `interrupted`, and anything else as it is.
StatusWords statusWords(const QString &stored);

} // namespace verderer
