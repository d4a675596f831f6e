// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/banner.h"

#include "ui/widgets/flow_layout.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

struct ToneSign {
    QString icon;
    QColor ThemeColors::*color;
};

ToneSign toneSign(Tone tone)
{
    switch (tone) {
    case Tone::Warning:
        return {u"warning"_s, &ThemeColors::warning};
    case Tone::Error:
        return {u"error"_s, &ThemeColors::error};
    case Tone::Accent:
        return {u"check"_s, &ThemeColors::accent};
    case Tone::Neutral:
        return {u"information"_s, &ThemeColors::muted};
    case Tone::Information:
        break;
    }
    return {u"information"_s, &ThemeColors::information};
}

} // namespace

Banner::Banner(const Theme *theme, QWidget *parent)
    : QFrame(parent), m_theme(theme), m_icon(new QLabel(this)), m_label(new QLabel(this)), m_buttonBox(new QWidget(this)),
      m_buttons(new FlowLayout(m_buttonBox)), m_close(new QToolButton(this))
{
    setFrameShape(QFrame::NoFrame);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_label->setWordWrap(true);
    m_label->setTextFormat(Qt::RichText);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_label->setObjectName(u"bannerText"_s);
    m_label->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_close->setAutoRaise(true);
    m_close->setIcon(themedIcon(u"close"_s, theme));
    m_close->setToolTip(tr("Close this message"));
    m_close->setAccessibleName(tr("Close this message"));
    m_close->setObjectName(u"bannerClose"_s);
    m_content = new QBoxLayout(QBoxLayout::LeftToRight);
    m_content->setSpacing(scaled(this, 8));
    m_content->addWidget(m_label, 1);
    m_content->addWidget(m_buttonBox);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(scaled(this, 20), scaled(this, 4), scaled(this, 12), scaled(this, 4));
    row->setSpacing(scaled(this, 8));
    row->addWidget(m_icon, 0, Qt::AlignVCenter);
    row->addLayout(m_content, 1);
    row->addWidget(m_close, 0, Qt::AlignVCenter);
    connect(m_close, &QToolButton::clicked, this, &Banner::dismiss);
    connect(theme, &Theme::changed, this, &Banner::applyColors);
    hide();
}

void Banner::present(Tone tone, const QString &title, const QString &text, const QString &details)
{
    m_tone = tone;
    m_title = title;
    m_text = text;
    while (QLayoutItem *item = m_buttons->takeAt(0)) {
        // A button of the old message may be the one whose click led here.
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    m_buttonBox->hide();
    QString html = u"<b>"_s + title.toHtmlEscaped() + u"</b>"_s;
    if (!text.isEmpty())
        html += u"&ensp;"_s + text.toHtmlEscaped();
    m_label->setText(html);
    m_label->setToolTip(details);
    setToolTip(details);
    setAccessibleName(title);
    setAccessibleDescription(text);
    m_close->setVisible(m_dismissible);
    applyColors();
    arrange();
    show();
}

QPushButton *Banner::addButton(const QString &text, const QString &objectName)
{
    auto *button = new QPushButton(text, m_buttonBox);
    button->setObjectName(objectName);
    button->setAutoDefault(false);
    m_buttons->addWidget(button);
    button->show();
    m_buttonBox->show();
    arrange();
    return button;
}

void Banner::setDismissible(bool dismissible)
{
    m_dismissible = dismissible;
    m_close->setVisible(dismissible);
}

void Banner::dismiss()
{
    if (isHidden())
        return;
    hide();
    Q_EMIT dismissed();
}

QString Banner::title() const
{
    return m_title;
}

QString Banner::text() const
{
    return m_text;
}

void Banner::paintEvent(QPaintEvent *)
{
    const ThemeColors &colors = m_theme->colors();
    const ToneColors tones = toneColors(m_tone, colors);
    QPainter painter(this);
    painter.fillRect(rect(), tones.background.isValid() ? tones.background : colors.window);
    painter.fillRect(QRect(0, height() - 1, width(), 1), colors.border);
}

void Banner::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    arrange();
}

void Banner::applyColors()
{
    const ToneSign sign = toneSign(m_tone);
    const int side = scaled(this, 18);
    m_icon->setPixmap(themedIcon(sign.icon, m_theme, sign.color).pixmap(QSize(side, side), devicePixelRatioF()));
    setTextColor(m_label, m_tone == Tone::Neutral ? m_theme->colors().text : m_theme->colors().*sign.color);
    update();
}

void Banner::arrange()
{
    const int buttons = m_buttonBox->isHidden() ? 0 : m_buttons->sizeHint().width();
    const bool narrow = buttons > 0 && buttons + scaled(this, 320) > width();
    const auto direction = narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
    if (m_content->direction() != direction)
        m_content->setDirection(direction);
    // Beside the text the buttons stand in one row; below it they may wrap.
    m_buttonBox->setMinimumWidth(narrow ? 0 : buttons);
    m_content->setStretchFactor(m_buttonBox, 0);
}

} // namespace verderer
