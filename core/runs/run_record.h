// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "base/error.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace verderer {

enum class RunStatus { Pending, Running, Success, Error, Timeout, Interrupted, Unknown };
QString runStatusName(RunStatus status);
RunStatus runStatusFromName(QStringView name);
bool isActive(RunStatus status); ///< pending or running

struct ModelTokens {
    QString model;
    qint64 input = 0, output = 0, total = 0, cacheRead = 0;
};

/// One row of runs with operation_kind 'run'. Columns that this database lacks keep their defaults.
struct RunRecord {
    QString runId, threadId;
    std::optional<QString> assistantId, owner, modelName, error, stopReason, firstHumanMessage, lastAiMessage, followUpTo, idempotencyKey;
    QString statusRaw;
    RunStatus status = RunStatus::Unknown;
    QString operationKind = QStringLiteral("run");
    QString multitaskStrategy = QStringLiteral("reject");
    QByteArray metadataJson = "{}", kwargsJson = "{}", tokenUsageJson = "{}";
    qint64 messageCount = 0, inputTokens = 0, outputTokens = 0, totalTokens = 0, llmCalls = 0, leadAgentTokens = 0, subagentTokens = 0,
           middlewareTokens = 0;
    QList<ModelTokens> byModel;
    std::optional<QString> ownerWorkerId;
    std::optional<Microseconds> leaseExpiresAt;
    std::optional<QString> cancelAction;
    std::optional<Microseconds> cancelRequestedAt;
    QString createdRaw, updatedRaw;
    std::optional<Microseconds> createdAt, updatedAt;
    std::optional<QString> threadTitle; ///< joined; none: no such thread, or no title
    bool threadExists = true;           ///< false: an orphan
    QStringList damage;
};

/// Makes of the texts as they are stored (statusRaw, the three JSON columns, createdRaw, updatedRaw) what the record shows of them, and tells in
/// `damage` what cannot be read. Used by every store.
void readRunTexts(RunRecord *record);

struct RunEvent {
    QString threadId, runId, type, category;
    std::optional<QString> userId;
    QByteArray content;         ///< the text as stored
    bool contentIsJson = false; ///< flagged so and really parses
    QByteArray metadataJson;
    qint64 seq = 0;
    QString createdRaw;
    std::optional<Microseconds> createdAt;
    bool knownType = true;
    bool truncated = false;
    qint64 originalLength = 0;
};

} // namespace verderer
