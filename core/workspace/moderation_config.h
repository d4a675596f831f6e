// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "scan/moderation.h"

#include <QProcessEnvironment>
#include <QString>

namespace verderer {

/// The moderation model that config.yaml names: `skill_evolution.moderation_model_name` and `security_fail_closed` (deerflow-format 0), and of the
/// entry in `models` of that name `model`, `base_url` (OpenAI's own where there is none) and `api_key`, by DeerFlow's `$NAME` rule. Blocking.
/// Invalid, with line and column, where the file is no YAML; NotFound where it names no model, where there is no model of that name, or where the
/// key's variable is not set: nobody is asked then, and nobody should believe otherwise.
Result<ModerationSettings> readModerationSettings(const QString &path, const QProcessEnvironment &environment);

} // namespace verderer
