// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdererctl/output.h"

#include "base/json.h"
#include "verdererctl/table.h"

#include <QStringDecoder>

#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace verderer::ctl {

Result<void> writeAll(int descriptor, const QByteArray &bytes)
{
    qsizetype written = 0;
    while (written < bytes.size()) {
        const ssize_t count = ::write(descriptor, bytes.constData() + written, static_cast<std::size_t>(bytes.size() - written));
        if (count >= 0) {
            written += count;
            continue;
        }
        if (errno == EINTR)
            continue;
        if (errno == EAGAIN || errno == EWOULDBLOCK) {
            // Somebody handed down a descriptor that does not block.
            pollfd wanted{descriptor, POLLOUT, 0};
            ::poll(&wanted, 1, -1);
            continue;
        }
        if (errno == EPIPE)
            return {};
        return tl::unexpected(systemError(errno, QStringLiteral("write"), QStringLiteral("the standard output")));
    }
    return {};
}

Error untold(const Output &output, const Error &fault)
{
    if (output.done.isEmpty())
        return fault;
    Error error = fault;
    error.details.kind = QStringLiteral("done-but-not-told");
    error.message = QStringLiteral("%1 Only the answer could not be written to standard output, so do not repeat the command.").arg(output.done);
    return error;
}

Json textsJson(const QStringList &texts)
{
    Json json = Json::array();
    for (const QString &text : texts)
        json.push_back(toJson(text));
    return json;
}

Json errorObject(const Error &error)
{
    Json details = Json::object();
    const auto text = [&details](const char *key, const QString &value) {
        if (!value.isEmpty())
            details[key] = toJson(value);
    };
    text("path", error.details.path);
    if (error.details.line > 0)
        details["line"] = error.details.line;
    if (error.details.column > 0)
        details["column"] = error.details.column;
    text("kind", error.details.kind);
    text("holder", error.details.holder);
    text("sql_state", error.details.sqlState);
    if (error.code == ErrorCode::Conflict && !error.details.presentHash.isEmpty()) {
        QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
        const QString present = decoder.decode(error.details.present);
        if (decoder.hasError())
            details["present_base64"] = error.details.present.toBase64().toStdString();
        else
            details["present"] = error.details.present.toStdString();
        text("present_sha256", error.details.presentHash);
    }
    Json object = Json::object();
    object["code"] = toJson(errorCodeName(error.code));
    object["message"] = toJson(error.message);
    object["details"] = details;
    return object;
}

QByteArray errorJson(const Error &error, const QString &recordId)
{
    Json document;
    document["error"] = errorObject(error);
    if (!recordId.isEmpty())
        document["error"]["details"]["record_id"] = toJson(recordId);
    return dumpPrettyJson(document);
}

QByteArray errorText(const Error &error)
{
    return "verdererctl: " + printable(error.message).toUtf8() + '\n';
}

} // namespace verderer::ctl
