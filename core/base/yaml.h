// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <utility>

/// YAML as PyYAML's safe_load reads it: libyaml scans and parses, YAML 1.1 resolves plain scalars on top (deerflow-format 1.3).
namespace verderer::yaml {

/// A place in the text that was handed in: 1-based, columns in code points.
struct Mark {
    int line = 0;
    int column = 0;
};

enum class Kind { Null, Bool, Int, Float, String, Date, DateTime, Binary, Sequence, Mapping, Set };

/// One resolved value. A plain value type; copies are cheap enough for configuration-sized texts.
struct Value {
    Kind kind = Kind::Null;
    QString text;                           ///< String: its text. Other scalars: what Python's str() gives ("True", "None", "12", "2024-01-01").
    QList<Value> items;                     ///< Sequence
    QList<std::pair<Value, Value>> entries; ///< Mapping (merge keys applied, of duplicate keys the last value at the first one's place), Set
    Mark mark;                              ///< where the value begins

    [[nodiscard]] bool isString() const { return kind == Kind::String; }
    [[nodiscard]] bool isMapping() const { return kind == Kind::Mapping; }
    [[nodiscard]] bool isSequence() const { return kind == Kind::Sequence; }
    /// The value of the string key `key` of a mapping; null pointer when it is missing.
    [[nodiscard]] const Value *find(QStringView key) const;
};

/// Python's name of the type, as DeerFlow's messages say it ("str", "bool", "date", "NoneType", "dict", …).
QString pythonTypeName(Kind kind);

/// Python's str() of a value: its text where it has one, else what Python would show ("['MIT']").
QString pythonStr(const Value &value);

/// Loads the first document of UTF-8 `text`. Failure: Invalid with line and column, kind "yaml-error"; also for what PyYAML's
/// constructors refuse ("month must be in 1..12", unhashable key, unknown tag, several documents). Nesting, and the size that aliases expand to, are
/// bounded.
Result<Value> load(const QByteArray &text);

} // namespace verderer::yaml
