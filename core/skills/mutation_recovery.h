// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/mutation_context.h"

#include <QStringList>

namespace verderer {

/// Finishes or undoes what a dead predecessor left in the journal, by the table of design 3. The caller holds the mutation lock. Gives the sentences
/// of what was done; empty: there was nothing. Every step may be cut off and is done again by the next one who comes. A failure leaves the intent in
/// force: nobody changes anything before the predecessor's texts are safe.
Result<QStringList> recoverPredecessor(MutationContext &context);

/// Temporary files of this program beside the target that no intent names: their writer died before it had said what it was about to do. A text that
/// is in the file or in its newest records goes, any other becomes a draft first. Never fails: what cannot be done is told and left for the next
/// time.
void sweepStagedFiles(MutationContext &context, const MutationTarget &target);

} // namespace verderer
