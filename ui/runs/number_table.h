// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableWidget>

namespace verderer {

class Theme;

/// A small read-only table of names and numbers: names at the left, numbers at the right of their columns.
class NumberTable : public QTableWidget {
    Q_OBJECT
public:
    NumberTable(const Theme *theme, const QStringList &columns, QWidget *parent = nullptr);

    struct Cell {
        QString text;
        QString tip;
        bool muted = false;
    };
    /// Shows these rows; each has a cell for every column. `keys`: what activated() tells of a row.
    void setRows(const QList<QList<Cell>> &rows, const QStringList &keys = {});
    [[nodiscard]] QString keyAt(int row) const;
    /// The table grows with its rows instead of scrolling, up to so many.
    void setFitted(int mostRows);
    /// The texts of all cells separated by tabs, for the clipboard.
    [[nodiscard]] QString plainText() const;

Q_SIGNALS:
    /// Return or a double click on a row that has a key.
    void rowActivated(const QString &key);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void applyColors();
    void fit();

    const Theme *m_theme;
    QStringList m_keys;
    int m_mostRows = 0;
};

} // namespace verderer
