// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/skills/skill_services.h"
#include "ui/skills/skill_text.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/place.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace verderer {

class Banner;
class TextDiffDialog;

/// Runs one mutation of the user's skills at a time off the window's thread, and shows it: a progress strip with Cancel, who is waited for, what
/// failed.
class MutationRun : public QObject {
    Q_OBJECT
public:
    MutationRun(const WindowServices &services, Banner *progress, QObject *parent = nullptr);

    using Work = std::function<Result<MutationOutcome>(SkillEditor &editor, const MutationOptions &options)>;
    using Done = std::function<void(const Result<MutationOutcome> &)>;

    /// `doing` stands on the strip ("Saving…"). Only while nothing runs.
    void start(const SkillSession &session, const QString &doing, Work work, Done done);
    [[nodiscard]] bool isRunning() const { return m_running; }
    void cancel();

    /// Where the failure has a way around it that a person may choose (no kernel locks here; a note of another host), adds a button for it, which
    /// calls `again` after the choice was noted.
    void offerWay(Banner *banner, const Error &error, const std::function<void()> &again);

    /// How long a window waits for locks before it gives up, in milliseconds.
    static constexpr int lockTimeoutMs = 120'000;

Q_SIGNALS:
    void runningChanged(bool running);

private:
    void showProgress(const QString &text);

    WindowServices m_services;
    Banner *m_progress;
    QString m_doing;
    QTimer m_showDelay;
    JobHandle m_job;
    bool m_running = false;
    bool m_acceptUnlocked = false; ///< chosen by the person, for as long as the window is open
    bool m_breakNote = false;      ///< chosen by the person, for the next act only
};

/// What is to be saved.
struct SaveRequest {
    SkillSession session;
    SkillEntry entry;
    QByteArray base;  ///< what is on disk as far as is known
    QString baseHash; ///< its SHA-256
    QByteArray text;
};

/// Shows the difference and asks for a note; accepted() is told once the person wants it saved.
class SaveFlow : public QObject {
    Q_OBJECT
public:
    SaveFlow(const WindowServices &services, QWidget *window, QObject *parent = nullptr);

    void ask(const SaveRequest &request);
    [[nodiscard]] bool isAsking() const { return !m_dialog.isNull(); }

Q_SIGNALS:
    void accepted(const verderer::SaveRequest &request, const QString &note);
    /// The dialog with its difference is on the screen.
    void shown();
    /// The scanner refuses the text; the person wants to see why.
    void verdictWanted();

private:
    void showJudged(const TextJudgement &judgement, const std::optional<Error> &blocked);

    WindowServices m_services;
    QWidget *m_window;
    QPointer<TextDiffDialog> m_dialog;
    JobSlot m_judging;
};

/// Says in a dialog that the scanner refuses what it is about, so that it cannot be accepted, and offers to go to the verdict instead.
void presentBlocked(TextDiffDialog *dialog, const Error &blocked, const std::function<void()> &showVerdict);

} // namespace verderer
