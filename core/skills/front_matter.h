// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/document.h"

#include <QByteArrayView>

#include <optional>

namespace verderer {

/// Where the front matter lies in the bytes of a SKILL.md.
struct FrontMatterBlock {
    qsizetype begin = 0; ///< first byte behind the opening fence's line
    qsizetype end = 0;   ///< the line break before the closing fence
    qsizetype body = 0;  ///< first byte behind the closing fence's line
    int firstLine = 2;   ///< 1-based line of `begin`
};

/// Finds it as DeerFlow's expression does on a text read with universal newlines: `^---\s*\n(.*?)\n---\s*\n?` (deerflow-format 1.3). `bytes` are
/// UTF-8.
std::optional<FrontMatterBlock> findFrontMatter(QByteArrayView bytes);

/// Why findFrontMatter() found nothing, with the place and what to do.
Problem explainMissingFrontMatter(QByteArrayView bytes);

/// The 1-based line and column (in code points) of a byte, as an editor counts.
struct TextPlace {
    int line = 1;
    int column = 1;
};
TextPlace placeOf(QByteArrayView bytes, qsizetype offset);

} // namespace verderer
