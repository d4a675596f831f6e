// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"

namespace verderer {

namespace {

/// Escapes as Python's encoder does without ensure_ascii, plus the three separators that break DeerFlow's reader.
void appendString(QByteArray &out, const std::string &text, LineSeparators separators)
{
    static constexpr char hex[] = "0123456789abcdef";
    out.append('"');
    const auto size = text.size();
    for (std::size_t i = 0; i < size; ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        const auto at = [&](std::size_t offset) {
            return i + offset < size ? static_cast<unsigned char>(text[i + offset]) : static_cast<unsigned char>(0);
        };
        switch (c) {
        case '"':
            out.append("\\\"");
            continue;
        case '\\':
            out.append("\\\\");
            continue;
        case '\n':
            out.append("\\n");
            continue;
        case '\r':
            out.append("\\r");
            continue;
        case '\t':
            out.append("\\t");
            continue;
        case '\b':
            out.append("\\b");
            continue;
        case '\f':
            out.append("\\f");
            continue;
        default:
            break;
        }
        if (c < 0x20) {
            out.append("\\u00").append(hex[c >> 4]).append(hex[c & 0xF]);
        } else if (separators == LineSeparators::Escaped && c == 0xC2 && at(1) == 0x85) {
            out.append("\\u0085");
            i += 1;
        } else if (separators == LineSeparators::Escaped && c == 0xE2 && at(1) == 0x80 && (at(2) == 0xA8 || at(2) == 0xA9)) {
            out.append(at(2) == 0xA8 ? "\\u2028" : "\\u2029");
            i += 2;
        } else {
            out.append(static_cast<char>(c));
        }
    }
    out.append('"');
}

void append(QByteArray &out, const Json &value, LineSeparators separators)
{
    switch (value.type()) {
    case Json::value_t::object: {
        out.append('{');
        bool first = true;
        for (const auto &[key, member] : value.items()) {
            if (!first)
                out.append(", ");
            first = false;
            appendString(out, key, separators);
            out.append(": ");
            append(out, member, separators);
        }
        out.append('}');
        break;
    }
    case Json::value_t::array: {
        out.append('[');
        bool first = true;
        for (const auto &item : value) {
            if (!first)
                out.append(", ");
            first = false;
            append(out, item, separators);
        }
        out.append(']');
        break;
    }
    case Json::value_t::string:
        appendString(out, value.get_ref<const std::string &>(), separators);
        break;
    default:
        out.append(QByteArray::fromStdString(value.dump(-1, ' ', false, Json::error_handler_t::replace)));
        break;
    }
}

} // namespace

Result<Json> parseJson(const QByteArray &bytes)
{
    // The library offers no way to parse without exceptions and still learn where it went wrong; the exception ends here.
    try {
        return Json::parse(bytes.begin(), bytes.end());
    } catch (const Json::parse_error &error) {
        const auto offset = std::min<qsizetype>(static_cast<qsizetype>(error.byte), bytes.size());
        const QByteArrayView before = QByteArrayView(bytes).first(std::max<qsizetype>(offset - 1, 0));
        ErrorDetails details;
        details.line = static_cast<int>(before.count('\n')) + 1;
        details.column = static_cast<int>(before.size() - before.lastIndexOf('\n'));
        details.kind = QStringLiteral("json-error");
        return fail(ErrorCode::Damaged, QStringLiteral("Not valid JSON at line %1, column %2.").arg(details.line).arg(details.column), details);
    }
}

QByteArray dumpPythonJson(const Json &value, LineSeparators separators)
{
    QByteArray out;
    append(out, value, separators);
    return out;
}

QByteArray dumpPrettyJson(const Json &value)
{
    return QByteArray::fromStdString(value.dump(2, ' ', false, Json::error_handler_t::replace)) + '\n';
}

Json toJson(const QString &text)
{
    return text.toStdString();
}

Json toJson(const std::optional<QString> &text)
{
    return text ? toJson(*text) : Json(nullptr);
}

QString toQString(const Json &value)
{
    if (value.is_string())
        return QString::fromStdString(value.get_ref<const std::string &>());
    return QString::fromUtf8(dumpPythonJson(value));
}

std::optional<QString> stringMember(const Json &object, const char *key)
{
    if (!object.is_object())
        return std::nullopt;
    const auto found = object.find(key);
    if (found == object.end() || !found->is_string())
        return std::nullopt;
    return toQString(*found);
}

} // namespace verderer
