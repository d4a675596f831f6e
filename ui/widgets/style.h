// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/theme.h"

#include <QProxyStyle>

class QPushButton;

namespace verderer {

/// Fusion, drawn calmer: flat surfaces, hairlines, rounded controls, underlined tabs. In high contrast it is Fusion itself. The theme must outlive
/// it.
class VerdererStyle : public QProxyStyle {
    Q_OBJECT
public:
    explicit VerdererStyle(const Theme *theme);

    void polish(QWidget *widget) override;
    void polish(QApplication *application) override;
    using QProxyStyle::polish;
    int pixelMetric(PixelMetric metric, const QStyleOption *option = nullptr, const QWidget *widget = nullptr) const override;
    int styleHint(StyleHint hint, const QStyleOption *option = nullptr, const QWidget *widget = nullptr,
                  QStyleHintReturn *returnData = nullptr) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size, const QWidget *widget) const override;
    QRect subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget = nullptr) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl part, const QWidget *widget = nullptr) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget = nullptr) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget = nullptr) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                            const QWidget *widget = nullptr) const override;

protected:
    /// Mnemonics are underlined while Alt is down.
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] bool plain() const { return m_theme->kind() == ThemeKind::HighContrast; }
    void drawPanel(QPainter *painter, const QStyleOption *option, bool primary, bool bare) const;
    void drawTab(const QStyleOption *option, QPainter *painter) const;
    void drawHeader(const QStyleOption *option, QPainter *painter) const;
    void drawScrollBar(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const;

    const Theme *m_theme;
    bool m_underline = false;
};

/// Colours the text of a widget, whatever its background role is.
void setTextColor(QWidget *widget, const QColor &color);

/// Marks a selected row: the soft accent behind it, or a frame where the theme has no soft colours.
void paintSelectedRow(QPainter *painter, const QRect &row, const ThemeColors &colors);

/// Marks the one primary action of a view.
void makePrimary(QPushButton *button);

} // namespace verderer
