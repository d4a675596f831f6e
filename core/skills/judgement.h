// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/document.h"

namespace verderer {

/// judgeSkill() with what a catalog wants besides: the declared texts also where the loader refuses the file.
struct Judgement {
    SkillVerdict verdict;
    QString declaredName;        ///< trimmed; empty where there is no such text
    QString declaredDescription; ///< likewise
    Problem loading;             ///< why the loader does not list it; kind Ok where it does
};

/// `complete` is false where `bytes` are only the beginning of a larger file: a code point cut at the end is then no fault.
Judgement judge(const QByteArray &bytes, const QString &name, bool complete = true);

} // namespace verderer
