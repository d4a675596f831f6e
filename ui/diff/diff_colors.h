// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editor/editor_colors.h"

namespace verderer {

/// How the diff and merge views look; filled by whoever shows them, like EditorColors.
struct DiffColors {
    EditorColors editor;
    QColor window;      ///< behind labels and filler rows
    QColor added;       ///< behind added lines
    QColor addedWord;   ///< behind added words
    QColor addedMark;   ///< the plus sign and the mark in the overview
    QColor removed;     ///< behind removed lines
    QColor removedWord; ///< behind removed words
    QColor removedMark; ///< the minus sign and the mark in the overview
};

/// The tokens of a theme for the diff views.
DiffColors diffColors(const ThemeColors &theme, const QFont &textFont, const QFont &interfaceFont);

} // namespace verderer
