// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace verderer {

/// Lines longer than this many bytes (ending not counted) are shown in pieces, read-only, and never highlighted.
inline constexpr qsizetype longLineLimit = 20'000;

/// Texts larger than this many bytes are shown read-only as an excerpt.
inline constexpr qsizetype editableSizeLimit = qsizetype(8) * 1024 * 1024;

/// How much of a larger text an excerpt shows. Callers need read no more than this of the file.
inline constexpr qsizetype excerptSize = qsizetype(1) * 1024 * 1024;

/// Whether the text has to go to PieceView instead of SkillTextEdit: it is above editableSizeLimit or has a line above longLineLimit. One pass, any
/// thread.
bool needsPieces(const QByteArray &text);

} // namespace verderer
