// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/catalog.h"
#include "skills/enabled_state.h"
#include "skills/skill_walk.h"

#include <QSemaphore>
#include <QSet>
#include <QThreadPool>

#include <deque>
#include <utility>
#include <vector>

namespace verderer {

/// The steps of one readCatalog(), in the order it calls them. The walk itself is one thread's; judging what it found is spread over a few.
class CatalogBuilder {
public:
    CatalogBuilder(const SkillRoots &roots, const CancelToken &cancel);
    ~CatalogBuilder();
    Q_DISABLE_COPY_MOVE(CatalogBuilder)

    /// Reads and judges every skill of one root; roots in DeerFlow's order.
    void walk(SkillCategory category, const QString &root);

    /// Legacy skills are not looked at by DeerFlow as soon as the user has one custom skill.
    void hideLegacy();

    /// Of skills of one name the last of the walk is listed; says so at the others, and at the winner of a category.
    void settleNames();

    /// Adds the skills of which only the history is left.
    void addDeleted();

    [[nodiscard]] Catalog takeCatalog();

private:
    struct Candidate {
        SkillEntry entry;
        bool loads = false; // DeerFlow's loader takes it
    };

    /// Some skills that were found and wait for being judged, each with the place for the answer.
    struct Batch {
        std::vector<std::pair<Candidate *, FoundSkill>> skills;
        qint64 bytes = 0;
    };

    void judgeElsewhere(SkillCategory category, const QString &root, Batch &&batch);
    void judgeBatch(SkillCategory category, const QString &root, Batch &batch) const;
    void fill(Candidate &candidate, SkillCategory category, const QString &root, FoundSkill &found) const;
    void judgeText(Candidate &candidate, FoundSkill &found) const;
    void placeProblems(Candidate &candidate, const FoundSkill &found, bool nameIsText) const;
    void decideEditable(Candidate &candidate, const FoundSkill &found, bool nameIsText) const;

    const SkillRoots &m_roots;
    CancelToken m_cancel;
    Catalog m_catalog;
    EnabledStates m_states;
    std::deque<Candidate> m_candidates; // in the order of the walk; a deque, so that places stay while it grows
    QSet<QString> m_histories;          // names of custom skills that have a history file
    int m_customFolder = -1;            // descriptor of the custom root, to ask about folders in it by short paths; -1 where there is none
    bool m_hasCustomSkill = false;
    QSemaphore m_batchesAllowed; // bounds what waits in memory
    QThreadPool m_pool;          // last: its destructor waits for those who use the rest
};

} // namespace verderer
