// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "database/listing.h"
#include "ui/widgets/listing_model_base.h"

#include <QSet>

#include <algorithm>
#include <memory>
#include <mutex>

namespace verderer {

/// A table over a Listing. Rows are fetched a page at a time, off the window's thread, when the view paints them; until then they are placeholders. A
/// bounded number of pages is kept. A refresh reads a whole new list, finds the kept rows in it, fetches what will be seen first, and only then takes
/// it over, so that selection and place stay and nothing flickers. Subclasses say how a row is shown. Window's thread only.
template<typename Record> class ListingModel : public ListingModelBase {
public:
    using Rows = QList<std::optional<Record>>;

    /// How the rows are asked for. Both are called on a thread of their own, and copied.
    struct Question {
        /// The first rows, as fast as they can be had; shown until the list is there. May be empty.
        std::function<Result<QList<Record>>(const Wait &wait)> firstPage;
        std::function<Result<std::shared_ptr<Listing<Record>>>(const Wait &wait)> open;
    };

    using ListingModelBase::ListingModelBase;

    /// Asks something else. Earlier rows stay until the first answer is there.
    void ask(Question question)
    {
        m_question = std::move(question);
        startReading(false);
    }

    /// Back to nothing.
    void clear()
    {
        abandonReading();
        m_question = {};
        clearRows([this] {
            m_pages.clear();
            m_listing.reset();
            m_wanted.clear();
        });
    }

    /// The row, where it is here. It stays valid until the event loop is entered again.
    [[nodiscard]] const Record *recordAt(int row) const
    {
        const auto page = m_pages.constFind(row / pageSize);
        if (page == m_pages.constEnd()) {
            want(row / pageSize);
            return nullptr;
        }
        const qsizetype at = row % pageSize;
        return at < page->rows.size() && page->rows.at(at) ? &*page->rows.at(at) : nullptr;
    }

    /// Fetches all rows of the given ranges (first row and number), in their order, those that are gone left out. For acts on many rows.
    JobHandle collect(QObject *context, const QList<std::pair<int, int>> &ranges, std::function<void(Result<QList<Record>>)> done)
    {
        return jobs()->run(
            context,
            [listing = m_listing, ranges](const JobContext &job) -> Result<QList<Record>> {
                QList<Record> records;
                for (const auto &[first, count] : ranges) {
                    for (int at = 0; at < count; at += collectStep) {
                        Result<Rows> rows = fetch(listing, first + at, std::min(collectStep, count - at), job.wait());
                        if (!rows) {
                            return tl::unexpected<Error>(rows.error());
                        }
                        for (std::optional<Record> &row : *rows) {
                            if (row) {
                                records.append(std::move(*row));
                            }
                        }
                    }
                }
                return records;
            },
            [done = std::move(done)](Result<QList<Record>> records) { done(std::move(records)); });
    }

    /// Finds the row with this id among those known: -1 where it is not.
    JobHandle locate(QObject *context, const QString &id, std::function<void(int row)> done)
    {
        return jobs()->run(
            context,
            [listing = m_listing, id](const JobContext &job) {
                if (!listing) {
                    return -1;
                }
                const std::scoped_lock lock(listing->mutex);
                const Result<qint64> at = listing->rows->indexOf(id, job.wait());
                return at ? int(*at) : -1;
            },
            [done = std::move(done)](int row) { done(row); });
    }

    [[nodiscard]] bool isCountKnown() const override { return m_listing && m_listing->rows->isComplete(); }
    [[nodiscard]] bool canFetchMore(const QModelIndex &parent) const override
    {
        return !parent.isValid() && state() == State::Ready && m_listing && !m_listing->rows->isComplete() && !m_extending.isRunning();
    }
    void fetchMore(const QModelIndex &parent) override
    {
        if (!canFetchMore(parent)) {
            return;
        }
        m_extending = jobs()->run(
            this,
            [listing = m_listing](const JobContext &job) {
                const std::scoped_lock lock(listing->mutex);
                return listing->rows->extend(extendStep, job.wait());
            },
            [this](const Result<void> &extended) {
                if (!extended) {
                    Q_EMIT failed(extended.error());
                    return;
                }
                // A last page that was not full has more rows now.
                appendRows(rowsOf(*m_listing), [this] { m_pages.remove(rowCount() / pageSize); });
            });
    }

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const final
    {
        if (!index.isValid()) {
            return {};
        }
        const Record *record = recordAt(index.row());
        if (role == RowStateRole) {
            const bool fetched = m_pages.contains(index.row() / pageSize);
            return int(record ? RowState::Here : fetched ? RowState::Gone : RowState::Coming);
        }
        if (!record) {
            return role == Qt::AccessibleTextRole ? QVariant(loadingText()) : QVariant();
        }
        return role == RowIdRole ? QVariant(idOf(*record)) : cell(*record, index.column(), role);
    }

protected:
    [[nodiscard]] virtual QString idOf(const Record &record) const = 0;
    [[nodiscard]] virtual QVariant cell(const Record &record, int column, int role) const = 0;

    void startReading(bool sameQuestion) override
    {
        if (!m_question.open) {
            return;
        }
        abandonReading();
        beginReading();
        const bool fillSoon = m_question.firstPage && (!sameQuestion || rowCount() == 0);
        m_opening = jobs()->run(
            this,
            [this, question = m_question, fillSoon, sameQuestion, ids = kept(),
             atLeast = sameQuestion ? rowCount() : 0](const JobContext &job) -> Result<Reading> {
                if (fillSoon) {
                    Result<QList<Record>> first = question.firstPage(job.wait());
                    if (!first) {
                        return tl::unexpected<Error>(first.error());
                    }
                    job.report([this, rows = std::move(*first), sameQuestion] { showFirstPage(rows, sameQuestion); });
                }
                Result<std::shared_ptr<Listing<Record>>> opened = question.open(job.wait());
                if (!opened) {
                    return tl::unexpected<Error>(opened.error());
                }
                Reading reading;
                reading.listing = std::make_shared<Shared>(std::move(*opened));
                Listing<Record> &rows = *reading.listing->rows;
                // A list that grows by pages is read on as far as it was known, so that the view finds its place again.
                while (!rows.isComplete() && rows.size() < atLeast) {
                    const qint64 before = rows.size();
                    if (const Result<void> more = rows.extend(extendStep, job.wait()); !more) {
                        return tl::unexpected<Error>(more.error());
                    }
                    if (rows.size() == before) {
                        break;
                    }
                }
                find(&reading, ids, job.wait());
                return reading;
            },
            [this, sameQuestion](Result<Reading> reading) { onRead(std::move(reading), sameQuestion); });
    }

    void abandonReading() override
    {
        m_opening.abandon();
        m_extending.abandon();
    }

private:
    static constexpr int pageSize = 100;
    static constexpr int keptPages = 24;
    static constexpr int wantedPages = 4;
    static constexpr int collectStep = 200;
    static constexpr int extendStep = 200;

    struct Page {
        Rows rows;
        quint64 used = 0;
    };
    /// A listing answers one question at a time.
    struct Shared {
        explicit Shared(std::shared_ptr<Listing<Record>> listing) : rows(std::move(listing)) {}
        std::shared_ptr<Listing<Record>> rows;
        std::mutex mutex;
    };
    /// A newer list, before it is taken over.
    struct Reading {
        std::shared_ptr<Shared> listing;
        QHash<QString, int> positions; ///< of the ids that were looked for; -1: not in it
        QHash<int, Page> pages;
    };

    static int rowsOf(const Shared &shared) { return int(std::min<qint64>(shared.rows->size(), std::numeric_limits<int>::max() / 2)); }

    static Result<Rows> fetch(const std::shared_ptr<Shared> &listing, int first, int count, const Wait &wait)
    {
        if (!listing) {
            return Rows();
        }
        const std::scoped_lock lock(listing->mutex);
        return listing->rows->rows(first, count, wait);
    }

    /// Looks for ids in a newer list and fetches the pages around them, and the first one. A failure leaves holes, which are fetched when painted.
    static void find(Reading *reading, const QStringList &ids, const Wait &wait)
    {
        QSet<int> pages{0};
        for (const QString &id : ids) {
            const Result<qint64> at = reading->listing->rows->indexOf(id, wait);
            const int row = at ? int(*at) : -1;
            reading->positions.insert(id, row);
            // The topmost visible row comes last, and the rows below it are seen as well.
            if (row >= 0 && (id == ids.last() || id == ids.first())) {
                pages << row / pageSize << (row + pageSize / 2) / pageSize;
            }
        }
        for (const int page : std::as_const(pages)) {
            if (reading->pages.contains(page) || qint64(page) * pageSize >= reading->listing->rows->size()) {
                continue;
            }
            if (Result<Rows> rows = reading->listing->rows->rows(qint64(page) * pageSize, pageSize, wait)) {
                reading->pages.insert(page, Page{std::move(*rows), 0});
            }
        }
    }

    void showFirstPage(const QList<Record> &records, bool sameQuestion)
    {
        QHash<QString, int> positions;
        Rows rows;
        for (const Record &record : records) {
            positions.insert(idOf(record), int(rows.size()));
            rows.append(record);
        }
        m_fetching.abandon();
        takeOver(int(rows.size()), positions, sameQuestion, [this, &rows] {
            m_listing.reset();
            m_wanted.clear();
            m_pages.clear();
            for (int page = 0; page * pageSize < rows.size(); ++page) {
                m_pages.insert(page, Page{rows.mid(qsizetype(page) * pageSize, pageSize), ++m_use});
            }
        });
        setState(State::FirstPage);
    }

    void onRead(Result<Reading> reading, bool sameQuestion)
    {
        if (!reading) {
            finishReading(reading.error(), 0);
            return;
        }
        // People go on while the list is read: what they selected meanwhile is looked for as well.
        QStringList missing;
        const QStringList ids = kept();
        for (const QString &id : ids) {
            if (!reading->positions.contains(id)) {
                missing << id;
            }
        }
        if (!missing.isEmpty()) {
            m_opening = jobs()->run(
                this,
                [reading = std::move(*reading), missing](const JobContext &job) mutable -> Result<Reading> {
                    find(&reading, missing, job.wait());
                    return std::move(reading);
                },
                [this, sameQuestion](Result<Reading> again) { onRead(std::move(again), sameQuestion); });
            return;
        }
        m_fetching.abandon();
        QHash<QString, int> positions;
        for (const QString &id : ids) {
            if (const int row = reading->positions.value(id, -1); row >= 0) {
                positions.insert(id, row);
            }
        }
        const qint64 cost = reading->listing->rows->costMs();
        takeOver(rowsOf(*reading->listing), positions, sameQuestion, [this, &reading] {
            m_listing = std::move(reading->listing);
            m_pages = std::move(reading->pages);
            m_wanted.clear();
        });
        finishReading({}, cost);
    }

    /// Notes that a page is looked at. It is fetched from the event loop, the one looked at last first; what was scrolled past is forgotten.
    void want(int page) const
    {
        if (!m_listing) {
            return;
        }
        m_wanted.removeOne(page);
        m_wanted.append(page);
        if (m_wanted.size() > wantedPages) {
            m_wanted.removeFirst();
        }
        if (!m_fetchQueued) {
            m_fetchQueued = true;
            auto *self = const_cast<ListingModel *>(this);
            QMetaObject::invokeMethod(
                self,
                [self] {
                    self->m_fetchQueued = false;
                    self->fetchWanted();
                },
                Qt::QueuedConnection);
        }
    }

    void fetchWanted()
    {
        if (m_fetching.isRunning() || m_wanted.isEmpty() || !m_listing) {
            return;
        }
        const int page = m_wanted.takeLast();
        if (m_pages.contains(page)) {
            fetchWanted();
            return;
        }
        m_fetching = jobs()->run(
            this, [listing = m_listing, page](const JobContext &job) { return fetch(listing, page * pageSize, pageSize, job.wait()); },
            [this, page](Result<Rows> rows) {
                if (rows) {
                    store(page, std::move(*rows));
                } else {
                    Q_EMIT failed(rows.error());
                    return;
                }
                fetchWanted();
            });
    }

    void store(int page, Rows rows)
    {
        while (m_pages.size() >= keptPages) {
            const auto oldest = std::min_element(m_pages.begin(), m_pages.end(), [](const Page &a, const Page &b) { return a.used < b.used; });
            m_pages.erase(oldest);
        }
        m_pages.insert(page, Page{std::move(rows), ++m_use});
        const int last = std::min(rowCount(), (page + 1) * pageSize) - 1;
        if (last >= page * pageSize) {
            Q_EMIT dataChanged(index(page * pageSize, 0), index(last, columnCount() - 1));
        }
    }

    Question m_question;
    std::shared_ptr<Shared> m_listing; ///< null before the list is there
    QHash<int, Page> m_pages;
    quint64 m_use = 0;
    mutable QList<int> m_wanted;
    mutable bool m_fetchQueued = false;
    JobSlot m_opening;
    JobSlot m_fetching;
    JobSlot m_extending;
};

} // namespace verderer
