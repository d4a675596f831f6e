// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/skills/disk_watcher.h"
#include "ui/skills/skill_services.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/place.h"

#include <QObject>
#include <QTimer>

namespace verderer {

class SkillListModel;
class SkillListPane;

/// Fills the list: reads the catalog off the window's thread, searches contents, and reads again when something changes on disk.
class SkillListController : public QObject {
    Q_OBJECT
public:
    SkillListController(const WindowServices &services, SkillListModel *model, SkillListPane *pane, QObject *parent = nullptr);

    /// Shows another user's or installation's skills.
    void open(const SkillSession &session);
    /// Reads again; what is selected stays so.
    void refresh();
    /// Selects a skill by key, or by folder or declared name; remembered until the list has it.
    void select(const QString &wanted);
    /// The same for a skill that the list shown now may still know as it was before: once it is read again.
    void selectOnceRead(const QString &wanted) { m_wanted = wanted; }

Q_SIGNALS:
    /// A skill was chosen.
    void chosen(const verderer::SkillEntry &entry);
    /// The catalog was read, for the first time or again.
    void loaded();

private:
    void onCatalog(const Result<Catalog> &catalog);
    void onSearchChanged(const QString &text);
    void startContentSearch();
    void watchDisk();
    void applyWanted();

    WindowServices m_services;
    SkillListModel *m_model;
    SkillListPane *m_pane;
    SkillSession m_session;
    JobSlot m_reading;
    JobSlot m_searching;
    DiskWatcher m_watcher;
    QTimer m_searchDelay;
    QString m_wanted;
    bool m_again = false;
};

} // namespace verderer
