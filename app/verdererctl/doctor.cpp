// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/doctor.h"

#include "base/json.h"
#include "database/audit_log.h"
#include "runs/run_launcher.h"
#include "verdererctl/command.h"
#include "verdererctl/database_use.h"
#include "verdererctl/skill_json.h"
#include "verdererctl/table.h"
#include "workspace/session.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>

namespace verderer::ctl {

namespace {

Json textOrNull(const QString &text)
{
    return text.isEmpty() ? Json(nullptr) : toJson(text);
}

class Doctor final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("doctor", "Say where everything is, and what is wrong or worth knowing");
        app->add_flag("--end-dead-runs", m_endDeadRuns, "First end the runs that `runs start` began on this computer and whose process is gone");
        app->footer("Changes nothing and takes no lock: resolved paths with the rule that gave each, lock holders,\n"
                    "unfinished changes and drafts, damaged history lines, histories DeerFlow cannot show, files\n"
                    "changed outside history, files left behind, disk used, threads and runs that need a look (damaged\n"
                    "metadata, runs without a thread, runs without a sign of life, a list that an index would help), and\n"
                    "whether a Gateway answers on this machine (GATEWAY_PORT, else 8001). Looks at all users unless\n"
                    "--user names one. Ends with 0 when it could look, whatever it found. --end-dead-runs is the one\n"
                    "thing it changes, and only when asked; a Gateway's runs are never touched.\n\n"
                    "Examples:\n"
                    "  verdererctl doctor\n"
                    "  verdererctl --home ~/deer-flow/backend/.deer-flow --user default doctor\n"
                    "  verdererctl doctor --end-dead-runs\n"
                    "  verdererctl --json doctor | jq '.findings[] | select(.severity == \"error\")'");
        return app;
    }

    [[nodiscard]] bool asksGateway() const override { return true; }

    Result<Output> run(const Context &context) override
    {
        const Result<Workspace> workspace = context.workspace();
        if (!workspace)
            return tl::unexpected(workspace.error());
        DoctorRequest request;
        request.workspace = *workspace;
        request.draftsFolder = context.dependencies().drafts->folder();
        if (!context.options().user.isEmpty()) {
            const Result<Installation> installation = context.installation();
            if (!installation)
                return tl::unexpected(installation.error());
            request.onlyUser = installation->user.id;
        }
        const Result<DatabaseAccess> access = openDatabase(*workspace, QStringLiteral("verdererctl"), context.environment());
        QStringList ended;
        if (access) {
            request.database = std::make_shared<const DatabaseAccess>(*access);
            request.auditLog = auditLogPath(context.environment());
        }
        if (m_endDeadRuns) {
            if (!access)
                return tl::unexpected(access.error());
            const Result<QStringList> reaped = access->launcher->reapDeadWorkers(databaseWait(context));
            if (!reaped)
                return tl::unexpected(reaped.error());
            ended = *reaped;
        }
        request.examine = [&context](const QString &what) { context.progress(QStringLiteral("looking at %1").arg(what)); };
        Result<DoctorReport> report = examineWorkspace(request, context.cancel());
        context.progress(QString());
        if (!report)
            return tl::unexpected(report.error());
        // Without threads and runs the rest is as good as ever. A file that is missing stands among the paths.
        if (!access && access.error().code != ErrorCode::NotFound && workspace->databaseBackend != u"memory") {
            const auto notes = std::find_if(report->findings.cbegin(), report->findings.cend(),
                                            [](const DoctorFinding &finding) { return finding.severity == Severity::Note; });
            const QString message = QStringLiteral("Threads and runs were not looked at: %1").arg(access.error().message);
            report->findings.insert(notes, {Severity::Warning, DoctorArea::Database, {}, {}, 0, message, {}});
        }
        const GatewayStatus gateway = context.gateway();
        Output output;
        if (!ended.isEmpty())
            output.done = QStringLiteral("Runs whose process is gone were ended: %1.").arg(ended.join(QStringLiteral(", ")));
        if (context.options().json) {
            output.json = document(*workspace, *report, gateway, ended);
        } else {
            QString text = sheet(*report, gateway, context.terminal());
            if (m_endDeadRuns)
                text += ended.isEmpty() ? QStringLiteral("No run of this computer had lost its process.\n") : QString(printable(output.done) + u'\n');
            output.text = text.toUtf8();
        }
        return output;
    }

private:
    /// The file every change of a database is written to.
    static QString auditLogPath(const QProcessEnvironment &environment) { return AuditLog(stateFolder(environment), nullptr, {}, {}).path(); }

    static QByteArray document(const Workspace &workspace, const DoctorReport &report, const GatewayStatus &gateway, const QStringList &ended)
    {
        Json json;
        json["paths"] = Json::array();
        for (const DoctorPath &entry : report.paths) {
            Json path;
            path["name"] = toJson(entry.name);
            path["path"] = textOrNull(entry.place.path);
            path["rule"] = toJson(entry.place.rule);
            path["exists"] = entry.place.exists;
            path["problem"] = textOrNull(entry.place.problem);
            json["paths"].push_back(path);
        }
        json["database"]["backend"] = textOrNull(workspace.databaseBackend);
        json["database"]["url"] = textOrNull(workspace.displayUrl());
        json["database"]["schema"] = textOrNull(workspace.postgresSchema);
        json["run_events"] = toJson(workspace.runEventsBackend);
        json["gateway"]["url"] = toJson(gateway.url.toString());
        json["gateway"]["answers"] = gateway.state == GatewayStatus::State::Answers;
        json["gateway"]["state"] = toJson(gatewayStateName(gateway.state));
        json["gateway"]["detail"] = toJson(gateway.detail);
        json["users"] = Json::array();
        for (const DoctorUser &user : report.users) {
            Json item;
            item["id"] = toJson(user.user.id);
            item["email"] = textOrNull(user.user.email);
            item["has_folder"] = user.user.hasFolder;
            item["skills"] = user.skills;
            item["lock"]["held"] = user.lock.held;
            item["lock"]["holder"] = textOrNull(user.lock.holder);
            item["lock"]["file_system"] = textOrNull(user.lock.fileSystem);
            item["histories"]["files"] = user.histories;
            item["histories"]["bytes"] = user.historyBytes;
            item["trash"]["entries"] = user.trashEntries;
            item["trash"]["bytes"] = user.trashBytes;
            item["drafts"] = user.drafts;
            json["users"].push_back(item);
        }
        json["findings"] = Json::array();
        for (const DoctorFinding &finding : report.findings) {
            Json item;
            item["severity"] = toJson(severityName(finding.severity));
            item["area"] = toJson(doctorAreaName(finding.area));
            item["user"] = textOrNull(finding.user);
            item["path"] = textOrNull(finding.path);
            item["line"] = finding.line > 0 ? Json(finding.line) : Json(nullptr);
            item["message"] = toJson(finding.message);
            item["advice"] = textOrNull(finding.advice);
            json["findings"].push_back(item);
        }
        json["ended_runs"] = textsJson(ended);
        return dumpPrettyJson(json);
    }

    static QString sheet(const DoctorReport &report, const GatewayStatus &gateway, const Terminal &terminal)
    {
        Table paths({QStringLiteral("WHAT"), QStringLiteral("WHERE"), QStringLiteral("WHY THERE")});
        for (const DoctorPath &entry : report.paths) {
            QString where = entry.place.path.isEmpty() ? QStringLiteral("-") : entry.place.path;
            if (!entry.place.path.startsWith(u'/') || entry.place.exists)
                paths.addRow({entry.name, where, entry.place.rule});
            else
                paths.addRow({entry.name,
                              where + (entry.name == u"audit-log" ? QStringLiteral(" (nothing written yet)") : QStringLiteral(" (missing)")),
                              entry.place.rule});
        }
        Table users({QStringLiteral("USER"), QStringLiteral("E-MAIL"), QStringLiteral("CUSTOM SKILLS"), QStringLiteral("HISTORIES"),
                     QStringLiteral("TRASH"), QStringLiteral("DRAFTS"), QStringLiteral("LOCK")});
        for (const DoctorUser &user : report.users) {
            users.addRow({user.user.id, user.user.email, QString::number(user.skills),
                          QStringLiteral("%1 (%2)").arg(user.histories).arg(byteCount(user.historyBytes)),
                          QStringLiteral("%1 (%2)").arg(user.trashEntries).arg(byteCount(user.trashBytes)), QString::number(user.drafts),
                          user.lock.held ? user.lock.holder : QStringLiteral("free")});
        }
        QString text = paths.text(0) + u'\n' + gateway.detail + QStringLiteral("\n\n") +
                       (users.isEmpty() ? QStringLiteral("There are no users yet.\n") : users.text(0)) + u'\n';
        for (const DoctorFinding &finding : report.findings)
            text += paragraph(finding, terminal);
        if (report.findings.isEmpty())
            text += QStringLiteral("Nothing is wrong.\n");
        return text;
    }

    static QString paragraph(const DoctorFinding &finding, const Terminal &terminal)
    {
        QString word = severityName(finding.severity);
        if (terminal.colors && finding.severity != Severity::Note)
            word = (finding.severity == Severity::Error ? QStringLiteral("\x1b[31m") : QStringLiteral("\x1b[33m")) + word + QStringLiteral("\x1b[0m");
        QString text = word + QStringLiteral(": ") + printable(finding.message) + u'\n';
        if (!finding.path.isEmpty() && !finding.message.contains(finding.path)) {
            text += QStringLiteral("    ") + printable(finding.path);
            if (finding.line > 0)
                text += QStringLiteral(":%1").arg(finding.line);
            text += u'\n';
        }
        if (!finding.advice.isEmpty())
            text += QStringLiteral("    ") + printable(finding.advice) + u'\n';
        return text;
    }

    bool m_endDeadRuns = false;
};

} // namespace

std::unique_ptr<Command> makeDoctor()
{
    return std::make_unique<Doctor>();
}

} // namespace verderer::ctl
