// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/history.h"

#include "base/json.h"

#include <QFile>
#include <QFileInfo>

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace verderer {

namespace {

tl::unexpected<Error> invalid(const QString &kind, const QString &message)
{
    ErrorDetails details;
    details.kind = kind;
    return fail(ErrorCode::Invalid, message, details);
}

Json textOrNull(const std::optional<QByteArray> &text)
{
    return text ? Json(text->toStdString()) : Json(nullptr);
}

/// Whether the file ends in the middle of a line. A missing or empty one does not.
Result<bool> hasOpenTail(const QString &path)
{
    const int descriptor = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) {
        if (errno == ENOENT) {
            return false;
        }
        return tl::unexpected<Error>(systemError(errno, QStringLiteral("read the end of the history"), path));
    }
    char last = '\n';
    const off_t size = ::lseek(descriptor, 0, SEEK_END);
    const ssize_t got = size > 0 ? ::pread(descriptor, &last, 1, size - 1) : 0;
    const int why = errno;
    ::close(descriptor);
    if (size < 0 || got < 0) {
        return tl::unexpected<Error>(systemError(why, QStringLiteral("read the end of the history"), path));
    }
    return last != '\n';
}

} // namespace

Result<QByteArray> historyLine(const NewHistoryRecord &record)
{
    for (const auto &[name, text] : {std::pair("prev_content", &record.prev), std::pair("new_content", &record.next)}) {
        if (*text && !QByteArrayView(**text).isValidUtf8()) {
            return invalid(QStringLiteral("not-utf8"),
                           QStringLiteral("The text for %1 is not UTF-8, so no history record can hold it. Put its bytes into a file "
                                          "beside the history and name that file in the record.")
                               .arg(QLatin1String(name)));
        }
    }
    const auto isText = [](const std::optional<QString> &text) { return !text || text->isValidUtf16(); };
    if (!isText(record.ts) || !isText(record.action) || !isText(record.author) || !isText(record.threadId) || !isText(record.filePath) ||
        !isText(record.decision) || !isText(record.reason) || !isText(record.note) || !isText(record.hostUser) || !isText(record.lateForTs) ||
        !isText(record.lateForId) || !isText(record.trashed) || (record.rollbackFromTs && !isText(*record.rollbackFromTs))) {
        return invalid(QStringLiteral("half-character"),
                       QStringLiteral("A field of the history record holds half of a character (a lone surrogate). Type or paste it again."));
    }

    Json line = Json::object();
    line["ts"] = toJson(record.ts);
    line["action"] = toJson(record.action);
    line["author"] = toJson(record.author);
    line["thread_id"] = toJson(record.threadId);
    line["file_path"] = toJson(record.filePath);
    line["prev_content"] = textOrNull(record.prev);
    line["new_content"] = textOrNull(record.next);
    if (record.rollbackFromTs) {
        line["rollback_from_ts"] = toJson(*record.rollbackFromTs);
    }
    Json scanner = Json::object();
    scanner["decision"] = toJson(record.decision);
    scanner["reason"] = toJson(record.reason);
    if (!record.staticFindingsJson.isEmpty()) {
        Result<Json> findings = parseJson(record.staticFindingsJson);
        if (!findings || !findings->is_array()) {
            return invalid(QStringLiteral("findings"), QStringLiteral("The scanner's findings for the history record are no JSON array."));
        }
        scanner["static_findings"] = *std::move(findings);
    }
    line["scanner"] = std::move(scanner);
    if (record.note) {
        line["note"] = toJson(*record.note);
    }
    if (record.hostUser) {
        line["host_user"] = toJson(*record.hostUser);
    }
    if (record.lateForTs || record.lateForId) {
        Json late = Json::object();
        late["ts"] = toJson(record.lateForTs);
        late["hash"] = toJson(record.lateForId);
        line["late_for"] = std::move(late);
    }
    if (record.trashed) {
        line["trashed"] = toJson(*record.trashed);
    }
    return dumpPythonJson(line);
}

QString historyPath(const QString &customRoot, const QString &directory)
{
    return QStringLiteral("%1/.history/%2.jsonl").arg(customRoot, directory);
}

Result<void> appendHistoryLine(Storage &storage, const QString &path, const QByteArray &line, const FileAttributes &folder,
                               const FileAttributes &file)
{
    if (line.isEmpty() || line.contains('\n')) {
        return invalid(QStringLiteral("not-one-line"),
                       QStringLiteral("A history record must be exactly one line; nothing was written to %1.").arg(path));
    }
    const Result<FileStamp> before = storage.stamp(path);
    if (!before) {
        return tl::unexpected<Error>(before.error());
    }
    if (before->exists && !before->isRegular) {
        ErrorDetails details;
        details.path = path;
        details.kind = QStringLiteral("not-a-file");
        return fail(ErrorCode::Invalid, QStringLiteral("The history %1 is not a file. Move it away; nothing was written.").arg(path), details);
    }
    const QString parent = QFileInfo(path).path();
    if (!before->exists) {
        if (Result<void> made = storage.makeFolder(parent, folder); !made) {
            return made;
        }
    }
    const Result<bool> open = hasOpenTail(path);
    if (!open) {
        return tl::unexpected<Error>(open.error());
    }
    // One buffer, one write: a second writer that takes no lock cannot come between the record and its newline.
    QByteArray bytes;
    bytes.reserve(line.size() + 2);
    if (*open) {
        bytes.append('\n');
    }
    bytes.append(line).append('\n');
    if (Result<void> appended = storage.append(path, bytes, file); !appended) {
        return appended;
    }
    return before->exists ? Result<void>() : storage.syncFolder(parent);
}

} // namespace verderer
