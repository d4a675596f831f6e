// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/threads/thread_filter_bar.h"

#include "ui/widgets/flow_layout.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/status_words.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr int gatherMs = 250;

void choose(QComboBox *box, const QString &value)
{
    int at = box->findData(value);
    if (at < 0) {
        box->addItem(value, value);
        at = box->count() - 1;
    }
    box->setCurrentIndex(at);
}

} // namespace

ThreadFilterBar::ThreadFilterBar(const Theme *theme, QWidget *parent)
    : QWidget(parent), m_text(new QLineEdit(this)), m_owner(new QComboBox(this)), m_status(new QComboBox(this)), m_updated(new QComboBox(this))
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
    m_owner->setAccessibleName(tr("Owner"));
    m_status->setObjectName(u"statusFilter"_s);
    m_status->setAccessibleName(tr("Status"));
    m_updated->setObjectName(u"updatedFilter"_s);
    m_updated->setAccessibleName(tr("Updated"));
    for (QComboBox *box : {m_owner, m_status, m_updated}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    }
    m_status->addItem(tr("Status: any"), QString());
    for (const QString &status : {u"idle"_s, u"running"_s, u"error"_s, u"interrupted"_s, u"timeout"_s}) {
        m_status->addItem(statusWords(status).text(), status);
    }
    m_updated->addItem(tr("Updated: any time"), QString());
    m_updated->addItem(tr("Updated: today"), u"today"_s);
    m_updated->addItem(tr("Updated: last 7 days"), u"7"_s);
    m_updated->addItem(tr("Updated: last 30 days"), u"30"_s);
    m_updated->addItem(tr("Updated: last 365 days"), u"365"_s);
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
    for (QComboBox *box : {m_owner, m_status, m_updated}) {
        connect(box, &QComboBox::currentIndexChanged, this, [this] {
            if (!m_filling) {
                m_gather.stop();
                Q_EMIT queryChanged();
            }
        });
    }
}

void ThreadFilterBar::setOwners(const QList<std::pair<QString, QString>> &owners)
{
    m_filling = true;
    const QString chosen = m_owner->currentData().toString();
    m_owner->clear();
    m_owner->addItem(tr("Owner: all"), QString());
    for (const auto &[id, name] : owners) {
        m_owner->addItem(name, id);
    }
    m_owner->addItem(tr("Owner: nobody"), u"-"_s);
    choose(m_owner, chosen);
    m_filling = false;
}

ThreadQuery ThreadFilterBar::query() const
{
    return {m_text->text().trimmed(), m_owner->currentData().toString(), m_status->currentData().toString(), m_updated->currentData().toString()};
}

void ThreadFilterBar::setQuery(const ThreadQuery &query)
{
    m_filling = true;
    m_gather.stop();
    m_text->setText(query.text);
    choose(m_owner, query.owner);
    choose(m_status, query.status);
    choose(m_updated, query.updated);
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
