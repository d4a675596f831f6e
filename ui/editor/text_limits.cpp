// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/text_limits.h"

namespace verderer {

bool needsPieces(const QByteArray &text)
{
    if (text.size() > editableSizeLimit)
        return true;
    qsizetype lineStart = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\n' || c == '\r')
            lineStart = i + 1;
        else if (i - lineStart >= longLineLimit)
            return true;
    }
    return false;
}

} // namespace verderer
