// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_fwd.h"
#include "skills/catalog.h"

#include <QHash>
#include <QString>

#include <optional>

namespace verderer {

/// Whether a skill is on, as DeerFlow merges the installation's extensions file and the user's states (deerflow-format 2).
class EnabledStates {
public:
    struct State {
        bool enabled = true;
        QString reason; ///< one sentence, never empty
    };

    /// What the two files say of one skill; unset where they say nothing.
    struct Said {
        std::optional<bool> extensions;
        std::optional<bool> user; ///< not asked for public skills
        QString extensionsName;   ///< file name for the reason; empty where the installation has none
    };
    /// The merge itself: public skills follow the extensions file alone; all others need both.
    static State merge(SkillCategory category, const Said &said);

    /// Reads both files; what is wrong with them is appended to `problems`. A missing file switches nothing off.
    static EnabledStates read(const SkillRoots &roots, QList<Problem> &problems);

    /// Public skills follow the extensions file alone; all others need both.
    [[nodiscard]] State stateOf(SkillCategory category, const QString &name) const;

private:
    QString m_quietReason;       ///< for what neither file names, which is nearly everything
    QString m_quietPublicReason; ///< the same for public skills
    QString m_extensionsName;    ///< file name for the reasons; empty where the installation has none
    QString m_extensionsFault;   ///< why it does not count
    QHash<QString, bool> m_extensions;
    QHash<QString, bool> m_user;
};

/// The values that DeerFlow's configuration model takes for a boolean; unset for any other.
std::optional<bool> laxBool(const Json &value);

} // namespace verderer
