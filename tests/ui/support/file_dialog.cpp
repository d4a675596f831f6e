// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/file_dialog.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCompleter>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

using namespace Qt::StringLiterals;

namespace verderer::test {

namespace {

constexpr int patience = 30'000;

QFileDialog *visibleDialog(const QString &name)
{
    const auto widgets = QApplication::topLevelWidgets();
    for (QWidget *widget : widgets) {
        if (widget->objectName() == name && widget->isVisible()) {
            return qobject_cast<QFileDialog *>(widget);
        }
    }
    return nullptr;
}

} // namespace

bool saveThrough(const QString &dialogName, const QString &path, const QString &kind)
{
    if (!QTest::qWaitFor([&] { return visibleDialog(dialogName) != nullptr; }, patience)) {
        return false;
    }
    QFileDialog *dialog = visibleDialog(dialogName);
    if (!kind.isEmpty()) {
        dialog->selectNameFilter(kind);
        Q_EMIT dialog->filterSelected(kind);
    }
    dialog->setDirectory(QFileInfo(path).absolutePath());
    auto *name = dialog->findChild<QLineEdit *>(u"fileNameEdit"_s);
    name->setFocus();
    name->selectAll();
    QTest::keyClicks(name, QFileInfo(path).fileName());
    // The list of names that fit lies over the buttons.
    if (name->completer()) {
        name->completer()->popup()->hide();
    }
    QTest::mouseClick(dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Save), Qt::LeftButton);
    return QTest::qWaitFor([&] { return visibleDialog(dialogName) == nullptr; }, patience);
}

} // namespace verderer::test
