// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/theme.h"

#include <QAbstractButton>

class QButtonGroup;
class QVBoxLayout;

namespace verderer {

/// One place of the rail.
class RailButton : public QAbstractButton {
    Q_OBJECT
public:
    RailButton(const Theme *theme, const QString &icon, const QString &text, QWidget *parent = nullptr);
    void setNumber(int number);
    [[nodiscard]] int number() const { return m_number; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme *m_theme;
    QString m_iconName;
    int m_number = 0;
};

/// The strip at the left edge with the places. Buttons are reached by Tab and moved between by arrow keys.
class Rail : public QWidget {
    Q_OBJECT
public:
    explicit Rail(const Theme *theme, QWidget *parent = nullptr);

    /// Adds a place; those of the foot stand at the lower end.
    RailButton *addPlace(const QString &id, const QString &icon, const QString &text, const QKeySequence &shortcut, bool foot);
    void setCurrent(const QString &id);
    [[nodiscard]] QString current() const;
    [[nodiscard]] RailButton *button(const QString &id) const;

Q_SIGNALS:
    void chosen(const QString &id);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme *m_theme;
    QButtonGroup *m_group;
    QVBoxLayout *m_top;
    QVBoxLayout *m_foot;
};

} // namespace verderer
