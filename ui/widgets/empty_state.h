// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/theme.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace verderer {

/// What a view shows when it has nothing to show: what is so, and what to do next.
class EmptyState : public QWidget {
    Q_OBJECT
public:
    explicit EmptyState(const Theme *theme, QWidget *parent = nullptr);

    /// `icon` is a name of themedIcon(); `details` may be long and is shown smaller, selectable.
    void setContent(const QString &icon, const QString &title, const QString &text, const QString &details = {});
    /// Adds a button below the texts; owned by this widget.
    QPushButton *addButton(const QString &text, const QString &objectName);
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString text() const;

private:
    void applyColors();

    const Theme *m_theme;
    QString m_iconName;
    QLabel *m_icon;
    QLabel *m_title;
    QLabel *m_text;
    QLabel *m_details;
    QVBoxLayout *m_column;
};

} // namespace verderer
