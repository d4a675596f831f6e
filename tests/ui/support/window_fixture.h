// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/test_home.h"
#include "ui/shell/installation_controller.h"
#include "ui/shell/main_window.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QTest>

#include <memory>

namespace verderer {
class SkillTextEdit;
}

namespace verderer::test {

/// A real window over a TestHome, driven by events. Widgets are found by their object names, as people find them by sight.
class WindowFixture {
public:
    /// `storage` unset: the computer's own. `windowId` is what its drafts carry.
    explicit WindowFixture(const TestHome &home, std::shared_ptr<Storage> storage = {}, const QString &windowId = QStringLiteral("1@test:1"),
                           const WindowSettings &settings = {}, std::shared_ptr<MutationQueues> queues = {});
    ~WindowFixture();
    WindowFixture(const WindowFixture &) = delete;
    WindowFixture &operator=(const WindowFixture &) = delete;

    /// Opens the home, waits for the list, and shows that skill with its text. False where that does not come to be.
    [[nodiscard]] bool open(const QString &skill = {});
    /// Chooses another skill by a click on its row and waits for its text.
    [[nodiscard]] bool choose(const QString &skill);
    /// Goes away as a killed program does: nothing is asked, nothing put away.
    void crash();

    [[nodiscard]] MainWindow *window() const { return m_window.get(); }
    [[nodiscard]] SkillsPlace *place() const;
    [[nodiscard]] SkillTextEdit *editor() const;
    [[nodiscard]] JobRunner *jobs() const { return m_jobs.get(); }
    [[nodiscard]] const WindowServices &services() const { return m_services; }

    /// The visible widget of that name in the window or a dialog of it; null where there is none.
    template<typename T> [[nodiscard]] T *find(const QString &name) const
    {
        const auto all = QApplication::allWidgets();
        for (QWidget *widget : all) {
            if (widget->objectName() == name && widget->isVisible()) {
                if (auto *wanted = qobject_cast<T *>(widget))
                    return wanted;
            }
        }
        return nullptr;
    }
    /// Clicks the visible, enabled button of that name, once there is one. False where none comes up.
    [[nodiscard]] bool click(const QString &name) const;
    /// Types at the end of the text.
    void typeAtEnd(const QString &text) const;
    /// Saves by Ctrl+S and the dialog; waits until the window says that it is done or why not. False where the dialog did not come up.
    [[nodiscard]] bool save(const QString &note = {}) const;
    /// The text of the visible banner of that name: title, blank, text.
    [[nodiscard]] QString banner(const QString &name) const;

private:
    const TestHome &m_home;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<JobRunner> m_jobs;
    WindowServices m_services;
    std::unique_ptr<InstallationController> m_installation;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace verderer::test
