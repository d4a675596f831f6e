// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/style.h"

#include "ui/widgets/metrics.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitterHandle>
#include <QStyleOption>
#include <QTabBar>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr auto primaryProperty = "verdererPrimary";
constexpr qreal radius = 5;

bool isPrimary(const QStyleOption *option, const QWidget *widget)
{
    if (widget && widget->property(primaryProperty).toBool())
        return true;
    const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
    return button && button->features.testFlag(QStyleOptionButton::DefaultButton);
}

} // namespace

void setTextColor(QWidget *widget, const QColor &color)
{
    QPalette palette = widget->palette();
    palette.setColor(QPalette::WindowText, color);
    palette.setColor(QPalette::Text, color);
    widget->setPalette(palette);
}

void paintSelectedRow(QPainter *painter, const QRect &row, const ThemeColors &colors)
{
    painter->fillRect(row, colors.accentSoft);
    if (colors.accentSoft == colors.surface) {
        painter->setPen(QPen(colors.accent, 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(row.adjusted(1, 1, -1, -1));
    }
}

void makePrimary(QPushButton *button)
{
    button->setProperty(primaryProperty, true);
}

VerdererStyle::VerdererStyle(const Theme *theme) : QProxyStyle(u"Fusion"_s), m_theme(theme)
{
}

void VerdererStyle::polish(QWidget *widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QAbstractButton *>(widget) || qobject_cast<QComboBox *>(widget) || qobject_cast<QTabBar *>(widget) ||
        qobject_cast<QScrollBar *>(widget) || qobject_cast<QSplitterHandle *>(widget))
        widget->setAttribute(Qt::WA_Hover);
}

void VerdererStyle::polish(QApplication *application)
{
    QProxyStyle::polish(application);
    application->installEventFilter(this);
}

bool VerdererStyle::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress || event->type() == QEvent::KeyRelease || event->type() == QEvent::WindowDeactivate) {
        const bool key = event->type() != QEvent::WindowDeactivate;
        const bool alt = key && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Alt;
        const bool down = alt && event->type() == QEvent::KeyPress;
        if (down != m_underline && (alt || !key)) {
            m_underline = down;
            const auto widgets = QApplication::allWidgets();
            for (QWidget *widget : widgets) {
                if (widget->isVisible() && (qobject_cast<QAbstractButton *>(widget) || qobject_cast<QTabBar *>(widget)))
                    widget->update();
            }
        }
    }
    return QProxyStyle::eventFilter(watched, event);
}

QRect VerdererStyle::subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const
{
    QRect rect = QProxyStyle::subElementRect(element, option, widget);
    if (!plain() && element == SE_LineEditContents)
        rect.adjust(scaled(option->fontMetrics, 5), 0, -scaled(option->fontMetrics, 3), 0);
    return rect;
}

QRect VerdererStyle::subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl part, const QWidget *widget) const
{
    QRect rect = QProxyStyle::subControlRect(control, option, part, widget);
    if (!plain() && control == CC_ComboBox && part == SC_ComboBoxEditField)
        rect.adjust(scaled(option->fontMetrics, 7), 0, 0, 0);
    return rect;
}

int VerdererStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    if (plain())
        return QProxyStyle::pixelMetric(metric, option, widget);
    const auto length = [&](qreal value) { return option ? scaled(option->fontMetrics, value) : widget ? scaled(widget, value) : qRound(value); };
    switch (metric) {
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
    case PM_TabBarTabShiftHorizontal:
    case PM_TabBarTabShiftVertical:
    case PM_TabBarBaseOverlap:
    case PM_TabBarTabOverlap:
        return 0;
    case PM_TabBarTabHSpace:
        return length(24);
    case PM_TabBarTabVSpace:
        return length(16);
    case PM_TabBarBaseHeight:
        return 1;
    case PM_ScrollBarExtent:
        return length(11);
    case PM_ScrollBarSliderMin:
        return length(28);
    case PM_SplitterWidth:
        return length(5);
    case PM_HeaderMargin:
        return length(6);
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int VerdererStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *returnData) const
{
    switch (hint) {
    case SH_ScrollBar_Transient:
    case SH_EtchDisabledText:
    case SH_ItemView_ShowDecorationSelected:
        return hint == SH_ItemView_ShowDecorationSelected;
    case SH_UnderlineShortcut:
        return plain() || m_underline;
    case SH_TabBar_Alignment:
        return Qt::AlignLeft;
    default:
        return QProxyStyle::styleHint(hint, option, widget, returnData);
    }
}

QSize VerdererStyle::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size, const QWidget *widget) const
{
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (plain() || !option)
        return result;
    switch (type) {
    case CT_PushButton: {
        const bool chip = widget && !widget->property("chip").isNull();
        const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
        // A chip's text is drawn smaller than the font it is measured with.
        int width = chip ? size.width() * 93 / 100 + scaled(option->fontMetrics, 11) : size.width() + scaled(option->fontMetrics, 24);
        if (button && button->features.testFlag(QStyleOptionButton::HasMenu))
            width += scaled(option->fontMetrics, 16);
        return {width, scaled(option->fontMetrics, chip ? 22 : 30)};
    }
    case CT_ComboBox:
        result.rwidth() += scaled(option->fontMetrics, 8);
        [[fallthrough]];
    case CT_LineEdit:
        result.setHeight(std::max(result.height(), scaled(option->fontMetrics, 30)));
        return result;
    case CT_ToolButton:
        return result.expandedTo(QSize(scaled(option->fontMetrics, 28), scaled(option->fontMetrics, 28)));
    case CT_HeaderSection:
        result.setHeight(std::max(result.height(), scaled(option->fontMetrics, 28)));
        return result;
    default:
        return result;
    }
}

void VerdererStyle::drawPanel(QPainter *painter, const QStyleOption *option, bool primary, bool bare) const
{
    const ThemeColors &c = m_theme->colors();
    const bool enabled = option->state.testFlag(State_Enabled);
    const bool hover = enabled && option->state.testFlag(State_MouseOver);
    const bool down = option->state.testFlag(State_Sunken);
    const bool checked = option->state.testFlag(State_On);
    const bool dark = m_theme->kind() == ThemeKind::Dark;
    const auto shade = [&](const QColor &color, int percent) { return dark ? color.lighter(100 + percent) : color.darker(100 + percent); };
    QColor fill = c.surface;
    QColor line = c.border;
    if (checked) {
        fill = c.accentSoft;
        line = hover ? c.accent : c.border;
    } else if (primary && enabled) {
        fill = line = down ? shade(c.accent, 16) : hover ? shade(c.accent, 8) : c.accent;
    } else if (down) {
        fill = shade(c.surface, 10);
    } else if (hover) {
        fill = shade(c.surface, 4);
        line = c.muted;
    }
    if (!enabled)
        fill = c.window;
    if (bare && !checked && !hover && !down)
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(line, 1));
    painter->setBrush(fill);
    painter->drawRoundedRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter->restore();
}

void VerdererStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    if (plain())
        return QProxyStyle::drawPrimitive(element, option, painter, widget);
    const ThemeColors &c = m_theme->colors();
    switch (element) {
    case PE_PanelButtonCommand:
        drawPanel(painter, option, isPrimary(option, widget), false);
        return;
    case PE_PanelButtonTool:
        drawPanel(painter, option, false, option->state.testFlag(State_AutoRaise));
        return;
    case PE_PanelLineEdit:
    case PE_FrameLineEdit: {
        const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
        if (frame && frame->lineWidth <= 0) {
            painter->fillRect(option->rect, option->palette.base());
            return;
        }
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const bool focus = option->state.testFlag(State_HasFocus);
        painter->setPen(QPen(focus ? c.accent : c.border, focus ? 1.5 : 1));
        painter->setBrush(element == PE_PanelLineEdit ? QBrush(c.surface) : QBrush(Qt::NoBrush));
        painter->drawRoundedRect(QRectF(option->rect).adjusted(0.75, 0.75, -0.75, -0.75), radius, radius);
        painter->restore();
        return;
    }
    case PE_FrameFocusRect:
        if (qobject_cast<const QAbstractItemView *>(widget))
            return; // the selected row says where the focus is
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(c.accent, 1.5));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(option->rect).adjusted(0.75, 0.75, -0.75, -0.75), radius - 1, radius - 1);
        painter->restore();
        return;
    case PE_Frame:
    case PE_FrameGroupBox:
    case PE_FrameTabWidget:
        painter->save();
        painter->setPen(c.border);
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
        return;
    case PE_FrameTabBarBase:
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), c.border);
        return;
    case PE_FrameStatusBarItem:
    case PE_PanelStatusBar:
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void VerdererStyle::drawTab(const QStyleOption *option, QPainter *painter) const
{
    const ThemeColors &c = m_theme->colors();
    const bool selected = option->state.testFlag(State_Selected);
    const bool hover = option->state.testFlag(State_MouseOver) && option->state.testFlag(State_Enabled);
    const QRect rect = option->rect;
    painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), c.border);
    if (selected || hover) {
        const int inset = scaled(option->fontMetrics, 12);
        const QColor line = selected ? c.accent : c.border;
        painter->fillRect(QRect(rect.left() + inset, rect.bottom() - 1, rect.width() - 2 * inset, 2), line);
    }
}

void VerdererStyle::drawHeader(const QStyleOption *option, QPainter *painter) const
{
    const ThemeColors &c = m_theme->colors();
    painter->fillRect(option->rect, c.surface);
    painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), c.border);
}

void VerdererStyle::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    if (plain())
        return QProxyStyle::drawControl(element, option, painter, widget);
    const ThemeColors &c = m_theme->colors();
    switch (element) {
    case CE_PushButtonBevel: {
        const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
        const bool flat = button && button->features.testFlag(QStyleOptionButton::Flat);
        if (widget && !widget->property("chip").isNull()) {
            painter->save();
            painter->setRenderHint(QPainter::Antialiasing);
            const bool on = option->state.testFlag(State_On);
            painter->setPen(QPen(option->state.testFlag(State_MouseOver) ? c.muted : c.border, 1));
            painter->setBrush(on ? c.accentSoft : c.surface);
            const qreal round = option->rect.height() / 2.0;
            painter->drawRoundedRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5), round, round);
            painter->restore();
        } else {
            drawPanel(painter, option, isPrimary(option, widget), flat);
        }
        if (button && button->features.testFlag(QStyleOptionButton::HasMenu)) {
            QStyleOption arrow(*option);
            const int side = scaled(option->fontMetrics, 9);
            arrow.rect = QRect(option->rect.right() - side - scaled(option->fontMetrics, 8), option->rect.center().y() - side / 2, side, side);
            QProxyStyle::drawPrimitive(PE_IndicatorArrowDown, &arrow, painter, widget);
        }
        return;
    }
    case CE_PushButtonLabel: {
        const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
        if (!button)
            break;
        QStyleOptionButton copy(*button);
        QColor color = c.text;
        if (!option->state.testFlag(State_Enabled))
            color = c.disabled;
        else if (option->state.testFlag(State_On))
            color = c.accent;
        else if (isPrimary(option, widget))
            color = c.onAccent;
        copy.palette.setColor(QPalette::ButtonText, color);
        if (widget && !widget->property("chip").isNull()) {
            painter->save();
            QFont font = painter->font();
            font.setPointSizeF(font.pointSizeF() * 0.87);
            font.setBold(option->state.testFlag(State_On));
            painter->setFont(font);
            painter->setPen(option->state.testFlag(State_On) ? c.accent : c.muted);
            painter->drawText(option->rect, Qt::AlignCenter | Qt::TextHideMnemonic, button->text);
            painter->restore();
            return;
        }
        if (button->features.testFlag(QStyleOptionButton::HasMenu))
            copy.rect.setRight(copy.rect.right() - scaled(option->fontMetrics, 14));
        copy.features.setFlag(QStyleOptionButton::HasMenu, false);
        QProxyStyle::drawControl(element, &copy, painter, widget);
        return;
    }
    case CE_TabBarTabShape:
        drawTab(option, painter);
        return;
    case CE_TabBarTabLabel: {
        const auto *tab = qstyleoption_cast<const QStyleOptionTab *>(option);
        if (!tab)
            break;
        const bool selected = tab->state.testFlag(State_Selected);
        painter->save();
        QFont font = painter->font();
        font.setBold(selected);
        painter->setFont(font);
        painter->setPen(selected ? c.text : c.muted);
        painter->drawText(tab->rect, Qt::AlignCenter | (m_underline ? Qt::TextShowMnemonic : Qt::TextHideMnemonic), tab->text);
        if (tab->state.testFlag(State_HasFocus)) {
            QStyleOption focus(*option);
            focus.rect = tab->rect.adjusted(4, 4, -4, -4);
            drawPrimitive(PE_FrameFocusRect, &focus, painter, nullptr);
        }
        painter->restore();
        return;
    }
    case CE_Splitter: {
        const bool vertical = option->state.testFlag(State_Horizontal);
        const QRect r = option->rect;
        const QColor line = option->state.testFlag(State_MouseOver) ? c.accent : c.border;
        painter->fillRect(r, c.surface);
        if (vertical)
            painter->fillRect(QRect(r.center().x(), r.top(), 1, r.height()), line);
        else
            painter->fillRect(QRect(r.left(), r.center().y(), r.width(), 1), line);
        return;
    }
    case CE_HeaderSection:
    case CE_HeaderEmptyArea:
        drawHeader(option, painter);
        return;
    case CE_HeaderLabel: {
        const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option);
        if (!header)
            break;
        // The first column begins where the page's title does.
        const bool indented = header->section == 0 && !(widget && widget->property("flushFirstSection").toBool());
        const QRect text = header->rect.adjusted(indented ? scaled(option->fontMetrics, 14) : 0, 0, 0, 0);
        painter->save();
        painter->setPen(c.muted);
        painter->drawText(text, int(header->textAlignment) | Qt::AlignVCenter,
                          header->fontMetrics.elidedText(header->text, Qt::ElideRight, text.width()));
        painter->restore();
        return;
    }
    default:
        break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void VerdererStyle::drawScrollBar(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    const ThemeColors &c = m_theme->colors();
    const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option);
    painter->fillRect(option->rect, c.surface);
    if (!bar || bar->maximum <= bar->minimum)
        return;
    const QRect slider = proxy()->subControlRect(CC_ScrollBar, option, SC_ScrollBarSlider, widget);
    const bool active = option->activeSubControls.testFlag(SC_ScrollBarSlider) && option->state.testFlag(State_MouseOver);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    QColor thumb = c.muted;
    thumb.setAlpha(active || option->state.testFlag(State_Sunken) ? 200 : 110);
    painter->setBrush(thumb);
    const QRectF thumbRect = QRectF(slider).adjusted(3, 3, -3, -3);
    const qreal round = std::min(thumbRect.width(), thumbRect.height()) / 2;
    painter->drawRoundedRect(thumbRect, round, round);
    painter->restore();
}

void VerdererStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    if (!plain() && control == CC_ScrollBar) {
        drawScrollBar(option, painter, widget);
        return;
    }
    if (!plain() && control == CC_ComboBox) {
        const auto *box = qstyleoption_cast<const QStyleOptionComboBox *>(option);
        if (box && !box->editable) {
            QStyleOptionComboBox panel(*box);
            panel.state.setFlag(State_On, false);
            drawPanel(painter, &panel, false, false);
            if (option->state.testFlag(State_HasFocus)) {
                QStyleOptionComboBox focus(*box);
                drawPrimitive(PE_FrameFocusRect, &focus, painter, nullptr);
            }
            QStyleOptionComboBox arrow(*box);
            const int side = scaled(option->fontMetrics, 9);
            arrow.rect = QRect(option->rect.right() - side - scaled(option->fontMetrics, 8), option->rect.center().y() - side / 2, side, side);
            QProxyStyle::drawPrimitive(PE_IndicatorArrowDown, &arrow, painter, widget);
            return;
        }
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

} // namespace verderer
