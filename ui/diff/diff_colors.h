// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/editor_colors.h"

namespace verderer {

/// How the diff and merge views look; filled by the owner of the theme, like EditorColors.
struct DiffColors {
    EditorColors editor;
    QColor window;      ///< tool strips, behind filler rows
    QColor added;       ///< behind added lines
    QColor addedWord;   ///< behind added words
    QColor addedSign;   ///< the plus sign and the overview mark; at least 3:1 on `added`
    QColor removed;     ///< behind removed lines
    QColor removedWord; ///< behind removed words
    QColor removedSign; ///< the minus sign and the overview mark
};

} // namespace verderer
