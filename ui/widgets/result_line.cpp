// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/result_line.h"

#include <QTreeWidgetItem>

using namespace Qt::StringLiterals;

namespace verderer {

void showResultIn(QTreeWidgetItem *line, int column, const Result<QString> &result, const QString &doneWord, const ThemeColors &colors)
{
    if (result) {
        line->setText(column, u"✓ "_s + doneWord + (result->isEmpty() ? QString() : QString(u": "_s + *result)));
        line->setForeground(column, colors.accent);
    } else {
        const bool cancelled = result.error().code == ErrorCode::Cancelled;
        line->setText(column, (cancelled ? u"‖ "_s : u"✕ "_s) + result.error().message);
        line->setForeground(column, cancelled ? colors.muted : colors.error);
    }
    line->setToolTip(column, line->text(column));
}

void showRefusalIn(QTreeWidgetItem *line, int column, const QString &why, const ThemeColors &colors)
{
    line->setText(column, u"✕ "_s + why);
    line->setForeground(column, colors.error);
    line->setToolTip(column, line->text(column));
}

} // namespace verderer
