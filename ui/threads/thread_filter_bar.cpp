// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/threads/thread_filter_bar.h"

#include "ui/widgets/choice_button.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/status_words.h"

#include <QKeyEvent>
#include <QLineEdit>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr int gatherMs = 250;

/// Nothing chosen is an empty text in a query.
std::optional<QString> choice(const QString &value)
{
    return value.isEmpty() ? std::nullopt : std::optional(value);
}

} // namespace

ThreadFilterBar::ThreadFilterBar(const Theme *theme, QWidget *parent)
    : QWidget(parent), m_text(new QLineEdit(this)), m_owner(new ChoiceButton(tr("Owner"), tr("all"), this)),
      m_status(new ChoiceButton(tr("Status"), tr("any"), this)), m_updated(new ChoiceButton(tr("Updated"), tr("any time"), this))
{
    m_text->setObjectName(u"threadSearch"_s);
    m_text->setPlaceholderText(tr("Title, id, or key=value"));
    m_text->setAccessibleName(tr("Search threads"));
    m_text->setToolTip(tr("Words in title or id, or metadata: ticket=4211 finds the number, ticket=\"4211\" the text (%1)")
                           .arg(QKeySequence(QKeySequence::Find).toString(QKeySequence::NativeText)));
    m_text->setClearButtonEnabled(true);
    m_text->addAction(themedIcon(u"search"_s, theme, &ThemeColors::muted), QLineEdit::LeadingPosition);
    m_text->installEventFilter(this);
    m_text->setMinimumWidth(scaled(this, 300));
    m_owner->setObjectName(u"ownerFilter"_s);
    m_owner->allowTyping(tr("Another owner…"), tr("The owner's id:"));
    m_status->setObjectName(u"statusFilter"_s);
    m_updated->setObjectName(u"updatedFilter"_s);
    QList<ChoiceButton::Choice> statuses;
    for (const QString &status : {u"idle"_s, u"running"_s, u"error"_s, u"interrupted"_s, u"timeout"_s}) {
        statuses.append({status, statusWords(status).text()});
    }
    m_status->setChoices(statuses);
    m_updated->setChoices({{u"today"_s, tr("today")}, {u"7"_s, tr("last 7 days")}, {u"30"_s, tr("last 30 days")}, {u"365"_s, tr("last 365 days")}});
    setOwners({});

    auto *row = new FlowLayout(this);
    row->setGaps(scaled(this, 8), scaled(this, 6));
    row->addWidget(m_text);
    row->addWidget(m_owner);
    row->addWidget(m_status);
    row->addWidget(m_updated);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);

    m_gather.setSingleShot(true);
    m_gather.setInterval(gatherMs);
    connect(&m_gather, &QTimer::timeout, this, &ThreadFilterBar::queryChanged);
    connect(m_text, &QLineEdit::textChanged, this, [this] {
        if (!m_filling) {
            m_gather.start();
        }
    });
    for (const ChoiceButton *button : {m_owner, m_status, m_updated}) {
        connect(button, &ChoiceButton::chosen, this, [this] {
            m_gather.stop();
            Q_EMIT queryChanged();
        });
    }
}

void ThreadFilterBar::setOwners(const QList<std::pair<QString, QString>> &owners)
{
    QList<ChoiceButton::Choice> choices;
    for (const auto &[id, name] : owners) {
        choices.append({id, name});
    }
    choices.append({u"-"_s, tr("nobody")});
    m_owner->setChoices(choices);
}

ThreadQuery ThreadFilterBar::query() const
{
    return {m_text->text().trimmed(), m_owner->value().value_or(QString()), m_status->value().value_or(QString()),
            m_updated->value().value_or(QString())};
}

void ThreadFilterBar::setQuery(const ThreadQuery &query)
{
    m_filling = true;
    m_gather.stop();
    m_text->setText(query.text);
    m_owner->setValue(choice(query.owner));
    m_status->setValue(choice(query.status));
    m_updated->setValue(choice(query.updated));
    m_filling = false;
    Q_EMIT queryChanged();
}

void ThreadFilterBar::clear()
{
    setQuery({});
}

void ThreadFilterBar::focusText()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

bool ThreadFilterBar::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_text && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Return || key == Qt::Key_Enter) {
            if (m_gather.isActive()) {
                m_gather.stop();
                Q_EMIT queryChanged();
            }
            Q_EMIT leave();
            return true;
        }
        if (key == Qt::Key_Escape && !m_text->text().isEmpty()) {
            m_text->clear();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace verderer
