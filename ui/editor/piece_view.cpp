// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/piece_view.h"

#include "ui/editor/piece_text.h"
#include "ui/editor/text_limits.h"

#include <QLabel>
#include <QLocale>
#include <QPalette>
#include <QVBoxLayout>

namespace verderer {

namespace {
constexpr qsizetype pieceSize = 1'000; // bytes of one piece of a long line
}

PieceView::PieceView(QWidget *parent) : QWidget(parent), m_notice(new QLabel(this)), m_text(new PieceText(this))
{
    m_notice->setObjectName(QStringLiteral("pieceNotice"));
    m_notice->setWordWrap(true);
    m_notice->setTextFormat(Qt::PlainText);
    m_notice->setAutoFillBackground(true);
    m_notice->setMargin(8);
    m_notice->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setObjectName(QStringLiteral("pieceText"));
    setFocusProxy(m_text);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_notice);
    layout->addWidget(m_text, 1);
}

PieceView::~PieceView() = default;

void PieceView::setBytes(const QByteArray &bytes, qint64 totalSize)
{
    const qint64 total = std::max<qint64>(totalSize, bytes.size());
    QByteArray text = bytes;
    if (total > editableSizeLimit && text.size() > excerptSize)
        text.truncate(cutPosition(text, 0, excerptSize));
    else if (total > bytes.size() && !text.isEmpty())
        text.truncate(cutPosition(QByteArray(text + '\x80'), 0, text.size())); // the caller may have read half a character at the end
    const TextPieces pieces = cutIntoPieces(text, longLineLimit, pieceSize, text.size());
    m_text->show(text, pieces);

    QStringList sentences;
    const QLocale locale;
    if (text.size() < total) {
        sentences
            << tr("This file is too large to edit here: %1 bytes. Shown are the first %2.").arg(locale.toString(total), locale.toString(text.size()));
    }
    if (pieces.longLines > 0) {
        sentences << tr("Lines above %1 bytes are shown in pieces, without highlighting (here: %2). This text cannot be edited here.")
                         .arg(locale.toString(longLineLimit), locale.toString(pieces.longLines));
    }
    m_notice->setText(sentences.join(QLatin1Char(' ')));
    m_notice->setVisible(!sentences.isEmpty());
}

void PieceView::setColors(const EditorColors &colors)
{
    QPalette palette = m_notice->palette();
    palette.setColor(QPalette::Window, colors.information.background);
    palette.setColor(QPalette::WindowText, colors.information.text);
    m_notice->setPalette(palette);
    m_notice->setFont(colors.interfaceFont);
    m_text->setColors(colors);
}

QString PieceView::notice() const
{
    return m_notice->text();
}

const TextPieces &PieceView::pieces() const
{
    return m_text->pieces();
}

void PieceView::goTo(int line, int column)
{
    m_text->goTo(line, column);
}

} // namespace verderer
