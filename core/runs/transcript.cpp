// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/transcript.h"

#include "base/json.h"

#include <QHash>

#include <utility>

namespace verderer {

namespace {

using Kind = TranscriptBlock::Kind;
using Role = TranscriptMessage::Role;

QString text(const Json &object, const char *key)
{
    return stringMember(object, key).value_or(QString());
}

const Json *member(const Json &object, const char *key)
{
    if (!object.is_object()) {
        return nullptr;
    }
    const auto found = object.find(key);
    return found == object.end() || found->is_null() ? nullptr : &*found;
}

qint64 count(const Json *object, const char *key)
{
    const Json *value = object ? member(*object, key) : nullptr;
    return value && value->is_number_integer() ? value->get<std::int64_t>() : 0;
}

QByteArray pretty(const Json &value)
{
    return dumpPrettyJson(value).trimmed();
}

QString sizeInWords(qsizetype bytes)
{
    constexpr qsizetype kilo = 1000;
    return bytes < kilo ? QString(QStringLiteral("%1 bytes").arg(bytes)) : QString(QStringLiteral("%1 kB").arg((bytes + kilo / 2) / kilo));
}

TranscriptBlock block(Kind kind, const QString &words)
{
    TranscriptBlock result;
    result.kind = kind;
    result.text = words;
    return result;
}

/// Pictures are told, not carried along: a data URL or base64 text can be megabytes.
QString pictureText(const Json &item)
{
    QString address;
    if (const Json *picture = member(item, "image_url")) {
        address = picture->is_string() ? toQString(*picture) : text(*picture, "url");
    } else if (const Json *source = member(item, "source")) {
        address = text(*source, "url");
        if (const QString data = text(*source, "data"); address.isEmpty() && !data.isEmpty()) {
            return QStringLiteral("image, %1").arg(sizeInWords(data.size() * 3 / 4));
        }
    } else {
        address = text(item, "url");
        for (const char *const key : {"base64", "data"}) {
            if (const QString data = text(item, key); address.isEmpty() && !data.isEmpty()) {
                return QStringLiteral("image, %1").arg(sizeInWords(data.size() * 3 / 4));
            }
        }
    }
    if (address.startsWith(QLatin1String("data:"))) {
        return QStringLiteral("image, %1").arg(sizeInWords((address.size() - address.indexOf(QLatin1Char(',')) - 1) * 3 / 4));
    }
    return address.isEmpty() ? QStringLiteral("image") : address;
}

/// The texts of a list of `{"text": …}`, as some providers give their reasoning.
QString joinedTexts(const Json &list)
{
    QStringList parts;
    for (const Json &item : list) {
        if (item.is_string()) {
            parts.append(toQString(item));
        } else if (const auto words = stringMember(item, "text")) {
            parts.append(*words);
        }
    }
    return parts.join(QLatin1String("\n\n"));
}

TranscriptBlock blockOf(const Json &item)
{
    if (item.is_string()) {
        return block(Kind::Text, toQString(item));
    }
    const QString type = text(item, "type");
    if (type == u"text" || type == u"output_text" || type == u"input_text") {
        if (const auto words = stringMember(item, "text")) {
            return block(Kind::Text, *words);
        }
    } else if (type == u"reasoning" || type == u"thinking" || type == u"reasoning_content") {
        for (const char *const key : {"text", "thinking", "reasoning", "reasoning_content"}) {
            if (const auto words = stringMember(item, key)) {
                return block(Kind::Reasoning, *words);
            }
        }
        if (const Json *summary = member(item, "summary"); summary && summary->is_array()) {
            return block(Kind::Reasoning, joinedTexts(*summary));
        }
    } else if (type == u"image_url" || type == u"image" || type == u"input_image") {
        return block(Kind::Image, pictureText(item));
    } else if (type == u"tool_use" || type == u"tool_call") {
        TranscriptBlock call = block(Kind::ToolCall, {});
        call.toolName = text(item, "name");
        call.toolCallId = text(item, "id");
        const Json *arguments = member(item, type == u"tool_use" ? "input" : "args");
        call.arguments = arguments ? pretty(*arguments) : QByteArray("{}");
        return call;
    }
    return block(Kind::Other, QString::fromUtf8(pretty(item)));
}

TranscriptBlock callBlock(const Json &call)
{
    TranscriptBlock result = block(Kind::ToolCall, {});
    result.toolName = text(call, "name");
    result.toolCallId = text(call, "id");
    const Json *arguments = member(call, "args");
    // OpenAI's own form, where LangChain could not make its own of it.
    if (const Json *function = member(call, "function")) {
        result.toolName = text(*function, "name");
        arguments = member(*function, "arguments");
    }
    if (!arguments) {
        result.arguments = "{}";
    } else if (arguments->is_string()) {
        const QByteArray given = toQString(*arguments).toUtf8();
        const auto parsed = parseJson(given);
        result.arguments = parsed ? pretty(*parsed) : given;
    } else {
        result.arguments = pretty(*arguments);
    }
    return result;
}

Role roleOfType(const QString &type)
{
    if (type == u"human" || type == u"user" || type == u"HumanMessageChunk") {
        return Role::Human;
    }
    if (type == u"ai" || type == u"assistant" || type == u"AIMessageChunk") {
        return Role::Assistant;
    }
    if (type == u"tool" || type == u"ToolMessageChunk") {
        return Role::Tool;
    }
    return type == u"system" || type == u"developer" ? Role::System : Role::Unknown;
}

Role roleOfEvent(const QString &eventType)
{
    if (eventType == u"llm.human.input") {
        return Role::Human;
    }
    if (eventType == u"llm.ai.response" || eventType == u"ai_message") {
        return Role::Assistant;
    }
    return eventType == u"llm.tool.result" ? Role::Tool : Role::Unknown;
}

bool saysJson(const RunEvent &event)
{
    const auto metadata = parseJson(event.metadataJson);
    if (!metadata) {
        return false;
    }
    for (const char *const key : {"content_is_json", "content_is_dict"}) {
        const Json *flag = member(*metadata, key);
        if (flag && flag->is_boolean() && flag->get<bool>()) {
            return true;
        }
    }
    return false;
}

QList<TranscriptBlock> contentBlocks(const Json &message)
{
    QList<TranscriptBlock> blocks;
    const Json *content = member(message, "content");
    if (!content) {
        return blocks;
    }
    if (content->is_array()) {
        for (const Json &item : *content) {
            blocks.append(blockOf(item));
        }
    } else if (!content->is_string()) {
        blocks.append(blockOf(*content));
    } else if (const QString words = toQString(*content); !words.isEmpty()) {
        blocks.append(block(Kind::Text, words));
    }
    return blocks;
}

void addReasoning(const Json &message, QList<TranscriptBlock> *blocks)
{
    const Json *further = member(message, "additional_kwargs");
    if (!further) {
        return;
    }
    const QString words = text(*further, "reasoning_content");
    if (words.isEmpty()) {
        return;
    }
    for (const TranscriptBlock &known : std::as_const(*blocks)) {
        if (known.kind == Kind::Reasoning && known.text == words) {
            return;
        }
    }
    blocks->prepend(block(Kind::Reasoning, words));
}

void addCalls(const Json &message, QList<TranscriptBlock> *blocks)
{
    const auto isKnown = [&](const QString &id) {
        for (const TranscriptBlock &known : std::as_const(*blocks)) {
            if (known.kind == Kind::ToolCall && !id.isEmpty() && known.toolCallId == id) {
                return true;
            }
        }
        return false;
    };
    const auto add = [&](const Json *calls) {
        if (!calls || !calls->is_array()) {
            return;
        }
        for (const Json &call : *calls) {
            if (call.is_object() && !isKnown(text(call, "id"))) {
                blocks->append(callBlock(call));
            }
        }
    };
    add(member(message, "tool_calls"));
    add(member(message, "invalid_tool_calls"));
    if (const Json *further = member(message, "additional_kwargs")) {
        add(member(*further, "tool_calls"));
    }
}

/// What a tool said is one result, whatever number of blocks it came in; its pictures stay blocks of their own.
void makeResult(const Json &message, QList<TranscriptBlock> *blocks)
{
    TranscriptBlock result = block(Kind::ToolResult, {});
    result.toolName = text(message, "name");
    result.toolCallId = text(message, "tool_call_id");
    QStringList words;
    QList<TranscriptBlock> others;
    for (const TranscriptBlock &part : std::as_const(*blocks)) {
        if (part.kind == Kind::Text || part.kind == Kind::Other) {
            words.append(part.text);
        } else {
            others.append(part);
        }
    }
    result.text = words.join(QLatin1Char('\n'));
    *blocks = QList<TranscriptBlock>{result} + others;
}

void makeRaw(const RunEvent &event, TranscriptMessage *message)
{
    message->raw = true;
    message->blocks = {block(Kind::Other, QString::fromUtf8(event.content))};
}

void readUsage(const Json &message, const Json *metadata, TranscriptMessage *result)
{
    const Json *usage = member(message, "usage_metadata");
    if (!usage && metadata) {
        usage = member(*metadata, "usage");
    }
    result->inputTokens = count(usage, "input_tokens");
    result->outputTokens = count(usage, "output_tokens");
}

TranscriptMessage readMessage(const RunEvent &event)
{
    TranscriptMessage result;
    result.role = roleOfEvent(event.type);
    result.runId = event.runId;
    result.seq = event.seq;
    result.createdAt = event.createdAt;
    const auto metadata = parseJson(event.metadataJson);
    if (metadata) {
        result.caller = text(*metadata, "caller");
    }
    if (!event.contentIsJson || event.truncated) {
        if (event.truncated || saysJson(event)) {
            makeRaw(event, &result);
        } else {
            const QString words = QString::fromUtf8(event.content);
            result.blocks = {block(result.role == Role::Tool ? Kind::ToolResult : Kind::Text, words)};
        }
        return result;
    }
    const auto parsed = parseJson(event.content);
    if (!parsed) {
        makeRaw(event, &result);
        return result;
    }
    const Json *message = &*parsed;
    QString type = text(*message, "type");
    if (const Json *wrapped = member(*message, "data"); wrapped && wrapped->is_object() && !member(*message, "content")) {
        message = wrapped; // LangChain's messages_to_dict
    }
    if (type.isEmpty()) {
        type = text(*message, "role");
    }
    if (const Role role = roleOfType(type); role != Role::Unknown) {
        result.role = role;
    }
    if (!message->is_object() || (!member(*message, "content") && !member(*message, "tool_calls"))) {
        makeRaw(event, &result);
        return result;
    }
    result.name = text(*message, "name");
    result.blocks = contentBlocks(*message);
    if (result.role == Role::Tool) {
        makeResult(*message, &result.blocks);
    } else {
        addReasoning(*message, &result.blocks);
        addCalls(*message, &result.blocks);
    }
    readUsage(*message, metadata ? &*metadata : nullptr, &result);
    const Json *further = member(*message, "additional_kwargs");
    const Json *hide = further ? member(*further, "hide_from_ui") : nullptr;
    result.hidden = (hide && hide->is_boolean() && hide->get<bool>()) || result.name == u"summary";
    return result;
}

/// Marks the calls that were answered, and names the results whose message does not say which tool spoke.
void joinCalls(QList<TranscriptMessage> *messages)
{
    QHash<QString, TranscriptBlock *> calls;
    for (TranscriptMessage &message : *messages) {
        for (TranscriptBlock &part : message.blocks) {
            if (part.toolCallId.isEmpty()) {
                continue;
            }
            if (part.kind == Kind::ToolCall) {
                calls.insert(part.toolCallId, &part);
            } else if (TranscriptBlock *call = part.kind == Kind::ToolResult ? calls.value(part.toolCallId) : nullptr) {
                call->answered = true;
                if (part.toolName.isEmpty()) {
                    part.toolName = call->toolName;
                }
            }
        }
    }
}

} // namespace

QList<TranscriptMessage> readTranscript(const QList<RunEvent> &events)
{
    QList<TranscriptMessage> messages;
    for (const RunEvent &event : events) {
        if (event.category == u"message" || event.type == u"ai_message") {
            messages.append(readMessage(event));
        }
    }
    joinCalls(&messages);
    return messages;
}

} // namespace verderer
