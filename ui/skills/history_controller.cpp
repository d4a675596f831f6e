// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/history_controller.h"

#include "base/hash.h"
#include "skills/mutation_lock.h"
#include "ui/skills/diff_panel.h"
#include "ui/skills/history_model.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/text_format.h"

#include <QFileInfo>
#include <QLocale>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr int pageSize = 50;

struct Compared {
    QByteArray oldText;
    QByteArray newText;
    QString oldLabel;
    QString newLabel;
};

} // namespace

QString historyRoot(const SkillRoots &roots, SkillCategory category)
{
    switch (category) {
    case SkillCategory::Custom:
        return roots.customRoot;
    case SkillCategory::Legacy:
        return roots.legacyRoot;
    case SkillCategory::Public:
    case SkillCategory::Integrations:
        break;
    }
    return {};
}

HistoryController::HistoryController(const WindowServices &services, HistoryTab *tab, QObject *parent)
    : QObject(parent), m_services(services), m_tab(tab)
{
    connect(tab, &HistoryTab::currentChanged, this, &HistoryController::compare);
    connect(tab, &HistoryTab::comparisonChanged, this, &HistoryController::compare);
    connect(tab, &HistoryTab::restoreRequested, this, [this] {
        if (const auto entry = m_tab->current())
            Q_EMIT restoreRequested(*entry);
    });
    connect(tab->model(), &HistoryModel::moreWanted, this, [this] { read(pageSize, false); });
    connect(tab->panel(), &DiffPanel::shown, this, &HistoryController::compared);
}

void HistoryController::open(const SkillSession &session, const SkillEntry &entry)
{
    close();
    m_session = session;
    m_entry = entry;
    m_open = true;
    const QString root = historyRoot(session.roots, entry.category);
    if (root.isEmpty()) {
        m_loaded = true;
        m_tab->showNothing(tr("Shared skills have no history"), tr("DeerFlow records changes of a user's own skills only."));
        updateStatus();
        Q_EMIT loaded();
        return;
    }
    m_path = historyPath(root, entry.directory);
    m_tab->showLoading();
    read(pageSize, true);
}

void HistoryController::close()
{
    m_reading.abandon();
    m_counting.abandon();
    m_comparing.abandon();
    m_open = m_loaded = m_again = false;
    m_path.clear();
    m_pages = {};
    m_count.reset();
    m_tab->model()->clear();
    m_tab->refreshSelectors();
    m_tab->setCanRestore(false, {});
    Q_EMIT countChanged(0);
}

void HistoryController::refresh()
{
    if (!m_open || m_path.isEmpty())
        return;
    if (m_reading.isRunning())
        m_again = true;
    else
        read(std::max(pageSize, int(m_pages.entries.size())), true);
}

void HistoryController::setEntry(const SkillEntry &entry)
{
    m_entry = entry;
    refresh();
}

void HistoryController::read(int wanted, bool fromStart)
{
    struct Task {
        QString path;
        QString skillPath;
        QString customRoot;
        QList<HistoryEntry> earlier;
        qint64 before = -1;
        int wanted = 0;
        std::shared_ptr<Storage> storage;
    };
    Task task{m_path,
              m_entry.deleted ? QString() : m_entry.path,
              historyRoot(m_session.roots, m_entry.category),
              fromStart ? QList<HistoryEntry>() : m_pages.entries,
              fromStart ? -1 : m_pages.before,
              wanted,
              m_session.storage};
    m_reading = m_services.jobs->run(
        this,
        [task](const JobContext &job) -> Result<Pages> {
            const auto lock = inspectMutationLock(task.customRoot);
            Result<HistoryReader> reader = HistoryReader::open(task.path, lock && lock->held);
            if (!reader)
                return tl::unexpected(reader.error());
            Result<HistoryPage> page = reader->newest(task.wanted, task.before, job.wait().cancel);
            if (!page)
                return tl::unexpected(page.error());
            Pages pages;
            pages.entries = task.earlier + page->entries;
            pages.before = page->before;
            pages.fileSize = page->fileSize;
            PresentFile present;
            if (!task.skillPath.isEmpty()) {
                if (const auto bytes = task.storage->read(task.skillPath))
                    present.hash = sha256Hex(normalizedNewlines(*bytes));
            }
            pages.chain = buildHistoryChain(pages.entries, EntryOrder::NewestFirst, {present});
            return pages;
        },
        [this](const Result<Pages> &pages) { onPages(pages); });
}

void HistoryController::onPages(const Result<Pages> &pages)
{
    const bool first = !m_loaded;
    m_loaded = true;
    if (std::exchange(m_again, false))
        QMetaObject::invokeMethod(this, &HistoryController::refresh, Qt::QueuedConnection);
    if (!pages) {
        const Error &error = pages.error();
        m_pages = {};
        m_tab->model()->clear();
        if (error.code == ErrorCode::NotFound)
            m_tab->showNothing(tr("No history yet"), tr("The first save in Verderer or DeerFlow writes the first record."));
        else
            m_tab->showNothing(errorHeadline(error.code), error.message, errorDetailText(error));
        m_count = HistoryCount{};
        updateStatus();
        Q_EMIT loaded();
        return;
    }
    const bool grown = pages->fileSize != m_pages.fileSize;
    m_pages = *pages;
    const auto selected = m_tab->current();
    m_tab->model()->setChain(m_pages.chain, m_pages.before > 0);
    m_tab->refreshSelectors();
    m_tab->showRecords();
    if (selected && m_tab->model()->indexOf(selected->id, selected->offset).isValid())
        m_tab->select(*selected);
    else
        m_tab->selectNewest();
    // What the present is may have changed although the selection has not.
    if (!first && (grown || m_tab->comparison().against == Comparison::Against::Present))
        compare();
    if (grown || !m_count)
        startCounting();
    updateStatus();
    Q_EMIT loaded();
}

void HistoryController::startCounting()
{
    m_counting = m_services.jobs->run(
        this,
        [path = m_path](const JobContext &job) -> Result<HistoryCount> {
            Result<HistoryReader> reader = HistoryReader::open(path);
            if (!reader)
                return tl::unexpected(reader.error());
            return reader->count(job.wait().cancel);
        },
        [this](const Result<HistoryCount> &count) {
            if (!count)
                return;
            m_count = *count;
            Q_EMIT countChanged(m_count->records);
            updateStatus();
        });
}

void HistoryController::updateStatus()
{
    describeStatus();
    Q_EMIT statusChanged();
}

void HistoryController::describeStatus()
{
    m_statusTone = Tone::Neutral;
    m_statusText.clear();
    if (m_path.isEmpty()) {
        m_statusText = tr("read only");
    } else if (m_loaded && m_pages.entries.isEmpty()) {
        m_statusText = tr("no history yet");
    } else if (m_loaded) {
        const qint64 damaged = m_count ? m_count->damaged : 0;
        const auto breaks =
            std::count_if(m_pages.chain.notes.cbegin(), m_pages.chain.notes.cend(), [](const ChainNote &note) { return note.isBreak(); });
        const QString records = m_count ? tr("%n record(s)", nullptr, int(m_count->records)) : tr("counting records…");
        if (m_count && !m_count->readableByDeerFlow) {
            m_statusTone = Tone::Warning;
            m_statusText = tr("DeerFlow cannot read this history, %1").arg(records);
        } else if (damaged > 0) {
            m_statusTone = Tone::Warning;
            m_statusText = tr("%n damaged line(s)", nullptr, int(damaged)) + u", "_s + records;
        } else if (breaks > 0) {
            m_statusTone = Tone::Warning;
            m_statusText = tr("changed outside history, %1").arg(records);
        } else if (m_pages.before > 0) {
            m_statusTone = Tone::Accent;
            m_statusText = tr("newest %1 unbroken, %2").arg(QLocale().toString(qlonglong(m_pages.entries.size())), records);
        } else {
            m_statusTone = Tone::Accent;
            m_statusText = tr("history unbroken, %1").arg(records);
        }
        if (m_count && !m_count->readableByDeerFlow && !m_count->unreadableReason.isEmpty())
            m_tab->banner()->present(Tone::Warning, tr("DeerFlow cannot read this history"), m_count->unreadableReason);
        else
            m_tab->banner()->hide();
    }
}

QString HistoryController::cannotRestore() const
{
    const auto entry = m_tab->current();
    return entry ? cannotRestore(*entry) : tr("Choose a record first.");
}

std::optional<HistoryEntry> HistoryController::chooseRestorable()
{
    auto chosen = m_tab->current();
    if (chosen && cannotRestore(*chosen).isEmpty())
        return chosen;
    for (const HistoryEntry &entry : m_tab->model()->records()) {
        if (entry.filePath == "SKILL.md"_L1 && cannotRestore(entry).isEmpty()) {
            m_tab->select(entry);
            return entry;
        }
    }
    return {};
}

QString HistoryController::cannotRestore(const HistoryEntry &entry) const
{
    if (m_entry.category != SkillCategory::Custom)
        return tr("Only a user's own skills can be changed.");
    if (!m_entry.editable && !m_entry.deleted)
        return m_entry.notEditableReason;
    if (entry.state != HistoryLineState::Record && entry.state != HistoryLineState::Glued)
        return tr("This line holds no text that could be restored.");
    if (!entry.hasPrev)
        return tr("There was no text before this record: it created the file.");
    return {};
}

void HistoryController::compare()
{
    const QString reason = cannotRestore();
    m_tab->setCanRestore(reason.isEmpty(), reason);
    if (const ChainNote *note = m_tab->model()->noteAt(m_tab->table()->currentIndex())) {
        showBreak(*note);
        return;
    }
    const auto entry = m_tab->current();
    if (!entry) {
        m_comparing.abandon();
        m_tab->showDiff();
        m_tab->panel()->showMessage(tr("Choose a record to see what it changed."));
        return;
    }
    if (entry->state != HistoryLineState::Record && entry->state != HistoryLineState::Glued) {
        m_comparing = m_services.jobs->run(
            this,
            [path = m_path, entry = *entry](const JobContext &) -> Result<QByteArray> {
                Result<HistoryReader> reader = HistoryReader::open(path);
                return reader ? reader->raw(entry) : Result<QByteArray>(tl::unexpected(reader.error()));
            },
            [this, problem = entry->problem](const Result<QByteArray> &raw) {
                m_tab->showRaw(raw ? *raw : QByteArray(), raw ? problem : raw.error().message);
                Q_EMIT compared();
            });
        return;
    }
    const Comparison comparison = m_tab->comparison();
    const QString folder = historyRoot(m_session.roots, m_entry.category) + u"/"_s + m_entry.directory;
    const QString presentLabel = tr("present");
    const QString before = tr("before %1").arg(HistoryModel::label(*entry));
    const QString after = tr("after %1").arg(HistoryModel::label(*entry));
    const QString afterOther = tr("after %1").arg(HistoryModel::label(comparison.other));
    m_comparing = m_services.jobs->run(
        this,
        [=, path = m_path, entry = *entry, storage = m_session.storage](const JobContext &) -> Result<Compared> {
            Result<HistoryReader> reader = HistoryReader::open(path);
            if (!reader)
                return tl::unexpected(reader.error());
            const Result<HistoryTexts> texts = reader->texts(entry);
            if (!texts)
                return tl::unexpected(texts.error());
            Compared compared;
            switch (comparison.against) {
            case Comparison::Against::Previous:
                return Compared{texts->prev.value_or(QByteArray()), texts->next.value_or(QByteArray()), before, after};
            case Comparison::Against::Present: {
                const auto present = storage->read(folder + u"/"_s + entry.filePath);
                if (!present && present.error().code != ErrorCode::NotFound)
                    return tl::unexpected(present.error());
                // History keeps what DeerFlow read, so line endings alone are no difference here.
                return Compared{texts->next.value_or(QByteArray()), present ? *present : QByteArray(), after, presentLabel};
            }
            case Comparison::Against::Record: {
                const Result<HistoryTexts> other = reader->texts(comparison.other);
                if (!other)
                    return tl::unexpected(other.error());
                return Compared{other->next.value_or(QByteArray()), texts->next.value_or(QByteArray()), afterOther, after};
            }
            }
            return compared;
        },
        [this](const Result<Compared> &compared) {
            m_tab->showDiff();
            if (!compared) {
                m_tab->panel()->showMessage(compared.error().message);
                Q_EMIT this->compared();
                return;
            }
            m_tab->panel()->showTexts(compared->oldText, compared->newText, compared->oldLabel, compared->newLabel);
        });
}

void HistoryController::showBreak(const ChainNote &note)
{
    const auto at = [&](qsizetype position) {
        return position >= 0 && position < m_pages.chain.entries.size() ? std::optional(m_pages.chain.entries.at(position)) : std::nullopt;
    };
    const auto older = at(note.older);
    const auto newer = at(note.newer);
    const QString presentPath = historyRoot(m_session.roots, m_entry.category) + u"/"_s + m_entry.directory + u"/"_s + note.filePath;
    const QString leftLabel = older ? tr("after %1").arg(HistoryModel::label(*older)) : tr("nothing");
    const QString rightLabel = newer ? tr("before %1").arg(HistoryModel::label(*newer)) : tr("present");
    m_comparing = m_services.jobs->run(
        this,
        [=, path = m_path, storage = m_session.storage](const JobContext &) -> Result<Compared> {
            Result<HistoryReader> reader = HistoryReader::open(path);
            if (!reader)
                return tl::unexpected(reader.error());
            Compared compared{{}, {}, leftLabel, rightLabel};
            if (older) {
                if (const auto texts = reader->texts(*older))
                    compared.oldText = texts->next.value_or(QByteArray());
            }
            if (newer) {
                if (const auto texts = reader->texts(*newer))
                    compared.newText = texts->prev.value_or(QByteArray());
            } else if (const auto present = storage->read(presentPath)) {
                compared.newText = *present;
            }
            return compared;
        },
        [this](const Result<Compared> &compared) {
            m_tab->showDiff();
            if (compared)
                m_tab->panel()->showTexts(compared->oldText, compared->newText, compared->oldLabel, compared->newLabel);
            else
                m_tab->panel()->showMessage(compared.error().message);
        });
}

} // namespace verderer
