// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diff/diff.h"

#include <QByteArray>
#include <QString>

namespace verderer {

/// What a diff view shows: two texts, what differs (computed by the caller, off the window's thread), and how the two are called.
struct DiffContent {
    QByteArray oldText;
    QByteArray newText;
    LineDiff lines; ///< of diffLines(oldText, newText, …)
    QString oldLabel;
    QString newLabel;
    bool ignoresWhitespace = false; ///< the options `lines` was made with, so that "no differences" can say it right
};

} // namespace verderer
