// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/window_fixture.h"

#include "ui/editor/skill_text_edit.h"
#include "ui/skills/edit_tab.h"
#include "ui/skills/skill_list_model.h"
#include "ui/skills/skill_list_pane.h"
#include "ui/skills/skill_list_view.h"
#include "ui/skills/skill_page.h"
#include "ui/skills/skills_place.h"
#include "ui/widgets/banner.h"

#include <QAbstractButton>
#include <QLineEdit>
#include <QSignalSpy>

namespace verderer::test {

namespace {

constexpr int patience = 30'000;

SkillEditor::Dependencies dependenciesOf(const TestHome &home, std::shared_ptr<Storage> storage, std::shared_ptr<MutationQueues> queues)
{
    SkillEditor::Dependencies dependencies = home.dependencies(std::move(storage));
    if (queues)
        dependencies.queues = std::move(queues);
    return dependencies;
}

} // namespace

WindowFixture::WindowFixture(const TestHome &home, std::shared_ptr<Storage> storage, const QString &windowId, const WindowSettings &settings,
                             std::shared_ptr<MutationQueues> queues)
    : m_home(home), m_theme(std::make_unique<Theme>(QApplication::palette(), ThemeKind::Light)),
      m_jobs(std::make_unique<JobRunner>()), m_services{m_jobs.get(), m_theme.get()},
      m_installation(std::make_unique<InstallationController>(m_services, dependenciesOf(home, std::move(storage), std::move(queues)), windowId)),
      m_window(std::make_unique<MainWindow>(m_services, m_installation.get(), settings))
{
}

WindowFixture::~WindowFixture() = default;

SkillsPlace *WindowFixture::place() const
{
    return m_window->skillsPlace();
}

SkillTextEdit *WindowFixture::editor() const
{
    return place()->page()->editTab()->editor();
}

bool WindowFixture::open(const QString &skill)
{
    QSignalSpy loaded(place(), &SkillsPlace::listLoaded);
    WorkspaceRequest request;
    request.home = m_home.home();
    request.workingDirectory = m_home.path();
    m_window->resize(1200, 800);
    m_window->show();
    m_window->activateWindow();
    m_installation->open(request, m_home.user());
    // Keys reach their actions only in the active window.
    if (!QTest::qWaitForWindowActive(m_window.get()))
        return false;
    if (loaded.isEmpty() && !loaded.wait(patience))
        return false;
    return skill.isEmpty() || choose(skill);
}

bool WindowFixture::choose(const QString &skill)
{
    SkillListView *list = place()->list()->list();
    auto *model = qobject_cast<SkillListModel *>(list->model());
    QModelIndex wanted;
    for (int row = 0; row < model->rowCount(); ++row) {
        const SkillEntry *entry = model->entryAt(model->index(row));
        if (entry && (entry->directory == skill || entry->name == skill))
            wanted = model->index(row);
    }
    if (!wanted.isValid())
        return false;
    QSignalSpy shown(place(), &SkillsPlace::textShown);
    list->scrollTo(wanted);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(wanted).center());
    return !shown.isEmpty() || shown.wait(patience);
}

void WindowFixture::crash()
{
    m_window.reset();
    m_installation.reset();
    m_jobs.reset();
}

bool WindowFixture::click(const QString &name) const
{
    const bool there = QTest::qWaitFor(
        [&] {
            const auto *button = find<QAbstractButton>(name);
            return button && button->isEnabled();
        },
        patience);
    if (!there)
        return false;
    QTest::mouseClick(find<QAbstractButton>(name), Qt::LeftButton);
    return true;
}

void WindowFixture::typeAtEnd(const QString &text) const
{
    editor()->setFocus();
    QTest::keyClick(editor(), Qt::Key_End, Qt::ControlModifier);
    QTest::keyClicks(editor(), text);
}

bool WindowFixture::save(const QString &note) const
{
    // A dialog that was just closed may still be on its way out; no window system gives the focus back here.
    const bool alone = QTest::qWaitFor([] { return QApplication::activeModalWidget() == nullptr; }, patience);
    m_window->activateWindow();
    if (!alone || !QTest::qWaitForWindowActive(m_window.get()))
        return false;
    editor()->setFocus();
    QTest::keyClick(editor(), Qt::Key_S, Qt::ControlModifier);
    if (!QTest::qWaitFor([&] { return find<QWidget>(QStringLiteral("saveDialog")) != nullptr; }, patience))
        return false;
    if (!note.isEmpty())
        QTest::keyClicks(find<QLineEdit>(QStringLiteral("dialogNote")), note);
    return click(QStringLiteral("dialogAccept"));
}

QString WindowFixture::banner(const QString &name) const
{
    const auto *found = find<Banner>(name);
    return found ? QString(found->title() + u' ' + found->text()) : QString();
}

} // namespace verderer::test
