// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/status_words.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace verderer {

QString StatusWords::text() const
{
    return sign.isEmpty() ? word : QString(sign + u' ' + word);
}

StatusWords statusWords(const QString &stored)
{
    if (stored == "idle"_L1) {
        return {u"○"_s, QCoreApplication::translate("StatusWords", "idle"), Tone::Neutral};
    }
    if (stored == "pending"_L1) {
        return {u"…"_s, QCoreApplication::translate("StatusWords", "pending"), Tone::Information};
    }
    if (stored == "running"_L1) {
        return {u"▸"_s, QCoreApplication::translate("StatusWords", "running"), Tone::Information};
    }
    if (stored == "busy"_L1) {
        return {u"▸"_s, QCoreApplication::translate("StatusWords", "busy"), Tone::Information};
    }
    if (stored == "success"_L1) {
        return {u"✓"_s, QCoreApplication::translate("StatusWords", "success"), Tone::Accent};
    }
    if (stored == "error"_L1) {
        return {u"✕"_s, QCoreApplication::translate("StatusWords", "error"), Tone::Error};
    }
    if (stored == "timeout"_L1) {
        return {u"◷"_s, QCoreApplication::translate("StatusWords", "timeout"), Tone::Warning};
    }
    if (stored == "interrupted"_L1) {
        return {u"‖"_s, QCoreApplication::translate("StatusWords", "interrupted"), Tone::Warning};
    }
    return {{}, stored, Tone::Neutral};
}

} // namespace verderer
