// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/yaml.h"
#include "skills/document.h"

#include <algorithm>

namespace verderer {

namespace {

bool isOrdinary(char32_t c)
{
    const bool separator = c == 0x85 || c == 0x2028 || c == 0x2029;
    const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
    return !separator && !control && c != 0xFEFF && !(c >= 0xD800 && c <= 0xDFFF) && c != 0xFFFE && c != 0xFFFF;
}

bool readsBack(const QString &scalar, const QString &text)
{
    const auto loaded = yaml::load(QString(u"k: " % scalar % u"\n").toUtf8());
    const yaml::Value *value = loaded ? loaded->find(u"k") : nullptr;
    return value && loaded->entries.size() == 1 && value->isString() && value->text == text;
}

QString doubleQuoted(const QString &text)
{
    QString out = QStringLiteral("\"");
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (c.isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate()) {
            out += c;
            out += text[++i];
        } else if (c == u'"' || c == u'\\') {
            out += QString(u'\\' % c);
        } else if (c == u'\n') {
            out += u"\\n";
        } else if (c == u'\t') {
            out += u"\\t";
        } else if (c == u'\r') {
            out += u"\\r";
        } else if (isOrdinary(c.unicode())) {
            out += c;
        } else {
            out += QStringLiteral("\\u%1").arg(static_cast<uint>(c.unicode()), 4, 16, QLatin1Char('0'));
        }
    }
    out += u'"';
    return out;
}

} // namespace

QString quotedYamlScalar(const QString &text)
{
    const std::u32string characters = text.toStdU32String();
    const bool oneOrdinaryLine = text.isValidUtf16() && std::ranges::all_of(characters, isOrdinary);
    if (!oneOrdinaryLine)
        return doubleQuoted(text);
    // Whether a plain scalar survives is for the loader to say: it knows every indicator and every type.
    if (!text.isEmpty() && readsBack(text, text))
        return text;
    QString doubled = text;
    doubled.replace(QLatin1Char('\''), QStringLiteral("''"));
    return QString(u'\'' % doubled % u'\'');
}

} // namespace verderer
