// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace verderer {

/// How a process of Verderer signs the active rows it makes in `runs.owner_worker_id`: `verderer:<host>:<boot>:<pid>:<start>`, so that a row whose
/// process is gone can be told from one that works, even when the process id was given out again. At most 128 characters.
QString ownWorkerId();

enum class WorkerLiveness {
    Alive,
    Gone,    ///< ours, of this host, and its process has ended
    Foreign, ///< another host's, or not Verderer's: nothing can be told
};
WorkerLiveness workerLiveness(const QString &workerId);

} // namespace verderer
