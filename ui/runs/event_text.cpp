// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/event_text.h"

#include "base/json.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr qsizetype summaryLength = 300;
// Longer contents are not looked into for a summary: parsing them takes long and their first words say as much.
constexpr qsizetype readLimit = 4 << 20;

QString oneLine(const QString &text)
{
    return text.left(2 * summaryLength).simplified().left(summaryLength);
}

QString oneLine(const QByteArray &bytes)
{
    return oneLine(QString::fromUtf8(bytes.left(4 * summaryLength)));
}

/// The words of a message: a string, or the text blocks of a list.
QString wordsOf(const Json &content)
{
    if (content.is_string()) {
        return toQString(content);
    }
    QStringList parts;
    if (content.is_array()) {
        for (const Json &block : content) {
            if (block.is_string()) {
                parts << toQString(block);
            } else if (block.is_object()) {
                if (const auto text = stringMember(block, "text")) {
                    parts << *text;
                } else if (const auto kind = stringMember(block, "type")) {
                    parts << QString(u'[' + *kind + u']');
                }
            }
            if (parts.size() > 8) {
                break;
            }
        }
    }
    return parts.join(u' ');
}

const Json *member(const Json &object, const char *key)
{
    if (!object.is_object()) {
        return nullptr;
    }
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

void readMessage(const Json &content, EventRow *row)
{
    const Json *words = member(content, "content");
    QString text = words ? wordsOf(*words) : QString();
    const Json *calls = member(content, "tool_calls");
    QStringList names;
    if (calls && calls->is_array()) {
        for (const Json &call : *calls) {
            if (const auto id = stringMember(call, "id")) {
                row->calls << *id;
            }
            if (const auto name = stringMember(call, "name")) {
                names << *name;
            }
        }
    }
    text = oneLine(text);
    if (!names.isEmpty()) {
        text += (text.isEmpty() ? u"→ "_s : u" → "_s) + names.join(u", "_s);
    }
    row->answers = stringMember(content, "tool_call_id").value_or(QString());
    const QString name = stringMember(content, "name").value_or(QString());
    if (!row->answers.isEmpty() && !name.isEmpty()) {
        text = QString(name + u": "_s + text);
    }
    if (stringMember(content, "status") == u"error"_s) {
        row->failed = true;
    }
    row->summary = text;
}

void readSubagent(const Json &content, EventRow *row)
{
    row->task = stringMember(content, "task_id").value_or(QString());
    const auto first = [&](std::initializer_list<const char *> keys) {
        for (const char *key : keys) {
            const auto value = stringMember(content, key);
            if (value && !value->trimmed().isEmpty()) {
                return *value;
            }
        }
        return QString();
    };
    const QString status = stringMember(content, "status").value_or(QString());
    row->failed = status == "failed"_L1 || status == "timed_out"_L1;
    const QString said = first({"description", "error", "text", "tool_name", "result"});
    row->summary = oneLine(status.isEmpty() ? said : said.isEmpty() ? status : QString(status + u": "_s + said));
}

/// What is known of the kinds of DeerFlow's catalogue; false where the content says nothing that fits.
bool readKnown(const Json &content, const Json &metadata, EventRow *row)
{
    const QString &type = row->event.type;
    if (row->event.category == "message"_L1) {
        if (!content.is_object()) {
            return false;
        }
        readMessage(content, row);
        return true;
    }
    if (type.startsWith("subagent."_L1)) {
        if (!content.is_object()) {
            return false;
        }
        readSubagent(content, row);
        return true;
    }
    if (type == "run.start"_L1) {
        const auto caller = stringMember(metadata, "caller");
        const auto chain = stringMember(content, "chain");
        row->summary = caller ? *caller : chain.value_or(QString());
        return !row->summary.isEmpty();
    }
    if (type == "run.end"_L1) {
        row->summary = stringMember(metadata, "status").value_or(QString());
        return !row->summary.isEmpty();
    }
    if (type == "run.delivery"_L1) {
        const Json *paths = member(content, "paths");
        if (!paths || !paths->is_array()) {
            return false;
        }
        QStringList names;
        for (const Json &path : *paths) {
            names << toQString(path);
        }
        row->summary = names.isEmpty() ? QCoreApplication::translate("EventText", "nothing was delivered") : oneLine(names.join(u", "_s));
        return true;
    }
    if (type == "context:memory"_L1) {
        row->summary = stringMember(content, "content_sha256").value_or(QString()).left(16);
        return !row->summary.isEmpty();
    }
    if (type.startsWith("middleware:"_L1)) {
        const QString name = stringMember(content, "name").value_or(QString());
        const QString action = stringMember(content, "action").value_or(QString());
        row->summary = name.isEmpty() || action.isEmpty() ? QString(name + action) : QString(name + u" · "_s + action);
        return !row->summary.isEmpty();
    }
    return false;
}

EventTopic topicOf(const EventRow &row)
{
    const RunEvent &event = row.event;
    if (event.category == "error"_L1 || event.type.endsWith(".error"_L1)) {
        return EventTopic::Error;
    }
    if (event.category == "subagent"_L1 || event.type.startsWith("subagent."_L1)) {
        return EventTopic::Subagent;
    }
    if (event.type == "llm.tool.result"_L1 || event.category == "workspace"_L1) {
        return EventTopic::Tool;
    }
    if (event.category == "message"_L1) {
        return EventTopic::Message;
    }
    if (event.category == "middleware"_L1) {
        return EventTopic::Middleware;
    }
    return event.category == "outputs"_L1 ? EventTopic::Output : EventTopic::Other;
}

} // namespace

EventRow readEventRow(const RunEvent &event)
{
    EventRow row;
    row.event = event;
    Json metadata = Json::object();
    if (!event.metadataJson.isEmpty() && event.metadataJson.size() <= readLimit) {
        if (auto parsed = parseJson(event.metadataJson); parsed && parsed->is_object()) {
            metadata = std::move(*parsed);
        }
    }
    Json content;
    if (event.contentIsJson && event.content.size() <= readLimit) {
        if (auto parsed = parseJson(event.content)) {
            content = std::move(*parsed);
        }
    }
    if (!event.knownType || !readKnown(content, metadata, &row)) {
        row.summary = oneLine(event.content);
    }
    if (row.task.isEmpty()) {
        row.task = stringMember(metadata, "task_id").value_or(QString());
    }
    if (const Json *latency = member(metadata, "latency_ms"); latency && latency->is_number()) {
        const double ms = latency->get<double>();
        if (ms > 0 && ms < 1e12) {
            row.latency = Microseconds(ms * 1000);
        }
    }
    row.topic = topicOf(row);
    row.failed = row.failed || row.topic == EventTopic::Error;
    return row;
}

bool belongsTo(const EventRow &row, EventGroup group)
{
    switch (group) {
    case EventGroup::All:
        return true;
    case EventGroup::Messages:
        return row.event.category == "message"_L1;
    case EventGroup::Tools:
        return row.topic == EventTopic::Tool || !row.calls.isEmpty();
    case EventGroup::Subagents:
        return row.topic == EventTopic::Subagent;
    case EventGroup::Errors:
        return row.failed;
    }
    return true;
}

QStringList categoriesOf(EventGroup group)
{
    switch (group) {
    case EventGroup::Messages:
        return {u"message"_s};
    case EventGroup::Tools:
        return {u"message"_s, u"workspace"_s};
    case EventGroup::Subagents:
        return {u"subagent"_s};
    case EventGroup::All:
    case EventGroup::Errors:
        // Errors stand in several categories: a model's in "trace", a tool's in "message", a subagent's in its own.
        break;
    }
    return {};
}

QByteArray prettyOrRaw(const QByteArray &json)
{
    if (json.size() > 4 * readLimit) {
        return json;
    }
    const auto parsed = parseJson(json);
    return parsed ? dumpPrettyJson(*parsed) : json;
}

QByteArray eventDetail(const RunEvent &event)
{
    QByteArray text = event.contentIsJson ? prettyOrRaw(event.content) : event.content;
    if (!text.isEmpty() && !text.endsWith('\n')) {
        text += '\n';
    }
    if (event.truncated) {
        text += QCoreApplication::translate("EventText", "… cut by DeerFlow; it had %1 bytes").arg(event.originalLength).toUtf8() + '\n';
    }
    const QByteArray metadata = prettyOrRaw(event.metadataJson);
    if (!metadata.isEmpty() && metadata.trimmed() != "{}") {
        text += "\n" + QCoreApplication::translate("EventText", "Metadata").toUtf8() + "\n" + metadata;
    }
    return text;
}

} // namespace verderer
