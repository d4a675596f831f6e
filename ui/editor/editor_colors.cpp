// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/editor_colors.h"

#include "ui/widgets/theme.h"

namespace verderer {

EditorColors editorColors(const ThemeColors &theme, const QFont &textFont, const QFont &interfaceFont)
{
    EditorColors c;
    c.surface = theme.surface;
    c.margin = theme.window;
    c.border = theme.border;
    c.text = theme.text;
    c.muted = theme.muted;
    c.accent = theme.accent;
    c.caretLine = theme.currentLine;
    c.selection = theme.accentSoft;
    c.key = theme.syntaxKey;
    c.string = theme.syntaxString;
    c.comment = theme.syntaxComment;
    c.error = {theme.error, theme.errorSoft};
    c.warning = {theme.warning, theme.warningSoft};
    c.information = {theme.information, theme.informationSoft};
    c.textFont = textFont;
    c.interfaceFont = interfaceFont;
    return c;
}

} // namespace verderer
