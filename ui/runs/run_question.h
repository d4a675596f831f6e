// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runs/run_store.h"

#include <QString>

#include <optional>

namespace verderer {

/// What people ask of the list of runs, as the controls above it say it. A value; kept in settings.
struct RunQuestion {
    QString text;
    QString chip = QStringLiteral("all"); ///< "all", "failed", "active", "orphans"
    std::optional<QString> owner;         ///< empty string: nobody's
    std::optional<QString> model;
    int days = 0; ///< created within the last so many days; 0: any time

    /// As it is asked of the store; `now` is the moment the days are counted from.
    [[nodiscard]] RunFilter filter(Microseconds now) const;
    /// The same question for another chip, for its count.
    [[nodiscard]] RunQuestion withChip(const QString &other) const;
    /// Something besides the chip narrows the list.
    [[nodiscard]] bool isNarrowed() const { return !text.isEmpty() || owner || model || days > 0; }
    friend bool operator==(const RunQuestion &, const RunQuestion &) = default;
};

/// The ids of the chips, in their order.
QStringList runChips();

} // namespace verderer
