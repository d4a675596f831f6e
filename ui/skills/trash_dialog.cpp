// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/trash_dialog.h"

#include "ui/widgets/banner.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/result_line.h"
#include "ui/widgets/row_delegate.h"
#include "ui/widgets/style.h"
#include "ui/widgets/text_format.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QStackedWidget>
#include <QTreeWidget>

#include <algorithm>
#include <memory>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

enum Column { SkillColumn, WhenColumn, WhatColumn, ResultColumn };

/// What a restore brings back, in a few words.
QString contentText(const DeletedSkill &deleted)
{
    return deleted.place.isEmpty() ? TrashDialog::tr("SKILL.md from its history")
                                   : TrashDialog::tr("%n file(s), %1", nullptr, int(deleted.files)).arg(humanSize(deleted.bytes));
}

} // namespace

TrashDialog::TrashDialog(const WindowServices &services, const SkillSession &session, QWidget *parent)
    : SkillDialog(services, u"trash"_s, tr("Deleted skills"), tr("&Restore"), parent), m_session(session), m_stack(new QStackedWidget(this)),
      m_nothing(new EmptyState(services.theme, this)), m_list(new QTreeWidget(this)), m_summary(new QLabel(this)),
      m_throwAway(new QPushButton(tr("&Throw away…"), this)), m_empty(new QPushButton(tr("&Empty the trash…"), this))
{
    m_list->setObjectName(u"trashList"_s);
    m_list->setAccessibleName(tr("Deleted skills and what can be had of them"));
    m_list->setColumnCount(4);
    m_list->setHeaderLabels({tr("Skill"), tr("Deleted"), tr("What comes back"), tr("Result")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setItemDelegate(new RowDelegate(services.theme, m_list));
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->header()->resizeSection(SkillColumn, scaled(this, 180));
    m_list->header()->resizeSection(WhenColumn, scaled(this, 120));
    m_list->header()->resizeSection(WhatColumn, scaled(this, 180));
    m_summary->setObjectName(u"trashSummary"_s);
    m_summary->setWordWrap(true);
    m_summary->setTextFormat(Qt::PlainText);
    m_throwAway->setObjectName(u"trashThrowAway"_s);
    m_empty->setObjectName(u"trashEmpty"_s);
    for (QPushButton *button : {m_throwAway, m_empty})
        button->setAutoDefault(false);
    foot()->insertWidget(0, m_empty);
    foot()->insertWidget(1, m_throwAway);
    cancelButton()->setText(tr("&Close"));
    m_stack->addWidget(m_nothing);
    m_stack->addWidget(m_list);
    body()->addWidget(m_stack, 1);
    body()->addWidget(m_summary);
    setTextColor(m_summary, services.theme->colors().muted);
    connect(m_list, &QTreeWidget::itemSelectionChanged, this, &TrashDialog::updateButtons);
    connect(m_list, &QTreeWidget::itemActivated, this, [this] {
        if (acceptButton()->isEnabled())
            submit();
    });
    connect(m_throwAway, &QPushButton::clicked, this, [this] { askToEmpty(true); });
    connect(m_empty, &QPushButton::clicked, this, [this] { askToEmpty(false); });
    m_nothing->setContent(u"refresh"_s, tr("Reading…"), {});
    updateButtons();
    resizeWithin(760, 440);
    read();
}

void TrashDialog::read()
{
    m_reading = services().jobs->run(
        this,
        [roots = m_session.roots, editing = m_session.editing](const JobContext &job) {
            return SkillFolders(roots, editing).restorable(job.wait().cancel);
        },
        [this](const Result<QList<DeletedSkill>> &deleted) { showList(deleted); });
}

void TrashDialog::showList(const Result<QList<DeletedSkill>> &deleted)
{
    m_list->clear();
    m_deleted = deleted.value_or(QList<DeletedSkill>());
    if (!deleted)
        m_nothing->setContent(u"error"_s, errorHeadline(deleted.error().code), deleted.error().message, errorDetailText(deleted.error()));
    else
        m_nothing->setContent(u"check"_s, tr("Nothing is deleted"), tr("Deleted skills of this user are listed here and can be brought back."));
    qint64 folders = 0;
    qint64 bytes = 0;
    for (const DeletedSkill &one : std::as_const(m_deleted)) {
        const QDateTime when = recordTime(one.deletedAt);
        auto *line = new QTreeWidgetItem(m_list, {one.directory, when.isValid() ? humanTime(when) : one.deletedAt, contentText(one)});
        line->setToolTip(SkillColumn, one.place.isEmpty() ? one.directory : one.place);
        line->setToolTip(WhenColumn, when.isValid() ? exactTime(when) : one.deletedAt);
        if (one.nameTaken)
            showRefusalIn(line, ResultColumn, tr("a skill of this name is there"), services().theme->colors());
        if (!one.place.isEmpty()) {
            ++folders;
            bytes += one.bytes;
        }
    }
    m_summary->setText(
        m_deleted.isEmpty()
            ? QString()
            : tr("The trash holds %n folder(s), %1. Histories stay, whatever is thrown away.", nullptr, int(folders)).arg(humanSize(bytes)));
    m_stack->setCurrentIndex(m_deleted.isEmpty() ? 0 : 1);
    if (!m_deleted.isEmpty())
        m_list->setCurrentItem(m_list->topLevelItem(0));
    updateButtons();
    Q_EMIT listed();
}

QList<int> TrashDialog::chosenRows() const
{
    QList<int> rows;
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        if (m_list->topLevelItem(row)->isSelected())
            rows << row;
    }
    return rows;
}

void TrashDialog::updateButtons()
{
    const QList<int> rows = chosenRows();
    const auto free = [this](int row) { return !m_deleted.at(row).nameTaken; };
    const auto inTrash = [this](int row) { return !m_deleted.at(row).place.isEmpty(); };
    QString refusal;
    if (rows.isEmpty())
        refusal = tr("Choose a deleted skill first.");
    else if (std::none_of(rows.cbegin(), rows.cend(), free))
        refusal = tr("A skill of this name is there. It must go first.");
    setRefusal(refusal);
    const bool idle = !mutation()->isRunning();
    const bool some = std::any_of(rows.cbegin(), rows.cend(), inTrash);
    m_throwAway->setEnabled(idle && some);
    m_throwAway->setToolTip(some ? tr("Throws the chosen folders away for good") : tr("Only whole folders can be thrown away; a history stays."));
    const bool any = std::any_of(m_deleted.cbegin(), m_deleted.cend(), [](const DeletedSkill &one) { return !one.place.isEmpty(); });
    m_empty->setEnabled(idle && any);
    m_empty->setToolTip(any ? tr("Throws every folder in the trash away for good") : tr("The trash is empty."));
}

void TrashDialog::runningChanged(bool)
{
    updateButtons();
}

void TrashDialog::submit()
{
    m_todo.clear();
    for (const int row : chosenRows()) {
        if (!m_deleted.at(row).nameTaken)
            m_todo << row;
    }
    m_restored = 0;
    m_failed = 0;
    banner()->hide();
    restoreNext();
}

void TrashDialog::restoreNext()
{
    if (m_todo.isEmpty()) {
        m_summary->setText(tr("%1 of %2 restored.").arg(QLocale().toString(m_restored), QLocale().toString(m_restored + m_failed)));
        if (m_failed > 0)
            presentFailure(tr("Not everything was restored"), m_failure, [this] { submit(); });
        if (m_restored > 0)
            Q_EMIT written();
        if (m_restored == 1 && m_failed == 0)
            accept();
        return;
    }
    const int row = m_todo.takeFirst();
    RestoreRequest request;
    request.directory = m_deleted.at(row).directory;
    request.place = m_deleted.at(row).place;
    mutation()->start(
        m_session, tr("Restoring %1…").arg(request.directory),
        [roots = m_session.roots, editing = m_session.editing, request](SkillEditor &, const MutationOptions &options) {
            return SkillFolders(roots, editing).restore(request, options);
        },
        [this, row](const Result<MutationOutcome> &outcome) { showRestored(row, outcome); });
}

void TrashDialog::showRestored(int row, const Result<MutationOutcome> &outcome)
{
    QTreeWidgetItem *line = m_list->topLevelItem(row);
    const Result<QString> told = outcome ? Result<QString>(outcome->warnings.join(u' ')) : Result<QString>(tl::unexpected(outcome.error()));
    showResultIn(line, ResultColumn, told, tr("restored"), services().theme->colors());
    if (outcome) {
        ++m_restored;
        // It is there now, and so is its name for every older deletion of it.
        for (DeletedSkill &one : m_deleted)
            one.nameTaken = one.nameTaken || one.directory == m_deleted.at(row).directory;
        Q_EMIT restored(m_deleted.at(row).directory);
    } else {
        ++m_failed;
        m_failure = outcome.error();
        if (m_failure.code == ErrorCode::Cancelled)
            m_todo.clear();
    }
    restoreNext();
}

void TrashDialog::askToEmpty(bool chosenOnly)
{
    QList<EmptyTrashRequest> requests;
    qint64 files = 0;
    qint64 bytes = 0;
    int folders = 0;
    for (int row = 0; row < int(m_deleted.size()); ++row) {
        const DeletedSkill &one = m_deleted.at(row);
        if (one.place.isEmpty() || (chosenOnly && !m_list->topLevelItem(row)->isSelected()))
            continue;
        EmptyTrashRequest request;
        request.place = one.place;
        requests << request;
        files += one.files;
        bytes += one.bytes;
        ++folders;
    }
    if (requests.isEmpty())
        return;
    const QStringList sentences{
        tr("%n folder(s) go for good", nullptr, folders) + u": "_s + tr("%n file(s), %1", nullptr, int(files)).arg(humanSize(bytes)) + u'.',
        tr("This cannot be undone. What the histories hold stays, so the text of a SKILL.md can still be restored from there.")};
    auto *confirm = new ConfirmDialog(services(), u"emptyTrash"_s, chosenOnly ? tr("Throw away what is chosen?") : tr("Empty the trash?"), sentences,
                                      chosenOnly ? tr("&Throw away") : tr("&Empty the trash"), this);
    connect(confirm, &QDialog::accepted, this, [this, requests] { empty(requests); });
    confirm->open();
}

/// Each folder by its place, so that what was deleted since the question was asked stays.
void TrashDialog::empty(const QList<EmptyTrashRequest> &requests)
{
    banner()->hide();
    const auto emptied = std::make_shared<EmptiedTrash>();
    mutation()->start(
        m_session, tr("Throwing away…"),
        [roots = m_session.roots, editing = m_session.editing, requests, emptied](SkillEditor &,
                                                                                  const MutationOptions &options) -> Result<MutationOutcome> {
            SkillFolders folders(roots, editing);
            for (const EmptyTrashRequest &request : requests) {
                const Result<EmptiedTrash> one = folders.emptyTrash(request, options);
                // Somebody else was faster: it is gone, as was asked for.
                if (!one && one.error().code == ErrorCode::NotFound)
                    continue;
                if (!one)
                    return tl::unexpected(one.error());
                emptied->removed += one->removed;
                emptied->failed += one->failed;
                emptied->warnings += one->warnings;
            }
            return MutationOutcome();
        },
        [this, requests, emptied](const Result<MutationOutcome> &outcome) { onEmptied(requests, outcome, *emptied); });
}

void TrashDialog::onEmptied(const QList<EmptyTrashRequest> &requests, const Result<MutationOutcome> &outcome, const EmptiedTrash &emptied)
{
    if (!outcome)
        presentFailure(tr("Not everything was thrown away"), outcome.error(), [this, requests] { empty(requests); });
    else if (!emptied.failed.isEmpty())
        presentFailure(tr("Not everything was thrown away"), emptied.failed.first(), [this, requests] { empty(requests); });
    else
        banner()->present(Tone::Accent, tr("Thrown away"), tr("%n folder(s) are gone.", nullptr, int(emptied.removed.size())));
    Q_EMIT written();
    read();
}

} // namespace verderer
