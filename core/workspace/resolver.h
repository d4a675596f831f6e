// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/config_file.h"
#include "workspace/workspace.h"

namespace verderer {

/// One run of DeerFlow's rules over one request (deerflow-format 0). Used once and thrown away.
class Resolver {
public:
    explicit Resolver(const WorkspaceRequest &request) : m_request(request) {}
    Result<Workspace> run();

private:
    struct Candidate {
        QString path;
        QString rule;
    };

    Result<void> readPlace();
    void judgeEnvironment();
    Result<void> findProjectRoot();
    Result<void> findConfig();
    Result<void> findHome();
    Result<void> findExtensions();
    Result<void> findSkillsRoot();
    Result<void> findDatabase();
    Result<void> takeDatabaseUrl(const QString &url, const QString &rule);
    void findSqliteFile();
    Result<void> refuseEmpty() const;

    void setRoot(const QString &path, const QString &rule);
    [[nodiscard]] QString absolute(const QString &path) const;
    [[nodiscard]] QString variable(QStringView name) const;
    [[nodiscard]] QString root(const QString &relative) const;

    const WorkspaceRequest &m_request;
    Workspace m_workspace;
    std::optional<ConfigFile> m_config;
    QString m_givenHome; ///< absolute; from --home or a place that is a home
    QString m_givenHomeRule;
    QString m_givenProject;  ///< absolute; a place that is a project folder
    QString m_homeOrProject; ///< given with --home, but looks like a project folder
    QString m_givenConfig;
    QString m_givenConfigRule;
    QString m_repository; ///< the repository, where one is known
    bool m_environmentApplies = true;
    QStringList m_tried; ///< for the sentence when nothing was found
};

/// The absolute file of `sqlite:///PATH`. A path that is relative is taken from `workingDirectory` if it exists there, else from `/` if it exists
/// there.
std::optional<QString> sqliteFileOfUrl(const QString &url, const QString &workingDirectory);

/// Whether the URL is one DeerFlow takes for PostgreSQL: postgresql://, postgres://, either with `+driver`.
bool isPostgresUrl(const QString &url);

} // namespace verderer
