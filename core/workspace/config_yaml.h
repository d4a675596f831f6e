// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/yaml.h"

#include <QString>

namespace verderer {

/// config.yaml as values, read as DeerFlow reads it. Blocking. Invalid with path, line and column where the file is no YAML; else the errors of
/// reading.
Result<yaml::Value> loadConfigYaml(const QString &path);

} // namespace verderer
