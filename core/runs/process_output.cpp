// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/process_output.h"

#include "base/utf8.h"

#include <algorithm>

namespace verderer {

OutputLines::OutputLines(int longest, std::function<void(const Line &)> each) : m_longest(longest), m_each(std::move(each))
{
}

void OutputLines::add(const QByteArray &bytes)
{
    qsizetype at = 0;
    while (at < bytes.size()) {
        const qsizetype newline = bytes.indexOf('\n', at);
        const qsizetype end = newline < 0 ? bytes.size() : newline;
        const qsizetype room = std::max<qsizetype>(0, m_longest - m_kept.size());
        m_kept.append(bytes.constData() + at, std::min(room, end - at));
        m_length += end - at;
        if (newline < 0) {
            return;
        }
        give();
        at = newline + 1;
    }
}

void OutputLines::end()
{
    if (m_length > 0) {
        give();
    }
}

void OutputLines::give()
{
    Line line;
    line.length = m_length;
    line.cut = m_kept.size() < m_length;
    if (!line.cut && m_kept.endsWith('\r')) {
        m_kept.chop(1);
    }
    if (line.cut) {
        // Not in the middle of a character: what follows the last lead byte goes too, if it is incomplete.
        constexpr int longestCharacter = 4;
        for (int back = 1; back <= longestCharacter && back <= m_kept.size(); ++back) {
            const auto byte = static_cast<unsigned char>(m_kept[m_kept.size() - back]);
            if ((byte & 0xC0U) != 0x80U) {
                const int wanted = byte >= 0xF0U ? 4 : byte >= 0xE0U ? 3 : byte >= 0xC0U ? 2 : 1;
                if (wanted > back) {
                    m_kept.chop(back);
                }
                break;
            }
        }
    }
    line.replaced = firstInvalidUtf8(m_kept) >= 0 || m_kept.contains('\0');
    line.text = line.replaced ? QString::fromUtf8(m_kept).replace(QChar(QChar::Null), QChar(QChar::ReplacementCharacter)).toUtf8() : m_kept;
    m_kept.clear();
    m_length = 0;
    m_each(line);
}

} // namespace verderer
