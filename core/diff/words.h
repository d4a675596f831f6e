// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diff/diff.h"

#include <QByteArray>
#include <QList>

namespace verderer {

/// One thing that word marking takes as a whole.
struct Word {
    enum class Kind {
        Text,    ///< letters and digits, one ideograph or syllable, one symbol
        Blank,   ///< a run of blanks within a line
        NewLine, ///< one line ending
    };
    Range bytes;
    Kind kind = Kind::Text;
};

/// Cuts a part of a UTF-8 text into words without gaps: runs of letters and digits; Chinese, Japanese and Korean by character; runs of blanks; line
/// endings; any other character alone. What belongs to the character before it (combining marks, variation selectors, joined emoji, skin tones, the
/// second half of a flag) stays with it. A byte that is no UTF-8 is a word of its own. Gives nothing where there are more than `limit` words.
std::optional<QList<Word>> splitWords(const QByteArray &text, const Range &part, qsizetype limit);

} // namespace verderer
