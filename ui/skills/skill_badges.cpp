// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/skill_badges.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

const char *wordOf(ProblemKind kind)
{
    switch (kind) {
    case ProblemKind::Ok:
        break;
    case ProblemKind::NotUtf8:
        return QT_TRANSLATE_NOOP("SkillBadges", "not UTF-8");
    case ProblemKind::NoFrontmatter:
        return QT_TRANSLATE_NOOP("SkillBadges", "no front matter");
    case ProblemKind::YamlError:
        return QT_TRANSLATE_NOOP("SkillBadges", "YAML");
    case ProblemKind::NotAMapping:
        return QT_TRANSLATE_NOOP("SkillBadges", "no mapping");
    case ProblemKind::UnexpectedKey:
        return QT_TRANSLATE_NOOP("SkillBadges", "unknown key");
    case ProblemKind::MissingName:
    case ProblemKind::NameNotString:
    case ProblemKind::NamePattern:
    case ProblemKind::NameHyphens:
    case ProblemKind::NameTooLong:
    case ProblemKind::SkillNamePattern:
        return QT_TRANSLATE_NOOP("SkillBadges", "name");
    case ProblemKind::NameMismatch:
    case ProblemKind::FolderMismatch:
        return QT_TRANSLATE_NOOP("SkillBadges", "folder differs");
    case ProblemKind::MissingDescription:
    case ProblemKind::DescriptionNotString:
    case ProblemKind::DescriptionAngleBrackets:
    case ProblemKind::DescriptionTooLong:
    case ProblemKind::DescriptionBlank:
        return QT_TRANSLATE_NOOP("SkillBadges", "description");
    case ProblemKind::AllowedTools:
        return QT_TRANSLATE_NOOP("SkillBadges", "allowed tools");
    case ProblemKind::RequiredSecrets:
    case ProblemKind::SecretsAutonomous:
        return QT_TRANSLATE_NOOP("SkillBadges", "secrets");
    case ProblemKind::Unreadable:
        return QT_TRANSLATE_NOOP("SkillBadges", "unreadable");
    case ProblemKind::TooLarge:
        return QT_TRANSLATE_NOOP("SkillBadges", "too large");
    case ProblemKind::ByteOrderMark:
        return QT_TRANSLATE_NOOP("SkillBadges", "byte order mark");
    case ProblemKind::Utf16:
        return "UTF-16";
    case ProblemKind::Duplicate:
        return QT_TRANSLATE_NOOP("SkillBadges", "duplicate");
    case ProblemKind::ShadowedBy:
        return QT_TRANSLATE_NOOP("SkillBadges", "shadowed");
    case ProblemKind::Hidden:
        return QT_TRANSLATE_NOOP("SkillBadges", "hidden");
    case ProblemKind::LinkLoop:
        return QT_TRANSLATE_NOOP("SkillBadges", "link loop");
    case ProblemKind::ReservedName:
        return QT_TRANSLATE_NOOP("SkillBadges", "reserved name");
    case ProblemKind::Deleted:
        return QT_TRANSLATE_NOOP("SkillBadges", "deleted");
    case ProblemKind::TornHistory:
        return QT_TRANSLATE_NOOP("SkillBadges", "torn line");
    case ProblemKind::ChangedOutside:
        return QT_TRANSLATE_NOOP("SkillBadges", "changed outside");
    }
    return "";
}

} // namespace

QString problemWord(const Problem &problem)
{
    QString word = QCoreApplication::translate("SkillBadges", wordOf(problem.kind));
    if (problem.kind == ProblemKind::YamlError && problem.line > 0)
        return QCoreApplication::translate("SkillBadges", "%1, line %2").arg(word).arg(problem.line);
    return word;
}

QString problemSentence(const Problem &problem)
{
    static const QRegularExpression place(u"^[Ll]ine \\d+(, column \\d+)?: "_s);
    QString sentence = problem.message;
    sentence.remove(place);
    if (!sentence.isEmpty())
        sentence[0] = sentence.at(0).toUpper();
    return sentence;
}

Tone severityTone(Severity severity)
{
    switch (severity) {
    case Severity::Error:
        return Tone::Error;
    case Severity::Warning:
        return Tone::Warning;
    case Severity::Note:
        break;
    }
    return Tone::Neutral;
}

QList<SkillBadge> skillBadges(const SkillEntry &entry)
{
    QList<Problem> problems = entry.problems;
    std::stable_sort(problems.begin(), problems.end(), [](const Problem &a, const Problem &b) { return a.severity > b.severity; });
    QList<SkillBadge> badges;
    for (const Problem &problem : std::as_const(problems)) {
        const QString word = problemWord(problem);
        const bool known = std::any_of(badges.cbegin(), badges.cend(), [&](const SkillBadge &badge) { return badge.text == word; });
        if (!word.isEmpty() && !known)
            badges.append({word, problem.kind == ProblemKind::Deleted ? Tone::Neutral : severityTone(problem.severity), problem.message});
    }
    if (!entry.enabled && !entry.deleted)
        badges.append({QCoreApplication::translate("SkillBadges", "off"), Tone::Neutral, entry.enabledReason});
    return badges;
}

QString skillReasons(const SkillEntry &entry)
{
    QStringList lines;
    for (const Problem &problem : entry.problems) {
        QString line = problemSentence(problem);
        if (problem.line > 0)
            line += u" "_s + QCoreApplication::translate("SkillBadges", "(line %1, column %2)").arg(problem.line).arg(problem.column);
        lines << line;
    }
    if (!entry.enabled)
        lines << entry.enabledReason;
    if (!entry.editable && !entry.notEditableReason.isEmpty())
        lines << entry.notEditableReason;
    return lines.join(u'\n');
}

QString categoryWord(SkillCategory category)
{
    switch (category) {
    case SkillCategory::Custom:
        return QCoreApplication::translate("SkillBadges", "custom");
    case SkillCategory::Public:
        return QCoreApplication::translate("SkillBadges", "public");
    case SkillCategory::Integrations:
        return QCoreApplication::translate("SkillBadges", "integration");
    case SkillCategory::Legacy:
        break;
    }
    return QCoreApplication::translate("SkillBadges", "legacy");
}

bool willNotLoad(const SkillEntry &entry)
{
    return !entry.deleted &&
           std::any_of(entry.problems.cbegin(), entry.problems.cend(), [](const Problem &problem) { return problem.severity == Severity::Error; });
}

bool hasProblem(const SkillEntry &entry)
{
    return std::any_of(entry.problems.cbegin(), entry.problems.cend(),
                       [](const Problem &problem) { return problem.severity != Severity::Note && problem.kind != ProblemKind::Deleted; });
}

} // namespace verderer
