// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <random>

namespace verderer {

/// Chance that is the same on every computer: the standard says what the generator gives, but not what its distributions do.
class DemoDice {
public:
    /// 0 to `below` - 1.
    int roll(int below) { return static_cast<int>(m_generator() % static_cast<unsigned>(below)); }
    /// `lowest` to `highest`.
    int between(int lowest, int highest) { return lowest + roll(highest - lowest + 1); }
    bool chance(int percent) { return roll(100) < percent; }

    /// An item of a list, by the member `share` of each.
    template<typename List> const auto &byShare(const List &list)
    {
        int sum = 0;
        for (const auto &item : list) {
            sum += item.share;
        }
        int left = roll(sum);
        for (const auto &item : list) {
            left -= item.share;
            if (left < 0) {
                return item;
            }
        }
        return list.last();
    }

    /// In the form of a random UUID.
    QString uuid()
    {
        QString text;
        for (int i = 0; i < 32; ++i) {
            constexpr int digits = 16;
            int digit = roll(digits);
            if (i == 12) {
                digit = 4;
            } else if (i == 16) {
                digit = 8 + digit % 4;
            }
            if (i == 8 || i == 12 || i == 16 || i == 20) {
                text += QLatin1Char('-');
            }
            text += QString::number(digit, digits);
        }
        return text;
    }

private:
    std::mt19937 m_generator{20260713};
};

} // namespace verderer
