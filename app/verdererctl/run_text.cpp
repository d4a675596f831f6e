// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdererctl/run_text.h"

#include "base/json.h"
#include "export/export_rows.h"
#include "verdererctl/moments.h"
#include "verdererctl/table.h"

namespace verderer::ctl {

namespace {

QString roleName(TranscriptMessage::Role role)
{
    switch (role) {
    case TranscriptMessage::Role::Human:
        return QStringLiteral("human");
    case TranscriptMessage::Role::Assistant:
        return QStringLiteral("ai");
    case TranscriptMessage::Role::Tool:
        return QStringLiteral("tool");
    case TranscriptMessage::Role::System:
        return QStringLiteral("system");
    case TranscriptMessage::Role::Unknown:
        break;
    }
    return QStringLiteral("unknown");
}

const char *blockName(TranscriptBlock::Kind kind)
{
    switch (kind) {
    case TranscriptBlock::Kind::Text:
        return "text";
    case TranscriptBlock::Kind::Reasoning:
        return "reasoning";
    case TranscriptBlock::Kind::Image:
        return "image";
    case TranscriptBlock::Kind::ToolCall:
        return "tool_call";
    case TranscriptBlock::Kind::ToolResult:
        return "tool_result";
    case TranscriptBlock::Kind::Other:
        break;
    }
    return "other";
}

Json blockJson(const TranscriptBlock &block)
{
    Json json;
    json["type"] = blockName(block.kind);
    if (block.kind == TranscriptBlock::Kind::ToolCall) {
        const Result<Json> arguments = parseJson(block.arguments);
        json["name"] = toJson(block.toolName);
        json["id"] = toJson(block.toolCallId);
        json["args"] = arguments ? *arguments : toJson(QString::fromUtf8(block.arguments));
        json["answered"] = block.answered;
        return json;
    }
    json["text"] = toJson(block.text);
    if (block.kind == TranscriptBlock::Kind::ToolResult) {
        json["name"] = toJson(block.toolName);
        json["tool_call_id"] = toJson(block.toolCallId);
    }
    return json;
}

/// The first line, for a cell.
QString firstLine(const QString &text)
{
    return text.section(u'\n', 0, 0);
}

} // namespace

Json remainsJson(const ThreadRemains &remains)
{
    Json json;
    json["runs"] = remains.runs;
    json["events"] = remains.events;
    json["feedback"] = remains.feedback;
    json["checkpoints"] = remains.checkpoints;
    json["checkpoint_writes"] = remains.checkpointWrites;
    json["active_run"] = remains.activeRun ? toJson(remains.activeRunId) : Json(nullptr);
    return json;
}

Json runDocument(const RunRecord &run, const RunService &service)
{
    return runRow(run, &service).json();
}

QString shownCost(const Cost &cost)
{
    constexpr int digits = 4;
    return cost.amount ? QStringLiteral("%1 %2").arg(*cost.amount, 0, 'f', digits).arg(cost.currency) : QStringLiteral("-");
}

QString shownCount(qint64 count)
{
    QString text = QString::number(count);
    constexpr qsizetype group = 3;
    for (qsizetype at = text.size() - group; at > (count < 0 ? 1 : 0); at -= group) {
        text.insert(at, u' ');
    }
    return text;
}

QString counted(qint64 count, const char *what)
{
    return QStringLiteral("%1 %2%3").arg(shownCount(count), QLatin1String(what), count == 1 ? QString() : QStringLiteral("s"));
}

QString runsTable(const QList<RunRecord> &runs, const RunService &service, bool withThread, int width, const Wait &wait)
{
    QStringList headings{QStringLiteral("RUN"),    QStringLiteral("BEGAN"), QStringLiteral("STATUS"), QStringLiteral("LENGTH"),
                         QStringLiteral("TOKENS"), QStringLiteral("COST"),  QStringLiteral("MODEL")};
    if (withThread) {
        headings.append(QStringLiteral("THREAD"));
    }
    Table table(headings);
    constexpr int lengthColumn = 3;
    for (int column = lengthColumn; column <= lengthColumn + 2; ++column) {
        table.alignRight(column);
    }
    for (const RunRecord &run : runs) {
        const std::optional<Microseconds> length = service.durationOf(run);
        QString lengthText = length ? shownDuration(*length) : QStringLiteral("-");
        const RunVitality vitality = service.vitalityOf(run, wait);
        if (isActive(run.status)) {
            lengthText += QStringLiteral(" so far");
        }
        QStringList cells{run.runId,
                          shownMoment(run.createdAt, run.createdRaw),
                          run.statusRaw,
                          lengthText,
                          shownCount(run.totalTokens),
                          shownCost(service.costOf(run)),
                          run.modelName.value_or(QStringLiteral("-"))};
        if (withThread) {
            cells.append(run.threadExists ? run.threadTitle.value_or(run.threadId) : QString(run.threadId + QStringLiteral(" (no such thread)")));
        }
        table.addRow(cells);
        if (!vitality.sentence.isEmpty()) {
            table.addLine(QStringLiteral("    ") + vitality.sentence);
        }
        if (run.error && !run.error->isEmpty()) {
            table.addLine(QStringLiteral("    ") + firstLine(*run.error));
        }
        for (const QString &damage : run.damage) {
            table.addLine(QStringLiteral("    damaged: ") + damage);
        }
    }
    return table.isEmpty() ? QString() : table.text(width);
}

Json messageJson(const TranscriptMessage &message)
{
    Json json;
    json["role"] = toJson(roleName(message.role));
    json["name"] = message.name.isEmpty() ? Json(nullptr) : toJson(message.name);
    json["caller"] = message.caller.isEmpty() ? Json(nullptr) : toJson(message.caller);
    json["run_id"] = toJson(message.runId);
    json["seq"] = message.seq;
    json["created_at"] = message.createdAt ? toJson(isoTimestamp(*message.createdAt)) : Json(nullptr);
    json["hidden"] = message.hidden;
    json["raw"] = message.raw;
    json["input_tokens"] = message.inputTokens;
    json["output_tokens"] = message.outputTokens;
    json["blocks"] = Json::array();
    for (const TranscriptBlock &block : message.blocks) {
        json["blocks"].push_back(blockJson(block));
    }
    return json;
}

} // namespace verderer::ctl
