// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "database/database_connection.h"
#include "database/key_listing.h"
#include "database/paged_listing.h"

#include <QElapsedTimer>

#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace verderer {

/// A list by pages whose first `rows` rows are there when it is handed out.
template<typename Record, typename Cursor>
Result<std::shared_ptr<Listing<Record>>> openPagedListing(typename PagedListing<Record, Cursor>::Parts parts, int rows, const Wait &wait)
{
    auto listing = std::make_shared<PagedListing<Record, Cursor>>(std::move(parts));
    if (const auto begun = listing->extend(rows, wait); !begun) {
        return tl::unexpected<Error>(begun.error());
    }
    return listing;
}

/// A list over the keys that `readKeys` finds. SQLite alone.
template<typename Record>
Result<std::shared_ptr<Listing<Record>>> openKeyListing(const std::shared_ptr<DatabaseWorker> &worker,
                                                        const std::function<Result<RowKeys>(DatabaseSession &session)> &readKeys,
                                                        typename KeyListing<Record>::Parts parts, int busyTimeoutMs, const Wait &wait)
{
    QElapsedTimer timer;
    timer.start();
    // A connection of its own on the calling thread: a long read of keys must not keep the worker from fetching the pages that are shown meanwhile.
    auto connection = DatabaseConnection::open(worker->url(), DatabaseConnection::Access::ReadOnly, wait, {});
    if (!connection) {
        return tl::unexpected<Error>(connection.error());
    }
    std::optional<RowKeys> keys;
    const auto read = (*connection)->runJob(false, wait, busyTimeoutMs, [&](DatabaseSession &session) -> Result<void> {
        auto found = readKeys(session);
        if (!found) {
            return tl::unexpected<Error>(found.error());
        }
        keys = std::move(*found);
        return {};
    });
    if (!read) {
        return tl::unexpected<Error>(read.error());
    }
    return std::make_shared<KeyListing<Record>>(worker, std::move(*keys), timer.elapsed(), std::move(parts));
}

/// The rows of a store with these ids, one by one; missing ones are left out.
template<typename Record, typename Store> auto fetchFromStore(const std::shared_ptr<Store> &store)
{
    return [store](const QStringList &ids, const Wait &wait) -> Result<QList<Record>> {
        QList<Record> records;
        for (const QString &id : ids) {
            const auto record = store->find(id, wait);
            if (!record) {
                return tl::unexpected<Error>(record.error());
            }
            if (*record) {
                records.append(**record);
            }
        }
        return records;
    };
}

} // namespace verderer
