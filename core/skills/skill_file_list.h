// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"

#include <QList>
#include <QString>

namespace verderer {

/// One thing in a skill's folder, as it lies there.
struct SkillFileEntry {
    enum class Kind { Text, Binary, Folder, Link, Special, Unreadable };
    /// Where a link leads; it is never followed. DeerFlow and the archives leave links out or refuse them.
    enum class LinkState { None, Inside, Outside, Dangling, Loop };

    QString path; ///< relative to the skill's folder, with '/'
    Kind kind = Kind::Text;
    qint64 size = 0; ///< in bytes, of a file
    bool executable = false;
    bool hidden = false;   ///< it, or a folder above it, has a name that begins with a dot: not edited as a part of the skill
    bool leftover = false; ///< the temporary file of a program that died (deerflow-format 1.4); never content
    LinkState link = LinkState::None;
    QString linkTarget; ///< as it is stored
    QString problem;    ///< a sentence where kind is Unreadable
};
QString skillFileKindName(SkillFileEntry::Kind kind);       ///< "text", "binary", "folder", "link", "special", "unreadable"
QString skillLinkStateName(SkillFileEntry::LinkState link); ///< "none", "inside", "outside", "dangling", "loop"

struct SkillFileList {
    QList<SkillFileEntry> entries; ///< SKILL.md first, then by path, a folder before what it holds
    bool cut = false;              ///< there are more than DeerFlow accepts in a package; the rest is left out
};

/// The tree of a skill's folder, of any category. Whether a file is text is told by its first 64 KiB. Blocks, any thread, no lock. NotFound where
/// there is no such folder; Cancelled.
Result<SkillFileList> listSkillFiles(const QString &folder, const CancelToken &cancel = {});

} // namespace verderer
