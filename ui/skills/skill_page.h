// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/catalog.h"
#include "ui/widgets/place.h"

#include <QWidget>

class QAction;
class QLabel;
class QMenu;
class QPushButton;
class QStackedWidget;
class QTabBar;

namespace verderer {

class Badge;
class Banner;
class EditTab;
class ElidedLabel;
class FlowLayout;
class HistoryTab;

/// The right side of the skills place: what the skill is, what can be done with it, and its tabs. A view.
class SkillPage : public QWidget {
    Q_OBJECT
public:
    explicit SkillPage(const WindowServices &services, QWidget *parent = nullptr);

    /// Nothing is selected.
    void clear();
    void showEntry(const SkillEntry &entry);
    void setUnsaved(bool unsaved);
    /// Both with the reason where not; the reason becomes the tooltip.
    void setCanSave(bool can, const QString &reason);
    void setCanRollBack(bool can, const QString &reason);
    /// Shown in the tab's title.
    void setRecordCount(qint64 records);

    /// "edit", "history"
    [[nodiscard]] QString tab() const;
    void setTab(const QString &tab);

    [[nodiscard]] EditTab *editTab() const { return m_edit; }
    [[nodiscard]] HistoryTab *historyTab() const { return m_history; }
    /// About the skill as a whole: what an act did, and undo.
    [[nodiscard]] Banner *banner() const { return m_banner; }
    [[nodiscard]] QMenu *menu() const { return m_menu; }

Q_SIGNALS:
    void saveRequested();
    void rollBackRequested();
    void tabChanged(const QString &tab);

private:
    void applyColors();

    const Theme *m_theme;
    QStackedWidget *m_stack;
    ElidedLabel *m_title;
    ElidedLabel *m_description;
    QWidget *m_badgeBox;
    FlowLayout *m_badgeLayout;
    Badge *m_unsavedBadge;
    QPushButton *m_rollBack;
    QPushButton *m_more;
    QPushButton *m_save;
    QAction *m_saveAction;
    QMenu *m_menu;
    QTabBar *m_tabs;
    Banner *m_banner;
    QStackedWidget *m_pages;
    EditTab *m_edit;
    HistoryTab *m_history;
};

} // namespace verderer
