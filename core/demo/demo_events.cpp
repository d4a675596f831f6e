// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/demo_events.h"

#include "base/json.h"

namespace verderer {

namespace {

QByteArray stored(const Json &json)
{
    return dumpPythonJson(json, LineSeparators::Raw);
}

/// The metadata of content that is a JSON object (deerflow-format 7.2).
Json objectFlags(Json metadata = Json::object())
{
    metadata["content_is_json"] = true;
    metadata["content_is_dict"] = true;
    return metadata;
}

QString callId(const DemoRunRow &run, int call)
{
    return QStringLiteral("call_%1_%2").arg(run.id.left(8)).arg(call);
}

/// Tokens of one of the run's calls: an even part.
qint64 part(qint64 whole, int calls)
{
    return calls > 0 ? whole / calls : whole;
}

Json usageOf(const DemoRunRow &run)
{
    const DemoModelUse use = run.use.isEmpty() ? DemoModelUse() : run.use.first();
    const qint64 input = part(use.input, run.calls);
    const qint64 output = part(use.output, run.calls);
    return Json{{"input_tokens", input}, {"output_tokens", output}, {"total_tokens", input + output}};
}

Json assistantFlags(const DemoRunRow &run, int call, int latency)
{
    return objectFlags(Json{{"caller", "lead_agent"}, {"usage", usageOf(run)}, {"latency_ms", latency}, {"llm_call_index", call}});
}

Json assistant(const DemoRunRow &run, const Json &content, const Json &toolCalls, int call)
{
    return Json{{"content", content},
                {"additional_kwargs", Json::object()},
                {"response_metadata", {{"model_name", toJson(run.model)}}},
                {"type", "ai"},
                {"id", toJson(QStringLiteral("ai-%1-%2").arg(run.id.left(8)).arg(call))},
                {"tool_calls", toolCalls},
                {"usage_metadata", usageOf(run)}};
}

constexpr int usualLatency = 2400;

} // namespace

void DemoEventWriter::add(const DemoRunRow &run, const char *type, const char *category, const QByteArray &content, const QByteArray &metadata,
                          int &seq, int permille)
{
    const Microseconds length = qMax<Microseconds>(run.updated - run.created, 0);
    // The thousandth of the run at which it happened; the number itself keeps the order where two come together.
    const Microseconds at = run.created + length / 1000 * permille + seq % 997;
    m_rows.append({run.threadId, run.id, run.owner, QString::fromLatin1(type), QString::fromLatin1(category), content, metadata, ++seq, at});
}

void DemoEventWriter::human(const DemoRunRow &run, const QString &ask, int &seq)
{
    const Json message{{"content", toJson(ask)},
                       {"additional_kwargs", Json::object()},
                       {"type", "human"},
                       {"id", toJson(QStringLiteral("human-%1").arg(run.id.left(8)))}};
    add(run, "llm.human.input", "message", stored(message), stored(objectFlags(Json{{"caller", "lead_agent"}})), seq, 4);
}

void DemoEventWriter::toolUse(const DemoRunRow &run, const DemoTool &tool, const QString &said, int call, int &seq, int permille, int length)
{
    const Json calls = Json::array({Json{{"name", toJson(tool.name)},
                                         {"args", parseJson(tool.argumentsJson).value_or(Json::object())},
                                         {"id", toJson(callId(run, call))},
                                         {"type", "tool_call"}}});
    const Json content = said.isEmpty() ? Json("") : Json::array({Json{{"type", "text"}, {"text", toJson(said)}}});
    add(run, "llm.ai.response", "message", stored(assistant(run, content, calls, call)), stored(assistantFlags(run, call, usualLatency + call * 310)),
        seq, permille);
    const Json result{{"content", toJson(tool.result)}, {"additional_kwargs", Json::object()},       {"type", "tool"},
                      {"name", toJson(tool.name)},      {"tool_call_id", toJson(callId(run, call))}, {"status", "success"}};
    add(run, "llm.tool.result", "message", stored(result), stored(objectFlags()), seq, permille + length);
}

void DemoEventWriter::answer(const DemoRunRow &run, const QString &text, int call, int &seq)
{
    const Json blocks =
        Json::array({Json{{"type", "reasoning"}, {"reasoning", "The question is answered by what was found; keep it short and say what is open."}},
                     Json{{"type", "text"}, {"text", toJson(text)}}});
    add(run, "llm.ai.response", "message", stored(assistant(run, call % 2 == 0 ? blocks : toJson(text), Json::array(), call)),
        stored(assistantFlags(run, call, usualLatency * 2)), seq, 960);
}

void DemoEventWriter::files(const DemoRunRow &run, const QList<DemoChange> &changes, int &seq)
{
    if (changes.isEmpty()) {
        return;
    }
    int created = 0;
    int modified = 0;
    int additions = 0;
    int deletions = 0;
    Json list = Json::array();
    for (const DemoChange &change : changes) {
        (change.status == QStringLiteral("created") ? created : modified) += 1;
        additions += change.additions;
        deletions += change.deletions;
        const bool binary = change.additions + change.deletions == 0;
        list.push_back(Json{{"path", toJson(change.path)},
                            {"root", toJson(change.path.section(QLatin1Char('/'), 3, 3))},
                            {"status", toJson(change.status)},
                            {"binary", binary},
                            {"sensitive", false},
                            {"diff", toJson(change.diff)},
                            {"diff_truncated", false},
                            {"diff_unavailable_reason", binary ? Json("binary") : Json(nullptr)},
                            {"additions", change.additions},
                            {"deletions", change.deletions}});
    }
    const Json changesJson{
        {"version", 1},
        {"summary",
         {{"created", created}, {"modified", modified}, {"deleted", 0}, {"additions", additions}, {"deletions", deletions}, {"truncated", false}}},
        {"files", list},
        {"limits", {{"max_files", 200}}}};
    const QString summary = QStringLiteral("%1 created, %2 modified, +%3 -%4")
                                .arg(QString::number(created), QString::number(modified), QString::number(additions), QString::number(deletions));
    add(run, "workspace_changes", "workspace", summary.toUtf8(), stored(Json{{"workspace_changes", changesJson}}), seq, 985);
    Json paths = Json::array();
    for (const DemoChange &change : changes) {
        paths.push_back(toJson(change.path));
    }
    add(run, "run.delivery", "outputs",
        stored(Json{{"presented", true}, {"paths", paths}, {"by_tool", {{"present_files", static_cast<int>(changes.size())}}}}),
        stored(objectFlags()), seq, 990);
}

void DemoEventWriter::ending(const DemoRunRow &run, int &seq)
{
    if (run.status == QStringLiteral("success")) {
        add(run, "run.end", "outputs", stored(Json{{"messages", run.messages}, {"title", toJson(run.ask.left(40))}}),
            stored(objectFlags(Json{{"status", "success"}})), seq, 998);
    } else if (!run.error.isEmpty() && run.stopReason.isEmpty()) {
        add(run, "llm.error", "trace", run.error.section(QLatin1Char('\n'), 0, 0).toUtf8(), stored(Json{{"caller", "lead_agent"}}), seq, 996);
        add(run, "run.error", "error", run.error.toUtf8(), stored(Json{{"error_type", "AgentError"}}), seq, 998);
    }
}

void DemoEventWriter::play(const DemoRunRow &run, const DemoConversation &talk, const DemoExchange &exchange, bool first, int &seq)
{
    add(run, "run.start", "trace", stored(Json{{"chain", "lead_agent"}}), stored(objectFlags(Json{{"caller", "lead_agent"}})), seq, 0);
    human(run, exchange.ask, seq);
    const bool ended = run.status == QStringLiteral("success");
    int call = 1;
    if (first) {
        add(run, "context:memory", "context", stored(Json{{"content_sha256", "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456"}}),
            stored(objectFlags()), seq, 8);
        const bool usesSkill = !talk.tools.isEmpty() && talk.tools.first().argumentsJson.contains("/mnt/skills/");
        if (usesSkill) {
            add(run, "middleware:skill_activation", "middleware",
                stored(
                    Json{{"name", "SkillActivation"}, {"hook", "before_model"}, {"action", "activate"}, {"changes", {{"skill", "customer-reply"}}}}),
                stored(objectFlags()), seq, 12);
        }
        const int steps = static_cast<int>(talk.tools.size());
        for (int i = 0; i < steps && (ended || i == 0); ++i) {
            toolUse(run, talk.tools[i], i == 0 ? QStringLiteral("I will look at that first.") : QString(), call, seq, 100 + i * 600 / steps, 20);
            ++call;
        }
        if (!talk.subagent.isEmpty() && ended) {
            const QString task = QStringLiteral("task-%1").arg(run.id.left(8));
            const Json flags = objectFlags(Json{{"task_id", toJson(task)}});
            add(run, "subagent.start", "subagent", stored(Json{{"task_id", toJson(task)}, {"description", toJson(talk.subagent)}}), stored(flags),
                seq, 720);
            Json stepFlags = flags;
            stepFlags["message_index"] = 0;
            add(run, "subagent.step", "subagent",
                stored(Json{{"task_id", toJson(task)},
                            {"message_index", 0},
                            {"kind", "ai"},
                            {"text", "Six sources, four of them usable."},
                            {"truncated", false},
                            {"tool_calls", Json::array()}}),
                stored(stepFlags), seq, 780);
            add(run, "subagent.end", "subagent",
                stored(Json{{"task_id", toJson(task)},
                            {"status", "completed"},
                            {"model_name", toJson(run.use.last().model)},
                            {"usage", {{"total_tokens", run.subagentTokens}}},
                            {"result", "Four usable sources, listed with their dates."}}),
                stored(flags), seq, 860);
        }
    }
    if (ended) {
        answer(run, exchange.answer, call, seq);
        if (first) {
            files(run, talk.files, seq);
        }
    }
    ending(run, seq);
}

void DemoEventWriter::playLong(const DemoRunRow &run, const DemoExchange &exchange, int steps, int &seq)
{
    add(run, "run.start", "trace", stored(Json{{"chain", "lead_agent"}}), stored(objectFlags(Json{{"caller", "lead_agent"}})), seq, 0);
    human(run, exchange.ask, seq);
    for (int i = 1; i <= steps; ++i) {
        const QByteArray arguments =
            stored(Json{{"path", toJson(QStringLiteral("/mnt/user-data/uploads/archive/%1.eml").arg(i, 4, 10, QLatin1Char('0')))}});
        toolUse(run, {QStringLiteral("read_file"), arguments, QStringLiteral("From: …\nSubject: message %1\n\n%2 lines").arg(i).arg(3 + i * 7 % 90)},
                QString(), i, seq, 10 + i * 930 / steps, 1);
    }
    answer(run, exchange.answer, steps + 1, seq);
    ending(run, seq);
}

void DemoEventWriter::playOddities(const DemoRunRow &run, int &seq)
{
    add(run, "agent.weather", "forecast", "rain", stored(Json{{"since", "a later version"}}), seq, 500);
    QByteArray cut = stored(Json{{"inputs", {{"text", std::string(600, 'x')}}}});
    constexpr int kept = 256;
    const auto whole = cut.size();
    cut.truncate(kept);
    add(run, "llm.start", "trace", cut, stored(Json{{"content_truncated", true}, {"original_byte_length", whole}}), seq, 510);
    add(run, "llm.ai.response", "message", "{\"type\": \"ai\", \"content\": \"cut off he", stored(objectFlags()), seq, 520);
    const Json hidden{{"content", "Reminder: answer in the language of the question."},
                      {"additional_kwargs", {{"hide_from_ui", true}}},
                      {"type", "human"},
                      {"id", toJson(QStringLiteral("hidden-%1").arg(run.id.left(8)))}};
    add(run, "llm.human.input", "message", stored(hidden), stored(objectFlags(Json{{"caller", "middleware:reminder"}})), seq, 530);
}

void DemoEventWriter::seed(const DemoRunRow &run, const QString &parentThread, const DemoExchange &exchange, int &seq)
{
    DemoRunRow copy = run;
    copy.id = QStringLiteral("branch-seed-%1-1").arg(run.threadId);
    copy.updated = copy.created;
    const Json flags = objectFlags(Json{{"branch_seed", true}, {"branch_parent_thread_id", toJson(parentThread)}});
    add(copy, "llm.human.input", "message", stored(Json{{"content", toJson(exchange.ask)}, {"type", "human"}}), stored(flags), seq, 0);
    add(copy, "llm.ai.response", "message", stored(assistant(copy, toJson(exchange.answer), Json::array(), 1)), stored(flags), seq, 0);
}

} // namespace verderer
