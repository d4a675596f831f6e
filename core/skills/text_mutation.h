// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/mutation_context.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace verderer {

/// One text that is to stand in one file, and what its record says.
struct TextChange {
    QByteArray text;                 ///< bytes that are no text lie in the trash as well, since no record holds them (design 3)
    QString action;                  ///< "human_edit", "write_file" or "rollback"
    std::optional<QString> baseHash; ///< SHA-256 of what the caller saw there; empty text: it saw no file; unset: whatever is there
    std::optional<QString> note;
    std::optional<std::optional<QString>> rollbackFromTs;
    ScanReport scan;               ///< of the text
    bool sameTextIsEnough = false; ///< a text that differs from the file in newlines alone counts as identical
    bool mayCreate = false;        ///< a missing file (and its folder) is made; otherwise NotFound
    bool executable = false;       ///< the file gets the permission to run
    /// The file is a copy of this one (below the skill), which goes next: the intent says so and is left in force, for trashFile() to take over.
    QString renamedFrom;
};

/// Step 4 of the mutation order, after recovery: read the predecessor, compare with the base, write the intent, put the file in place under the
/// projection lock, append the record, publish the reset, remove the intent. The caller holds the mutation lock. On failure everything is as it was,
/// or, where even that cannot be done, the intent stays and the next one who comes finishes it; the error's message says which.
Result<MutationOutcome> changeText(MutationContext &context, const MutationTarget &target, const TextChange &change, const MutationOptions &options);

} // namespace verderer
