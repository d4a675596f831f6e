// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "base/error.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>

namespace verderer {

/// One row of threads_meta. Texts are as stored; what cannot be read is told in `damage` and the row is still shown.
struct ThreadRecord {
    QString threadId;
    std::optional<QString> assistantId;
    std::optional<QString> owner; ///< user_id; none: nobody's
    std::optional<QString> displayName;
    QString status;
    QByteArray metadataJson;        ///< exactly as stored
    QString createdRaw, updatedRaw; ///< exactly as stored
    std::optional<Microseconds> createdAt, updatedAt;
    bool pinned = false;                ///< metadata.deerflow_pinned is JSON true
    QStringList damage;                 ///< "metadata is not JSON", "updated_at is not in DeerFlow's form", …
    std::optional<QString> incarnation; ///< where this schema has one
    std::optional<bool> archived;
    std::optional<QString> projectId;
};

/// What a caller wishes of a new thread.
struct CreateThread {
    std::optional<QString> id = {}; ///< none: a new UUID4
    std::optional<QString> owner = {};
    std::optional<QString> assistantId = {};
    std::optional<QString> title = {};
    QByteArray metadataJson = "{}"; ///< an object
    bool claimUnowned = false;      ///< an existing row without owner is given to `owner`
    bool adopting = false;          ///< made for runs that carry the id already: neither they nor the title taken from them are worth a warning
};

/// A wish that was not followed because the row was already there, or because DeerFlow reserves the key.
struct IgnoredWish {
    QString field;     ///< "title", "assistant_id", "metadata.ticket", "metadata.owner_id"
    QByteArray wished; ///< JSON
    QByteArray stored; ///< JSON; empty: nothing stored
    QString reason;    ///< "exists", "reserved"
};

struct CreateThreadAnswer {
    ThreadRecord record;
    bool created = false;
    bool claimed = false;
    QList<IgnoredWish> ignored;
    QStringList warnings; ///< "has no owner", "still has 3 runs and 41 events of an earlier thread", "a title set by hand may be overwritten after
                          ///< the next run" …
};

/// The warning in the answer for a thread that was there and belongs to nobody, where an owner was wished for. How to claim it is for each surface to
/// add.
QString nobodysThreadWarning();

/// `[A-Za-z0-9_-]{1,64}` (deerflow-format 6.2). Invalid with a sentence otherwise.
Result<QString> checkThreadId(const QString &id);

/// Parses, strips the reserved keys (owner_id, user_id), and writes metadata as DeerFlow's JSON text (deerflow-format 7.2). Told in `ignored`.
Result<QByteArray> normalizeThreadMetadata(const QByteArray &json, QList<IgnoredWish> *ignored);

/// Lengths that PostgreSQL enforces and SQLite does not: assistant 128, title 256, owner 64.
Result<void> checkThreadLengths(const CreateThread &wish);

} // namespace verderer
