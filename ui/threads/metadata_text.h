// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QByteArray>
#include <QHash>
#include <QStringList>

namespace verderer {

/// Keys that DeerFlow itself sets and reads (deerflow-format 6.2): they are shown with a label and not edited. Empty for any other key.
QString internalKeyLabel(const QString &key);
/// The internal keys that this document holds, with their labels.
QHash<QString, QString> internalKeysOf(const QByteArray &json);

/// Metadata indented for people; text that is no JSON comes back as it is.
QByteArray metadataForReading(const QByteArray &json);
/// The part that people may edit: all but the internal keys, indented. Nothing where it is no object.
std::optional<QByteArray> editableMetadata(const QByteArray &json);

/// What turns one editable part into another: keys to set, as a JSON object, and keys that are gone.
struct MetadataChange {
    QByteArray set = "{}";
    QStringList changedKeys;
    QStringList removedKeys;
    [[nodiscard]] bool isEmpty() const { return changedKeys.isEmpty() && removedKeys.isEmpty(); }
};
/// Invalid with line and column where `edited` is no JSON object, or names a key that is internal.
Result<MetadataChange> metadataChange(const QByteArray &base, const QByteArray &edited);

/// A sentence about what is wrong with a metadata text while it is typed; empty where it is a JSON object (or blank, which means none).
QString metadataProblem(const QByteArray &text);

/// Of `keys`, those whose values differ between two documents.
QStringList keysThatDiffer(const QByteArray &a, const QByteArray &b, const QStringList &keys);

} // namespace verderer
