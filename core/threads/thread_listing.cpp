// SPDX-License-Identifier: GPL-3.0-or-later
#include "threads/thread_listing.h"

#include "base/json.h"
#include "database/key_listing.h"
#include "database/open_listing.h"
#include "database/paged_listing.h"
#include "threads/thread_rows.h"

namespace verderer {

namespace {

using Pages = PagedListing<ThreadRecord, ThreadCursor>;

constexpr int firstPage = 200;
constexpr int busyTimeoutMs = 5'000;

QString metadataColumn()
{
    return QStringLiteral("metadata_json");
}

QString idOf(const ThreadRecord &record)
{
    return record.threadId;
}

Result<QHash<qint64, ThreadRecord>> fetchByRowid(DatabaseSession &session, const QString &rowids)
{
    const auto rows = ThreadRows::probe(session);
    if (!rows) {
        return tl::unexpected<Error>(rows.error());
    }
    const auto found = session.query(
        QStringLiteral("SELECT %1, rowid FROM threads_meta WHERE rowid IN (SELECT value FROM json_each(?))").arg(rows->selectList()), {rowids});
    if (!found) {
        return tl::unexpected<Error>(found.error());
    }
    QHash<qint64, ThreadRecord> records;
    for (const DatabaseRow &row : *found) {
        records.insert(row.last().toLongLong(), rows->read(session.dialect(), row));
    }
    return records;
}

Result<qint64> locate(DatabaseSession &session, const QString &id)
{
    const auto found = session.query(QStringLiteral("SELECT rowid FROM threads_meta WHERE thread_id = ?"), {id});
    if (!found) {
        return tl::unexpected<Error>(found.error());
    }
    return found->isEmpty() ? -1 : found->first().first().toLongLong();
}

/// One page in DeerFlow's order. The comparison is one of whole rows, so that an index over the three expressions is entered at the place itself.
Result<Pages::Page> readPage(DatabaseSession &session, const ThreadFilter &filter, const std::optional<ThreadCursor> &after, int limit)
{
    const auto rows = ThreadRows::probe(session);
    if (!rows) {
        return tl::unexpected<Error>(rows.error());
    }
    const Dialect &dialect = session.dialect();
    QList<QVariant> values;
    auto where = threadFilterClause(dialect, filter, &values);
    if (!where) {
        return tl::unexpected<Error>(where.error());
    }
    const QString pinned = dialect.pinnedExpression(metadataColumn());
    if (after) {
        if (!where->isEmpty()) {
            *where += QStringLiteral(" AND ");
        }
        *where += QStringLiteral("(%1, updated_at, thread_id) < (?, %2, ?)").arg(pinned, dialect.timePlaceholder());
        values << (after->pinned ? 1 : 0) << after->updatedRaw << after->threadId;
    }
    // The page is chosen by its ids first: a server makes what is selected of every row before it sorts, and turning a million times into texts costs
    // more than all the rest.
    const QString order = pinned + QStringLiteral(" DESC, updated_at DESC, thread_id DESC");
    const QString sql = QStringLiteral("SELECT %1 FROM threads_meta WHERE thread_id IN (SELECT thread_id FROM threads_meta%2 ORDER BY %3 LIMIT %4) "
                                       "ORDER BY %3")
                            .arg(rows->selectList(), where->isEmpty() ? QString() : QString(QStringLiteral(" WHERE ") + *where), order)
                            .arg(limit + 1);
    const auto found = session.query(sql, values);
    if (!found) {
        return tl::unexpected<Error>(found.error());
    }
    Pages::Page page;
    for (const DatabaseRow &row : *found) {
        if (page.records.size() == limit) {
            const ThreadRecord &last = page.records.last();
            page.next = ThreadCursor{last.pinned, last.updatedRaw, last.threadId};
            break;
        }
        page.records.append(rows->read(dialect, row));
    }
    return page;
}

Result<QList<ThreadRecord>> fetchByIds(DatabaseSession &session, const QStringList &ids)
{
    const auto rows = ThreadRows::probe(session);
    if (!rows) {
        return tl::unexpected<Error>(rows.error());
    }
    Json list = Json::array();
    for (const QString &id : ids) {
        list.push_back(toJson(id));
    }
    const QString each = session.dialect().kind() == DatabaseKind::Sqlite ? QStringLiteral("SELECT value FROM json_each(?)")
                                                                          : QStringLiteral("SELECT json_array_elements_text(CAST(? AS json))");
    const auto found = session.query(QStringLiteral("SELECT %1 FROM threads_meta WHERE thread_id IN (%2)").arg(rows->selectList(), each),
                                     {QString::fromUtf8(dumpPythonJson(list))});
    if (!found) {
        return tl::unexpected<Error>(found.error());
    }
    QList<ThreadRecord> records;
    for (const DatabaseRow &row : *found) {
        records.append(rows->read(session.dialect(), row));
    }
    return records;
}

Result<std::shared_ptr<ThreadListing>> openPagesOf(const std::shared_ptr<DatabaseWorker> &worker, const ThreadFilter &filter, const Wait &wait)
{
    Pages::Parts parts;
    parts.page = [worker, filter](const std::optional<ThreadCursor> &after, int limit, const Wait &until) {
        return worker->read(until, [filter, after, limit](DatabaseSession &session) { return readPage(session, filter, after, limit); }).result();
    };
    parts.fetch = [worker](const QStringList &ids, const Wait &until) {
        return worker->read(until, [ids](DatabaseSession &session) { return fetchByIds(session, ids); }).result();
    };
    parts.idOf = idOf;
    return openPagedListing<ThreadRecord, ThreadCursor>(std::move(parts), firstPage, wait);
}

Result<RowKeys> readKeys(DatabaseSession &session, const ThreadFilter &filter)
{
    // Says by name what is missing where this is no DeerFlow database.
    if (const auto rows = ThreadRows::probe(session); !rows) {
        return tl::unexpected<Error>(rows.error());
    }
    RowKeys::Source source;
    source.table = source.from = QStringLiteral("threads_meta");
    source.rowid = QStringLiteral("rowid");
    source.id = QStringLiteral("thread_id");
    source.time = QStringLiteral("updated_at");
    source.pinned = session.dialect().pinnedExpression(metadataColumn());
    const auto where = threadFilterClause(session.dialect(), filter, &source.values);
    if (!where) {
        return tl::unexpected<Error>(where.error());
    }
    source.where = *where;
    return RowKeys::read(session, source);
}

} // namespace

Result<std::shared_ptr<ThreadListing>> openThreadListing(const std::shared_ptr<DatabaseWorker> &worker, const ThreadFilter &filter, const Wait &wait)
{
    if (worker->url().kind != DatabaseKind::Sqlite) {
        return openPagesOf(worker, filter, wait);
    }
    KeyListing<ThreadRecord>::Parts parts;
    parts.fetch = fetchByRowid;
    parts.locate = locate;
    parts.idOf = idOf;
    return openKeyListing<ThreadRecord>(
        worker, [&filter](DatabaseSession &session) { return readKeys(session, filter); }, std::move(parts), busyTimeoutMs, wait);
}

Result<std::shared_ptr<ThreadListing>> openThreadListing(const std::shared_ptr<ThreadStore> &store, const ThreadFilter &filter, const Wait &wait)
{
    Pages::Parts parts;
    parts.page = [store, filter](const std::optional<ThreadCursor> &after, int limit, const Wait &until) -> Result<Pages::Page> {
        auto page = store->list(filter, limit, after, until);
        if (!page) {
            return tl::unexpected<Error>(page.error());
        }
        return Pages::Page{std::move(page->threads), std::move(page->next)};
    };
    parts.fetch = fetchFromStore<ThreadRecord>(store);
    parts.idOf = idOf;
    return openPagedListing<ThreadRecord, ThreadCursor>(std::move(parts), firstPage, wait);
}

QString proposedThreadIndex(const Dialect &dialect)
{
    return QStringLiteral("CREATE INDEX ix_threads_meta_list_order ON threads_meta (%1 DESC, updated_at DESC, thread_id DESC);")
        .arg(dialect.kind() == DatabaseKind::Sqlite ? dialect.pinnedExpression(metadataColumn())
                                                    : QString(QLatin1Char('(') + dialect.pinnedExpression(metadataColumn()) + QLatin1Char(')')));
}

} // namespace verderer
