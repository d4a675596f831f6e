// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diff/diff.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace verderer {

/// The text of a merge in progress: where each conflict stands in it while people edit. Open conflicts are found by their markers, which carry the
/// conflict's number and occur nowhere else in the texts; resolved ones by following where their text moved. Pure; one thread at a time.
class MergeDocument {
public:
    MergeDocument(const MergeResult &merge, const QString &mineLabel, const QString &theirsLabel);

    /// What the editor starts with: merged stretches, and conflicts between markers.
    [[nodiscard]] const QByteArray &initialText() const { return m_initialText; }
    [[nodiscard]] int conflictCount() const { return static_cast<int>(m_conflicts.size()); }
    [[nodiscard]] const MergeRegion &conflict(int index) const { return m_conflicts[index].region; }

    /// Tells of an edit, so that resolved conflicts are followed.
    void inserted(qsizetype position, qsizetype length);
    void removed(qsizetype position, qsizetype length);

    /// Whether any marker line of the conflict is left in `text`.
    [[nodiscard]] bool isOpen(int index, const QByteArray &text) const;
    /// Where the conflict stands in `text`, markers included: what a choice replaces. Nothing where markers are torn, or a resolved conflict was
    /// edited.
    [[nodiscard]] std::optional<Range> place(int index, const QByteArray &text) const;
    /// The lines of the markers that are left, as byte ranges.
    [[nodiscard]] QList<Range> markers(int index, const QByteArray &text) const;

    enum class Part { Mine, Theirs, Both, Base };
    /// The bytes that a choice puts in the place of the conflict. Both adds a line ending between the two where mine has none at its end.
    [[nodiscard]] QByteArray choice(int index, Part part) const;
    /// Tells that `bytes` were put at `position` as the resolution.
    void setResolved(int index, qsizetype position, const QByteArray &bytes);

private:
    struct Conflict {
        MergeRegion region;
        QByteArray opening; ///< marker lines without ending
        QByteArray middle;
        QByteArray closing;
        Range resolved; ///< where its resolution stands
        QByteArray resolution;
        bool followed = false;
    };

    QList<Conflict> m_conflicts;
    QByteArray m_initialText;
    QByteArray m_lineEnding;
};

} // namespace verderer
