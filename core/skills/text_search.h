// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"
#include "skills/catalog.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

namespace verderer {

struct TextQuery {
    QString text;            ///< literal; newlines of any kind are the same
    bool ignoreCase = false; ///< by Unicode's simple rules
    QStringList directories; ///< only these skills; empty: all
};

/// When a text came or went.
struct TextMoment {
    bool appeared = false; ///< else it went
    bool outside = false;  ///< no record did it: it happened between the record before and this one, or, without an id, since the last record
    QString id;            ///< of the record; empty: see above
    QString ts;            ///< as written
    QString action;
    QString author;
};

/// What became of the text in one file of a skill.
struct TextTrace {
    QString filePath;
    bool present = false;                ///< the file holds it now
    std::optional<TextMoment> firstSeen; ///< the first and the last record that tell of a text with it, before or after the change
    std::optional<TextMoment> lastSeen;
    QList<TextMoment> moments; ///< oldest first, at most maxTextMoments
    qint64 leftOut = 0;        ///< moments beyond those
};
constexpr qsizetype maxTextMoments = 1000;

struct SearchedSkill {
    QString directory; ///< empty: of what does not tell whose it is
    QList<TextTrace> traces;
    QStringList elsewhere;     ///< other files that hold it, relative to the custom root: the trash, what programs left behind
    qint64 mentions = 0;       ///< records that hold it in another member alone: a reason, a note, a finding
    qint64 damagedMatches = 0; ///< unreadable lines of the history that hold it
    qint64 damaged = 0;        ///< unreadable lines; searched as bytes

    [[nodiscard]] bool isFound() const { return !traces.isEmpty() || !elsewhere.isEmpty() || mentions > 0 || damagedMatches > 0; }
};

struct TextSearchReport {
    QList<SearchedSkill> skills; ///< that hold or held it, or whose history has unreadable lines
    qint64 files = 0;
    qint64 records = 0;
    qint64 bytes = 0;
    QStringList problems; ///< sentences: what could not be read

    [[nodiscard]] bool isFound() const;
};

/// How far a search, or a redaction, is.
struct TextProgress {
    QString path; ///< relative to the custom root
    qint64 done = 0;
    qint64 total = 0; ///< bytes
};
using TextProgressHandler = std::function<void(const TextProgress &)>;

/// "When did this sentence go?": looks through the SKILL.md, the support files, the histories and the trash of one user's custom skills. Histories
/// are read line by line from the front, in the order of their lines: memory is bounded by the longest line, and lines too long to be shown are told
/// as unreadable. Blocks, any thread, no lock, writes nothing. `progress` is called on this thread, for each file and each megabyte or so. Errors:
/// Invalid (kind "empty-text"), NotFound (the user), Cancelled.
Result<TextSearchReport> searchTexts(const SkillRoots &roots, const TextQuery &query, const TextProgressHandler &progress = {},
                                     const CancelToken &cancel = {});

} // namespace verderer
