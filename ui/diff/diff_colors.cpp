// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diff/diff_colors.h"

#include "ui/widgets/theme.h"

namespace verderer {

DiffColors diffColors(const ThemeColors &theme, const QFont &textFont, const QFont &interfaceFont)
{
    DiffColors c;
    c.editor = editorColors(theme, textFont, interfaceFont);
    c.window = theme.window;
    c.added = theme.added;
    c.addedWord = theme.addedWord;
    c.addedMark = theme.addedMark;
    c.removed = theme.removed;
    c.removedWord = theme.removedWord;
    c.removedMark = theme.removedMark;
    return c;
}

} // namespace verderer
