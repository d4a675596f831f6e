// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diff/diff.h"

namespace verderer {

/// The hunks, without context, between two texts whose lines end at LF, as `git diff` finds them: the same algorithm with the same heuristics.
/// A NUL does not make a text binary. Fails as Cancelled, or as Internal with libgit2's own message. Any thread.
Result<QList<Hunk>> gitHunks(const QByteArray &oldText, const QByteArray &newText, const CancelToken &cancel);

} // namespace verderer
