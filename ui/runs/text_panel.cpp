// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/text_panel.h"

#include "ui/editor/editor_colors.h"
#include "ui/editor/piece_view.h"
#include "ui/editor/text_limits.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPainter>
#include <QStackedWidget>
#include <QTextBlock>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

PlainText::PlainText(const Theme *theme, QWidget *parent) : QPlainTextEdit(parent), m_theme(theme)
{
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setFrameShape(QFrame::NoFrame);
    setFont(Theme::textFont());
    setTabChangesFocus(true);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    document()->setDocumentMargin(scaled(this, 8));
    connect(theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

void PlainText::setDiff(bool diff)
{
    m_diff = diff;
    viewport()->update();
}

void PlainText::paintEvent(QPaintEvent *event)
{
    if (m_diff) {
        QPainter painter(viewport());
        const ThemeColors &c = m_theme->colors();
        for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
            const QRectF rect = blockBoundingGeometry(block).translated(contentOffset());
            if (rect.top() > event->rect().bottom()) {
                break;
            }
            const QString text = block.text();
            QColor color;
            if (text.startsWith(u'+') && !text.startsWith("+++ "_L1)) {
                color = c.added;
            } else if (text.startsWith(u'-') && !text.startsWith("--- "_L1)) {
                color = c.removed;
            } else if (text.startsWith("@@"_L1)) {
                color = c.informationSoft;
            }
            if (color.isValid()) {
                painter.fillRect(QRectF(0, rect.top(), viewport()->width(), rect.height()), color);
            }
        }
    }
    QPlainTextEdit::paintEvent(event);
}

TextPanel::TextPanel(const Theme *theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_stack(new QStackedWidget(this)), m_plain(new PlainText(theme, this))
{
    m_plain->setObjectName(u"plainText"_s);
    m_stack->addWidget(m_plain);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_stack);
    setFocusProxy(m_plain);
    connect(theme, &Theme::changed, this, &TextPanel::applyColors);
}

void TextPanel::setName(const QString &name)
{
    m_name = name;
    m_plain->setAccessibleName(name);
    if (m_pieces) {
        m_pieces->setAccessibleName(name);
    }
}

PieceView *TextPanel::pieces()
{
    if (!m_pieces) {
        m_pieces = new PieceView(this);
        m_pieces->setAccessibleName(m_name);
        m_stack->addWidget(m_pieces);
        applyColors();
    }
    return m_pieces;
}

void TextPanel::setBytes(const QByteArray &bytes)
{
    if (bytes == m_bytes) {
        return;
    }
    m_bytes = bytes;
    if (needsPieces(bytes)) {
        pieces()->setBytes(bytes);
        m_stack->setCurrentWidget(m_pieces);
        setFocusProxy(m_pieces);
        m_plain->clear();
        return;
    }
    m_plain->setPlainText(QString::fromUtf8(bytes));
    m_stack->setCurrentWidget(m_plain);
    setFocusProxy(m_plain);
    if (m_pieces) {
        m_pieces->setBytes({});
    }
}

void TextPanel::copyAll() const
{
    QGuiApplication::clipboard()->setText(QString::fromUtf8(m_bytes));
}

void TextPanel::applyColors()
{
    if (m_pieces) {
        m_pieces->setColors(editorColors(m_theme->colors(), Theme::textFont(), font()));
    }
}

} // namespace verderer
