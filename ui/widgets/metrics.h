// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QWidget>

namespace verderer {

/// Lengths are written down as they are at the reference font (10 pt at 96 dpi, 16 pixels high) and grow with the font that is really used, so that a
/// window holds together at 150 % and 200 %.
inline int scaled(const QFontMetrics &metrics, qreal length)
{
    return qRound(length * metrics.height() / 16.0);
}
inline int scaled(const QWidget *widget, qreal length)
{
    return scaled(widget->fontMetrics(), length);
}

} // namespace verderer
