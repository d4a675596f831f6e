// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "ui/widgets/theme.h"

class QTreeWidgetItem;

namespace verderer {

/// Writes what became of one line's act into its column, as a sign and words: done (with a remark, where the result has one), failed, or not begun.
void showResultIn(QTreeWidgetItem *line, int column, const Result<QString> &result, const QString &doneWord, const ThemeColors &colors);

/// Says in a line why nothing can be done with it.
void showRefusalIn(QTreeWidgetItem *line, int column, const QString &why, const ThemeColors &colors);

} // namespace verderer
