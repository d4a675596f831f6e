// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "database/listing.h"

#include <QByteArray>
#include <QElapsedTimer>
#include <QHash>
#include <QSet>

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace verderer {

/// A list that grows a page at a time, each page asked for by the key of the last row before it: for engines that keep no rowids. What is known of a
/// row is its id; a row that moved down meanwhile and comes a second time is left out.
template<typename Record, typename Cursor> class PagedListing final : public Listing<Record> {
public:
    struct Page {
        QList<Record> records;
        std::optional<Cursor> next;
    };
    struct Parts {
        std::function<Result<Page>(const std::optional<Cursor> &after, int limit, const Wait &wait)> page;
        /// The rows of these ids, in any order, missing ones left out.
        std::function<Result<QList<Record>>(const QStringList &ids, const Wait &wait)> fetch;
        std::function<QString(const Record &record)> idOf;
    };

    explicit PagedListing(Parts parts) : m_parts(std::move(parts)) {}

    [[nodiscard]] qint64 size() const override { return m_size.load(); }
    [[nodiscard]] bool isComplete() const override { return m_complete.load(); }
    [[nodiscard]] qint64 costMs() const override { return m_costMs.load(); }

    Result<void> extend(int atLeast, const Wait &wait) override
    {
        const std::lock_guard guard(m_mutex);
        qint64 missing = std::max(atLeast, 1);
        while (missing > 0 && !m_complete) {
            QElapsedTimer timer;
            timer.start();
            const auto page = m_parts.page(m_after, static_cast<int>(std::clamp<qint64>(missing, smallestPage, largestPage)), wait);
            if (!page) {
                return tl::unexpected<Error>(page.error());
            }
            for (const Record &record : page->records) {
                const QByteArray id = m_parts.idOf(record).toUtf8();
                if (!m_known.contains(id)) {
                    m_known.insert(id);
                    m_ids.push_back(id);
                    --missing;
                }
            }
            m_after = page->next;
            m_costMs = timer.elapsed();
            m_size = static_cast<qint64>(m_ids.size());
            m_complete = !page->next.has_value();
        }
        return {};
    }

    Result<QList<std::optional<Record>>> rows(qint64 first, int count, const Wait &wait) override
    {
        QStringList ids;
        {
            const std::lock_guard guard(m_mutex);
            const qint64 begin = std::clamp<qint64>(first, 0, size());
            const qint64 end = std::clamp<qint64>(first + std::max(count, 0), begin, size());
            for (qint64 i = begin; i < end; ++i) {
                ids.append(QString::fromUtf8(m_ids[static_cast<std::size_t>(i)]));
            }
        }
        QList<std::optional<Record>> page;
        if (ids.isEmpty()) {
            return page;
        }
        const auto found = m_parts.fetch(ids, wait);
        if (!found) {
            return tl::unexpected<Error>(found.error());
        }
        QHash<QString, qsizetype> places;
        for (qsizetype i = 0; i < found->size(); ++i) {
            places.insert(m_parts.idOf(found->at(i)), i);
        }
        for (const QString &id : std::as_const(ids)) {
            const auto place = places.constFind(id);
            page.append(place == places.constEnd() ? std::nullopt : std::optional<Record>(found->at(*place)));
        }
        return page;
    }

    Result<qint64> indexOf(const QString &id, const Wait &) override
    {
        const std::lock_guard guard(m_mutex);
        const QByteArray bytes = id.toUtf8();
        if (!m_known.contains(bytes)) {
            return -1;
        }
        return static_cast<qint64>(std::find(m_ids.begin(), m_ids.end(), bytes) - m_ids.begin());
    }

private:
    static constexpr qint64 smallestPage = 100;
    static constexpr qint64 largestPage = 1'000;

    Parts m_parts;
    std::mutex m_mutex; // guards what follows, up to the atomics
    std::vector<QByteArray> m_ids;
    QSet<QByteArray> m_known;
    std::optional<Cursor> m_after;
    std::atomic<qint64> m_size{0};
    std::atomic<bool> m_complete{false};
    std::atomic<qint64> m_costMs{0};
};

} // namespace verderer
