// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/document.h"

#include "base/hash.h"
#include "base/utf8.h"
#include "base/yaml.h"
#include "skills/front_matter.h"
#include "skills/frontmatter_rules.h"
#include "skills/judgement.h"
#include "skills/text_encoding.h"

#include <algorithm>
#include <array>

namespace verderer {

namespace {

/// Where the bytes stop being UTF-8, -1 where they do not.
qsizetype invalidOffset(const QByteArray &bytes, bool complete)
{
    const qsizetype offset = firstInvalidUtf8(bytes);
    // Of a file that is only read in part, the last code point may be cut.
    return !complete && offset >= 0 && bytes.size() - offset < 4 ? -1 : offset;
}

/// The file is in another encoding, as the fault that hinders and as the note that names it.
Problem wideProblem(ProblemKind kind, const QByteArray &bytes, WideEncoding wide)
{
    return problemAt(
        kind, 1, 1,
        QStringLiteral("the file looks like %1 (%2), but DeerFlow reads UTF-8 only; convert it").arg(wideEncodingName(wide), hexPreview(bytes)));
}

Problem notUtf8(const QByteArray &bytes, qsizetype offset, std::optional<WideEncoding> wide)
{
    if (wide)
        return wideProblem(ProblemKind::NotUtf8, bytes, *wide);
    const TextPlace place = placeOf(bytes, offset);
    return problemAt(ProblemKind::NotUtf8, place.line, place.column,
                     QStringLiteral("the byte %1 is not UTF-8, so DeerFlow cannot read the file; save it as UTF-8")
                         .arg(hexPreview(QByteArrayView(bytes).sliced(offset, 1), 1)));
}

void addEncodingNotes(const QByteArray &bytes, std::optional<WideEncoding> wide, SkillVerdict &verdict)
{
    if (wide) {
        verdict.notes.append(wideProblem(ProblemKind::Utf16, bytes, *wide));
    } else if (bytes.startsWith("\xEF\xBB\xBF")) {
        Problem mark = explainMissingFrontMatter(bytes);
        mark.kind = ProblemKind::ByteOrderMark;
        verdict.notes.append(mark);
    }
}

Problem storageNameProblem(const QString &name)
{
    Problem problem;
    problem.kind = ProblemKind::SkillNamePattern;
    problem.message =
        QStringLiteral(
            "'%1' cannot be the name of a custom skill: use the letters a to z and digits, with single hyphens between, at most %2 characters.")
            .arg(name.left(80))
            .arg(maxSkillNameLength);
    return problem;
}

} // namespace

QString problemKindName(ProblemKind kind)
{
    switch (kind) {
    case ProblemKind::Ok:
        break;
    case ProblemKind::NotUtf8:
        return QStringLiteral("not-utf8");
    case ProblemKind::NoFrontmatter:
        return QStringLiteral("no-frontmatter");
    case ProblemKind::YamlError:
        return QStringLiteral("yaml-error");
    case ProblemKind::NotAMapping:
        return QStringLiteral("not-a-mapping");
    case ProblemKind::UnexpectedKey:
        return QStringLiteral("unexpected-key");
    case ProblemKind::MissingName:
        return QStringLiteral("missing-name");
    case ProblemKind::NameNotString:
        return QStringLiteral("name-not-string");
    case ProblemKind::NamePattern:
        return QStringLiteral("name-pattern");
    case ProblemKind::NameHyphens:
        return QStringLiteral("name-hyphens");
    case ProblemKind::NameTooLong:
        return QStringLiteral("name-too-long");
    case ProblemKind::NameMismatch:
        return QStringLiteral("name-mismatch");
    case ProblemKind::SkillNamePattern:
        return QStringLiteral("skill-name-pattern");
    case ProblemKind::MissingDescription:
        return QStringLiteral("missing-description");
    case ProblemKind::DescriptionNotString:
        return QStringLiteral("description-not-string");
    case ProblemKind::DescriptionAngleBrackets:
        return QStringLiteral("description-angle-brackets");
    case ProblemKind::DescriptionTooLong:
        return QStringLiteral("description-too-long");
    case ProblemKind::DescriptionBlank:
        return QStringLiteral("description-blank");
    case ProblemKind::AllowedTools:
        return QStringLiteral("allowed-tools");
    case ProblemKind::RequiredSecrets:
        return QStringLiteral("required-secrets");
    case ProblemKind::SecretsAutonomous:
        return QStringLiteral("secrets-autonomous");
    case ProblemKind::Unreadable:
        return QStringLiteral("unreadable");
    case ProblemKind::TooLarge:
        return QStringLiteral("too-large");
    case ProblemKind::ByteOrderMark:
        return QStringLiteral("byte-order-mark");
    case ProblemKind::Utf16:
        return QStringLiteral("utf-16");
    case ProblemKind::FolderMismatch:
        return QStringLiteral("folder-mismatch");
    case ProblemKind::Duplicate:
        return QStringLiteral("duplicate");
    case ProblemKind::ShadowedBy:
        return QStringLiteral("shadowed-by");
    case ProblemKind::Hidden:
        return QStringLiteral("hidden");
    case ProblemKind::LinkLoop:
        return QStringLiteral("link-loop");
    case ProblemKind::ReservedName:
        return QStringLiteral("reserved-name");
    case ProblemKind::Deleted:
        return QStringLiteral("deleted");
    case ProblemKind::TornHistory:
        return QStringLiteral("torn-history");
    case ProblemKind::ChangedOutside:
        return QStringLiteral("changed-outside");
    }
    return QStringLiteral("ok");
}

Judgement judge(const QByteArray &bytes, const QString &name, bool complete)
{
    Judgement judgement;
    SkillVerdict &verdict = judgement.verdict;
    const auto wide = guessWideEncoding(bytes);
    addEncodingNotes(bytes, wide, verdict);

    if (const qsizetype offset = invalidOffset(bytes, complete); offset >= 0) {
        verdict.problem = notUtf8(bytes, offset, wide);
        judgement.loading = verdict.problem;
        return judgement;
    }
    // DeerFlow looks at the requested name before it looks at the text.
    const bool storable = name.isEmpty() || isSkillName(name);
    const auto refuse = [&](const Problem &problem) { verdict.problem = storable ? problem : storageNameProblem(name); };
    const auto unloadable = [&](const Problem &problem) {
        judgement.loading = problem;
        refuse(problem);
        return judgement;
    };

    const auto block = findFrontMatter(bytes);
    if (!block)
        return unloadable(explainMissingFrontMatter(bytes));
    const auto meta = yaml::load(normalizedNewlines(bytes.mid(block->begin, block->end - block->begin)));
    if (!meta) {
        const ErrorDetails &details = meta.error().details;
        return unloadable(
            problemAt(ProblemKind::YamlError, block->firstLine + std::max(details.line, 1) - 1, std::max(details.column, 1), meta.error().message));
    }

    const FrontMatterRules rules{*meta, block->firstLine};
    judgement.declaredName = rules.text(u"name");
    judgement.declaredDescription = rules.text(u"description");
    judgement.loading = rules.loadingRefusal().value_or(Problem{});
    verdict.listed = judgement.loading.kind == ProblemKind::Ok;
    if (verdict.listed) {
        verdict.name = judgement.declaredName;
        verdict.description = judgement.declaredDescription;
        verdict.license = rules.license();
    }
    const auto refusal = rules.refusal(name);
    if (refusal || !storable) {
        refuse(refusal.value_or(Problem{}));
    } else {
        verdict.valid = true;
        verdict.problem.kind = ProblemKind::Ok;
        verdict.problem.severity = Severity::Note;
    }
    if (isReservedSkillName(judgement.declaredName)) {
        const yaml::Value *declared = meta->find(u"name");
        Problem reserved =
            problemAt(ProblemKind::ReservedName, block->firstLine + std::max(declared->mark.line, 1) - 1, std::max(declared->mark.column, 1),
                      QStringLiteral("'%1' is a command of DeerFlow's chat, so '/%1' can never start this skill; choose another name")
                          .arg(judgement.declaredName));
        reserved.severity = Severity::Warning;
        verdict.notes.append(reserved);
    }
    return judgement;
}

SkillVerdict judgeSkill(const QByteArray &bytes, const QString &name)
{
    return judge(bytes, name).verdict;
}

QList<Problem> problemsToTell(const SkillVerdict &verdict)
{
    const bool isAboutBytes = verdict.problem.kind == ProblemKind::NoFrontmatter || verdict.problem.kind == ProblemKind::NotUtf8;
    const bool namedByNote = isAboutBytes && std::ranges::any_of(verdict.notes, [](const Problem &note) {
                                 return note.kind == ProblemKind::ByteOrderMark || note.kind == ProblemKind::Utf16;
                             });
    QList<Problem> problems;
    if (!verdict.valid && !namedByNote)
        problems.append(verdict.problem);
    return problems + verdict.notes;
}

bool isSkillName(QStringView name)
{
    if (name.isEmpty() || name.size() > maxSkillNameLength || name.startsWith(u'-') || name.endsWith(u'-') || name.contains(u"--"))
        return false;
    return std::ranges::all_of(name, [](QChar c) { return (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9') || c == u'-'; });
}

bool isReservedSkillName(QStringView name)
{
    static constexpr std::array<QStringView, 7> reserved{u"bootstrap", u"goal", u"help", u"memory", u"models", u"new", u"status"};
    return std::ranges::find(reserved, name) != reserved.end();
}

qsizetype bodyOffset(const QByteArray &bytes)
{
    const auto block = findFrontMatter(bytes);
    return block ? block->body : 0;
}

} // namespace verderer
