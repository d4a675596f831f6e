// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "database/database_worker.h"
#include "database/listing.h"
#include "database/row_keys.h"

#include <QHash>

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

namespace verderer {

/// A list over keys that were read once: any page is one fetch of its rows by rowid. Immutable, so that pages may be asked for from any thread.
template<typename Record> class KeyListing final : public Listing<Record> {
public:
    struct Parts {
        /// Reads the rows with these rowids, which are bound as one JSON list; in any order, missing ones left out.
        std::function<Result<QHash<qint64, Record>>(DatabaseSession &session, const QString &rowids)> fetch;
        /// The rowid of an id; -1: there is no such row.
        std::function<Result<qint64>(DatabaseSession &session, const QString &id)> locate;
        /// The id of a record: a rowid alone may have been given to another row.
        std::function<QString(const Record &record)> idOf;
    };

    KeyListing(std::shared_ptr<DatabaseWorker> worker, RowKeys keys, qint64 costMs, Parts parts)
        : m_worker(std::move(worker)), m_keys(std::make_shared<const RowKeys>(std::move(keys))), m_costMs(costMs), m_parts(std::move(parts))
    {
    }

    [[nodiscard]] qint64 size() const override { return m_keys->size(); }
    [[nodiscard]] bool isComplete() const override { return true; }
    Result<void> extend(int, const Wait &) override { return {}; }
    [[nodiscard]] qint64 costMs() const override { return m_costMs; }

    Result<QList<std::optional<Record>>> rows(qint64 first, int count, const Wait &wait) override
    {
        const qint64 begin = std::clamp<qint64>(first, 0, size());
        const qint64 end = std::clamp<qint64>(first + std::max(count, 0), begin, size());
        QList<std::optional<Record>> page;
        if (begin == end) {
            return page;
        }
        QByteArray rowids = "[";
        for (qint64 i = begin; i < end; ++i) {
            rowids.append(QByteArray::number(m_keys->at(i).rowid)).append(i + 1 < end ? ',' : ']');
        }
        const QString wanted = QString::fromLatin1(rowids);
        const auto found =
            m_worker->read(wait, [fetch = m_parts.fetch, wanted](DatabaseSession &session) { return fetch(session, wanted); }).result();
        if (!found) {
            return tl::unexpected<Error>(found.error());
        }
        page.reserve(end - begin);
        for (qint64 i = begin; i < end; ++i) {
            const RowKeys::Key &key = m_keys->at(i);
            const auto record = found->constFind(key.rowid);
            const bool same = record != found->constEnd() && hashOf(*record) == key.idHash;
            page.append(same ? std::optional<Record>(*record) : std::nullopt);
        }
        return page;
    }

    Result<qint64> indexOf(const QString &id, const Wait &wait) override
    {
        const auto rowid = m_worker->read(wait, [locate = m_parts.locate, id](DatabaseSession &session) { return locate(session, id); }).result();
        if (!rowid) {
            return tl::unexpected<Error>(rowid.error());
        }
        const qint64 index = *rowid < 0 ? -1 : m_keys->indexOf(*rowid);
        const QByteArray bytes = id.toUtf8();
        return index >= 0 && m_keys->at(index).idHash == idHash({bytes.constData(), static_cast<std::size_t>(bytes.size())}) ? index : -1;
    }

private:
    [[nodiscard]] std::uint64_t hashOf(const Record &record) const
    {
        const QByteArray bytes = m_parts.idOf(record).toUtf8();
        return idHash({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    }

    std::shared_ptr<DatabaseWorker> m_worker;
    std::shared_ptr<const RowKeys> m_keys;
    qint64 m_costMs = 0;
    Parts m_parts;
};

} // namespace verderer
