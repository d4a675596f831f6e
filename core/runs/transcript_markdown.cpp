// SPDX-License-Identifier: GPL-3.0-or-later
#include "database/database_time.h"
#include "runs/transcript.h"

#include <algorithm>

namespace verderer {

namespace {

using Kind = TranscriptBlock::Kind;
using Role = TranscriptMessage::Role;

constexpr qsizetype shortestFence = 3;

qsizetype longestRun(QStringView text, QChar wanted)
{
    qsizetype longest = 0;
    qsizetype run = 0;
    for (const QChar c : text) {
        run = c == wanted ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return longest;
}

/// A block whose fence no line of the text can end.
QString fenced(const QString &text, const QString &language)
{
    const QString fence(std::max(shortestFence, longestRun(text, u'`') + 1), u'`');
    const QString end = text.endsWith(u'\n') ? QString() : QStringLiteral("\n");
    return fence + language + u'\n' + text + end + fence + u'\n';
}

QString oneLine(const QString &text)
{
    return text.simplified();
}

/// Inline code; longer backticks around backticks, as CommonMark wants it.
QString code(const QString &text)
{
    const QString line = oneLine(text);
    const QString tick(longestRun(line, u'`') + 1, u'`');
    const QString space = tick.size() > 1 ? QStringLiteral(" ") : QString();
    return tick + space + line + space + tick;
}

struct Fence {
    QChar mark;
    qsizetype length = 0;
    QStringView info;
};

Fence fenceOf(QStringView line)
{
    qsizetype indent = 0;
    while (indent < line.size() && line[indent] == u' ') {
        ++indent;
    }
    if (indent > 3 || indent == line.size() || (line[indent] != u'`' && line[indent] != u'~')) {
        return {};
    }
    Fence fence;
    fence.mark = line[indent];
    qsizetype at = indent;
    while (at < line.size() && line[at] == fence.mark) {
        ++at;
    }
    fence.length = at - indent;
    fence.info = line.mid(at).trimmed();
    if (fence.length < shortestFence || (fence.mark == u'`' && fence.info.contains(u'`'))) {
        return {};
    }
    return fence;
}

/// A message is Markdown already. A code block that it leaves open would swallow all that follows, so it is closed.
QString closed(QString text)
{
    Fence open;
    for (const QStringView line : QStringView(text).split(u'\n')) {
        const Fence fence = fenceOf(line);
        if (open.length == 0) {
            open = fence;
        } else if (fence.mark == open.mark && fence.length >= open.length && fence.info.isEmpty()) {
            open = {};
        }
    }
    const qsizetype length = open.length;
    const QChar mark = open.mark; // what `open` looks at is about to change
    if (!text.endsWith(u'\n')) {
        text += u'\n';
    }
    if (length > 0) {
        text += QString(length, mark) + u'\n';
    }
    return text;
}

QString roleName(const TranscriptMessage &message)
{
    switch (message.role) {
    case Role::Human:
        return QStringLiteral("Human");
    case Role::Assistant:
        return QStringLiteral("Assistant");
    case Role::Tool:
        return QStringLiteral("Tool");
    case Role::System:
        return QStringLiteral("System");
    case Role::Unknown:
        break;
    }
    return QStringLiteral("Message");
}

QString heading(const TranscriptMessage &message)
{
    QString line = QStringLiteral("## ") + roleName(message);
    if (!message.name.isEmpty()) {
        line += QStringLiteral(" ") + code(message.name);
    }
    if (!message.caller.isEmpty() && message.caller != u"lead_agent") {
        line += QStringLiteral(" (") + code(message.caller) + u')';
    }
    if (message.hidden) {
        line += QStringLiteral(", hidden");
    }
    if (message.createdAt) {
        line += QStringLiteral(", ") + databaseTimestamp(*message.createdAt).left(19) + QStringLiteral(" UTC");
    }
    return line + QStringLiteral("\n\n");
}

QString quoted(const QString &text)
{
    QStringList lines = text.split(u'\n');
    for (QString &line : lines) {
        line = line.isEmpty() ? QStringLiteral(">") : QString(QStringLiteral("> ") + line);
    }
    return lines.join(u'\n') + u'\n';
}

QString blockText(const TranscriptBlock &block)
{
    switch (block.kind) {
    case Kind::Text:
        return closed(block.text);
    case Kind::Reasoning:
        return quoted(QStringLiteral("Reasoning:\n\n") + closed(block.text).trimmed());
    case Kind::Image:
        return block.text.startsWith(u"http") ? QString(QStringLiteral("Image: <") + oneLine(block.text) + QStringLiteral(">\n"))
                                              : QString(QStringLiteral("[") + oneLine(block.text) + QStringLiteral("]\n"));
    case Kind::ToolCall: {
        const QString unanswered = block.answered ? QString() : QStringLiteral(", no result");
        return QStringLiteral("Calls ") + code(block.toolName) + unanswered + QStringLiteral(":\n\n") +
               fenced(QString::fromUtf8(block.arguments), QStringLiteral("json"));
    }
    case Kind::ToolResult:
        return (block.toolName.isEmpty() ? QStringLiteral("Result:\n\n")
                                         : QString(QStringLiteral("Result of ") + code(block.toolName) + QStringLiteral(":\n\n"))) +
               fenced(block.text, QString());
    case Kind::Other:
        break;
    }
    return fenced(block.text, QString());
}

} // namespace

QString transcriptToMarkdown(const QString &title, const QList<TranscriptMessage> &messages, bool withHidden)
{
    QString text = QStringLiteral("# ") + (title.isEmpty() ? QStringLiteral("Transcript") : oneLine(title)) + u'\n';
    for (const TranscriptMessage &message : messages) {
        if (message.hidden && !withHidden) {
            continue;
        }
        text += u'\n' + heading(message);
        bool first = true;
        for (const TranscriptBlock &block : message.blocks) {
            if (!first) {
                text += u'\n';
            }
            text += blockText(block);
            first = false;
        }
    }
    return text;
}

} // namespace verderer
