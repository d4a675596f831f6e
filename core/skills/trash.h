// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/storage.h"
#include "skills/mutation_target.h"

#include <QByteArray>
#include <QString>

namespace verderer {

/// Puts bytes that no record can hold (not UTF-8) into `.trash/bytes/<skill>/` of the custom root, where DeerFlow never looks, and gives their place
/// relative to the custom root, for the record's key `trashed`. Named by their hash: keeping the same bytes twice keeps them once, so it may be done
/// before the intent.
Result<QString> keepBytes(Storage &storage, const MutationTarget &target, const QByteArray &bytes);

} // namespace verderer
