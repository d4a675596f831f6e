// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/skill_files_controller.h"

#include "ui/editor/piece_view.h"
#include "ui/editor/skill_text_edit.h"
#include "ui/skills/skill_files_tab.h"
#include "ui/skills/text_view.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/text_format.h"

#include <QFileInfo>
#include <QTreeWidget>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace verderer {

SkillFilesController::SkillFilesController(const WindowServices &services, SkillFilesTab *tab, QObject *parent)
    : QObject(parent), m_services(services), m_tab(tab)
{
    connect(tab, &SkillFilesTab::currentChanged, this, &SkillFilesController::read);
}

QString SkillFilesController::folder() const
{
    return QFileInfo(m_entry.path).path();
}

void SkillFilesController::open(const SkillSession &session, const SkillEntry &entry)
{
    close();
    m_session = session;
    m_entry = entry;
    m_open = true;
    if (m_shown)
        list();
}

void SkillFilesController::close()
{
    m_listing.abandon();
    m_reading.abandon();
    m_open = false;
    m_stale = true;
    m_path.clear();
    m_wanted.clear();
    m_tab->banner()->hide();
    m_tab->showLoading();
    Q_EMIT countChanged(-1);
}

void SkillFilesController::setEntry(const SkillEntry &entry)
{
    if (m_entry.deleted != entry.deleted) {
        open(m_session, entry);
        return;
    }
    m_entry = entry;
    refresh();
}

void SkillFilesController::refresh()
{
    m_stale = true;
    if (m_shown)
        list();
}

void SkillFilesController::setShown(bool shown)
{
    m_shown = shown;
    if (shown && m_stale)
        list();
}

void SkillFilesController::show(const QString &path, int line, int column)
{
    m_wanted = path;
    m_wantedLine = line;
    m_wantedColumn = column;
    // The list that is shown may be older than the wish, so the answer counts.
    if (m_open)
        list();
}

void SkillFilesController::list()
{
    if (!m_open)
        return;
    m_stale = false;
    if (m_entry.deleted) {
        m_tab->showNothing(tr("This skill is deleted"), tr("Its files are in the trash, if anywhere. Restore it first."));
        Q_EMIT shown();
        return;
    }
    m_listing = m_services.jobs->run(
        this, [path = folder()](const JobContext &job) { return listPackageFiles(path, job.wait().cancel); },
        [this](const Result<PackageFiles> &package) { onListed(package); });
}

void SkillFilesController::onListed(const Result<PackageFiles> &package)
{
    if (!package) {
        m_tab->showNothing(errorHeadline(package.error().code), package.error().message, errorDetailText(package.error()));
        Q_EMIT countChanged(-1);
        Q_EMIT shown();
        return;
    }
    const QString before = m_path;
    m_tab->showFiles(*package);
    const auto isFile = [](const PackageFile &file) { return !file.isFolder; };
    Q_EMIT countChanged(int(std::count_if(package->files.cbegin(), package->files.cend(), isFile)));
    if (!m_wanted.isEmpty() && !m_tab->select(m_wanted))
        m_wanted.clear();
    // What was shown before may hold something else now.
    if (m_path == before && m_path == m_tab->currentPath())
        read(m_path);
}

void SkillFilesController::read(const QString &path)
{
    m_reading.abandon();
    if (path != m_path)
        m_bytes.clear();
    m_path = path;
    if (path.isEmpty())
        return;
    if (m_tab->isFolder(path)) {
        m_tab->setFileFacts(path, {});
        m_tab->view()->showMessage(u"folder"_s, tr("A folder"), tr("Choose a file in it."));
        Q_EMIT shown();
        return;
    }
    m_reading = m_services.jobs->run(
        this, [file = QString(folder() + u'/' + path), storage = m_session.storage](const JobContext &) { return loadPackageFile(*storage, file); },
        [this, path](const Result<SkillText> &text) { onRead(path, text); });
}

void SkillFilesController::onRead(const QString &path, const Result<SkillText> &text)
{
    TextView *view = m_tab->view();
    if (!text) {
        m_tab->setFileFacts(path, {});
        view->showMessage(u"warning"_s, errorHeadline(text.error().code), text.error().message, errorDetailText(text.error()));
        m_bytes.clear();
        Q_EMIT textRead(path, std::nullopt);
        Q_EMIT shown();
        return;
    }
    const bool binary = text->form == SkillText::Form::Bytes;
    m_tab->setFileFacts(path, binary ? tr("binary · %1").arg(humanSize(text->size)) : textFacts(text->bytes, text->size));
    switch (text->form) {
    case SkillText::Form::Editable:
        view->editor()->setHighlighting(path == "SKILL.md"_L1 ? SkillTextEdit::Highlighting::Skill : SkillTextEdit::Highlighting::None);
        if (!view->showsEditor() || m_bytes.isNull() || m_bytes != text->bytes)
            view->editor()->setBytes(text->bytes);
        m_bytes = text->bytes;
        view->showEditor();
        break;
    case SkillText::Form::Pieces:
        view->showPieces(text->bytes, text->hash.isEmpty() ? text->size : -1);
        break;
    case SkillText::Form::Bytes:
        view->showBytes(text->bytes, text->size);
        break;
    }
    if (m_wanted == path && m_wantedLine > 0) {
        if (text->form == SkillText::Form::Editable) {
            view->editor()->goTo(m_wantedLine, m_wantedColumn);
            view->editor()->setFocus(Qt::OtherFocusReason);
        } else if (text->form == SkillText::Form::Pieces) {
            view->pieces()->goTo(m_wantedLine, m_wantedColumn);
        }
    }
    m_wanted.clear();
    Q_EMIT textRead(path, text->form == SkillText::Form::Editable ? std::optional(text->bytes) : std::nullopt);
    Q_EMIT shown();
}

} // namespace verderer
