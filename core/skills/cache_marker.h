// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/storage.h"

#include <QString>

#include <optional>

namespace verderer {

class MutationQueues; // skills/mutation_lock.h

/// What publishing came to.
struct CacheMarkerOutcome {
    bool published = false; ///< false: the installation has no extensions config, so there is nobody to tell
    bool forEverybody = false;
    QString generation; ///< the new one; empty where nothing was published
};

/// `.<extensions file name>.skills-cache-reset.json` beside the extensions config (deerflow-format 10); empty for an empty path.
QString cacheMarkerPath(const QString &extensionsFile);

/// Tells running Gateways to read the skills of `userId` (unset: of everybody) again, by putting a new marker in place that names the generation
/// before it (deerflow-format 10). Verderers order themselves by a small lock of their own beside the marker, `….json.lock`; Gateways do not know it,
/// so what came out of the place is looked at: where that is not the generation that was read, or where the old marker cannot be read, the reset is
/// published for everybody (`user_id` null), so that nobody's is lost. Markers that were staged by publishers which were ended (`.verderer-*.tmp` in
/// the same folder) are removed while the lock is held. Publishing twice is harmless. Mode, group and owner are kept. `queues` lends its seams;
/// `wait` bounds the waiting for the small lock. Errors: Locked, Cancelled, ReadOnly (also for a full disk), Invalid. The old marker then still
/// stands.
Result<CacheMarkerOutcome> publishCacheReset(const QString &extensionsFile, const std::optional<QString> &userId, MutationQueues &queues,
                                             Storage &storage, const Clock &clock, const Wait &wait);

} // namespace verderer
