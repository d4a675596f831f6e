// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"
#include "base/storage.h"

#include <QByteArray>
#include <QString>

namespace verderer::ctl {

/// The bytes of `file` (relative to the working folder), or of standard input where it is `-` or a name of that; at most `limit` (Invalid, kind
/// "too-large"). A pipe (`<(command)`, a FIFO) is read to its end; waiting for it or for standard input ends as Cancelled when the token says so.
/// Folders, sockets and devices are Invalid and are not opened.
Result<QByteArray> readInput(Storage &storage, const QString &file, qint64 limit, const CancelToken &cancel);

/// A text that does not belong on a command line, where other accounts see it: what `file` holds (as readInput()), without the newline that an editor
/// or `echo` puts behind it. Invalid (kind "usage") where it is not UTF-8.
Result<QString> readSearchedText(Storage &storage, const QString &file, const CancelToken &cancel);

} // namespace verderer::ctl
