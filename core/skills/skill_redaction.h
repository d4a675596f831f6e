// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/skill_editor.h"
#include "skills/text_search.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace verderer {

struct RedactionRequest {
    QString text;            ///< literal; newlines of any kind are the same. Never in a record, an error or a log
    QStringList directories; ///< only these skills, and what does not tell whose it is; empty: all of the user
    std::optional<QString> note;
};

/// One file from which the text was taken.
struct RedactedPlace {
    QString directory; ///< the skill; empty where the place does not tell
    QString path;      ///< relative to the custom root
    qint64 count = 0;  ///< how often
};

struct RedactionOutcome {
    QList<RedactedPlace> places; ///< sorted by skill, then by path
    int drafts = 0;              ///< drafts of this computer from which it was taken
    QStringList recordIds;       ///< of the records that say so, one for each skill that was changed
    QStringList warnings;        ///< sentences: what could not be changed, a SKILL.md that DeerFlow no longer accepts, …
    TextSearchReport remains;    ///< a search for the text when all was done

    [[nodiscard]] qint64 count() const;
    /// Nothing was left, and nothing could not be looked at.
    [[nodiscard]] bool isComplete() const;
};

/// The least a text must have, so that no skill loses every "a".
constexpr qsizetype shortestRedactedText = 4;

/// The explicit act against a leaked secret (design 3, "Redaction"), the only one that rewrites history: under the mutation lock a marker takes the
/// text's place in every SKILL.md, support file, history record and trashed file of the user, in what programs left behind and in the drafts. Count,
/// order and keys of the records stay, and a record `human_edit` of each changed skill, whose two texts are what is there, says so. Each file is
/// replaced in one step, a skill's history last and together with its new record: cut off at any point, doing it again finishes. What was copied out
/// of the installation (backups, snapshots, other users) is not reached.
class SkillRedaction {
public:
    SkillRedaction(SkillRoots roots, SkillEditor::Dependencies dependencies);

    /// Where the text is now; no lock, nothing is changed. Errors as searchTexts(), and Invalid (kind "short-text").
    [[nodiscard]] Result<TextSearchReport> find(const RedactionRequest &request, const TextProgressHandler &progress = {},
                                                const CancelToken &cancel = {}) const;

    /// Blocks; any thread. What cannot be read or replaced is told in the outcome and the rest is done. Errors: Invalid (kinds "empty-text",
    /// "short-text"), NotFound, those of the lock, Cancelled (what was replaced so far stays so).
    Result<RedactionOutcome> redact(const RedactionRequest &request, const MutationOptions &options, const TextProgressHandler &progress = {});

private:
    SkillRoots m_roots;
    SkillEditor::Dependencies m_dependencies;
};

} // namespace verderer
