// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QByteArray>
#include <QList>

namespace verderer {

/// One member of an object in a JSON text, by byte offsets; ends are exclusive.
struct JsonMember {
    qsizetype keyBegin = 0; ///< of the opening quote
    qsizetype keyEnd = 0;
    qsizetype valueBegin = 0;
    qsizetype valueEnd = 0;
};

/// A JSON text that is known to be whole, looked at by places instead of by values: for edits that change one of them and no other byte. It takes and
/// refuses what parseJson() does. Its time grows with the size of the text alone, also where an object has very many keys. A value; holds a shared
/// copy of the bytes.
class JsonText {
public:
    /// Checks the whole text. Damaged (kind "json-error" or "json-depth") with line and column, in code points, of the first byte that is wrong; the
    /// message completes "… is not valid JSON: ".
    static Result<JsonText> scan(const QByteArray &bytes);

    [[nodiscard]] const QByteArray &bytes() const { return m_bytes; }
    /// Where the one value of the text begins.
    [[nodiscard]] qsizetype root() const { return m_root; }
    [[nodiscard]] bool isObject(qsizetype valueBegin) const { return m_bytes[valueBegin] == '{'; }
    /// Of the object that begins there, in the order of the text; duplicates are all there, and the last of them is the one that counts.
    [[nodiscard]] QList<JsonMember> members(qsizetype objectBegin) const;
    /// The last member of that key, escapes in the text resolved; null where there is none. Points into `members`.
    [[nodiscard]] const JsonMember *find(const QList<JsonMember> &members, const QByteArray &key) const;
    /// Exclusive end of the value that begins there.
    [[nodiscard]] qsizetype endOf(qsizetype valueBegin) const;
    [[nodiscard]] QByteArrayView part(qsizetype begin, qsizetype end) const { return QByteArrayView(m_bytes).sliced(begin, end - begin); }

    struct Place {
        int line = 1;   ///< 1-based
        int column = 1; ///< 1-based, in code points
    };
    [[nodiscard]] Place placeOf(qsizetype offset) const;

private:
    explicit JsonText(QByteArray bytes) : m_bytes(std::move(bytes)) {}

    QByteArray m_bytes;
    qsizetype m_root = 0;
};

} // namespace verderer
