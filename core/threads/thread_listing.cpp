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

Result<Pages::Page> pageOf(Result<ThreadPage> page)
{
    if (!page) {
        return tl::unexpected<Error>(page.error());
    }
    return Pages::Page{std::move(page->threads), std::move(page->next)};
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
        return worker->read(until, [filter, after, limit](DatabaseSession &session) { return pageOf(readThreadPage(session, filter, limit, after)); })
            .result();
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
    parts.page = [store, filter](const std::optional<ThreadCursor> &after, int limit, const Wait &until) {
        return pageOf(store->list(filter, limit, after, until));
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
