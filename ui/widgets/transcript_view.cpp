// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/transcript_view.h"

#include "ui/widgets/empty_state.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"
#include "ui/widgets/time_text.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTextBlock>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr int messageStep = 200;
/// Of one text at a time; an editor with much longer lines becomes slow.
constexpr int textStep = 20'000;
/// What a tool answered is read less often than it is long.
constexpr int resultStep = 4'000;

QString roleName(const TranscriptMessage &message)
{
    switch (message.role) {
    case TranscriptMessage::Role::Human:
        return TranscriptView::tr("Human");
    case TranscriptMessage::Role::Assistant:
        return TranscriptView::tr("Assistant");
    case TranscriptMessage::Role::Tool:
        return TranscriptView::tr("Tool");
    case TranscriptMessage::Role::System:
        return TranscriptView::tr("System");
    case TranscriptMessage::Role::Unknown:
        break;
    }
    return TranscriptView::tr("Unknown");
}

/// Cuts without parting a surrogate pair.
QString beginning(const QString &text, int length)
{
    const int cut = length < text.size() && text.at(length - 1).isHighSurrogate() ? length - 1 : length;
    return text.left(cut);
}

} // namespace

TranscriptView::TranscriptView(const Theme *theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_stack(new QStackedWidget(this)), m_note(new EmptyState(theme, this)), m_text(new QTextBrowser(this)),
      m_hidden(new QCheckBox(this)), m_count(new QLabel(this)), m_more(new QPushButton(this))
{
    setObjectName(u"transcriptView"_s);
    m_text->setObjectName(u"transcriptText"_s);
    m_text->setAccessibleName(tr("Transcript"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    m_text->setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::TextSelectableByKeyboard);
    m_text->setUndoRedoEnabled(false);
    m_hidden->setObjectName(u"transcriptHidden"_s);
    m_count->setObjectName(u"transcriptCount"_s);
    m_more->setObjectName(u"transcriptMore"_s);
    m_more->setAutoDefault(false);

    auto *strip = new QWidget(this);
    strip->setAutoFillBackground(true);
    strip->setBackgroundRole(QPalette::Window);
    auto *row = new QHBoxLayout(strip);
    row->setContentsMargins(scaled(this, 20), scaled(this, 4), scaled(this, 12), scaled(this, 4));
    row->setSpacing(scaled(this, 12));
    row->addWidget(m_hidden);
    row->addStretch(1);
    row->addWidget(m_count);
    row->addWidget(m_more);
    auto *page = new QWidget(this);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(strip);
    column->addWidget(m_text, 1);
    m_stack->addWidget(m_note);
    m_stack->addWidget(page);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_stack);

    connect(m_hidden, &QCheckBox::toggled, this, [this] { render(true); });
    connect(m_more, &QPushButton::clicked, this, [this] {
        m_limit += messageStep;
        render(true);
    });
    connect(m_text, &QTextBrowser::anchorClicked, this, [this](const QUrl &link) { follow(link.toString()); });
    connect(theme, &Theme::changed, this, [this] { render(true); });
    showLoading();
}

void TranscriptView::showNote(const QString &icon, const QString &title, const QString &text)
{
    m_messages.clear();
    m_text->clear();
    m_note->setContent(icon, title, text);
    m_stack->setCurrentIndex(0);
}

void TranscriptView::showLoading()
{
    showNote(u"refresh"_s, tr("Reading the transcript…"), {});
}

bool TranscriptView::showsHidden() const
{
    return m_hidden->isChecked();
}

void TranscriptView::setShowsHidden(bool shows)
{
    m_hidden->setChecked(shows);
}

QString TranscriptView::plainText() const
{
    return m_text->toPlainText();
}

void TranscriptView::setMessages(QList<TranscriptMessage> messages, bool sameAsBefore)
{
    m_messages = std::move(messages);
    if (!sameAsBefore || m_limit == 0) {
        m_limit = messageStep;
        m_unfolded.clear();
    }
    if (m_messages.isEmpty()) {
        showNote(u"threads"_s, tr("No messages"), tr("Nothing was said here yet, or the messages of this conversation were not kept."));
        Q_EMIT shown();
        return;
    }
    m_stack->setCurrentIndex(1);
    render(sameAsBefore);
    Q_EMIT shown();
}

void TranscriptView::render(bool keepPlace)
{
    if (m_messages.isEmpty()) {
        return;
    }
    const int place = m_text->verticalScrollBar()->value();
    m_text->setUpdatesEnabled(false);
    m_text->clear();
    m_text->document()->setDocumentMargin(scaled(this, 16));
    QTextCursor cursor(m_text->document());
    cursor.beginEditBlock();
    int hidden = 0;
    int visible = 0;
    for (int index = 0; index < int(m_messages.size()); ++index) {
        if (m_messages.at(index).hidden) {
            ++hidden;
            if (!m_hidden->isChecked()) {
                continue;
            }
        }
        if (++visible <= m_limit) {
            addMessage(&cursor, index);
        }
    }
    cursor.endEditBlock();
    m_text->setUpdatesEnabled(true);
    m_text->verticalScrollBar()->setValue(keepPlace ? place : 0);
    updateStrip(hidden, std::max(0, visible - m_limit));
}

void TranscriptView::updateStrip(int hidden, int left)
{
    m_hidden->setText(tr("Show %n hidden message(s)", nullptr, hidden));
    m_hidden->setVisible(hidden > 0);
    m_count->setText(tr("%n message(s)", nullptr, int(m_messages.size())));
    setTextColor(m_count, m_theme->colors().muted);
    m_more->setText(tr("Show %1 more").arg(QLocale().toString(std::min(left, messageStep))));
    m_more->setVisible(left > 0);
}

void TranscriptView::addMessage(QTextCursor *cursor, int index)
{
    const ThemeColors &c = m_theme->colors();
    const TranscriptMessage &message = m_messages.at(index);
    QTextBlockFormat head;
    head.setTopMargin(cursor->atStart() ? 0 : scaled(this, 18));
    head.setBottomMargin(scaled(this, 4));
    if (cursor->atStart()) {
        cursor->setBlockFormat(head);
    } else {
        cursor->insertBlock(head);
    }
    QTextCharFormat strong;
    strong.setFontWeight(QFont::Bold);
    strong.setForeground(message.role == TranscriptMessage::Role::Human ? c.accent : c.text);
    cursor->insertText(roleName(message), strong);
    QStringList facts;
    if (!message.name.isEmpty()) {
        facts << message.name;
    }
    if (!message.caller.isEmpty() && message.caller != message.name) {
        facts << message.caller;
    }
    if (message.createdAt) {
        facts << storedTimeText(message.createdAt, {});
    }
    if (message.inputTokens > 0 || message.outputTokens > 0) {
        facts << tr("%1 tokens in, %2 out").arg(QLocale().toString(message.inputTokens), QLocale().toString(message.outputTokens));
    }
    if (message.hidden) {
        facts << tr("hidden in DeerFlow");
    }
    if (message.raw) {
        facts << tr("could not be read; as stored");
    }
    QTextCharFormat quiet;
    quiet.setForeground(c.muted);
    if (message.createdAt) {
        quiet.setToolTip(storedTimeTip(message.createdAt, {}));
    }
    if (!facts.isEmpty()) {
        cursor->insertText(u"   "_s + facts.join(u" · "_s), quiet);
    }
    for (int block = 0; block < int(message.blocks.size()); ++block) {
        addBlock(cursor, index, block);
    }
}

void TranscriptView::addBlock(QTextCursor *cursor, int message, int block)
{
    const ThemeColors &c = m_theme->colors();
    const TranscriptBlock &content = m_messages.at(message).blocks.at(block);
    const QString key = QString::number(message) + u'/' + QString::number(block);
    const auto label = [&](const QString &text, const QString &note) {
        QTextBlockFormat format;
        format.setTopMargin(scaled(this, 6));
        format.setLeftMargin(scaled(this, 16));
        cursor->insertBlock(format);
        QTextCharFormat strong;
        strong.setFontWeight(QFont::DemiBold);
        strong.setForeground(c.information);
        cursor->insertText(text, strong);
        if (!note.isEmpty()) {
            QTextCharFormat quiet;
            quiet.setForeground(c.muted);
            cursor->insertText(u"   "_s + note, quiet);
        }
    };
    switch (content.kind) {
    case TranscriptBlock::Kind::Text:
        addText(cursor, content.text, false, false, 0, key);
        break;
    case TranscriptBlock::Kind::Reasoning:
        label(tr("Reasoning"), {});
        addText(cursor, content.text, false, true, 16, key);
        break;
    case TranscriptBlock::Kind::Image:
        label(tr("Image"), content.text.left(200));
        break;
    case TranscriptBlock::Kind::ToolCall:
        label(u"→ "_s + content.toolName, content.answered ? QString() : tr("no answer was recorded"));
        addText(cursor, QString::fromUtf8(content.arguments), true, false, 32, key);
        break;
    case TranscriptBlock::Kind::ToolResult:
        label(u"← "_s + content.toolName, {});
        addText(cursor, content.text, true, false, 32, key);
        break;
    case TranscriptBlock::Kind::Other:
        addText(cursor, content.text, true, false, 16, key);
        break;
    }
}

void TranscriptView::addText(QTextCursor *cursor, const QString &text, bool fixed, bool quiet, int indent, const QString &key)
{
    const ThemeColors &c = m_theme->colors();
    const int length = m_unfolded.value(key, fixed ? resultStep : textStep);
    QTextBlockFormat format;
    format.setLeftMargin(scaled(this, indent));
    format.setTopMargin(scaled(this, 2));
    format.setLineHeight(120, QTextBlockFormat::ProportionalHeight);
    QTextCharFormat letters;
    letters.setForeground(quiet ? c.muted : c.text);
    letters.setFontItalic(quiet);
    if (fixed) {
        letters.setFont(Theme::textFont());
    }
    cursor->insertBlock(format);
    cursor->insertText(beginning(text, length), letters);
    if (text.size() > length) {
        cursor->insertBlock(format);
        QTextCharFormat link;
        link.setAnchor(true);
        link.setAnchorHref(u"more:"_s + key);
        link.setForeground(c.accent);
        link.setFontUnderline(true);
        cursor->insertText(tr("%1 more characters: show more").arg(QLocale().toString(text.size() - length)), link);
    }
}

void TranscriptView::follow(const QString &link)
{
    if (!link.startsWith("more:"_L1)) {
        return;
    }
    const QString key = link.mid(5);
    m_unfolded[key] = std::max(m_unfolded.value(key), resultStep) + textStep;
    render(true);
}

} // namespace verderer
