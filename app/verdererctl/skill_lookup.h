// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/catalog.h"
#include "skills/history.h"
#include "verdererctl/context.h"

#include <QString>

namespace verderer::ctl {

/// Texts above this are not read whole: no skill comes near it, and each record of a history would hold it twice.
constexpr qint64 largestText = 64LL * 1024 * 1024;

/// The skill in the folder `directory` of a category. NotFound says where a skill of that name is, if it is anywhere.
Result<SkillEntry> findSkill(const SkillRoots &roots, const QString &directory, SkillCategory category, const CancelToken &cancel);

/// The category of `--category`; Invalid (kind "usage") lists the names. An empty text is `standard`.
Result<SkillCategory> categoryOption(const QString &text, SkillCategory standard);

/// A problem's sentence without the place some of them begin with ("Line 3, column 22: …"), for where the place is said already.
QString withoutPlace(const QString &message);

/// A SHA-256 as `--base` takes it: 64 hex digits, lower-cased. Invalid (kind "usage") otherwise.
Result<QString> hashOption(const QString &text);

/// Whether `text` has the form of an index or of (the beginning of) an id, as HistoryReader::find takes it. Invalid (kind "usage") otherwise, with
/// `where` ("--to") naming what was wrong.
Result<void> recordForm(const QString &where, const QString &text);

/// Opens the history of a custom skill. NotFound where the folder is no skill and never was one, or has no history yet (kind "no-history").
Result<HistoryReader> openHistory(const Installation &installation, const QString &directory, const CancelToken &cancel);

/// One side of a comparison.
struct Version {
    QString label;
    QString filePath = QStringLiteral("SKILL.md");
    QByteArray text; ///< empty where there was no file
    bool exists = true;
};

/// Reads `present`, a record's index or identity (the text that the record left), or either with `^` behind (the text before it).
/// `filePath` is whose present is meant.
Result<Version> readVersion(const Context &context, const Installation &installation, const QString &directory, const QString &spec,
                            const QString &filePath);

/// The newest record of SKILL.md that changed it.
Result<HistoryEntry> newestRecord(HistoryReader &reader, const CancelToken &cancel);

} // namespace verderer::ctl
