// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/diff/diff_rows.h"

#include <QHash>

#include <optional>

namespace verderer {

/// Computes the changed words of rows when they come into sight, and keeps them. A hunk of ordinary size is done as a whole; of a large one each pair
/// of lines is done for itself, so that no single step is long. Holds references to content and rows, which must outlive it. Window thread only.
class WordMarks {
public:
    WordMarks(const DiffContent &content, const DiffRows &rows);

    /// The words of one row's side, as byte ranges of the text; computes them unless they are kept. Empty for rows without.
    [[nodiscard]] QList<Range> words(qsizetype row, DiffRows::Side side);
    /// Whether words() would answer this row without computing.
    [[nodiscard]] bool isKnown(qsizetype row) const;
    /// Why some words were not marked, as far as rows were asked for; empty where all were.
    [[nodiscard]] QString note() const { return m_note; }

private:
    struct Key {
        int hunk = -1;
        int pair = -1; ///< index of the pair within the hunk, -1 for the whole hunk
        friend bool operator==(const Key &, const Key &) = default;
        friend size_t qHash(const Key &key, size_t seed) { return qHashMulti(seed, key.hunk, key.pair); }
    };

    [[nodiscard]] std::optional<Key> keyOf(qsizetype row) const;

    const DiffContent &m_content;
    const DiffRows &m_rows;
    QHash<Key, WordDiff> m_known;
    QString m_note;
};

} // namespace verderer
