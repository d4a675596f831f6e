// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli_database.h"

namespace verderer::test {

/// A run of user-a that ended well, with its tokens.
inline RunRow finished(const char *id, const char *threadId, const char *created)
{
    RunRow row;
    row.runId = QString::fromLatin1(id);
    row.threadId = QString::fromLatin1(threadId);
    row.createdAt = QString::fromLatin1(created);
    row.updatedAt = QString::fromLatin1(created).replace(QStringLiteral(":00.000000"), QStringLiteral(":42.500000"));
    row.model = QStringLiteral("small");
    row.inputTokens = 1000;
    row.outputTokens = 500;
    row.totalTokens = 1500;
    row.leadAgentTokens = 1500;
    row.tokenUsage = QStringLiteral("{\"small\": {\"input_tokens\": 1000, \"output_tokens\": 500, \"total_tokens\": 1500}}");
    row.firstHumanMessage = QStringLiteral("Question of %1").arg(row.runId);
    return row;
}

/// An event of the run r-1 of t-one.
inline EventRow event(qint64 seq, const char *type, const char *category, const char *content, const char *metadata = "{}")
{
    EventRow row;
    row.threadId = QStringLiteral("t-one");
    row.runId = QStringLiteral("r-1");
    row.seq = seq;
    row.type = QString::fromLatin1(type);
    row.category = QString::fromLatin1(category);
    row.content = QString::fromUtf8(content);
    row.metadata = QString::fromLatin1(metadata);
    return row;
}

inline const char *const isDict = "{\"content_is_json\": true, \"content_is_dict\": true}";

/// Threads, runs of every kind (failed, orphaned twice, stale, nobody's, a reservation), and the conversation of r-1.
inline void fillRuns(const DatabaseFixture &database)
{
    fill(database);
    RunRow failed = finished("r-2", "t-two", "2026-11-03 10:00:00.000000");
    failed.status = QStringLiteral("error");
    failed.error = QStringLiteral("RateLimitError: too many\nsecond line");
    RunRow orphan = finished("r-3", "t-gone", "2026-11-04 10:00:00.000000");
    RunRow twin = finished("r-4", "t-gone", "2026-11-04 11:00:00.000000");
    RunRow stale = finished("r-5", "t-new", "2026-11-05 10:00:00.000000");
    stale.status = QStringLiteral("running");
    RunRow reservation = finished("r-6", "t-old", "2026-11-06 10:00:00.000000");
    reservation.operationKind = QStringLiteral("checkpoint_write");
    RunRow other = finished("r-0", "t-nobody", "2026-11-01 10:00:00.000000");
    other.owner = std::nullopt;
    other.model = QStringLiteral("unpriced");
    other.tokenUsage = QStringLiteral("{}");
    database.add(QList<RunRow>{other, finished("r-1", "t-one", "2026-11-02 10:00:00.000000"), failed, orphan, twin, stale, reservation});
    database.add(QList<EventRow>{
        event(1, "llm.human.input", "message", "{\"type\": \"human\", \"content\": \"What is it?\"}", isDict),
        event(2, "llm.ai.response", "message",
              "{\"type\": \"ai\", \"content\": \"\", \"tool_calls\": [{\"name\": \"look\", \"args\": {\"at\": \"it\"}, \"id\": \"c1\"}]}", isDict),
        event(3, "llm.tool.result", "message", "{\"type\": \"tool\", \"name\": \"look\", \"tool_call_id\": \"c1\", \"content\": \"a deer\"}", isDict),
        event(4, "future.kind", "novel", "plain"),
        event(5, "llm.human.input", "message", "{\"type\": \"human\", \"content\": \"hush\", \"additional_kwargs\": {\"hide_from_ui\": true}}",
              isDict),
        event(6, "llm.ai.response", "message", "{\"type\": \"ai\", \"content\": \"一头鹿\"}", isDict),
    });
}

} // namespace verderer::test
