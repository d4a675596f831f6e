// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace verderer {

class Theme;

/// Asks for another title. Opened with open(), never exec(); deletes itself once closed.
class RenameDialog : public QDialog {
    Q_OBJECT
public:
    RenameDialog(const Theme *theme, const QString &title, QWidget *parent = nullptr);

Q_SIGNALS:
    void renamed(const QString &title);

private:
    QLineEdit *m_title;
    QPushButton *m_accept;
};

} // namespace verderer
