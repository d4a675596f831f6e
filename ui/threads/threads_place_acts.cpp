// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/threads/bulk_acts.h"
#include "ui/threads/new_thread_dialog.h"
#include "ui/threads/rename_dialog.h"
#include "ui/threads/thread_acts.h"
#include "ui/threads/thread_detail.h"
#include "ui/threads/thread_detail_page.h"
#include "ui/threads/thread_export.h"
#include "ui/threads/thread_filter_bar.h"
#include "ui/threads/threads_model.h"
#include "ui/threads/threads_place.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/database_follower.h"
#include "ui/widgets/database_source.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/listing_view.h"
#include "ui/widgets/style.h"
#include "ui/widgets/text_format.h"
#include "workspace/database_access.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimeZone>

using namespace Qt::StringLiterals;

namespace verderer {

void ThreadsPlace::makeActions()
{
    const auto add = [this](QWidget *where, const QString &text, const QString &name, const QKeySequence &key, const std::function<void()> &act) {
        auto *action = new QAction(text, this);
        action->setObjectName(name);
        action->setShortcut(key);
        action->setShortcutContext(where == m_table ? Qt::WidgetShortcut : Qt::WindowShortcut);
        where->addAction(action);
        connect(action, &QAction::triggered, this, act);
        return action;
    };
    add(this, tr("&New thread…"), u"newThreadAction"_s, QKeySequence::New, [this] { newThread(); });
    add(this, tr("E&xport the list…"), u"exportThreadsAction"_s, QKeySequence(Qt::CTRL | Qt::Key_E), [this] { exportThreads(); });
    add(this, tr("&Search"), u"searchThreadsAction"_s, QKeySequence::Find, [this] { m_filter->focusText(); });
    QAction *rename = add(this, tr("&Rename…"), u"renameThreadAction"_s, QKeySequence(Qt::Key_F2), [this] { renameThread(); });
    QAction *pin = add(this, tr("&Pin or unpin"), u"pinThreadAction"_s, QKeySequence(Qt::CTRL | Qt::Key_P), [this] { togglePin(); });
    // Del and Esc belong to a text while one is typed, so they hold in the table alone.
    QAction *remove = add(m_table, tr("&Delete…"), u"deleteThreadsAction"_s, QKeySequence::Delete, [this] { deleteThreads(); });
    QAction *copy = add(m_table, tr("&Copy the id"), u"copyThreadId"_s, QKeySequence::Copy, [this] {
        const QString id = m_table->currentId();
        if (!id.isEmpty()) {
            QGuiApplication::clipboard()->setText(id);
        }
    });
    add(m_table, tr("Close the thread"), u"closeThreadAction"_s, QKeySequence(Qt::Key_Escape), [this] { closeThread(); });
    auto *owner = new QAction(tr("Only this &owner"), this);
    owner->setObjectName(u"onlyThisOwner"_s);
    connect(owner, &QAction::triggered, this, [this] {
        const int row = m_table->currentIndex().row();
        if (const ThreadRecord *record = row >= 0 ? m_model->recordAt(row) : nullptr) {
            ThreadQuery query = m_filter->query();
            query.owner = record->owner.value_or(u"-"_s);
            m_filter->setQuery(query);
        }
    });
    m_table->insertActions(remove, {rename, pin});
    m_table->addAction(owner);
    m_onThread = {rename, pin, remove, copy, owner};
    for (QAction *action : std::as_const(m_onThread)) {
        action->setEnabled(false);
    }
}

NewThreadDialog *ThreadsPlace::newThread()
{
    if (!m_services.database->access()) {
        return nullptr;
    }
    auto *dialog = new NewThreadDialog(m_services, m_user, this);
    connect(dialog, &NewThreadDialog::openRequested, this, &ThreadsPlace::showItem);
    connect(dialog, &NewThreadDialog::written, m_model, &ListingModelBase::refresh);
    dialog->open();
    return dialog;
}

void ThreadsPlace::renameThread()
{
    const auto &record = m_detail->record();
    if (!record || m_acts->isRunning()) {
        return;
    }
    auto *dialog = new RenameDialog(m_services.theme, record->displayName.value_or(QString()), this);
    connect(dialog, &RenameDialog::renamed, this, [this, id = record->threadId](const QString &title) {
        m_acts->run(tr("Renaming…"), title.isEmpty() ? tr("The title was taken away.") : tr("Renamed to “%1”.").arg(title),
                    [id, title](ThreadService &threads, const Wait &wait) { return threads.rename(id, title, wait); });
    });
    dialog->open();
}

void ThreadsPlace::withChosen(const std::function<void(const QList<ThreadRecord> &)> &act)
{
    if (m_table->selectedRows() == 0) {
        if (const auto &record = m_detail->record()) {
            act({*record});
        }
        return;
    }
    m_collect = m_model->collect(this, m_table->selectedRanges(), [this, act](const Result<QList<ThreadRecord>> &records) {
        if (!records) {
            m_banner->present(Tone::Error, databaseErrorTitle(records.error()), records.error().message, errorDetailText(records.error()));
        } else if (!records->isEmpty()) {
            act(*records);
        }
    });
}

void ThreadsPlace::togglePin()
{
    withChosen([this](const QList<ThreadRecord> &records) {
        // Several: all get what the first one does not have.
        const bool pin = !records.first().pinned;
        if (records.size() == 1) {
            m_acts->run(pin ? tr("Pinning…") : tr("Unpinning…"), {},
                        [id = records.first().threadId, pin](ThreadService &threads, const Wait &wait) { return threads.setPinned(id, pin, wait); });
            return;
        }
        QList<BulkDialog::Subject> subjects;
        for (const ThreadRecord &record : records) {
            subjects.append({record.threadId, threadTitle(record)});
        }
        openBulk(new BulkDialog(m_services, pinAct(int(records.size()), pin), subjects, this));
    });
}

void ThreadsPlace::deleteThreads()
{
    withChosen([this](const QList<ThreadRecord> &records) {
        QList<BulkDialog::Subject> subjects;
        for (const ThreadRecord &record : records) {
            subjects.append({record.threadId, threadTitle(record)});
        }
        openBulk(new BulkDialog(m_services, deleteAct(int(records.size())), subjects, this));
    });
}

void ThreadsPlace::openBulk(BulkDialog *dialog)
{
    connect(dialog, &BulkDialog::written, this, [this] {
        m_model->refresh();
        m_detail->refresh();
    });
    dialog->open();
    dialog->start();
}

void ThreadsPlace::exportThreads()
{
    if (m_services.database->access()) {
        m_exporter->askForList(threadFilter(m_filter->query(), QDate::currentDate()));
    }
}

void ThreadsPlace::showState()
{
    const DatabaseSource *database = m_services.database;
    const auto note = [this](const QString &icon, const QString &title, const QString &text, QWidget *button) {
        m_note->setContent(icon, title, text);
        for (QWidget *one : std::initializer_list<QWidget *>{m_retry, m_showAll, m_createFirst}) {
            one->setVisible(one == button);
        }
        m_stack->setCurrentWidget(m_note);
    };
    switch (database->state()) {
    case DatabaseSource::State::None:
    case DatabaseSource::State::Opening:
        note(u"refresh"_s, tr("Opening the database…"), {}, nullptr);
        break;
    case DatabaseSource::State::Unavailable:
        showUnavailable(*database->error());
        break;
    case DatabaseSource::State::Ready:
        if (m_model->state() == ListingModelBase::State::Failed) {
            note(u"error"_s, databaseErrorTitle(*m_model->error()), m_model->error()->message, m_retry);
        } else if (m_model->rowCount() > 0) {
            m_stack->setCurrentWidget(m_splitter);
        } else if (m_model->state() != ListingModelBase::State::Ready) {
            note(u"refresh"_s, tr("Reading threads…"), {}, nullptr);
        } else if (!m_filter->query().isEmpty()) {
            note(u"search"_s, tr("Nothing matches"), tr("No thread passes this filter."), m_showAll);
        } else {
            note(u"threads"_s, tr("No threads yet"), tr("Nobody has talked to this installation, and none was created by hand."), m_createFirst);
        }
        break;
    }
    updateHead();
    updateStatus();
    const bool settled =
        database->state() == DatabaseSource::State::Unavailable ||
        (database->state() == DatabaseSource::State::Ready && !m_model->isReading() && m_model->state() != ListingModelBase::State::Nothing);
    m_listShown = settled;
    if (settled) {
        Q_EMIT listShown();
    }
}

void ThreadsPlace::showUnavailable(const Error &error)
{
    QString title = databaseErrorTitle(error);
    QString hint;
    if (m_services.database->workspace().databaseBackend == "memory"_L1) {
        title = tr("This installation keeps no database");
        hint = tr(
            "With database.backend: memory, threads and runs live in the Gateway alone and end with it. Set it to sqlite or postgres in config.yaml "
            "to keep them.");
    } else if (error.code == ErrorCode::NotFound) {
        title = tr("The database file is not there");
        hint = tr("DeerFlow makes it when it starts for the first time. Start it once, or point to another file with --database.");
    } else if (error.code == ErrorCode::Unavailable || error.code == ErrorCode::TimedOut) {
        title = tr("The database cannot be reached");
    }
    m_note->setContent(u"error"_s, title, hint.isEmpty() ? error.message : QString(error.message + u"\n\n"_s + hint), errorDetailText(error));
    m_retry->show();
    m_showAll->hide();
    m_createFirst->hide();
    m_stack->setCurrentWidget(m_note);
}

void ThreadsPlace::updateHead()
{
    const bool ready = m_services.database->state() == DatabaseSource::State::Ready && m_model->state() != ListingModelBase::State::Nothing &&
                       m_model->state() != ListingModelBase::State::Loading;
    QString text;
    if (ready) {
        const QString number = QLocale().toString(m_model->rowCount()) + (m_model->isCountKnown() ? QString() : u"+"_s);
        const ThreadQuery query = m_filter->query();
        if (query.isEmpty()) {
            text = tr("%1, all owners").arg(number);
        } else if (query.owner.isEmpty()) {
            text = tr("%1 found, all owners").arg(number);
        } else {
            text = tr("%1 found").arg(number);
        }
    }
    m_count->setText(text);
    setTextColor(m_count, m_services.theme->colors().muted);
}

void ThreadsPlace::updateStatus()
{
    const int selected = m_table->selectedRows();
    for (QAction *action : std::as_const(m_onThread)) {
        action->setEnabled(selected > 0 || !m_detail->id().isEmpty());
    }
    PlaceStatus status;
    const DatabaseSource *database = m_services.database;
    if (database->state() == DatabaseSource::State::Unavailable) {
        status = {tr("no database"), Tone::Error, {}, {}};
    } else if (database->state() == DatabaseSource::State::Ready) {
        if (const auto &trouble = database->follower()->trouble()) {
            status.state = tr("the database does not answer");
            status.tone = Tone::Warning;
            status.facts = trouble->message;
        } else if (selected > ListingView::followedRows) {
            status.state = tr("%1 selected; the list waits with changes until fewer are").arg(QLocale().toString(selected));
            status.tone = Tone::Information;
        } else if (selected > 1) {
            status.state = tr("%n selected", nullptr, selected);
        } else {
            status.state = tr("newest first, pinned on top");
        }
        if (status.facts.isEmpty() && database->access()) {
            status.facts = database->access()->displayName;
        }
        status.right = tr("times: %1").arg(QString::fromUtf8(QTimeZone::systemTimeZoneId()));
    }
    Q_EMIT statusChanged(status);
}

} // namespace verderer
