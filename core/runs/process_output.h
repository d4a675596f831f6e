// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>

namespace verderer {

/// Cuts the output of a command into lines, however it comes in pieces. Holds no more than one line's limit, also where a line never ends.
class OutputLines {
public:
    struct Line {
        QByteArray text;       ///< valid UTF-8 without NUL and line end
        bool replaced = false; ///< some bytes were not UTF-8, or NUL
        bool cut = false;
        qint64 length = 0; ///< in bytes, before cutting, without the line end
    };

    OutputLines(int longest, std::function<void(const Line &)> each);
    void add(const QByteArray &bytes);
    /// The output has ended; a last line without a line end is given out too.
    void end();

private:
    void give();

    int m_longest;
    std::function<void(const Line &)> m_each;
    QByteArray m_kept;
    qint64 m_length = 0;
};

} // namespace verderer
