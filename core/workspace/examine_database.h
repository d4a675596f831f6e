// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "workspace/doctor.h"

namespace verderer {

struct DatabaseAccess;

/// What the doctor says about threads and runs: damaged rows that make DeerFlow's own lists fail, runs without a thread, runs that claim to be at
/// work, threads that nobody sees, and a list that an index would make faster. Only reads; a database that cannot be read is a finding. A list is
/// called slow from `slowListRows` threads on. Blocking; appends to `findings`.
void examineDatabase(const DatabaseAccess &access, qint64 slowListRows, QList<DoctorFinding> &findings, const Wait &wait);

} // namespace verderer
