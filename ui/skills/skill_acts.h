// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/skill_switch.h"
#include "ui/skills/save_flow.h"
#include "ui/widgets/background_job.h"

#include <QObject>
#include <QPointer>

namespace verderer {

class Banner;
class CopySkillDialog;
class InstallDialog;
class NewSkillDialog;
class TrashDialog;

/// What an act on one skill needs to know beside the entry.
struct SkillToDelete {
    SkillEntry entry;
    QString baseHash;     ///< of the text that is shown; empty where none is
    bool unsaved = false; ///< something is typed that is not saved
};

/// The acts on whole skills: new, copy, delete, restore, the trash, on and off. Opens their dialogs, runs what needs none, and tells in the page's
/// banner what became of it.
class SkillActs : public QObject {
    Q_OBJECT
public:
    /// `banner` tells what became of it; `window` is what dialogs belong to.
    SkillActs(const WindowServices &services, MutationRun *run, Banner *banner, QWidget *window, QObject *parent = nullptr);

    void setSession(const SkillSession &session) { m_session = session; }

    /// Asks for a new skill. `taken`: the folders of the custom skills that are there.
    NewSkillDialog *create(const QStringList &taken);
    /// Asks for a copy's name and for whom it is made.
    CopySkillDialog *copy(const SkillEntry &entry, bool toOthers);
    /// Asks, then moves the skill to the trash.
    void remove(const SkillToDelete &skill);
    /// Brings a deleted skill back: the whole folder where it can, else its SKILL.md. `place` as of MutationOutcome; empty: the newest deletion.
    void restore(const QString &directory, const QString &place = {});
    TrashDialog *openTrash();
    void setEnabled(const SkillEntry &entry, bool enabled);
    /// Asks which archives, then install().
    void chooseArchives();
    /// Shows what is in the archives and folders, and installs them on wish. Paths that are neither are told.
    InstallDialog *install(const QStringList &paths);
    /// Asks where to, then writes the skill as it is then into a `.skill` archive.
    void exportSkill(const SkillEntry &entry);

    /// Why an act is not possible with this skill; empty where it is.
    [[nodiscard]] static QString cannotCopy(const SkillEntry &entry);
    [[nodiscard]] static QString cannotExport(const SkillEntry &entry);
    [[nodiscard]] static QString cannotDelete(const SkillEntry &entry);
    [[nodiscard]] static QString cannotRestore(const SkillEntry &entry);
    [[nodiscard]] static QString cannotSwitch(const SkillEntry &entry, const SkillRoots &roots);

Q_SIGNALS:
    /// Something changed on disk.
    void done();
    /// Told before done().
    void deleted(const QString &directory);
    /// A skill came to be (new, a copy, restored): it is to be shown. `edit`: the person will go on with its text.
    void appeared(const QString &directory, bool edit);

private:
    void writeArchive(const SkillEntry &entry, const QString &path);
    void runDelete(const SkillToDelete &skill, const QString &note);
    void showSwitched(const SkillEntry &entry, bool wished, const SwitchOutcome &outcome);
    void presentFailure(const QString &title, const Error &error, const std::function<void()> &again);

    WindowServices m_services;
    MutationRun *m_run;
    Banner *m_banner;
    QWidget *m_window;
    SkillSession m_session;
    QPointer<QDialog> m_dialog;
    JobSlot m_export;
};

} // namespace verderer
