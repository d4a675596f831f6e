// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/hash.h"
#include "base/json.h"
#include "support/tree.h"
#include "tests/workspace/tree_fixture.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <QTest>

#include <functional>
#include <optional>

namespace verderer::test {

/// What a run of verdererctl ended with.
struct Answer {
    int status = -1; ///< -1: ended by a signal, or not at all
    QByteArray out;
    QByteArray err;

    [[nodiscard]] Json json() const { return parsed(out); }
    [[nodiscard]] Json error() const
    {
        const Json document = parsed(err);
        return document.contains("error") ? document["error"] : Json();
    }
    [[nodiscard]] QByteArray all() const { return "status " + QByteArray::number(status) + "\n" + out + "\n" + err; }

private:
    static Json parsed(const QByteArray &bytes)
    {
        const Result<Json> document = parseJson(bytes);
        return document ? *document : Json();
    }
};

/// A line of a history as DeerFlow writes it.
inline QByteArray record(const QByteArray &ts, const char *action, const std::optional<QByteArray> &prev, const std::optional<QByteArray> &next,
                         const char *file = "SKILL.md")
{
    const auto text = [](const std::optional<QByteArray> &bytes) { return bytes ? Json(bytes->toStdString()) : Json(nullptr); };
    Json json;
    json["ts"] = ts.toStdString();
    json["action"] = action;
    json["author"] = "human";
    json["thread_id"] = nullptr;
    json["file_path"] = file;
    json["prev_content"] = text(prev);
    json["new_content"] = text(next);
    json["scanner"] = {{"decision", "allow"}, {"reason", "ok"}, {"static_findings", Json::array()}};
    return dumpPythonJson(json) + '\n';
}

inline QByteArray skillText(const QByteArray &name, const QByteArray &body, const QByteArray &description = "Says things")
{
    return "---\nname: " + name + "\ndescription: " + description + "\n---\n" + body;
}

/// A home of the test's own, and the program run over it as a process of its own.
class Cli {
public:
    Cli()
    {
        first = skillText("notes", "First\n");
        second = skillText("notes", "Second\n");
        third = skillText("notes", "Third\n");
        m_tree.file(custom(QStringLiteral("notes/SKILL.md")), third);
        m_tree.file(custom(QStringLiteral("notes/references/areas.md")), "areas 2\n");
        m_tree.file(custom(QStringLiteral(".history/notes.jsonl")),
                    record("2026-11-01T08:00:00+00:00", "human_edit", first, second) +
                        record("2026-11-02T08:00:00.5+00:00", "human_edit", second, third) +
                        record("2026-11-03T08:00:00+00:00", "write_file", "areas 1\n", "areas 2\n", "references/areas.md"));
        m_tree.file(custom(QStringLiteral("broken/SKILL.md")), "---\nname: broken\ndescription: Use when: testing\n---\nBody\n");
        m_tree.file(custom(QStringLiteral("fresh/SKILL.md")), skillText("fresh", "Never edited\n"));
        const QByteArray gone = skillText("gone", "Was here\n");
        m_tree.file(custom(QStringLiteral(".history/gone.jsonl")), record("2026-11-04T08:00:00+00:00", "human_delete", gone, std::nullopt));
        m_tree.file(QStringLiteral("project/skills/public/shared/SKILL.md"), skillText("shared", "For all\n"));
        m_tree.file(QStringLiteral("project/config.yaml"), "config_version: 34\ndatabase:\n  sqlite_dir: home/data\n");
        m_tree.folder(QStringLiteral("work"));
    }

    [[nodiscard]] const Tree &tree() const { return m_tree; }
    [[nodiscard]] static QString custom(const QString &relative) { return QStringLiteral("project/home/users/default/skills/custom/") + relative; }
    [[nodiscard]] QByteArray skill(const QString &relative) const { return m_tree.bytes(custom(relative)); }
    [[nodiscard]] QList<Json> history(const QString &name) const
    {
        QList<Json> records;
        const QByteArray bytes = skill(QStringLiteral(".history/%1.jsonl").arg(name));
        for (const QByteArray &line : bytes.split('\n')) {
            if (!line.isEmpty())
                records.append(parseJson(line).value_or(Json()));
        }
        return records;
    }
    /// Everything but the lock files that asking for a lock leaves behind.
    [[nodiscard]] QMap<QString, QByteArray> snapshot() const
    {
        QMap<QString, QByteArray> all = m_tree.snapshot(QStringLiteral("project"));
        all.removeIf([](const QMap<QString, QByteArray>::iterator it) { return it.key().endsWith(QStringLiteral(".lock")); });
        return all;
    }

    [[nodiscard]] static QString program() { return verderer::test::binaryDir() + QStringLiteral("/app/verdererctl"); }

    [[nodiscard]] QStringList globals() const { return {QStringLiteral("--home"), m_tree.path(QStringLiteral("project/home"))}; }

    /// Starts without waiting. `overrides` of the environment; an empty value removes. `executable`: a copy of the program in another place.
    void start(QProcess &process, const QStringList &arguments, const QMap<QString, QString> &overrides = {},
               const QString &executable = program()) const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const QString &name : environment.keys()) {
            if (name.startsWith(QStringLiteral("DEER_FLOW")) || name == u"GATEWAY_PORT")
                environment.remove(name);
        }
        environment.insert(QStringLiteral("XDG_DATA_HOME"), m_tree.path(QStringLiteral("data")));
        environment.insert(QStringLiteral("XDG_STATE_HOME"), m_tree.path(QStringLiteral("state")));
        environment.insert(QStringLiteral("TZ"), QStringLiteral("UTC"));
        for (auto it = overrides.cbegin(); it != overrides.cend(); ++it) {
            if (it.value().isEmpty())
                environment.remove(it.key());
            else
                environment.insert(it.key(), it.value());
        }
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_tree.path(QStringLiteral("work")));
        process.start(executable, arguments);
    }

    [[nodiscard]] static Answer finish(QProcess &process)
    {
        constexpr int limit = 90'000;
        process.closeWriteChannel();
        if (!process.waitForFinished(limit)) {
            process.kill();
            process.waitForFinished();
        }
        Answer answer;
        answer.status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
        answer.out = process.readAllStandardOutput();
        answer.err = process.readAllStandardError();
        return answer;
    }

    /// Runs with the arguments as they are.
    [[nodiscard]] Answer bare(const QStringList &arguments, const QByteArray &input = {}, const QMap<QString, QString> &overrides = {},
                              const QString &executable = program()) const
    {
        QProcess process;
        start(process, arguments, overrides, executable);
        if (!process.waitForStarted())
            return {};
        process.write(input);
        return finish(process);
    }
    /// Runs over the test's home.
    [[nodiscard]] Answer run(const QStringList &arguments, const QByteArray &input = {}) const { return bare(globals() + arguments, input); }
    [[nodiscard]] Answer json(const QStringList &arguments, const QByteArray &input = {}) const
    {
        return run(QStringList{QStringLiteral("--json")} + arguments, input);
    }
    /// The same from one line, split at blanks.
    [[nodiscard]] Answer run(const char *line) const { return run(QString::fromUtf8(line).split(u' ')); }
    [[nodiscard]] Answer json(const char *line) const { return json(QString::fromUtf8(line).split(u' ')); }

    /// Runs a line of bash in work/, with the program as $CTL and its global options as $WHERE.
    [[nodiscard]] Answer shell(const QString &line) const
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("CTL"), program());
        environment.insert(QStringLiteral("WHERE"), globals().join(u' '));
        environment.insert(QStringLiteral("XDG_DATA_HOME"), m_tree.path(QStringLiteral("data")));
        environment.insert(QStringLiteral("XDG_STATE_HOME"), m_tree.path(QStringLiteral("state")));
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_tree.path(QStringLiteral("work")));
        process.start(QStringLiteral("bash"), {QStringLiteral("-c"), line});
        return process.waitForStarted() ? finish(process) : Answer{};
    }

    QByteArray first;
    QByteArray second;
    QByteArray third;

private:
    Tree m_tree;
};

} // namespace verderer::test
