// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QButtonGroup;
class QPushButton;

namespace verderer {

class FlowLayout;

/// A row of small buttons of which one is chosen, each with a count. Arrow keys move between them.
class FilterChips : public QWidget {
    Q_OBJECT
public:
    explicit FilterChips(QWidget *parent = nullptr);

    /// Adds a chip; `id` is kept in settings and told by chosen(), `label` is shown before the count.
    void addChip(const QString &id, const QString &label, const QString &explanation);
    void setCount(const QString &id, int count);
    /// The same for a number that is not wholly known ("100+").
    void setCountText(const QString &id, const QString &count);
    /// Chips that would show nothing can be hidden; the chosen one stays.
    void setChipVisible(const QString &id, bool visible);

    [[nodiscard]] QString current() const;
    /// An unknown id chooses the first chip.
    void setCurrent(const QString &id);

Q_SIGNALS:
    void chosen(const QString &id);

private:
    [[nodiscard]] QPushButton *chip(const QString &id) const;

    QButtonGroup *m_group;
    FlowLayout *m_layout;
};

} // namespace verderer
