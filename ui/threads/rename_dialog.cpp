// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/threads/rename_dialog.h"

#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

/// What PostgreSQL's column holds; SQLite would take more and lose it in a move.
constexpr int titleLength = 256;

} // namespace

RenameDialog::RenameDialog(const Theme *theme, const QString &title, QWidget *parent)
    : QDialog(parent), m_title(new QLineEdit(title, this)), m_accept(new QPushButton(tr("&Rename"), this))
{
    setObjectName(u"renameDialog"_s);
    setWindowTitle(tr("Rename the thread"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_title->setObjectName(u"renameTitle"_s);
    m_title->setAccessibleName(tr("Title"));
    m_title->setMaxLength(titleLength);
    m_title->selectAll();
    m_accept->setObjectName(u"renameAccept"_s);
    m_accept->setDefault(true);
    auto *note =
        new QLabel(tr("DeerFlow copies its own title over this one after the thread's next run. Without any text the title is taken away."), this);
    note->setWordWrap(true);
    setTextColor(note, theme->colors().muted);
    auto *cancel = new QPushButton(tr("&Cancel"), this);
    cancel->setObjectName(u"renameCancel"_s);
    cancel->setAutoDefault(false);
    auto *foot = new QHBoxLayout;
    foot->setSpacing(scaled(this, 8));
    foot->addStretch(1);
    foot->addWidget(cancel);
    foot->addWidget(m_accept);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(scaled(this, 24), scaled(this, 20), scaled(this, 24), scaled(this, 18));
    column->setSpacing(scaled(this, 12));
    column->addWidget(m_title);
    column->addWidget(note);
    column->addLayout(foot);
    const auto judge = [this, title](const QString &text) { m_accept->setEnabled(text.trimmed() != title); };
    judge(title);
    connect(m_title, &QLineEdit::textChanged, this, judge);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_accept, &QPushButton::clicked, this, [this] {
        Q_EMIT renamed(m_title->text().trimmed());
        accept();
    });
    resize(scaled(this, 480), sizeHint().height());
}

} // namespace verderer
