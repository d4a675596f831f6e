// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/skill_text_edit.h"

namespace verderer {

namespace {
using S = QsciScintillaBase;
}

unsigned long SkillTextEdit::searchFlags(const FindOptions &options) const
{
    unsigned long flags = 0;
    if (options.caseSensitive)
        flags |= S::SCFIND_MATCHCASE;
    if (options.wholeWords)
        flags |= S::SCFIND_WHOLEWORD;
    return flags;
}

void SkillTextEdit::selectRange(long begin, long end)
{
    SendScintilla(S::SCI_SETSEL, static_cast<unsigned long>(begin), end);
    SendScintilla(S::SCI_SCROLLRANGE, static_cast<unsigned long>(begin), end);
}

bool SkillTextEdit::findText(const QString &text, const FindOptions &options, bool forward)
{
    const QByteArray needle = text.toUtf8();
    if (needle.isEmpty())
        return false;
    SendScintilla(S::SCI_SETSEARCHFLAGS, searchFlags(options));
    const long length = SendScintilla(S::SCI_GETLENGTH);
    const long from = SendScintilla(forward ? S::SCI_GETSELECTIONEND : S::SCI_GETSELECTIONSTART);
    const long limit = forward ? length : 0;
    const long restart = forward ? 0 : length;
    for (const long begin : {from, restart}) {
        SendScintilla(S::SCI_SETTARGETRANGE, static_cast<unsigned long>(begin), limit);
        const long found = SendScintilla(S::SCI_SEARCHINTARGET, static_cast<uintptr_t>(needle.size()), needle.constData());
        if (found >= 0) {
            selectRange(SendScintilla(S::SCI_GETTARGETSTART), SendScintilla(S::SCI_GETTARGETEND));
            return true;
        }
    }
    return false;
}

bool SkillTextEdit::selectionMatches(const QByteArray &needle, const FindOptions &options) const
{
    const long begin = SendScintilla(S::SCI_GETSELECTIONSTART);
    const long end = SendScintilla(S::SCI_GETSELECTIONEND);
    if (begin == end)
        return false;
    SendScintilla(S::SCI_SETSEARCHFLAGS, searchFlags(options));
    SendScintilla(S::SCI_SETTARGETRANGE, static_cast<unsigned long>(begin), end);
    return SendScintilla(S::SCI_SEARCHINTARGET, static_cast<uintptr_t>(needle.size()), needle.constData()) == begin &&
           SendScintilla(S::SCI_GETTARGETEND) == end;
}

bool SkillTextEdit::replaceMatch(const QString &text, const QString &replacement, const FindOptions &options)
{
    const bool replace = !isReadOnly() && !text.isEmpty() && selectionMatches(text.toUtf8(), options);
    if (replace) {
        const long begin = SendScintilla(S::SCI_GETSELECTIONSTART);
        const QByteArray bytes = replacement.toUtf8();
        replaceRange(begin, SendScintilla(S::SCI_GETSELECTIONEND), bytes);
        SendScintilla(S::SCI_GOTOPOS, static_cast<unsigned long>(begin + bytes.size()));
    }
    findText(text, options, true);
    return replace;
}

int SkillTextEdit::replaceAllMatches(const QString &text, const QString &replacement, const FindOptions &options)
{
    const QByteArray needle = text.toUtf8();
    const QByteArray bytes = replacement.toUtf8();
    if (needle.isEmpty() || isReadOnly())
        return 0;
    int count = 0;
    long from = 0;
    SendScintilla(S::SCI_SETSEARCHFLAGS, searchFlags(options));
    SendScintilla(S::SCI_BEGINUNDOACTION);
    while (true) {
        SendScintilla(S::SCI_SETTARGETRANGE, static_cast<unsigned long>(from), SendScintilla(S::SCI_GETLENGTH));
        if (SendScintilla(S::SCI_SEARCHINTARGET, static_cast<uintptr_t>(needle.size()), needle.constData()) < 0)
            break;
        SendScintilla(S::SCI_REPLACETARGET, static_cast<uintptr_t>(bytes.size()), bytes.constData());
        from = SendScintilla(S::SCI_GETTARGETEND);
        ++count;
    }
    SendScintilla(S::SCI_ENDUNDOACTION);
    return count;
}

} // namespace verderer
