// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "verdererctl/command.h"
#include "verdererctl/exit_status.h"
#include "verdererctl/input.h"
#include "verdererctl/skill_json.h"
#include "verdererctl/table.h"

#include <QDir>
#include <QFileInfo>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

class SkillsValidate final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("validate", "Say whether DeerFlow accepts a file as a SKILL.md; needs no installation");
        app->add_option("FILE", m_file, "The file or pipe, or - for standard input")->required()->type_name("");
        m_nameOption = app->add_option("--name", m_name,
                                       "Name the skill must declare. Without it: the folder of a file called SKILL.md,\n"
                                       "else whatever name the file declares")
                           ->type_name("NAME");
        app->footer("Ends with 0 where the file is valid and with 5 where it is not. \"listed\" says whether DeerFlow's\n"
                    "lenient loader would show the skill to agents all the same.\n\n"
                    "Examples:\n"
                    "  verdererctl skills validate custom/release-notes/SKILL.md\n"
                    "  verdererctl skills validate draft.md --name release-notes\n"
                    "  verdererctl --json skills validate - < draft.md");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const QString file = QString::fromStdString(m_file);
        const Result<QByteArray> bytes = readInput(*context.dependencies().storage, file, largestText, context.cancel());
        if (!bytes)
            return tl::unexpected(bytes.error());
        QString name = QString::fromStdString(m_name);
        if (m_nameOption->count() == 0 && file != u"-") {
            const QFileInfo info(QDir::current().absoluteFilePath(file));
            if (info.fileName() == u"SKILL.md")
                name = info.dir().dirName();
        }
        const SkillVerdict verdict = judgeSkill(*bytes, name);
        Output output;
        output.status = verdict.valid ? Done : InvalidStatus;
        if (context.options().json) {
            Json json;
            json["valid"] = verdict.valid;
            json["kind"] = toJson(problemKindName(verdict.problem.kind));
            json["message"] = verdict.valid ? Json(nullptr) : toJson(verdict.problem.message);
            json["line"] = verdict.problem.line > 0 ? Json(verdict.problem.line) : Json(nullptr);
            json["column"] = verdict.problem.column > 0 ? Json(verdict.problem.column) : Json(nullptr);
            json["listed"] = verdict.listed;
            json["name"] = verdict.name.isEmpty() ? Json(nullptr) : toJson(verdict.name);
            json["description"] = verdict.description.isEmpty() ? Json(nullptr) : toJson(verdict.description);
            json["notes"] = Json::array();
            for (const Problem &note : verdict.notes)
                json["notes"].push_back(problemJson(note));
            output.json = dumpPrettyJson(json);
            return output;
        }
        QString text;
        const auto line = [&](const Problem &problem) {
            QString place = file;
            if (problem.line > 0)
                place += QStringLiteral(":%1:%2").arg(problem.line).arg(problem.column);
            return QString(printable(place) + QStringLiteral(": ") + printable(problem.line > 0 ? withoutPlace(problem.message) : problem.message) +
                           u'\n');
        };
        if (verdict.valid)
            text = QStringLiteral("%1: valid, declares %2\n").arg(printable(file), printable(verdict.name));
        for (const Problem &problem : problemsToTell(verdict))
            text += line(problem);
        if (!verdict.valid && verdict.listed)
            text += QStringLiteral("DeerFlow would list the skill all the same, but refuses to store this text.\n");
        output.text = text.toUtf8();
        return output;
    }

private:
    std::string m_file;
    std::string m_name;
    CLI::Option *m_nameOption = nullptr;
};

} // namespace

std::unique_ptr<Command> makeSkillsValidate()
{
    return std::make_unique<SkillsValidate>();
}

} // namespace verderer::ctl
