// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "demo/demo_manifest.h"

#include <QDate>
#include <QMap>

namespace verderer {

/// Turns the manifest's moments into times: the day it counts back from is today, or yesterday where its last moment of today is still to come.
class DemoCalendar {
public:
    DemoCalendar(const DemoManifest &manifest, Microseconds now);

    /// `serial` makes the fraction of the second, so that no two records look typed in.
    [[nodiscard]] Microseconds at(const DemoTime &time, int serial = 0) const;

private:
    QDate m_today;
};

/// What a history leads to.
struct DemoHistoryResult {
    QByteArray history;              ///< bytes of the .jsonl
    QMap<QString, QByteArray> files; ///< path below the skill's folder → bytes; none where the skill was deleted
    int records = 0;
};

/// Plays a history record by record, so that each one's previous text is what the one before left. Internal where the manifest asks for something
/// impossible.
Result<DemoHistoryResult> playDemoHistory(const DemoHistory &history, const DemoCalendar &calendar);

/// The bytes of a text in the given form.
QByteArray inDemoForm(const QByteArray &text, DemoForm form);

} // namespace verderer
