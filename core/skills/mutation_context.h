// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/mutation_journal.h"
#include "skills/mutation_target.h"
#include "skills/projection_lock.h"
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

/// A name nobody else takes: 32 hex digits.
QString randomId();

/// A record of this program with the time, the account and the note filled in, and a truthful word about the scanner.
NewHistoryRecord newRecord(const MutationContext &context, const MutationTarget &target, const QString &action, const std::optional<QString> &note);

/// Size of the history as it is now, 0 where it is missing. Invalid (kind "not-a-file") where no record can be kept because something else stands
/// there.
Result<qint64> historySize(MutationContext &context, const MutationTarget &target);

/// Fills in what every intent says: id, program, time, action, and the names of the target.
void describeIntent(const MutationContext &context, const MutationTarget &target, const NewHistoryRecord &record, MutationIntent &intent);

/// Takes the projection lock of the user (deerflow-format 1.5); its warnings become the outcome's.
Result<ProjectionLock> lockProjection(MutationContext &context, const MutationOptions &options, const Wait &wait);

/// The patience of an undo: the caller's deadline may be over, and what was begun is undone all the same.
Wait undoWait();

/// The first step of an undo: cuts a torn half of our own lines off the history. Internal where our record stands there whole (the append worked and
/// only its sync failed): then nothing may be undone, and the journal sees to the rest.
Result<void> takeBackRecord(MutationContext &context, const MutationTarget &target, const MutationIntent &intent);

/// The failure that stopped a mutation, with the word about what became of what was begun: `back` is how the undoing went.
Error undoneError(Error error, const Result<void> &back);

/// Appends the record of what a script had put in the place, where the intent has one, and notes in the intent that it is there.
Result<void> appendDisplacedRecord(MutationContext &context, const MutationTarget &target, MutationIntent &intent);

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
