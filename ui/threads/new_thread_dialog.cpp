// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/threads/new_thread_dialog.h"

#include "ui/threads/answer_panel.h"
#include "ui/threads/metadata_text.h"
#include "ui/threads/thread_acts.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/database_follower.h"
#include "ui/widgets/database_source.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"
#include "ui/widgets/text_format.h"
#include "workspace/database_access.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QUuid>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr int lookMs = 300;
constexpr int createLimitMs = 15'000;

/// What is known about an id before the button is pressed.
struct IdFacts {
    std::optional<ThreadRecord> record;
    ThreadRemains remains;
};

QByteArray textOf(const QPlainTextEdit *editor)
{
    QString raw = editor->document()->toRawText();
    raw.replace(QChar::ParagraphSeparator, u'\n');
    return raw.toUtf8();
}

} // namespace

NewThreadDialog::NewThreadDialog(const WindowServices &services, const QString &owner, QWidget *parent)
    : QDialog(parent), m_services(services), m_id(new QLineEdit(this)), m_idNote(new QLabel(this)), m_owner(new QComboBox(this)),
      m_assistant(new QLineEdit(this)), m_title(new QLineEdit(this)), m_metadata(new QPlainTextEdit(this)), m_problem(new QLabel(this)),
      m_banner(new Banner(services.theme, this)), m_answer(new AnswerPanel(services.theme, services.database, this)),
      m_cancel(new QPushButton(tr("&Cancel"), this)), m_create(new QPushButton(tr("C&reate the thread"), this)),
      m_another(new QPushButton(tr("&Use another id"), this)), m_add(new QPushButton(tr("&Add my metadata to it"), this)),
      m_claim(new QPushButton(tr("C&laim it"), this)), m_open(new QPushButton(tr("&Open the thread"), this))
{
    setObjectName(u"newThreadDialog"_s);
    setWindowTitle(tr("New thread"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_banner->setObjectName(u"newThreadBanner"_s);
    m_cancel->setObjectName(u"newThreadCancel"_s);
    m_create->setObjectName(u"newThreadCreate"_s);
    m_another->setObjectName(u"newThreadAnotherId"_s);
    m_add->setObjectName(u"newThreadAddMetadata"_s);
    m_claim->setObjectName(u"newThreadClaim"_s);
    m_open->setObjectName(u"newThreadOpen"_s);

    auto *title = new QLabel(tr("New thread"), this);
    QFont bold = font();
    bold.setPointSizeF(bold.pointSizeF() * 1.3);
    bold.setBold(true);
    title->setFont(bold);
    auto *foot = new QHBoxLayout;
    foot->setSpacing(scaled(this, 8));
    foot->addWidget(m_cancel);
    foot->addStretch(1);
    for (QPushButton *button : {m_another, m_claim, m_add, m_create, m_open}) {
        foot->addWidget(button);
        button->setAutoDefault(false);
    }
    m_cancel->setAutoDefault(false);
    makePrimary(m_create);
    makePrimary(m_open);
    auto *body = new QVBoxLayout;
    body->setContentsMargins(scaled(this, 24), scaled(this, 20), scaled(this, 24), scaled(this, 18));
    body->setSpacing(scaled(this, 12));
    body->addWidget(title);
    body->addWidget(makeForm(), 1);
    body->addWidget(m_answer);
    body->addLayout(foot);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_banner);
    column->addLayout(body, 1);

    const QList<WorkspaceUser> &users = services.database->users();
    for (const WorkspaceUser &user : users) {
        m_owner->addItem(user.email.isEmpty() ? user.id : u"%1 (%2)"_s.arg(user.email, user.id), user.id);
    }
    if (m_owner->findData(owner) < 0 && !owner.isEmpty()) {
        m_owner->addItem(owner, owner);
    }
    m_owner->addItem(tr("nobody"), QString());
    m_owner->setCurrentIndex(std::max(0, m_owner->findData(owner)));

    m_lookSoon.setSingleShot(true);
    m_lookSoon.setInterval(lookMs);
    connect(&m_lookSoon, &QTimer::timeout, this, &NewThreadDialog::lookUpId);
    connect(m_id, &QLineEdit::textChanged, this, [this] {
        m_idNote->hide();
        m_look.abandon();
        m_lookSoon.start();
        judge();
    });
    connect(m_metadata, &QPlainTextEdit::textChanged, this, &NewThreadDialog::judge);
    connect(m_create, &QPushButton::clicked, this, [this] { make(false); });
    connect(m_claim, &QPushButton::clicked, this, [this] { make(true); });
    connect(m_another, &QPushButton::clicked, this, &NewThreadDialog::useAnotherId);
    connect(m_add, &QPushButton::clicked, this, &NewThreadDialog::addMetadata);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_open, &QPushButton::clicked, this, [this] {
        Q_EMIT openRequested(m_stored.threadId);
        accept();
    });
    setStep(Step::Asking);
    judge();
    resize(scaled(this, 620), scaled(this, 470));
}

QWidget *NewThreadDialog::makeForm()
{
    m_id->setObjectName(u"newThreadId"_s);
    m_id->setPlaceholderText(tr("new random id"));
    m_id->setFont(Theme::textFont());
    m_id->setMaxLength(200);
    m_idNote->setObjectName(u"newThreadIdNote"_s);
    m_idNote->setWordWrap(true);
    m_idNote->setTextFormat(Qt::PlainText);
    m_idNote->hide();
    m_owner->setObjectName(u"newThreadOwner"_s);
    m_assistant->setObjectName(u"newThreadAssistant"_s);
    m_assistant->setPlaceholderText(tr("none; DeerFlow's own default"));
    m_title->setObjectName(u"newThreadTitle"_s);
    m_title->setPlaceholderText(tr("none; DeerFlow gives one after the first run"));
    m_title->setToolTip(tr("A title set by hand can be overwritten: after each run DeerFlow copies its own over it."));
    m_metadata->setObjectName(u"newThreadMetadata"_s);
    m_metadata->setFont(Theme::textFont());
    m_metadata->setPlaceholderText(u"{ }"_s);
    m_metadata->setTabChangesFocus(true);
    m_metadata->setMinimumHeight(scaled(this, 84));
    m_problem->setObjectName(u"newThreadProblem"_s);
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    auto *form = new QWidget(this);
    auto *lines = new QFormLayout(form);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setHorizontalSpacing(scaled(this, 24));
    lines->setVerticalSpacing(scaled(this, 8));
    lines->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    lines->addRow(tr("&Id"), m_id);
    lines->addRow(QString(), m_idNote);
    lines->addRow(tr("O&wner"), m_owner);
    lines->addRow(tr("Assi&stant"), m_assistant);
    lines->addRow(tr("&Title"), m_title);
    lines->addRow(tr("&Metadata"), m_metadata);
    lines->addRow(QString(), m_problem);
    for (const auto &[widget, name] : {std::pair<QWidget *, QString>{m_id, tr("Id")},
                                       {m_owner, tr("Owner")},
                                       {m_assistant, tr("Assistant")},
                                       {m_title, tr("Title")},
                                       {m_metadata, tr("Metadata")}}) {
        widget->setAccessibleName(name);
    }
    return form;
}

QByteArray NewThreadDialog::metadata() const
{
    const QByteArray text = textOf(m_metadata).trimmed();
    return text.isEmpty() ? QByteArray("{}") : text;
}

CreateThread NewThreadDialog::wish() const
{
    CreateThread wish;
    wish.id = m_requestId;
    const auto given = [](const QString &text) { return text.isEmpty() ? std::nullopt : std::optional<QString>(text); };
    wish.owner = given(m_owner->currentData().toString());
    wish.assistantId = given(m_assistant->text().trimmed());
    wish.title = given(m_title->text().trimmed());
    wish.metadataJson = metadata();
    return wish;
}

void NewThreadDialog::judge()
{
    const QString id = m_id->text();
    QString problem;
    if (!id.isEmpty() && !checkThreadId(id)) {
        problem = tr("An id has 1 to 64 letters, digits, _ and -.");
    } else {
        // Internal keys are DeerFlow's affair; whoever makes a thread by hand may still set them.
        const auto normalized = normalizeThreadMetadata(metadata(), nullptr);
        if (!normalized) {
            const Error &error = normalized.error();
            problem = error.details.line > 0
                          ? tr("The metadata is not valid JSON: line %1, column %2.").arg(error.details.line).arg(error.details.column)
                          : error.message;
        }
    }
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    setTextColor(m_problem, m_services.theme->colors().error);
    m_create->setEnabled(problem.isEmpty() && m_step == Step::Asking);
}

void NewThreadDialog::lookUpId()
{
    const auto access = m_services.database->access();
    const QString id = m_id->text();
    if (!access || !checkThreadId(id)) {
        return;
    }
    m_look = m_services.jobs->run(
        this,
        [access, id](const JobContext &job) -> Result<IdFacts> {
            IdFacts facts;
            Result<std::optional<ThreadRecord>> found = access->threadStore->find(id, job.wait());
            if (!found) {
                return tl::unexpected<Error>(found.error());
            }
            facts.record = std::move(*found);
            if (!facts.record) {
                const Result<ThreadRemains> remains = access->threadStore->remains(id, job.wait());
                if (!remains) {
                    return tl::unexpected<Error>(remains.error());
                }
                facts.remains = *remains;
            }
            return facts;
        },
        [this](const Result<IdFacts> &facts) {
            if (!facts || m_step != Step::Asking) {
                return; // it is only a hint; the answer to the button counts
            }
            QString note;
            if (facts->record) {
                note =
                    tr("There is a thread of this id: “%1”. Nothing of it will be changed.").arg(facts->record->displayName.value_or(tr("no title")));
            } else if (facts->remains.runs > 0 || facts->remains.events > 0) {
                note = tr("An earlier thread of this id left %1 runs and %2 events behind; they will show up in the new one.")
                           .arg(facts->remains.runs)
                           .arg(facts->remains.events);
            }
            m_idNote->setText(note);
            setTextColor(m_idNote, m_services.theme->colors().warning);
            m_idNote->setVisible(!note.isEmpty());
        });
}

void NewThreadDialog::setStep(Step step)
{
    m_step = step;
    const bool asking = step == Step::Asking;
    for (QWidget *field : std::initializer_list<QWidget *>{m_id, m_owner, m_assistant, m_title}) {
        field->setEnabled(asking);
    }
    m_metadata->setReadOnly(!asking);
    const bool answered = step == Step::Created || step == Step::Existing;
    m_create->setVisible(!answered);
    m_create->setEnabled(asking && m_problem->text().isEmpty());
    m_create->setText(step == Step::Running ? tr("Creating…") : tr("C&reate the thread"));
    m_open->setVisible(answered);
    m_another->setVisible(step == Step::Existing);
    m_add->setVisible(step == Step::Existing && metadata() != "{}");
    m_claim->setVisible(step == Step::Existing && !m_stored.owner && !m_owner->currentData().toString().isEmpty());
    m_cancel->setText(answered ? tr("&Close") : tr("&Cancel"));
    if (answered) {
        m_open->setDefault(true);
        m_open->setFocus();
    } else {
        m_create->setDefault(true);
    }
}

void NewThreadDialog::make(bool claim)
{
    const auto access = m_services.database->access();
    if (m_job.isRunning() || m_step == Step::Running) {
        return;
    }
    if (!access) {
        m_banner->present(Tone::Error, tr("No thread was made"), tr("The database is not open."));
        return;
    }
    const QString typed = m_id->text();
    if (typed.isEmpty() && m_randomId.isEmpty()) {
        // Chosen here, not by the store: whoever asks again after a lost answer asks for the same thread.
        m_randomId = QUuid::createUuid().toString(QUuid::WithoutBraces);
    }
    m_requestId = typed.isEmpty() ? m_randomId : typed;
    m_banner->hide();
    m_look.abandon();
    m_lookSoon.stop();
    CreateThread asked = wish();
    asked.claimUnowned = claim;
    setStep(Step::Running);
    m_job = m_services.jobs->run(
        this, [access, asked](const JobContext &job) { return access->threads->create(asked, job.wait()); },
        [this](const Result<CreateThreadAnswer> &answer) { onAnswer(answer); }, QDeadlineTimer(createLimitMs));
}

void NewThreadDialog::onAnswer(const Result<CreateThreadAnswer> &answer)
{
    if (!answer) {
        const Error &error = answer.error();
        setStep(Step::Asking);
        if (error.details.kind == "other-owner"_L1) {
            m_banner->present(
                Tone::Error, tr("This id exists and belongs to another user"),
                tr("Its owner is %1. Choose another id; nothing was changed.").arg(m_services.database->ownerName(error.details.holder)));
            QPushButton *another = m_banner->addButton(tr("&Use another id"), u"conflictAnotherId"_s);
            connect(another, &QPushButton::clicked, this, &NewThreadDialog::useAnotherId);
        } else if (error.code == ErrorCode::Cancelled) {
            m_banner->present(Tone::Information, tr("Cancelled"), tr("No thread was made."));
        } else {
            m_banner->present(isWorthRetrying(error) ? Tone::Warning : Tone::Error, tr("No answer yet: %1").arg(databaseErrorTitle(error)),
                              error.message, errorDetailText(error));
            QPushButton *again = m_banner->addButton(tr("&Try again"), u"newThreadRetry"_s);
            connect(again, &QPushButton::clicked, this, [this] { make(false); });
        }
        Q_EMIT answered();
        return;
    }
    m_stored = answer->record;
    if (answer->created) {
        m_answer->showCreated(*answer);
    } else if (answer->claimed) {
        m_answer->showClaimed(*answer);
    } else {
        m_answer->showExisting(*answer);
    }
    m_idNote->hide();
    m_id->setText(m_stored.threadId);
    m_lookSoon.stop();
    setStep(answer->created ? Step::Created : Step::Existing);
    resize(size().expandedTo(layout()->totalSizeHint()).boundedTo(parentWidget() ? parentWidget()->window()->size() : size() * 2));
    if (answer->created || answer->claimed) {
        m_services.database->follower()->askNow();
        Q_EMIT written();
    }
    Q_EMIT answered();
}

void NewThreadDialog::useAnotherId()
{
    m_randomId.clear();
    m_answer->hide();
    m_banner->hide();
    setStep(Step::Asking);
    m_id->clear();
    m_id->setFocus();
    judge();
}

void NewThreadDialog::addMetadata()
{
    const auto access = m_services.database->access();
    if (m_job.isRunning() || !access) {
        return;
    }
    m_add->setEnabled(false);
    m_banner->hide();
    m_job = m_services.jobs->run(
        this,
        [access, id = m_stored.threadId, json = metadata()](const JobContext &job) {
            return access->threads->mergeMetadata(id, json, {}, job.wait());
        },
        [this](const Result<ThreadRecord> &record) {
            m_add->setEnabled(true);
            if (!record) {
                m_banner->present(isWorthRetrying(record.error()) ? Tone::Warning : Tone::Error,
                                  tr("Nothing was added: %1").arg(databaseErrorTitle(record.error())), record.error().message,
                                  errorDetailText(record.error()));
            } else {
                m_stored = *record;
                m_answer->showAdded(*record);
                m_add->hide();
                m_services.database->follower()->askNow();
                Q_EMIT written();
            }
            Q_EMIT answered();
        },
        QDeadlineTimer(createLimitMs));
}

void NewThreadDialog::reject()
{
    if (m_job.isRunning()) {
        // The answer still comes, and says whether the thread was made; closing now would leave that open.
        m_job.cancel();
        return;
    }
    QDialog::reject();
}

void NewThreadDialog::demonstrate(const QString &id, const QString &owner, const QString &title, const QByteArray &metadata)
{
    m_owner->setCurrentIndex(std::max(0, m_owner->findData(owner)));
    m_id->setText(id);
    m_title->setText(title);
    m_metadata->setPlainText(QString::fromUtf8(metadata));
    make(false);
}

} // namespace verderer
