// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "database/dialect.h"

#include <QStringList>
#include <QVariant>

namespace verderer {

/// The temporary row in `runs` that keeps a thread to one operation (deerflow-format 7.3: operation_kind `delete`).
struct RunReservation {
    struct Values {
        QStringList columns;
        QStringList placeholders;
        QList<QVariant> values;
    };
    /// `now` and `leaseUntil` in DeerFlow's text form. The row is active, signed by `workerId`, and belongs to nobody.
    static Values values(const Dialect &dialect, const QString &threadId, const QString &workerId, const QString &now, const QString &leaseUntil);
};

} // namespace verderer
