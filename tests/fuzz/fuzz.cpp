// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz/fuzz.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace verderer::fuzz {

void require(bool holds, const char *promise)
{
    if (!holds) {
        std::fprintf(stderr, "broken promise: %s\n", promise);
        std::abort();
    }
}

QByteArray bytesOf(const std::uint8_t *data, std::size_t size)
{
    return QByteArray(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
}

std::uint8_t Parts::byte()
{
    return atEnd() ? 0 : static_cast<std::uint8_t>(m_bytes.at(m_at++));
}

QByteArray Parts::text()
{
    const qsizetype nul = m_bytes.indexOf('\0', std::min(m_at, m_bytes.size()));
    const qsizetype end = nul < 0 ? m_bytes.size() : nul;
    const QByteArray found = m_bytes.mid(m_at, end - m_at);
    m_at = std::min(end + 1, m_bytes.size());
    return found;
}

QByteArray Parts::rest()
{
    const QByteArray found = m_bytes.mid(m_at);
    m_at = m_bytes.size();
    return found;
}

} // namespace verderer::fuzz
