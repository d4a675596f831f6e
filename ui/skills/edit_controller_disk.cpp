// SPDX-License-Identifier: GPL-3.0-or-later
// What happens to the open text from outside: changes on disk, conflicts, drafts of earlier days.
#include "base/hash.h"
#include "ui/editor/skill_text_edit.h"
#include "ui/skills/edit_controller.h"
#include "ui/skills/edit_tab.h"
#include "ui/skills/merge_dialog.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/text_format.h"

#include <QFileInfo>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace verderer {

void EditController::onDiskChanged(const SkillText &text)
{
    if (!m_loaded || m_gone) {
        // It could not be read before, or was away; a typed text is still held against what it was based on.
        m_loaded = true;
        m_gone = false;
        if (!isModified()) {
            showText(text);
            Q_EMIT shown();
            return;
        }
    }
    if (text.hash == m_baseHash && !text.hash.isEmpty()) {
        m_theirs.reset();
        m_tab->diskBanner()->hide();
        return;
    }
    if (isModified() && text.hash != m_baseHash) {
        m_theirs = text;
        presentChanged(tr("Changed on disk %1").arg(humanAge(QDateTime::fromMSecsSinceEpoch(text.stamp.modifiedNs / 1'000'000))));
        return;
    }
    const QByteArray before = m_base;
    if (text.form == SkillText::Form::Editable && showsEditor()) {
        // Caret and view stay where they can.
        m_shown = text;
        setBase(text.bytes, text.hash);
        m_tab->editor()->applyBytes(text.bytes);
        m_tab->editor()->markSaved();
        m_drafts.discard(m_key);
        showState();
        startJudging();
    } else {
        showText(text);
    }
    Banner *banner = m_tab->diskBanner();
    banner->present(Tone::Information, tr("Read again"), tr("The file was changed on disk, and you had typed nothing."));
    QPushButton *difference = banner->addButton(tr("Show &difference"), u"showDifferenceButton"_s);
    connect(difference, &QPushButton::clicked, this,
            [this, before, after = text.bytes] { showDifference(before, after, tr("before"), tr("on disk")); });
    Q_EMIT stateChanged();
}

void EditController::onDiskGone()
{
    m_gone = true;
    Banner *banner = m_tab->diskBanner();
    if (!m_expectGone && (isModified() || m_loaded))
        banner->present(Tone::Warning, tr("Deleted on disk"),
                        isModified() ? tr("Your text is kept here and as a draft.") : tr("This is the text as it was read last."));
    Q_EMIT stateChanged();
}

void EditController::presentChanged(const QString &title)
{
    Banner *banner = m_tab->diskBanner();
    banner->present(Tone::Warning, title, tr("Your text is kept."));
    QPushButton *difference = banner->addButton(tr("Show &difference"), u"showDifferenceButton"_s);
    connect(difference, &QPushButton::clicked, this, &EditController::showDiskDifference);
    QPushButton *mergeButton = banner->addButton(tr("&Merge…"), u"mergeButton"_s);
    connect(mergeButton, &QPushButton::clicked, this, &EditController::merge);
    mergeButton->setEnabled(m_theirs->form == SkillText::Form::Editable);
    QPushButton *reloadButton = banner->addButton(tr("Re&load"), u"reloadButton"_s);
    reloadButton->setToolTip(tr("Take the text on disk; what you typed can be brought back with Undo"));
    connect(reloadButton, &QPushButton::clicked, this, &EditController::reload);
    QPushButton *mine = banner->addButton(tr("&Keep mine"), u"keepMineButton"_s);
    mine->setToolTip(tr("Go on with your text; saving then replaces the one on disk, which stays in the history"));
    connect(mine, &QPushButton::clicked, this, &EditController::keepMine);
}

void EditController::showDiskDifference()
{
    if (m_theirs)
        showDifference(m_theirs->bytes, text(), tr("on disk"), tr("your text"));
}

void EditController::pretendChangedOnDisk(const QByteArray &bytes)
{
    SkillText pretended = m_shown;
    pretended.bytes = bytes;
    pretended.size = bytes.size();
    pretended.hash = sha256Hex(bytes);
    pretended.stamp.modifiedNs = QDateTime::currentMSecsSinceEpoch() * 1'000'000;
    onDiskChanged(pretended);
}

void EditController::keepMine()
{
    if (!m_theirs)
        return;
    setBase(m_theirs->bytes, m_theirs->hash);
    m_theirs.reset();
    m_tab->diskBanner()->hide();
    Q_EMIT stateChanged();
}

void EditController::reload()
{
    if (!m_theirs)
        return;
    const SkillText theirs = *std::exchange(m_theirs, std::nullopt);
    m_tab->diskBanner()->hide();
    if (theirs.form != SkillText::Form::Editable) {
        // That form has no undo: the draft stays instead.
        m_drafts.keep(m_key, makeDraft());
        showText(theirs);
        return;
    }
    m_shown = theirs;
    setBase(theirs.bytes, theirs.hash);
    m_tab->editor()->applyBytes(theirs.bytes);
    m_tab->editor()->markSaved();
    m_drafts.discard(m_key);
    m_disk.setKnown(theirs.hash);
    startJudging();
    Q_EMIT stateChanged();
}

void EditController::merge()
{
    if (!m_theirs)
        return;
    auto *dialog = new MergeDialog(m_services, m_entry.name, m_tab);
    dialog->setTexts(m_base, text(), m_theirs->bytes);
    connect(dialog, &MergeDialog::shown, this, &EditController::dialogShown);
    connect(dialog, &QDialog::accepted, this, [this, dialog, key = m_key, theirs = *m_theirs] {
        if (key != m_key)
            return;
        m_tab->editor()->applyBytes(dialog->result());
        setBase(theirs.bytes, theirs.hash);
        // A change that came while the merge was open is still to be told.
        if (m_theirs && m_theirs->hash == theirs.hash) {
            m_theirs.reset();
            m_tab->diskBanner()->hide();
        }
        m_tab->editor()->setFocus();
        Q_EMIT stateChanged();
    });
    dialog->open();
}

void EditController::lookForDrafts()
{
    if (m_entry.category != SkillCategory::Custom)
        return;
    m_findingDrafts = m_services.jobs->run(
        this,
        [store = m_session.drafts, root = m_session.roots.customRoot, directory = m_entry.directory, own = m_drafts.idOf(m_key),
         present = m_shown.bytes](const JobContext &) {
            QList<Draft> offers;
            const auto drafts = store->list();
            if (!drafts)
                return offers;
            const QString resolved = QFileInfo(root).canonicalFilePath();
            for (const Draft &draft : *drafts) {
                const bool sameRoot =
                    draft.customRoot == root || (!resolved.isEmpty() && QFileInfo(draft.customRoot).canonicalFilePath() == resolved);
                if (!sameRoot || draft.directory != directory || draft.filePath != "SKILL.md"_L1 || draft.id == own)
                    continue;
                // It was saved after all: nothing of it is missing.
                if (draft.text == present && draft.origin == "editor"_L1 && store->remove(draft.id))
                    continue;
                offers << draft;
            }
            return offers;
        },
        [this](const QList<Draft> &offers) {
            m_offers = offers;
            offerDraft();
        });
}

void EditController::offerDraft()
{
    Banner *banner = m_tab->draftBanner();
    if (m_offers.isEmpty()) {
        banner->hide();
        return;
    }
    const Draft draft = m_offers.first();
    const QString when = humanTime(QDateTime::fromMSecsSinceEpoch(draft.savedAt / 1000));
    QString reason = draft.origin == "editor"_L1 ? tr("It was typed and never saved.") : draft.reason;
    if (!draft.window.isEmpty() && draft.window != m_session.windowId)
        reason += u" "_s + tr("Kept by process %1.").arg(draft.window.section(u':', 0, 0));
    if (m_offers.size() > 1)
        reason += u" "_s + tr("%n more", nullptr, int(m_offers.size()) - 1);
    banner->present(Tone::Information, tr("A draft from %1").arg(when), reason);
    QPushButton *difference = banner->addButton(tr("Show &difference"), u"draftDifferenceButton"_s);
    connect(difference, &QPushButton::clicked, this, [this, draft] { showDifference(text(), draft.text, tr("your text"), tr("draft")); });
    QPushButton *restore = banner->addButton(tr("&Restore"), u"draftRestoreButton"_s);
    restore->setEnabled(showsEditor() && m_entry.editable);
    connect(restore, &QPushButton::clicked, this, [this, draft] { restoreDraft(draft); });
    QPushButton *discard = banner->addButton(tr("Dis&card"), u"draftDiscardButton"_s);
    connect(discard, &QPushButton::clicked, this, [this, draft] { discardDraft(draft); });
}

void EditController::restoreDraft(const Draft &draft)
{
    if (!showsEditor())
        return;
    const SkillText onDisk = m_theirs.value_or(m_shown);
    m_drafts.adopt(m_key, draft.id);
    m_tab->editor()->applyBytes(draft.text);
    m_offers.removeFirst();
    offerDraft();
    // What was typed then was based on another text: saving it must not undo what happened since.
    if (draft.hasBase && draft.baseHash && *draft.baseHash != onDisk.hash) {
        setBase(draft.base, *draft.baseHash);
        m_theirs = onDisk;
        presentChanged(tr("Changed on disk since this draft"));
    }
    m_tab->editor()->setFocus();
    Q_EMIT stateChanged();
}

void EditController::discardDraft(const Draft &draft)
{
    m_offers.removeFirst();
    offerDraft();
    m_services.jobs->run(
        this, [store = m_session.drafts, id = draft.id](const JobContext &) { return store->remove(id); },
        [this](const Result<void> &removed) {
            if (!removed && removed.error().code != ErrorCode::NotFound)
                m_tab->draftBanner()->present(Tone::Error, tr("The draft cannot be removed"), removed.error().message,
                                              errorDetailText(removed.error()));
        });
}

} // namespace verderer
