// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/new_skill_dialog.h"

#include "skills/skill_folders.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"

#include <QComboBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr int judgeAfterMs = 200;

std::optional<QString> givenText(const QLineEdit *field)
{
    const QString text = field->text().trimmed();
    return text.isEmpty() ? std::nullopt : std::optional(text);
}

QString plainText(const QPlainTextEdit *field)
{
    QString raw = field->document()->toRawText();
    raw.replace(QChar::ParagraphSeparator, u'\n');
    return raw;
}

} // namespace

NewSkillDialog::NewSkillDialog(const WindowServices &services, const SkillSession &session, const QStringList &taken, QWidget *parent)
    : SkillDialog(services, u"newSkill"_s, tr("New skill"), tr("C&reate the skill"), parent), m_session(session), m_taken(taken.begin(), taken.end()),
      m_form(new QWidget(this)), m_description(new QPlainTextEdit(this)), m_start(new QComboBox(this)), m_text(new QPlainTextEdit(this)),
      m_chooseTemplate(new QPushButton(this)), m_warnings(new QLabel(this))
{
    makeForm();
    makeText();
    m_warnings->setObjectName(u"newSkillWarnings"_s);
    m_warnings->setWordWrap(true);
    m_warnings->setTextFormat(Qt::PlainText);
    setTextColor(m_warnings, services.theme->colors().warning);
    m_warnings->hide();
    body()->addWidget(m_form, 1);
    body()->addWidget(m_warnings);
    acceptButton()->setDefault(true);

    m_judgeSoon.setSingleShot(true);
    m_judgeSoon.setInterval(judgeAfterMs);
    connect(&m_judgeSoon, &QTimer::timeout, this, &NewSkillDialog::startJudging);
    for (const QLineEdit *field : {m_name, m_license, m_version, m_author, m_compatibility, m_tools, m_secrets})
        connect(field, &QLineEdit::textChanged, this, &NewSkillDialog::edited);
    for (const QPlainTextEdit *field : {m_description, m_text})
        connect(field, &QPlainTextEdit::textChanged, this, &NewSkillDialog::edited);
    connect(m_start, &QComboBox::currentIndexChanged, this, &NewSkillDialog::showStart);
    connect(m_chooseTemplate, &QPushButton::clicked, this, &NewSkillDialog::chooseTemplate);
    setRefusal(emptyReason());
}

QLineEdit *NewSkillDialog::addLine(QGridLayout *grid, int row, int column, const QString &label, const QString &name, const QString &placeholder)
{
    auto *field = new QLineEdit(m_form);
    field->setObjectName(name);
    field->setPlaceholderText(placeholder);
    auto *text = new QLabel(label, m_form);
    text->setBuddy(field);
    field->setAccessibleName(QString(label).remove(u'&'));
    grid->addWidget(text, row, column);
    grid->addWidget(field, row, column + 1);
    return field;
}

QLabel *NewSkillDialog::addNote(QGridLayout *grid, int row, NewSkillField field, const QString &name)
{
    auto *note = new QLabel(m_form);
    note->setObjectName(name);
    note->setWordWrap(true);
    note->setTextFormat(Qt::PlainText);
    setTextColor(note, services().theme->colors().error);
    note->hide();
    grid->addWidget(note, row, 1, 1, 3);
    m_notes.insert(field, note);
    return note;
}

void NewSkillDialog::makeForm()
{
    auto *grid = new QGridLayout(m_form);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(scaled(this, 12));
    grid->setVerticalSpacing(scaled(this, 6));
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(3, 1);
    m_name = addLine(grid, 0, 0, tr("&Name"), u"newSkillName"_s, tr("small letters, digits and single hyphens"));
    m_name->setFont(Theme::textFont());
    // The field stretches over both columns; the grid has put it into the first.
    grid->addWidget(m_name, 0, 1, 1, 3);
    addNote(grid, 1, NewSkillField::Name, u"newSkillNameNote"_s);
    auto *label = new QLabel(tr("&Description"), m_form);
    label->setBuddy(m_description);
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_description->setObjectName(u"newSkillDescription"_s);
    m_description->setAccessibleName(tr("Description"));
    m_description->setPlaceholderText(tr("What it does and when to use it: agents choose skills by this"));
    m_description->setTabChangesFocus(true);
    m_description->setFixedHeight(scaled(this, 58));
    grid->addWidget(label, 2, 0);
    grid->addWidget(m_description, 2, 1, 1, 3);
    addNote(grid, 3, NewSkillField::Description, u"newSkillDescriptionNote"_s);
    const QString none = tr("none");
    m_version = addLine(grid, 4, 0, tr("&Version"), u"newSkillVersion"_s, none);
    m_license = addLine(grid, 4, 2, tr("&License"), u"newSkillLicense"_s, none);
    m_author = addLine(grid, 5, 0, tr("A&uthor"), u"newSkillAuthor"_s, none);
    m_compatibility = addLine(grid, 5, 2, tr("Com&patibility"), u"newSkillCompatibility"_s, none);
    m_tools = addLine(grid, 6, 0, tr("Allowed &tools"), u"newSkillTools"_s, tr("all of them"));
    m_secrets = addLine(grid, 6, 2, tr("Required &secrets"), u"newSkillSecrets"_s, none);
    m_tools->setToolTip(tr("Names of tools, separated by commas. With none named, the skill restricts nothing."));
    m_secrets->setToolTip(tr("Names of secrets it needs, separated by commas. Never their values."));
    addNote(grid, 7, NewSkillField::Tools, u"newSkillToolsNote"_s);
    addNote(grid, 8, NewSkillField::Secrets, u"newSkillSecretsNote"_s);
    auto *start = new QLabel(tr("Te&xt"), m_form);
    start->setBuddy(m_start);
    grid->addWidget(start, 9, 0);
    auto *row = new QHBoxLayout;
    row->setSpacing(scaled(this, 8));
    row->addWidget(m_start);
    row->addWidget(m_chooseTemplate, 1);
    row->addStretch(0);
    grid->addLayout(row, 9, 1, 1, 3);
    addNote(grid, 10, NewSkillField::Text, u"newSkillTextNote"_s);
    grid->addWidget(m_text, 11, 0, 1, 4);
    grid->setRowStretch(11, 1);
}

void NewSkillDialog::makeText()
{
    m_start->setObjectName(u"newSkillStart"_s);
    m_start->setAccessibleName(tr("What the text begins with"));
    m_start->addItem(tr("An outline to go on from"), Outline);
    m_start->addItem(tr("A text of my own"), OwnText);
    m_start->addItem(tr("A template file"), Template);
    m_text->setObjectName(u"newSkillText"_s);
    m_text->setAccessibleName(tr("Text below the front matter"));
    m_text->setFont(Theme::textFont());
    m_text->setPlaceholderText(tr("What the agent is to do, in Markdown. The front matter comes from the fields above."));
    m_text->setTabChangesFocus(true);
    m_text->setMinimumHeight(scaled(this, 72));
    m_chooseTemplate->setObjectName(u"newSkillTemplate"_s);
    m_chooseTemplate->setAutoDefault(false);
    m_chooseTemplate->setText(tr("Choose the &file…"));
    showStart();
}

void NewSkillDialog::showStart()
{
    const int start = m_start->currentData().toInt();
    m_text->setVisible(start == OwnText);
    m_chooseTemplate->setVisible(start == Template);
    // A template brings its own front matter; only the name in it is changed.
    const QString reason = start == Template ? tr("This comes from the template.") : QString();
    for (QWidget *field : std::initializer_list<QWidget *>{m_description, m_license, m_version, m_author, m_compatibility, m_tools, m_secrets})
        field->setEnabled(reason.isEmpty());
    m_description->setToolTip(reason);
    resizeWithin(680, start == OwnText ? 560 : 440);
    edited();
}

void NewSkillDialog::chooseTemplate()
{
    auto *dialog = new QFileDialog(this, tr("Choose a SKILL.md as template"));
    dialog->setObjectName(u"templateDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Skills and Markdown (*.md)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &file) {
        m_template = file;
        m_chooseTemplate->setText(fontMetrics().elidedText(file, Qt::ElideMiddle, scaled(this, 300)));
        m_chooseTemplate->setToolTip(file);
        edited();
    });
    dialog->open();
}

NewSkill NewSkillDialog::wish() const
{
    NewSkill wish;
    SkillForm &form = wish.form;
    form.name = m_name->text().trimmed();
    form.description = plainText(m_description).trimmed();
    form.license = givenText(m_license);
    form.version = givenText(m_version);
    form.author = givenText(m_author);
    form.compatibility = givenText(m_compatibility);
    form.allowedTools = listOfNames(m_tools->text());
    form.requiredSecrets = listOfNames(m_secrets->text());
    const int start = m_start->currentData().toInt();
    if (start == OwnText && !m_text->document()->isEmpty()) {
        // One blank line after the front matter, one line end at the end: as editors leave it.
        QString text = plainText(m_text);
        if (!text.endsWith(u'\n'))
            text += u'\n';
        form.body = QString(u'\n' + text).toUtf8();
    }
    if (start == Template)
        wish.templateFile = m_template;
    return wish;
}

QString NewSkillDialog::emptyReason() const
{
    if (m_name->text().trimmed().isEmpty())
        return tr("It needs a name.");
    const int start = m_start->currentData().toInt();
    if (start == Template && m_template.isEmpty())
        return tr("Choose the template first.");
    if (start != Template && plainText(m_description).trimmed().isEmpty())
        return tr("It needs a description.");
    return {};
}

void NewSkillDialog::edited()
{
    m_judging.abandon();
    const QString name = m_name->text().trimmed();
    if (m_taken.contains(name)) {
        m_judgeSoon.stop();
        const QString taken = tr("There is a custom skill of this name already.");
        showRefusal(NewSkillField::Name, taken);
        setRefusal(taken);
        Q_EMIT judged();
        return;
    }
    // An empty form is no mistake yet: what is missing is said by the button alone. A name is judged as soon as there is one.
    const QString missing = emptyReason();
    if (!missing.isEmpty() && (name.isEmpty() || isSkillName(name))) {
        m_judgeSoon.stop();
        showRefusal(NewSkillField::None, {});
        m_warnings->hide();
        setRefusal(missing);
        return;
    }
    m_judgeSoon.start();
}

void NewSkillDialog::startJudging()
{
    m_judging = services().jobs->run(
        this, [asked = wish(), session = m_session](const JobContext &job) { return judgeNewSkill(asked, session, job.wait().cancel); },
        [this](const NewSkillJudgement &judgement) { showJudgement(judgement); });
}

void NewSkillDialog::showJudgement(const NewSkillJudgement &judgement)
{
    showRefusal(judgement.refusal ? judgement.field : NewSkillField::None, judgement.refusal ? judgement.refusal->message : QString());
    setRefusal(judgement.refusal ? judgement.refusal->message : emptyReason());
    QStringList lines;
    for (const QString &warning : judgement.warnings)
        lines << u"! "_s + warning;
    m_warnings->setText(lines.join(u'\n'));
    m_warnings->setVisible(!lines.isEmpty());
    Q_EMIT judged();
}

void NewSkillDialog::showRefusal(NewSkillField field, const QString &message)
{
    // What is about the text as a whole stands under it too.
    if (field == NewSkillField::None && !message.isEmpty())
        field = NewSkillField::Text;
    for (auto note = m_notes.cbegin(); note != m_notes.cend(); ++note) {
        const bool here = note.key() == field;
        note.value()->setText(here ? QString(u"✕ "_s + message) : QString());
        note.value()->setVisible(here);
    }
}

void NewSkillDialog::submit()
{
    const NewSkill asked = wish();
    banner()->hide();
    mutation()->start(
        m_session, tr("Creating %1…").arg(asked.form.name),
        [asked, session = m_session](SkillEditor &, const MutationOptions &options) -> Result<MutationOutcome> {
            const Result<QByteArray> text = newSkillText(asked, *session.storage);
            if (!text)
                return tl::unexpected(text.error());
            CreateRequest request;
            request.directory = asked.form.name;
            request.text = *text;
            return SkillFolders(session.roots, session.editing).create(request, options);
        },
        [this, directory = asked.form.name](const Result<MutationOutcome> &outcome) { onCreated(directory, outcome); });
}

void NewSkillDialog::onCreated(const QString &directory, const Result<MutationOutcome> &outcome)
{
    if (outcome) {
        Q_EMIT created(directory, outcome->warnings);
        accept();
        return;
    }
    const Error &error = outcome.error();
    const NewSkillField field = fieldOf(error);
    if (field != NewSkillField::None) {
        showRefusal(field, error.message);
        setRefusal(error.message);
    } else {
        presentFailure(tr("No skill was made"), error, [this] { submit(); });
    }
}

void NewSkillDialog::runningChanged(bool running)
{
    m_form->setEnabled(!running);
}

void NewSkillDialog::demonstrate(const QString &name, const QString &description)
{
    m_name->setText(name);
    m_description->setPlainText(description);
}

} // namespace verderer
