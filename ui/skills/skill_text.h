// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/storage.h"
#include "skills/catalog.h"
#include "skills/document.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace verderer {

/// A SKILL.md as it was read, and in which form it can be shown.
struct SkillText {
    enum class Form {
        Editable, ///< the editor takes it
        Pieces,   ///< too large, or lines too long: read-only
        Bytes,    ///< no text: UTF-16 or another encoding that an editor would only mangle
    };
    QByteArray bytes; ///< the whole file; of one above editableSizeLimit only its beginning
    QString hash;     ///< SHA-256 of the whole file; empty where only its beginning was read
    qint64 size = 0;  ///< of the file
    Form form = Form::Editable;
    FileStamp stamp;
};

/// Reads it. NotFound where it is gone. Blocks; any thread.
Result<SkillText> loadSkillText(Storage &storage, const QString &path);

/// What is told about a text while it is edited.
struct TextJudgement {
    QList<Problem> problems; ///< worst first: why it would not be accepted, then notes
    QStringList fixLabels;   ///< one for each problem; empty where there is no quick fix
    bool valid = true;
    QString body;  ///< what follows the front matter, for the preview
    QString facts; ///< "UTF-8 · LF · 1.2 kB"
};

/// Judges a text for a skill. Any thread.
TextJudgement judgeText(const QByteArray &bytes, const SkillEntry &entry);

/// "UTF-8 · LF · 1.2 kB"
QString textFacts(const QByteArray &bytes, qint64 size);

/// The name a SKILL.md must declare; empty where nothing is asked of it.
QString requiredName(const SkillEntry &entry);

} // namespace verderer
