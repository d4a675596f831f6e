// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "gateway/gateway_probe.h"
#include "skills/skill_editor.h"
#include "verdererctl/output.h"
#include "workspace/workspace.h"

#include <QString>

#include <future>

namespace verderer::ctl {

/// The options that stand before (or behind) every noun and verb.
struct GlobalOptions {
    QString home;
    QString config;
    QString skillsRoot;
    QString database;
    QString user;
    bool json = false;
    double lockTimeout = 30; ///< seconds
    bool breakLock = false;
    bool acceptUnlocked = false;
};

/// What the standard output is.
struct Terminal {
    bool colors = false;
    int width = 0; ///< in columns; 0: not a terminal, nothing is cut
};

/// The installation and the user that the options lead to.
struct Installation {
    Workspace workspace;
    WorkspaceUser user;
    SkillRoots roots;
};

/// What a command is given to do its work with. Lives on the main thread; commands use it on the worker's, one at a time.
class Context {
public:
    Context(GlobalOptions options, Terminal terminal, SkillEditor::Dependencies dependencies, WorkspaceRequest surroundings, CancelToken cancel,
            std::shared_future<GatewayStatus> gateway);

    [[nodiscard]] const GlobalOptions &options() const { return m_options; }
    [[nodiscard]] const Terminal &terminal() const { return m_terminal; }
    [[nodiscard]] const CancelToken &cancel() const { return m_cancel; }
    [[nodiscard]] const SkillEditor::Dependencies &dependencies() const { return m_dependencies; }
    [[nodiscard]] const QProcessEnvironment &environment() const { return m_surroundings.environment; }
    /// The same with the moderation model that the installation's config.yaml names, where `moderate` asks for it. NotFound where it names none.
    [[nodiscard]] Result<SkillEditor::Dependencies> dependencies(const Workspace &workspace, bool moderate) const;
    /// Waits for the probe, which always ends; only for commands that asked for it.
    [[nodiscard]] GatewayStatus gateway() const { return m_gateway.get(); }

    [[nodiscard]] Result<Workspace> workspace() const;
    [[nodiscard]] Result<Installation> installation() const;
    /// With --lock-timeout counting from now, and whoever is waited for told on standard error.
    [[nodiscard]] MutationOptions mutationOptions() const;
    /// A line on standard error that is gone when the next one comes; only where that is a terminal.
    void progress(const QString &text) const;

private:
    GlobalOptions m_options;
    Terminal m_terminal;
    SkillEditor::Dependencies m_dependencies;
    WorkspaceRequest m_surroundings;
    CancelToken m_cancel;
    std::shared_future<GatewayStatus> m_gateway;
};

} // namespace verderer::ctl
