// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_listing.h"

#include "base/json.h"
#include "database/key_listing.h"
#include "database/open_listing.h"
#include "database/paged_listing.h"
#include "runs/run_rows.h"

namespace verderer {

namespace {

using Pages = PagedListing<RunRecord, RunCursor>;

constexpr int firstPage = 200;
constexpr int busyTimeoutMs = 5'000;

QString idOf(const RunRecord &record)
{
    return record.runId;
}

Result<QHash<qint64, RunRecord>> fetchByRowid(DatabaseSession &session, const QString &rowids)
{
    const auto rows = RunRows::probe(session);
    if (!rows) {
        return tl::unexpected<Error>(rows.error());
    }
    const auto found = session.query(
        QStringLiteral("SELECT %1, r.rowid FROM %2 WHERE r.rowid IN (SELECT value FROM json_each(?))").arg(rows->selectList(), rows->from()),
        {rowids});
    if (!found) {
        return tl::unexpected<Error>(found.error());
    }
    QHash<qint64, RunRecord> records;
    for (const DatabaseRow &row : *found) {
        records.insert(row.last().toLongLong(), rows->read(row));
    }
    return records;
}

Result<qint64> locate(DatabaseSession &session, const QString &id)
{
    const auto found = session.query(QStringLiteral("SELECT rowid FROM runs WHERE run_id = ?"), {id});
    if (!found) {
        return tl::unexpected<Error>(found.error());
    }
    return found->isEmpty() ? -1 : found->first().first().toLongLong();
}

Result<Pages::Page> pageOf(Result<RunPage> page)
{
    if (!page) {
        return tl::unexpected<Error>(page.error());
    }
    return Pages::Page{std::move(page->runs), std::move(page->next)};
}

Result<QList<RunRecord>> fetchByIds(DatabaseSession &session, const QStringList &ids)
{
    const auto rows = RunRows::probe(session);
    if (!rows) {
        return tl::unexpected<Error>(rows.error());
    }
    Json list = Json::array();
    for (const QString &id : ids) {
        list.push_back(toJson(id));
    }
    const QString each = session.dialect().kind() == DatabaseKind::Sqlite ? QStringLiteral("SELECT value FROM json_each(?)")
                                                                          : QStringLiteral("SELECT json_array_elements_text(CAST(? AS json))");
    const auto found = session.query(QStringLiteral("SELECT %1 FROM %2 WHERE r.run_id IN (%3)").arg(rows->selectList(), rows->from(), each),
                                     {QString::fromUtf8(dumpPythonJson(list))});
    if (!found) {
        return tl::unexpected<Error>(found.error());
    }
    QList<RunRecord> records;
    for (const DatabaseRow &row : *found) {
        records.append(rows->read(row));
    }
    return records;
}

Result<std::shared_ptr<RunListing>> openPagesOf(const std::shared_ptr<DatabaseWorker> &worker, const RunFilter &filter, const Wait &wait)
{
    Pages::Parts parts;
    parts.page = [worker, filter](const std::optional<RunCursor> &after, int limit, const Wait &until) {
        return worker->read(until, [filter, after, limit](DatabaseSession &session) { return pageOf(readRunPage(session, filter, limit, after)); })
            .result();
    };
    parts.fetch = [worker](const QStringList &ids, const Wait &until) {
        return worker->read(until, [ids](DatabaseSession &session) { return fetchByIds(session, ids); }).result();
    };
    parts.idOf = idOf;
    return openPagedListing<RunRecord, RunCursor>(std::move(parts), firstPage, wait);
}

Result<RowKeys> readKeys(DatabaseSession &session, const RunFilter &filter)
{
    const auto rows = RunRows::probe(session);
    if (!rows) {
        return tl::unexpected<Error>(rows.error());
    }
    RowKeys::Source source;
    source.table = QStringLiteral("runs");
    // The thread's row costs a look-up for each run; only two filters ask for it.
    const bool needsThreads = filter.orphansOnly || !filter.text.isEmpty();
    source.from = needsThreads ? rows->from() : QStringLiteral("runs r");
    source.rowid = QStringLiteral("r.rowid");
    source.id = QStringLiteral("r.run_id");
    source.time = QStringLiteral("r.created_at");
    source.where = rows->filterClause(session.dialect(), filter, &source.values);
    return RowKeys::read(session, source);
}

} // namespace

Result<std::shared_ptr<RunListing>> openRunListing(const std::shared_ptr<DatabaseWorker> &worker, const RunFilter &filter, const Wait &wait)
{
    if (worker->url().kind != DatabaseKind::Sqlite) {
        return openPagesOf(worker, filter, wait);
    }
    KeyListing<RunRecord>::Parts parts;
    parts.fetch = fetchByRowid;
    parts.locate = locate;
    parts.idOf = idOf;
    return openKeyListing<RunRecord>(
        worker, [&filter](DatabaseSession &session) { return readKeys(session, filter); }, std::move(parts), busyTimeoutMs, wait);
}

Result<std::shared_ptr<RunListing>> openRunListing(const std::shared_ptr<RunStore> &store, const RunFilter &filter, const Wait &wait)
{
    Pages::Parts parts;
    parts.page = [store, filter](const std::optional<RunCursor> &after, int limit, const Wait &until) {
        return pageOf(store->list(filter, limit, after, until));
    };
    parts.fetch = fetchFromStore<RunRecord>(store);
    parts.idOf = idOf;
    return openPagedListing<RunRecord, RunCursor>(std::move(parts), firstPage, wait);
}

} // namespace verderer
