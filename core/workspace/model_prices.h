// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "runs/usage.h"

#include <QList>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace verderer {

/// What the models of an installation cost, as config.yaml says it.
struct ModelPrices {
    QList<ModelPrice> prices;
    QStringList warnings; ///< a price that is no number, or negative: that model counts as having none
};

/// Reads `models[*].pricing` of config.yaml (deerflow-format 0): currency, input_per_million, output_per_million, input_cache_hit_per_million. A
/// model without pricing, or without one of the first three, has no price. Invalid with line and column where the file is no YAML; NotFound where it
/// is not there.
Result<ModelPrices> readModelPrices(const QString &path, const QProcessEnvironment &environment);

} // namespace verderer
