// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace verderer::test {

/// Clicks the button of that object name and, in the menu that opens, the entry of that text or object name. False where there is no such button or
/// entry.
[[nodiscard]] bool choose(const QString &buttonName, const QString &entry);

/// The same with the entry of a ChoiceButton that asks for a value: types it and confirms.
[[nodiscard]] bool typeChoice(const QString &buttonName, const QString &entry, const QString &value);

} // namespace verderer::test
