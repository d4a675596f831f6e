// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/yaml.h"

#include "base/utf8.h"
#include "base/yaml_composer.h"
#include "base/yaml_lines.h"

#include <QStringList>

namespace verderer::yaml {

namespace {

// Python's own limit of recursion ends its loader at a nesting of this order.
constexpr int maxDepth = 400;

// A document of a few lines can expand to more than memory holds ("billion laughs").
constexpr qsizetype maxSize = 1'000'000;

Error yamlError(const QString &message, Mark mark)
{
    ErrorDetails details;
    details.kind = QStringLiteral("yaml-error");
    details.line = mark.line;
    details.column = mark.column;
    return Error{ErrorCode::Invalid, message, details};
}

/// What PyYAML's reader lets pass.
bool isPrintable(char32_t c)
{
    return (c >= 0x20 && c <= 0x7E) || c == 0x09 || c == 0x0A || c == 0x0D || c == 0x85 || (c >= 0xA0 && c <= 0xD7FF) ||
           (c >= 0xE000 && c <= 0xFFFD) || (c >= 0x10000 && c <= 0x10FFFF);
}

/// Python's repr() of a text.
QString representedText(const QString &text)
{
    const QChar quote = text.contains(u'\'') && !text.contains(u'"') ? u'"' : u'\'';
    QString out = quote;
    for (const QChar c : text) {
        if (c == quote || c == u'\\')
            out += QString(u'\\' % c);
        else if (c == u'\n')
            out += u"\\n";
        else if (c == u'\r')
            out += u"\\r";
        else if (c == u'\t')
            out += u"\\t";
        else if (c.unicode() < 0x20 || c.unicode() == 0x7F)
            out += QStringLiteral("\\x%1").arg(static_cast<uint>(c.unicode()), 2, 16, QLatin1Char('0'));
        else
            out += c;
    }
    out += quote;
    return out;
}

QString represented(const Value &value, int depth);

QString joined(const Value &value, int depth)
{
    QStringList parts;
    if (value.kind == Kind::Sequence) {
        for (const Value &item : value.items)
            parts.append(represented(item, depth));
    } else {
        for (const auto &[key, item] : value.entries)
            parts.append(value.kind == Kind::Set ? represented(key, depth) : QString(represented(key, depth) % u": " % represented(item, depth)));
    }
    return parts.join(u", ");
}

QString represented(const Value &value, int depth)
{
    if (depth > maxDepth)
        return QStringLiteral("...");
    switch (value.kind) {
    case Kind::String:
        return representedText(value.text);
    case Kind::Date:
    case Kind::DateTime:
        return QString(u"datetime." % pythonTypeName(value.kind) % u'(' % value.text % u')');
    case Kind::Sequence:
        return QString(u'[' % joined(value, depth + 1) % u']');
    case Kind::Mapping:
        return QString(u'{' % joined(value, depth + 1) % u'}');
    case Kind::Set:
        return value.entries.isEmpty() ? QStringLiteral("set()") : QString(u'{' % joined(value, depth + 1) % u'}');
    default:
        return value.text;
    }
}

} // namespace

const Value *Value::find(QStringView key) const
{
    for (const auto &[name, value] : entries) {
        if (name.isString() && name.text == key)
            return &value;
    }
    return nullptr;
}

QString pythonTypeName(Kind kind)
{
    switch (kind) {
    case Kind::Null:
        return QStringLiteral("NoneType");
    case Kind::Bool:
        return QStringLiteral("bool");
    case Kind::Int:
        return QStringLiteral("int");
    case Kind::Float:
        return QStringLiteral("float");
    case Kind::String:
        return QStringLiteral("str");
    case Kind::Date:
        return QStringLiteral("date");
    case Kind::DateTime:
        return QStringLiteral("datetime");
    case Kind::Binary:
        return QStringLiteral("bytes");
    case Kind::Sequence:
        return QStringLiteral("list");
    case Kind::Mapping:
        return QStringLiteral("dict");
    case Kind::Set:
        break;
    }
    return QStringLiteral("set");
}

QString pythonStr(const Value &value)
{
    return value.isString() || value.kind == Kind::Date || value.kind == Kind::DateTime ? value.text : represented(value, 0);
}

Result<Value> load(const QByteArray &text)
{
    if (firstInvalidUtf8(text) >= 0)
        return tl::unexpected(yamlError(QStringLiteral("The text is not UTF-8; save it as UTF-8."), {1, 1}));
    std::u32string characters = utf8ToCodePoints(text);
    const detail::LineTable lines(characters);

    for (std::size_t i = 0; i < characters.size(); ++i) {
        if (!isPrintable(characters[i])) {
            const QString code = QStringLiteral("%1").arg(static_cast<uint>(characters[i]), 4, 16, QLatin1Char('0')).toUpper();
            return tl::unexpected(
                yamlError(QStringLiteral("the character U+%1 is not allowed; remove it").arg(code), lines.mark(static_cast<qsizetype>(i))));
        }
    }

    const auto failed = [&](const detail::Failure &failure) { return tl::unexpected(yamlError(failure.message, lines.mark(failure.index))); };
    auto events = detail::readEvents(text, std::move(characters), maxDepth);
    if (!events)
        return failed(events.error());
    auto graph = detail::compose(*std::move(events));
    if (!graph)
        return failed(graph.error());
    if (!graph->root) {
        Value nothing;
        nothing.text = QStringLiteral("None");
        nothing.mark = {1, 1};
        return nothing;
    }
    auto value = detail::construct(*graph, lines, maxSize);
    if (!value)
        return failed(value.error());
    return std::move(*value);
}

} // namespace verderer::yaml
