// SPDX-License-Identifier: GPL-3.0-or-later
#include "tree_fixture.h"
#include "workspace/session.h"
#include "workspace/workspace.h"

#include <QTest>

#include <unistd.h>

using namespace verderer;
using verderer::test::Tree;

namespace {

constexpr const char *plainConfig = "config_version: 34\n";

WorkspaceRequest requestIn(const Tree &tree, const QString &workingDirectory = QString())
{
    WorkspaceRequest request;
    request.workingDirectory = tree.path(workingDirectory);
    return request;
}

QString sentence(const Result<Workspace> &result)
{
    return result ? QStringLiteral("no failure") : result.error().message;
}

} // namespace

/// Every rule by which DeerFlow finds its places, each with the phrase that names it, and the ways in which pointing at something can go wrong.
class TestWorkspace : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheStockRepository();
    void findsTheRepositoryFromItsHome();
    void findsTheRepositoryFromItsBackendFolder();
    void findsTheRepositoryFromItsConfig();
    void findsAPlainProjectFolder();
    void findsAHomeWithoutAnything();
    void findsADockerLayout();
    void findsTheHomeFromSqliteDir();
    void givesTheHomeOptionAProjectFolder();
    void followsTheEnvironment();
    void takesTheWorkingFolderWithoutEnvironment();
    void ignoresAnEnvironmentOfAnotherInstallation();
    void keepsAnEnvironmentOfTheSameInstallation();
    void refusesVariablesThatLeadNowhere_data();
    void refusesVariablesThatLeadNowhere();
    void refusesPlaces_data();
    void refusesPlaces();
    void ordersConfigFiles();
    void ordersExtensionsFiles();
    void ordersSkillsRoots();
    void refusesABrokenConfig_data();
    void refusesABrokenConfig();
    void resolvesVariables();
    void toleratesVariablesThatDoNotMatter();
    void reportsAnUnsetDatabase();
    void refusesAnUnsetSkillsPath();
    void ordersSqliteFiles();
    void namesASecondDatabase();
    void readsDatabaseUrls_data();
    void readsDatabaseUrls();
    void refusesDatabaseUrls_data();
    void refusesDatabaseUrls();
    void hidesPasswords();
    void readsOtherBackends();
    void createsNothing();
    void givesSkillRoots();
    void resolvesLinksInTheHome();
    void choosesUsers();
    void findsItsOwnFolders();
    void agreesWithTheSample();
};

void TestWorkspace::findsTheStockRepository()
{
    const Tree tree;
    tree.file(QStringLiteral("repo/config.yaml"), plainConfig);
    tree.file(QStringLiteral("repo/extensions_config.json"), "{}");
    tree.folder(QStringLiteral("repo/skills/public"));
    tree.file(QStringLiteral("repo/backend/.deer-flow/data/deerflow.db"));
    WorkspaceRequest request = requestIn(tree);
    request.place = tree.path(QStringLiteral("repo"));
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->projectRoot.path, tree.path(QStringLiteral("repo")));
    QCOMPARE(found->home.path, tree.path(QStringLiteral("repo/backend/.deer-flow")));
    QVERIFY(found->home.rule.contains(u"<repo>/backend/.deer-flow"));
    QCOMPARE(found->config.path, tree.path(QStringLiteral("repo/config.yaml")));
    QCOMPARE(found->config.rule, QStringLiteral("<project root>/config.yaml"));
    QCOMPARE(found->extensions.path, tree.path(QStringLiteral("repo/extensions_config.json")));
    QCOMPARE(found->skillsRoot.path, tree.path(QStringLiteral("repo/skills")));
    QCOMPARE(found->database.path, tree.path(QStringLiteral("repo/backend/.deer-flow/data/deerflow.db")));
    QVERIFY(found->database.rule.contains(u"<repo>/backend"));
    QVERIFY(found->database.exists);
    QCOMPARE(found->databaseBackend, QStringLiteral("sqlite"));
    QCOMPARE(found->databaseUrl, QString(QStringLiteral("sqlite:///") + found->database.path));
}

void TestWorkspace::findsTheRepositoryFromItsHome()
{
    const Tree tree;
    tree.file(QStringLiteral("repo/config.yaml"), plainConfig);
    tree.folder(QStringLiteral("repo/skills/public"));
    tree.folder(QStringLiteral("repo/backend/.deer-flow/users/default"));
    WorkspaceRequest request = requestIn(tree);
    request.home = tree.path(QStringLiteral("repo/backend/.deer-flow"));
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->home.rule, QStringLiteral("given with --home"));
    QCOMPARE(found->projectRoot.path, tree.path(QStringLiteral("repo")));
    QCOMPARE(found->config.path, tree.path(QStringLiteral("repo/config.yaml")));
    QCOMPARE(found->skillsRoot.path, tree.path(QStringLiteral("repo/skills")));
}

void TestWorkspace::findsTheRepositoryFromItsBackendFolder()
{
    const Tree tree;
    tree.file(QStringLiteral("repo/config.yaml"), plainConfig);
    tree.folder(QStringLiteral("repo/backend/.deer-flow"));
    WorkspaceRequest request = requestIn(tree);
    request.place = tree.path(QStringLiteral("repo/backend"));
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->projectRoot.path, tree.path(QStringLiteral("repo")));
    QCOMPARE(found->home.path, tree.path(QStringLiteral("repo/backend/.deer-flow")));
}

void TestWorkspace::findsTheRepositoryFromItsConfig()
{
    const Tree tree;
    tree.file(QStringLiteral("repo/backend/config.yaml"), plainConfig);
    tree.folder(QStringLiteral("repo/backend/.deer-flow"));
    WorkspaceRequest request = requestIn(tree);
    request.place = tree.path(QStringLiteral("repo/backend/config.yaml"));
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->projectRoot.path, tree.path(QStringLiteral("repo")));
    QCOMPARE(found->config.rule, QStringLiteral("the file pointed at"));
    QCOMPARE(found->home.path, tree.path(QStringLiteral("repo/backend/.deer-flow")));
}

void TestWorkspace::findsAPlainProjectFolder()
{
    const Tree tree;
    tree.file(QStringLiteral("proj/config.yaml"), plainConfig);
    tree.file(QStringLiteral("proj/.deer-flow/data/deerflow.db"));
    WorkspaceRequest request = requestIn(tree);
    request.place = tree.path(QStringLiteral("proj"));
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->home.path, tree.path(QStringLiteral("proj/.deer-flow")));
    QCOMPARE(found->home.rule, QStringLiteral("<project root>/.deer-flow"));
    QCOMPARE(found->database.path, tree.path(QStringLiteral("proj/.deer-flow/data/deerflow.db")));
    QVERIFY(!found->skillsRoot.exists);
    QVERIFY(!found->skillsRoot.problem.isEmpty());
    QVERIFY(found->extensions.path.isEmpty());
}

void TestWorkspace::findsAHomeWithoutAnything()
{
    const Tree tree;
    tree.folder(QStringLiteral("bare"));
    WorkspaceRequest request = requestIn(tree);
    request.home = QStringLiteral("bare"); // relative: against the working folder
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->home.path, tree.path(QStringLiteral("bare")));
    QVERIFY(!found->config.exists);
    QVERIFY(found->config.problem.contains(u"--config"));
    QVERIFY(!found->database.exists);
    QVERIFY(found->database.problem.contains(tree.path(QStringLiteral("bare/data/deerflow.db"))));
    QVERIFY(found->databaseUrl.isEmpty());
}

void TestWorkspace::findsADockerLayout()
{
    const Tree tree;
    tree.file(QStringLiteral("app/config.yaml"), plainConfig);
    tree.file(QStringLiteral("app/backend/extensions_config.json"), "{}");
    tree.folder(QStringLiteral("app/skills/public"));
    tree.file(QStringLiteral("app/backend/.deer-flow/data/deerflow.db"));
    WorkspaceRequest request = requestIn(tree, QStringLiteral("app/backend"));
    request.environment.insert(QStringLiteral("DEER_FLOW_PROJECT_ROOT"), tree.path(QStringLiteral("app")));
    request.environment.insert(QStringLiteral("DEER_FLOW_HOME"), tree.path(QStringLiteral("app/backend/.deer-flow")));
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->projectRoot.rule, QStringLiteral("environment DEER_FLOW_PROJECT_ROOT"));
    QCOMPARE(found->home.rule, QStringLiteral("environment DEER_FLOW_HOME"));
    QCOMPARE(found->extensions.rule, QStringLiteral("<repo>/backend/extensions_config.json"));
    QCOMPARE(found->skillsRoot.path, tree.path(QStringLiteral("app/skills")));
    QCOMPARE(found->database.path, tree.path(QStringLiteral("app/backend/.deer-flow/data/deerflow.db")));
    QCOMPARE(found->database.rule, QStringLiteral("database.sqlite_dir against the working folder"));
}

void TestWorkspace::findsTheHomeFromSqliteDir()
{
    const Tree tree;
    tree.file(QStringLiteral("site/config.yaml"), "database:\n  sqlite_dir: state/data\n");
    tree.folder(QStringLiteral("site/state/users/default"));
    tree.file(QStringLiteral("site/state/data/deerflow.db"));
    WorkspaceRequest request = requestIn(tree);
    request.config = tree.path(QStringLiteral("site/config.yaml"));
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->home.path, tree.path(QStringLiteral("site/state")));
    QCOMPARE(found->home.rule, QStringLiteral("the folder above database.sqlite_dir, which is a home"));
    QCOMPARE(found->database.rule, QStringLiteral("database.sqlite_dir against the folder of config.yaml"));
}

void TestWorkspace::givesTheHomeOptionAProjectFolder()
{
    const Tree tree;
    tree.file(QStringLiteral("repo/config.yaml"), plainConfig);
    tree.folder(QStringLiteral("repo/backend/.deer-flow"));
    WorkspaceRequest request = requestIn(tree);
    request.home = tree.path(QStringLiteral("repo"));
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->home.path, tree.path(QStringLiteral("repo/backend/.deer-flow")));
    // An empty home beside its own config.yaml is still the home that was meant.
    tree.file(QStringLiteral("fresh/config.yaml"), plainConfig);
    request.home = tree.path(QStringLiteral("fresh"));
    const Result<Workspace> fresh = resolveWorkspace(request);
    QVERIFY2(fresh, qPrintable(sentence(fresh)));
    QCOMPARE(fresh->home.path, tree.path(QStringLiteral("fresh")));
    QCOMPARE(fresh->config.path, tree.path(QStringLiteral("fresh/config.yaml")));
}

void TestWorkspace::followsTheEnvironment()
{
    const Tree tree;
    tree.file(QStringLiteral("etc/deer.yaml"), plainConfig);
    tree.file(QStringLiteral("etc/ext.json"), "{}");
    tree.folder(QStringLiteral("root/shared"));
    tree.folder(QStringLiteral("var"));
    WorkspaceRequest request = requestIn(tree);
    request.environment.insert(QStringLiteral("DEER_FLOW_PROJECT_ROOT"), tree.path(QStringLiteral("root")));
    request.environment.insert(QStringLiteral("DEER_FLOW_HOME"), tree.path(QStringLiteral("var")));
    request.environment.insert(QStringLiteral("DEER_FLOW_CONFIG_PATH"), tree.path(QStringLiteral("etc/deer.yaml")));
    request.environment.insert(QStringLiteral("DEER_FLOW_EXTENSIONS_CONFIG_PATH"), tree.path(QStringLiteral("etc/ext.json")));
    request.environment.insert(QStringLiteral("DEER_FLOW_SKILLS_PATH"), QStringLiteral("shared"));
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->home.path, tree.path(QStringLiteral("var")));
    QCOMPARE(found->config.path, tree.path(QStringLiteral("etc/deer.yaml")));
    QCOMPARE(found->config.rule, QStringLiteral("environment DEER_FLOW_CONFIG_PATH"));
    QCOMPARE(found->extensions.path, tree.path(QStringLiteral("etc/ext.json")));
    QCOMPARE(found->extensions.rule, QStringLiteral("environment DEER_FLOW_EXTENSIONS_CONFIG_PATH"));
    QCOMPARE(found->skillsRoot.path, tree.path(QStringLiteral("root/shared")));
    QVERIFY(found->skillsRoot.rule.contains(u"DEER_FLOW_SKILLS_PATH"));
}

void TestWorkspace::takesTheWorkingFolderWithoutEnvironment()
{
    const Tree tree;
    tree.file(QStringLiteral("repo/config.yaml"), plainConfig);
    tree.folder(QStringLiteral("repo/skills/public"));
    tree.folder(QStringLiteral("repo/backend/.deer-flow"));
    const Result<Workspace> top = resolveWorkspace(requestIn(tree, QStringLiteral("repo")));
    QVERIFY2(top, qPrintable(sentence(top)));
    QCOMPARE(top->projectRoot.rule, QStringLiteral("the working folder"));
    QCOMPARE(top->home.path, tree.path(QStringLiteral("repo/backend/.deer-flow")));
    // From backend, DeerFlow's own root is backend: the home is there, config.yaml and skills come from the repository.
    const Result<Workspace> below = resolveWorkspace(requestIn(tree, QStringLiteral("repo/backend")));
    QVERIFY2(below, qPrintable(sentence(below)));
    QCOMPARE(below->projectRoot.path, tree.path(QStringLiteral("repo/backend")));
    QCOMPARE(below->home.rule, QStringLiteral("<project root>/.deer-flow"));
    QCOMPARE(below->config.rule, QStringLiteral("<repo>/config.yaml"));
    QCOMPARE(below->skillsRoot.rule, QStringLiteral("<repo>/skills"));
}

void TestWorkspace::ignoresAnEnvironmentOfAnotherInstallation()
{
    const Tree tree;
    tree.folder(QStringLiteral("mine/users/default"));
    tree.folder(QStringLiteral("other/.deer-flow"));
    tree.file(QStringLiteral("other/config.yaml"), plainConfig);
    tree.file(QStringLiteral("other/ext.json"), "{}");
    WorkspaceRequest request = requestIn(tree);
    request.home = tree.path(QStringLiteral("mine"));
    request.environment.insert(QStringLiteral("DEER_FLOW_HOME"), tree.path(QStringLiteral("other/.deer-flow")));
    request.environment.insert(QStringLiteral("DEER_FLOW_PROJECT_ROOT"), tree.path(QStringLiteral("other")));
    request.environment.insert(QStringLiteral("DEER_FLOW_EXTENSIONS_CONFIG_PATH"), tree.path(QStringLiteral("other/ext.json")));
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->home.path, tree.path(QStringLiteral("mine")));
    QVERIFY(found->extensions.path.isEmpty());
    QCOMPARE(found->projectRoot.path, tree.path());
    QCOMPARE(found->warnings.size(), 1);
    QVERIFY(found->warnings.first().contains(u"DEER_FLOW_EXTENSIONS_CONFIG_PATH"));

    request = requestIn(tree);
    tree.file(QStringLiteral("project/config.yaml"), plainConfig);
    tree.folder(QStringLiteral("project/.deer-flow"));
    request.place = tree.path(QStringLiteral("project"));
    request.environment.insert(QStringLiteral("DEER_FLOW_HOME"), tree.path(QStringLiteral("other/.deer-flow")));
    const Result<Workspace> project = resolveWorkspace(request);
    QVERIFY2(project, qPrintable(sentence(project)));
    QCOMPARE(project->home.path, tree.path(QStringLiteral("project/.deer-flow")));
    QCOMPARE(project->warnings.size(), 1);
}

void TestWorkspace::keepsAnEnvironmentOfTheSameInstallation()
{
    const Tree tree;
    tree.folder(QStringLiteral("mine/users/default"));
    tree.file(QStringLiteral("ext.json"), "{}");
    WorkspaceRequest request = requestIn(tree);
    request.home = tree.path(QStringLiteral("mine"));
    request.environment.insert(QStringLiteral("DEER_FLOW_HOME"), tree.path(QStringLiteral("mine")));
    request.environment.insert(QStringLiteral("DEER_FLOW_EXTENSIONS_CONFIG_PATH"), tree.path(QStringLiteral("ext.json")));
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->extensions.path, tree.path(QStringLiteral("ext.json")));
    QVERIFY(found->warnings.isEmpty());
}

void TestWorkspace::refusesVariablesThatLeadNowhere_data()
{
    QTest::addColumn<QString>("variable");
    QTest::newRow("project root") << QStringLiteral("DEER_FLOW_PROJECT_ROOT");
    QTest::newRow("home") << QStringLiteral("DEER_FLOW_HOME");
    QTest::newRow("config") << QStringLiteral("DEER_FLOW_CONFIG_PATH");
    QTest::newRow("extensions") << QStringLiteral("DEER_FLOW_EXTENSIONS_CONFIG_PATH");
}

void TestWorkspace::refusesVariablesThatLeadNowhere()
{
    QFETCH(const QString, variable);
    const Tree tree;
    tree.folder(QStringLiteral(".deer-flow"));
    WorkspaceRequest request = requestIn(tree);
    request.environment.insert(variable, tree.path(QStringLiteral("missing")));
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::NotFound);
    QVERIFY2(found.error().message.contains(variable), qPrintable(found.error().message));
    QCOMPARE(found.error().details.path, tree.path(QStringLiteral("missing")));
}

void TestWorkspace::refusesPlaces_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("value");
    QTest::addColumn<int>("code");
    QTest::newRow("missing home") << QStringLiteral("home") << QStringLiteral("missing") << int(ErrorCode::NotFound);
    QTest::newRow("file as home") << QStringLiteral("home") << QStringLiteral("file.txt") << int(ErrorCode::Invalid);
    QTest::newRow("looping home") << QStringLiteral("home") << QStringLiteral("loop") << int(ErrorCode::Invalid);
    QTest::newRow("missing config") << QStringLiteral("config") << QStringLiteral("missing.yaml") << int(ErrorCode::NotFound);
    QTest::newRow("folder as config") << QStringLiteral("config") << QStringLiteral("empty") << int(ErrorCode::Invalid);
    QTest::newRow("missing skills root") << QStringLiteral("skills") << QStringLiteral("missing") << int(ErrorCode::NotFound);
    QTest::newRow("missing database") << QStringLiteral("database") << QStringLiteral("sqlite:///missing.db") << int(ErrorCode::NotFound);
    QTest::newRow("place that is nothing") << QStringLiteral("place") << QStringLiteral("empty") << int(ErrorCode::NotFound);
    QTest::newRow("missing place") << QStringLiteral("place") << QStringLiteral("missing") << int(ErrorCode::NotFound);
    QTest::newRow("nothing at all") << QString() << QString() << int(ErrorCode::NotFound);
}

void TestWorkspace::refusesPlaces()
{
    QFETCH(const QString, field);
    QFETCH(const QString, value);
    QFETCH(const int, code);
    const Tree tree;
    tree.file(QStringLiteral("file.txt"), "x");
    tree.folder(QStringLiteral("empty"));
    tree.folder(QStringLiteral("home/users"));
    QVERIFY(QFile::link(QStringLiteral("loop"), tree.path(QStringLiteral("loop"))));
    const auto before = tree.snapshot();
    WorkspaceRequest request = requestIn(tree, QStringLiteral("empty"));
    const QString absolute = tree.path(value);
    if (field == u"home")
        request.home = absolute;
    else if (field == u"place")
        request.place = absolute;
    else if (!field.isEmpty())
        request.home = tree.path(QStringLiteral("home"));
    if (field == u"config")
        request.config = absolute;
    else if (field == u"skills")
        request.skillsRoot = absolute;
    else if (field == u"database")
        request.database = value;
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY(!found);
    QCOMPARE(int(found.error().code), code);
    QVERIFY2(found.error().message.endsWith(u'.'), qPrintable(found.error().message));
    QVERIFY(!found.error().message.contains(u'\n'));
    QCOMPARE(tree.snapshot(), before);
}

void TestWorkspace::ordersConfigFiles()
{
    const Tree tree;
    tree.folder(QStringLiteral("repo/backend/.deer-flow"));
    tree.file(QStringLiteral("repo/backend/config.yaml"), "run_events: {backend: jsonl}\n");
    WorkspaceRequest request = requestIn(tree);
    request.place = tree.path(QStringLiteral("repo"));
    Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->config.rule, QStringLiteral("<repo>/backend/config.yaml"));
    QCOMPARE(found->runEventsBackend, QStringLiteral("jsonl"));
    tree.file(QStringLiteral("repo/config.yaml"), "run_events: {backend: db}\n");
    found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->config.rule, QStringLiteral("<project root>/config.yaml"));
    QCOMPARE(found->runEventsBackend, QStringLiteral("db"));
    tree.file(QStringLiteral("other.yaml"), plainConfig);
    request.config = tree.path(QStringLiteral("other.yaml"));
    found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->config.rule, QStringLiteral("given with --config"));
    QCOMPARE(found->runEventsBackend, QStringLiteral("memory"));
}

void TestWorkspace::ordersExtensionsFiles()
{
    const Tree tree;
    tree.folder(QStringLiteral("repo/backend/.deer-flow"));
    tree.file(QStringLiteral("repo/config.yaml"), plainConfig);
    WorkspaceRequest request = requestIn(tree);
    request.place = tree.path(QStringLiteral("repo"));
    // From the last rule to the first: each new file must win over those before.
    const QList<std::pair<QString, QString>> order{
        {QStringLiteral("repo/backend/mcp_config.json"), QStringLiteral("<repo>/backend/mcp_config.json")},
        {QStringLiteral("repo/backend/extensions_config.json"), QStringLiteral("<repo>/backend/extensions_config.json")},
        {QStringLiteral("repo/mcp_config.json"), QStringLiteral("<project root>/mcp_config.json")},
        {QStringLiteral("repo/extensions_config.json"), QStringLiteral("<project root>/extensions_config.json")}};
    Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QVERIFY(found->extensions.path.isEmpty());
    QVERIFY(found->extensions.rule.startsWith(u"none found"));
    for (const auto &[file, rule] : order) {
        tree.file(file, "{}");
        found = resolveWorkspace(request);
        QVERIFY2(found, qPrintable(sentence(found)));
        QCOMPARE(found->extensions.path, tree.path(file));
        QCOMPARE(found->extensions.rule, rule);
    }
}

void TestWorkspace::ordersSkillsRoots()
{
    const Tree tree;
    tree.folder(QStringLiteral("proj/.deer-flow"));
    tree.folder(QStringLiteral("proj/skills"));
    tree.folder(QStringLiteral("proj/from-env"));
    tree.folder(QStringLiteral("proj/from-config"));
    tree.folder(QStringLiteral("from-option"));
    tree.file(QStringLiteral("proj/config.yaml"), plainConfig);
    WorkspaceRequest request = requestIn(tree, QStringLiteral("proj"));
    Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->skillsRoot.path, tree.path(QStringLiteral("proj/skills")));
    request.environment.insert(QStringLiteral("DEER_FLOW_SKILLS_PATH"), QStringLiteral("from-env"));
    found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->skillsRoot.path, tree.path(QStringLiteral("proj/from-env")));
    tree.file(QStringLiteral("proj/config.yaml"), "skills:\n  path: from-config\n");
    found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->skillsRoot.path, tree.path(QStringLiteral("proj/from-config")));
    request.skillsRoot = tree.path(QStringLiteral("from-option"));
    found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->skillsRoot.path, tree.path(QStringLiteral("from-option")));
    QCOMPARE(found->skillsRoot.rule, QStringLiteral("given with --skills-root"));
}

void TestWorkspace::refusesABrokenConfig_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("line");
    QTest::newRow("mapping in a value") << QByteArray("a: 1\nb: c: d\n") << 2;
    QTest::newRow("tab") << QByteArray("a: 1\n\tb: 2\n") << 2;
    QTest::newRow("list") << QByteArray("- a\n- b\n") << 1;
    QTest::newRow("empty") << QByteArray() << 0;
    QTest::newRow("skills path is a list") << QByteArray("skills:\n  path: [a]\n") << 2;
    QTest::newRow("not UTF-8") << QByteArray("a: \xff\n") << 0;
}

void TestWorkspace::refusesABrokenConfig()
{
    QFETCH(const QByteArray, text);
    QFETCH(const int, line);
    const Tree tree;
    tree.folder(QStringLiteral(".deer-flow"));
    tree.file(QStringLiteral("config.yaml"), text);
    const Result<Workspace> found = resolveWorkspace(requestIn(tree));
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::Invalid);
    QCOMPARE(found.error().details.path, tree.path(QStringLiteral("config.yaml")));
    if (line > 0) {
        QCOMPARE(found.error().details.line, line);
        QVERIFY(found.error().details.column > 0);
    }
    QVERIFY2(found.error().message.contains(u"config.yaml"), qPrintable(found.error().message));
}

void TestWorkspace::resolvesVariables()
{
    const Tree tree;
    tree.folder(QStringLiteral(".deer-flow"));
    tree.folder(QStringLiteral("elsewhere"));
    tree.file(QStringLiteral("db/deerflow.db"));
    tree.file(QStringLiteral("config.yaml"), "database:\n  sqlite_dir: $DEER_DB\nskills:\n  path: $DEER_SKILLS\nmodels:\n  - api_key: $DEER_KEY\n"
                                             "    note: a$DEER_KEY\n");
    WorkspaceRequest request = requestIn(tree);
    request.environment.insert(QStringLiteral("DEER_DB"), tree.path(QStringLiteral("db")));
    request.environment.insert(QStringLiteral("DEER_SKILLS"), QStringLiteral("elsewhere"));
    request.environment.insert(QStringLiteral("DEER_KEY"), QStringLiteral("sk-1234"));
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->database.path, tree.path(QStringLiteral("db/deerflow.db")));
    QCOMPARE(found->skillsRoot.path, tree.path(QStringLiteral("elsewhere")));
    QVERIFY(found->secrets.contains(QStringLiteral("sk-1234")));
    QVERIFY(found->warnings.isEmpty());
}

void TestWorkspace::toleratesVariablesThatDoNotMatter()
{
    const Tree tree;
    tree.folder(QStringLiteral(".deer-flow"));
    tree.file(QStringLiteral("config.yaml"), "models:\n  - name: m\n    api_key: $DEER_KEY\nconfig_version: 99\n");
    const Result<Workspace> found = resolveWorkspace(requestIn(tree));
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->warnings.size(), 2);
    QVERIFY2(found->warnings.at(0).contains(u"99"), qPrintable(found->warnings.at(0)));
    QVERIFY2(found->warnings.at(1).contains(u"models[0].api_key") && found->warnings.at(1).contains(u"DEER_KEY") &&
                 found->warnings.at(1).contains(u"line 3"),
             qPrintable(found->warnings.at(1)));
}

void TestWorkspace::reportsAnUnsetDatabase()
{
    const Tree tree;
    tree.folder(QStringLiteral(".deer-flow"));
    tree.file(QStringLiteral("config.yaml"), "database:\n  backend: postgres\n  postgres_url: $DATABASE_URL\n");
    const Result<Workspace> found = resolveWorkspace(requestIn(tree));
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->databaseBackend, QStringLiteral("postgres"));
    QVERIFY(found->databaseUrl.isEmpty());
    QVERIFY2(found->database.problem.contains(u"DATABASE_URL") && found->database.problem.contains(u"line 3"), qPrintable(found->database.problem));
}

void TestWorkspace::refusesAnUnsetSkillsPath()
{
    const Tree tree;
    tree.folder(QStringLiteral(".deer-flow"));
    tree.folder(QStringLiteral("s"));
    tree.file(QStringLiteral("config.yaml"), "skills:\n  path: $DEER_SKILLS\n");
    WorkspaceRequest request = requestIn(tree);
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::Invalid);
    QCOMPARE(found.error().details.line, 2);
    QVERIFY(found.error().message.contains(u"DEER_SKILLS"));
    // Whoever says where the skills are does not need the variable.
    request.skillsRoot = tree.path(QStringLiteral("s"));
    QVERIFY(resolveWorkspace(request));
}

void TestWorkspace::ordersSqliteFiles()
{
    const Tree tree;
    tree.file(QStringLiteral("repo/config.yaml"), "database: {sqlite_dir: d}\n");
    tree.folder(QStringLiteral("repo/backend/.deer-flow"));
    WorkspaceRequest request = requestIn(tree);
    request.place = tree.path(QStringLiteral("repo"));
    Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QVERIFY(!found->database.exists);
    QCOMPARE(found->database.path, tree.path(QStringLiteral("repo/backend/d/deerflow.db")));
    QVERIFY2(found->database.problem.contains(tree.path(QStringLiteral("repo/d/deerflow.db"))), qPrintable(found->database.problem));
    tree.file(QStringLiteral("repo/d/deerflow.db"));
    found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->database.rule, QStringLiteral("database.sqlite_dir against the folder of config.yaml"));
    tree.file(QStringLiteral("repo/backend/d/deerflow.db"));
    found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QVERIFY(found->database.rule.contains(u"<repo>/backend"));
    // An absolute folder is no question.
    tree.file(QStringLiteral("abs/deerflow.db"));
    tree.file(QStringLiteral("repo/config.yaml"), "database: {sqlite_dir: " + tree.path(QStringLiteral("abs")).toUtf8() + "}\n");
    found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->database.path, tree.path(QStringLiteral("abs/deerflow.db")));
    QCOMPARE(found->database.rule, QStringLiteral("config.yaml database.sqlite_dir, absolute"));
}

void TestWorkspace::namesASecondDatabase()
{
    const Tree tree;
    tree.file(QStringLiteral("repo/config.yaml"), plainConfig);
    tree.file(QStringLiteral("repo/backend/.deer-flow/data/deerflow.db"));
    tree.file(QStringLiteral("repo/.deer-flow/data/deerflow.db"));
    WorkspaceRequest request = requestIn(tree);
    request.place = tree.path(QStringLiteral("repo"));
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->database.path, tree.path(QStringLiteral("repo/backend/.deer-flow/data/deerflow.db")));
    QCOMPARE(found->warnings.size(), 1);
    QVERIFY(found->warnings.first().contains(tree.path(QStringLiteral("repo/.deer-flow/data/deerflow.db"))));
}

void TestWorkspace::readsDatabaseUrls_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("backend");
    QTest::addColumn<QString>("stored");
    QTest::newRow("four slashes") << QStringLiteral("sqlite:///ROOT/a.db") << QStringLiteral("sqlite") << QString();
    QTest::newRow("relative") << QStringLiteral("sqlite:///a.db") << QStringLiteral("sqlite") << QString();
    QTest::newRow("absolute after three slashes") << QStringLiteral("sqlite://ROOT/a.db") << QStringLiteral("sqlite") << QString();
    QTest::newRow("driver") << QStringLiteral("sqlite+aiosqlite:///a.db") << QStringLiteral("sqlite") << QString();
    QTest::newRow("postgresql") << QStringLiteral("postgresql://u:p@h/d") << QStringLiteral("postgres") << QStringLiteral("postgresql://u:p@h/d");
    QTest::newRow("postgres") << QStringLiteral("postgres://u@h/d") << QStringLiteral("postgres") << QStringLiteral("postgresql://u@h/d");
    QTest::newRow("asyncpg") << QStringLiteral("postgresql+asyncpg://u@h/d") << QStringLiteral("postgres") << QStringLiteral("postgresql://u@h/d");
}

void TestWorkspace::readsDatabaseUrls()
{
    QFETCH(QString, url);
    QFETCH(const QString, backend);
    QFETCH(const QString, stored);
    const Tree tree;
    tree.folder(QStringLiteral(".deer-flow"));
    tree.file(QStringLiteral("a.db"));
    // ROOT begins with a slash of its own: "sqlite:////tmp/…" and, one short, "sqlite:///tmp/…".
    url.replace(QStringLiteral("ROOT"), tree.path());
    WorkspaceRequest request = requestIn(tree);
    request.database = url;
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->databaseBackend, backend);
    if (backend == u"sqlite")
        QCOMPARE(found->databaseUrl, QString(QStringLiteral("sqlite:///") + tree.path(QStringLiteral("a.db"))));
    else
        QCOMPARE(found->databaseUrl, stored);
    QCOMPARE(found->database.rule, QStringLiteral("given with --database"));
}

void TestWorkspace::refusesDatabaseUrls_data()
{
    QTest::addColumn<QString>("url");
    QTest::newRow("path") << QStringLiteral("/tmp/a.db");
    QTest::newRow("other server") << QStringLiteral("mysql://u:secret@h/d");
    QTest::newRow("nothing behind") << QStringLiteral("sqlite:///");
}

void TestWorkspace::refusesDatabaseUrls()
{
    QFETCH(const QString, url);
    const Tree tree;
    tree.folder(QStringLiteral(".deer-flow"));
    WorkspaceRequest request = requestIn(tree);
    request.database = url;
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::Invalid);
    QVERIFY(!found.error().message.contains(u"secret"));
}

void TestWorkspace::hidesPasswords()
{
    const Tree tree;
    tree.folder(QStringLiteral(".deer-flow"));
    tree.file(QStringLiteral("config.yaml"), "database:\n  backend: postgres\n  postgres_url: $DATABASE_URL\n  postgres_schema: deer\n");
    WorkspaceRequest request = requestIn(tree);
    request.environment.insert(QStringLiteral("DATABASE_URL"), QStringLiteral("postgresql+asyncpg://deer:s%40cret@db:5433/flow"));
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->displayUrl(), QStringLiteral("postgresql://deer:***@db:5433/flow"));
    QCOMPARE(found->postgresSchema, QStringLiteral("deer"));
    QVERIFY(found->secrets.contains(QStringLiteral("s@cret")));
    QVERIFY(found->database.rule.contains(u"DATABASE_URL"));
    QVERIFY(!found->database.rule.contains(u"cret"));
}

void TestWorkspace::readsOtherBackends()
{
    const Tree tree;
    tree.folder(QStringLiteral(".deer-flow"));
    tree.file(QStringLiteral("config.yaml"), "database: {backend: memory}\n");
    Result<Workspace> found = resolveWorkspace(requestIn(tree));
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->databaseBackend, QStringLiteral("memory"));
    QVERIFY(found->databaseUrl.isEmpty());
    QVERIFY(found->database.problem.isEmpty());
    tree.file(QStringLiteral("config.yaml"), "database: {backend: oracle}\n");
    found = resolveWorkspace(requestIn(tree));
    QVERIFY2(found, qPrintable(sentence(found)));
    QVERIFY(found->database.problem.contains(u"oracle"));
    tree.file(QStringLiteral("config.yaml"), "database: {backend: postgres}\n");
    found = resolveWorkspace(requestIn(tree));
    QVERIFY2(found, qPrintable(sentence(found)));
    QVERIFY(found->database.problem.contains(u"postgres_url"));
}

void TestWorkspace::createsNothing()
{
    const Tree tree;
    tree.file(QStringLiteral("repo/config.yaml"), plainConfig);
    tree.folder(QStringLiteral("repo/backend/.deer-flow"));
    const auto before = tree.snapshot();
    WorkspaceRequest request = requestIn(tree);
    request.place = tree.path(QStringLiteral("repo"));
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QVERIFY(listUsers(*found));
    QVERIFY(!dataFolder(request.environment).isEmpty());
    QCOMPARE(tree.snapshot(), before);
}

void TestWorkspace::givesSkillRoots()
{
    Workspace workspace;
    workspace.home.path = QStringLiteral("/h");
    workspace.skillsRoot.path = QStringLiteral("/s");
    workspace.extensions.path = QStringLiteral("/e.json");
    const SkillRoots roots = workspace.skillRoots(QStringLiteral("u-1"));
    QCOMPARE(roots.publicRoot, QStringLiteral("/s/public"));
    QCOMPARE(roots.legacyRoot, QStringLiteral("/s/custom"));
    QCOMPARE(roots.integrationsRoot, QStringLiteral("/h/integrations/skills"));
    QCOMPARE(roots.customRoot, QStringLiteral("/h/users/u-1/skills/custom"));
    QCOMPARE(roots.userStatesFile, QStringLiteral("/h/users/u-1/skills/_skill_states.json"));
    QCOMPARE(roots.userProjectionLock, QStringLiteral("/h/users/u-1/.skills_view.projection.lock"));
    QCOMPARE(roots.extensionsFile, QStringLiteral("/e.json"));
    QCOMPARE(roots.userId, QStringLiteral("u-1"));
    QCOMPARE(roots.home, QStringLiteral("/h"));
}

void TestWorkspace::resolvesLinksInTheHome()
{
    const Tree tree;
    tree.folder(QStringLiteral("real/users/default"));
    QVERIFY(QFile::link(tree.path(QStringLiteral("real")), tree.path(QStringLiteral("alias"))));
    WorkspaceRequest request = requestIn(tree);
    request.home = tree.path(QStringLiteral("alias"));
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->home.path, tree.path(QStringLiteral("real")));
}

void TestWorkspace::choosesUsers()
{
    const WorkspaceUser standard{QStringLiteral("default"), QString(), true};
    const WorkspaceUser anna{QStringLiteral("a-1"), QStringLiteral("Anna@example.org"), true};
    const WorkspaceUser bert{QStringLiteral("b-2"), QStringLiteral("bert@example.org"), true};
    const WorkspaceUser idle{QStringLiteral("c-3"), QStringLiteral("c@example.org"), false};
    QCOMPARE(chooseUser({anna, standard}, QString())->id, QStringLiteral("default"));
    QCOMPARE(chooseUser({anna}, QString())->id, QStringLiteral("a-1"));
    QCOMPARE(chooseUser({anna, idle}, QString())->id, QStringLiteral("a-1"));
    QCOMPARE(chooseUser({}, QString())->id, QStringLiteral("default"));
    QCOMPARE(chooseUser({anna, bert}, QStringLiteral("b-2"))->id, QStringLiteral("b-2"));
    QCOMPARE(chooseUser({anna, bert}, QStringLiteral("anna@EXAMPLE.org"))->id, QStringLiteral("a-1"));
    const Result<WorkspaceUser> several = chooseUser({anna, bert}, QString());
    QVERIFY(!several);
    QVERIFY(several.error().message.contains(u"b-2 (bert@example.org)") && several.error().message.contains(u"--user"));
    const Result<WorkspaceUser> missing = chooseUser({anna}, QStringLiteral("../a-1"));
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, ErrorCode::NotFound);
    QVERIFY(missing.error().message.contains(u"a-1 (Anna@example.org)"));
}

void TestWorkspace::findsItsOwnFolders()
{
    QProcessEnvironment environment;
    environment.insert(QStringLiteral("HOME"), QStringLiteral("/home/x"));
    QCOMPARE(draftsFolder(environment), QStringLiteral("/home/x/.local/share/verderer/drafts"));
    environment.insert(QStringLiteral("XDG_DATA_HOME"), QStringLiteral("relative"));
    QCOMPARE(draftsFolder(environment), QStringLiteral("/home/x/.local/share/verderer/drafts"));
    environment.insert(QStringLiteral("XDG_DATA_HOME"), QStringLiteral("/data/"));
    QCOMPARE(draftsFolder(environment), QStringLiteral("/data/verderer/drafts"));
    QVERIFY(!hostUser(environment).isEmpty());
    if (::geteuid() == 0) {
        environment.insert(QStringLiteral("SUDO_USER"), QStringLiteral("kim"));
        QCOMPARE(hostUser(environment), QStringLiteral("kim (sudo)"));
    }
    QVERIFY(!requestOfThisProcess().workingDirectory.isEmpty());
}

/// An installation written by DeerFlow's own code, where a copy of one is named by the environment.
void TestWorkspace::agreesWithTheSample()
{
    const QString sample = qEnvironmentVariable("VERDERER_SAMPLE");
    if (sample.isEmpty() || !QFileInfo(sample).isDir())
        QSKIP("VERDERER_SAMPLE names no sample installation");
    for (const QString &place : {sample, QString(sample + QStringLiteral("/home")), QString(sample + QStringLiteral("/config.yaml"))}) {
        WorkspaceRequest request;
        request.place = place;
        request.workingDirectory = QStringLiteral("/");
        const Result<Workspace> found = resolveWorkspace(request);
        QVERIFY2(found, qPrintable(sentence(found)));
        QCOMPARE(found->home.path, QString(sample + QStringLiteral("/home")));
        QCOMPARE(found->skillsRoot.path, QString(sample + QStringLiteral("/skills")));
        QCOMPARE(found->extensions.path, QString(sample + QStringLiteral("/extensions_config.json")));
        QCOMPARE(found->database.path, QString(sample + QStringLiteral("/home/data/deerflow.db")));
        QCOMPARE(found->runEventsBackend, QStringLiteral("db"));
        const Result<QList<WorkspaceUser>> users = listUsers(*found);
        QVERIFY(users);
        QCOMPARE(users->size(), 2);
    }
}

QTEST_GUILESS_MAIN(TestWorkspace)
#include "tst_workspace.moc"
