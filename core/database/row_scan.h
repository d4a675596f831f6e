// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <string_view>

namespace verderer {

/// One row of DatabaseSession::scan(): values as the engine holds them, without a copy. Only valid inside the call that hands it over; asking for a
/// column in two forms may move its text.
class ScannedRow {
public:
    enum class Type { Null, Integer, Real, Text, Blob };

    virtual ~ScannedRow() = default;
    [[nodiscard]] virtual Type type(int column) const = 0;
    [[nodiscard]] virtual qint64 integer(int column) const = 0;        ///< 0 for what is no number
    [[nodiscard]] virtual double real(int column) const = 0;           ///< 0 for what is no number
    [[nodiscard]] virtual std::string_view text(int column) const = 0; ///< UTF-8; empty for null
};

} // namespace verderer
