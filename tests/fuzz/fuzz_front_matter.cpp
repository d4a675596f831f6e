// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of a SKILL.md: the verdict, and the edits that touch nothing but one value.
#include "fuzz/fuzz.h"

#include "skills/document.h"
#include "skills/front_matter.h"
#include "skills/skill_form.h"

using namespace verderer;
using namespace verderer::fuzz;
using namespace Qt::StringLiterals;

namespace {

void requirePlace(const Problem &problem)
{
    require(problem.line >= 0 && problem.column >= 0, "a place is counted from 1, or 0 for the whole file");
    require(!problem.message.isEmpty(), "a problem says what is wrong");
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray bytes = bytesOf(data, size);
    const SkillVerdict verdict = judgeSkill(bytes, {});
    require(verdict.valid == (verdict.problem.kind == ProblemKind::Ok), "what is refused has a reason, and nothing else has");
    if (!verdict.valid) {
        requirePlace(verdict.problem);
    }
    for (const Problem &problem : problemsToTell(verdict)) {
        requirePlace(problem);
    }
    if (const auto block = findFrontMatter(bytes)) {
        require(0 <= block->begin && block->begin <= block->end && block->end <= block->body && block->body <= bytes.size(),
                "the front matter lies within the file");
    } else {
        requirePlace(explainMissingFrontMatter(bytes));
    }
    if (verdict.valid) {
        require(isSkillName(verdict.name) && !verdict.description.isEmpty(), "what is accepted has a name and a description");
        if (const auto renamed = renamedSkill(bytes, u"another-name"_s)) {
            const SkillVerdict after = judgeSkill(*renamed, u"another-name"_s);
            require(after.valid, "a renamed skill is as good as it was");
            require(after.description == verdict.description && after.license == verdict.license, "renaming changes nothing but the name");
        }
    }
    return 0;
}
