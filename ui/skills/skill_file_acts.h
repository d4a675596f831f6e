// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/skills/save_flow.h"

#include <QDialog>
#include <QObject>
#include <QPointer>

class QAction;

namespace verderer {

class SkillFilesTab;

/// The acts on a skill's support files, on the Files tab: new, add from disk, edit, rename, remove. Their actions stand in the tree's menu and in the
/// buttons below it; what became of them is told in the tab's banner.
class SkillFileActs : public QObject {
    Q_OBJECT
public:
    SkillFileActs(const WindowServices &services, MutationRun *run, SkillFilesTab *tab, QObject *parent = nullptr);

    void open(const SkillSession &session, const SkillEntry &entry);
    /// The text of the chosen file as it was read; nothing where it is no text that is shown whole.
    void setText(const QString &path, const std::optional<QByteArray> &bytes);

Q_SIGNALS:
    /// Something changed on disk; the file of that path is to be shown, where there is one.
    void changed(const QString &path);

private:
    void updateActions();
    void newFile();
    void addFromDisk();
    void add(const QStringList &paths);
    void addNext();
    void edit();
    void rename();
    void askToRemove();
    void remove(const QString &path, const QString &note);
    void tell(const QString &title, const QStringList &warnings, const QString &path);
    void presentFailure(const QString &title, const Error &error, const std::function<void()> &again);
    /// A dialog of ours is open; a closed one may live a little longer.
    [[nodiscard]] bool isAsking() const { return m_dialog && m_dialog->isVisible(); }
    [[nodiscard]] QString folderOfChoice() const;
    [[nodiscard]] QString cannotChange() const;

    WindowServices m_services;
    MutationRun *m_run;
    SkillFilesTab *m_tab;
    SkillSession m_session;
    SkillEntry m_entry;
    QString m_path;
    std::optional<QByteArray> m_bytes;
    QStringList m_toAdd;
    int m_added = 0;
    QPointer<QDialog> m_dialog;
    QAction *m_new;
    QAction *m_add;
    QAction *m_edit;
    QAction *m_rename;
    QAction *m_remove;
};

} // namespace verderer
