// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/storage.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace verderer {

/// What putting a file in place found there.
struct Placement {
    /// What was there, where it is not the predecessor that was read: a program wrote outside the order. Unset inside where nothing was there.
    std::optional<std::optional<QByteArray>> surprise;
    /// Nothing was put in place: the file system cannot exchange, so the surprise must be recorded before it is overwritten. Then rebase() and put()
    /// again.
    bool recordFirst = false;
};

/// Puts one text in the place of one file and can take it back (design 3, "Putting in place"). Holds names only; an object that is thrown away leaves
/// the disk as it is, so that a recovery finds what the intent says. Use put() and takeBack() under the projection lock.
class FileReplacement {
public:
    FileReplacement(Storage &storage, QString path, std::optional<QByteArray> predecessor, QByteArray text);

    /// Writes the new text beside the file. Storage::sync() of stagedPath() must succeed before put().
    Result<void> stage(const FileAttributes &attributes);
    [[nodiscard]] QString stagedPath() const { return m_staged; }
    /// Name of the temporary file, for the intent.
    [[nodiscard]] QString stagedName() const;

    Result<Placement> put();
    /// Goes on from what was found instead of the predecessor.
    void rebase(std::optional<QByteArray> predecessor) { m_predecessor = std::move(predecessor); }
    [[nodiscard]] bool isPlaced() const { return m_state != State::Empty && m_state != State::Staged; }

    /// Puts back what was there before put(). Conflict where somebody wrote over the new text meanwhile; nothing is changed then.
    Result<void> takeBack();
    /// Removes the temporary file: the new text where it was not placed, else what came out of the place.
    Result<void> discard();

private:
    enum class State { Empty, Staged, Exchanged, Created, Replaced };

    Result<Placement> putWithoutExchange();
    Result<void> takeBackReplaced();

    Storage &m_storage;
    QString m_path;
    std::optional<QByteArray> m_predecessor;
    QByteArray m_text;
    QString m_staged;
    FileAttributes m_attributes;
    State m_state = State::Empty;
};

/// The file's bytes, nothing where it is missing. `limit` as Storage::read.
Result<std::optional<QByteArray>> readIfThere(Storage &storage, const QString &path, std::int64_t limit = -1);

} // namespace verderer
