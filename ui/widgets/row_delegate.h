// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/theme.h"

#include <QStyledItemDelegate>

class QAbstractItemView;

namespace verderer {

/// Rows of plain texts as all lists of the window have them: a hairline under each, the soft accent behind the selected one, which keeps the colours
/// of its texts, and the first column beginning under its header.
class RowDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit RowDelegate(const Theme *theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    const Theme *m_theme;
};

/// The same soft accent behind the selected row of a view that paints its own cells (trees, check boxes). Follows the theme.
void useSoftSelection(QAbstractItemView *view, const Theme *theme);

} // namespace verderer
