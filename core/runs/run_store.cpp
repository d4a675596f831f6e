// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_store.h"

#include "base/json.h"

namespace verderer {

QString RunCursor::encode() const
{
    const Json value = Json::array({toJson(createdRaw), toJson(runId)});
    return QString::fromLatin1(dumpPythonJson(value).toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals));
}

Result<RunCursor> RunCursor::decode(const QString &text)
{
    const auto bytes = QByteArray::fromBase64Encoding(text.toLatin1(), QByteArray::Base64UrlEncoding | QByteArray::AbortOnBase64DecodingErrors);
    if (bytes) {
        const auto value = parseJson(*bytes);
        if (value && value->is_array() && value->size() == 2 && (*value)[0].is_string() && (*value)[1].is_string()) {
            return RunCursor{toQString((*value)[0]), toQString((*value)[1])};
        }
    }
    ErrorDetails details;
    details.kind = QStringLiteral("cursor");
    return fail(ErrorCode::Invalid,
                QStringLiteral("\"%1\" is no place in a list. Take it from the field \"next\" of the page before.").arg(text.left(60)), details);
}

} // namespace verderer
