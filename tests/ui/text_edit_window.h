// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editor/skill_text_edit.h"
#include "ui/widgets/theme.h"

#include <QLineEdit>
#include <QTest>
#include <QVBoxLayout>

/// What the tests of the editor share.
namespace verderer::test {

inline EditorColors testColors(ThemeKind kind = ThemeKind::Light)
{
    return editorColors(themeColors(kind, QPalette()), QFont(QStringLiteral("DejaVu Sans Mono"), 10), QFont(QStringLiteral("DejaVu Sans"), 10));
}

/// A window with the editor in it, as people meet it: found by name, shown and focused.
class Window : public QWidget {
public:
    Window()
    {
        auto *layout = new QVBoxLayout(this);
        auto *before = new QLineEdit(this);
        before->setObjectName(QStringLiteral("before"));
        auto *edit = new SkillTextEdit(this);
        edit->setObjectName(QStringLiteral("skillText"));
        auto *after = new QLineEdit(this);
        after->setObjectName(QStringLiteral("after"));
        layout->addWidget(before);
        layout->addWidget(edit, 1);
        layout->addWidget(after);
        edit->setColors(testColors());
        resize(800, 600);
        show();
        edit->setFocus();
    }
    SkillTextEdit *edit() { return findChild<SkillTextEdit *>(QStringLiteral("skillText")); }
};

inline void type(SkillTextEdit *edit, const QString &text)
{
    QTest::keyClicks(edit, text);
}

} // namespace verderer::test
