// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/catalog.h"
#include "ui/widgets/place.h"

#include <QWidget>

class QAction;
class QCheckBox;
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
class SkillFilesTab;
class VerdictTab;

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
    /// `reason`: why it cannot be switched; empty where it can, and the switch then says why it is on or off.
    void setCanSwitch(bool can, const QString &reason);
    /// Shown in the tab's title.
    void setRecordCount(qint64 records);
    /// Likewise; -1 while that is not known.
    void setFileCount(int files);
    void setVerdictCount(int serious);

    /// "edit", "history", "files", "verdict"
    [[nodiscard]] QString tab() const;
    void setTab(const QString &tab);

    [[nodiscard]] EditTab *editTab() const { return m_edit; }
    [[nodiscard]] HistoryTab *historyTab() const { return m_history; }
    [[nodiscard]] SkillFilesTab *filesTab() const { return m_files; }
    [[nodiscard]] VerdictTab *verdictTab() const { return m_verdict; }
    /// About the skill as a whole: what an act did, and undo.
    [[nodiscard]] Banner *banner() const { return m_banner; }
    /// What is running and can be cancelled.
    [[nodiscard]] Banner *progressBanner() const { return m_progress; }
    [[nodiscard]] QMenu *menu() const { return m_menu; }

Q_SIGNALS:
    void saveRequested();
    void rollBackRequested();
    void switchRequested(bool enabled);
    void tabChanged(const QString &tab);

private:
    void applyColors();

    void addBadges(const SkillEntry &entry);

    const Theme *m_theme;
    QStackedWidget *m_stack;
    ElidedLabel *m_title;
    ElidedLabel *m_description;
    QWidget *m_badgeBox;
    FlowLayout *m_badgeLayout;
    Badge *m_unsavedBadge;
    QCheckBox *m_switch;
    QPushButton *m_rollBack;
    QPushButton *m_more;
    QPushButton *m_save;
    QAction *m_saveAction;
    QMenu *m_menu;
    QTabBar *m_tabs;
    Banner *m_banner;
    Banner *m_progress;
    QStackedWidget *m_pages;
    EditTab *m_edit;
    HistoryTab *m_history;
    SkillFilesTab *m_files;
    VerdictTab *m_verdict;
    QString m_enabledReason;
};

} // namespace verderer
