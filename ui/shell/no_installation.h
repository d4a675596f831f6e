// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QWidget>

namespace verderer {

class EmptyState;
class Theme;

/// What the window shows while an installation is looked for, and when none was found: what was tried, and how to point at one.
class NoInstallation : public QWidget {
    Q_OBJECT
public:
    explicit NoInstallation(const Theme *theme, QWidget *parent = nullptr);
    void showLooking();
    void showError(const Error &error);

Q_SIGNALS:
    void chooseFolder();
    void again();

private:
    EmptyState *m_state;
    QWidget *m_choose;
    QWidget *m_again;
};

} // namespace verderer
