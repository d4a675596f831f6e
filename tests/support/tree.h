// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace verderer::test {

/// Absolute path of the sources this test was built from.
QString sourceDir();
/// Absolute path of the folder it was built in; the programs are in its `app`.
QString binaryDir();

} // namespace verderer::test
