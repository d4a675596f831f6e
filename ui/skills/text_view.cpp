// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/text_view.h"

#include "ui/editor/editor_colors.h"
#include "ui/editor/piece_view.h"
#include "ui/editor/skill_text_edit.h"
#include "ui/widgets/empty_state.h"

#include <QPlainTextEdit>

#include <limits>

using namespace Qt::StringLiterals;

namespace verderer {

QString hexDump(const QByteArray &bytes, qsizetype limit)
{
    QString dump;
    const qsizetype size = std::min(bytes.size(), limit);
    for (qsizetype row = 0; row < size; row += 16) {
        const QByteArray part = bytes.mid(row, std::min(qsizetype(16), size - row));
        QString characters;
        for (const char byte : part) {
            const auto value = static_cast<unsigned char>(byte);
            characters += value >= 0x20 && value < 0x7F ? QChar(QLatin1Char(byte)) : QChar(u'·');
        }
        dump += QString::number(row, 16).rightJustified(6, u'0') + u"  "_s + QString::fromLatin1(part.toHex(' ')).leftJustified(48) + u"  "_s +
                characters + u'\n';
    }
    return dump;
}

TextView::TextView(const Theme *theme, const Names &names, const QString &accessibleName, QWidget *parent)
    : QStackedWidget(parent), m_theme(theme), m_editor(new SkillTextEdit(this)), m_pieces(new PieceView(this)), m_bytes(new QPlainTextEdit(this)),
      m_empty(new EmptyState(theme, this))
{
    m_editor->setObjectName(names.editor);
    m_editor->setAccessibleName(accessibleName);
    m_pieces->setObjectName(names.pieces);
    m_bytes->setObjectName(names.bytes);
    m_bytes->setAccessibleName(tr("Bytes of the file"));
    m_bytes->setReadOnly(true);
    m_bytes->setFrameShape(QFrame::NoFrame);
    m_bytes->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_bytes->setFont(Theme::textFont());
    addWidget(m_empty);
    addWidget(m_editor);
    addWidget(m_pieces);
    addWidget(m_bytes);
    connect(theme, &Theme::changed, this, &TextView::applyColors);
    applyColors();
    showLoading();
}

void TextView::applyColors()
{
    const EditorColors colors = editorColors(m_theme->colors(), Theme::textFont(), font());
    m_editor->setColors(colors);
    m_pieces->setColors(colors);
}

void TextView::showLoading()
{
    showMessage(u"refresh"_s, tr("Reading…"), {});
}

void TextView::showEditor()
{
    setCurrentWidget(m_editor);
}

void TextView::showPieces(const QByteArray &bytes, qint64 totalSize)
{
    m_pieces->setBytes(bytes, totalSize);
    setCurrentWidget(m_pieces);
}

void TextView::showBytes(const QByteArray &bytes, qint64 totalSize)
{
    constexpr qsizetype shown = 4096;
    QString text = hexDump(bytes, shown);
    if (totalSize > shown)
        text += tr("… and %n more byte(s)", nullptr, int(std::min<qint64>(totalSize - shown, std::numeric_limits<int>::max()))) + u'\n';
    m_bytes->setPlainText(text);
    setCurrentWidget(m_bytes);
}

void TextView::showMessage(const QString &icon, const QString &title, const QString &text, const QString &details)
{
    m_empty->setContent(icon, title, text, details);
    setCurrentWidget(m_empty);
}

bool TextView::showsEditor() const
{
    return currentWidget() == m_editor;
}

} // namespace verderer
