// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/catalog.h"
#include "skills/enabled_state.h"
#include "skills/skill_walk.h"

#include <QSet>

#include <vector>

namespace verderer {

/// The steps of one readCatalog(), in the order it calls them.
class CatalogBuilder {
public:
    CatalogBuilder(const SkillRoots &roots, const CancelToken &cancel);

    /// Reads and judges every skill of one root; roots in DeerFlow's order.
    void walk(SkillCategory category, const QString &root);

    /// Legacy skills are not looked at by DeerFlow as soon as the user has one custom skill.
    void hideLegacy();

    /// Of skills of one name the last of the walk is listed; says so at the others, and at the winner of a category.
    void settleNames();

    /// Adds the skills of which only the history is left, and what the newest records say about the others.
    void readHistories();

    [[nodiscard]] Catalog takeCatalog();

private:
    struct Candidate {
        SkillEntry entry;
        bool loads = false;      // DeerFlow's loader takes it
        bool comparable = false; // its text was read whole; `text` is kept where a history is there to compare with
        QByteArray text;
    };

    void take(SkillCategory category, const QString &root, FoundSkill &&found);
    void judgeText(Candidate &candidate, FoundSkill &found) const;
    void placeProblems(Candidate &candidate, const FoundSkill &found, bool nameIsText) const;
    void decideEditable(Candidate &candidate, const FoundSkill &found, bool nameIsText) const;

    const SkillRoots &m_roots;
    CancelToken m_cancel;
    Catalog m_catalog;
    EnabledStates m_states;
    std::vector<Candidate> m_candidates; // in the order of the walk
    QSet<QString> m_histories;           // names of custom skills that have a history file
    bool m_hasCustomSkill = false;
};

} // namespace verderer
