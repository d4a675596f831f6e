// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace verderer::test {

/// Waits for the file dialog of that object name, chooses the kind of file where one is given ("CSV (*.csv)"), goes to the folder, types the name and
/// confirms, as somebody would who saves. False where the dialog does not come, or stays.
[[nodiscard]] bool saveThrough(const QString &dialogName, const QString &path, const QString &kind = {});

} // namespace verderer::test
