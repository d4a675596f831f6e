// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdererctl/arguments.h"

#include "verdererctl/exit_status.h"
#include "verdererctl/table.h"
#include "verdererctl/usage.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace verderer::ctl {

namespace {

constexpr const char *footer = "Verbs:\n"
                               "  skills list | show | validate | edit | history | diff | rollback | scan |\n"
                               "         search | create | copy | enable | disable | delete | restore | trash list | trash empty |\n"
                               "         files list | files show | files write | files rename | files remove | install | export |\n"
                               "         redact\n"
                               "  threads list | show | create | rename | pin | unpin | metadata | delete | export\n"
                               "  runs list | show | events | transcript | usage | start | adopt | export\n"
                               "  doctor\n"
                               "  demo DIR\n\n"
                               "Where DeerFlow is: --home, --config and the rest, else DeerFlow's own environment variables\n"
                               "(DEER_FLOW_HOME, DEER_FLOW_PROJECT_ROOT, DEER_FLOW_CONFIG_PATH …), else the working folder.\n"
                               "`verdererctl doctor` shows every resolved path and the rule that gave it.\n\n"
                               "Examples:\n"
                               "  verdererctl --home ~/deer-flow/backend/.deer-flow doctor\n"
                               "  verdererctl --home ~/deer-flow/backend/.deer-flow skills list --problems\n"
                               "  verdererctl --home ~/deer-flow/backend/.deer-flow runs list --status error --since 7d\n"
                               "  verdererctl skills edit --help\n\n";

/// Options as text of the library's kind, until they are known to be right.
struct Texts {
    std::string home, config, skillsRoot, database, user, lockTimeout;
};

void declareGlobals(CLI::App &app, Texts &texts, GlobalOptions &options)
{
    const auto group = "Where, for whom, and how";
    app.add_option("--home", texts.home, "DeerFlow's home (usually .deer-flow), or the project folder around it")->type_name("DIR")->group(group);
    app.add_option("--config", texts.config, "config.yaml")->type_name("FILE")->group(group);
    app.add_option("--skills-root", texts.skillsRoot, "Folder that holds public/ and custom/")->type_name("DIR")->group(group);
    app.add_option("--database", texts.database, "sqlite:///PATH or postgresql://user:password@host:port/database")->type_name("URL")->group(group);
    app.add_option("--user", texts.user, "User id or e-mail; without it \"default\", or the only user")->type_name("UID")->group(group);
    app.add_flag("--json", options.json, "One JSON document on standard output; errors as JSON on standard error")->group(group);
    app.add_option("--lock-timeout", texts.lockTimeout, "How long to wait for the lock of the skills or the database, in seconds (30)")
        ->type_name("S")
        ->check(
            [](const std::string &text) { return waitingSeconds(text) < 0 ? "it takes seconds from 0 to 86400, and \"" + text + "\" is none" : ""; })
        ->group(group);
    app.add_flag("--break-lock", options.breakLock, "Remove the owner note that a program on another host left on a network file system")
        ->group(group);
    app.add_flag("--accept-unlocked", options.acceptUnlocked, "Go on where the file system has no kernel locks; Gateways are not kept out there")
        ->group(group);
}

int usageFault(const std::string &message, const std::string &where, bool json)
{
    Error error;
    error.code = ErrorCode::Invalid;
    error.details.kind = QStringLiteral("usage");
    error.message = QString::fromStdString(message);
    if (!error.message.endsWith(u'.'))
        error.message += u'.';
    error.message += QStringLiteral(" See %1 --help.").arg(QString::fromStdString(where));
    (void)writeAll(STDERR_FILENO, json ? errorJson(error) : errorText(error));
    return UsageFault;
}

/// Help or version; gives the exit status.
int print(const QByteArray &text)
{
    const Result<void> written = writeAll(STDOUT_FILENO, text);
    if (written)
        return Done;
    (void)writeAll(STDERR_FILENO, errorText(written.error()));
    return exitStatus(written.error().code);
}

} // namespace

Arguments parseArguments(int argc, char **argv)
{
    Arguments arguments;
    Texts texts;
    arguments.parser = std::make_shared<CLI::App>("Administration of DeerFlow installations: custom skills, threads and runs", "verdererctl");
    CLI::App &app = *arguments.parser;
    app.set_version_flag("--version", "verdererctl " VERDERER_VERSION, "Print the version");
    app.set_help_flag("-h,--help", "Print this help");
    app.fallthrough();
    app.require_subcommand(1);
    app.footer(std::string(footer) + exitStatusHelp());
    declareGlobals(app, texts, arguments.options);

    std::vector<std::pair<CLI::App *, std::unique_ptr<Command>>> commands;
    const auto add = [&commands](CLI::App &parent, std::unique_ptr<Command> command) {
        CLI::App *declared = command->declare(parent);
        declared->footer(declared->get_footer() + "\n\nGlobal options: verdererctl --help.");
        commands.emplace_back(declared, std::move(command));
    };
    CLI::App *skills = app.add_subcommand("skills", "Browse, edit, compare, roll back and switch skills");
    skills->require_subcommand(1);
    skills->footer("Each verb has help of its own: verdererctl skills edit --help.");
    add(*skills, makeSkillsList());
    add(*skills, makeSkillsShow());
    add(*skills, makeSkillsValidate());
    add(*skills, makeSkillsEdit());
    add(*skills, makeSkillsHistory());
    add(*skills, makeSkillsDiff());
    add(*skills, makeSkillsRollback());
    add(*skills, makeSkillsCreate());
    add(*skills, makeSkillsCopy());
    add(*skills, makeSkillsDelete());
    add(*skills, makeSkillsRestore());
    CLI::App *trash = skills->add_subcommand("trash", "List the deleted skills, or throw them away");
    trash->require_subcommand(1);
    add(*trash, makeSkillsTrashList());
    add(*trash, makeSkillsTrashEmpty());
    add(*skills, makeSkillsEnable(true));
    add(*skills, makeSkillsEnable(false));
    add(*skills, makeSkillsScan());
    add(*skills, makeSkillsSearch());
    add(*skills, makeSkillsRedact());
    add(*skills, makeSkillsInstall());
    add(*skills, makeSkillsExport());
    CLI::App *files = skills->add_subcommand("files", "List, show and change the files of a skill besides its SKILL.md");
    files->require_subcommand(1);
    add(*files, makeSkillsFilesList());
    add(*files, makeSkillsFilesShow());
    add(*files, makeSkillsFilesWrite());
    add(*files, makeSkillsFilesRename());
    add(*files, makeSkillsFilesRemove());
    CLI::App *threads = app.add_subcommand("threads", "List, create, change, delete and export threads");
    threads->require_subcommand(1);
    threads->footer("Each verb has help of its own: verdererctl threads create --help.");
    add(*threads, makeThreadsList());
    add(*threads, makeThreadsShow());
    add(*threads, makeThreadsCreate());
    add(*threads, makeThreadsRename());
    add(*threads, makeThreadsPin(true));
    add(*threads, makeThreadsPin(false));
    add(*threads, makeThreadsMetadata());
    add(*threads, makeThreadsDelete());
    add(*threads, makeThreadsExport());
    CLI::App *runs = app.add_subcommand("runs", "List, read, start, adopt and export runs, and what they cost");
    runs->require_subcommand(1);
    runs->footer("Each verb has help of its own: verdererctl runs start --help.");
    add(*runs, makeRunsList());
    add(*runs, makeRunsShow());
    add(*runs, makeRunsEvents());
    add(*runs, makeRunsTranscript());
    add(*runs, makeRunsUsage());
    add(*runs, makeRunsStart());
    add(*runs, makeRunsAdopt());
    add(*runs, makeRunsExport());
    add(app, makeDoctor());
    add(app, makeDemo());

    // Known before parsing, because a parse that fails must be told in the form that was asked for.
    // Behind "--" stands somebody else's command.
    char **const end = std::find_if(argv + 1, argv + argc, [](const char *argument) { return std::string_view(argument) == "--"; });
    const bool json = std::any_of(argv + 1, end, [](const char *argument) { return std::string_view(argument) == "--json"; });
    const auto deepest = [&app] {
        const CLI::App *at = &app;
        std::string name = app.get_name();
        while (!at->get_subcommands().empty()) {
            at = at->get_subcommands().front();
            name += ' ' + at->get_name();
        }
        return std::pair(at, name);
    };
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp &) {
        arguments.endWith = print(QByteArray::fromStdString(app.help()));
        return arguments;
    } catch (const CLI::CallForVersion &version) {
        arguments.endWith = print(QByteArray(version.what()) + '\n');
        return arguments;
    } catch (const CLI::ParseError &error) {
        const auto [at, name] = deepest();
        arguments.endWith = usageFault(usageSentence(app, *at, error), name, json);
        return arguments;
    }
    for (const char *name : {"--home", "--config", "--skills-root", "--database", "--user"}) {
        const CLI::Option *option = app.get_option(name);
        if (option->count() > 0 && option->as<std::string>().empty()) {
            arguments.endWith = usageFault(std::string(name) + " was given without a value", app.get_name(), json);
            return arguments;
        }
    }
    if (!texts.lockTimeout.empty())
        arguments.options.lockTimeout = waitingSeconds(texts.lockTimeout);
    arguments.options.home = QString::fromStdString(texts.home);
    arguments.options.config = QString::fromStdString(texts.config);
    arguments.options.skillsRoot = QString::fromStdString(texts.skillsRoot);
    arguments.options.database = QString::fromStdString(texts.database);
    arguments.options.user = QString::fromStdString(texts.user);
    for (auto &[declared, command] : commands) {
        if (declared->parsed())
            arguments.command = std::move(command);
    }
    return arguments;
}

} // namespace verderer::ctl
