// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"
#include "skills/catalog.h"

#include <QHash>
#include <QList>
#include <QProcessEnvironment>
#include <QString>

#include <optional>

namespace verderer {

/// One resolved place, and the rule that gave it (deerflow-format 0).
struct ResolvedPath {
    QString path; ///< absolute; empty where there is none
    QString rule; ///< one phrase: "environment DEER_FLOW_HOME", "<project root>/config.yaml", "given with --home", …
    bool exists = false;
    QString problem; ///< empty, or a sentence
};

/// What a person points at. Every field may be empty.
struct WorkspaceRequest {
    QString place;                   ///< a home, a repository folder or a config.yaml, told apart by what it holds
    QString home;                    ///< --home
    QString config;                  ///< --config
    QString skillsRoot;              ///< --skills-root
    QString database;                ///< --database URL
    QProcessEnvironment environment; ///< handed in, so that a test says what it holds
    QString workingDirectory;        ///< DeerFlow resolves some paths against it
};

struct WorkspaceUser {
    QString id;    ///< folder name below users/
    QString email; ///< from the users table; empty where unknown
    bool hasFolder = false;
};

/// An installation, found by DeerFlow's own rules. A value: nothing stays open, nothing was created.
struct Workspace {
    ResolvedPath projectRoot;
    ResolvedPath home;
    ResolvedPath config;
    ResolvedPath extensions;
    ResolvedPath skillsRoot;
    ResolvedPath database;   ///< SQLite: the file
    QString databaseUrl;     ///< "sqlite:///…" or "postgresql://…" (password hidden by displayUrl()); empty: memory
    QString databaseBackend; ///< "sqlite", "postgres", "memory"
    QString postgresSchema;
    QString runEventsBackend; ///< "memory", "db", "jsonl"
    QStringList warnings;     ///< unset $NAME, unknown config version, …
    QStringList secrets;      ///< values that came from the environment and must never be shown

    [[nodiscard]] SkillRoots skillRoots(const QString &userId) const;
    [[nodiscard]] QString displayUrl() const;
};

/// Finds an installation. NotFound where nothing leads to one (the message lists what was tried), Invalid for a broken config.yaml (line, column), or
/// a $NAME that is not set where DeerFlow needs it.
Result<Workspace> resolveWorkspace(const WorkspaceRequest &request);

/// The users: folders below <home>/users, joined with the users table where the database can be read. A database that cannot is a warning, not a
/// failure; `databaseError` says which one it was.
Result<QList<WorkspaceUser>> listUsers(const Workspace &workspace, QStringList *warnings = nullptr, const CancelToken &cancel = {},
                                       std::optional<Error> *databaseError = nullptr);

} // namespace verderer
