// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/skill_file_acts.h"

#include "skills/mutation_context.h"
#include "skills/skill_files.h"
#include "ui/skills/file_dialogs.h"
#include "ui/skills/skill_files_tab.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/text_format.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QPushButton>
#include <QTreeWidget>

using namespace Qt::StringLiterals;

namespace verderer {

SkillFileActs::SkillFileActs(const WindowServices &services, MutationRun *run, SkillFilesTab *tab, QObject *parent)
    : QObject(parent), m_services(services), m_run(run), m_tab(tab), m_new(new QAction(tr("&New file…"), this)),
      m_add(new QAction(tr("&Add from disk…"), this)), m_edit(new QAction(tr("&Edit…"), this)), m_rename(new QAction(tr("&Rename…"), this)),
      m_remove(new QAction(tr("Re&move…"), this))
{
    m_new->setObjectName(u"newFileAction"_s);
    m_add->setObjectName(u"addFileAction"_s);
    m_edit->setObjectName(u"editFileAction"_s);
    m_rename->setObjectName(u"renameFileAction"_s);
    m_remove->setObjectName(u"removeFileAction"_s);
    // Keys of the tree alone: elsewhere they belong to a text or to the list of skills.
    m_rename->setShortcut(Qt::Key_F2);
    m_remove->setShortcut(QKeySequence::Delete);
    for (QAction *action : {m_rename, m_remove})
        action->setShortcutContext(Qt::WidgetShortcut);
    connect(m_new, &QAction::triggered, this, &SkillFileActs::newFile);
    connect(m_add, &QAction::triggered, this, &SkillFileActs::addFromDisk);
    connect(m_edit, &QAction::triggered, this, &SkillFileActs::edit);
    connect(m_rename, &QAction::triggered, this, &SkillFileActs::rename);
    connect(m_remove, &QAction::triggered, this, &SkillFileActs::askToRemove);
    connect(run, &MutationRun::runningChanged, this, &SkillFileActs::updateActions);
    connect(tab, &SkillFilesTab::currentChanged, this, [this](const QString &path) {
        m_path = path;
        m_bytes.reset();
        updateActions();
    });
    tab->setActions({m_new, m_add, m_edit, m_rename, m_remove});
    updateActions();
}

void SkillFileActs::open(const SkillSession &session, const SkillEntry &entry)
{
    m_session = session;
    m_entry = entry;
    updateActions();
}

void SkillFileActs::setText(const QString &path, const std::optional<QByteArray> &bytes)
{
    m_path = path;
    m_bytes = bytes;
    updateActions();
}

QString SkillFileActs::cannotChange() const
{
    if (m_entry.category != SkillCategory::Custom)
        return tr("Only the files of custom skills can be changed; copy the skill first.");
    if (m_entry.deleted)
        return tr("This skill is deleted. Restore it first.");
    if (!m_entry.editable)
        return m_entry.notEditableReason;
    return m_run->isRunning() ? tr("Another change is being made.") : QString();
}

void SkillFileActs::updateActions()
{
    const QString never = cannotChange();
    const bool isFile = !m_path.isEmpty() && !m_tab->isFolder(m_path);
    const bool isSupportFile = isFile && m_path != "SKILL.md"_L1;
    const QString noFile = isFile ? tr("SKILL.md is edited in the Edit tab, and goes with the skill.") : tr("Choose a file first.");
    const auto set = [&never](QAction *action, bool possible, const QString &otherwise) {
        const QString reason = !never.isEmpty() ? never : possible ? QString() : otherwise;
        action->setEnabled(reason.isEmpty());
        action->setToolTip(reason.isEmpty() ? QString(action->text()).remove(u'&') : reason);
    };
    set(m_new, true, {});
    set(m_add, true, {});
    set(m_edit, isSupportFile && m_bytes, isSupportFile ? tr("This file is no text, or too long to be edited here.") : noFile);
    set(m_rename, isSupportFile, noFile);
    set(m_remove, isSupportFile, noFile);
}

QString SkillFileActs::folderOfChoice() const
{
    static const QStringList tops{u"references"_s, u"templates"_s, u"scripts"_s, u"assets"_s};
    const QString folder = m_tab->isFolder(m_path) ? m_path : m_path.section(u'/', 0, -2);
    return tops.contains(folder.section(u'/', 0, 0)) ? QString(folder + u'/') : u"references/"_s;
}

void SkillFileActs::newFile()
{
    if (isAsking())
        return;
    auto *dialog = new FileEditDialog(m_services, m_session, {m_entry.directory, {}, {}, folderOfChoice()}, m_tab->window());
    m_dialog = dialog;
    connect(dialog, &FileEditDialog::saved, this,
            [this](const QString &path, const QStringList &warnings) { tell(tr("Added %1").arg(path), warnings, path); });
    dialog->open();
}

void SkillFileActs::edit()
{
    if (isAsking() || !m_bytes)
        return;
    auto *dialog = new FileEditDialog(m_services, m_session, {m_entry.directory, m_path, *m_bytes}, m_tab->window());
    m_dialog = dialog;
    connect(dialog, &FileEditDialog::saved, this,
            [this](const QString &path, const QStringList &warnings) { tell(tr("Saved %1").arg(path), warnings, path); });
    dialog->open();
}

void SkillFileActs::rename()
{
    if (isAsking())
        return;
    auto *dialog = new FileNameDialog(m_services, m_session, m_entry.directory, m_path, m_tab->window());
    m_dialog = dialog;
    connect(dialog, &FileNameDialog::renamed, this,
            [this](const QString &path, const QStringList &warnings) { tell(tr("Renamed to %1").arg(path), warnings, path); });
    dialog->open();
}

void SkillFileActs::addFromDisk()
{
    if (isAsking())
        return;
    auto *dialog = new QFileDialog(m_tab->window(), tr("Add files to %1").arg(folderOfChoice()));
    dialog->setObjectName(u"addFilesDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &SkillFileActs::add);
    m_dialog = dialog;
    dialog->open();
}

void SkillFileActs::add(const QStringList &paths)
{
    m_toAdd = paths;
    m_added = 0;
    m_tab->banner()->hide();
    addNext();
}

/// One after the other, so that each has a record of its own; the first that fails ends it and is told.
void SkillFileActs::addNext()
{
    if (m_toAdd.isEmpty())
        return;
    const QString source = m_toAdd.takeFirst();
    const QString path = folderOfChoice() + QFileInfo(source).fileName();
    m_run->start(
        m_session, tr("Adding %1…").arg(path),
        [session = m_session, directory = m_entry.directory, source, path](SkillEditor &, const MutationOptions &options) -> Result<MutationOutcome> {
            const auto bytes = session.editing.storage->read(source, maxSkillTextBytes);
            if (!bytes)
                return tl::unexpected(bytes.error());
            WriteFileRequest request;
            request.directory = directory;
            request.filePath = path;
            request.bytes = *bytes;
            request.mayBeBinary = true;
            request.executable = QFileInfo(source).isExecutable();
            request.baseHash = QString(); // nothing is overwritten
            return SkillFiles(session.roots, session.editing).write(request, options);
        },
        [this, source, path](const Result<MutationOutcome> &outcome) {
            if (!outcome) {
                const QStringList rest = m_toAdd;
                m_toAdd.clear();
                presentFailure(tr("%1 was not added").arg(path), outcome.error(), [this, source, rest] { add(QStringList{source} + rest); });
                if (m_added > 0)
                    Q_EMIT changed({});
                return;
            }
            ++m_added;
            if (m_toAdd.isEmpty())
                tell(m_added == 1 ? tr("Added %1").arg(path) : tr("%n file(s) were added", nullptr, m_added), outcome->warnings, path);
            else
                addNext();
        });
}

void SkillFileActs::askToRemove()
{
    if (isAsking() || m_path.isEmpty())
        return;
    auto *confirm = new ConfirmDialog(m_services, u"removeFile"_s, tr("Remove %1?").arg(m_path),
                                      {tr("The file goes to the trash, and the history says so. Its text can be brought back from the history.")},
                                      tr("&Remove"), m_tab->window());
    confirm->addNoteField();
    m_dialog = confirm;
    connect(confirm, &QDialog::accepted, this, [this, path = m_path, confirm] { remove(path, confirm->note()); });
    confirm->open();
}

void SkillFileActs::remove(const QString &path, const QString &note)
{
    RemoveFileRequest request;
    request.directory = m_entry.directory;
    request.filePath = path;
    if (!note.isEmpty())
        request.note = note;
    m_tab->banner()->hide();
    m_run->start(
        m_session, tr("Removing %1…").arg(path),
        [session = m_session, request](SkillEditor &, const MutationOptions &options) {
            return SkillFiles(session.roots, session.editing).remove(request, options);
        },
        [this, path, note](const Result<MutationOutcome> &outcome) {
            if (!outcome)
                presentFailure(tr("%1 was not removed").arg(path), outcome.error(), [this, path, note] { remove(path, note); });
            else
                tell(tr("Removed %1").arg(path), outcome->warnings, {});
        });
}

void SkillFileActs::tell(const QString &title, const QStringList &warnings, const QString &path)
{
    m_tab->banner()->present(warnings.isEmpty() ? Tone::Accent : Tone::Warning, title, warnings.join(u' '));
    Q_EMIT changed(path);
}

void SkillFileActs::presentFailure(const QString &title, const Error &error, const std::function<void()> &again)
{
    if (error.code == ErrorCode::Cancelled)
        m_tab->banner()->present(Tone::Information, title, tr("You cancelled it."));
    else
        m_tab->banner()->present(Tone::Error, tr("%1: %2").arg(title, errorHeadline(error.code)), error.message, errorDetailText(error));
    m_run->offerWay(m_tab->banner(), error, again);
}

} // namespace verderer
