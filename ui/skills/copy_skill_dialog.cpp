// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/copy_skill_dialog.h"

#include "skills/skill_form.h"
#include "ui/editor/text_limits.h"
#include "ui/skills/skill_text.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/result_line.h"
#include "ui/widgets/row_delegate.h"
#include "ui/widgets/style.h"

#include <QFileInfo>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QTreeWidget>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr int planAfterMs = 250;
constexpr int userRole = Qt::UserRole;
constexpr int doneRole = Qt::UserRole + 1;

/// One's own copy needs another name only where its folder is taken.
QString proposedName(const SkillEntry &entry, CopySkillDialog::To to)
{
    const QString name = entry.directory.section(u'/', -1);
    const bool taken = to == CopySkillDialog::To::ThisUser && entry.category == SkillCategory::Custom;
    return taken ? QString(name + u"-copy"_s) : name;
}

} // namespace

CopySkillDialog::CopySkillDialog(const WindowServices &services, const SkillSession &session, const SkillEntry &entry,
                                 const QList<WorkspaceUser> &users, To to, QWidget *parent)
    : SkillDialog(services, u"copySkill"_s, to == To::Others ? tr("Copy %1 to other users").arg(entry.name) : tr("Copy %1").arg(entry.name),
                  tr("C&opy"), parent),
      m_session(session), m_entry(entry), m_name(new QLineEdit(proposedName(entry, to), this)), m_nameNote(new QLabel(this)),
      m_users(new QTreeWidget(this)), m_summary(new QLabel(this))
{
    m_name->setObjectName(u"copySkillName"_s);
    m_name->setAccessibleName(tr("Name of the copy"));
    m_name->setFont(Theme::textFont());
    m_nameNote->setObjectName(u"copySkillNameNote"_s);
    m_nameNote->setWordWrap(true);
    m_nameNote->setTextFormat(Qt::PlainText);
    setTextColor(m_nameNote, services.theme->colors().error);
    m_nameNote->hide();
    m_users->setObjectName(u"copySkillUsers"_s);
    m_users->setAccessibleName(tr("Users who get a copy, and what becomes of them"));
    m_users->setColumnCount(2);
    m_users->setHeaderLabels({tr("User"), tr("Result")});
    m_users->setRootIsDecorated(false);
    m_users->setUniformRowHeights(true);
    m_users->header()->resizeSection(0, scaled(this, 320));
    m_users->header()->setProperty("flushFirstSection", true);
    useSoftSelection(m_users, services.theme);
    m_summary->setObjectName(u"copySkillSummary"_s);
    m_summary->setWordWrap(true);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setText(tr("The whole folder is copied, links are left out; the copy declares its own name. Its history begins with the copy."));
    setTextColor(m_summary, services.theme->colors().muted);
    acceptButton()->setDefault(true);

    bool known = false;
    for (const WorkspaceUser &user : users) {
        const bool own = user.id == session.roots.userId;
        known = known || own;
        addUser(user, own && to == To::ThisUser);
    }
    if (!known) {
        WorkspaceUser own;
        own.id = session.roots.userId;
        own.hasFolder = true;
        addUser(own, to == To::ThisUser);
    }

    auto *form = new QFormLayout;
    form->setHorizontalSpacing(scaled(this, 12));
    form->addRow(tr("&Name"), m_name);
    form->addRow(QString(), m_nameNote);
    auto *who = new QLabel(tr("&For"), this);
    who->setBuddy(m_users);
    body()->addLayout(form);
    body()->addWidget(who);
    body()->addWidget(m_users, 1);
    body()->addWidget(m_summary);

    m_planSoon.setSingleShot(true);
    m_planSoon.setInterval(planAfterMs);
    connect(&m_planSoon, &QTimer::timeout, this, &CopySkillDialog::startPlanning);
    connect(m_name, &QLineEdit::textChanged, this, &CopySkillDialog::edited);
    connect(m_users, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem *, int column) {
        if (column == 0)
            edited();
    });
    edited();
    m_name->selectAll();
    resizeWithin(720, 440);
}

void CopySkillDialog::addUser(const WorkspaceUser &user, bool chosen)
{
    const bool own = user.id == m_session.roots.userId;
    QString name = user.email.isEmpty() ? user.id : u"%1 (%2)"_s.arg(user.email, user.id);
    if (own)
        name = tr("%1, shown now").arg(name);
    auto *line = new QTreeWidgetItem(m_users, {name, QString()});
    line->setData(0, userRole, user.id);
    line->setToolTip(0, name);
    line->setSizeHint(0, QSize(0, scaled(this, 26)));
    line->setCheckState(0, chosen ? Qt::Checked : Qt::Unchecked);
    if (!user.hasFolder) {
        line->setFlags(line->flags() & ~(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable));
        line->setText(1, tr("DeerFlow has made no folder for this user yet"));
        line->setToolTip(1, line->text(1));
    }
}

QList<int> CopySkillDialog::chosenRows() const
{
    QList<int> rows;
    for (int row = 0; row < m_users->topLevelItemCount(); ++row) {
        const QTreeWidgetItem *line = m_users->topLevelItem(row);
        if (line->checkState(0) == Qt::Checked && !line->data(0, doneRole).toBool())
            rows << row;
    }
    return rows;
}

CopyRequest CopySkillDialog::request() const
{
    CopyRequest request;
    request.sourceFolder = QFileInfo(m_entry.path).path();
    request.sourceName = QString(skillCategoryName(m_entry.category) + u'/' + m_entry.directory);
    request.directory = m_name->text().trimmed();
    return request;
}

void CopySkillDialog::edited()
{
    m_planning.abandon();
    if (m_name->text().trimmed().isEmpty()) {
        m_planSoon.stop();
        setRefusal(tr("It needs a name."));
        return;
    }
    if (chosenRows().isEmpty())
        setRefusal(tr("Choose who gets it."));
    m_planSoon.start();
}

CopySkillDialog::Plans CopySkillDialog::plan(const SkillSession &session, const CopyRequest &request, const QHash<int, QString> &users,
                                             const CancelToken &cancel)
{
    Plans plans;
    const Result<QByteArray> source = session.storage->read(QString(request.sourceFolder + u"/SKILL.md"_s), editableSizeLimit);
    const Result<QByteArray> text = source ? renamedSkill(*source, request.directory) : source;
    if (!text) {
        plans.refusal = text.error();
    } else if (const SkillVerdict verdict = judgeSkill(*text, request.directory); !verdict.valid) {
        plans.refusal = Error{ErrorCode::Invalid, verdict.problem.message, {}};
    }
    if (!isSkillName(request.directory)) {
        // Said of the name itself, however the source declares its own.
        const SkillVerdict verdict = judgeSkill("---\nname: x\ndescription: x\n---\n", request.directory);
        plans.refusal = Error{ErrorCode::Invalid, verdict.problem.message, {}};
    }
    for (auto user = users.cbegin(); user != users.cend() && !plans.refusal && !cancel.isCancelled(); ++user) {
        Plan plan;
        plan.row = user.key();
        const SkillRoots roots = session.workspace.skillRoots(user.value());
        if (QFileInfo::exists(QString(roots.customRoot + u'/' + request.directory)))
            plan.refusal = tr("has a skill of this name already");
        else
            plan.warnings = SkillFolders(roots, session.editing).warningsBefore(request.directory, cancel).value_or(QStringList());
        plans.users << plan;
    }
    return plans;
}

void CopySkillDialog::startPlanning()
{
    QHash<int, QString> users;
    for (const int row : chosenRows())
        users.insert(row, m_users->topLevelItem(row)->data(0, userRole).toString());
    m_planning = services().jobs->run(
        this, [session = m_session, asked = request(), users](const JobContext &job) { return plan(session, asked, users, job.wait().cancel); },
        [this](const Plans &plans) { showPlans(plans); });
}

void CopySkillDialog::showPlans(const Plans &plans)
{
    const ThemeColors &colors = services().theme->colors();
    m_nameNote->setText(plans.refusal ? QString(u"✕ "_s + plans.refusal->message) : QString());
    m_nameNote->setVisible(plans.refusal.has_value());
    for (int row = 0; row < m_users->topLevelItemCount(); ++row) {
        QTreeWidgetItem *line = m_users->topLevelItem(row);
        if (!line->data(0, doneRole).toBool() && line->flags().testFlag(Qt::ItemIsEnabled)) {
            line->setText(1, {});
            line->setToolTip(1, {});
        }
    }
    int possible = 0;
    for (const Plan &one : plans.users) {
        QTreeWidgetItem *line = m_users->topLevelItem(one.row);
        if (!one.refusal.isEmpty()) {
            showRefusalIn(line, 1, one.refusal, colors);
            continue;
        }
        ++possible;
        const QString text = one.warnings.isEmpty() ? tr("will get a copy") : QString(u"! "_s + one.warnings.join(u' '));
        line->setText(1, text);
        line->setForeground(1, one.warnings.isEmpty() ? colors.muted : colors.warning);
        line->setToolTip(1, one.warnings.join(u'\n'));
    }
    QString reason;
    if (plans.refusal)
        reason = plans.refusal->message;
    else if (chosenRows().isEmpty())
        reason = tr("Choose who gets it.");
    else if (possible == 0)
        reason = tr("Everybody chosen has a skill of this name already.");
    setRefusal(reason);
    Q_EMIT planned();
}

void CopySkillDialog::submit()
{
    m_planSoon.stop();
    m_planning.abandon();
    m_todo = chosenRows();
    m_asked = request();
    m_succeeded = 0;
    m_failed = 0;
    m_stopped = false;
    m_mine = false;
    banner()->hide();
    copyNext();
}

/// One user after the other: each under that user's own order, and one that fails does not stop the rest.
void CopySkillDialog::copyNext()
{
    if (m_todo.isEmpty()) {
        end();
        return;
    }
    const int row = m_todo.takeFirst();
    const QString user = m_users->topLevelItem(row)->data(0, userRole).toString();
    mutation()->start(
        m_session, tr("Copying for %1…").arg(m_users->topLevelItem(row)->text(0)),
        [roots = m_session.workspace.skillRoots(user), editing = m_session.editing, asked = m_asked](SkillEditor &, const MutationOptions &options) {
            return SkillFolders(roots, editing).copy(asked, options);
        },
        [this, row](const Result<MutationOutcome> &outcome) {
            showResult(row, outcome);
            if (!outcome && outcome.error().code == ErrorCode::Cancelled)
                m_stopped = true;
            if (m_stopped) {
                for (const int left : std::exchange(m_todo, {}))
                    showResult(left, fail(ErrorCode::Cancelled, tr("not begun")));
            }
            copyNext();
        });
}

void CopySkillDialog::showResult(int row, const Result<MutationOutcome> &outcome)
{
    QTreeWidgetItem *line = m_users->topLevelItem(row);
    const QSignalBlocker quiet(m_users);
    const Result<QString> told = outcome ? Result<QString>(outcome->warnings.join(u' ')) : Result<QString>(tl::unexpected(outcome.error()));
    showResultIn(line, 1, told, tr("copied"), services().theme->colors());
    m_users->viewport()->update();
    if (!outcome) {
        ++m_failed;
        m_failure = outcome.error();
        return;
    }
    ++m_succeeded;
    line->setData(0, doneRole, true);
    line->setCheckState(0, Qt::Unchecked);
    line->setFlags(line->flags() & ~Qt::ItemIsUserCheckable);
    m_mine = line->data(0, userRole).toString() == m_session.roots.userId;
    if (m_mine)
        Q_EMIT copied(m_asked.directory, outcome->warnings);
}

void CopySkillDialog::end()
{
    const QLocale locale;
    QString text = tr("%1 of %2 copied.").arg(locale.toString(m_succeeded), locale.toString(m_succeeded + m_failed));
    if (m_failed > 0) {
        text += QString(u' ' + tr("The list says why the others were not; they stay chosen."));
        presentFailure(tr("Not everybody got a copy"), m_failure, [this] { submit(); });
    }
    m_summary->setText(text);
    cancelButton()->setText(tr("&Close"));
    setRefusal(chosenRows().isEmpty() ? tr("Choose who gets it.") : QString());
    Q_EMIT finished();
    // One copy for oneself is what the person goes on with; the window says that it is there.
    if (m_mine && m_succeeded == 1 && m_failed == 0)
        accept();
}

void CopySkillDialog::runningChanged(bool running)
{
    m_name->setEnabled(!running);
    m_users->setEnabled(!running);
}

} // namespace verderer
