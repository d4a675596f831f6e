// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/top_bar.h"

#include "ui/widgets/icon.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"

#include <QActionGroup>
#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace verderer {

QString installationName(const Workspace &workspace)
{
    const QString root = workspace.projectRoot.path.isEmpty() ? workspace.home.path : workspace.projectRoot.path;
    const QString name = QDir(root).dirName();
    return name.isEmpty() ? root : name;
}

QString backendName(const Workspace &workspace)
{
    if (workspace.databaseBackend == "sqlite"_L1)
        return u"SQLite"_s;
    if (workspace.databaseBackend == "postgres"_L1)
        return u"PostgreSQL"_s;
    return TopBar::tr("in memory");
}

QString userLabel(const WorkspaceUser &user)
{
    return user.email.isEmpty() ? user.id : user.email;
}

TopBar::TopBar(const Theme *theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_brand(new QLabel(u"Verderer"_s, this)), m_installation(new QPushButton(this)), m_user(new QPushButton(this))
{
    setObjectName(u"topBar"_s);
    m_brand->setObjectName(u"brand"_s);
    QFont bold = font();
    bold.setBold(true);
    m_brand->setFont(bold);
    m_installation->setObjectName(u"installationButton"_s);
    m_installation->setAccessibleName(tr("Installation"));
    m_user->setObjectName(u"userButton"_s);
    m_user->setAccessibleName(tr("User"));
    for (QPushButton *button : {m_installation, m_user})
        button->setAutoDefault(false);

    auto *menu = new QMenu(m_installation);
    menu->setObjectName(u"installationMenu"_s);
    QAction *choose = menu->addAction(tr("&Open another installation…"));
    choose->setObjectName(u"chooseFolderAction"_s);
    choose->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_O));
    connect(choose, &QAction::triggered, this, &TopBar::chooseFolder);
    QAction *paths = menu->addAction(tr("Show resolved &paths"));
    paths->setObjectName(u"showPathsAction"_s);
    connect(paths, &QAction::triggered, this, &TopBar::showPaths);
    QAction *again = menu->addAction(tr("&Look again"));
    again->setObjectName(u"reloadAction"_s);
    connect(again, &QAction::triggered, this, &TopBar::reload);
    m_installation->setMenu(menu);
    // Shortcuts of a menu that is not in a menu bar hold only where the actions are.
    addAction(choose);
    m_user->setMenu(new QMenu(m_user));

    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(scaled(this, 16), 0, scaled(this, 16), 0);
    row->setSpacing(scaled(this, 12));
    m_brand->setMinimumWidth(scaled(this, 92));
    row->addWidget(m_brand);
    row->addWidget(m_installation);
    row->addWidget(m_user);
    row->addStretch(1);
    setFixedHeight(scaled(this, 47));
    connect(theme, &Theme::changed, this, &TopBar::applyColors);
    applyColors();
    clear();
}

void TopBar::clear()
{
    m_installation->setText(tr("No installation"));
    m_user->hide();
}

void TopBar::setWorkspace(const Workspace &workspace, const QList<WorkspaceUser> &users)
{
    m_users = users;
    const QString name = installationName(workspace);
    m_installation->setText(tr("Installation %1 · %2").arg(name, backendName(workspace)));
    QStringList lines;
    for (const ResolvedPath *path : {&workspace.projectRoot, &workspace.home, &workspace.config, &workspace.skillsRoot}) {
        if (!path->path.isEmpty())
            lines << path->path + u" ("_s + path->rule + u")"_s;
    }
    m_installation->setToolTip(lines.join(u'\n'));
    QMenu *menu = m_user->menu();
    menu->clear();
    auto *group = new QActionGroup(menu);
    for (const WorkspaceUser &user : users) {
        QAction *action = menu->addAction(user.email.isEmpty() ? user.id : u"%1 (%2)"_s.arg(user.email, user.id));
        action->setObjectName(u"user-"_s + user.id);
        action->setData(user.id);
        action->setCheckable(true);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, id = user.id] { Q_EMIT userChosen(id); });
    }
    m_user->setVisible(!users.isEmpty());
}

void TopBar::setUser(const QString &userId)
{
    QString label = userId;
    for (const WorkspaceUser &user : std::as_const(m_users)) {
        if (user.id == userId)
            label = userLabel(user);
    }
    m_user->setText(tr("User %1").arg(label));
    m_user->setToolTip(userId);
    const QList<QAction *> actions = m_user->menu()->actions();
    for (QAction *action : actions)
        action->setChecked(action->data().toString() == userId);
}

void TopBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->colors().surface);
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_theme->colors().border);
}

void TopBar::applyColors()
{
    setTextColor(m_brand, m_theme->kind() == ThemeKind::HighContrast ? m_theme->colors().text : m_theme->colors().accent);
    update();
}

} // namespace verderer
