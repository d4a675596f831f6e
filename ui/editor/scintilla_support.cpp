// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/scintilla_support.h"

#include "ui/editor/qscintilla.h"

#include <QFontInfo>

#include <Qsci/qscicommand.h>
#include <Qsci/qscicommandset.h>

#include <array>

namespace verderer::scintilla {

void setBytes(QsciScintilla &widget, const QByteArray &bytes)
{
    const bool readOnly = widget.SendScintilla(QsciScintillaBase::SCI_GETREADONLY) != 0;
    widget.SendScintilla(QsciScintillaBase::SCI_SETREADONLY, 0UL);
    widget.SendScintilla(QsciScintillaBase::SCI_SETUNDOCOLLECTION, 0UL);
    widget.SendScintilla(QsciScintillaBase::SCI_CLEARALL);
    widget.SendScintilla(QsciScintillaBase::SCI_ALLOCATE, static_cast<unsigned long>(bytes.size() + 1));
    widget.SendScintilla(QsciScintillaBase::SCI_ADDTEXT, static_cast<uintptr_t>(bytes.size()), bytes.constData());
    widget.SendScintilla(QsciScintillaBase::SCI_SETUNDOCOLLECTION, 1UL);
    widget.SendScintilla(QsciScintillaBase::SCI_EMPTYUNDOBUFFER);
    widget.SendScintilla(QsciScintillaBase::SCI_SETSAVEPOINT);
    widget.SendScintilla(QsciScintillaBase::SCI_GOTOPOS, 0UL);
    widget.SendScintilla(QsciScintillaBase::SCI_SETREADONLY, readOnly ? 1UL : 0UL);
}

QByteArray bytes(const QsciScintilla &widget)
{
    const auto length = widget.SendScintilla(QsciScintillaBase::SCI_GETLENGTH);
    QByteArray result(length + 1, Qt::Uninitialized);
    widget.SendScintilla(QsciScintillaBase::SCI_GETTEXT, static_cast<unsigned long>(length + 1), static_cast<void *>(result.data()));
    result.truncate(length);
    return result;
}

QByteArray bytes(const QsciScintilla &widget, long begin, long end)
{
    if (end <= begin)
        return {};
    QByteArray result(end - begin + 1, Qt::Uninitialized);
    widget.SendScintilla(QsciScintillaBase::SCI_GETTEXTRANGE, begin, end, result.data());
    result.truncate(end - begin);
    return result;
}

void setUp(QsciScintilla &widget)
{
    using S = QsciScintillaBase;
    widget.setUtf8(true);
    widget.setFrameShape(QFrame::NoFrame);
    widget.setFolding(QsciScintilla::NoFoldStyle);
    widget.SendScintilla(S::SCI_SETSCROLLWIDTH, 1UL);
    widget.SendScintilla(S::SCI_SETSCROLLWIDTHTRACKING, 1UL);
    widget.SendScintilla(S::SCI_SETEXTRAASCENT, 2UL);
    widget.SendScintilla(S::SCI_SETEXTRADESCENT, 2UL);
    widget.SendScintilla(S::SCI_SETYCARETPOLICY, static_cast<unsigned long>(S::CARET_SLOP | S::CARET_EVEN), 3L);
    widget.SendScintilla(S::SCI_SETLAYOUTCACHE, static_cast<unsigned long>(S::SC_CACHE_PAGE));
    widget.SendScintilla(S::SCI_SETMARGINLEFT, 0UL, 8L);

    struct Sign {
        const char *text;
        const char *sign;
    };
    // Otherwise invisible characters by which a text can differ from what it looks like.
    static constexpr std::array<Sign, 15> signs{{{"\xEF\xBB\xBF", "BOM"},
                                                 {"\xE2\x80\x8B", "ZWSP"},
                                                 {"\xE2\x80\x8E", "LRM"},
                                                 {"\xE2\x80\x8F", "RLM"},
                                                 {"\xE2\x80\xAA", "LRE"},
                                                 {"\xE2\x80\xAB", "RLE"},
                                                 {"\xE2\x80\xAC", "PDF"},
                                                 {"\xE2\x80\xAD", "LRO"},
                                                 {"\xE2\x80\xAE", "RLO"},
                                                 {"\xE2\x81\xA6", "LRI"},
                                                 {"\xE2\x81\xA7", "RLI"},
                                                 {"\xE2\x81\xA8", "FSI"},
                                                 {"\xE2\x81\xA9", "PDI"},
                                                 {"\xE2\x80\xA8", "LS"},
                                                 {"\xE2\x80\xA9", "PS"}}};
    for (const Sign &sign : signs)
        widget.SendScintilla(S::SCI_SETREPRESENTATION, sign.text, sign.sign);

    for (const QsciCommand::Command command :
         {QsciCommand::LineCut, QsciCommand::LineDelete, QsciCommand::LineTranspose, QsciCommand::LineCopy, QsciCommand::SelectionLowerCase,
          QsciCommand::SelectionUpperCase, QsciCommand::SelectionDuplicate, QsciCommand::ZoomIn, QsciCommand::ZoomOut}) {
        if (QsciCommand *bound = widget.standardCommands()->find(command)) {
            bound->setKey(0);
            bound->setAlternateKey(0);
        }
    }
}

void setStyle(QsciScintilla &widget, int style, const QFont &font, const QColor &text, const QColor &background)
{
    using S = QsciScintillaBase;
    const auto number = static_cast<unsigned long>(style);
    const QByteArray family = font.family().toUtf8();
    const double points = font.pointSizeF() > 0 ? font.pointSizeF() : QFontInfo(font).pointSizeF();
    widget.SendScintilla(S::SCI_STYLESETFONT, static_cast<uintptr_t>(number), family.constData());
    widget.SendScintilla(S::SCI_STYLESETSIZEFRACTIONAL, number, static_cast<long>(points * static_cast<int>(S::SC_FONT_SIZE_MULTIPLIER)));
    widget.SendScintilla(S::SCI_STYLESETWEIGHT, number, static_cast<long>(font.weight()));
    widget.SendScintilla(S::SCI_STYLESETITALIC, number, font.italic() ? 1L : 0L);
    widget.SendScintilla(S::SCI_STYLESETUNDERLINE, number, font.underline() ? 1L : 0L);
    widget.SendScintilla(S::SCI_STYLESETFORE, number, text);
    widget.SendScintilla(S::SCI_STYLESETBACK, number, background);
}

void applyColors(QsciScintilla &widget, const EditorColors &colors, const QColor &background)
{
    using S = QsciScintillaBase;
    setStyle(widget, S::STYLE_DEFAULT, colors.textFont, colors.text, background);
    widget.SendScintilla(S::SCI_STYLECLEARALL);
    setStyle(widget, S::STYLE_LINENUMBER, colors.textFont, colors.muted, background);
    setStyle(widget, S::STYLE_CONTROLCHAR, colors.interfaceFont, colors.muted, background);
    widget.SendScintilla(S::SCI_SETCARETFORE, colors.text);
    widget.SendScintilla(S::SCI_SETSELBACK, 1UL, colors.selection);
    widget.SendScintilla(S::SCI_SETSELFORE, 0UL, colors.text);
    widget.SendScintilla(S::SCI_SETCARETLINEBACK, colors.caretLine);
    widget.SendScintilla(S::SCI_SETFOLDMARGINCOLOUR, 1UL, background);
    widget.SendScintilla(S::SCI_SETFOLDMARGINHICOLOUR, 1UL, background);
}

int lineHeight(const QsciScintilla &widget)
{
    return static_cast<int>(widget.SendScintilla(QsciScintillaBase::SCI_TEXTHEIGHT, 0UL));
}

int lineTop(const QsciScintilla &widget, int line)
{
    const long start = widget.SendScintilla(QsciScintillaBase::SCI_POSITIONFROMLINE, static_cast<unsigned long>(line));
    return static_cast<int>(widget.SendScintilla(QsciScintillaBase::SCI_POINTYFROMPOSITION, 0UL, start));
}

QByteArray dominantLineEnding(const QByteArray &text)
{
    qsizetype lf = 0;
    qsizetype cr = 0;
    qsizetype crlf = 0;
    const char *const end = text.constData() + text.size();
    for (const char *c = text.constData(); c != end; ++c) {
        if (*c == '\n') {
            ++lf;
        } else if (*c == '\r') {
            if (c + 1 != end && c[1] == '\n') {
                ++crlf;
                ++c;
            } else {
                ++cr;
            }
        }
    }
    if (crlf > lf && crlf >= cr)
        return QByteArrayLiteral("\r\n");
    return cr > lf ? QByteArrayLiteral("\r") : QByteArrayLiteral("\n");
}

QByteArray withLineEndings(const QByteArray &text, const QByteArray &ending)
{
    QByteArray result;
    result.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == '\r') {
            result += ending;
            if (i + 1 < text.size() && text[i + 1] == '\n')
                ++i;
        } else if (text[i] == '\n') {
            result += ending;
        } else {
            result += text[i];
        }
    }
    return result;
}

int columnOf(const QsciScintilla &widget, long position)
{
    using S = QsciScintillaBase;
    const long line = widget.SendScintilla(S::SCI_LINEFROMPOSITION, static_cast<unsigned long>(position));
    const long start = widget.SendScintilla(S::SCI_POSITIONFROMLINE, static_cast<unsigned long>(line));
    return static_cast<int>(widget.SendScintilla(S::SCI_COUNTCHARACTERS, static_cast<unsigned long>(start), position));
}

} // namespace verderer::scintilla
