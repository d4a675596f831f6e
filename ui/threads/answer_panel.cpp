// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/threads/answer_panel.h"

#include "base/json.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/database_source.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/status_words.h"
#include "ui/widgets/style.h"
#include "ui/widgets/time_text.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

QString fieldName(const QString &field)
{
    if (field == "title"_L1) {
        return AnswerPanel::tr("Title");
    }
    if (field == "assistant_id"_L1) {
        return AnswerPanel::tr("Assistant");
    }
    return field.startsWith("metadata."_L1) ? field.mid(9) : field;
}

/// A title without quotes, as people typed it; metadata as JSON, where a text and a number are told apart by their quotes.
QString valueText(const QString &field, const QByteArray &json)
{
    if (json.isEmpty()) {
        return u"—"_s;
    }
    if (!field.startsWith("metadata."_L1)) {
        if (const auto parsed = parseJson(json)) {
            return toQString(*parsed);
        }
    }
    return QString::fromUtf8(json);
}

} // namespace

AnswerPanel::AnswerPanel(const Theme *theme, const DatabaseSource *database, QWidget *parent)
    : QFrame(parent), m_theme(theme), m_database(database), m_headline(new QLabel(this)), m_warnings(new QLabel(this)), m_table(new QWidget(this)),
      m_grid(new QGridLayout(m_table))
{
    setObjectName(u"answerPanel"_s);
    setFrameShape(QFrame::NoFrame);
    m_headline->setObjectName(u"answerHeadline"_s);
    m_headline->setTextFormat(Qt::RichText);
    m_warnings->setObjectName(u"answerWarnings"_s);
    m_warnings->setTextFormat(Qt::PlainText);
    for (QLabel *label : {m_headline, m_warnings}) {
        label->setWordWrap(true);
        label->setContentsMargins(scaled(this, 12), scaled(this, 7), scaled(this, 12), scaled(this, 7));
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_grid->setContentsMargins(scaled(this, 12), scaled(this, 4), scaled(this, 12), scaled(this, 8));
    m_grid->setHorizontalSpacing(scaled(this, 20));
    m_grid->setVerticalSpacing(scaled(this, 8));
    m_grid->setColumnStretch(1, 1);
    m_grid->setColumnStretch(2, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    column->addWidget(m_headline);
    column->addWidget(m_warnings);
    column->addWidget(m_table);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    hide();
}

QString AnswerPanel::headline() const
{
    return m_plain;
}

QString AnswerPanel::tableText() const
{
    return m_lines.join(u'\n');
}

void AnswerPanel::start(bool good, const QString &headline, const QString &text)
{
    m_good = good;
    m_plain = text.isEmpty() ? headline : QString(headline + u' ' + text);
    m_headline->setText(u"<b>"_s + headline.toHtmlEscaped() + u"</b> "_s + text.toHtmlEscaped());
    setTextColor(m_headline, good ? m_theme->colors().accent : m_theme->colors().information);
    setAccessibleName(m_plain);
    m_warnings->hide();
    while (QLayoutItem *item = m_grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_lines.clear();
    m_table->hide();
    show();
    update();
}

void AnswerPanel::addLine(const QString &field, const QString &wished, const QString &stored, bool head)
{
    const int row = int(m_lines.size());
    const QStringList cells{field, wished, stored};
    for (int column = 0; column < 3; ++column) {
        auto *label = new ElidedLabel(m_table);
        label->setFullText(cells.at(column));
        if (column == 0 || head) {
            setTextColor(label, m_theme->colors().muted);
        }
        m_grid->addWidget(label, row, column);
    }
    m_lines << cells.join(u'\t');
    m_table->setAccessibleName(tableText());
    m_table->show();
}

void AnswerPanel::addDifferences(const CreateThreadAnswer &answer)
{
    for (const IgnoredWish &wish : answer.ignored) {
        if (m_lines.isEmpty()) {
            addLine({}, tr("You asked for"), tr("Stored"), true);
        }
        const bool reserved = wish.reason == "reserved"_L1;
        addLine(fieldName(wish.field), valueText(wish.field, wish.wished),
                reserved ? tr("left out: DeerFlow reserves this key") : valueText(wish.field, wish.stored));
    }
}

void AnswerPanel::addWarnings(const CreateThreadAnswer &answer)
{
    QStringList sentences;
    for (const QString &warning : answer.warnings) {
        // What the window says in its own words and offers a button for.
        if (warning != nobodysThreadWarning()) {
            sentences << warning;
        }
    }
    if (!answer.created && !answer.record.owner) {
        sentences.prepend(tr("It belongs to nobody, so DeerFlow shows it in nobody's list. You can claim it for the owner chosen above."));
    }
    m_warnings->setText(sentences.join(u'\n'));
    setTextColor(m_warnings, m_theme->colors().warning);
    m_warnings->setVisible(!sentences.isEmpty());
}

void AnswerPanel::showCreated(const CreateThreadAnswer &answer)
{
    start(true, tr("Created."), tr("The thread %1 is stored.").arg(answer.record.threadId));
    addWarnings(answer);
    addDifferences(answer);
}

void AnswerPanel::showExisting(const CreateThreadAnswer &answer)
{
    start(false, tr("It was already there."),
          answer.ignored.isEmpty() ? tr("Nothing was changed; it is as you asked for.") : tr("Nothing was changed; this is the stored thread."));
    addWarnings(answer);
    addDifferences(answer);
    if (m_lines.isEmpty()) {
        addLine({}, tr("You asked for"), tr("Stored"), true);
    }
    addLine(tr("Status"), u"—"_s, statusWords(answer.record.status).text());
    addLine(tr("Created"), u"—"_s, storedTimeText(answer.record.createdAt, answer.record.createdRaw));
}

void AnswerPanel::showAdded(const ThreadRecord &record)
{
    start(true, tr("Your metadata was added."), tr("Everything else of %1 is as it was stored.").arg(record.threadId));
}

void AnswerPanel::showClaimed(const CreateThreadAnswer &answer)
{
    start(true, tr("It was already there, and is yours now."),
          tr("It had no owner; it belongs to %1.").arg(m_database->ownerName(answer.record.owner.value_or(QString()))));
    addWarnings(answer);
    addDifferences(answer);
}

void AnswerPanel::paintEvent(QPaintEvent *)
{
    const ThemeColors &c = m_theme->colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_good ? c.accentSoft : c.informationSoft);
    painter.setClipRect(QRect(0, 0, width(), m_headline->geometry().bottom() + 1));
    painter.drawRoundedRect(frame, 5, 5);
    painter.setClipping(false);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(c.border);
    painter.drawRoundedRect(frame, 5, 5);
    // A hairline under each line of the table but the last.
    for (int row = 0; row + 1 < m_grid->rowCount() && m_table->isVisible(); ++row) {
        const QRect cell = m_grid->cellRect(row, 0);
        if (cell.isValid()) {
            const int y = m_table->y() + cell.bottom() + m_grid->verticalSpacing() / 2;
            painter.fillRect(QRect(1, y, width() - 2, 1), c.border);
        }
    }
}

} // namespace verderer
