// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/session.h"
#include "workspace_fixtures.h"

#include <QTest>

#include <unistd.h>

using namespace verderer;
using namespace verderer::test;

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
