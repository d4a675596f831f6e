// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/theme.h"

#include <QIcon>

namespace verderer {

/// One of the project's own drawings (`resources/icons/NAME.svg`) in a colour of the theme, asked for each time it is painted. `theme` must outlive
/// the icon. An unknown name paints nothing.
QIcon themedIcon(const QString &name, const Theme *theme, QColor ThemeColors::*color = &ThemeColors::text);

} // namespace verderer
