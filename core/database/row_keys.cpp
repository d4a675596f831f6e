// SPDX-License-Identifier: GPL-3.0-or-later
#include "database/row_keys.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>

namespace verderer {

namespace {

using Key = RowKeys::Key;

static_assert(sizeof(Key) == 24);

constexpr std::uint64_t pinnedBit = std::uint64_t{1} << 63;
constexpr std::size_t exactLength = 26; // 2026-11-30 19:29:36.976169
/// Above these the database sorts: ids and odd texts would have to be kept in memory by the hundred thousand.
constexpr std::size_t mostOddRows = 20'000;
constexpr std::size_t mostTies = 100'000;
constexpr qint64 mostReserved = 4'000'000;
constexpr int rowidsAtOnce = 5'000;

enum Column { RowidColumn, IdColumn, TimeColumn, PinnedColumn };

/// A number of as many digits as there are places: DeerFlow's form has them at fixed positions.
bool readDigits(const char *at, int count, std::uint64_t *value)
{
    std::uint64_t number = 0;
    for (int i = 0; i < count; ++i) {
        const auto digit = static_cast<unsigned>(static_cast<unsigned char>(at[i])) - '0';
        if (digit > 9) {
            return false;
        }
        number = number * 10 + digit;
    }
    *value = number;
    return true;
}

struct Place {
    std::size_t at;
    int digits;
    std::uint64_t size; ///< what is not below it is not taken
};
/// Month, day and hour are held tighter than two digits are: all of it must fit into 63 bits.
constexpr std::array<Place, 7> places{{{0, 4, 10'000}, {5, 2, 16}, {8, 2, 32}, {11, 2, 32}, {14, 2, 100}, {17, 2, 100}, {20, 6, 1'000'000}}};

/// DeerFlow's form of a time as a number below 2^63 that sorts as its text does; nothing for any other text. It need not be a day of the calendar:
/// the order is the text's.
std::optional<std::uint64_t> exactCode(std::string_view text)
{
    if (text.size() != exactLength || text[4] != '-' || text[7] != '-' || text[10] != ' ' || text[13] != ':' || text[16] != ':' || text[19] != '.') {
        return std::nullopt;
    }
    std::uint64_t code = 0;
    for (const Place &place : places) {
        std::uint64_t value = 0;
        if (!readDigits(text.data() + place.at, place.digits, &value) || value >= place.size) {
            return std::nullopt;
        }
        code = code * place.size + value;
    }
    return code;
}

std::string exactText(std::uint64_t code)
{
    std::string text = "0000-00-00 00:00:00.000000";
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
        std::uint64_t value = code % place->size;
        code /= place->size;
        for (int i = place->digits - 1; i >= 0; --i) {
            text[place->at + static_cast<std::size_t>(i)] = static_cast<char>('0' + value % 10);
            value /= 10;
        }
    }
    return text;
}

/// A time that is not in DeerFlow's form, comparable as SQLite compares: null, numbers, texts, blobs.
struct OddTime {
    int rank = 0;
    double number = 0;
    std::string text;
    [[nodiscard]] auto tie() const { return std::tie(rank, number, text); }
};
constexpr int textRank = 2;

struct OddRow {
    bool pinned = false;
    OddTime time;
    std::string id;
    Key key;
};

OddTime oddTime(const ScannedRow &row)
{
    switch (row.type(TimeColumn)) {
    case ScannedRow::Type::Null:
        return {};
    case ScannedRow::Type::Integer:
    case ScannedRow::Type::Real:
        return {1, row.real(TimeColumn), {}};
    case ScannedRow::Type::Text:
        return {textRank, 0, std::string(row.text(TimeColumn))};
    case ScannedRow::Type::Blob:
        break;
    }
    return {3, 0, std::string(row.text(TimeColumn))};
}

bool oddComesBefore(const OddRow &a, const OddRow &b)
{
    if (a.pinned != b.pinned) {
        return a.pinned;
    }
    if (a.time.tie() != b.time.tie()) {
        return a.time.tie() > b.time.tie();
    }
    return a.id > b.id;
}

/// Whether a row in DeerFlow's form stands before an odd one. They are never equal.
bool exactComesBefore(const Key &exact, const OddRow &odd)
{
    const bool pinned = (exact.order & pinnedBit) != 0;
    if (pinned != odd.pinned) {
        return pinned;
    }
    if (odd.time.rank != textRank) {
        return odd.time.rank < textRank;
    }
    return exactText(exact.order & ~pinnedBit) > odd.time.text;
}

QString selectOf(const RowKeys::Source &source, bool sorted)
{
    const QString pinned = source.pinned.isEmpty() ? QStringLiteral("0") : source.pinned;
    QString sql = QStringLiteral("SELECT %1, %2, %3, %4 FROM %5").arg(source.rowid, source.id, source.time, pinned, source.from);
    if (!source.where.isEmpty()) {
        sql += QStringLiteral(" WHERE ") + source.where;
    }
    if (sorted) {
        sql += QStringLiteral(" ORDER BY 4 DESC, 3 DESC, 2 DESC");
    }
    return sql;
}

class Reader {
public:
    Reader(DatabaseSession &session, const RowKeys::Source &source) : m_session(session), m_source(source) {}

    Result<std::vector<Key>> read()
    {
        if (auto reserved = reserve(); !reserved) {
            return tl::unexpected<Error>(reserved.error());
        }
        if (auto scanned = scan(); !scanned) {
            return tl::unexpected<Error>(scanned.error());
        }
        if (m_odd.size() > mostOddRows) {
            return readSorted();
        }
        std::sort(m_keys.begin(), m_keys.end(), [](const Key &a, const Key &b) { return a.order > b.order; });
        if (auto separated = separateTies(); !separated) {
            return tl::unexpected<Error>(separated.error());
        }
        if (m_tooManyTies) {
            return readSorted();
        }
        placeOdd();
        return std::move(m_keys);
    }

private:
    /// Growing by doubling would hold up to three times the memory for a moment. What is reserved and never used is not resident.
    Result<void> reserve()
    {
        const auto largest = m_session.query(QStringLiteral("SELECT max(rowid) FROM %1").arg(m_source.table));
        if (!largest) {
            return tl::unexpected<Error>(largest.error());
        }
        const qint64 rows = largest->isEmpty() ? 0 : largest->first().value(0).toLongLong();
        m_keys.reserve(static_cast<std::size_t>(std::clamp<qint64>(rows, 0, mostReserved)));
        return {};
    }

    Result<void> scan()
    {
        return m_session.scan(selectOf(m_source, false), m_source.values, [this](const ScannedRow &row) {
            const bool pinned = row.integer(PinnedColumn) != 0;
            const std::string_view id = row.text(IdColumn);
            Key key;
            key.rowid = row.integer(RowidColumn);
            key.idHash = idHash(id);
            const auto code = row.type(TimeColumn) == ScannedRow::Type::Text ? exactCode(row.text(TimeColumn)) : std::nullopt;
            if (code) {
                key.order = *code | (pinned ? pinnedBit : 0);
                m_keys.push_back(key);
                return true;
            }
            m_odd.push_back({pinned, oddTime(row), std::string(id), key});
            return m_odd.size() <= mostOddRows;
        });
    }

    Result<std::vector<Key>> readSorted()
    {
        m_keys.clear();
        m_odd.clear();
        const auto done = m_session.scan(selectOf(m_source, true), m_source.values, [this](const ScannedRow &row) {
            Key key;
            key.rowid = row.integer(RowidColumn);
            key.idHash = idHash(row.text(IdColumn));
            m_keys.push_back(key);
            return true;
        });
        if (!done) {
            return tl::unexpected<Error>(done.error());
        }
        return std::move(m_keys);
    }

    /// Orders rows of the same time by their ids, which are fetched for these rows alone.
    Result<void> separateTies()
    {
        std::vector<std::pair<std::size_t, std::size_t>> groups;
        std::size_t tied = 0;
        for (std::size_t first = 0; first < m_keys.size();) {
            std::size_t end = first + 1;
            while (end < m_keys.size() && m_keys[end].order == m_keys[first].order) {
                ++end;
            }
            if (end - first > 1) {
                groups.emplace_back(first, end);
                tied += end - first;
                m_tooManyTies = tied > mostTies;
                if (m_tooManyTies) {
                    return {};
                }
            }
            first = end;
        }
        QHash<qint64, std::string> ids;
        ids.reserve(static_cast<qsizetype>(tied));
        QByteArray wanted;
        int count = 0;
        const auto fetch = [&]() -> Result<void> {
            const QString sql =
                QStringLiteral("SELECT %1, %2 FROM %3 WHERE %1 IN (SELECT value FROM json_each(?))").arg(m_source.rowid, m_source.id, m_source.from);
            const QString list = QLatin1Char('[') + QString::fromLatin1(wanted) + QLatin1Char(']');
            wanted.clear();
            count = 0;
            return m_session.scan(sql, {list}, [&](const ScannedRow &row) {
                ids.insert(row.integer(0), std::string(row.text(1)));
                return true;
            });
        };
        for (const auto &[first, end] : groups) {
            for (std::size_t i = first; i < end; ++i) {
                wanted += (count++ == 0 ? "" : ",") + QByteArray::number(m_keys[i].rowid);
                if (count == rowidsAtOnce) {
                    if (auto fetched = fetch(); !fetched) {
                        return fetched;
                    }
                }
            }
        }
        if (count > 0) {
            if (auto fetched = fetch(); !fetched) {
                return fetched;
            }
        }
        for (const auto &[first, end] : groups) {
            std::sort(m_keys.begin() + static_cast<std::ptrdiff_t>(first), m_keys.begin() + static_cast<std::ptrdiff_t>(end),
                      [&](const Key &a, const Key &b) { return ids.value(a.rowid) > ids.value(b.rowid); });
        }
        return {};
    }

    /// Merges the odd rows in, from the end, so that no second list of a million keys is needed.
    void placeOdd()
    {
        if (m_odd.empty()) {
            return;
        }
        std::sort(m_odd.begin(), m_odd.end(), oddComesBefore);
        std::size_t exact = m_keys.size();
        std::size_t odd = m_odd.size();
        m_keys.resize(exact + odd);
        std::size_t end = m_keys.size();
        while (odd > 0) {
            if (exact > 0 && !exactComesBefore(m_keys[exact - 1], m_odd[odd - 1])) {
                m_keys[--end] = m_keys[--exact];
            } else {
                m_keys[--end] = m_odd[--odd].key;
            }
        }
    }

    DatabaseSession &m_session;
    const RowKeys::Source &m_source;
    std::vector<Key> m_keys;
    std::vector<OddRow> m_odd;
    bool m_tooManyTies = false;
};

} // namespace

std::uint64_t idHash(std::string_view id)
{
    constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15U; // 2^64 / golden ratio: odd, its bits evenly mixed
    std::uint64_t hash = multiplier ^ id.size();
    while (!id.empty()) {
        std::uint64_t word = 0;
        const std::size_t count = std::min(id.size(), sizeof word);
        std::memcpy(&word, id.data(), count);
        id.remove_prefix(count);
        hash = (hash ^ word) * multiplier;
        hash ^= hash >> 29;
    }
    hash *= multiplier;
    return hash ^ (hash >> 32);
}

Result<RowKeys> RowKeys::read(DatabaseSession &session, const Source &source)
{
    auto keys = Reader(session, source).read();
    if (!keys) {
        return tl::unexpected<Error>(keys.error());
    }
    RowKeys result;
    result.m_keys = std::move(*keys);
    return result;
}

qint64 RowKeys::indexOf(qint64 rowid) const
{
    const auto found = std::find_if(m_keys.begin(), m_keys.end(), [rowid](const Key &key) { return key.rowid == rowid; });
    return found == m_keys.end() ? -1 : static_cast<qint64>(found - m_keys.begin());
}

} // namespace verderer
