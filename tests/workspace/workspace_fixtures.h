// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tree_fixture.h"
#include "workspace/workspace.h"

/// What the tests of finding an installation share.
namespace verderer::test {

constexpr const char *plainConfig = "config_version: 34\n";

inline WorkspaceRequest requestIn(const Tree &tree, const QString &workingDirectory = QString())
{
    WorkspaceRequest request;
    request.workingDirectory = tree.path(workingDirectory);
    return request;
}

inline QString sentence(const Result<Workspace> &result)
{
    return result ? QStringLiteral("no failure") : result.error().message;
}

} // namespace verderer::test
