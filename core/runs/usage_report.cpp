// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/usage_report.h"

#include "database/database_connection.h"
#include "database/database_time.h"
#include "runs/run_rows.h"

#include <QDateTime>
#include <QTimeZone>

namespace verderer {

namespace {

constexpr int mostDays = 3650;
constexpr int furthestOffset = 840; // minutes; DeerFlow's own bound
constexpr int busyTimeoutMs = 5'000;
constexpr int storePage = 1'000;
constexpr Microseconds millisecond = 1'000;

enum Column { DayColumn, StatusColumn, OwnerColumn, ModelColumn, InputColumn, OutputColumn, TotalColumn, UsageColumn };

tl::unexpected<Error> invalid(const QString &message)
{
    ErrorDetails details;
    details.kind = QStringLiteral("usage-request");
    return fail(ErrorCode::Invalid, message, details);
}

bool isActiveText(std::string_view status)
{
    return status == "running" || status == "pending";
}

bool isFailedText(std::string_view status)
{
    return status == "error" || status == "timeout";
}

/// One row a run. PostgreSQL finds the day itself: its times are no texts there, and turning millions into texts would cost more than all the rest.
QString selectRuns(const DatabaseSession &session, const RunRows &rows, const UsageRequest &request, const UsageDays &days, QList<QVariant> *values)
{
    const Dialect &dialect = session.dialect();
    const auto column = [&](QStringView name, const QString &otherwise) { return rows.has(name) ? QString(QStringLiteral("r.") + name) : otherwise; };
    QString day = QStringLiteral("r.created_at");
    if (dialect.kind() == DatabaseKind::Postgres) {
        QStringList starts;
        for (const Microseconds start : days.starts) {
            starts.append(QLatin1Char('"') + databaseTimestamp(start) + QStringLiteral("+00\""));
        }
        day = QStringLiteral("width_bucket(r.created_at, CAST(? AS timestamptz[]))");
        values->append(QString(QLatin1Char('{') + starts.join(QLatin1Char(',')) + QLatin1Char('}')));
    }
    const QString usage = rows.has(u"token_usage_by_model") ? dialect.jsonText(QStringLiteral("r.token_usage_by_model")) : QStringLiteral("NULL");
    QString sql = QStringLiteral("SELECT %1, r.status, %2, %3, %4, %5, %6, %7 FROM runs r WHERE %8")
                      .arg(day, column(u"user_id", QStringLiteral("NULL")), column(u"model_name", QStringLiteral("NULL")),
                           column(u"total_input_tokens", QStringLiteral("0")), column(u"total_output_tokens", QStringLiteral("0")),
                           column(u"total_tokens", QStringLiteral("0")), usage, rows.onlyRuns());
    if (request.owner && !rows.has(u"user_id")) {
        sql += request.owner->isEmpty() ? QString() : QStringLiteral(" AND 1 = 0");
    } else if (request.owner && request.owner->isEmpty()) {
        sql += QStringLiteral(" AND r.user_id IS NULL");
    } else if (request.owner) {
        sql += QStringLiteral(" AND r.user_id = ?");
        values->append(*request.owner);
    }
    return sql;
}

Result<qint64> countThreads(DatabaseSession &session, const UsageRequest &request)
{
    const auto columns = session.columns(QStringLiteral("threads_meta"));
    if (!columns) {
        return tl::unexpected<Error>(columns.error());
    }
    if (columns->empty()) {
        return 0;
    }
    QString sql = QStringLiteral("SELECT count(*) FROM threads_meta");
    QList<QVariant> values;
    if (request.owner && request.owner->isEmpty()) {
        sql += QStringLiteral(" WHERE user_id IS NULL");
    } else if (request.owner) {
        sql += QStringLiteral(" WHERE user_id = ?");
        values.append(*request.owner);
    }
    const auto rows = session.query(sql, values);
    if (!rows) {
        return tl::unexpected<Error>(rows.error());
    }
    return rows->isEmpty() ? 0 : rows->first().first().toLongLong();
}

Result<Usage> walk(DatabaseSession &session, const UsageRequest &request, const UsageDays &days, const std::shared_ptr<const PriceList> &prices)
{
    const auto rows = RunRows::probe(session);
    if (!rows) {
        return tl::unexpected<Error>(rows.error());
    }
    const auto threads = countThreads(session, request);
    if (!threads) {
        return tl::unexpected<Error>(threads.error());
    }
    QList<QVariant> values;
    const QString sql = selectRuns(session, *rows, request, days, &values);
    const bool sqlite = session.dialect().kind() == DatabaseKind::Sqlite;
    const int dayCount = static_cast<int>(days.dates.size());
    UsageCounter counter(days, prices);
    const auto done = session.scan(sql, values, [&](const ScannedRow &row) {
        UsageCounter::Run run;
        if (sqlite) {
            run.day = counter.dayOf(row.text(DayColumn));
        } else {
            const int bucket = static_cast<int>(row.integer(DayColumn)) - 1; // 0 lies before the first start
            run.day = bucket >= 0 && bucket < dayCount ? bucket : UsageCounter::outside;
        }
        const std::string_view status = row.text(StatusColumn);
        run.active = isActiveText(status);
        run.failed = isFailedText(status);
        run.owner = row.text(OwnerColumn);
        run.model = row.text(ModelColumn);
        run.input = row.integer(InputColumn);
        run.output = row.integer(OutputColumn);
        run.total = row.integer(TotalColumn);
        run.usageJson = row.text(UsageColumn);
        counter.add(run);
        return true;
    });
    if (!done) {
        return tl::unexpected<Error>(done.error());
    }
    Usage usage = counter.finish();
    usage.totalThreads = *threads;
    return usage;
}

} // namespace

Result<UsageDays> daysOf(const UsageRequest &request, Microseconds now)
{
    if (request.days < 1 || request.days > mostDays) {
        return invalid(QStringLiteral("A usage report covers 1 to %1 days, not %2.").arg(mostDays).arg(request.days));
    }
    QTimeZone zone;
    if (!request.zone.isEmpty()) {
        zone = QTimeZone(request.zone);
        if (!zone.isValid()) {
            return invalid(QStringLiteral("The time zone \"%1\" is not known here. Use a name like Europe/Berlin or Asia/Shanghai.")
                               .arg(QString::fromUtf8(request.zone)));
        }
    } else if (request.utcOffsetMinutes < -furthestOffset || request.utcOffsetMinutes > furthestOffset) {
        return invalid(QStringLiteral("An offset from UTC lies between -%1 and %1 minutes.").arg(furthestOffset));
    } else {
        zone = QTimeZone(request.utcOffsetMinutes * 60);
    }
    const QDate today = QDateTime::fromMSecsSinceEpoch(now / millisecond, zone).date();
    UsageDays days;
    for (int i = 0; i <= request.days; ++i) {
        const QDate date = today.addDays(1 - request.days + i);
        if (i < request.days) {
            days.dates.append(date);
        }
        // Where the clocks go forward at midnight, the day begins later than 00:00.
        days.starts.push_back(date.startOfDay(zone).toMSecsSinceEpoch() * millisecond);
    }
    return days;
}

Result<Usage> readUsage(const DatabaseUrl &url, const UsageRequest &request, const UsageDays &days, const std::shared_ptr<const PriceList> &prices,
                        const Wait &wait)
{
    auto connection = DatabaseConnection::open(url, DatabaseConnection::Access::ReadOnly, wait, {});
    if (!connection) {
        return tl::unexpected<Error>(connection.error());
    }
    Usage usage;
    const auto read = (*connection)->runJob(false, wait, busyTimeoutMs, [&](DatabaseSession &session) -> Result<void> {
        auto counted = walk(session, request, days, prices);
        if (!counted) {
            return tl::unexpected<Error>(counted.error());
        }
        usage = std::move(*counted);
        return {};
    });
    if (!read) {
        return tl::unexpected<Error>(read.error());
    }
    return usage;
}

Result<Usage> readUsage(RunStore &store, const UsageRequest &request, const UsageDays &days, const std::shared_ptr<const PriceList> &prices,
                        const Wait &wait)
{
    RunFilter filter;
    filter.owner = request.owner;
    UsageCounter counter(days, prices);
    std::optional<RunCursor> after;
    do {
        const auto page = store.list(filter, storePage, after, wait);
        if (!page) {
            return tl::unexpected<Error>(page.error());
        }
        for (const RunRecord &record : page->runs) {
            const std::string created = record.createdRaw.toStdString();
            const std::string owner = record.owner.value_or(QString()).toStdString();
            const std::string model = record.modelName.value_or(QString()).toStdString();
            UsageCounter::Run run;
            run.day = counter.dayOf(created);
            run.active = isActive(record.status);
            run.failed = record.status == RunStatus::Error || record.status == RunStatus::Timeout;
            run.owner = owner;
            run.model = model;
            run.input = record.inputTokens;
            run.output = record.outputTokens;
            run.total = record.totalTokens;
            run.usageJson = {record.tokenUsageJson.constData(), static_cast<std::size_t>(record.tokenUsageJson.size())};
            counter.add(run);
        }
        after = page->next;
    } while (after);
    return counter.finish();
}

} // namespace verderer
