// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/skills/history_tab.h"
#include "ui/skills/skill_services.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/place_status.h"

#include "skills/history_chain.h"

#include <QObject>

namespace verderer {

/// Fills the History tab: pages of records, what the chain says, and the difference that is asked for. All reading happens off the window's thread.
class HistoryController : public QObject {
    Q_OBJECT
public:
    HistoryController(const WindowServices &services, HistoryTab *tab, QObject *parent = nullptr);

    void open(const SkillSession &session, const SkillEntry &entry);
    void close();
    /// Reads again if the file or the skill changed; what is selected and how far was read stays.
    void refresh();
    /// The entry's facts may have changed (editable, deleted); the texts are read again.
    void setEntry(const SkillEntry &entry);

    [[nodiscard]] std::optional<HistoryEntry> current() const { return m_tab->current(); }
    /// The chosen record, or where its text before cannot be restored, the newest one of SKILL.md whose can; that one is chosen then.
    std::optional<HistoryEntry> chooseRestorable();
    /// What the foot of the window says: "history unbroken, 9 records".
    [[nodiscard]] QString statusText() const { return m_statusText; }
    [[nodiscard]] Tone statusTone() const { return m_statusTone; }
    /// Why the text before the chosen record cannot be restored; empty where it can.
    [[nodiscard]] QString cannotRestore() const;
    [[nodiscard]] QString cannotRestore(const HistoryEntry &entry) const;

Q_SIGNALS:
    /// The first page was read, or it is known that there is none.
    void loaded();
    /// The difference or the line that was asked for is shown.
    void compared();
    void countChanged(qint64 records);
    void statusChanged();
    void restoreRequested(const verderer::HistoryEntry &entry);

private:
    struct Pages {
        QList<HistoryEntry> entries; ///< newest first
        qint64 before = 0;
        qint64 fileSize = 0;
        HistoryChain chain;
    };
    void read(int wanted, bool fromStart);
    void onPages(const Result<Pages> &pages);
    void startCounting();
    void updateStatus();
    void describeStatus();
    void compare();
    void showBreak(const ChainNote &note);

    WindowServices m_services;
    HistoryTab *m_tab;
    SkillSession m_session;
    SkillEntry m_entry;
    QString m_path;
    Pages m_pages;
    std::optional<HistoryCount> m_count;
    bool m_open = false;
    bool m_loaded = false;
    bool m_again = false; ///< to be read once more: it was asked for while a reading was under way
    QString m_statusText;
    Tone m_statusTone = Tone::Neutral;
    JobSlot m_reading;
    JobSlot m_counting;
    JobSlot m_comparing;
};

/// The folder whose `.history` holds the records of a skill; empty where its category keeps none.
QString historyRoot(const SkillRoots &roots, SkillCategory category);

} // namespace verderer
