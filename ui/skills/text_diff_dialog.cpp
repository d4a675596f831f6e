// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/text_diff_dialog.h"

#include "ui/skills/diff_panel.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/metrics.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

TextDiffDialog::TextDiffDialog(const WindowServices &services, const QString &objectName, const QString &title, const QString &acceptText,
                               QWidget *parent)
    : QDialog(parent), m_intro(new QLabel(this)), m_banner(new Banner(services.theme, this)), m_panel(new DiffPanel(services, this)),
      m_note(new QLineEdit(this)), m_accept(new QPushButton(acceptText, this)),
      m_cancel(new QPushButton(acceptText.isEmpty() ? tr("&Close") : tr("&Cancel"), this))
{
    setObjectName(objectName);
    setWindowTitle(title);
    setAttribute(Qt::WA_DeleteOnClose);
    setSizeGripEnabled(true);
    m_intro->setObjectName(u"dialogIntro"_s);
    m_intro->setWordWrap(true);
    m_intro->setTextFormat(Qt::PlainText);
    m_intro->hide();
    m_banner->setObjectName(u"dialogBanner"_s);
    m_banner->setDismissible(false);
    m_note->setObjectName(u"dialogNote"_s);
    m_note->hide();
    m_accept->setObjectName(u"dialogAccept"_s);
    m_cancel->setObjectName(u"dialogCancel"_s);
    m_accept->setVisible(!acceptText.isEmpty());
    m_accept->setDefault(!acceptText.isEmpty());
    m_cancel->setAutoDefault(acceptText.isEmpty());

    auto *head = new QVBoxLayout;
    head->setContentsMargins(scaled(this, 20), scaled(this, 16), scaled(this, 20), scaled(this, 8));
    head->addWidget(m_intro);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(scaled(this, 20), scaled(this, 12), scaled(this, 20), scaled(this, 12));
    foot->setSpacing(scaled(this, 8));
    foot->addWidget(m_note, 1);
    foot->addStretch();
    foot->addWidget(m_cancel);
    foot->addWidget(m_accept);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(m_banner);
    column->addWidget(m_panel, 1);
    column->addLayout(foot);

    connect(m_accept, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_panel, &DiffPanel::shown, this, &TextDiffDialog::shown);

    // As large as is useful, and never larger than the window it belongs to.
    QSize size(scaled(this, 1000), scaled(this, 640));
    if (parent)
        size = size.boundedTo(parent->window()->size() - QSize(scaled(this, 48), scaled(this, 48)));
    resize(size);
}

void TextDiffDialog::setIntro(const QString &text)
{
    m_intro->setText(text);
    m_intro->setVisible(!text.isEmpty());
}

void TextDiffDialog::setTexts(const QByteArray &oldText, const QByteArray &newText, const QString &oldLabel, const QString &newLabel)
{
    m_panel->showTexts(oldText, newText, oldLabel, newLabel);
}

void TextDiffDialog::setProblem(Tone tone, const QString &title, const QString &text, bool blocks)
{
    m_banner->present(tone, title, text);
    m_accept->setEnabled(!blocks);
    m_accept->setToolTip(blocks ? text : QString());
}

void TextDiffDialog::addNoteField(const QString &placeholder)
{
    m_note->setPlaceholderText(placeholder);
    m_note->setAccessibleName(placeholder);
    m_note->show();
}

QString TextDiffDialog::note() const
{
    return m_note->text().trimmed();
}

} // namespace verderer
