// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/demo_installation.h"

#include "base/json.h"
#include "verdererctl/command.h"
#include "verdererctl/table.h"

#include <QDir>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

class Demo final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("demo", "Write a small DeerFlow installation to try things on");
        app->add_option("DIR", m_folder, "A folder that is missing or empty")->required()->type_name("");
        app->footer("Two users, a dozen skills with weeks of history in English and Chinese, and some that are broken\n"
                    "on purpose; and a database with sixty days of threads and runs. Nothing outside DIR is touched.\n\n"
                    "Examples:\n"
                    "  verdererctl demo /tmp/deer-demo\n"
                    "  verdererctl --home /tmp/deer-demo/home skills list\n"
                    "  verdererctl --home /tmp/deer-demo/home runs usage\n"
                    "  verderer /tmp/deer-demo");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const QString folder = QString::fromStdString(m_folder);
        if (folder.isEmpty())
            return fail(ErrorCode::Invalid, QStringLiteral("The name of the folder is empty. Name a folder that is missing or empty."));
        const Result<DemoReport> report =
            writeDemo(QDir::current().absoluteFilePath(folder), *context.dependencies().storage, *context.dependencies().clock);
        if (!report)
            return tl::unexpected(report.error());
        Output output;
        output.notes = report->warnings;
        output.done = QStringLiteral("A demo installation was written into %1.").arg(report->path);
        if (context.options().json) {
            Json json;
            json["path"] = toJson(report->path);
            json["home"] = toJson(report->home);
            json["config"] = toJson(report->config);
            json["users"] = textsJson(report->users);
            json["skills"] = report->skills;
            json["records"] = report->records;
            json["threads"] = report->threads;
            json["runs"] = report->runs;
            json["events"] = report->events;
            json["warnings"] = textsJson(report->warnings);
            output.json = dumpPrettyJson(json);
            return output;
        }
        output.text = QStringLiteral("Wrote a demo installation into %1: %3 skills of %2 users (shared ones included), %4 history "
                                     "records, %5 threads with %6 runs.\n"
                                     "Look at it:  verdererctl --home %7 skills list\n"
                                     "In a window: verderer %1\n")
                          .arg(printable(report->path))
                          .arg(report->users.size())
                          .arg(report->skills)
                          .arg(report->records)
                          .arg(report->threads)
                          .arg(report->runs)
                          .arg(printable(report->home))
                          .toUtf8();
        return output;
    }

private:
    std::string m_folder;
};

} // namespace

std::unique_ptr<Command> makeDemo()
{
    return std::make_unique<Demo>();
}

} // namespace verderer::ctl
