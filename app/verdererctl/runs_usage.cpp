// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "verdererctl/command.h"
#include "verdererctl/database_use.h"
#include "verdererctl/run_text.h"
#include "verdererctl/table.h"

#include <QTimeZone>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

constexpr int mostDays = 3650;
constexpr int farthestOffset = 840;

Json amount(const Cost &cost)
{
    return cost.amount ? Json(*cost.amount) : Json(nullptr);
}

Json bucketJson(const UsageBucket &bucket)
{
    Json json;
    json["tokens"] = bucket.total;
    json["runs"] = bucket.runs;
    json["cost"] = amount(bucket.cost);
    json["cost_note"] = toJson(bucket.cost.amount ? bucket.cost.note : bucket.cost.whyNone);
    json["input_tokens"] = bucket.input;
    json["output_tokens"] = bucket.output;
    json["cache_read_tokens"] = bucket.cacheRead;
    return json;
}

/// DeerFlow's console answer (deerflow-format 6.4), and by owner besides; "" is nobody.
QByteArray document(const Usage &usage, const QString &zone)
{
    Json json;
    json["days"] = Json::array();
    for (const UsageDay &day : usage.days) {
        Json item;
        item["date"] = toJson(day.date.toString(Qt::ISODate));
        item["total_tokens"] = day.total;
        item["input_tokens"] = day.input;
        item["output_tokens"] = day.output;
        item["runs"] = day.runs;
        item["failed_runs"] = day.failed;
        item["cost"] = amount(day.cost);
        json["days"].push_back(item);
    }
    json["by_model"] = Json::object();
    for (const UsageBucket &bucket : usage.byModel) {
        json["by_model"][bucket.key.toStdString()] = bucketJson(bucket);
    }
    json["by_owner"] = Json::object();
    for (const UsageBucket &bucket : usage.byOwner) {
        json["by_owner"][bucket.key.toStdString()] = bucketJson(bucket);
    }
    json["total_tokens"] = usage.spanTokens;
    json["total_runs"] = usage.spanRuns;
    json["failed_runs"] = usage.spanFailed;
    json["total_cost"] = amount(usage.spanCost);
    json["currency"] = usage.spanCost.amount ? toJson(usage.spanCost.currency) : Json(nullptr);
    json["cost_note"] = toJson(usage.spanCost.amount ? usage.spanCost.note : usage.spanCost.whyNone);
    json["zone"] = toJson(zone);
    Json all;
    all["total_runs"] = usage.totalRuns;
    all["active_runs"] = usage.activeRuns;
    all["failed_runs"] = usage.failedRuns;
    all["total_threads"] = usage.totalThreads;
    all["total_tokens"] = usage.totalTokens;
    all["total_cost"] = amount(usage.totalCost);
    all["undated_runs"] = usage.undatedRuns;
    all["damaged_usages"] = usage.damagedUsages;
    json["ever"] = all;
    return dumpPrettyJson(json);
}

QString buckets(const QString &heading, const QList<UsageBucket> &list)
{
    Table table(
        {heading, QStringLiteral("RUNS"), QStringLiteral("INPUT"), QStringLiteral("OUTPUT"), QStringLiteral("TOKENS"), QStringLiteral("COST")});
    constexpr int columns = 6;
    for (int column = 1; column < columns; ++column) {
        table.alignRight(column);
    }
    for (const UsageBucket &bucket : list) {
        table.addRow({bucket.key.isEmpty() ? QStringLiteral("(nobody)") : bucket.key, shownCount(bucket.runs), shownCount(bucket.input),
                      shownCount(bucket.output), shownCount(bucket.total), shownCost(bucket.cost)});
    }
    return table.isEmpty() ? QString() : QString(u'\n' + table.text(0));
}

QString sheet(const Usage &usage, const QString &zone)
{
    Table table({QStringLiteral("DAY"), QStringLiteral("RUNS"), QStringLiteral("FAILED"), QStringLiteral("INPUT"), QStringLiteral("OUTPUT"),
                 QStringLiteral("TOKENS"), QStringLiteral("COST")});
    constexpr int columns = 7;
    for (int column = 1; column < columns; ++column) {
        table.alignRight(column);
    }
    for (const UsageDay &day : usage.days) {
        table.addRow({day.date.toString(Qt::ISODate), shownCount(day.runs), shownCount(day.failed), shownCount(day.input), shownCount(day.output),
                      shownCount(day.total), shownCost(day.cost)});
    }
    QString text = table.text(0) + buckets(QStringLiteral("MODEL"), usage.byModel) + buckets(QStringLiteral("OWNER"), usage.byOwner);
    text += QStringLiteral("\n%1 days, cut in %2: %3 runs, %4 of them failed, %5 tokens, ")
                .arg(usage.days.size())
                .arg(zone, shownCount(usage.spanRuns), shownCount(usage.spanFailed), shownCount(usage.spanTokens));
    if (usage.spanCost.amount) {
        text += shownCost(usage.spanCost) + (usage.spanCost.note.isEmpty() ? QString() : QString(u' ' + usage.spanCost.note));
    } else {
        text += QStringLiteral("no cost: ") + usage.spanCost.whyNone;
    }
    text += QStringLiteral(".\nEver: %1 runs in %2 threads, %3 at work by their status, %4 failed, %5 tokens.\n")
                .arg(shownCount(usage.totalRuns), shownCount(usage.totalThreads), shownCount(usage.activeRuns), shownCount(usage.failedRuns),
                     shownCount(usage.totalTokens));
    if (usage.undatedRuns > 0) {
        text += QStringLiteral("%1 runs have a time that cannot be read: they are on no day.\n").arg(usage.undatedRuns);
    }
    if (usage.damagedUsages > 0) {
        text += QStringLiteral("%1 runs have damaged tokens by model: counted by their totals.\n").arg(usage.damagedUsages);
    }
    return text;
}

class RunsUsage final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("usage", "Runs, tokens and cost by day, model and owner");
        app->add_option("--days", m_days, "So many days up to today (14)")->type_name("N")->check(CLI::Range(1, mostDays));
        app->add_option("--zone", m_zone, "Zone that days are cut in, such as Asia/Shanghai; without it this computer's")->type_name("NAME");
        m_offsetOption = app->add_option("--utc-offset", m_offset, "The same as minutes east of UTC, from -840 to 840")
                             ->type_name("MINUTES")
                             ->check(CLI::Range(-farthestOffset, farthestOffset));
        app->add_option("--owner", m_owner, "Only runs of this user (id or e-mail)")->type_name("USER");
        app->footer("Cost is by models[].pricing of config.yaml; one currency only, as in DeerFlow. Where there is none, the\n"
                    "last lines say why. Failed: error and timeout.\n\n"
                    "Examples:\n"
                    "  verdererctl runs usage --days 30\n"
                    "  verdererctl --json runs usage --zone Asia/Shanghai | jq '.days[-1]'");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        ErrorDetails details;
        details.kind = QStringLiteral("usage");
        if (!m_zone.empty() && m_offsetOption->count() > 0) {
            return fail(ErrorCode::Invalid, QStringLiteral("--zone and --utc-offset exclude each other."), details);
        }
        UsageRequest request;
        request.days = m_days;
        QString zoneName;
        if (m_offsetOption->count() > 0) {
            request.utcOffsetMinutes = m_offset;
            zoneName = QStringLiteral("UTC%1%2 minutes").arg(m_offset < 0 ? QString() : QStringLiteral("+")).arg(m_offset);
        } else {
            request.zone = m_zone.empty() ? QTimeZone::systemTimeZoneId() : QByteArray::fromStdString(m_zone);
            zoneName = QString::fromLatin1(request.zone);
            if (!QTimeZone(request.zone).isValid()) {
                return fail(ErrorCode::Invalid,
                            QStringLiteral("There is no zone called %1 here. Name one such as Europe/Paris, or use --utc-offset.").arg(zoneName),
                            details);
            }
        }
        const Result<DatabaseUse> use = openDatabaseOf(context);
        if (!use) {
            return tl::unexpected<Error>(use.error());
        }
        if (!m_owner.empty()) {
            const Result<QString> id = userIdOf(context, use->workspace, QString::fromStdString(m_owner));
            if (!id) {
                return tl::unexpected<Error>(id.error());
            }
            request.owner = *id;
        }
        const Result<Usage> usage = use->access.runs->usage(request, databaseWait(context));
        if (!usage) {
            return tl::unexpected<Error>(usage.error());
        }
        Output output;
        output.notes = use->access.warnings;
        if (context.options().json) {
            output.json = document(*usage, zoneName);
        } else {
            output.text = sheet(*usage, zoneName).toUtf8();
        }
        return output;
    }

private:
    int m_days = 14;
    std::string m_zone, m_owner;
    int m_offset = 0;
    CLI::Option *m_offsetOption = nullptr;
};

} // namespace

std::unique_ptr<Command> makeRunsUsage()
{
    return std::make_unique<RunsUsage>();
}

} // namespace verderer::ctl
