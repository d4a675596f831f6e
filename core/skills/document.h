// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace verderer {

/// What can be wrong with, or worth knowing about, a skill. problemKindName() gives the words used in JSON.
enum class ProblemKind {
    Ok,
    // the strict validator's verdicts (deerflow-format 1.3)
    NotUtf8,                  ///< "not-utf8"
    NoFrontmatter,            ///< "no-frontmatter"
    YamlError,                ///< "yaml-error"
    NotAMapping,              ///< "not-a-mapping"
    UnexpectedKey,            ///< "unexpected-key"
    MissingName,              ///< "missing-name"
    NameNotString,            ///< "name-not-string"
    NamePattern,              ///< "name-pattern"
    NameHyphens,              ///< "name-hyphens"
    NameTooLong,              ///< "name-too-long"
    NameMismatch,             ///< "name-mismatch": the declared name is not the requested one
    SkillNamePattern,         ///< "skill-name-pattern": the requested name can be no skill folder of DeerFlow
    MissingDescription,       ///< "missing-description"
    DescriptionNotString,     ///< "description-not-string"
    DescriptionAngleBrackets, ///< "description-angle-brackets"
    DescriptionTooLong,       ///< "description-too-long"
    DescriptionBlank,         ///< "description-blank": ours; DeerFlow accepts it and then drops the skill
    AllowedTools,             ///< "allowed-tools"
    RequiredSecrets,          ///< "required-secrets"
    SecretsAutonomous,        ///< "secrets-autonomous"
    // what only a catalog can tell
    Unreadable,     ///< "unreadable": permissions, a folder or a device in the place of the file, a link that leads nowhere
    TooLarge,       ///< "too-large": above the size that is read whole
    ByteOrderMark,  ///< "byte-order-mark": with it DeerFlow finds no front matter; offer to strip it
    Utf16,          ///< "utf-16": looks like UTF-16; offer to convert it
    FolderMismatch, ///< "folder-mismatch": declared name and folder differ, so DeerFlow lists one and addresses the other
    Duplicate,      ///< "duplicate": another folder of this category declares the same name and wins
    ShadowedBy,     ///< "shadowed-by": another category's skill of the same name wins
    Hidden,         ///< "hidden": legacy skills vanish as soon as the user has one custom skill
    LinkLoop,       ///< "link-loop": a folder link leads back into itself; not followed further
    ReservedName,   ///< "reserved-name": cannot be activated with a slash
    Deleted,        ///< "deleted": only its history is left
    TornHistory,    ///< "torn-history": its history ends in half a line, or has damaged or glued lines
    ChangedOutside, ///< "changed-outside": the file differs from what its history says
};

QString problemKindName(ProblemKind kind);

enum class Severity { Note, Warning, Error }; ///< Error: DeerFlow will not load or not accept it

/// One problem, with the place in the file where it can be mended (0: the file as a whole).
struct Problem {
    ProblemKind kind = ProblemKind::Ok;
    Severity severity = Severity::Error;
    QString message; ///< one sentence: what is wrong, and what to do
    int line = 0;    ///< 1-based, counted as an editor counts (LF, CRLF, CR)
    int column = 0;  ///< 1-based, in code points
};

/// What DeerFlow thinks of one SKILL.md.
struct SkillVerdict {
    bool valid = false;  ///< the strict validator accepts it for that name
    Problem problem;     ///< why not; kind Ok where valid
    bool listed = false; ///< the lenient loader lists it (deerflow-format 1.2)
    QString name;        ///< as the loader takes it (trimmed); empty where it does not get that far
    QString description; ///< likewise
    std::optional<QString> license;
    QList<Problem> notes; ///< further things worth saying: byte order mark, UTF-16, reserved name, …
};

/// Judges the bytes of a SKILL.md for the skill `name` (the folder's name; an empty one asks for the declared name itself).
/// Gives DeerFlow's verdict, with one difference that is wanted: a blank description is refused. Never fails, never throws; any thread.
SkillVerdict judgeSkill(const QByteArray &bytes, const QString &name);

/// What people are to be told of a verdict, worst first: why the text is refused, then the notes. A note that names the encoding (byte order mark,
/// UTF-16) is the same fault in closer words and stands in its place, so that one fault is told once.
QList<Problem> problemsToTell(const SkillVerdict &verdict);

/// Whether DeerFlow can store a custom skill under this name: `^[a-z0-9]+(?:-[a-z0-9]+)*$`, at most 64 characters.
bool isSkillName(QStringView name);

/// Names DeerFlow keeps for its chat commands ("help", "memory", …): valid, but never activated by a slash.
bool isReservedSkillName(QStringView name);

/// `text` as a YAML scalar that PyYAML reads back unchanged; quoted only where it must be. For forms and for "quote the value".
QString quotedYamlScalar(const QString &text);

/// The edit that mends a problem where there is an obvious one (quote the value, strip the byte order mark): the whole new text. Nothing where there
/// is none.
std::optional<QByteArray> suggestedRepair(const QByteArray &bytes, const Problem &problem);

/// Where the front matter ends: the offset of the first byte of the body (0 where there is no front matter).
qsizetype bodyOffset(const QByteArray &bytes);

} // namespace verderer
