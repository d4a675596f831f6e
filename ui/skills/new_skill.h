// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/skill_form.h"
#include "ui/skills/skill_services.h"

#include <QStringList>

#include <optional>

namespace verderer {

/// What the dialog for a new skill asks for.
struct NewSkill {
    SkillForm form;
    QString templateFile; ///< a SKILL.md that is taken instead of the form, but for its name; empty: the form
};

/// The form's fields that a refusal can be about.
enum class NewSkillField { None, Name, Description, Tools, Secrets, Text };

/// What would become of it now.
struct NewSkillJudgement {
    std::optional<Error> refusal;
    NewSkillField field = NewSkillField::None; ///< the one the refusal is about
    QStringList warnings;                      ///< worth knowing before; sentences
};

/// The whole SKILL.md. Reads the template where there is one. Blocks; errors as skillTextOf(), renamedSkill() and of reading.
Result<QByteArray> newSkillText(const NewSkill &wish, Storage &storage);

/// Looks at everything that core would refuse or warn of. Blocks; any thread.
NewSkillJudgement judgeNewSkill(const NewSkill &wish, const SkillSession &session, const CancelToken &cancel);

/// The field an error of create() is about.
NewSkillField fieldOf(const Error &error);

/// "a, b c" as a list: names separated by commas, blanks or new lines. Nothing where there is none.
std::optional<QStringList> listOfNames(const QString &text);

} // namespace verderer
