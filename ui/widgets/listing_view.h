// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/theme.h"

#include <QTableView>

#include <utility>

namespace verderer {

class ListingModelBase;

/// The table over a ListingModel. It knows its rows by id, so that selection and place stay when a newer list is taken over. Rows have one height,
/// and nothing is measured: a million rows cost what one page costs.
class ListingView : public QTableView {
    Q_OBJECT
public:
    ListingView(const Theme *theme, ListingModelBase *model, QWidget *parent = nullptr);

    /// More selected rows than this are not followed by id; the model is held while so many are selected.
    static constexpr int followedRows = 200;

    /// The id of the current row; empty where none is chosen.
    [[nodiscard]] QString currentId() const { return m_currentId; }
    /// Makes this row the current and only selected one, and shows it. An empty id chooses none.
    void chooseRow(int row);
    void chooseNone();
    /// Remembers an id that the list may not hold yet: it is chosen as soon as a list has it.
    void setCurrentId(const QString &id);

    [[nodiscard]] int selectedRows() const;
    /// The selected rows as ranges: first row, number of rows; in order.
    [[nodiscard]] QList<std::pair<int, int>> selectedRanges() const;

Q_SIGNALS:
    /// Another row was chosen, by a person or by chooseRow(). Not told when a newer list only moves the row.
    void currentIdChanged(const QString &id);
    /// Return, or a double click.
    void opened(const QString &id);
    void selectedRowsChanged(int rows);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;

private:
    [[nodiscard]] QStringList keptIds() const;
    [[nodiscard]] int topRow() const;
    void takeUp();
    void restore(const QHash<QString, int> &positions, bool sameQuestion);
    void tellSelection();

    ListingModelBase *m_model;
    QString m_currentId;
    QStringList m_selectedIds; ///< before a newer list is taken over
    QString m_topId;
    int m_topOffset = 0; ///< pixels of the topmost row above the edge
    bool m_atTop = true;
    bool m_restoring = false;
};

} // namespace verderer
