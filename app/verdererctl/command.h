// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "verdererctl/context.h"
#include "verdererctl/output.h"

#include <memory>
#include <vector>

namespace CLI {
class App;
}

namespace verderer::ctl {

/// One verb of the command line: its options and its work. Owned by main().
class Command {
public:
    Command() = default;
    virtual ~Command() = default;
    Command(const Command &) = delete;
    Command &operator=(const Command &) = delete;

    /// Adds itself below `parent` and gives the subcommand; its options are stored in this object when the arguments are parsed.
    virtual CLI::App *declare(CLI::App &parent) = 0;

    /// Does the work, on the worker's thread. Looks at the context's cancel token while it waits.
    virtual Result<Output> run(const Context &context) = 0;

    /// Whether to ask the local Gateway meanwhile.
    [[nodiscard]] virtual bool asksGateway() const { return false; }
};

std::unique_ptr<Command> makeSkillsList();
std::unique_ptr<Command> makeSkillsShow();
std::unique_ptr<Command> makeSkillsValidate();
std::unique_ptr<Command> makeSkillsEdit();
std::unique_ptr<Command> makeSkillsHistory();
std::unique_ptr<Command> makeSkillsDiff();
std::unique_ptr<Command> makeSkillsRollback();
std::unique_ptr<Command> makeSkillsCreate();
std::unique_ptr<Command> makeSkillsCopy();
std::unique_ptr<Command> makeSkillsDelete();
std::unique_ptr<Command> makeSkillsRestore();
std::unique_ptr<Command> makeSkillsTrashList();
std::unique_ptr<Command> makeSkillsTrashEmpty();
std::unique_ptr<Command> makeSkillsEnable(bool enabled);
std::unique_ptr<Command> makeSkillsScan();
std::unique_ptr<Command> makeSkillsSearch();
std::unique_ptr<Command> makeSkillsRedact();
std::unique_ptr<Command> makeSkillsInstall();
std::unique_ptr<Command> makeSkillsExport();
std::unique_ptr<Command> makeSkillsFilesList();
std::unique_ptr<Command> makeSkillsFilesShow();
std::unique_ptr<Command> makeSkillsFilesWrite();
std::unique_ptr<Command> makeSkillsFilesRename();
std::unique_ptr<Command> makeSkillsFilesRemove();
std::unique_ptr<Command> makeThreadsList();
std::unique_ptr<Command> makeThreadsShow();
std::unique_ptr<Command> makeThreadsCreate();
std::unique_ptr<Command> makeThreadsRename();
std::unique_ptr<Command> makeThreadsPin(bool pinned);
std::unique_ptr<Command> makeThreadsMetadata();
std::unique_ptr<Command> makeThreadsDelete();
std::unique_ptr<Command> makeThreadsExport();
std::unique_ptr<Command> makeRunsList();
std::unique_ptr<Command> makeRunsShow();
std::unique_ptr<Command> makeRunsEvents();
std::unique_ptr<Command> makeRunsTranscript();
std::unique_ptr<Command> makeRunsUsage();
std::unique_ptr<Command> makeRunsStart();
std::unique_ptr<Command> makeRunsAdopt();
std::unique_ptr<Command> makeRunsExport();
std::unique_ptr<Command> makeDoctor();
std::unique_ptr<Command> makeDemo();

} // namespace verderer::ctl
