// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

namespace verderer {

namespace {

enum class Style { Python, Pretty };

/// Writes a value without recursion: how deep a value may be nested is not ours to say.
class JsonWriter {
public:
    explicit JsonWriter(Style style, LineSeparators separators) : m_style(style), m_separators(separators) {}

    QByteArray write(const Json &value)
    {
        begin(value);
        while (!m_open.empty()) {
            Container &container = m_open.back();
            if (container.at == container.end) {
                close();
                continue;
            }
            separate(container);
            if (container.isObject) {
                appendString(container.at.key());
                m_out.append(": ");
            }
            const Json &member = *container.at;
            ++container.at;
            begin(member); // `container` is dangling from here on
        }
        return std::move(m_out);
    }

private:
    struct Container {
        Json::const_iterator at;
        Json::const_iterator end;
        bool isObject;
        bool isFirst;
    };

    void begin(const Json &value)
    {
        switch (value.type()) {
        case Json::value_t::object:
        case Json::value_t::array:
            m_out.append(value.is_object() ? '{' : '[');
            m_open.push_back({value.cbegin(), value.cend(), value.is_object(), true});
            break;
        case Json::value_t::string:
            appendString(value.get_ref<const std::string &>());
            break;
        case Json::value_t::number_float:
            appendDouble(value.get<double>());
            break;
        default:
            m_out.append(QByteArray::fromStdString(value.dump()));
            break;
        }
    }

    void separate(Container &container)
    {
        if (m_style == Style::Pretty) {
            m_out.append(container.isFirst ? "\n" : ",\n");
            indent(m_open.size());
        } else if (!container.isFirst) {
            m_out.append(", ");
        }
        container.isFirst = false;
    }

    void close()
    {
        const Container container = m_open.back();
        m_open.pop_back();
        if (m_style == Style::Pretty && !container.isFirst) {
            m_out.append('\n');
            indent(m_open.size());
        }
        m_out.append(container.isObject ? '}' : ']');
    }

    void indent(std::size_t levels) { m_out.append(static_cast<qsizetype>(levels) * 2, ' '); }

    /// As Python's repr(): the shortest digits that read back the same, an exponent from 1e16 up and below 1e-4.
    void appendDouble(double value)
    {
        if (!std::isfinite(value)) {
            m_out.append("null");
            return;
        }
        const double size = std::fabs(value);
        const bool exponent = size != 0 && (size >= 1e16 || size < 1e-4);
        std::array<char, 64> digits = {};
        const auto [end, error] =
            std::to_chars(digits.data(), digits.data() + digits.size(), value, exponent ? std::chars_format::scientific : std::chars_format::fixed);
        Q_ASSERT(error == std::errc());
        const QByteArrayView text(digits.data(), end);
        m_out.append(text);
        if (!exponent && !text.contains('.')) {
            m_out.append(".0");
        }
    }

    void appendString(const std::string &text)
    {
        const QByteArrayView bytes(text.data(), static_cast<qsizetype>(text.size()));
        m_out.append('"');
        if (bytes.isValidUtf8()) {
            appendEscaped(bytes);
        } else {
            appendEscaped(QString::fromUtf8(bytes).toUtf8());
        }
        m_out.append('"');
    }

    /// Escapes as Python's encoder does without ensure_ascii, plus the three separators that break DeerFlow's reader.
    void appendEscaped(QByteArrayView text)
    {
        qsizetype done = 0;
        for (qsizetype i = 0; i < text.size(); ++i) {
            const auto c = static_cast<unsigned char>(text[i]);
            if (c >= 0x20 && c != '"' && c != '\\' && c != 0xC2 && c != 0xE2) {
                continue;
            }
            qsizetype length = 1;
            const QByteArray escape = escapeAt(text.sliced(i), &length);
            if (escape.isEmpty()) {
                continue;
            }
            m_out.append(text.sliced(done, i - done)).append(escape);
            i += length - 1;
            done = i + 1;
        }
        m_out.append(text.sliced(done));
    }

    /// The escape for the character that `text` begins with, and how many bytes it stands for; empty where it is written as it is.
    QByteArray escapeAt(QByteArrayView text, qsizetype *length) const
    {
        switch (text.front()) {
        case '"':
            return QByteArrayLiteral("\\\"");
        case '\\':
            return QByteArrayLiteral("\\\\");
        case '\n':
            return QByteArrayLiteral("\\n");
        case '\r':
            return QByteArrayLiteral("\\r");
        case '\t':
            return QByteArrayLiteral("\\t");
        case '\b':
            return QByteArrayLiteral("\\b");
        case '\f':
            return QByteArrayLiteral("\\f");
        default:
            break;
        }
        if (static_cast<unsigned char>(text.front()) < 0x20) {
            return "\\u00" + QByteArray(text.data(), 1).toHex();
        }
        if (m_separators == LineSeparators::Raw) {
            return {};
        }
        if (text.startsWith("\xC2\x85")) {
            *length = 2;
            return QByteArrayLiteral("\\u0085");
        }
        if (text.startsWith("\xE2\x80\xA8") || text.startsWith("\xE2\x80\xA9")) {
            *length = 3;
            return text[2] == '\xA8' ? QByteArrayLiteral("\\u2028") : QByteArrayLiteral("\\u2029");
        }
        return {};
    }

    Style m_style;
    LineSeparators m_separators;
    QByteArray m_out;
    std::vector<Container> m_open;
};

/// Byte `offset` of the text as line and column, both 1-based, columns in code points.
ErrorDetails placeOf(QByteArrayView text, qsizetype offset, const QString &kind)
{
    const QByteArrayView before = text.first(std::clamp<qsizetype>(offset, 0, text.size()));
    const QByteArrayView line = before.sliced(before.lastIndexOf('\n') + 1);
    ErrorDetails details;
    details.kind = kind;
    details.line = static_cast<int>(before.count('\n')) + 1;
    details.column =
        1 + static_cast<int>(std::count_if(line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
    return details;
}

tl::unexpected<Error> damaged(QByteArrayView text, qsizetype offset)
{
    const ErrorDetails details = placeOf(text, offset, QStringLiteral("json-error"));
    return fail(ErrorCode::Damaged, QStringLiteral("Not valid JSON at line %1, column %2.").arg(details.line).arg(details.column), details);
}

/// Where the nesting becomes too deep, judged by brackets and strings alone; -1: nowhere.
qsizetype findTooDeep(QByteArrayView text)
{
    int depth = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        switch (text[i]) {
        case '"':
            for (++i; i < text.size() && text[i] != '"'; ++i) {
                if (text[i] == '\\') {
                    ++i;
                }
            }
            break;
        case '{':
        case '[':
            if (++depth > maxJsonDepth) {
                return i;
            }
            break;
        case '}':
        case ']':
            --depth;
            break;
        default:
            break;
        }
    }
    return -1;
}

} // namespace

Result<Json> parseJson(const QByteArray &bytes)
{
    // The library skips a byte order mark and takes a NUL byte for the end of the text.
    if (bytes.startsWith("\xEF\xBB\xBF")) {
        return damaged(bytes, 0);
    }
    if (const qsizetype nul = bytes.indexOf('\0'); nul >= 0) {
        return damaged(bytes, nul);
    }
    if (const qsizetype tooDeep = findTooDeep(bytes); tooDeep >= 0) {
        const ErrorDetails details = placeOf(bytes, tooDeep, QStringLiteral("json-depth"));
        return fail(ErrorCode::Damaged,
                    QStringLiteral("The JSON is nested more than %1 levels deep at line %2, column %3.")
                        .arg(maxJsonDepth)
                        .arg(details.line)
                        .arg(details.column),
                    details);
    }
    // The library offers no way to build a value without exceptions and still learn where it went wrong; they end here.
    try {
        return Json::parse(bytes.begin(), bytes.end());
    } catch (const Json::parse_error &error) {
        return damaged(bytes, static_cast<qsizetype>(error.byte) - 1);
    } catch (const Json::exception &error) { // a number too large for a double
        ErrorDetails details;
        details.kind = QStringLiteral("json-error");
        return fail(ErrorCode::Damaged, QStringLiteral("Not valid JSON: it holds a number that is too large."), details);
    }
}

QByteArray dumpPythonJson(const Json &value, LineSeparators separators)
{
    return JsonWriter(Style::Python, separators).write(value);
}

QByteArray dumpPrettyJson(const Json &value)
{
    return JsonWriter(Style::Pretty, LineSeparators::Raw).write(value) + '\n';
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
    if (value.is_string()) {
        return QString::fromStdString(value.get_ref<const std::string &>());
    }
    return QString::fromUtf8(dumpPythonJson(value));
}

std::optional<QString> stringMember(const Json &object, const char *key)
{
    if (!object.is_object()) {
        return std::nullopt;
    }
    const auto found = object.find(key);
    if (found == object.end() || !found->is_string()) {
        return std::nullopt;
    }
    return toQString(*found);
}

} // namespace verderer
