// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/skill_acts.h"

#include "package/skill_packages.h"
#include "skills/skill_folders.h"
#include "ui/skills/copy_skill_dialog.h"
#include "ui/skills/install_dialog.h"
#include "ui/skills/new_skill_dialog.h"
#include "ui/skills/trash_dialog.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/database_source.h"
#include "ui/widgets/text_format.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QPushButton>

#include <memory>

using namespace Qt::StringLiterals;

namespace verderer {

SkillActs::SkillActs(const WindowServices &services, MutationRun *run, Banner *banner, QWidget *window, QObject *parent)
    : QObject(parent), m_services(services), m_run(run), m_banner(banner), m_window(window)
{
}

QString SkillActs::cannotCopy(const SkillEntry &entry)
{
    return entry.deleted ? tr("This skill is deleted. Restore it first.") : QString();
}

QString SkillActs::cannotDelete(const SkillEntry &entry)
{
    if (entry.category != SkillCategory::Custom)
        return tr("Only custom skills can be deleted here; this one comes with the installation.");
    if (entry.deleted)
        return tr("This skill is deleted already.");
    return entry.editable ? QString() : entry.notEditableReason;
}

QString SkillActs::cannotRestore(const SkillEntry &entry)
{
    return entry.deleted ? QString() : tr("This skill is there; nothing is to be restored.");
}

QString SkillActs::cannotSwitch(const SkillEntry &entry, const SkillRoots &roots)
{
    if (entry.deleted)
        return tr("This skill is deleted.");
    if (entry.category == SkillCategory::Public && roots.extensionsFile.isEmpty())
        return tr("This installation has no extensions file, and shared skills are switched there alone.");
    return {};
}

void SkillActs::presentFailure(const QString &title, const Error &error, const std::function<void()> &again)
{
    if (error.code == ErrorCode::Cancelled)
        m_banner->present(Tone::Information, title, tr("You cancelled it."));
    else
        m_banner->present(Tone::Error, tr("%1: %2").arg(title, errorHeadline(error.code)), error.message, errorDetailText(error));
    m_run->offerWay(m_banner, error, again);
    if (error.code == ErrorCode::Locked || error.code == ErrorCode::ReadOnly || error.code == ErrorCode::TimedOut) {
        const QPushButton *retry = m_banner->addButton(tr("&Try again"), u"actAgainButton"_s);
        connect(retry, &QPushButton::clicked, this, [again] { again(); });
    }
}

NewSkillDialog *SkillActs::create(const QStringList &taken)
{
    if (m_dialog || m_session.roots.customRoot.isEmpty())
        return nullptr;
    auto *dialog = new NewSkillDialog(m_services, m_session, taken, m_window);
    m_dialog = dialog;
    connect(dialog, &NewSkillDialog::created, this, [this](const QString &directory, const QStringList &warnings) {
        Q_EMIT appeared(directory, true);
        m_banner->present(warnings.isEmpty() ? Tone::Accent : Tone::Warning, tr("Created %1").arg(directory), warnings.join(u' '));
    });
    dialog->open();
    return dialog;
}

CopySkillDialog *SkillActs::copy(const SkillEntry &entry, bool toOthers)
{
    if (m_dialog || !cannotCopy(entry).isEmpty())
        return nullptr;
    const QList<WorkspaceUser> users = m_services.database ? m_services.database->users() : QList<WorkspaceUser>();
    auto *dialog =
        new CopySkillDialog(m_services, m_session, entry, users, toOthers ? CopySkillDialog::To::Others : CopySkillDialog::To::ThisUser, m_window);
    m_dialog = dialog;
    connect(dialog, &CopySkillDialog::copied, this, [this, entry](const QString &directory, const QStringList &warnings) {
        Q_EMIT appeared(directory, false);
        m_banner->present(warnings.isEmpty() ? Tone::Accent : Tone::Warning, tr("Copied %1 as %2").arg(entry.name, directory), warnings.join(u' '));
    });
    dialog->open();
    return dialog;
}

void SkillActs::remove(const SkillToDelete &skill)
{
    if (m_dialog || m_run->isRunning() || !cannotDelete(skill.entry).isEmpty())
        return;
    QStringList sentences{
        tr("The whole folder goes to the trash of this user (.trash in %1), and the history says so. DeerFlow no longer loads the skill.")
            .arg(m_session.roots.customRoot),
        tr("It can be restored from there until the trash is emptied.")};
    if (skill.unsaved)
        sentences.prepend(tr("What you typed is not saved. It is kept as a draft."));
    auto *confirm = new ConfirmDialog(m_services, u"deleteSkill"_s, tr("Delete %1?").arg(skill.entry.name), sentences, tr("&Delete"), m_window);
    confirm->addNoteField();
    m_dialog = confirm;
    connect(confirm, &QDialog::accepted, this, [this, skill, confirm] { runDelete(skill, confirm->note()); });
    confirm->open();
}

void SkillActs::runDelete(const SkillToDelete &skill, const QString &note)
{
    DeleteRequest request;
    request.directory = skill.entry.directory;
    if (!skill.baseHash.isEmpty())
        request.baseHash = skill.baseHash;
    if (!note.isEmpty())
        request.note = note;
    m_banner->hide();
    m_run->start(
        m_session, tr("Deleting %1…").arg(skill.entry.name),
        [roots = m_session.roots, editing = m_session.editing, request](SkillEditor &, const MutationOptions &options) {
            return SkillFolders(roots, editing).remove(request, options);
        },
        [this, skill, note](const Result<MutationOutcome> &outcome) {
            if (!outcome && outcome.error().code == ErrorCode::Conflict) {
                m_banner->present(Tone::Warning, tr("Nothing was deleted"), tr("The file was changed since it was shown. Look at it again."),
                                  errorDetailText(outcome.error()));
                Q_EMIT done();
                return;
            }
            if (!outcome) {
                presentFailure(tr("Nothing was deleted"), outcome.error(), [this, skill, note] { runDelete(skill, note); });
                return;
            }
            m_banner->present(Tone::Accent, tr("Deleted %1").arg(skill.entry.name),
                              QString(tr("It lies in %1.").arg(outcome->place) + u' ' + outcome->warnings.join(u' ')).trimmed());
            const QPushButton *undo = m_banner->addButton(tr("&Undo"), u"undoDeleteButton"_s);
            connect(undo, &QPushButton::clicked, this,
                    [this, directory = skill.entry.directory, place = outcome->place] { restore(directory, place); });
            Q_EMIT deleted(skill.entry.directory);
            Q_EMIT done();
        });
}

void SkillActs::restore(const QString &directory, const QString &place)
{
    if (m_run->isRunning())
        return;
    RestoreRequest request;
    request.directory = directory;
    request.place = place;
    m_banner->hide();
    m_run->start(
        m_session, tr("Restoring %1…").arg(directory),
        [roots = m_session.roots, editing = m_session.editing, request](SkillEditor &, const MutationOptions &options) {
            return SkillFolders(roots, editing).restore(request, options);
        },
        [this, directory, place](const Result<MutationOutcome> &outcome) {
            if (!outcome) {
                presentFailure(tr("Nothing was restored"), outcome.error(), [this, directory, place] { restore(directory, place); });
                return;
            }
            Q_EMIT appeared(directory, false);
            m_banner->present(Tone::Accent, tr("Restored %1").arg(directory), outcome->warnings.join(u' '));
        });
}

TrashDialog *SkillActs::openTrash()
{
    if (m_dialog || m_session.roots.customRoot.isEmpty())
        return nullptr;
    auto *dialog = new TrashDialog(m_services, m_session, m_window);
    m_dialog = dialog;
    connect(dialog, &TrashDialog::restored, this, [this](const QString &directory) {
        Q_EMIT appeared(directory, false);
        m_banner->present(Tone::Accent, tr("Restored %1").arg(directory), {});
    });
    connect(dialog, &TrashDialog::written, this, &SkillActs::done);
    dialog->open();
    return dialog;
}

QString SkillActs::cannotExport(const SkillEntry &entry)
{
    return entry.deleted ? tr("This skill is deleted. Restore it first.") : QString();
}

void SkillActs::chooseArchives()
{
    if (m_dialog || m_session.roots.customRoot.isEmpty())
        return;
    auto *dialog = new QFileDialog(m_window, tr("Install skills"));
    dialog->setObjectName(u"archivesDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilter(tr("Skill archives (*.skill)"));
    connect(dialog, &QFileDialog::filesSelected, this, [this, dialog](const QStringList &paths) {
        dialog->hide();
        m_dialog.clear();
        install(paths);
    });
    m_dialog = dialog;
    dialog->open();
}

InstallDialog *SkillActs::install(const QStringList &paths)
{
    if (m_dialog || m_session.roots.customRoot.isEmpty() || paths.isEmpty())
        return nullptr;
    auto *dialog = new InstallDialog(m_services, m_session, paths, m_window);
    m_dialog = dialog;
    connect(dialog, &InstallDialog::installed, this, [this, only = paths.size() == 1](const QString &directory) {
        if (only) {
            Q_EMIT appeared(directory, false);
            m_banner->present(Tone::Accent, tr("Installed %1").arg(directory), {});
        }
    });
    connect(dialog, &InstallDialog::finished, this, [this](int installed, int) {
        if (installed > 0)
            Q_EMIT done();
    });
    dialog->open();
    return dialog;
}

void SkillActs::exportSkill(const SkillEntry &entry)
{
    if (m_dialog || !cannotExport(entry).isEmpty())
        return;
    auto *dialog = new QFileDialog(m_window, tr("Export %1").arg(entry.name));
    dialog->setObjectName(u"exportSkillDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(tr("Skill archives (*.skill)"));
    dialog->setDefaultSuffix(u"skill"_s);
    dialog->selectFile(entry.directory.section(u'/', -1) + u".skill"_s);
    connect(dialog, &QFileDialog::fileSelected, this, [this, entry](const QString &path) { writeArchive(entry, path); });
    m_dialog = dialog;
    dialog->open();
}

void SkillActs::writeArchive(const SkillEntry &entry, const QString &path)
{
    ExportRequest request;
    request.folder = QFileInfo(entry.path).path();
    request.name = entry.directory.section(u'/', -1);
    request.target = path;
    request.overwrite = true; // the file dialog has asked
    m_banner->present(Tone::Information, tr("Exporting %1…").arg(entry.name), {});
    QPushButton *cancel = m_banner->addButton(tr("&Cancel"), u"cancelExport"_s);
    m_export = m_services.jobs->run(
        this,
        [roots = m_session.roots, editing = m_session.editing, request](const JobContext &job) {
            return SkillPackages(roots, editing).exportSkill(request, job.wait().cancel);
        },
        [this, entry, path](const Result<ExportContents> &contents) {
            if (!contents) {
                presentFailure(tr("%1 was not exported").arg(entry.name), contents.error(), [this, entry, path] { writeArchive(entry, path); });
                return;
            }
            const QStringList more = contents->leftOut + contents->warnings;
            m_banner->present(more.isEmpty() ? Tone::Accent : Tone::Warning, tr("Exported %1").arg(entry.name),
                              tr("%n file(s) to %1.", nullptr, int(contents->files.size())).arg(path) + u' ' + more.join(u' '),
                              tr("Revision %1").arg(contents->revision));
        });
    connect(cancel, &QPushButton::clicked, this, [this] { m_export.cancel(); });
}

void SkillActs::setEnabled(const SkillEntry &entry, bool enabled)
{
    if (m_run->isRunning() || !cannotSwitch(entry, m_session.roots).isEmpty())
        return;
    SwitchRequest request;
    request.category = entry.category;
    request.name = entry.name;
    request.enabled = enabled;
    const auto switched = std::make_shared<SwitchOutcome>();
    m_banner->hide();
    m_run->start(
        m_session, enabled ? tr("Switching %1 on…").arg(entry.name) : tr("Switching %1 off…").arg(entry.name),
        [roots = m_session.roots, editing = m_session.editing, request, switched](SkillEditor &,
                                                                                  const MutationOptions &options) -> Result<MutationOutcome> {
            Result<SwitchOutcome> outcome = setSkillEnabled(roots, editing, request, options);
            if (!outcome)
                return tl::unexpected(outcome.error());
            *switched = std::move(*outcome);
            return MutationOutcome();
        },
        [this, entry, enabled, switched](const Result<MutationOutcome> &outcome) {
            if (outcome)
                showSwitched(entry, enabled, *switched);
            else
                presentFailure(enabled ? tr("%1 was not switched on").arg(entry.name) : tr("%1 was not switched off").arg(entry.name),
                               outcome.error(), [this, entry, enabled] { setEnabled(entry, enabled); });
            Q_EMIT done();
        });
}

void SkillActs::showSwitched(const SkillEntry &entry, bool wished, const SwitchOutcome &outcome)
{
    const QString more = QString(outcome.reason + u' ' + outcome.warnings.join(u' ')).trimmed();
    if (outcome.enabled != wished)
        m_banner->present(Tone::Warning, wished ? tr("%1 stays off").arg(entry.name) : tr("%1 stays on").arg(entry.name), more, outcome.path);
    else if (!outcome.changed)
        m_banner->present(Tone::Information, wished ? tr("%1 is on already").arg(entry.name) : tr("%1 is off already").arg(entry.name), more,
                          outcome.path);
    else
        m_banner->present(outcome.warnings.isEmpty() ? Tone::Accent : Tone::Warning,
                          wished ? tr("%1 is on").arg(entry.name) : tr("%1 is off").arg(entry.name), more, outcome.path);
}

} // namespace verderer
