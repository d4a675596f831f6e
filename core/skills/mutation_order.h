// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/mutation_context.h"
#include "skills/mutation_lock.h"
#include "skills/mutation_recovery.h"

#include <QStringList>

#include <functional>

namespace verderer {

/// Runs `work(context, recovered)` inside the mutation order of the root, after what a dead predecessor left is finished; `recovered` are the
/// sentences of that. `work` gives a Result<T>.
template<typename T, typename Work>
Result<T> inMutationOrder(const SkillRoots &roots, const SkillEditor::Dependencies &dependencies, const QString &customRoot,
                          const MutationOptions &options, Work work)
{
    auto lock = MutationLock::acquire(customRoot, *dependencies.queues, *dependencies.storage, dependencies.program, options);
    if (!lock)
        return tl::unexpected(lock.error());
    MutationContext context{roots, dependencies, customRoot, {}};
    context.addWarnings(lock->warnings());
    auto recovered = recoverPredecessor(context);
    if (!recovered) {
        Error error = recovered.error();
        error.message = QStringLiteral("A change that was interrupted must be finished first, and that failed: %1").arg(error.message);
        return tl::unexpected(error);
    }
    return work(context, *recovered);
}

/// The same for one change: what happened on the way is told in the outcome's warnings.
inline Result<MutationOutcome> changeInOrder(const SkillRoots &roots, const SkillEditor::Dependencies &dependencies, const QString &customRoot,
                                             const MutationOptions &options, const std::function<Result<MutationOutcome>(MutationContext &)> &work)
{
    return inMutationOrder<MutationOutcome>(roots, dependencies, customRoot, options,
                                            [&](MutationContext &context, const QStringList &recovered) -> Result<MutationOutcome> {
                                                context.addWarnings(recovered);
                                                auto outcome = work(context);
                                                if (outcome)
                                                    outcome->warnings = context.warnings;
                                                return outcome;
                                            });
}

} // namespace verderer
