// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/error_box.h"

#include "ui/widgets/metrics.h"
#include "ui/widgets/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextBlock>
#include <QtMath>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr int shownLines = 6;
// A line of a megabyte takes seconds to lay out. All of it is copied, and stands in the raw row.
constexpr qsizetype shownLength = 200'000;

} // namespace

ErrorBox::ErrorBox(const Theme *theme, QWidget *parent)
    : QFrame(parent), m_theme(theme), m_view(new QPlainTextEdit(this)), m_copy(new QPushButton(tr("&Copy"), this))
{
    m_view->setObjectName(u"runError"_s);
    m_view->setAccessibleName(tr("Error of the run"));
    m_view->setReadOnly(true);
    m_view->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setTabChangesFocus(true);
    m_view->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->document()->setDocumentMargin(0);
    m_view->viewport()->setAutoFillBackground(false);
    m_copy->setObjectName(u"copyError"_s);
    m_copy->setToolTip(tr("Copy the whole error"));
    m_copy->setAutoDefault(false);
    m_copy->setFlat(true);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(scaled(this, 12), scaled(this, 8), scaled(this, 6), scaled(this, 8));
    row->setSpacing(scaled(this, 8));
    row->addWidget(m_view, 1);
    row->addWidget(m_copy, 0, Qt::AlignTop);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(m_copy, &QPushButton::clicked, this, &ErrorBox::copy);
    connect(theme, &Theme::changed, this, &ErrorBox::applyColors);
    applyColors();
    hide();
}

void ErrorBox::setError(const QString &text)
{
    setVisible(!text.isEmpty());
    if (text == m_text) {
        return;
    }
    m_text = text;
    QString shown = text;
    if (shown.size() > shownLength) {
        shown.truncate(shownLength);
        shown += u'\n' + tr("… and %n more character(s); “Copy” takes them all.", nullptr, int(text.size() - shownLength));
    }
    m_view->setPlainText(shown);
    fit();
}

void ErrorBox::copy() const
{
    QGuiApplication::clipboard()->setText(m_text);
}

void ErrorBox::fit()
{
    // Lines differ in height: a font that lends its characters to another is often taller.
    QAbstractTextDocumentLayout *const layout = m_view->document()->documentLayout();
    qreal wanted = 0;
    int lines = 0;
    for (QTextBlock block = m_view->document()->begin(); block.isValid() && lines < shownLines; block = block.next()) {
        layout->blockBoundingRect(block); // lays it out
        for (int i = 0; i < block.layout()->lineCount() && lines < shownLines; ++i, ++lines) {
            wanted += block.layout()->lineAt(i).height();
        }
    }
    const int height = qCeil(std::max<qreal>(wanted, m_view->fontMetrics().lineSpacing())) + 2;
    if (m_view->height() != height || m_view->minimumHeight() != height) {
        m_view->setFixedHeight(height);
        updateGeometry();
    }
}

void ErrorBox::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    fit();
}

void ErrorBox::paintEvent(QPaintEvent * /*event*/)
{
    const ThemeColors &c = m_theme->colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(c.errorSoft == c.surface ? QPen(c.error, 1) : QPen(Qt::NoPen));
    painter.setBrush(c.errorSoft);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
}

void ErrorBox::applyColors()
{
    const ThemeColors &c = m_theme->colors();
    QPalette palette = m_view->palette();
    palette.setColor(QPalette::Text, c.error);
    palette.setColor(QPalette::Base, c.errorSoft);
    m_view->setPalette(palette);
    update();
}

} // namespace verderer
