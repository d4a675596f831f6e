// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/scintilla_support.h"
#include "ui/editor/skill_text_edit.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>

namespace verderer {

namespace {

using S = QsciScintillaBase;

/// Carries a copied text as bytes, so that what is not UTF-8 survives cut and paste within the program.
QString bytesMimeType()
{
    return QStringLiteral("application/x-verderer-text-bytes");
}

} // namespace

void SkillTextEdit::paste()
{
    const QMimeData *source = QGuiApplication::clipboard()->mimeData();
    bool rectangular = false;
    const QByteArray pasted = source != nullptr && !isReadOnly() ? fromMimeData(source, rectangular) : QByteArray();
    if (rectangular || !pasted.contains('\0')) {
        QsciScintilla::paste();
        return;
    }
    // Scintilla's own paste ends at a NUL.
    const long begin = SendScintilla(S::SCI_GETSELECTIONSTART);
    replaceRange(begin, SendScintilla(S::SCI_GETSELECTIONEND), pasted);
    SendScintilla(S::SCI_GOTOPOS, static_cast<unsigned long>(begin + pasted.size()));
}

QByteArray SkillTextEdit::fromMimeData(const QMimeData *source, bool &rectangular) const
{
    QByteArray text = QsciScintilla::fromMimeData(source, rectangular);
    if (source->hasFormat(bytesMimeType()))
        text = source->data(bytesMimeType());
    return scintilla::withLineEndings(text, m_lineEnding);
}

QMimeData *SkillTextEdit::toMimeData(const QByteArray &text, bool rectangular) const
{
    // Scintilla hands out blanks in the place of NULs; the selection still has them.
    QByteArray exact = scintilla::bytes(*this, SendScintilla(S::SCI_GETSELECTIONSTART), SendScintilla(S::SCI_GETSELECTIONEND));
    if (rectangular || exact.size() != text.size())
        exact = text;
    QMimeData *mime = QsciScintilla::toMimeData(text, rectangular);
    mime->setText(QString::fromUtf8(exact));
    mime->setData(bytesMimeType(), exact);
    return mime;
}

} // namespace verderer
