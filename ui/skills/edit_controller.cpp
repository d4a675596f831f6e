// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/edit_controller.h"

#include "base/hash.h"
#include "ui/editor/skill_text_edit.h"
#include "ui/skills/edit_tab.h"
#include "ui/skills/markdown_preview.h"
#include "ui/skills/merge_dialog.h"
#include "ui/skills/skill_list_model.h"
#include "ui/skills/text_diff_dialog.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/text_format.h"

#include <QDesktopServices>
#include <QPushButton>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace verderer {

EditController::EditController(const WindowServices &services, EditTab *tab, MutationRun *run, QObject *parent)
    : QObject(parent), m_services(services), m_tab(tab), m_run(run), m_drafts(services), m_disk(services), m_save(services, tab)
{
    m_judgeDelay.setSingleShot(true);
    m_judgeDelay.setInterval(180);
    connect(&m_judgeDelay, &QTimer::timeout, this, &EditController::startJudging);
    SkillTextEdit *editor = tab->editor();
    connect(editor, &SkillTextEdit::textEdited, this, &EditController::onEdited);
    connect(editor, &SkillTextEdit::caretMoved, this, &EditController::stateChanged);
    connect(editor, &QsciScintilla::modificationChanged, this, [this] {
        if (isModified() != m_wasModified) {
            m_wasModified = isModified();
            Q_EMIT modifiedChanged(m_key, m_wasModified);
            Q_EMIT stateChanged();
        }
    });
    connect(editor, &SkillTextEdit::quickFixRequested, this, [this](const Problem &problem) {
        if (m_entry.editable) {
            if (const auto repaired = suggestedRepair(text(), problem))
                m_tab->editor()->applyBytes(*repaired);
        }
    });
    connect(tab->preview(), &MarkdownPreview::linkClicked, this, [this](const QUrl &url) {
        m_tab->diskBanner()->present(Tone::Neutral, tr("A link of this skill"), url.toDisplayString());
        if (url.scheme() == "https"_L1 || url.scheme() == "http"_L1) {
            QPushButton *openButton = m_tab->diskBanner()->addButton(tr("&Open in the browser"), u"openLinkButton"_s);
            connect(openButton, &QPushButton::clicked, this, [this, url] {
                m_tab->diskBanner()->hide();
                QDesktopServices::openUrl(url);
            });
        }
    });
    connect(&m_drafts, &DraftKeeper::kept, this, &EditController::stateChanged);
    connect(&m_drafts, &DraftKeeper::failed, this, [this](const Error &error) {
        m_tab->draftBanner()->present(Tone::Error, tr("The draft cannot be kept"), error.message, errorDetailText(error));
    });
    connect(&m_disk, &DiskFollower::changed, this, &EditController::onDiskChanged);
    connect(&m_disk, &DiskFollower::gone, this, &EditController::onDiskGone);
    connect(&m_save, &SaveFlow::accepted, this, &EditController::runSave);
    connect(&m_save, &SaveFlow::shown, this, &EditController::dialogShown);
    connect(&m_save, &SaveFlow::verdictWanted, this, &EditController::verdictWanted);
    connect(run, &MutationRun::runningChanged, this, &EditController::stateChanged);
}

void EditController::setSession(const SkillSession &session)
{
    close();
    m_parked.clear();
    m_session = session;
    m_drafts.setSession(session);
}

void EditController::park()
{
    if (m_key.isEmpty() || !isModified())
        return;
    m_parked.insert(m_key, {text(), m_base, m_baseHash});
    m_drafts.keep(m_key, makeDraft());
}

void EditController::leave()
{
    park();
    close();
}

void EditController::open(const SkillEntry &entry)
{
    leave();
    m_entry = entry;
    m_key = SkillListModel::keyOf(entry);
    if (entry.deleted) {
        m_tab->showDeleted();
        m_gone = true;
        Q_EMIT shown();
        Q_EMIT stateChanged();
        return;
    }
    m_tab->showLoading();
    m_loading = m_services.jobs->run(
        this, [path = entry.path, storage = m_session.storage](const JobContext &) { return loadSkillText(*storage, path); },
        [this](const Result<SkillText> &text) { onLoaded(text); });
}

void EditController::close()
{
    m_loading.abandon();
    m_judging.abandon();
    m_findingDrafts.abandon();
    m_judgeDelay.stop();
    m_disk.stop();
    m_key.clear();
    m_loaded = m_gone = m_expectGone = m_wasModified = false;
    m_wantedLine = 0;
    m_theirs.reset();
    m_offers.clear();
    m_facts.clear();
    m_errors = 0;
    m_tab->hideBanners();
    m_tab->editor()->setReadOnly(true);
    m_tab->editor()->setBytes({});
}

void EditController::setEntry(const SkillEntry &entry)
{
    const bool was = m_entry.editable;
    const bool cameBack = m_gone && !entry.deleted;
    const bool went = m_expectGone && !m_entry.deleted && entry.deleted;
    m_entry = entry;
    if ((cameBack && !m_loaded) || went) {
        open(entry);
        return;
    }
    if (was != entry.editable && m_loaded)
        showState();
    m_disk.look();
}

void EditController::refresh()
{
    m_disk.look();
}

void EditController::onLoaded(const Result<SkillText> &text)
{
    if (!text) {
        m_tab->showFailure(errorHeadline(text.error().code), text.error().message, errorDetailText(text.error()));
        m_disk.follow(m_entry.path, m_session.storage, {});
        Q_EMIT shown();
        Q_EMIT stateChanged();
        return;
    }
    m_loaded = true;
    showText(*text);
    m_disk.follow(m_entry.path, m_session.storage, *text);
    if (m_parked.contains(m_key) && showsEditor()) {
        const Parked parked = m_parked.take(m_key);
        m_tab->editor()->applyBytes(parked.text);
        if (parked.baseHash != text->hash) {
            setBase(parked.base, parked.baseHash);
            onDiskChanged(*text);
        }
    } else {
        lookForDrafts();
    }
    if (m_wantedLine > 0)
        goTo(std::exchange(m_wantedLine, 0), m_wantedColumn);
    Q_EMIT shown();
}

void EditController::showText(const SkillText &text)
{
    m_shown = text;
    m_gone = false;
    setBase(text.bytes, text.hash);
    m_facts = textFacts(text.bytes, text.size);
    switch (text.form) {
    case SkillText::Form::Editable:
        m_tab->editor()->setBytes(text.bytes);
        m_tab->showEditor();
        break;
    case SkillText::Form::Pieces:
        m_tab->showPieces(text.bytes, text.hash.isEmpty() ? text.size : -1);
        break;
    case SkillText::Form::Bytes:
        m_tab->showBytes(text.bytes, text.size);
        break;
    }
    showState();
    startJudging();
    Q_EMIT stateChanged();
}

void EditController::showState()
{
    Banner *banner = m_tab->stateBanner();
    m_tab->editor()->setReadOnly(!m_entry.editable);
    banner->hide();
    // Of a text in pieces the view says itself what it shows and why.
    if (m_shown.form == SkillText::Form::Pieces)
        return;
    if (m_shown.form == SkillText::Form::Bytes) {
        Problem problem;
        problem.kind = ProblemKind::Utf16;
        const auto converted = suggestedRepair(m_shown.bytes, problem);
        banner->present(Tone::Warning, tr("Looks like UTF-16"), tr("DeerFlow reads UTF-8 only. Below are the bytes of the file."));
        if (converted && m_entry.editable) {
            QPushButton *convert = banner->addButton(tr("&Convert to UTF-8"), u"convertButton"_s);
            connect(convert, &QPushButton::clicked, this, [this, text = *converted] {
                m_shown.form = SkillText::Form::Editable;
                m_tab->editor()->setBytes(m_shown.bytes);
                m_tab->showEditor();
                m_tab->editor()->applyBytes(text);
                showState();
            });
        }
    } else if (!m_entry.editable) {
        banner->present(Tone::Neutral, tr("Read only"), m_entry.notEditableReason);
    } else if (m_base.startsWith("\xEF\xBB\xBF") && text().startsWith("\xEF\xBB\xBF")) {
        banner->present(Tone::Warning, tr("Begins with a byte order mark"),
                        tr("DeerFlow finds no front matter behind it, so the skill does not load."));
        QPushButton *strip = banner->addButton(tr("&Remove it"), u"stripMarkButton"_s);
        connect(strip, &QPushButton::clicked, this, [this] {
            m_tab->editor()->applyBytes(text().mid(3));
            showState();
        });
    } else if (!QByteArrayView(m_base).isValidUtf8()) {
        banner->present(Tone::Warning, tr("Not UTF-8"),
                        tr("Bytes that are no text are shown as blocks. DeerFlow does not load this skill until they are gone."));
    }
}

bool EditController::isModified() const
{
    return showsEditor() && m_tab->editor()->isModified();
}

void EditController::goTo(int line, int column)
{
    if (!m_loaded) {
        m_wantedLine = line;
        m_wantedColumn = column;
        return;
    }
    if (showsEditor()) {
        m_tab->editor()->goTo(line, column);
        m_tab->editor()->setFocus(Qt::OtherFocusReason);
    }
}

QByteArray EditController::text() const
{
    return m_tab->editor()->bytes();
}

void EditController::setBase(const QByteArray &bytes, const QString &hash)
{
    m_base = bytes;
    m_baseHash = hash;
}

void EditController::onEdited()
{
    m_judgeDelay.start();
    if (isModified())
        m_drafts.touch(m_key, [this] { return makeDraft(); });
    else
        m_drafts.discard(m_key);
    Q_EMIT stateChanged();
}

Draft EditController::makeDraft() const
{
    Draft draft;
    draft.customRoot = m_session.roots.customRoot;
    draft.directory = m_entry.directory;
    draft.origin = u"editor"_s;
    draft.reason = tr("Typed in the window and not saved yet.");
    if (!m_baseHash.isEmpty())
        draft.baseHash = m_baseHash;
    draft.base = m_base;
    draft.hasBase = true;
    draft.text = text();
    draft.window = m_session.windowId;
    return draft;
}

void EditController::startJudging()
{
    if (!m_loaded)
        return;
    const QByteArray bytes = showsEditor() ? text() : m_shown.bytes;
    m_judging = m_services.jobs->run(
        this, [bytes, entry = m_entry](const JobContext &) { return judgeText(bytes, entry); },
        [this](const TextJudgement &judgement) { onJudged(judgement); });
}

void EditController::onJudged(const TextJudgement &judgement)
{
    m_errors = int(std::count_if(judgement.problems.cbegin(), judgement.problems.cend(),
                                 [](const Problem &problem) { return problem.severity == Severity::Error; }));
    if (showsEditor()) {
        m_facts = judgement.facts;
        m_tab->editor()->setProblems(judgement.problems, m_entry.editable ? judgement.fixLabels : QStringList());
        if (judgement.body.size() > MarkdownPreview::limit)
            m_tab->preview()->showMessage(tr("The text is too long for a preview."));
        else
            m_tab->preview()->showBody(judgement.body);
    }
    Q_EMIT judged();
    Q_EMIT stateChanged();
}

QString EditController::cannotSave() const
{
    if (!m_loaded)
        return tr("There is no text to save.");
    if (!m_entry.editable)
        return m_entry.notEditableReason;
    if (!showsEditor())
        return tr("This text is shown read-only.");
    if (m_run->isRunning())
        return tr("Another change is being made.");
    if (!isModified())
        return tr("Nothing is changed.");
    return {};
}

QString EditController::draftText() const
{
    const QDateTime kept = m_drafts.keptAt(m_key);
    return isModified() && kept.isValid() ? tr("draft kept %1").arg(humanAge(kept)) : QString();
}

void EditController::save()
{
    if (cannotSave().isEmpty())
        m_save.ask({m_session, m_entry, m_base, m_baseHash, text()});
}

void EditController::runSave(const SaveRequest &request, const QString &note)
{
    EditRequest edit;
    edit.directory = request.entry.directory;
    edit.text = request.text;
    if (!request.baseHash.isEmpty())
        edit.baseHash = request.baseHash;
    if (!note.isEmpty())
        edit.note = note;
    // The typed text is on disk before anything can go wrong with it.
    if (m_key == SkillListModel::keyOf(request.entry) && isModified())
        m_drafts.keep(m_key, makeDraft());
    m_tab->diskBanner()->hide();
    m_run->start(
        m_session, tr("Saving %1…").arg(request.entry.name),
        [edit](SkillEditor &editor, const MutationOptions &options) { return editor.edit(edit, options); },
        [this, request, note](const Result<MutationOutcome> &outcome) { onSaveDone(request, note, outcome); });
}

void EditController::takeSaved(const SaveRequest &request, const MutationOutcome &outcome)
{
    const QString key = SkillListModel::keyOf(request.entry);
    const bool here = key == m_key;
    if (here) {
        setBase(request.text, outcome.hash);
        m_shown.bytes = request.text;
        m_shown.hash = outcome.hash;
        m_disk.setKnown(outcome.hash);
        m_theirs.reset();
        m_gone = false;
        if (text() == request.text) {
            m_tab->editor()->markSaved();
            m_drafts.discard(key);
        } else {
            m_drafts.touch(key, [this] { return makeDraft(); });
        }
        showState();
    } else if (const auto parked = m_parked.find(key); parked != m_parked.end() && parked->text != request.text) {
        // Typed on while the save was waiting, then another skill was chosen.
        parked->base = request.text;
        parked->baseHash = outcome.hash;
    } else {
        m_parked.remove(key);
        m_drafts.discard(key);
        Q_EMIT modifiedChanged(key, false);
    }
}

void EditController::onSaveDone(const SaveRequest &request, const QString &note, const Result<MutationOutcome> &outcome)
{
    if (outcome) {
        takeSaved(request, *outcome);
        Q_EMIT saved(*outcome);
        Q_EMIT stateChanged();
        return;
    }
    presentFailure(request, note, outcome.error());
    Q_EMIT stateChanged();
}

void EditController::presentFailure(const SaveRequest &request, const QString &note, const Error &error)
{
    if (SkillListModel::keyOf(request.entry) != m_key) {
        m_tab->diskBanner()->present(Tone::Error, tr("%1 was not saved").arg(request.entry.name), error.message + u" "_s + tr("Its text is kept."),
                                     errorDetailText(error));
        return;
    }
    Banner *banner = m_tab->diskBanner();
    if (error.code == ErrorCode::Conflict) {
        SkillText theirs;
        theirs.bytes = error.details.present;
        theirs.hash = error.details.presentHash;
        theirs.size = theirs.bytes.size();
        m_theirs = theirs;
        presentChanged(tr("Not saved: the file was changed meanwhile"));
    } else if (error.code == ErrorCode::Cancelled) {
        banner->present(Tone::Information, tr("Not saved"), tr("You cancelled it. Your text is kept."));
    } else {
        banner->present(Tone::Error, tr("Not saved: %1").arg(errorHeadline(error.code)), error.message + u" "_s + tr("Your text is kept."),
                        errorDetailText(error));
        m_run->offerWay(banner, error, [this, request, note] { runSave(request, note); });
        if (error.code == ErrorCode::Blocked) {
            const QPushButton *why = banner->addButton(tr("Show the &verdict"), u"showVerdictButton"_s);
            connect(why, &QPushButton::clicked, this, &EditController::verdictWanted);
        }
        const bool refused = error.code == ErrorCode::Invalid || error.code == ErrorCode::Blocked;
        if (refused && error.details.line > 0)
            m_tab->editor()->goTo(error.details.line, std::max(1, error.details.column));
        if (!refused) {
            const QPushButton *again = banner->addButton(tr("&Try again"), u"tryAgainButton"_s);
            connect(again, &QPushButton::clicked, this, [this] {
                m_tab->diskBanner()->hide();
                save();
            });
        }
    }
}

void EditController::showDifference(const QByteArray &oldText, const QByteArray &newText, const QString &oldLabel, const QString &newLabel)
{
    auto *dialog = new TextDiffDialog(m_services, u"differenceDialog"_s, tr("Difference in %1").arg(m_entry.name), {}, m_tab);
    dialog->setTexts(oldText, newText, oldLabel, newLabel);
    connect(dialog, &TextDiffDialog::shown, this, &EditController::dialogShown);
    dialog->open();
}

} // namespace verderer
