// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/no_installation.h"

#include "ui/widgets/empty_state.h"
#include "ui/widgets/style.h"
#include "ui/widgets/text_format.h"

#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

NoInstallation::NoInstallation(const Theme *theme, QWidget *parent) : QWidget(parent), m_state(new EmptyState(theme, this))
{
    setObjectName(u"noInstallation"_s);
    auto *choose = m_state->addButton(tr("&Choose a folder…"), u"chooseFolderButton"_s);
    makePrimary(choose);
    auto *tryAgain = m_state->addButton(tr("&Look again"), u"lookAgainButton"_s);
    m_choose = choose;
    m_again = tryAgain;
    connect(choose, &QPushButton::clicked, this, &NoInstallation::chooseFolder);
    connect(tryAgain, &QPushButton::clicked, this, &NoInstallation::again);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_state);
    showLooking();
}

void NoInstallation::showLooking()
{
    m_state->setContent(u"search"_s, tr("Looking for an installation…"), {});
    m_choose->hide();
    m_again->hide();
}

void NoInstallation::showError(const Error &error)
{
    const QString title = error.code == ErrorCode::NotFound ? tr("No DeerFlow installation found") : tr("This installation cannot be opened");
    QString text = error.message;
    const qsizetype firstBreak = text.indexOf(u'\n');
    QString details = errorDetailText(error);
    if (firstBreak > 0) {
        details = text.mid(firstBreak + 1) + (details.isEmpty() ? QString() : u"\n"_s + details);
        text.truncate(firstBreak);
    }
    const QString hint = tr("Choose a repository folder of DeerFlow, its home (.deer-flow), or the folder of its config.yaml.");
    m_state->setContent(u"folder"_s, title, text + u"\n\n"_s + hint, details);
    m_choose->show();
    m_again->show();
    m_choose->setFocus();
}

} // namespace verderer
