// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/threads/metadata_tab.h"

#include "ui/threads/metadata_text.h"
#include "ui/threads/thread_acts.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/json_tree.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"

#include <QButtonGroup>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QShortcut>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

/// As UTF-8; U+00A0 and line separators come out of the document as they were typed.
QByteArray textOf(const QPlainTextEdit *editor)
{
    QString raw = editor->document()->toRawText();
    raw.replace(QChar::ParagraphSeparator, u'\n');
    return raw.toUtf8();
}

} // namespace

MetadataTab::MetadataTab(const WindowServices &services, ThreadActs *acts, QWidget *parent)
    : QWidget(parent), m_services(services), m_acts(acts), m_banner(new Banner(services.theme, this)),
      m_treeButton(new QPushButton(tr("T&ree"), this)), m_textButton(new QPushButton(tr("Te&xt"), this)),
      m_edit(new QPushButton(tr("&Edit metadata"), this)), m_remove(new QPushButton(tr("Remove the &key…"), this)),
      m_save(new QPushButton(tr("&Save"), this)), m_cancel(new QPushButton(tr("Do not save"), this)), m_problem(new QLabel(this)),
      m_stack(new QStackedWidget(this)), m_tree(new JsonTree(services.theme, this)), m_text(new QPlainTextEdit(this)),
      m_editor(new QPlainTextEdit(this))
{
    setObjectName(u"metadataTab"_s);
    m_banner->setObjectName(u"metadataBanner"_s);
    m_treeButton->setObjectName(u"metadataTreeButton"_s);
    m_textButton->setObjectName(u"metadataTextButton"_s);
    m_edit->setObjectName(u"editMetadata"_s);
    m_remove->setObjectName(u"removeMetadataKey"_s);
    m_save->setObjectName(u"saveMetadata"_s);
    m_cancel->setObjectName(u"cancelMetadata"_s);
    m_problem->setObjectName(u"metadataProblem"_s);
    m_problem->setTextFormat(Qt::PlainText);
    m_tree->setObjectName(u"metadataTree"_s);
    m_tree->setAccessibleName(tr("Metadata"));
    m_text->setObjectName(u"metadataText"_s);
    m_text->setAccessibleName(tr("Metadata as text"));
    m_text->setReadOnly(true);
    m_editor->setObjectName(u"metadataEditor"_s);
    m_editor->setAccessibleName(tr("Metadata being edited"));
    m_editor->setTabChangesFocus(true);
    for (QPlainTextEdit *text : {m_text, m_editor}) {
        text->setFont(Theme::textFont());
        text->setFrameShape(QFrame::NoFrame);
    }
    auto *group = new QButtonGroup(this);
    for (QPushButton *button : {m_treeButton, m_textButton}) {
        button->setCheckable(true);
        group->addButton(button);
    }
    m_treeButton->setChecked(true);
    for (QPushButton *button : {m_treeButton, m_textButton, m_edit, m_remove, m_save, m_cancel}) {
        button->setAutoDefault(false);
    }
    makePrimary(m_save);

    auto *strip = new QWidget(this);
    strip->setAutoFillBackground(true);
    strip->setBackgroundRole(QPalette::Window);
    auto *flow = new FlowLayout(strip);
    flow->setContentsMargins(scaled(this, 20), scaled(this, 6), scaled(this, 12), scaled(this, 6));
    flow->setGaps(scaled(this, 8), scaled(this, 6));
    for (QWidget *control : std::initializer_list<QWidget *>{m_treeButton, m_textButton, m_edit, m_remove, m_save, m_cancel, m_problem}) {
        flow->addWidget(control);
    }
    m_problem->setMinimumHeight(scaled(this, 30));
    m_stack->addWidget(m_tree);
    m_stack->addWidget(m_text);
    m_stack->addWidget(m_editor);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(strip);
    column->addWidget(m_banner);
    column->addWidget(m_stack, 1);

    connect(group, &QButtonGroup::buttonClicked, this, [this] { updateControls(); });
    connect(m_edit, &QPushButton::clicked, this, &MetadataTab::edit);
    connect(m_remove, &QPushButton::clicked, this, &MetadataTab::removeKey);
    connect(m_save, &QPushButton::clicked, this, &MetadataTab::save);
    connect(m_cancel, &QPushButton::clicked, this, &MetadataTab::giveUp);
    connect(m_editor, &QPlainTextEdit::textChanged, this, &MetadataTab::judge);
    connect(m_tree, &QTreeWidget::currentItemChanged, this, &MetadataTab::updateControls);
    connect(acts, &ThreadActs::runningChanged, this, &MetadataTab::updateControls);
    connect(services.theme, &Theme::changed, this, &MetadataTab::judge);
    auto *saveKey = new QShortcut(QKeySequence::Save, m_editor);
    saveKey->setContext(Qt::WidgetShortcut);
    connect(saveKey, &QShortcut::activated, this, &MetadataTab::save);
    updateControls();
}

void MetadataTab::setRecord(const ThreadRecord &record)
{
    const bool same = record.threadId == m_record.threadId;
    if (!same) {
        if (isModified()) {
            m_drafts.insert(m_record.threadId, {m_base, m_editor->toPlainText()});
        }
        m_editing = false;
        m_saving = false;
        m_banner->setDismissible(true);
        m_banner->hide();
    }
    m_record = record;
    if (!same && m_drafts.contains(record.threadId)) {
        const Draft draft = m_drafts.take(record.threadId);
        beginEditing(draft.base, draft.text);
    }
    if (m_editing && !m_saving) {
        // Saving sets only the keys that were changed here; one that somebody else changed too is worth a word.
        const auto change = metadataChange(m_base, textOf(m_editor));
        const QStringList keys = change ? change->changedKeys + change->removedKeys : QStringList();
        const QStringList differ = keysThatDiffer(m_base, record.metadataJson, keys);
        if (!differ.isEmpty()) {
            m_banner->present(Tone::Warning, tr("Changed by somebody else meanwhile"),
                              tr("Saving replaces what is stored now for: %1.").arg(differ.join(u", "_s)));
        }
    }
    showRecord();
}

void MetadataTab::showRecord()
{
    m_tree->setLabels(internalKeysOf(m_record.metadataJson));
    const bool readable = m_tree->setJson(m_record.metadataJson);
    m_text->setPlainText(QString::fromUtf8(metadataForReading(m_record.metadataJson)));
    if (!readable) {
        m_banner->setDismissible(false);
        m_banner->present(Tone::Error, tr("The stored metadata is damaged"),
                          tr("It is no JSON, so DeerFlow cannot read it either; the text is shown as it is stored. While it stays so, DeerFlow's own "
                             "search fails for this owner."));
        m_textButton->setChecked(true);
    }
    updateControls();
}

bool MetadataTab::isModified() const
{
    return m_editing && m_editor->toPlainText() != m_typedBase;
}

void MetadataTab::edit()
{
    const auto editable = editableMetadata(m_record.metadataJson);
    if (!editable || m_editing) {
        return;
    }
    beginEditing(m_record.metadataJson, QString::fromUtf8(*editable));
    m_editor->setFocus();
}

void MetadataTab::beginEditing(const QByteArray &base, const QString &typed)
{
    m_base = base;
    m_editing = true;
    m_typedBase = QString::fromUtf8(editableMetadata(base).value_or(QByteArray()));
    m_editor->setPlainText(typed);
    judge();
    Q_EMIT editingChanged(true);
}

QVariantMap MetadataTab::unsaved() const
{
    QHash<QString, Draft> drafts = m_drafts;
    if (isModified()) {
        drafts.insert(m_record.threadId, {m_base, m_editor->toPlainText()});
    }
    QVariantMap texts;
    for (auto draft = drafts.cbegin(); draft != drafts.cend(); ++draft) {
        texts.insert(draft.key(), QStringList{QString::fromUtf8(draft->base), draft->text});
    }
    return texts;
}

void MetadataTab::setUnsaved(const QVariantMap &texts)
{
    for (auto text = texts.cbegin(); text != texts.cend(); ++text) {
        const QStringList parts = text->toStringList();
        m_drafts.insert(text.key(), {parts.value(0).toUtf8(), parts.value(1)});
    }
}

void MetadataTab::giveUp()
{
    if (!m_editing) {
        return;
    }
    m_editing = false;
    m_saving = false;
    m_banner->hide();
    showRecord();
    Q_EMIT editingChanged(false);
}

void MetadataTab::judge()
{
    const QString problem = m_editing ? metadataProblem(textOf(m_editor)) : QString();
    m_problem->setText(problem);
    setTextColor(m_problem, m_services.theme->colors().error);
    updateControls();
}

void MetadataTab::updateControls()
{
    const bool object = editableMetadata(m_record.metadataJson).has_value();
    const bool busy = m_acts->isRunning();
    for (QPushButton *button : {m_treeButton, m_textButton, m_edit, m_remove}) {
        button->setVisible(!m_editing);
    }
    m_save->setVisible(m_editing);
    m_cancel->setVisible(m_editing);
    m_problem->setVisible(m_editing && !m_problem->text().isEmpty());
    m_edit->setEnabled(object && !busy);
    m_edit->setToolTip(object ? QString() : tr("The stored metadata is no JSON object, so it cannot be changed key by key."));
    const QString key = m_tree->currentKey();
    const bool removable = object && !key.isEmpty() && internalKeyLabel(key).isEmpty() && m_treeButton->isChecked();
    m_remove->setEnabled(removable && !busy);
    m_save->setEnabled(m_editing && !busy && m_problem->text().isEmpty());
    m_editor->setReadOnly(m_editing && busy && m_saving);
    m_stack->setCurrentWidget(m_editing ? static_cast<QWidget *>(m_editor) : m_treeButton->isChecked() ? static_cast<QWidget *>(m_tree) : m_text);
}

void MetadataTab::save()
{
    if (!m_editing || m_acts->isRunning()) {
        return;
    }
    const auto change = metadataChange(m_base, textOf(m_editor));
    if (!change) {
        m_banner->present(Tone::Error, tr("Not saved"), change.error().message);
        return;
    }
    if (change->isEmpty()) {
        giveUp();
        return;
    }
    if (change->removedKeys.isEmpty()) {
        store(change->set, change->changedKeys, {});
    } else {
        askForRemoval(change->set, change->changedKeys, change->removedKeys);
    }
}

void MetadataTab::askForRemoval(const QByteArray &set, const QStringList &changed, const QStringList &removed)
{
    m_banner->present(Tone::Warning, tr("Take keys out?"),
                      tr("No longer in the text: %1. DeerFlow itself never takes a key out; it can be done here.").arg(removed.join(u", "_s)));
    QPushButton *remove = m_banner->addButton(tr("Take them &out"), u"confirmRemoveKeys"_s);
    connect(remove, &QPushButton::clicked, this, [=, this] { store(set, changed, removed); });
    if (!changed.isEmpty()) {
        QPushButton *keep = m_banner->addButton(tr("Save, but &keep them"), u"keepRemovedKeys"_s);
        connect(keep, &QPushButton::clicked, this, [=, this] { store(set, changed, {}); });
    }
}

void MetadataTab::removeKey()
{
    const QString key = m_tree->currentKey();
    if (key.isEmpty() || !internalKeyLabel(key).isEmpty()) {
        return;
    }
    m_banner->present(Tone::Warning, tr("Take “%1” out of the metadata?").arg(key),
                      tr("DeerFlow itself never takes a key out. The audit log keeps its value."));
    QPushButton *remove = m_banner->addButton(tr("Take it &out"), u"confirmRemoveKeys"_s);
    connect(remove, &QPushButton::clicked, this, [this, key] { store("{}", {}, {key}); });
}

void MetadataTab::store(const QByteArray &set, const QStringList &changed, const QStringList &remove)
{
    m_banner->hide();
    m_saving = true;
    const QString id = m_record.threadId;
    m_acts->run(
        tr("Saving the metadata…"),
        remove.isEmpty() ? tr("The metadata was saved: %1.").arg(changed.join(u", "_s)) : tr("Taken out: %1.").arg(remove.join(u", "_s)),
        [id, set, remove](ThreadService &threads, const Wait &wait) { return threads.mergeMetadata(id, set, remove, wait); },
        [this, id](const Result<ThreadRecord> &result) {
            m_saving = false;
            // Another thread may be looked at by now; what is typed for that one stays.
            if (result && m_record.threadId == id) {
                m_record = *result;
                giveUp();
                showRecord();
            }
            updateControls();
        });
    updateControls();
}

} // namespace verderer
