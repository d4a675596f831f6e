// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/theme.h"
#include "workspace/workspace.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>

namespace verderer {

/// What is to be painted by `--render`.
struct RenderRequest {
    QString file;
    QString view = QStringLiteral("skills");
    QString select; ///< a skill's name or folder, a thread's id, a run's id
    QString tab;    ///< of the view; empty: its first
    QString dialog; ///< of skills "save", "rollback", "difference", "changed", "conflict", of threads "new", "rename", "delete"; empty: none
    QSize size{1440, 900};
};

/// The command line of the window.
struct Options {
    WorkspaceRequest workspace;
    QString user;
    QString language;               ///< "en", "zh_CN"; empty: the system's
    std::optional<ThemeKind> theme; ///< unset: the system's
    std::optional<RenderRequest> render;
    bool measureStart = false;
    bool showHelp = false;
    bool showVersion = false;
    QString error;    ///< a usage error, in a sentence; empty where there is none
    QString helpText; ///< for showHelp
};

/// Reads the arguments (the first one is the program's name). `base` holds the environment and the working folder.
Options parseOptions(const QStringList &arguments, const WorkspaceRequest &base);

} // namespace verderer
