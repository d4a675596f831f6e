// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "skills/document.h"
#include "skills/skill_file.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <functional>

namespace verderer {

/// A folder that DeerFlow takes for a skill, or that looks like one to people.
struct FoundSkill {
    QByteArray directory;    ///< relative to the root, in the bytes of the file system; "." for the root itself
    SkillFile file;          ///< its SKILL.md; of state Folder where that is no file (then DeerFlow sees no skill here)
    bool passedOver = false; ///< DeerFlow does not get here, because a folder above it is a skill itself
};

/// How one root is walked (deerflow-format 1.1).
struct SkillWalkOptions {
    bool belowSkills = false;             ///< integrations: a skill may hold further ones
    qint64 readLimit = 8LL * 1024 * 1024; ///< bytes read of each file
    CancelToken cancel;
};

/// Walks `root` in DeerFlow's order: folders sorted by code points, parents before children, names that begin with a dot skipped, links followed.
/// `found` is called for each skill; it takes the file over. A loop of links ends where it comes back to a folder above. Gives what went wrong on the
/// way: folders that cannot be read, loops, links that lead nowhere. A missing root is no problem. Ends early, without a word, when cancelled.
QList<Problem> walkSkills(const QString &root, const SkillWalkOptions &options, const std::function<void(FoundSkill &&)> &found);

} // namespace verderer
