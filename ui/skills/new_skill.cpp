// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/new_skill.h"

#include "skills/skill_folders.h"
#include "ui/editor/text_limits.h"

#include <QRegularExpression>

namespace verderer {

Result<QByteArray> newSkillText(const NewSkill &wish, Storage &storage)
{
    if (wish.templateFile.isEmpty())
        return skillTextOf(wish.form);
    const Result<QByteArray> text = storage.read(wish.templateFile, editableSizeLimit);
    return text ? renamedSkill(*text, wish.form.name) : text;
}

NewSkillField fieldOf(const Error &error)
{
    const QString &kind = error.details.kind;
    if (kind.startsWith(u"name-") || kind == u"missing-name" || kind == u"skill-name-pattern" || kind == u"skill-exists" || kind == u"folder-exists")
        return NewSkillField::Name;
    if (kind.startsWith(u"description-") || kind == u"missing-description")
        return NewSkillField::Description;
    if (kind == u"allowed-tools")
        return NewSkillField::Tools;
    if (kind == u"required-secrets" || kind == u"secrets-autonomous")
        return NewSkillField::Secrets;
    return kind.isEmpty() || error.code != ErrorCode::Invalid ? NewSkillField::None : NewSkillField::Text;
}

NewSkillJudgement judgeNewSkill(const NewSkill &wish, const SkillSession &session, const CancelToken &cancel)
{
    NewSkillJudgement judgement;
    const Result<QByteArray> text = newSkillText(wish, *session.storage);
    if (!text) {
        judgement.refusal = text.error();
    } else if (const SkillVerdict verdict = judgeSkill(*text, wish.form.name); !verdict.valid) {
        // A template brings its own description and lists, so it is judged here as core will judge it.
        Error error{ErrorCode::Invalid, verdict.problem.message, {}};
        error.details.kind = problemKindName(verdict.problem.kind);
        judgement.refusal = error;
    }
    if (judgement.refusal) {
        judgement.field = fieldOf(*judgement.refusal);
        if (!wish.templateFile.isEmpty() && judgement.field != NewSkillField::Name)
            judgement.field = NewSkillField::Text;
        return judgement;
    }
    // Only a hint: where it cannot be found out now, the answer to the button counts.
    judgement.warnings = SkillFolders(session.roots, session.editing).warningsBefore(wish.form.name, cancel).value_or(QStringList());
    return judgement;
}

std::optional<QStringList> listOfNames(const QString &text)
{
    static const QRegularExpression gap(QStringLiteral("[,\\s]+"));
    const QStringList names = text.split(gap, Qt::SkipEmptyParts);
    return names.isEmpty() ? std::nullopt : std::optional(names);
}

} // namespace verderer
