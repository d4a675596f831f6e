// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/usage_text.h"

namespace verderer {

namespace {

constexpr int mostDigits = 18; // fits into 64 bits whatever they are

/// Goes through the text once; every step gives false where it finds something else.
class Walk {
public:
    explicit Walk(std::string_view text) : m_at(text.data()), m_end(text.data() + text.size()) {}

    bool take(char wanted)
    {
        skipSpace();
        if (m_at == m_end || *m_at != wanted) {
            return false;
        }
        ++m_at;
        return true;
    }
    bool key(std::string_view *text)
    {
        if (!take('"')) {
            return false;
        }
        const char *begin = m_at;
        while (m_at != m_end && *m_at != '"') {
            if (*m_at == '\\' || static_cast<unsigned char>(*m_at) < 0x20) {
                return false;
            }
            ++m_at;
        }
        *text = std::string_view(begin, static_cast<std::size_t>(m_at - begin));
        return take('"') && take(':');
    }
    bool integer(qint64 *value)
    {
        skipSpace();
        const bool negative = m_at != m_end && *m_at == '-';
        m_at += negative ? 1 : 0;
        const char *begin = m_at;
        qint64 number = 0;
        while (m_at != m_end && *m_at >= '0' && *m_at <= '9' && m_at - begin < mostDigits) {
            number = number * 10 + (*m_at++ - '0');
        }
        const bool leadingZero = m_at - begin > 1 && *begin == '0';
        *value = negative ? -number : number;
        // What follows must end the number: a fraction or a further digit is for the real parser.
        return m_at != begin && !leadingZero && m_at != m_end && (*m_at == ',' || *m_at == '}' || *m_at == ' ');
    }
    bool atEnd()
    {
        skipSpace();
        return m_at == m_end;
    }

private:
    void skipSpace()
    {
        while (m_at != m_end && (*m_at == ' ' || *m_at == '\n' || *m_at == '\t' || *m_at == '\r')) {
            ++m_at;
        }
    }

    const char *m_at;
    const char *m_end;
};

bool readNumbers(Walk *walk, UsageNumbers *numbers)
{
    if (!walk->take('{')) {
        return false;
    }
    if (walk->take('}')) {
        return true;
    }
    do {
        std::string_view name;
        qint64 value = 0;
        if (!walk->key(&name) || !walk->integer(&value)) {
            return false;
        }
        if (name == "input_tokens") {
            numbers->input = value;
        } else if (name == "output_tokens") {
            numbers->output = value;
        } else if (name == "total_tokens") {
            numbers->total = value;
        } else if (name == "cache_read_tokens") {
            numbers->cacheRead = value;
        }
    } while (walk->take(','));
    return walk->take('}');
}

} // namespace

bool readUniformUsage(std::string_view json, const std::function<void(std::string_view, const UsageNumbers &)> &model)
{
    Walk walk(json);
    if (!walk.take('{')) {
        return false;
    }
    if (walk.take('}')) {
        return walk.atEnd();
    }
    do {
        std::string_view name;
        UsageNumbers numbers;
        if (!walk.key(&name) || !readNumbers(&walk, &numbers)) {
            return false;
        }
        model(name, numbers);
    } while (walk.take(','));
    return walk.take('}') && walk.atEnd();
}

} // namespace verderer
