// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <functional>

namespace verderer {

/// One plain file below the folder of custom skills, and whose it is.
struct SkillPlace {
    enum class Kind {
        SkillFile, ///< a file of a skill that is there
        History,   ///< `.history/<name>.jsonl`
        Trash,     ///< below `.trash`: deleted folders, removed files, bytes that no record holds, journals that were put aside
        Other,     ///< what programs left behind: stages, temporary files, copies of histories
    };
    Kind kind = Kind::SkillFile;
    QString directory; ///< the skill; empty where the place does not tell
    QString filePath;  ///< of SkillFile: below the skill; else relative to the custom root
    QString path;      ///< absolute
    qint64 size = 0;
};

/// Everything that may hold a text of a skill, sorted by skill, then by path; what cannot be looked into is told in `problems`. Links are never
/// followed. `directories`: only these skills, and what does not tell whose it is; empty: all. Blocks, any thread, no lock: what it lists may be gone
/// by the time it is read. Cancelled on request.
Result<QList<SkillPlace>> listSkillPlaces(const QString &customRoot, const QStringList &directories, QStringList &problems,
                                          const CancelToken &cancel = {});

/// Gives the places of one skill after the other, as listSkillPlaces() sorted them, until `work` fails.
Result<void> forEachSkill(const QList<SkillPlace> &places, const std::function<Result<void>(const QList<SkillPlace> &ofSkill)> &work);

} // namespace verderer
