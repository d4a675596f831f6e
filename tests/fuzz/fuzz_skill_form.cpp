// SPDX-License-Identifier: GPL-3.0-or-later
// What people type into the form of a new skill: whatever it is, the text that is written reads back as what was typed, or the form refuses it.
#include "fuzz/fuzz.h"

#include "skills/document.h"
#include "skills/frontmatter_rules.h"
#include "skills/skill_form.h"

using namespace verderer;
using namespace verderer::fuzz;
using namespace Qt::StringLiterals;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    Parts parts(data, size);
    const std::uint8_t given = parts.byte();
    const auto text = [&] { return QString::fromUtf8(parts.text()); };
    SkillForm form;
    form.name = u"a-skill"_s;
    form.description = text();
    if (given & 1) {
        form.license = text();
    }
    if (given & 2) {
        form.allowedTools = QStringList{text(), text()};
    }
    if (given & 4) {
        form.compatibility = text();
    }
    if (given & 8) {
        form.version = text();
    }
    if (given & 16) {
        form.metadata.append({text(), text()});
        form.metadata.append({text(), text()});
    }
    form.body = parts.rest();
    const auto written = skillTextOf(form);
    if (!written) {
        require(!written.error().message.isEmpty(), "a refused form says why");
        return 0;
    }
    const SkillVerdict verdict = judgeSkill(*written, form.name);
    require(verdict.valid, "what the form writes is accepted");
    require(verdict.description == pythonStripped(form.description), "the description reads back as it was typed");
    return 0;
}
