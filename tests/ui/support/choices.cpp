// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/choices.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QTest>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace verderer::test {

namespace {

constexpr int patience = 30'000;

template<class T> T *visible(const QString &name)
{
    for (QWidget *window : QApplication::topLevelWidgets()) {
        QList<T *> found = window->findChildren<T *>(name);
        if (auto *self = qobject_cast<T *>(window); self && self->objectName() == name) {
            found.append(self);
        }
        for (T *one : std::as_const(found)) {
            if (one->isVisible()) {
                return one;
            }
        }
    }
    return nullptr;
}

} // namespace

bool choose(const QString &buttonName, const QString &entry)
{
    auto *button = visible<QAbstractButton>(buttonName);
    if (!button || !button->isEnabled()) {
        return false;
    }
    // Qt's buttons wait in their menu until it closes, so that what happens there is decided before.
    bool clicked = false;
    QTimer menuOpens;
    menuOpens.setInterval(1);
    QObject::connect(&menuOpens, &QTimer::timeout, &menuOpens, [&] {
        auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        if (!menu) {
            return;
        }
        menuOpens.stop();
        for (QAction *action : menu->actions()) {
            if (action->isEnabled() && (action->text() == entry || action->objectName() == entry)) {
                clicked = true;
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
                return;
            }
        }
        menu->close();
    });
    menuOpens.start();
    QTest::mouseClick(button, Qt::LeftButton);
    return QTest::qWaitFor([&] { return !menuOpens.isActive(); }, patience) && clicked;
}

bool typeChoice(const QString &buttonName, const QString &entry, const QString &value)
{
    if (!choose(buttonName, entry)) {
        return false;
    }
    const auto dialog = [] { return visible<QInputDialog>(u"choiceDialog"_s); };
    if (!QTest::qWaitFor([&] { return dialog() != nullptr; }, patience)) {
        return false;
    }
    auto *text = dialog()->findChild<QLineEdit *>();
    text->selectAll();
    QTest::keyClicks(text, value);
    QTest::keyClick(text, Qt::Key_Return);
    return QTest::qWaitFor([&] { return dialog() == nullptr; }, patience);
}

} // namespace verderer::test
