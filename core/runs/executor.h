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
    std::optional<QString> threadIncarnation;        ///< none: everything scoped to the thread's identity is refused
    std::function<void(const RunEvent &)> emitEvent; ///< any thread
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
