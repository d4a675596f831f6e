// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"
#include "base/storage.h"

#include <QByteArray>
#include <QString>

namespace verderer::ctl {

/// The bytes of `file` (relative to the working folder), or of standard input where it is `-`; at most `limit` (Invalid, kind "too-large").
/// Waiting for standard input ends as Cancelled when the token says so.
Result<QByteArray> readInput(Storage &storage, const QString &file, qint64 limit, const CancelToken &cancel);

} // namespace verderer::ctl
