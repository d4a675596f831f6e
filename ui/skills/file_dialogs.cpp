// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/file_dialogs.h"

#include "base/hash.h"
#include "skills/skill_files.h"
#include "ui/editor/editor_colors.h"
#include "ui/editor/skill_text_edit.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

/// DeerFlow's rule for new files, in a sentence (deerflow-format 1).
QLabel *makeRule(const Theme *theme, QWidget *parent)
{
    auto *rule = new QLabel(FileEditDialog::tr("New files lie below references/, templates/, scripts/ or assets/."), parent);
    rule->setWordWrap(true);
    setTextColor(rule, theme->colors().muted);
    return rule;
}

} // namespace

FileEditDialog::FileEditDialog(const WindowServices &services, const SkillSession &session, const File &file, QWidget *parent)
    : SkillDialog(services, u"editFile"_s, file.path.isEmpty() ? tr("New file") : tr("Edit %1").arg(file.path), tr("&Save"), parent),
      m_session(session), m_file(file), m_editor(new SkillTextEdit(this)), m_note(new QLineEdit(this))
{
    if (file.path.isEmpty()) {
        m_name = new QLineEdit(file.suggested, this);
        m_name->setObjectName(u"editFileName"_s);
        m_name->setAccessibleName(tr("Name of the file, below the skill"));
        m_name->setPlaceholderText(u"references/guide.md"_s);
        body()->addWidget(m_name);
        body()->addWidget(makeRule(services.theme, this));
        connect(m_name, &QLineEdit::textChanged, this, &FileEditDialog::update);
    }
    m_editor->setObjectName(u"editFileText"_s);
    m_editor->setHighlighting(SkillTextEdit::Highlighting::None);
    m_editor->setColors(editorColors(services.theme->colors(), Theme::textFont(), font()));
    m_editor->setBytes(file.bytes);
    m_note->setObjectName(u"editFileNote"_s);
    m_note->setPlaceholderText(tr("Note for the history (optional)"));
    m_note->setAccessibleName(m_note->placeholderText());
    body()->addWidget(m_editor, 1);
    body()->addWidget(m_note);
    connect(m_editor, &SkillTextEdit::textEdited, this, &FileEditDialog::update);
    resizeWithin(760, 520);
    update();
    (m_name ? static_cast<QWidget *>(m_name) : m_editor)->setFocus();
    if (m_name) {
        // Later than the dialog, which chooses all of the first field when it opens: what is typed goes on from the folder.
        QMetaObject::invokeMethod(
            this, [this] { m_name->end(false); }, Qt::QueuedConnection);
    }
}

void FileEditDialog::update()
{
    if (m_name && (m_name->text().trimmed().isEmpty() || m_name->text().trimmed().endsWith(u'/')))
        setRefusal(tr("It needs a name."));
    else if (!m_name && m_editor->bytes() == m_file.bytes)
        setRefusal(tr("Nothing was changed."));
    else
        setRefusal({});
}

void FileEditDialog::save(bool compare)
{
    WriteFileRequest request;
    request.directory = m_file.directory;
    request.filePath = m_name ? m_name->text().trimmed() : m_file.path;
    request.bytes = m_editor->bytes();
    // An empty base says that there must be no such file yet.
    if (compare)
        request.baseHash = m_name ? QString() : sha256Hex(m_file.bytes);
    if (!m_note->text().trimmed().isEmpty())
        request.note = m_note->text().trimmed();
    banner()->hide();
    mutation()->start(
        m_session, tr("Saving %1…").arg(request.filePath),
        [session = m_session, request](SkillEditor &, const MutationOptions &options) {
            return SkillFiles(session.roots, session.editing).write(request, options);
        },
        [this, path = request.filePath](const Result<MutationOutcome> &outcome) { onSaved(path, outcome); });
}

void FileEditDialog::onSaved(const QString &path, const Result<MutationOutcome> &outcome)
{
    if (outcome) {
        Q_EMIT saved(path, outcome->warnings);
        accept();
        return;
    }
    presentFailure(tr("Not saved"), outcome.error(), [this] { save(true); });
    if (outcome.error().code == ErrorCode::Conflict) {
        const QPushButton *over = banner()->addButton(tr("Save &over it"), u"overwriteFile"_s);
        connect(over, &QPushButton::clicked, this, [this] { save(false); });
    }
}

FileNameDialog::FileNameDialog(const WindowServices &services, const SkillSession &session, const QString &directory, const QString &path,
                               QWidget *parent)
    : SkillDialog(services, u"renameFile"_s, tr("Rename %1").arg(path), tr("&Rename"), parent), m_session(session), m_directory(directory),
      m_path(path), m_name(new QLineEdit(path, this))
{
    m_name->setObjectName(u"renameFileName"_s);
    m_name->setAccessibleName(tr("New name of the file, below the skill"));
    body()->addWidget(m_name);
    body()->addWidget(makeRule(services.theme, this));
    acceptButton()->setDefault(true);
    const auto judge = [this] {
        const QString name = m_name->text().trimmed();
        setRefusal(name.isEmpty() || name.endsWith(u'/') ? tr("It needs a name.") : name == m_path ? tr("That is its name already.") : QString());
    };
    connect(m_name, &QLineEdit::textChanged, this, judge);
    judge();
    resizeWithin(520, 180);
    m_name->setFocus();
    const auto begin = path.lastIndexOf(u'/') + 1;
    const auto dot = path.lastIndexOf(u'.');
    const auto length = dot > begin ? dot - begin : path.size() - begin;
    // Later than the dialog, which chooses all of the first field when it opens.
    QMetaObject::invokeMethod(
        this, [this, begin, length] { m_name->setSelection(int(begin), int(length)); }, Qt::QueuedConnection);
}

void FileNameDialog::submit()
{
    RenameFileRequest request;
    request.directory = m_directory;
    request.from = m_path;
    request.to = m_name->text().trimmed();
    banner()->hide();
    mutation()->start(
        m_session, tr("Renaming %1…").arg(m_path),
        [session = m_session, request](SkillEditor &, const MutationOptions &options) {
            return SkillFiles(session.roots, session.editing).rename(request, options);
        },
        [this, to = request.to](const Result<MutationOutcome> &outcome) {
            if (!outcome) {
                presentFailure(tr("Not renamed"), outcome.error(), [this] { submit(); });
                return;
            }
            Q_EMIT renamed(to, outcome->warnings);
            accept();
        });
}

} // namespace verderer
