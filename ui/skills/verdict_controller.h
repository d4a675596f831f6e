// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/skills/skill_report.h"
#include "ui/skills/skill_services.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/place.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace verderer {

class VerdictTab;

/// Fills the Verdict tab while it is shown: judges and scans the present text off the window's thread, and again when it has changed. While nobody
/// looks at it, nothing is scanned.
class VerdictController : public QObject {
    Q_OBJECT
public:
    /// `typed` gives the text that is not saved yet, or nothing where what is on disk holds.
    VerdictController(const WindowServices &services, VerdictTab *tab, std::function<std::optional<QByteArray>()> typed, QObject *parent = nullptr);

    void open(const SkillSession &session, const SkillEntry &entry);
    void close();
    /// The catalog's facts about the skill changed, or a file did.
    void setEntry(const SkillEntry &entry);
    /// The tab came into view or went out of it.
    void setShown(bool shown);
    /// The text changed; it is looked through again soon.
    void touch();

Q_SIGNALS:
    /// The report is on the screen, or why there is none.
    void reported();
    /// What it came to, for the tab's title: -1 while that is not known.
    void countChanged(int serious);

private:
    void start();
    void onReport(const Result<SkillReport> &report);

    WindowServices m_services;
    VerdictTab *m_tab;
    std::function<std::optional<QByteArray>()> m_typed;
    SkillSession m_session;
    SkillEntry m_entry;
    bool m_open = false;
    bool m_shown = false;
    bool m_stale = true;
    QTimer m_soon;
    JobSlot m_job;
};

} // namespace verderer
