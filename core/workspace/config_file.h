// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

#include <optional>

namespace verderer {

/// One text of config.yaml after DeerFlow's `$NAME` rule: a text that starts with `$` is wholly replaced by the variable of that name.
struct ConfigText {
    QString text;     ///< the value; empty where the variable is not set
    QString variable; ///< the variable's name; empty where the text stood in the file itself
    bool set = true;  ///< false: the variable is not set here (for DeerFlow an error)
    int line = 0;     ///< 1-based
    int column = 0;
};

/// The keys of config.yaml that matter to an administrator's tool (deerflow-format 0). Unset: the key is missing or null.
struct ConfigFile {
    std::optional<ConfigText> databaseBackend;
    std::optional<ConfigText> sqliteDir;
    std::optional<ConfigText> postgresUrl;
    std::optional<ConfigText> postgresSchema;
    std::optional<ConfigText> runEventsBackend;
    std::optional<ConfigText> skillsPath;
    QStringList warnings; ///< unset variables elsewhere, a newer config_version, a database section that makes no sense
    QStringList secrets;  ///< every value that came from the environment
};

/// Reads and judges config.yaml. Invalid, with path, line and column, where it is not YAML, not a mapping, or `skills.path` is not a text. What does
/// not matter to this program (an API key's variable that is not set) is a warning. Nothing is written.
Result<ConfigFile> readConfigFile(const QString &path, const QProcessEnvironment &environment);

} // namespace verderer
