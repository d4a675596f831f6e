// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/mutation_journal.h"
#include "skills/mutation_target.h"
#include "skills/skill_editor.h"

#include <QStringList>

#include <optional>

namespace verderer {

/// What the steps of one mutation share. Lives on the stack of a call that holds the mutation lock of `customRoot`.
struct MutationContext {
    const SkillRoots &roots;
    const SkillEditor::Dependencies &dependencies;
    QString customRoot;   ///< resolved
    QStringList warnings; ///< sentences for the outcome

    [[nodiscard]] Storage &storage() const { return *dependencies.storage; }
    [[nodiscard]] QString now() const;         ///< as in records
    void addWarnings(const QStringList &more); ///< those that are not there yet
};

/// Texts above this many bytes are not edited: a history keeps two of them in each record.
constexpr qint64 maxSkillTextBytes = 64LL * 1024 * 1024;

/// Appends a record's line with the attributes that history files get.
Result<void> appendRecord(MutationContext &context, const MutationTarget &target, const QByteArray &line);

/// Tells running Gateways to drop their caches. What goes wrong here never undoes a change that is made: it becomes a warning.
void publishReset(MutationContext &context);

/// Saves a text as a draft; `id` makes saving twice save once.
Result<void> saveDraft(MutationContext &context, const QString &id, const QString &directory, const QString &filePath, const QString &origin,
                       const QString &reason, const QByteArray &text, const std::optional<QByteArray> &base);

/// The record of a text that came out of the file's place although it was not the predecessor: `found` was written by a program outside the order.
/// Bytes that are no text go to the trash. Gives the record itself, to be made a line.
Result<NewHistoryRecord> displacedRecord(MutationContext &context, const MutationTarget &target, const std::optional<QByteArray> &predecessor,
                                         const QByteArray &found);

/// Sets the part of a record that says what was there before; bytes that are no text go to the trash and are named.
Result<void> setPrevious(MutationContext &context, const MutationTarget &target, NewHistoryRecord &record, const std::optional<QByteArray> &previous);

} // namespace verderer
