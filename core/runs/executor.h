// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "runs/run_record.h"

#include <functional>

namespace verderer {

/// What an executor is given once the start barrier was passed.
struct ExecutionContext {
    QString threadId, runId;
    QByteArray metadataJson;
    /// Which birth of the thread this is: its incarnation, or the time of its creation where the schema has none. None: the thread could not be
    /// verified in time, and everything scoped to its identity is refused.
    std::optional<QString> threadIncarnation;
    /// Any thread, until execute() returns. Type, category, content and metadata are taken from it, the rest is filled in. Blocks while very many
    /// wait to be stored.
    std::function<void(const RunEvent &)> emitEvent;
    CancelToken cancel;
};

struct ExecutionResult {
    RunStatus status = RunStatus::Success; ///< Success, Error, Interrupted or Timeout
    QString error;
    QString stopReason;
};

/// Runs the agent's part of a run. Called once, on a thread of the launcher's, after the barrier; returns when the run is over.
class Executor {
public:
    virtual ~Executor() = default;
    virtual ExecutionResult execute(const ExecutionContext &context) = 0;
};

} // namespace verderer
