// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/skill_dialog.h"

#include "ui/widgets/banner.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"
#include "ui/widgets/text_format.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

QLabel *makeDialogTitle(const QString &text, QWidget *parent)
{
    auto *title = new QLabel(text, parent);
    QFont bold = parent->font();
    bold.setPointSizeF(bold.pointSizeF() * 1.3);
    bold.setBold(true);
    title->setFont(bold);
    title->setWordWrap(true);
    title->setTextFormat(Qt::PlainText);
    return title;
}

SkillDialog::SkillDialog(const WindowServices &services, const QString &name, const QString &title, const QString &acceptText, QWidget *parent)
    : QDialog(parent), m_services(services), m_banner(new Banner(services.theme, this)), m_body(new QVBoxLayout), m_foot(new QHBoxLayout),
      m_cancel(new QPushButton(tr("&Cancel"), this)), m_accept(new QPushButton(acceptText, this)), m_run(new MutationRun(services, m_banner, this))
{
    setObjectName(QString(name + u"Dialog"_s));
    setWindowTitle(title);
    setAttribute(Qt::WA_DeleteOnClose);
    m_banner->setObjectName(QString(name + u"Banner"_s));
    m_accept->setObjectName(QString(name + u"Accept"_s));
    m_cancel->setObjectName(QString(name + u"Cancel"_s));
    m_cancel->setAutoDefault(false);
    m_accept->setAutoDefault(false);
    makePrimary(m_accept);

    m_foot->setSpacing(scaled(this, 8));
    m_foot->addStretch(1);
    m_foot->addWidget(m_cancel);
    m_foot->addWidget(m_accept);
    m_body->setSpacing(scaled(this, 10));
    m_body->addWidget(makeDialogTitle(title, this));
    auto *inner = new QVBoxLayout;
    inner->setContentsMargins(scaled(this, 24), scaled(this, 18), scaled(this, 24), scaled(this, 16));
    inner->setSpacing(scaled(this, 14));
    inner->addLayout(m_body, 1);
    inner->addLayout(m_foot);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_banner);
    column->addLayout(inner, 1);

    connect(m_cancel, &QPushButton::clicked, this, &SkillDialog::reject);
    connect(m_accept, &QPushButton::clicked, this, [this] { submit(); });
    connect(m_run, &MutationRun::runningChanged, this, [this](bool running) {
        updateAccept();
        runningChanged(running);
    });
}

void SkillDialog::setRefusal(const QString &reason)
{
    m_refusal = reason;
    updateAccept();
}

void SkillDialog::updateAccept()
{
    m_accept->setEnabled(m_refusal.isEmpty() && !m_run->isRunning());
    m_accept->setToolTip(m_refusal);
    m_accept->setAccessibleDescription(m_refusal);
}

void SkillDialog::presentFailure(const QString &title, const Error &error, const std::function<void()> &again)
{
    if (error.code == ErrorCode::Cancelled)
        m_banner->present(Tone::Information, title, tr("You cancelled it."));
    else
        m_banner->present(Tone::Error, tr("%1: %2").arg(title, errorHeadline(error.code)), error.message, errorDetailText(error));
    m_run->offerWay(m_banner, error, again);
}

void SkillDialog::resizeWithin(int width, int height)
{
    QSize size(scaled(this, width), scaled(this, height));
    if (const QWidget *owner = parentWidget())
        size = size.boundedTo(owner->window()->size() - QSize(scaled(this, 48), scaled(this, 48)));
    resize(size);
}

void SkillDialog::reject()
{
    if (m_run->isRunning()) {
        m_run->cancel();
        return;
    }
    QDialog::reject();
}

ConfirmDialog::ConfirmDialog(const WindowServices &services, const QString &name, const QString &title, const QStringList &sentences,
                             const QString &acceptText, QWidget *parent)
    : SkillDialog(services, name, title, acceptText, parent), m_name(name)
{
    auto *text = new QLabel(sentences.join(u"\n\n"_s), this);
    text->setObjectName(QString(name + u"Text"_s));
    text->setWordWrap(true);
    text->setTextFormat(Qt::PlainText);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    body()->addWidget(text);
    setMinimumWidth(scaled(this, 460));
    resize(scaled(this, 500), height());
    // No button is the default one: what takes things away is not what Return does.
}

void ConfirmDialog::showEvent(QShowEvent *event)
{
    // As high as the sentences need at this width, and no higher.
    resize(width(), heightForWidth(width()));
    SkillDialog::showEvent(event);
}

void ConfirmDialog::addNoteField()
{
    m_note = new QLineEdit(this);
    m_note->setObjectName(QString(m_name + u"Note"_s));
    m_note->setPlaceholderText(tr("Note for the history (optional)"));
    m_note->setAccessibleName(m_note->placeholderText());
    body()->addWidget(m_note);
}

QString ConfirmDialog::note() const
{
    return m_note ? m_note->text().trimmed() : QString();
}

} // namespace verderer
