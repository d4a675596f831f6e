// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "threads/thread_store.h"

namespace verderer {

QString ThreadCursor::encode() const
{
    const Json value = Json::array({pinned, updatedRaw.toStdString(), threadId.toStdString()});
    return QString::fromLatin1(dumpPythonJson(value).toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals));
}

Result<ThreadCursor> ThreadCursor::decode(const QString &text)
{
    const auto bytes = QByteArray::fromBase64Encoding(text.toLatin1(), QByteArray::Base64UrlEncoding | QByteArray::AbortOnBase64DecodingErrors);
    if (bytes) {
        const auto value = parseJson(*bytes);
        if (value && value->is_array() && value->size() == 3 && (*value)[0].is_boolean() && (*value)[1].is_string() && (*value)[2].is_string())
            return ThreadCursor{(*value)[0].get<bool>(), toQString((*value)[1]), toQString((*value)[2])};
    }
    ErrorDetails details;
    details.kind = QStringLiteral("cursor");
    return fail(ErrorCode::Invalid,
                QStringLiteral("\"%1\" is no place in a list. Take it from the field \"next\" of the page before.").arg(text.left(60)), details);
}

} // namespace verderer
