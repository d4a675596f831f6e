// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace verderer::ctl {

/// What a command has to say. Only the form that was asked for needs to be filled.
struct Output {
    QByteArray text;   ///< for people, or the bytes that were asked for; written to standard output as it is
    QByteArray json;   ///< one document
    QStringList notes; ///< sentences for standard error, for people only: the document holds them too
    int status = 0;
};

/// Writes all of it, whatever a pipe does. A reader that went away (EPIPE) is no failure; a full disk is, and is told.
Result<void> writeAll(int descriptor, const QByteArray &bytes);

/// `{"error":{"code","message","details"}}` with the details that are set.
QByteArray errorJson(const Error &error);

/// "verdererctl: …" in one line, control characters made visible.
QByteArray errorText(const Error &error);

} // namespace verderer::ctl
