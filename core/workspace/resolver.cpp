// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/resolver.h"

#include "workspace/installation_shape.h"

#include <QDir>
#include <QFileInfo>

namespace verderer {

namespace {
constexpr QStringView projectRootVariable = u"DEER_FLOW_PROJECT_ROOT";
constexpr QStringView homeVariable = u"DEER_FLOW_HOME";
constexpr QStringView configVariable = u"DEER_FLOW_CONFIG_PATH";
constexpr QStringView extensionsVariable = u"DEER_FLOW_EXTENSIONS_CONFIG_PATH";
constexpr QStringView skillsVariable = u"DEER_FLOW_SKILLS_PATH";

QString parentOf(const QString &path)
{
    return QFileInfo(path).path();
}

bool isBelow(const QString &path, const QString &folder)
{
    return path == folder || path.startsWith(folder + u'/');
}
} // namespace

Result<Workspace> Resolver::run()
{
    using Step = Result<void> (Resolver::*)();
    if (const Result<void> read = readPlace(); !read)
        return tl::unexpected(read.error());
    judgeEnvironment();
    constexpr Step steps[] = {&Resolver::findProjectRoot, &Resolver::findConfig,     &Resolver::findHome,
                              &Resolver::findExtensions,  &Resolver::findSkillsRoot, &Resolver::findDatabase};
    for (const Step step : steps) {
        if (const Result<void> done = (this->*step)(); !done)
            return tl::unexpected(done.error());
    }
    if (const Result<void> found = refuseEmpty(); !found)
        return tl::unexpected(found.error());
    return m_workspace;
}

QString Resolver::absolute(const QString &path) const
{
    return shape::against(m_request.workingDirectory, path);
}

/// A variable of the environment, where the environment is about this installation; empty otherwise, or where it is set to nothing.
QString Resolver::variable(QStringView name) const
{
    return m_environmentApplies ? m_request.environment.value(name.toString()) : QString();
}

QString Resolver::root(const QString &relative) const
{
    return QDir(m_workspace.projectRoot.path).filePath(relative);
}

void Resolver::setRoot(const QString &path, const QString &rule)
{
    m_workspace.projectRoot = {shape::canonical(path), rule, shape::isFolder(path), QString()};
    if (m_repository.isEmpty() && shape::looksLikeRepository(path))
        m_repository = m_workspace.projectRoot.path;
}

/// Tells the kinds of places apart: a config.yaml, a home, a project folder or repository (also through its `backend`).
Result<void> Resolver::readPlace()
{
    if (!m_request.config.isEmpty()) {
        m_givenConfig = absolute(m_request.config);
        m_givenConfigRule = QStringLiteral("given with --config");
    }
    const auto takeProject = [this](const QString &path) {
        const bool isBackend = QFileInfo(path).fileName() == u"backend" && shape::looksLikeRepository(parentOf(path));
        m_givenProject = isBackend ? parentOf(path) : path;
    };
    if (!m_request.home.isEmpty()) {
        const QString path = absolute(m_request.home);
        if (Result<void> usable = shape::check(path, false, QStringLiteral("The home")); !usable)
            return usable;
        if (!shape::looksLikeHome(path) && shape::looksLikeProject(path)) {
            takeProject(path);
            m_homeOrProject = path;
        } else {
            m_givenHome = shape::canonical(path);
            m_givenHomeRule = QStringLiteral("given with --home");
        }
    }
    if (m_request.place.isEmpty())
        return {};

    const QString path = absolute(m_request.place);
    const QFileInfo info(path);
    if (info.isFile()) {
        if (m_givenConfig.isEmpty()) {
            m_givenConfig = path;
            m_givenConfigRule = QStringLiteral("the file pointed at");
        }
        return {};
    }
    if (Result<void> usable = shape::check(path, false, QStringLiteral("The folder")); !usable)
        return usable;
    if (shape::looksLikeHome(path)) {
        if (m_givenHome.isEmpty()) {
            m_givenHome = shape::canonical(path);
            m_givenHomeRule = QStringLiteral("the folder pointed at, which is a home");
        }
        return {};
    }
    if (shape::looksLikeProject(path) || (info.fileName() == u"backend" && shape::looksLikeRepository(parentOf(path)))) {
        takeProject(path);
        return {};
    }
    ErrorDetails details;
    details.path = path;
    details.kind = QStringLiteral("no-installation");
    return fail(ErrorCode::NotFound,
                QStringLiteral("%1 is no DeerFlow installation: it holds neither users, integrations/skills or data/deerflow.db (a home) nor "
                               "config.yaml, extensions_config.json, skills/public, .deer-flow or backend (a project folder). Point at one of those.")
                    .arg(path),
                details);
}

/// Somebody who points at one installation in a shell that is set up for another must not get a mixture of the two.
void Resolver::judgeEnvironment()
{
    const auto value = [this](QStringView name) {
        const QString text = m_request.environment.value(name.toString());
        return text.isEmpty() ? QString() : shape::canonical(absolute(text));
    };
    const QString home = value(homeVariable);
    const QString project = value(projectRootVariable);
    QString pointed;
    bool conflicts = false;
    if (!m_givenHome.isEmpty()) {
        pointed = m_givenHome;
        conflicts = !home.isEmpty() && home != m_givenHome;
    } else if (!m_givenProject.isEmpty() || !m_givenConfig.isEmpty()) {
        pointed = shape::canonical(m_givenProject.isEmpty() ? parentOf(m_givenConfig) : m_givenProject);
        const bool sameConfig = !m_givenConfig.isEmpty() && value(configVariable) == shape::canonical(m_givenConfig);
        if (!project.isEmpty())
            conflicts = !isBelow(pointed, project) && !sameConfig;
        else
            conflicts = !home.isEmpty() && !isBelow(home, pointed) && !sameConfig;
    }
    if (!conflicts)
        return;
    m_environmentApplies = false;
    QStringList names;
    for (const QStringView name : {projectRootVariable, homeVariable, configVariable, extensionsVariable, skillsVariable}) {
        if (!m_request.environment.value(name.toString()).isEmpty())
            names.append(name.toString());
    }
    m_workspace.warnings.append(
        QStringLiteral("The environment describes another installation than %1; its %2 %3 not used.")
            .arg(pointed, names.join(QStringLiteral(", ")), names.size() == 1 ? QStringLiteral("is") : QStringLiteral("are")));
}

Result<void> Resolver::findProjectRoot()
{
    if (!m_givenProject.isEmpty()) {
        setRoot(m_givenProject, QStringLiteral("the folder pointed at"));
        return {};
    }
    if (const QString path = variable(projectRootVariable); !path.isEmpty()) {
        const QString folder = absolute(path);
        if (Result<void> usable = shape::check(folder, false, QStringLiteral("DEER_FLOW_PROJECT_ROOT names a folder that cannot be used:")); !usable)
            return usable;
        setRoot(folder, QStringLiteral("environment DEER_FLOW_PROJECT_ROOT"));
        return {};
    }
    if (!m_givenHome.isEmpty()) {
        const QString above = parentOf(m_givenHome);
        const QString twoAbove = parentOf(above);
        if (QFileInfo(above).fileName() == u"backend" && twoAbove != above && shape::looksLikeProject(twoAbove)) {
            setRoot(twoAbove, QStringLiteral("the repository around the home (<repo>/backend/%1)").arg(QFileInfo(m_givenHome).fileName()));
            return {};
        }
        if (QFileInfo(m_givenHome).fileName() == u".deer-flow" || shape::looksLikeProject(above)) {
            setRoot(above, QStringLiteral("the folder above the home"));
            return {};
        }
    }
    if (!m_givenConfig.isEmpty()) {
        const QString folder = parentOf(m_givenConfig);
        if (QFileInfo(folder).fileName() == u"backend" && shape::looksLikeRepository(parentOf(folder))) {
            setRoot(parentOf(folder), QStringLiteral("the repository around config.yaml (<repo>/backend/config.yaml)"));
        } else {
            setRoot(folder, QStringLiteral("the folder of config.yaml"));
        }
        return {};
    }
    if (!m_givenHome.isEmpty()) {
        setRoot(parentOf(m_givenHome), QStringLiteral("the folder above the home"));
        return {};
    }
    setRoot(m_request.workingDirectory, QStringLiteral("the working folder"));
    // Started from <repo>/backend, as the stock script does it for the Gateway.
    if (const QString above = parentOf(m_workspace.projectRoot.path);
        QFileInfo(m_workspace.projectRoot.path).fileName() == u"backend" && shape::looksLikeRepository(above))
        m_repository = above;
    return {};
}

Result<void> Resolver::findConfig()
{
    const auto take = [this](const QString &path, const QString &rule) -> Result<void> {
        m_workspace.config = {shape::canonical(path), rule, true, QString()};
        Result<ConfigFile> config = readConfigFile(m_workspace.config.path, m_request.environment);
        if (!config)
            return tl::unexpected(config.error());
        m_workspace.warnings += config->warnings;
        m_workspace.secrets = config->secrets;
        m_config = std::move(*config);
        return {};
    };
    if (!m_givenConfig.isEmpty()) {
        if (Result<void> usable = shape::check(m_givenConfig, true, QStringLiteral("The configuration")); !usable)
            return usable;
        return take(m_givenConfig, m_givenConfigRule);
    }
    if (const QString path = variable(configVariable); !path.isEmpty()) {
        const QString file = absolute(path);
        if (Result<void> usable = shape::check(file, true, QStringLiteral("DEER_FLOW_CONFIG_PATH names a file that cannot be used:")); !usable)
            return usable;
        return take(file, QStringLiteral("environment DEER_FLOW_CONFIG_PATH"));
    }
    QList<Candidate> candidates{{root(QStringLiteral("config.yaml")), QStringLiteral("<project root>/config.yaml")}};
    if (!m_repository.isEmpty()) {
        candidates.append({m_repository + QStringLiteral("/backend/config.yaml"), QStringLiteral("<repo>/backend/config.yaml")});
        candidates.append({m_repository + QStringLiteral("/config.yaml"), QStringLiteral("<repo>/config.yaml")});
    }
    for (const Candidate &candidate : candidates) {
        m_tried.append(candidate.path);
        if (shape::isFile(candidate.path))
            return take(candidate.path, candidate.rule);
    }
    m_workspace.config = {
        candidates.first().path, candidates.first().rule, false,
        QStringLiteral("There is no config.yaml, so DeerFlow's defaults are assumed. DeerFlow itself does not start without one; name it "
                       "with --config.")};
    return {};
}

Result<void> Resolver::findHome()
{
    const auto take = [this](const QString &path, const QString &rule) {
        m_workspace.home = {shape::canonical(path), rule, shape::isFolder(path), QString()};
    };
    if (!m_givenHome.isEmpty()) {
        take(m_givenHome, m_givenHomeRule);
        return {};
    }
    if (const QString path = variable(homeVariable); !path.isEmpty()) {
        const QString folder = absolute(path);
        if (Result<void> usable = shape::check(folder, false, QStringLiteral("DEER_FLOW_HOME names a home that cannot be used:")); !usable)
            return usable;
        take(folder, QStringLiteral("environment DEER_FLOW_HOME"));
        return {};
    }
    QList<Candidate> candidates;
    const Candidate own{root(QStringLiteral(".deer-flow")), QStringLiteral("<project root>/.deer-flow")};
    // A repository somebody points at is started by its own script, which puts the home below backend.
    if (!m_repository.isEmpty()) {
        const Candidate stock{m_repository + QStringLiteral("/backend/.deer-flow"),
                              QStringLiteral("<repo>/backend/.deer-flow, as the stock start script has it")};
        if (!m_givenProject.isEmpty() || !m_givenConfig.isEmpty())
            candidates = {stock, own};
        else
            candidates = {own, stock};
    } else {
        candidates = {own};
    }
    if (m_config && m_config->sqliteDir && m_config->sqliteDir->set && !m_config->sqliteDir->text.isEmpty()) {
        const QString folder = shape::against(parentOf(m_workspace.config.path), m_config->sqliteDir->text);
        candidates.append({parentOf(folder), QStringLiteral("the folder above database.sqlite_dir, which is a home")});
    }
    candidates.append({root(QStringLiteral("home")), QStringLiteral("<project root>/home, which is a home")});
    for (const Candidate &candidate : candidates) {
        m_tried.append(candidate.path);
        if (shape::looksLikeHome(candidate.path)) {
            take(candidate.path, candidate.rule);
            return {};
        }
    }
    // A home that is still empty but has a config.yaml in it looks like a project; whoever says --home means a home.
    if (!m_homeOrProject.isEmpty()) {
        take(m_homeOrProject, QStringLiteral("given with --home"));
        return {};
    }
    take(candidates.first().path, candidates.first().rule);
    m_workspace.home.problem = QStringLiteral("There is no home at %1 yet. Name it with --home if it is elsewhere.").arg(m_workspace.home.path);
    return {};
}

Result<void> Resolver::findExtensions()
{
    if (const QString path = variable(extensionsVariable); !path.isEmpty()) {
        const QString file = absolute(path);
        if (Result<void> usable = shape::check(file, true, QStringLiteral("DEER_FLOW_EXTENSIONS_CONFIG_PATH names a file that cannot be used:"));
            !usable)
            return usable;
        m_workspace.extensions = {shape::canonical(file), QStringLiteral("environment DEER_FLOW_EXTENSIONS_CONFIG_PATH"), true, QString()};
        return {};
    }
    const QString settings = QStringLiteral("extensions_config.json");
    const QString servers = QStringLiteral("mcp_config.json");
    QList<Candidate> candidates{{root(settings), QStringLiteral("<project root>/extensions_config.json")},
                                {root(servers), QStringLiteral("<project root>/mcp_config.json")}};
    if (!m_repository.isEmpty()) {
        candidates.append({m_repository + QStringLiteral("/backend/") + settings, QStringLiteral("<repo>/backend/extensions_config.json")});
        candidates.append({m_repository + u'/' + settings, QStringLiteral("<repo>/extensions_config.json")});
        candidates.append({m_repository + QStringLiteral("/backend/") + servers, QStringLiteral("<repo>/backend/mcp_config.json")});
        candidates.append({m_repository + u'/' + servers, QStringLiteral("<repo>/mcp_config.json")});
    }
    for (const Candidate &candidate : candidates) {
        if (shape::isFile(candidate.path)) {
            // The path itself, not what a link leads to: DeerFlow publishes its cache marker beside the name it was given.
            m_workspace.extensions = {QDir::cleanPath(candidate.path), candidate.rule, true, QString()};
            return {};
        }
    }
    m_workspace.extensions = {QString(), QStringLiteral("none found; DeerFlow takes that for an empty one"), false, QString()};
    return {};
}

Result<void> Resolver::findSkillsRoot()
{
    const auto take = [this](const QString &path, const QString &rule) {
        m_workspace.skillsRoot = {shape::canonical(path), rule, shape::isFolder(path), QString()};
        if (!m_workspace.skillsRoot.exists)
            m_workspace.skillsRoot.problem = QStringLiteral("There is no folder %1, so no shared skills are seen.").arg(m_workspace.skillsRoot.path);
    };
    if (!m_request.skillsRoot.isEmpty()) {
        const QString folder = absolute(m_request.skillsRoot);
        if (Result<void> usable = shape::check(folder, false, QStringLiteral("The skills root")); !usable)
            return usable;
        take(folder, QStringLiteral("given with --skills-root"));
        return {};
    }
    if (m_config && m_config->skillsPath) {
        const ConfigText &path = *m_config->skillsPath;
        if (!path.set) {
            ErrorDetails details;
            details.path = m_workspace.config.path;
            details.line = path.line;
            details.column = path.column;
            details.kind = QStringLiteral("unset-variable");
            return fail(
                ErrorCode::Invalid,
                QStringLiteral("%1 at line %2, column %3: skills.path names the environment variable %4, which is not set here. Set it, or give "
                               "--skills-root.")
                    .arg(details.path)
                    .arg(details.line)
                    .arg(details.column)
                    .arg(path.variable),
                details);
        }
        if (!path.text.isEmpty()) {
            take(shape::against(m_workspace.projectRoot.path, path.text), QStringLiteral("config.yaml skills.path, against the project root"));
            return {};
        }
    }
    if (const QString path = variable(skillsVariable); !path.isEmpty()) {
        take(shape::against(m_workspace.projectRoot.path, path), QStringLiteral("environment DEER_FLOW_SKILLS_PATH, against the project root"));
        return {};
    }
    const QString own = root(QStringLiteral("skills"));
    if (!shape::isFolder(own) && !m_repository.isEmpty() && shape::isFolder(m_repository + QStringLiteral("/skills")))
        take(m_repository + QStringLiteral("/skills"), QStringLiteral("<repo>/skills"));
    else
        take(own, QStringLiteral("<project root>/skills"));
    return {};
}

/// Without a home there is nothing to administer, and a guess would create one somewhere.
Result<void> Resolver::refuseEmpty() const
{
    if (m_workspace.home.exists)
        return {};
    ErrorDetails details;
    details.path = m_workspace.home.path;
    details.kind = QStringLiteral("no-installation");
    QStringList tried = m_tried;
    tried.removeDuplicates();
    return fail(ErrorCode::NotFound,
                QStringLiteral("No DeerFlow home was found. Looked for it by: %1. Name it with --home, or set DEER_FLOW_HOME.")
                    .arg(tried.join(QStringLiteral(", "))),
                details);
}

} // namespace verderer
