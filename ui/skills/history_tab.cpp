// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/history_tab.h"

#include "ui/diff/diff_controls.h"
#include "ui/diff/diff_view.h"
#include "ui/skills/diff_panel.h"
#include "ui/skills/history_delegate.h"
#include "ui/skills/history_model.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/metrics.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

QString entryKey(const HistoryEntry &entry)
{
    return entry.id + u"@"_s + QString::number(entry.offset);
}

} // namespace

HistoryTab::HistoryTab(const WindowServices &services, QWidget *parent)
    : QWidget(parent), m_services(services), m_model(new HistoryModel(this)), m_stack(new QStackedWidget(this)),
      m_empty(new EmptyState(services.theme, this)), m_banner(new Banner(services.theme, this)), m_splitter(new QSplitter(Qt::Vertical, this)),
      m_table(new QTableView(this)), m_this(new QComboBox(this)), m_against(new QComboBox(this)),
      m_restore(new QPushButton(tr("&Restore the text before this…"), this)), m_lower(new QStackedWidget(this)),
      m_panel(new DiffPanel(services, this)), m_raw(new QPlainTextEdit(this))
{
    setObjectName(u"historyTab"_s);
    m_banner->setObjectName(u"historyBanner"_s);
    m_splitter->setObjectName(u"historySplitter"_s);
    m_splitter->setChildrenCollapsible(false);
    m_table->setObjectName(u"historyTable"_s);
    m_table->setAccessibleName(tr("Records, newest first"));
    m_table->setModel(m_model);
    m_table->setItemDelegate(new HistoryDelegate(services.theme, m_table));
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(scaled(this, 28));
    m_table->verticalHeader()->setMinimumSectionSize(scaled(this, 28));
    QHeaderView *header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setStretchLastSection(true);
    header->setMinimumSectionSize(scaled(this, 60));
    for (const auto &[column, width] : {std::pair{HistoryModel::When, 156},
                                        {HistoryModel::Action, 116},
                                        {HistoryModel::By, 150},
                                        {HistoryModel::Change, 150},
                                        {HistoryModel::Verdict, 96}})
        header->resizeSection(column, scaled(this, width));
    m_this->setObjectName(u"compareThis"_s);
    m_this->setAccessibleName(tr("Record"));
    m_against->setObjectName(u"compareAgainst"_s);
    m_against->setAccessibleName(tr("Compared with"));
    for (QComboBox *box : {m_this, m_against})
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_this->setPlaceholderText(tr("no record"));
    m_restore->setObjectName(u"restoreButton"_s);
    m_restore->setAutoDefault(false);
    m_raw->setObjectName(u"rawLine"_s);
    m_raw->setAccessibleName(tr("What the line holds"));
    m_raw->setReadOnly(true);
    m_raw->setFrameShape(QFrame::NoFrame);
    m_raw->setFont(Theme::textFont());

    auto *strip = new QWidget(this);
    strip->setAutoFillBackground(true);
    strip->setBackgroundRole(QPalette::Window);
    auto *flow = new FlowLayout(strip);
    flow->setContentsMargins(scaled(this, 20), scaled(this, 6), scaled(this, 12), scaled(this, 6));
    flow->setGaps(scaled(this, 8), scaled(this, 6));
    auto *against = new QLabel(tr("against"), strip);
    against->setMinimumHeight(scaled(this, 30));
    flow->addWidget(m_this);
    flow->addWidget(against);
    flow->addWidget(m_against);
    flow->addWidget(m_restore);
    flow->addWidget(m_panel->takeControls());
    m_lower->addWidget(m_panel);
    m_lower->addWidget(m_raw);
    auto *lower = new QWidget(this);
    auto *lowerColumn = new QVBoxLayout(lower);
    lowerColumn->setContentsMargins(0, 0, 0, 0);
    lowerColumn->setSpacing(0);
    lowerColumn->addWidget(strip);
    lowerColumn->addWidget(m_lower, 1);
    m_splitter->addWidget(m_table);
    m_splitter->addWidget(lower);
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 5);
    m_table->setMinimumHeight(scaled(this, 90));
    lower->setMinimumHeight(scaled(this, 140));

    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_splitter);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_banner);
    column->addWidget(m_stack, 1);

    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        const auto entry = current();
        m_filling = true;
        m_this->setCurrentIndex(entry ? m_this->findData(entryKey(*entry)) : -1);
        m_filling = false;
        Q_EMIT currentChanged();
    });
    connect(m_this, &QComboBox::activated, this, [this](int index) {
        const QString key = m_this->itemData(index).toString();
        for (const HistoryEntry &entry : m_model->records()) {
            if (entryKey(entry) == key)
                select(entry);
        }
    });
    connect(m_against, &QComboBox::currentIndexChanged, this, [this] {
        if (!m_filling)
            Q_EMIT comparisonChanged();
    });
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_splitterMoved = true; });
    connect(m_restore, &QPushButton::clicked, this, &HistoryTab::restoreRequested);
    refreshSelectors();
    showLoading();
}

void HistoryTab::showLoading()
{
    m_empty->setContent(u"refresh"_s, tr("Reading the history…"), {});
    m_stack->setCurrentWidget(m_empty);
}

void HistoryTab::showRecords()
{
    const bool first = m_stack->currentWidget() != m_splitter;
    m_stack->setCurrentWidget(m_splitter);
    if (first && !m_splitterMoved) {
        // Few records leave the room to the difference.
        const int wanted = m_table->horizontalHeader()->sizeHint().height() + m_model->rowCount() * m_table->verticalHeader()->defaultSectionSize();
        const int table = std::min(wanted + scaled(this, 4), height() * 2 / 5);
        m_splitter->setSizes({table, std::max(1, height() - table)});
    }
}

void HistoryTab::showNothing(const QString &title, const QString &text, const QString &details)
{
    m_empty->setContent(u"undo"_s, title, text, details);
    m_stack->setCurrentWidget(m_empty);
}

void HistoryTab::showRaw(const QByteArray &bytes, const QString &problem)
{
    m_raw->setPlainText(problem + u"\n\n"_s + QString::fromUtf8(bytes));
    m_lower->setCurrentWidget(m_raw);
}

void HistoryTab::showDiff()
{
    m_lower->setCurrentWidget(m_panel);
}

std::optional<HistoryEntry> HistoryTab::current() const
{
    const HistoryEntry *entry = m_model->entryAt(m_table->currentIndex());
    return entry ? std::optional(*entry) : std::nullopt;
}

void HistoryTab::select(const HistoryEntry &entry)
{
    const QModelIndex index = m_model->indexOf(entry.id, entry.offset);
    if (index.isValid()) {
        m_table->setCurrentIndex(index);
        m_table->scrollTo(index);
    }
}

void HistoryTab::selectNewest()
{
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->entryAt(m_model->index(row, 0))) {
            m_table->setCurrentIndex(m_model->index(row, 0));
            return;
        }
    }
}

Comparison HistoryTab::comparison() const
{
    const QString chosen = m_against->currentData().toString();
    if (chosen == "present"_L1)
        return {Comparison::Against::Present, {}};
    for (const HistoryEntry &entry : m_model->records()) {
        if (entryKey(entry) == chosen)
            return {Comparison::Against::Record, entry};
    }
    return {};
}

void HistoryTab::refreshSelectors()
{
    m_table->clearSpans();
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const auto kind = HistoryModel::RowKind(m_model->index(row, 0).data(HistoryModel::KindRole).toInt());
        if (kind == HistoryModel::RowKind::Break)
            m_table->setSpan(row, 0, 1, HistoryModel::ColumnCount);
        else if (kind == HistoryModel::RowKind::Unreadable)
            m_table->setSpan(row, 1, 1, HistoryModel::ColumnCount - 1);
    }
    m_filling = true;
    const QString against = m_against->currentData().toString();
    m_this->clear();
    m_against->clear();
    m_against->addItem(tr("previous"), u"previous"_s);
    m_against->addItem(tr("present"), u"present"_s);
    const QList<HistoryEntry> records = m_model->records();
    if (!records.isEmpty())
        m_against->insertSeparator(m_against->count());
    for (const HistoryEntry &entry : records) {
        const QString label = HistoryModel::label(entry);
        m_this->addItem(tr("%1 (%2)").arg(label, entry.action), entryKey(entry));
        m_against->addItem(tr("%1 (%2)").arg(label, entry.action), entryKey(entry));
    }
    m_against->setCurrentIndex(std::max(0, m_against->findData(against)));
    const auto entry = current();
    m_this->setCurrentIndex(entry ? m_this->findData(entryKey(*entry)) : -1);
    m_filling = false;
}

void HistoryTab::setCanRestore(bool can, const QString &reason)
{
    m_restore->setEnabled(can);
    m_restore->setToolTip(can ? tr("Show what would change, then put the text back as it was before this record") : reason);
}

QByteArray HistoryTab::splitterState() const
{
    return m_splitterMoved ? m_splitter->saveState() : QByteArray();
}

void HistoryTab::restoreSplitter(const QByteArray &state)
{
    if (!state.isEmpty())
        m_splitterMoved = m_splitter->restoreState(state);
}

} // namespace verderer
