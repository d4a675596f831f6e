// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/catalog.h"

#include <QHash>
#include <QString>

namespace verderer {

/// Whether a skill is on, as DeerFlow merges the installation's extensions file and the user's states (deerflow-format 2).
class EnabledStates {
public:
    struct State {
        bool enabled = true;
        QString reason; ///< one sentence, never empty
    };

    /// Reads both files; what is wrong with them is appended to `problems`. A missing file switches nothing off.
    static EnabledStates read(const SkillRoots &roots, QList<Problem> &problems);

    /// Public skills follow the extensions file alone; all others need both.
    [[nodiscard]] State stateOf(SkillCategory category, const QString &name) const;

private:
    [[nodiscard]] QString extensionsFileName() const;

    QString m_quietReason;       ///< for what neither file names, which is nearly everything
    QString m_quietPublicReason; ///< the same for public skills
    QString m_extensionsName;    ///< file name for the reasons; empty where the installation has none
    QString m_extensionsFault;   ///< why it does not count
    QHash<QString, bool> m_extensions;
    QHash<QString, bool> m_user;
};

} // namespace verderer
