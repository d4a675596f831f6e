// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/demo_conversations.h"

#include "base/json.h"
#include "demo/demo_resource.h"

#include <QFile>

namespace verderer {

namespace {

QString text(const Json &object, const char *key)
{
    return stringMember(object, key).value_or(QString());
}

int number(const Json &object, const char *key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number_integer() ? found->get<int>() : 0;
}

/// The items of an array member; none where it is missing.
const Json &items(const Json &object, const char *key)
{
    static const Json none = Json::array();
    const auto found = object.find(key);
    return found != object.end() && found->is_array() ? *found : none;
}

DemoConversation conversation(const Json &object)
{
    DemoConversation talk;
    talk.title = text(object, "title");
    for (const Json &subject : items(object, "subjects")) {
        talk.subjects.append(toQString(subject));
    }
    talk.first = {text(object, "ask"), text(object, "answer")};
    for (const Json &item : items(object, "follow_ups")) {
        talk.followUps.append({text(item, "ask"), text(item, "answer")});
    }
    for (const Json &item : items(object, "tools")) {
        talk.tools.append({text(item, "name"), dumpPythonJson(item.value("args", Json::object()), LineSeparators::Raw), text(item, "result")});
    }
    for (const Json &item : items(object, "files")) {
        talk.files.append({text(item, "path"), text(item, "status"), number(item, "additions"), number(item, "deletions"), text(item, "diff")});
    }
    talk.subagent = text(object, "subagent");
    return talk;
}

} // namespace

DemoConversation DemoConversation::about(const QString &subject) const
{
    const auto filled = [&subject](QString text) { return text.replace(QStringLiteral("{s}"), subject); };
    DemoConversation talk = *this;
    talk.subjects.clear();
    talk.title = filled(title);
    // A question that begins with the subject begins with a capital.
    if (!talk.title.isEmpty()) {
        talk.title[0] = talk.title[0].toUpper();
    }
    talk.first = {filled(first.ask), filled(first.answer)};
    if (!talk.first.ask.isEmpty()) {
        talk.first.ask[0] = talk.first.ask[0].toUpper();
    }
    for (DemoExchange &exchange : talk.followUps) {
        exchange = {filled(exchange.ask), filled(exchange.answer)};
    }
    for (DemoTool &tool : talk.tools) {
        tool.argumentsJson.replace("{s}", subject.toUtf8());
        tool.result = filled(tool.result);
    }
    talk.subagent = filled(subagent);
    return talk;
}

Result<DemoConversations> readDemoConversations()
{
    useDemoResource();
    QFile file(QStringLiteral(":/verderer/demo/conversations.json"));
    const Result<Json> json = file.open(QIODevice::ReadOnly) ? parseJson(file.readAll()) : fail(ErrorCode::Internal, file.errorString());
    if (!json) {
        return fail(ErrorCode::Internal, QStringLiteral("The demo's conversations cannot be read: %1").arg(json.error().message));
    }
    DemoConversations talk;
    for (const Json &item : items(*json, "conversations")) {
        talk.conversations.append(conversation(item));
    }
    for (const Json &item : items(*json, "errors")) {
        talk.failures.append({text(item, "type"), text(item, "text"), number(item, "share")});
    }
    for (const Json &item : items(*json, "models")) {
        talk.models.append({text(item, "name"), number(item, "share"), number(item, "input"), number(item, "output")});
    }
    if (talk.conversations.isEmpty() || talk.failures.isEmpty() || talk.models.isEmpty()) {
        return fail(ErrorCode::Internal, QStringLiteral("The demo's conversations have a mistake: a list is empty."));
    }
    return talk;
}

} // namespace verderer
