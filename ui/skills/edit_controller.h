// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/skills/disk_follower.h"
#include "ui/skills/draft_keeper.h"
#include "ui/skills/save_flow.h"
#include "ui/skills/skill_services.h"
#include "ui/skills/skill_text.h"
#include "ui/widgets/background_job.h"

#include <QHash>
#include <QObject>
#include <QTimer>

#include <optional>

namespace verderer {

class EditTab;

/// The text of one skill while it is looked at and edited: reading it, judging it while it is typed, following it on disk, keeping drafts, saving,
/// merging. Typed text is never lost: it stays in the editor, in the drafts, or both, until it is saved or given up by name.
class EditController : public QObject {
    Q_OBJECT
public:
    EditController(const WindowServices &services, EditTab *tab, MutationRun *run, QObject *parent = nullptr);

    void setSession(const SkillSession &session);
    /// Shows a skill. Unsaved text of the one before is parked and comes back with it.
    void open(const SkillEntry &entry);
    void close();
    /// Parks unsaved text and shows nothing.
    void leave();
    /// The catalog's facts about the open skill changed (editable, deleted …).
    void setEntry(const SkillEntry &entry);
    /// Looks at the disk now.
    void refresh();
    /// Shows what saving changes, and saves once that is accepted.
    void save();
    /// Writes what is still to be written as a draft, then calls `done`.
    void release(std::function<void()> done) { m_drafts.release(std::move(done)); }
    /// The skill goes by our own act: once the catalog says so, that is shown in the text's place, and what was typed stays as a draft.
    void expectDeletion() { m_expectGone = true; }
    /// The file was changed by our own act (rollback).
    void reloadAfterAct() { m_disk.look(); }

    [[nodiscard]] bool isModified() const;
    [[nodiscard]] QByteArray text() const;
    /// SHA-256 of what the text is based on; empty where there is none.
    [[nodiscard]] QString baseHash() const { return m_loaded ? m_baseHash : QString(); }
    /// Why saving is not possible now; empty where it is.
    [[nodiscard]] QString cannotSave() const;
    [[nodiscard]] QString facts() const { return m_facts; }
    [[nodiscard]] QString draftText() const;
    [[nodiscard]] int errors() const { return m_errors; }

    /// Puts the caret there, in whichever form the text is shown; once it is read, if it is not yet.
    void goTo(int line, int column);

    /// Opens the merge of the change that is shown.
    void merge();
    /// Shows what differs between the disk and the typed text, while the change is shown.
    void showDiskDifference();
    /// Behaves as if the file held this now. For scripted views; nothing is written.
    void pretendChangedOnDisk(const QByteArray &bytes);

Q_SIGNALS:
    /// The text, or why there is none, is on the screen.
    void shown();
    /// A judgement of the present text was shown.
    void judged();
    void modifiedChanged(const QString &key, bool modified);
    /// canSave(), facts, draft or problem count changed.
    void stateChanged();
    void saved(const verderer::MutationOutcome &outcome);
    /// The scanner refuses the text; the person wants to see why.
    void verdictWanted();
    /// A dialog with its difference or merge is on the screen.
    void dialogShown();

private:
    struct Parked {
        QByteArray text;
        QByteArray base;
        QString baseHash;
    };
    void onLoaded(const Result<SkillText> &text);
    void showText(const SkillText &text);
    void showState();
    void park();
    void onEdited();
    void startJudging();
    void onJudged(const TextJudgement &judgement);
    void setBase(const QByteArray &bytes, const QString &hash);
    void onDiskChanged(const SkillText &text);
    void onDiskGone();
    void presentChanged(const QString &title);
    void keepMine();
    void reload();
    void takeSaved(const SaveRequest &request, const MutationOutcome &outcome);
    void presentFailure(const SaveRequest &request, const QString &note, const Error &error);
    void showDifference(const QByteArray &oldText, const QByteArray &newText, const QString &oldLabel, const QString &newLabel);
    void runSave(const SaveRequest &request, const QString &note);
    void onSaveDone(const SaveRequest &request, const QString &note, const Result<MutationOutcome> &outcome);
    void lookForDrafts();
    void offerDraft();
    void restoreDraft(const Draft &draft);
    void discardDraft(const Draft &draft);
    [[nodiscard]] Draft makeDraft() const;
    [[nodiscard]] bool showsEditor() const { return m_loaded && m_shown.form == SkillText::Form::Editable; }

    WindowServices m_services;
    EditTab *m_tab;
    MutationRun *m_run;
    SkillSession m_session;
    SkillEntry m_entry;
    QString m_key;
    SkillText m_shown;
    bool m_loaded = false;
    bool m_gone = false;
    bool m_expectGone = false;
    bool m_wasModified = false;
    QByteArray m_base; ///< what the typed text is based on
    QString m_baseHash;
    std::optional<SkillText> m_theirs; ///< on disk, and not what the typed text is based on
    QHash<QString, Parked> m_parked;
    QList<Draft> m_offers;
    QString m_facts;
    int m_errors = 0;
    int m_wantedLine = 0; ///< where the caret goes once the text is read
    int m_wantedColumn = 1;
    QTimer m_judgeDelay;
    JobSlot m_loading;
    JobSlot m_judging;
    JobSlot m_findingDrafts;
    DraftKeeper m_drafts;
    DiskFollower m_disk;
    SaveFlow m_save;
};

} // namespace verderer
