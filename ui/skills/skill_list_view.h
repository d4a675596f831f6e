// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListView>

namespace verderer {

class SkillListModel;
class Theme;

/// The list itself. Follows its model's keys: currentKeyChanged() is told once a skill becomes current, and not for a mere refresh.
class SkillListView : public QListView {
    Q_OBJECT
public:
    SkillListView(const Theme *theme, SkillListModel *model, QWidget *parent = nullptr);

    [[nodiscard]] QString currentKey() const;
    /// Selects and shows that skill; false where it is not shown now. An empty key clears the selection.
    bool setCurrentKey(const QString &key);

Q_SIGNALS:
    void currentKeyChanged(const QString &key);
    /// Return or a double click: on to the text.
    void opened();
    /// Painted with at least one skill for the first time.
    void firstPainted();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    SkillListModel *m_model;
    QString m_lastKey;
    bool m_painted = false;
    bool m_refreshing = false;
};

} // namespace verderer
