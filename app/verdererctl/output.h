// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/json_fwd.h"

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
    QString done;     ///< a sentence that says what is on disk now, for where the rest cannot be written; empty: nothing was changed
    QString recordId; ///< of the history record that was made, if one was
};

/// Writes all of it, whatever a pipe does. A reader that went away (EPIPE) is no failure; a full disk is, and is told.
Result<void> writeAll(int descriptor, const QByteArray &bytes);

/// A JSON array of texts.
Json textsJson(const QStringList &texts);

/// `{"code","message","details"}` with the details that are set.
Json errorObject(const Error &error);

/// `{"error":{"code","message","details"}}` with the details that are set; `recordId` (details.record_id) where a record was made all the same.
QByteArray errorJson(const Error &error, const QString &recordId = {});

/// What to tell where a command's answer could not be written (`fault`): that what the command changed is there all the same, so that nobody repeats
/// it. The fault itself where nothing was changed.
Error untold(const Output &output, const Error &fault);

/// "verdererctl: …" in one line, control characters made visible.
QByteArray errorText(const Error &error);

} // namespace verderer::ctl
