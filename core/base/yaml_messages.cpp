// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/yaml_events.h"

namespace verderer::yaml::detail {

namespace {

QString shown(char32_t character)
{
    if (character == U'\t')
        return QStringLiteral("a tab");
    return QStringLiteral("'%1'").arg(QString::fromUcs4(&character, 1));
}

struct Sentence {
    const char *problem; // the beginning of libyaml's words
    const char16_t *sentence;
};

// What libyaml says, in words that tell what to do. The first that fits wins.
constexpr Sentence sentences[] = {
    {"mapping values are not allowed", u"a value that contains ': ' must be quoted"},
    {"could not find expected ':'", u"this line has no ': ' after its key; write 'key: value', or indent it if it continues the text above"},
    {"found a tab character", u"a tab cannot indent; use spaces, or put the value in double quotes"},
    {"found unexpected end of stream", u"a quote that is opened here is never closed; close it, or write it twice ('') inside single quotes"},
    {"found unexpected document", u"a quoted text runs into a line of '---' or '...'; close the quote before it"},
    {"block sequence entries are not allowed", u"'- ' cannot begin a value here; quote the value, or put each list item on a line of its own"},
    {"mapping keys are not allowed", u"'? ' cannot begin a value here; put the value in quotes"},
    {"did not find expected alphabetic or numeric character",
     u"'*' and '&' at the beginning of a value stand for YAML references; put the value in quotes"},
    {"found unknown escape character", u"'\\' in double quotes must be written '\\\\'; or use single quotes"},
    {"did not find expected hexdecimal number", u"an escape in double quotes lacks hexadecimal digits; write '\\\\' for a backslash"},
    {"found invalid Unicode character escape code", u"this escape stands for no character; correct its hexadecimal digits"},
    {"did not find expected key", u"this does not continue the lines above; check its indentation, and quote the value before it"},
    {"did not find expected '-' indicator", u"a list item must begin with '- ' in the same column as the others"},
    {"did not find expected ',' or ']'",
     u"text follows, or a comma is missing in, a list in [ ]; correct the list, or put the whole value in quotes"},
    {"did not find expected ',' or '}'", u"text follows, or a comma is missing in, a mapping in { }; correct it, or put the whole value in quotes"},
    {"found unexpected ':'", u"put a space after this ':', or quote the text that holds it"},
    {"did not find expected node content", u"a value is missing here; write one, or put the text in quotes"},
    {"did not find expected <document start>", u"a second YAML document begins here; front matter holds only one, so remove this line"},
    {"did not find expected comment or line break", u"text after '|' or '>' must stand on the next line, indented"},
    {"did not find expected chomping", u"text after '|' or '>' must stand on the next line, indented"},
    {"found an indentation indicator equal to 0", u"the digit after '|' or '>' must be 1 to 9"},
    {"did not find expected whitespace or line break", u"'!' at the beginning of a value stands for a YAML tag; put the value in quotes"},
    {"did not find expected tag URI", u"'!' at the beginning of a value stands for a YAML tag; put the value in quotes"},
    {"did not find expected '!'", u"'!' at the beginning of a value stands for a YAML tag; put the value in quotes"},
    {"found undefined tag handle", u"'!' at the beginning of a value stands for a YAML tag, and this one is unknown; put the value in quotes"},
    {"found unexpected character", u"this character is not allowed in a YAML directive; remove the line that begins with '%'"},
};

} // namespace

QString friendlyProblem(const QByteArray &problem, const QByteArray &context, char32_t at)
{
    if (problem.startsWith("found character that cannot start any token")) {
        if (at == U'\t')
            return QStringLiteral("a tab cannot stand outside quotes; use spaces, or put the value in double quotes");
        return QStringLiteral("%1 cannot begin a value; put the value in quotes").arg(shown(at));
    }
    for (const Sentence &entry : sentences) {
        if (problem.startsWith(entry.problem))
            return QString::fromUtf16(entry.sentence);
    }
    QString words = QString::fromUtf8(problem);
    if (!context.isEmpty())
        words = QString(QString::fromUtf8(context) % u", " % words);
    return words;
}

} // namespace verderer::yaml::detail
