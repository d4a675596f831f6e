// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/yaml.h"
#include "skills/document.h"

#include <QString>

#include <optional>

namespace verderer {

/// In characters (deerflow-format 1.3).
constexpr qsizetype maxSkillNameLength = 64;

/// DeerFlow's rules for loaded front matter (deerflow-format 1.2, 1.3), without any file. `firstLine` is the file's line of the value's first.
struct FrontMatterRules {
    const yaml::Value &meta;
    int firstLine = 2;

    /// What the strict validator refuses first, for a skill that is to be called `name` (empty: the declared name itself); nothing where it accepts.
    [[nodiscard]] std::optional<Problem> refusal(const QString &name) const;

    /// Why the loader does not list it; nothing where it does. `meta` need not be a mapping.
    [[nodiscard]] std::optional<Problem> loadingRefusal() const;

    /// The declared name or description, trimmed, where it is a text; else empty.
    [[nodiscard]] QString text(QStringView key) const;

    /// As the loader takes it: any value as text, blank becomes nothing.
    [[nodiscard]] std::optional<QString> license() const;
};

/// A problem at a place, whose message begins with it.
Problem problemAt(ProblemKind kind, int line, int column, const QString &message);

/// Python's str.strip().
QString pythonStripped(const QString &text);

} // namespace verderer
