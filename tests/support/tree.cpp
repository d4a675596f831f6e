// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/tree.h"

namespace verderer::test {

QString sourceDir()
{
    return QStringLiteral(VERDERER_SOURCE_DIR);
}

QString binaryDir()
{
    return QStringLiteral(VERDERER_BINARY_DIR);
}

} // namespace verderer::test
