// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "verdererctl/command.h"
#include "verdererctl/database_use.h"
#include "verdererctl/moments.h"
#include "verdererctl/run_text.h"
#include "verdererctl/table.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

QString indentedJson(const QByteArray &stored)
{
    const Result<Json> json = parseJson(stored);
    QString text;
    const QStringList lines = QString::fromUtf8(json ? dumpPrettyJson(*json) : stored).split(u'\n', Qt::SkipEmptyParts);
    for (const QString &line : lines) {
        text += QStringLiteral("  ") + printable(line) + u'\n';
    }
    return text;
}

QString indented(const QString &body)
{
    QString text;
    for (const QString &line : body.split(u'\n')) {
        text += QStringLiteral("  ") + printable(line) + u'\n';
    }
    return text;
}

QString tokens(const RunRecord &run)
{
    Table table({QStringLiteral("MODEL"), QStringLiteral("INPUT"), QStringLiteral("FROM CACHE"), QStringLiteral("OUTPUT"), QStringLiteral("TOTAL")});
    constexpr int columns = 5;
    for (int column = 1; column < columns; ++column) {
        table.alignRight(column);
    }
    for (const ModelTokens &model : run.byModel) {
        table.addRow({model.model, shownCount(model.input), shownCount(model.cacheRead), shownCount(model.output), shownCount(model.total)});
    }
    return table.isEmpty() ? QString() : QString(u'\n' + table.text(0));
}

QString workspace(const QList<WorkspaceChanges> &changes)
{
    QString text;
    for (const WorkspaceChanges &change : changes) {
        text += QStringLiteral("\nfiles: ") + printable(change.summary) + u'\n';
        for (const WorkspaceChanges::File &file : change.files) {
            text += QStringLiteral("  %1 %2 +%3 -%4\n").arg(file.change, printable(file.path)).arg(file.additions).arg(file.deletions);
        }
    }
    return text;
}

QString sheet(const RunRecord &run, const RunService &service, const QList<WorkspaceChanges> &changes, const Wait &wait)
{
    const QString none = QStringLiteral("-");
    Table head({QStringLiteral("Run"), run.runId});
    const QString title = run.threadTitle ? QString(QStringLiteral(" \"") + *run.threadTitle + u'"') : QString();
    head.addRow({QStringLiteral("thread"), run.threadExists ? QString(run.threadId + title)
                                                            : QString(run.threadId + QStringLiteral(" (no such thread; make it with: runs adopt)"))});
    head.addRow({QStringLiteral("owner"), run.owner.value_or(QStringLiteral("nobody"))});
    head.addRow({QStringLiteral("assistant"), run.assistantId.value_or(none)});
    head.addRow({QStringLiteral("status"), run.statusRaw});
    if (const RunVitality vitality = service.vitalityOf(run, wait); !vitality.sentence.isEmpty()) {
        head.addRow({QString(), vitality.sentence});
    }
    head.addRow({QStringLiteral("stop reason"), run.stopReason.value_or(none)});
    head.addRow({QStringLiteral("strategy"), run.multitaskStrategy});
    head.addRow({QStringLiteral("began"), momentWithUtc(run.createdAt, run.createdRaw)});
    head.addRow({QStringLiteral("changed"), momentWithUtc(run.updatedAt, run.updatedRaw)});
    const std::optional<Microseconds> length = service.durationOf(run);
    head.addRow(
        {QStringLiteral("length"), length ? QString(shownDuration(*length) + (isActive(run.status) ? QStringLiteral(" so far") : QString())) : none});
    if (run.ownerWorkerId) {
        head.addRow({QStringLiteral("worker"), *run.ownerWorkerId});
        head.addRow({QStringLiteral("lease until"), run.leaseExpiresAt ? momentWithUtc(run.leaseExpiresAt, {}) : none});
    }
    if (run.cancelAction) {
        head.addRow({QStringLiteral("cancel"), QStringLiteral("%1, asked for %2").arg(*run.cancelAction, momentWithUtc(run.cancelRequestedAt, {}))});
    }
    if (run.followUpTo) {
        head.addRow({QStringLiteral("follows"), *run.followUpTo});
    }
    if (run.idempotencyKey) {
        head.addRow({QStringLiteral("idempotency key"), *run.idempotencyKey});
    }
    head.addRow({QStringLiteral("model"), run.modelName.value_or(none)});
    head.addRow({QStringLiteral("messages"), QStringLiteral("%1, %2 calls of a model").arg(run.messageCount).arg(run.llmCalls)});
    head.addRow(
        {QStringLiteral("tokens"), QStringLiteral("%1 (%2 in, %3 out; agent %4, helpers %5, middleware %6)")
                                       .arg(shownCount(run.totalTokens), shownCount(run.inputTokens), shownCount(run.outputTokens),
                                            shownCount(run.leadAgentTokens), shownCount(run.subagentTokens), shownCount(run.middlewareTokens))});
    const Cost cost = service.costOf(run);
    head.addRow({QStringLiteral("cost"), cost.amount ? QString(shownCost(cost) + (cost.note.isEmpty() ? QString() : QString(u' ' + cost.note)))
                                                     : QString(QStringLiteral("none: ") + cost.whyNone)});
    QString text = head.text(0) + tokens(run);
    for (const QString &damage : run.damage) {
        text += QStringLiteral("damaged: ") + printable(damage) + u'\n';
    }
    if (run.error) {
        text += QStringLiteral("\nerror\n") + indented(*run.error);
    }
    if (run.firstHumanMessage) {
        text += QStringLiteral("\nasked\n") + indented(*run.firstHumanMessage);
    }
    if (run.lastAiMessage) {
        text += QStringLiteral("\nanswered\n") + indented(*run.lastAiMessage);
    }
    text += workspace(changes);
    if (run.metadataJson != "{}") {
        text += QStringLiteral("\nmetadata\n") + indentedJson(run.metadataJson);
    }
    if (run.kwargsJson != "{}") {
        text += QStringLiteral("\nkwargs\n") + indentedJson(run.kwargsJson);
    }
    return text;
}

class RunsShow final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("show", "Show one run: the whole error, tokens, cost, worker and lease");
        app->add_option("ID", m_id, "Id of the run")->required()->type_name("");
        app->footer("Examples:\n"
                    "  verdererctl runs show 3f9a2c17-77b0-4c55-8f0e-2b9f3c1d0e42\n"
                    "  verdererctl --json runs show 3f9a2c17-77b0-4c55-8f0e-2b9f3c1d0e42 | jq -r .error");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const Result<DatabaseUse> use = openDatabaseOf(context);
        if (!use) {
            return tl::unexpected<Error>(use.error());
        }
        const Result<RunRecord> run = use->access.runs->show(QString::fromStdString(m_id), databaseWait(context));
        if (!run) {
            return tl::unexpected<Error>(run.error());
        }
        Output output;
        output.notes = use->access.warnings;
        if (context.options().json) {
            Json json = runDocument(*run, *use->access.runs);
            const RunVitality vitality = use->access.runs->vitalityOf(*run, databaseWait(context));
            json["stale"] = vitality.stale;
            json["vitality"] = vitality.sentence.isEmpty() ? Json(nullptr) : toJson(vitality.sentence);
            output.json = dumpPrettyJson(json);
            return output;
        }
        const Result<QList<WorkspaceChanges>> changes = use->access.runs->workspaceChanges(run->runId, databaseWait(context));
        if (!changes) {
            output.notes.append(changes.error().message);
        }
        output.text = sheet(*run, *use->access.runs, changes.value_or(QList<WorkspaceChanges>()), databaseWait(context)).toUtf8();
        return output;
    }

private:
    std::string m_id;
};

} // namespace

std::unique_ptr<Command> makeRunsShow()
{
    return std::make_unique<RunsShow>();
}

} // namespace verderer::ctl
