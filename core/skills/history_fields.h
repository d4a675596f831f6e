// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

#include <optional>
#include <string>

namespace verderer {

/// The members of a record that mean something here, as they stand in its JSON; unset where missing, null or of another type. All are valid UTF-8.
struct HistoryFields {
    std::optional<std::string> ts;
    std::optional<std::string> action;
    std::optional<std::string> author;
    std::optional<std::string> threadId;
    std::optional<std::string> filePath;
    std::optional<std::string> prev;
    std::optional<std::string> next;
    std::optional<std::string> rollbackFromTs;
    std::optional<std::string> decision;
    std::optional<std::string> reason;
    std::optional<std::string> note;
    std::optional<std::string> hostUser;
    std::optional<std::string> lateForHash;
    std::optional<std::string> trashed;
    int findings = 0;
    bool looksLikeRecord = false; ///< has one of the keys that only a record has: action, prev_content, new_content
};

/// Reads the members without building the document. Nothing where `object` is not exactly one valid JSON object in UTF-8 (half a surrogate pair in an
/// escape is not valid). Duplicate keys: the last one counts, as for Python. Never throws; nesting costs no stack.
std::optional<HistoryFields> parseHistoryFields(QByteArrayView object);

} // namespace verderer
