// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace_fixtures.h"

#include <QTest>

using namespace verderer;
using namespace verderer::test;

/// What config.yaml and the files it names decide, in which order they are looked for, and how they can be broken.
class TestWorkspaceConfig : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ordersConfigFiles();
    void ordersExtensionsFiles();
    void ordersSkillsRoots();
    void refusesABrokenConfig_data();
    void refusesABrokenConfig();
    void resolvesVariables();
    void toleratesVariablesThatDoNotMatter();
    void reportsAnUnsetDatabase();
    void refusesAnUnsetSkillsPath();
};

void TestWorkspaceConfig::ordersConfigFiles()
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

void TestWorkspaceConfig::ordersExtensionsFiles()
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

void TestWorkspaceConfig::ordersSkillsRoots()
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

void TestWorkspaceConfig::refusesABrokenConfig_data()
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

void TestWorkspaceConfig::refusesABrokenConfig()
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

void TestWorkspaceConfig::resolvesVariables()
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

void TestWorkspaceConfig::toleratesVariablesThatDoNotMatter()
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

void TestWorkspaceConfig::reportsAnUnsetDatabase()
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

void TestWorkspaceConfig::refusesAnUnsetSkillsPath()
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

QTEST_GUILESS_MAIN(TestWorkspaceConfig)
#include "tst_workspace_config.moc"
