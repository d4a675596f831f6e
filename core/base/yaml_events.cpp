// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/yaml_events.h"

#include "base/yaml_tabs.h"

#include <yaml.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>

namespace verderer::yaml::detail {

namespace {

// An escaped surrogate is a character to Python and an error to libyaml. It travels as the code point that lies as far into one of these blocks of a
// private plane, and becomes a lone QChar again.
constexpr char32_t surrogateBlocks[] = {0x10F000, 0x10E000, 0x10D000, 0xFF000};
constexpr char32_t surrogateCount = 0x800;

// How often the text may be mended and parsed again, and how many code points that may cost. Real texts need none.
constexpr int maxRounds = 4000;
constexpr qsizetype maxCost = 100'000'000;

constexpr char32_t byteOrderMark = 0xFEFF;

bool isBreak(char32_t c)
{
    return c == U'\n' || c == U'\r' || c == 0x85 || c == 0x2028 || c == 0x2029;
}

/// The text as libyaml gets it, and from which place of the original each of its characters comes.
class MendedText {
public:
    explicit MendedText(std::u32string text) : m_text(std::move(text)) {}

    [[nodiscard]] const std::u32string &text() const { return m_text; }
    [[nodiscard]] char32_t at(qsizetype index) const
    {
        return index >= 0 && static_cast<std::size_t>(index) < m_text.size() ? m_text[static_cast<std::size_t>(index)] : 0;
    }

    [[nodiscard]] bool isMended() const { return !m_origins.empty(); }
    [[nodiscard]] QByteArray toUtf8() const { return QString::fromUcs4(m_text.data(), static_cast<qsizetype>(m_text.size())).toUtf8(); }

    [[nodiscard]] qsizetype origin(qsizetype index) const
    {
        if (m_origins.empty())
            return std::min(index, static_cast<qsizetype>(m_text.size()));
        return m_origins[static_cast<std::size_t>(std::min(index, static_cast<qsizetype>(m_origins.size()) - 1))];
    }

    void replace(qsizetype index, qsizetype count, std::u32string_view with)
    {
        if (m_origins.empty()) {
            m_origins.resize(m_text.size() + 1);
            std::iota(m_origins.begin(), m_origins.end(), qsizetype{0});
        }
        const qsizetype from = m_origins[static_cast<std::size_t>(index)];
        m_text.replace(static_cast<std::size_t>(index), static_cast<std::size_t>(count), with);
        const auto place = m_origins.begin() + index;
        m_origins.insert(m_origins.erase(place, place + count), with.size(), from);
    }

private:
    std::u32string m_text;
    std::vector<qsizetype> m_origins; // empty while nothing was inserted
};

struct ParserDeleter {
    void operator()(yaml_parser_t *parser) const
    {
        yaml_parser_delete(parser);
        delete parser;
    }
};

struct EventGuard {
    yaml_event_t event{};
    EventGuard() = default;
    ~EventGuard() { yaml_event_delete(&event); }
    Q_DISABLE_COPY_MOVE(EventGuard)
};

QByteArray bytesOf(const yaml_char_t *text)
{
    return text ? QByteArray(reinterpret_cast<const char *>(text)) : QByteArray();
}

/// One parse of the mended text: what came, and why it ended.
struct Round {
    Events events;
    std::vector<ScalarSpan> scalars;     // places in the mended text, for the check of tabs
    std::vector<qsizetype> starts, ends; // of each event, likewise
    int flowDepth = 0;                   // of [] and {} around the place that was reached
    bool secondDocument = false;
    bool tooDeep = false;
    qsizetype index = 0; // of the problem, of the second document, of the collection that is too deep
    std::optional<QByteArray> problem;
    QByteArray context;
    qsizetype contextIndex = 0;
    int parserIndent = -1;
};

class Reader {
public:
    Reader(const QByteArray &utf8, std::u32string text, int maxDepth) : m_utf8(utf8), m_text(std::move(text)), m_maxDepth(maxDepth) {}

    tl::expected<Events, Failure> read()
    {
        hideByteOrderMarks();
        qsizetype cost = 0;
        for (int round = 0; round < maxRounds && cost < maxCost; ++round) {
            cost += static_cast<qsizetype>(m_text.text().size()) + 1;
            Round result = parse();
            if (mend(result))
                continue;
            return finish(std::move(result));
        }
        return tl::unexpected(Failure{QStringLiteral("too many lists and mappings in [ ] and { } lack spaces; put one after each ':' and '?'"), 0});
    }

private:
    void hideByteOrderMarks()
    {
        // Python drops one at the very beginning and takes any other for an ordinary character; libyaml refuses it.
        if (m_text.text().starts_with(byteOrderMark))
            m_text.replace(0, 1, {});
        if (m_text.text().find(byteOrderMark) == std::u32string::npos)
            return;
        m_markStandIn = 0x10FFFD;
        while (m_text.text().find(m_markStandIn) != std::u32string::npos)
            --m_markStandIn;
        for (qsizetype i = 0; i < static_cast<qsizetype>(m_text.text().size()); ++i) {
            if (m_text.at(i) == byteOrderMark)
                m_text.replace(i, 1, std::u32string_view(&m_markStandIn, 1));
        }
    }

    QString textOf(const char *utf8, qsizetype length) const
    {
        QString text = QString::fromUtf8(utf8, length);
        if (m_markStandIn)
            text.replace(QString::fromUcs4(&m_markStandIn, 1), QString(QChar(u'\xFEFF')));
        if (!m_surrogateBlock)
            return text;
        QString out;
        out.reserve(text.size());
        for (qsizetype i = 0; i < text.size(); ++i) {
            if (i + 1 < text.size() && text[i].isHighSurrogate()) {
                const char32_t code = QChar::surrogateToUcs4(text[i], text[i + 1]);
                if (code >= m_surrogateBlock && code < m_surrogateBlock + surrogateCount) {
                    out += QChar(static_cast<char16_t>(0xD800 + (code - m_surrogateBlock)));
                    ++i;
                    continue;
                }
            }
            out += text[i];
        }
        return out;
    }

    Round parse() const;
    void take(const yaml_event_t &event, Round &round) const;
    bool mend(const Round &round);
    bool mendProblem(const Round &round);
    bool mendEmptyKeys(const Round &round);
    bool mendSurrogate(qsizetype digits);
    bool mendBlockScalarTab(const Round &round);
    bool mendUnknownDirective(qsizetype percent);
    bool mendVersion(qsizetype percent);
    tl::expected<Events, Failure> finish(Round round) const;

    const QByteArray &m_utf8; // of the text as it was handed in
    MendedText m_text;
    int m_maxDepth;
    int m_directives = 0; // unknown ones that were replaced
    char32_t m_markStandIn = 0;
    char32_t m_surrogateBlock = 0;
};

void Reader::take(const yaml_event_t &raw, Round &round) const
{
    Event event;
    const auto start = static_cast<qsizetype>(raw.start_mark.index);
    const auto end = static_cast<qsizetype>(raw.end_mark.index);
    switch (raw.type) {
    case YAML_ALIAS_EVENT:
        event.type = Event::Type::Alias;
        event.anchor = bytesOf(raw.data.alias.anchor);
        break;
    case YAML_SCALAR_EVENT: {
        event.type = Event::Type::Scalar;
        event.anchor = bytesOf(raw.data.scalar.anchor);
        event.tag = bytesOf(raw.data.scalar.tag);
        event.value = textOf(reinterpret_cast<const char *>(raw.data.scalar.value), static_cast<qsizetype>(raw.data.scalar.length));
        event.plainImplicit = raw.data.scalar.plain_implicit != 0;
        if (event.tag == "!") {
            // libyaml leaves the non-specific tag on an empty scalar.
            event.tag.clear();
            event.plainImplicit = true;
        }
        ScalarSpan span;
        span.start = start;
        span.end = end;
        span.inFlow = round.flowDepth > 0;
        span.tagged = !event.tag.isEmpty();
        switch (raw.data.scalar.style) {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE:
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE:
            span.style = ScalarSpan::Style::Quoted;
            break;
        case YAML_LITERAL_SCALAR_STYLE:
        case YAML_FOLDED_SCALAR_STYLE:
            span.style = ScalarSpan::Style::Block;
            break;
        default:
            break;
        }
        round.scalars.push_back(span);
        break;
    }
    case YAML_SEQUENCE_START_EVENT:
        event.type = Event::Type::SequenceStart;
        event.anchor = bytesOf(raw.data.sequence_start.anchor);
        event.tag = bytesOf(raw.data.sequence_start.tag);
        if (event.tag == "!")
            event.tag.clear();
        event.flow = raw.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
        round.flowDepth += event.flow ? 1 : 0;
        break;
    case YAML_MAPPING_START_EVENT:
        event.type = Event::Type::MappingStart;
        event.anchor = bytesOf(raw.data.mapping_start.anchor);
        event.tag = bytesOf(raw.data.mapping_start.tag);
        if (event.tag == "!")
            event.tag.clear();
        event.flow = raw.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
        round.flowDepth += event.flow ? 1 : 0;
        break;
    case YAML_SEQUENCE_END_EVENT:
        event.type = Event::Type::SequenceEnd;
        round.flowDepth -= round.flowDepth > 0 ? 1 : 0;
        break;
    case YAML_MAPPING_END_EVENT:
        event.type = Event::Type::MappingEnd;
        round.flowDepth -= round.flowDepth > 0 ? 1 : 0;
        break;
    default:
        return;
    }
    event.index = m_text.origin(start);
    round.events.push_back(std::move(event));
    round.starts.push_back(start);
    round.ends.push_back(end);
}

Round Reader::parse() const
{
    Round round;
    const QByteArray utf8 = m_text.isMended() ? m_text.toUtf8() : m_utf8;
    round.events.reserve(32);
    round.scalars.reserve(32);
    round.starts.reserve(32);
    round.ends.reserve(32);
    std::unique_ptr<yaml_parser_t, ParserDeleter> parser(new yaml_parser_t{});
    if (!yaml_parser_initialize(parser.get())) {
        round.problem = QByteArrayLiteral("not enough memory");
        return round;
    }
    yaml_parser_set_encoding(parser.get(), YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(parser.get(), reinterpret_cast<const unsigned char *>(utf8.constData()), static_cast<std::size_t>(utf8.size()));

    int depth = 0;
    int documents = 0;
    while (true) {
        EventGuard guard;
        if (!yaml_parser_parse(parser.get(), &guard.event)) {
            round.problem = parser->problem ? QByteArray(parser->problem) : QByteArrayLiteral("not enough memory");
            round.context = parser->context ? QByteArray(parser->context) : QByteArray();
            round.index = static_cast<qsizetype>(parser->problem_mark.index);
            round.contextIndex = static_cast<qsizetype>(parser->context_mark.index);
            round.parserIndent = parser->indent;
            return round;
        }
        switch (guard.event.type) {
        case YAML_STREAM_END_EVENT:
        case YAML_NO_EVENT:
            return round;
        case YAML_DOCUMENT_START_EVENT:
            if (++documents > 1) {
                round.secondDocument = true;
                round.index = static_cast<qsizetype>(guard.event.start_mark.index);
                return round;
            }
            break;
        case YAML_SEQUENCE_START_EVENT:
        case YAML_MAPPING_START_EVENT:
            if (++depth > m_maxDepth) {
                round.tooDeep = true;
                round.index = static_cast<qsizetype>(guard.event.start_mark.index);
                return round;
            }
            break;
        case YAML_SEQUENCE_END_EVENT:
        case YAML_MAPPING_END_EVENT:
            --depth;
            break;
        default:
            break;
        }
        take(guard.event, round);
    }
}

bool Reader::mend(const Round &round)
{
    return mendEmptyKeys(round) || (round.problem && mendProblem(round));
}

bool Reader::mendEmptyKeys(const Round &round)
{
    // After a '?' without a key in a flow sequence libyaml loses the next token. An explicit null says the same and is read right.
    for (std::size_t i = 0; i + 1 < round.events.size(); ++i) {
        const Event &event = round.events[i];
        if (event.type != Event::Type::MappingStart || !event.flow || m_text.at(round.starts[i]) != U'?')
            continue;
        const bool emptyKey = round.events[i + 1].type == Event::Type::Scalar && round.starts[i + 1] == round.ends[i + 1];
        if (emptyKey) {
            m_text.replace(round.starts[i] + 1, 0, U" ~ ");
            return true;
        }
    }
    return false;
}

bool Reader::mendProblem(const Round &round)
{
    if (round.problem->startsWith("found unexpected ':'")) {
        // "a:]" in a flow collection: to Python the ':' ends the plain scalar, except before a '?'.
        if (m_text.at(round.index + 1) == U'?')
            return false;
        m_text.replace(round.index + 1, 0, U" ");
        return true;
    }
    if (round.problem->startsWith("found invalid Unicode character escape code"))
        return mendSurrogate(round.index);
    if (round.problem->startsWith("found unknown directive name"))
        return mendUnknownDirective(round.contextIndex);
    if (round.problem->startsWith("found incompatible YAML document"))
        return mendVersion(round.index);
    if (round.problem->startsWith("found a tab character where an indentation space is expected"))
        return mendBlockScalarTab(round);
    return false;
}

bool Reader::mendSurrogate(qsizetype escape)
{
    // The mark is at the backslash, the letter or the first digit; find the letter near it.
    qsizetype letter = escape;
    while (letter > escape - 3 && m_text.at(letter) != U'\\')
        --letter;
    if (m_text.at(letter) != U'\\')
        return false;
    ++letter;
    const int length = m_text.at(letter) == U'u' ? 4 : m_text.at(letter) == U'U' ? 8 : 0;
    char32_t code = 0;
    for (int i = 1; i <= length; ++i) {
        const char32_t c = m_text.at(letter + i);
        if (c > 0x7F)
            return false;
        code = code * 16 + static_cast<char32_t>(QString(QChar(static_cast<char16_t>(c))).toUInt(nullptr, 16));
    }
    if (length == 0 || code < 0xD800 || code > 0xDFFF)
        return false;
    if (!m_surrogateBlock) {
        for (const char32_t block : surrogateBlocks) {
            const bool taken = std::ranges::any_of(m_text.text(), [&](char32_t c) { return c >= block && c < block + surrogateCount; });
            if (!taken) {
                m_surrogateBlock = block;
                break;
            }
        }
        if (!m_surrogateBlock)
            return false;
    }
    const char32_t stand = m_surrogateBlock + (code - 0xD800);
    const std::u32string with = QStringLiteral("U%1").arg(static_cast<uint>(stand), 8, 16, QLatin1Char('0')).toStdU32String();
    m_text.replace(letter, 1 + length, with);
    return true;
}

bool Reader::mendBlockScalarTab(const Round &round)
{
    // Python finds the indentation of a block scalar by its spaces alone; a tab after them is content. libyaml takes such a tab only where the header
    // says the indentation.
    qsizetype header = round.contextIndex + 1;
    if (m_text.at(round.contextIndex) != U'|' && m_text.at(round.contextIndex) != U'>')
        return false;
    if (m_text.at(header) == U'+' || m_text.at(header) == U'-')
        ++header;
    if (m_text.at(header) >= U'0' && m_text.at(header) <= U'9')
        return false;
    qsizetype index = header;
    while (m_text.at(index) && !isBreak(m_text.at(index)))
        ++index;
    int widest = 0;
    int column = 0;
    for (; index < round.index; ++index) {
        column = isBreak(m_text.at(index)) ? 0 : column + 1;
        widest = std::max(widest, column);
    }
    const int parent = std::max(round.parserIndent, 0);
    const int increment = column - parent;
    if (column != widest || increment < 1 || increment > 9)
        return false;
    const auto digit = static_cast<char32_t>(U'0' + increment);
    m_text.replace(header, 0, std::u32string_view(&digit, 1));
    return true;
}

bool Reader::mendUnknownDirective(qsizetype percent)
{
    // Python passes over it; a directive that means nothing takes its place, for one must be followed by '---'.
    if (m_text.at(percent) != U'%')
        return false;
    qsizetype end = percent;
    while (m_text.at(end) && !isBreak(m_text.at(end)))
        ++end;
    const std::u32string with = QStringLiteral("%TAG !unknown%1! x").arg(++m_directives).toStdU32String();
    m_text.replace(percent, end - percent, with);
    return true;
}

bool Reader::mendVersion(qsizetype percent)
{
    // Python takes every version 1.x for 1.1.
    qsizetype digits = percent + 5;
    while (m_text.at(digits) == U' ')
        ++digits;
    if (m_text.at(digits) != U'1' || m_text.at(digits + 1) != U'.')
        return false;
    digits += 2;
    qsizetype end = digits;
    while (m_text.at(end) >= U'0' && m_text.at(end) <= U'9')
        ++end;
    if (end == digits || (end == digits + 1 && m_text.at(digits) == U'1'))
        return false;
    m_text.replace(digits, end - digits, U"1");
    return true;
}

tl::expected<Events, Failure> Reader::finish(Round round) const
{
    const auto failure = [&](const QString &message, qsizetype index) { return tl::unexpected(Failure{message, m_text.origin(index)}); };

    // Where libyaml gave up inside a scalar, what follows its beginning was not read as tokens.
    qsizetype limit = static_cast<qsizetype>(m_text.text().size());
    if (round.problem) {
        limit = round.index;
        if (round.context.contains("scalar"))
            limit = std::min(limit, round.contextIndex);
    } else if (round.secondDocument || round.tooDeep) {
        limit = round.index;
    }
    if (const auto tab = forbiddenTab(m_text.text(), round.scalars, limit))
        return failure(friendlyProblem("found character that cannot start any token", {}, U'\t'), *tab);

    if (round.problem) {
        const bool unclosed = round.problem->startsWith("found unexpected end of stream") || round.problem->startsWith("found unexpected document");
        const qsizetype place = unclosed ? round.contextIndex : round.index;
        return failure(friendlyProblem(*round.problem, round.context, m_text.at(round.index)), place);
    }
    if (round.secondDocument)
        return failure(friendlyProblem("did not find expected <document start>", {}, 0), round.index);
    if (round.tooDeep)
        return failure(QStringLiteral("lists and mappings are nested more than %1 deep; flatten them").arg(m_maxDepth), round.index);

    for (const ScalarSpan &scalar : round.scalars) {
        // To Python a '?' ends a plain scalar in a flow collection, and nothing may follow it there.
        if (const auto place = questionMarkInPlain(m_text.text(), scalar))
            return failure(QStringLiteral("text with '?' inside [ ] or { } must be quoted"), *place);
        if (const auto place = hashInBlockHeader(m_text.text(), scalar))
            return failure(friendlyProblem("did not find expected chomping", {}, U'#'), *place);
        if (const auto place = commaAfterTag(m_text.text(), scalar))
            return failure(QStringLiteral("a YAML tag must be followed by a space; put one after it"), *place);
    }
    return std::move(round.events);
}

} // namespace

tl::expected<Events, Failure> readEvents(const QByteArray &utf8, std::u32string text, int maxDepth)
{
    return Reader(utf8, std::move(text), maxDepth).read();
}

} // namespace verderer::yaml::detail
