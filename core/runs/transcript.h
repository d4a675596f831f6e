// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runs/run_record.h"

#include <QList>

namespace verderer {

/// One block of a message, as LangChain dumps them (deerflow-format 8).
struct TranscriptBlock {
    enum class Kind { Text, Reasoning, Image, ToolCall, ToolResult, Other };
    Kind kind = Kind::Text;
    QString text;       ///< Text and Reasoning: the text; ToolResult: what the tool said; Image: its address, or "image, 34 kB"; Other: the raw JSON
    QString toolName;   ///< ToolCall, ToolResult
    QString toolCallId; ///< ToolCall, ToolResult
    QByteArray arguments;  ///< ToolCall: JSON text, indented for people
    bool answered = false; ///< ToolCall: a result for it follows in the transcript
};

struct TranscriptMessage {
    enum class Role { Human, Assistant, Tool, System, Unknown };
    Role role = Role::Unknown;
    QString name;   ///< agent, tool or author name where given
    QString caller; ///< metadata.caller: "lead_agent", "subagent:…", "middleware:…"
    QString runId;
    QList<TranscriptBlock> blocks;
    bool hidden = false; ///< hide_from_ui, or a summary: shown on demand
    bool raw = false;    ///< could not be understood: one Other block with the stored text
    qint64 seq = 0;
    std::optional<Microseconds> createdAt;
    qint64 inputTokens = 0, outputTokens = 0; ///< usage of an assistant's message
};

/// The events of category `message` (and the legacy ai_message) as a conversation; anything else is skipped. Never fails: what cannot be read is raw.
QList<TranscriptMessage> readTranscript(const QList<RunEvent> &events);

/// As Markdown: a heading for each message, tool calls and results as fenced blocks whose fence is longer than any in the text. Hidden messages only
/// with `withHidden`.
QString transcriptToMarkdown(const QString &title, const QList<TranscriptMessage> &messages, bool withHidden);

/// metadata.workspace_changes of a `workspace_changes` event (deerflow-format 8).
struct WorkspaceChanges {
    struct File {
        QString path, change; ///< "created", "modified", "deleted", "symlink_created", or as stored
        qint64 additions = 0, deletions = 0;
        QString diff; ///< unified, where it was kept
    };
    QList<File> files;
    qint64 created = 0, modified = 0, deleted = 0, additions = 0, deletions = 0;
    bool truncated = false;
    QString summary; ///< the event's content
};
std::optional<WorkspaceChanges> readWorkspaceChanges(const RunEvent &event);

} // namespace verderer
