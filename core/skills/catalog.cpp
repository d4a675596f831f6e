// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/catalog.h"

#include "base/utf8.h"
#include "skills/catalog_builder.h"

#include <algorithm>

namespace verderer {

QString skillCategoryName(SkillCategory category)
{
    switch (category) {
    case SkillCategory::Custom:
        return QStringLiteral("custom");
    case SkillCategory::Public:
        return QStringLiteral("public");
    case SkillCategory::Integrations:
        return QStringLiteral("integrations");
    case SkillCategory::Legacy:
        break;
    }
    return QStringLiteral("legacy");
}

std::optional<SkillCategory> skillCategoryFromName(QStringView name)
{
    for (const SkillCategory category : {SkillCategory::Custom, SkillCategory::Public, SkillCategory::Integrations, SkillCategory::Legacy}) {
        if (name == skillCategoryName(category))
            return category;
    }
    return {};
}

int Catalog::unreadableCount() const
{
    return static_cast<int>(std::ranges::count_if(entries, [](const SkillEntry &entry) {
        return !entry.deleted && std::ranges::any_of(entry.problems, [](const Problem &problem) { return problem.severity == Severity::Error; });
    }));
}

Result<Catalog> readCatalog(const SkillRoots &roots, const CancelToken &cancel)
{
    CatalogBuilder builder(roots, cancel);
    // The order in which DeerFlow walks for a user: of two skills of one name the later wins.
    builder.walk(SkillCategory::Public, roots.publicRoot);
    builder.walk(SkillCategory::Integrations, roots.integrationsRoot);
    builder.walk(SkillCategory::Custom, roots.customRoot);
    builder.walk(SkillCategory::Legacy, roots.legacyRoot);
    builder.hideLegacy();
    builder.settleNames();
    builder.addDeleted();
    if (cancel.isCancelled())
        return fail(ErrorCode::Cancelled, QStringLiteral("Reading the skills was cancelled."));
    return builder.takeCatalog();
}

} // namespace verderer
