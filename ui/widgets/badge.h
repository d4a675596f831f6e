// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/theme.h"

#include <QWidget>

namespace verderer {

/// What a badge or a banner means. Never said by colour alone: the words say it too.
enum class Tone { Neutral, Accent, Information, Warning, Error };

/// Text and background of a tone.
struct ToneColors {
    QColor text;
    QColor background; ///< invalid: a hairline frame instead
};
ToneColors toneColors(Tone tone, const ThemeColors &colors);

/// The font of badges beside text of `font`.
QFont badgeFont(const QFont &font);
/// The room a badge needs.
QSize badgeSize(const QFont &font, const QString &text);
/// Paints a badge at the right or left edge of `rect`, vertically centred; gives the rectangle it took.
QRect paintBadge(QPainter *painter, const QRect &rect, Qt::Alignment side, const QString &text, Tone tone, const ThemeColors &colors);

/// A small word in a rounded box.
class Badge : public QWidget {
    Q_OBJECT
public:
    explicit Badge(const Theme *theme, QWidget *parent = nullptr);

    /// An empty text hides the badge. `explanation` becomes tooltip and accessible description.
    void setBadge(const QString &text, Tone tone, const QString &explanation = {});
    [[nodiscard]] QString text() const { return m_text; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme *m_theme;
    QString m_text;
    Tone m_tone = Tone::Neutral;
};

} // namespace verderer
