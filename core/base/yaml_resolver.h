// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/yaml.h"

#include <QByteArray>
#include <QString>

#include <tl/expected.hpp>

/// YAML 1.1 types of scalars, as PyYAML's resolver and safe constructor have them.
namespace verderer::yaml::detail {

/// The tags that the safe loader knows, and two that only mean something as a key.
enum class Tag { Null, Bool, Int, Float, Binary, Timestamp, Omap, Pairs, Set, Str, Seq, Map, Merge, Value, Unknown };

/// Of an explicit tag ("tag:yaml.org,2002:int").
Tag tagFromName(const QByteArray &name);

/// What a plain scalar without a tag is.
Tag resolvePlain(QStringView text);

/// The value of a scalar with that tag, or one sentence why there is none. `tag` is none of the collections.
tl::expected<Value, QString> constructScalar(Tag tag, const QString &text);

} // namespace verderer::yaml::detail
