// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/threads/threads_place.h"

#include "ui/threads/metadata_tab.h"
#include "ui/threads/new_thread_dialog.h"
#include "ui/threads/thread_acts.h"
#include "ui/threads/thread_delegate.h"
#include "ui/threads/thread_detail.h"
#include "ui/threads/thread_detail_page.h"
#include "ui/threads/thread_export.h"
#include "ui/threads/thread_filter_bar.h"
#include "ui/threads/thread_runs_tab.h"
#include "ui/threads/threads_model.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/database_follower.h"
#include "ui/widgets/database_source.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/listing_view.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"
#include "workspace/database_access.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

ThreadsPlace::ThreadsPlace(const WindowServices &services, QWidget *parent)
    : Place(parent), m_services(services), m_model(new ThreadsModel(services.jobs, services.database, this)),
      m_title(new QLabel(tr("Threads"), this)), m_count(new QLabel(this)), m_export(new QPushButton(tr("E&xport…"), this)),
      m_new(new QPushButton(tr("New &thread…"), this)), m_filter(new ThreadFilterBar(services.theme, this)),
      m_banner(new Banner(services.theme, this)), m_stack(new QStackedWidget(this)), m_note(new EmptyState(services.theme, this)),
      m_splitter(new QSplitter(Qt::Vertical, this)), m_table(new ListingView(services.theme, m_model, this)),
      m_acts(new ThreadActs(services, m_banner, this)), m_page(new ThreadDetailPage(services, m_acts, this)),
      m_detail(new ThreadDetail(services, m_page, this)), m_exporter(new ThreadExport(services, m_banner, this, this))
{
    setObjectName(u"threadsPlace"_s);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    QFont bold = font();
    bold.setPointSizeF(bold.pointSizeF() * 1.35);
    bold.setBold(true);
    m_title->setFont(bold);
    m_count->setObjectName(u"threadCount"_s);
    m_export->setObjectName(u"exportThreads"_s);
    m_export->setToolTip(tr("Write the list as it is filtered to a file (Ctrl+E)"));
    m_new->setObjectName(u"newThreadButton"_s);
    m_new->setToolTip(tr("Create a thread by hand (Ctrl+N)"));
    makePrimary(m_new);
    m_banner->setObjectName(u"threadsBanner"_s);
    m_note->setObjectName(u"threadsNote"_s);
    m_retry = m_note->addButton(tr("&Try again"), u"retryDatabase"_s);
    m_showAll = m_note->addButton(tr("Show &all threads"), u"showAllThreads"_s);
    m_createFirst = m_note->addButton(tr("Create a t&hread…"), u"createFirstThread"_s);
    m_table->setObjectName(u"threadTable"_s);
    m_table->setAccessibleName(tr("Threads"));
    m_table->setItemDelegate(new ThreadDelegate(services.theme, m_table));
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    QHeaderView *header = m_table->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::Interactive);
    header->setSectionResizeMode(ThreadsModel::Title, QHeaderView::Stretch);
    header->setMinimumSectionSize(scaled(this, 30));
    header->setToolTip(tr("Pinned first, then by the time of the last change, as DeerFlow lists them"));
    for (const auto &[column, width] : {std::pair{ThreadsModel::Pinned, 34},
                                        {ThreadsModel::Id, 170},
                                        {ThreadsModel::Owner, 150},
                                        {ThreadsModel::Status, 120},
                                        {ThreadsModel::Updated, 130},
                                        {ThreadsModel::Created, 130}}) {
        header->resizeSection(column, scaled(this, width));
    }
    m_splitter->setObjectName(u"threadsSplitter"_s);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_table);
    m_splitter->addWidget(m_page);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 4);
    m_table->setMinimumHeight(scaled(this, 110));
    m_page->setMinimumHeight(scaled(this, 180));
    m_page->hide();
    m_stack->addWidget(m_note);
    m_stack->addWidget(m_splitter);

    auto *line = new QHBoxLayout;
    line->setSpacing(scaled(this, 10));
    line->addWidget(m_title);
    line->addWidget(m_count);
    line->addStretch(1);
    line->addWidget(m_export);
    line->addWidget(m_new);
    auto *head = new QVBoxLayout;
    head->setContentsMargins(scaled(this, 20), scaled(this, 12), scaled(this, 20), scaled(this, 10));
    head->setSpacing(scaled(this, 10));
    head->addLayout(line);
    head->addWidget(m_filter);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(m_banner);
    column->addWidget(m_stack, 1);
    setTabOrder(m_filter, m_table);

    makeActions();
    connectParts();
    onDatabase();
}

ThreadsPlace::~ThreadsPlace() = default;

void ThreadsPlace::connectParts()
{
    connect(m_services.database, &DatabaseSource::changed, this, &ThreadsPlace::onDatabase);
    DatabaseFollower *follower = m_services.database->follower();
    connect(follower, &DatabaseFollower::changed, m_model, &ListingModelBase::refreshWhenFair);
    connect(follower, &DatabaseFollower::lost, this, [this](const Error &error) {
        m_banner->present(Tone::Warning, tr("The database does not answer"), tr("What is shown may be old. %1").arg(error.message));
        QPushButton *again = m_banner->addButton(tr("&Try again"), u"retryFollower"_s);
        connect(again, &QPushButton::clicked, m_services.database->follower(), &DatabaseFollower::askNow);
        updateStatus();
    });
    connect(follower, &DatabaseFollower::restored, this, [this] {
        m_banner->hide();
        updateStatus();
    });
    connect(m_model, &ListingModelBase::stateChanged, this, &ThreadsPlace::showState);
    connect(m_model, &ListingModelBase::countChanged, this, &ThreadsPlace::updateHead);
    connect(m_model, &ListingModelBase::swapped, this, [this](const QHash<QString, int> &, bool sameQuestion) {
        if (sameQuestion) {
            m_detail->refresh();
        }
    });
    connect(m_model, &ListingModelBase::failed, this, [this](const Error &error) {
        if (m_model->rowCount() > 0 && error.code != ErrorCode::Cancelled) {
            m_banner->present(Tone::Warning, tr("The list could not be read again: %1").arg(databaseErrorTitle(error)), error.message);
            QPushButton *again = m_banner->addButton(tr("&Try again"), u"retryList"_s);
            connect(again, &QPushButton::clicked, this, &ThreadsPlace::refresh);
        }
    });
    connect(m_filter, &ThreadFilterBar::queryChanged, this, &ThreadsPlace::ask);
    connect(m_filter, &ThreadFilterBar::leave, this, [this] { m_table->setFocus(Qt::OtherFocusReason); });
    connect(m_table, &ListingView::currentIdChanged, this, &ThreadsPlace::choose);
    connect(m_table, &ListingView::opened, this, [this](const QString &id) {
        choose(id);
        m_page->setFocus();
    });
    connect(m_table, &ListingView::selectedRowsChanged, this, &ThreadsPlace::updateStatus);
    connect(m_page, &ThreadDetailPage::renameRequested, this, &ThreadsPlace::renameThread);
    connect(m_page, &ThreadDetailPage::pinRequested, this, &ThreadsPlace::togglePin);
    connect(m_page, &ThreadDetailPage::deleteRequested, this, &ThreadsPlace::deleteThreads);
    connect(m_page, &ThreadDetailPage::closeRequested, this, &ThreadsPlace::closeThread);
    connect(m_page, &ThreadDetailPage::exportRequested, this, [this] {
        if (const auto &record = m_detail->record()) {
            m_exporter->askForThread(record->threadId, threadTitle(*record));
        }
    });
    connect(m_page->runs(), &ThreadRunsTab::runOpened, this, [this](const QString &id) { Q_EMIT linkActivated(u"runs"_s, id); });
    connect(m_acts, &ThreadActs::changed, this, [this](const ThreadRecord &record) {
        m_detail->setRecord(record);
        // PostgreSQL counts a write up to ten seconds late, so the follower may not know of our own yet.
        m_model->refresh();
    });
    connect(m_new, &QPushButton::clicked, this, &ThreadsPlace::newThread);
    connect(m_createFirst, &QPushButton::clicked, this, &ThreadsPlace::newThread);
    connect(m_export, &QPushButton::clicked, this, &ThreadsPlace::exportThreads);
    connect(m_showAll, &QPushButton::clicked, m_filter, &ThreadFilterBar::clear);
    connect(m_retry, &QPushButton::clicked, this, [this] {
        if (m_services.database->state() == DatabaseSource::State::Unavailable) {
            m_services.database->retry();
        } else {
            m_model->refresh();
        }
    });
}

void ThreadsPlace::open(const OpenWorkspace &workspace)
{
    // Every owner's threads are shown; the user that is chosen above is only who is proposed for a new one.
    m_user = workspace.user.id;
}

void ThreadsPlace::onDatabase()
{
    DatabaseSource *database = m_services.database;
    QList<std::pair<QString, QString>> owners;
    const QList<WorkspaceUser> &users = database->users();
    for (const WorkspaceUser &user : users) {
        owners.append({user.id, database->ownerName(user.id)});
    }
    m_filter->setOwners(owners);
    const bool ready = database->state() == DatabaseSource::State::Ready;
    m_filter->setEnabled(ready);
    m_new->setEnabled(ready);
    m_export->setEnabled(ready);
    if (!ready) {
        m_asked = nullptr;
        m_model->clear();
        showState();
        return;
    }
    if (std::exchange(m_asked, database->access().get()) != database->access().get()) {
        if (const QStringList &warnings = database->access()->warnings; !warnings.isEmpty()) {
            m_banner->present(Tone::Warning, tr("Worth knowing about this database"), warnings.join(u' '));
        }
        ask();
        if (!m_wantedId.isEmpty()) {
            showItem(std::exchange(m_wantedId, {}));
        } else if (!m_detail->id().isEmpty()) {
            m_detail->refresh();
        }
    }
}

void ThreadsPlace::ask()
{
    const auto access = m_services.database->access();
    if (!access) {
        return;
    }
    const ThreadFilter filter = threadFilter(m_filter->query(), QDate::currentDate());
    constexpr int firstRows = 50;
    m_model->ask({[access, filter](const Wait &wait) -> Result<QList<ThreadRecord>> {
                      Result<ThreadPage> page = access->threads->list(filter, firstRows, {}, wait);
                      if (!page) {
                          return tl::unexpected<Error>(page.error());
                      }
                      return page->threads;
                  },
                  [access, filter](const Wait &wait) { return access->openThreads(filter, wait); }});
}

void ThreadsPlace::refresh()
{
    if (m_services.database->state() == DatabaseSource::State::Unavailable) {
        m_services.database->retry();
        return;
    }
    m_model->refresh();
}

void ThreadsPlace::activate()
{
    if (m_stack->currentWidget() == m_splitter) {
        m_table->setFocus(Qt::OtherFocusReason);
    }
}

void ThreadsPlace::showEvent(QShowEvent *event)
{
    Place::showEvent(event);
    m_model->setAwake(true);
}

void ThreadsPlace::hideEvent(QHideEvent *event)
{
    Place::hideEvent(event);
    // Nobody sees it change; what was missed is read when it is shown again.
    m_model->setAwake(false);
}

void ThreadsPlace::showItem(const QString &id)
{
    if (m_services.database->state() != DatabaseSource::State::Ready) {
        m_wantedId = id;
        return;
    }
    m_table->chooseNone();
    m_table->setCurrentId(id);
    choose(id);
    m_locate = m_model->locate(this, id, [this, id](int row) {
        if (row >= 0 && m_detail->id() == id) {
            m_table->chooseRow(row);
        }
    });
}

void ThreadsPlace::choose(const QString &id)
{
    if (id.isEmpty() || id == m_detail->id()) {
        return;
    }
    m_acts->forget();
    const int row = m_table->currentIndex().row();
    const ThreadRecord *known = row >= 0 ? m_model->recordAt(row) : nullptr;
    m_detail->show(id, known && known->threadId == id ? known : nullptr);
    if (!m_page->isVisibleTo(m_splitter)) {
        m_page->show();
        const int height = m_splitter->height();
        if (m_splitter->sizes().value(1) == 0) {
            m_splitter->setSizes({height * 3 / 7, height * 4 / 7});
        }
        // The row that was chosen must not end up below the edge.
        QMetaObject::invokeMethod(
            this, [this] { m_table->scrollTo(m_table->currentIndex()); }, Qt::QueuedConnection);
    }
    updateStatus();
}

void ThreadsPlace::closeThread()
{
    m_page->hide();
    m_detail->clear();
    m_table->chooseNone();
    m_table->setFocus(Qt::OtherFocusReason);
    updateStatus();
}

QVariantMap ThreadsPlace::saveState() const
{
    const ThreadQuery query = m_filter->query();
    return {{u"text"_s, query.text},
            {u"owner"_s, query.owner},
            {u"status"_s, query.status},
            {u"updated"_s, query.updated},
            {u"thread"_s, m_detail->id()},
            {u"tab"_s, m_page->tab()},
            {u"splitter"_s, m_splitter->saveState()},
            {u"header"_s, m_table->horizontalHeader()->saveState()},
            {u"unsaved"_s, m_page->metadata()->unsaved()}};
}

void ThreadsPlace::restoreState(const QVariantMap &state)
{
    if (state.isEmpty()) {
        return;
    }
    m_filter->setQuery({state.value(u"text"_s).toString(), state.value(u"owner"_s).toString(), state.value(u"status"_s).toString(),
                        state.value(u"updated"_s).toString()});
    m_wantedId = state.value(u"thread"_s).toString();
    m_page->setTab(state.value(u"tab"_s).toString());
    m_splitter->restoreState(state.value(u"splitter"_s).toByteArray());
    m_table->horizontalHeader()->restoreState(state.value(u"header"_s).toByteArray());
    m_page->metadata()->setUnsaved(state.value(u"unsaved"_s).toMap());
}

} // namespace verderer
