// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog_fixtures.h"
#include "support/tree.h"

#include <algorithm>

using namespace verderer;

namespace {

bool copyTree(const QString &from, const QString &to)
{
    if (!QDir().mkpath(to))
        return false;
    const QFileInfoList entries = QDir(from).entryInfoList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    return std::ranges::all_of(entries, [&](const QFileInfo &entry) {
        const QString target = QString(to % u'/' % entry.fileName());
        return entry.isDir() ? copyTree(entry.filePath(), target) : QFile::copy(entry.filePath(), target);
    });
}

} // namespace

class TestCatalog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void missingRootsAreAnEmptyCatalog()
    {
        const Installation here;
        const Catalog catalog = here.read();
        QVERIFY(catalog.entries.isEmpty());
        QVERIFY(catalog.problems.isEmpty());
        QVERIFY(catalog.customWritable);
        QVERIFY(!QFile::exists(here.roots.customRoot));
    }

    void t2OneOfThreeIsUnreadable()
    {
        const Installation here;
        here.skill(here.roots.customRoot, QStringLiteral("alpha"));
        here.skill(here.roots.customRoot, QStringLiteral("gamma"));
        here.write(here.roots.customRoot + u"/beta/SKILL.md", Installation::text(QStringLiteral("beta"), QStringLiteral("Flags: --all")));
        const Catalog catalog = here.read();
        QCOMPARE(catalog.entries.size(), 3);
        QCOMPARE(catalog.unreadableCount(), 1);
        const SkillEntry *broken = custom(catalog, QStringLiteral("beta"));
        const Problem *problem = problemOf(broken, ProblemKind::YamlError);
        QVERIFY(problem);
        QCOMPARE(problem->severity, Severity::Error);
        QCOMPARE(problem->line, 3);
        QCOMPARE(problem->column, 19);
        QCOMPARE(broken->name, QStringLiteral("beta"));
        QVERIFY(!broken->listed);
        QVERIFY(broken->editable);
        QVERIFY(custom(catalog, QStringLiteral("alpha"))->problems.isEmpty());
        QVERIFY(custom(catalog, QStringLiteral("alpha"))->listed);
    }

    void t7AndT11ForeignEncodingsStayVisible()
    {
        const Installation here;
        here.write(here.roots.customRoot + u"/bom/SKILL.md", "\xEF\xBB\xBF" + Installation::text(QStringLiteral("bom")));
        here.write(here.roots.customRoot + u"/wide/SKILL.md", QByteArray::fromHex("FFFE2D002D002D000A00"));
        const Catalog catalog = here.read();
        // Each fault is told once, by the kind that names it best.
        QVERIFY(problemOf(custom(catalog, QStringLiteral("bom")), ProblemKind::ByteOrderMark));
        QCOMPARE(custom(catalog, QStringLiteral("bom"))->problems.size(), 1);
        QVERIFY(problemOf(custom(catalog, QStringLiteral("wide")), ProblemKind::Utf16));
        QCOMPARE(custom(catalog, QStringLiteral("wide"))->problems.size(), 1);
        QCOMPARE(custom(catalog, QStringLiteral("wide"))->description, QString());
        QCOMPARE(catalog.unreadableCount(), 2);
    }

    void t14ForeignByteBreaksOneRowOnly()
    {
        const Installation here;
        here.skill(here.roots.customRoot, QStringLiteral("one"));
        here.skill(here.roots.customRoot, QStringLiteral("two"));
        here.write(here.roots.customRoot + u"/three/SKILL.md", Installation::text(QStringLiteral("three")) + "\x80\n");
        const Catalog catalog = here.read();
        QCOMPARE(catalog.unreadableCount(), 1);
        QCOMPARE(listedNames(catalog), QStringList({QStringLiteral("custom/one"), QStringLiteral("custom/two")}));
        const Problem *problem = problemOf(custom(catalog, QStringLiteral("three")), ProblemKind::NotUtf8);
        QVERIFY(problem);
        QCOMPARE(problem->line, 7);
    }

    void t15DuplicatesAndMismatches()
    {
        const Installation here;
        here.skill(here.roots.customRoot, QStringLiteral("a"), QStringLiteral("same"));
        here.skill(here.roots.customRoot, QStringLiteral("b"), QStringLiteral("same"));
        here.skill(here.roots.customRoot, QStringLiteral("mism"), QStringLiteral("realname"));
        const Catalog catalog = here.read();
        QCOMPARE(listedNames(catalog), QStringList({QStringLiteral("custom/mism"), QStringLiteral("custom/b")}));
        const Problem *loser = problemOf(custom(catalog, QStringLiteral("a")), ProblemKind::Duplicate);
        const Problem *winner = problemOf(custom(catalog, QStringLiteral("b")), ProblemKind::Duplicate);
        QVERIFY(loser && winner);
        QCOMPARE(loser->severity, Severity::Warning);
        QCOMPARE(winner->severity, Severity::Note);
        QVERIFY2(loser->message.contains(u"'b'"), qPrintable(loser->message));
        QVERIFY2(winner->message.contains(u"a"), qPrintable(winner->message));
        const SkillEntry *mism = custom(catalog, QStringLiteral("mism"));
        QCOMPARE(mism->name, QStringLiteral("realname"));
        QVERIFY(mism->editable);
        QVERIFY(problemOf(mism, ProblemKind::FolderMismatch));
        QVERIFY(problemOf(mism, ProblemKind::FolderMismatch)->message.contains(u"'mism'"));
    }

    void walkDescendsAsDeerFlow()
    {
        const Installation here;
        const QString &root = here.roots.customRoot;
        here.skill(root, QStringLiteral("team/helper"));
        here.skill(root, QStringLiteral("outer"));
        here.skill(root, QStringLiteral("outer/inner")); // below a skill: not looked at
        here.skill(root, QStringLiteral(".installing-x/hidden"));
        here.skill(root, QStringLiteral("team/.draft"));
        here.write(root + u"/lower/skill.md", Installation::text(QStringLiteral("lower")));
        here.write(root + u"/outer/tmpab12cd34", "left over");
        here.write(root + u"/outer/.verderer-AbC123.tmp", "left over");
        here.skill(here.roots.integrationsRoot, QStringLiteral("lark"));
        here.skill(here.roots.integrationsRoot, QStringLiteral("lark/docs"));
        const Catalog catalog = here.read();
        QCOMPARE(listedNames(catalog), QStringList({QStringLiteral("custom/team/helper"), QStringLiteral("custom/outer"),
                                                    QStringLiteral("integrations/lark/docs"), QStringLiteral("integrations/lark")}));
        QCOMPARE(catalog.entries.size(), 4);
        const SkillEntry *helper = custom(catalog, QStringLiteral("team/helper"));
        QCOMPARE(helper->name, QStringLiteral("helper"));
        QVERIFY(!helper->editable);
        QVERIFY(!helper->notEditableReason.isEmpty());
        QVERIFY(problemOf(helper, ProblemKind::FolderMismatch));
        QCOMPARE(helper->path, QString(root % u"/team/helper/SKILL.md"));
    }

    void skillInTheRootHidesWhatIsBelow()
    {
        const Installation here;
        here.write(here.roots.customRoot + u"/SKILL.md", Installation::text(QStringLiteral("rootskill")));
        here.skill(here.roots.customRoot, QStringLiteral("below"));
        const Catalog catalog = here.read();
        QCOMPARE(listedNames(catalog), QStringList({QStringLiteral("custom/.")}));
        QVERIFY(problemOf(custom(catalog, QStringLiteral("below")), ProblemKind::Hidden));
        QVERIFY(!custom(catalog, QStringLiteral("."))->editable);
    }

    void laterCategoriesWin()
    {
        const Installation here;
        for (const QString &root : {here.roots.publicRoot, here.roots.integrationsRoot, here.roots.customRoot})
            here.skill(root, QStringLiteral("kettle"));
        Catalog catalog = here.read();
        QCOMPARE(listedNames(catalog), QStringList({QStringLiteral("custom/kettle")}));
        const Problem *shadowed = problemOf(entryAt(catalog, SkillCategory::Public, QStringLiteral("kettle")), ProblemKind::ShadowedBy);
        QVERIFY(shadowed);
        QVERIFY2(shadowed->message.contains(u"custom"), qPrintable(shadowed->message));
        QVERIFY(problemOf(entryAt(catalog, SkillCategory::Integrations, QStringLiteral("kettle")), ProblemKind::ShadowedBy));
        QVERIFY(custom(catalog, QStringLiteral("kettle"))->problems.isEmpty());
    }

    void legacyBeatsPublicWhileItIsVisible()
    {
        const Installation here;
        here.skill(here.roots.publicRoot, QStringLiteral("kettle"));
        here.skill(here.roots.legacyRoot, QStringLiteral("kettle"));
        Catalog catalog = here.read();
        QCOMPARE(listedNames(catalog), QStringList({QStringLiteral("legacy/kettle")}));

        // Any SKILL.md of the user's own hides legacy, even one that does not parse.
        here.write(here.roots.customRoot + u"/broken/SKILL.md", "no front matter");
        catalog = here.read();
        QCOMPARE(listedNames(catalog), QStringList({QStringLiteral("public/kettle")}));
        const SkillEntry *legacy = entryAt(catalog, SkillCategory::Legacy, QStringLiteral("kettle"));
        QVERIFY(legacy && !legacy->listed);
        QVERIFY(problemOf(legacy, ProblemKind::Hidden));
    }

    void brokenSkillShadowsNobody()
    {
        const Installation here;
        here.skill(here.roots.publicRoot, QStringLiteral("kettle"));
        here.write(here.roots.customRoot + u"/kettle/SKILL.md", Installation::text(QStringLiteral("kettle"), QStringLiteral("a: b")));
        QCOMPARE(listedNames(here.read()), QStringList({QStringLiteral("public/kettle")}));
    }

    void orderIsCategoryNameFolder()
    {
        const Installation here;
        here.skill(here.roots.publicRoot, QStringLiteral("a"));
        here.skill(here.roots.integrationsRoot, QStringLiteral("a"));
        here.skill(here.roots.customRoot, QStringLiteral("z"));
        here.skill(here.roots.customRoot, QStringLiteral("y"), QStringLiteral("b"));
        here.skill(here.roots.customRoot, QStringLiteral("x"), QStringLiteral("b"));
        QStringList order;
        for (const SkillEntry &entry : here.read().entries)
            order.append(QString(skillCategoryName(entry.category) % u'/' % entry.directory));
        QCOMPARE(order, QStringList({QStringLiteral("custom/x"), QStringLiteral("custom/y"), QStringLiteral("custom/z"),
                                     QStringLiteral("integrations/a"), QStringLiteral("public/a")}));
    }

    void listedButNotSavable()
    {
        const Installation here;
        here.write(here.roots.customRoot + u"/arrow/SKILL.md", Installation::text(QStringLiteral("arrow"), QStringLiteral("a > b")));
        here.write(here.roots.customRoot + u"/both/SKILL.md", "---\nname: both\ndescription: x\nmood: calm\nallowed-tools: bash\n---\n");
        const Catalog catalog = here.read();
        const Problem *brackets = problemOf(custom(catalog, QStringLiteral("arrow")), ProblemKind::DescriptionAngleBrackets);
        QVERIFY(brackets);
        QCOMPARE(brackets->severity, Severity::Warning);
        QVERIFY(custom(catalog, QStringLiteral("arrow"))->listed);
        // The loader's reason and the validator's are different ones here: both are said.
        QCOMPARE(problemOf(custom(catalog, QStringLiteral("both")), ProblemKind::AllowedTools)->severity, Severity::Error);
        QCOMPARE(problemOf(custom(catalog, QStringLiteral("both")), ProblemKind::UnexpectedKey)->severity, Severity::Warning);
        QCOMPARE(catalog.unreadableCount(), 1);
    }

    void enabledStatesMerge_data()
    {
        QTest::addColumn<QByteArray>("extensions");
        QTest::addColumn<QByteArray>("states");
        QTest::addColumn<bool>("publicOn");
        QTest::addColumn<bool>("customOn");
        const QByteArray off = R"({"skills": {"kettle": {"enabled": false}}})";
        const QByteArray on = R"({"skills": {"kettle": {"enabled": true}}, "mcpServers": {}})";
        const QByteArray userOff = R"({"kettle": {"enabled": false}})";
        const QByteArray userOn = R"({"kettle": {"enabled": true}})";
        QTest::newRow("no files") << QByteArray() << QByteArray() << true << true;
        QTest::newRow("off for all") << off << QByteArray() << false << false;
        QTest::newRow("off for all, on for the user") << off << userOn << false << false;
        QTest::newRow("off for the user") << on << userOff << true << false;
        QTest::newRow("off for the user, no extensions") << QByteArray() << userOff << true << false;
        QTest::newRow("on twice") << on << userOn << true << true;
        QTest::newRow("empty entry") << QByteArray(R"({"skills": {"kettle": {}}})") << QByteArray(R"({"kettle": {}})") << true << true;
        QTest::newRow("no skills key") << QByteArray("{}") << QByteArray("{}") << true << true;
        QTest::newRow("words") << QByteArray(R"({"skills": {"kettle": {"enabled": "off"}}})") << QByteArray() << false << false;
        QTest::newRow("broken extensions") << QByteArray("{\"skills\":") << userOff << true << false;
        QTest::newRow("states not a mapping") << on << QByteArray("[1]") << true << true;
        QTest::newRow("states not JSON") << on << QByteArray("nonsense") << true << true;
    }

    void enabledStatesMerge()
    {
        QFETCH(QByteArray, extensions);
        QFETCH(QByteArray, states);
        QFETCH(bool, publicOn);
        QFETCH(bool, customOn);
        const Installation here;
        here.skill(here.roots.publicRoot, QStringLiteral("kettle"));
        here.skill(here.roots.customRoot, QStringLiteral("kettle"));
        if (!extensions.isEmpty())
            here.write(here.roots.extensionsFile, extensions);
        if (!states.isEmpty())
            here.write(here.roots.userStatesFile, states);
        const Catalog catalog = here.read();
        const SkillEntry *shared = entryAt(catalog, SkillCategory::Public, QStringLiteral("kettle"));
        const SkillEntry *own = custom(catalog, QStringLiteral("kettle"));
        QVERIFY(shared && own);
        QCOMPARE(shared->enabled, publicOn);
        QCOMPARE(own->enabled, customOn);
        QVERIFY(!shared->enabledReason.isEmpty());
        QVERIFY(!own->enabledReason.isEmpty());
        QCOMPARE(own->enabledReason.startsWith(u"Off"), !customOn);
    }

    void deletedSkillsStayVisible()
    {
        const Installation here;
        here.skill(here.roots.customRoot, QStringLiteral("alive"));
        here.history(QStringLiteral("alive"), record("create", {}, textOf(QStringLiteral("alive"))));
        here.history(QStringLiteral("gone"), record("human_delete", textOf(QStringLiteral("gone")), {}));
        const Catalog catalog = here.read();
        const SkillEntry *gone = custom(catalog, QStringLiteral("gone"));
        QVERIFY(gone);
        QVERIFY(gone->deleted);
        QVERIFY(!gone->listed);
        QVERIFY(!gone->editable);
        QVERIFY(problemOf(gone, ProblemKind::Deleted));
        QVERIFY(!custom(catalog, QStringLiteral("alive"))->deleted);
        QVERIFY(custom(catalog, QStringLiteral("alive"))->problems.isEmpty());
        QCOMPARE(catalog.unreadableCount(), 0);
    }

    void historyTellsOfChangesOutside_data()
    {
        QTest::addColumn<QByteArray>("history");
        QTest::addColumn<bool>("changed");
        QTest::addColumn<bool>("torn");
        const QString now = textOf(QStringLiteral("kettle"));
        const QString old = QStringLiteral("old text");
        const QByteArray same = record("human_edit", old, now);
        QTest::newRow("as recorded") << same << false << false;
        QTest::newRow("recorded with CRLF") << record("human_edit", old, QString(now).replace(u'\n', QStringLiteral("\r\n"))) << false << false;
        QTest::newRow("differs") << record("human_edit", now, old) << true << false;
        QTest::newRow("support file last") << QByteArray(same + record("write_file", {}, QStringLiteral("# a"), "references/a.md")) << false << false;
        QByteArray many = same;
        for (int i = 0; i < 30; ++i)
            many += record("write_file", {}, QStringLiteral("# %1").arg(i), "references/a.md");
        QTest::newRow("thirty support files last") << many << false << false;
        QTest::newRow("blocked rollback left it alone") << QByteArray(same + record("rollback", now, old, "SKILL.md", "block")) << false << false;
        QTest::newRow("deleted, and here again") << record("human_delete", now, {}) << true << false;
        QTest::newRow("torn end") << QByteArray(same + "{\"ts\": \"2026") << false << true;
        QTest::newRow("damaged end") << QByteArray(same + "nonsense\n") << false << true;
        QTest::newRow("glued end") << QByteArray(record("create", {}, old).trimmed() + same + '\n') << false << true;
        QTest::newRow("empty history") << QByteArray() << false << false;

        // A program that dies while it records its change has changed the file already.
        const QByteArray before = record("human_edit", QStringLiteral("older"), old);
        const QByteArray half = same.trimmed().chopped(8);
        QTest::newRow("half a record of the text that is there") << QByteArray(before + half) << false << true;
        QTest::newRow("half a record, cut before its text") << QByteArray(before + "{\"ts\": \"2026-01-02T03:04:05+00:00\", \"act") << false << true;
        QTest::newRow("half a record, cut in an escape") << QByteArray(before + same.first(same.lastIndexOf("\\n") + 1)) << false << true;
        QTest::newRow("half a record of another text")
            << QByteArray(before + record("human_edit", old, QStringLiteral("something else that is long enough")).trimmed().chopped(8)) << true
            << true;
        QTest::newRow("half a record of another file")
            << QByteArray(before + record("write_file", {}, now, "references/a.md").trimmed().chopped(8)) << true << true;
        QTest::newRow("damaged line, and another text") << QByteArray(before + "nonsense\n") << true << true;
    }

    void tornRecordIsToldOnce()
    {
        const Installation here;
        here.skill(here.roots.customRoot, QStringLiteral("kettle"));
        const QByteArray half = record("human_edit", QStringLiteral("old text"), textOf(QStringLiteral("kettle"))).trimmed().chopped(8);
        here.history(QStringLiteral("kettle"), record("human_edit", {}, QStringLiteral("old text")) + half);
        const Catalog catalog = here.read();
        const SkillEntry *kettle = custom(catalog, QStringLiteral("kettle"));
        QVERIFY(kettle);
        QCOMPARE(kettle->problems.size(), 1);
        QVERIFY2(kettle->problems.first().message.contains(u"which the file already holds"), qPrintable(kettle->problems.first().message));
    }

    void sortedByCodePoints()
    {
        const Installation here;
        // U+10000 is made of two units below U+FF5E, but stands behind it.
        const QStringList order{QStringLiteral("a"),      QStringLiteral("ab"),         QStringLiteral("b"),
                                QStringLiteral("\uff5e"), QStringLiteral("\U00010000"), QStringLiteral("\U00010000a")};
        for (auto name = order.crbegin(); name != order.crend(); ++name)
            here.skill(here.roots.publicRoot, *name);
        const Catalog catalog = here.read();
        QStringList found;
        for (const SkillEntry &entry : catalog.entries)
            found.append(entry.name);
        QCOMPARE(found, order);
    }

    void whatIsNoHistoryFileIsPassedOver()
    {
        const Installation here;
        here.skill(here.roots.customRoot, QStringLiteral("kettle"));
        here.history(QStringLiteral("gone"), record("human_edit", {}, QStringLiteral("text")));
        QVERIFY(QDir().mkpath(QString(here.roots.customRoot % u"/.history/folder.jsonl")));
        QVERIFY(QFile::link(QString(here.roots.customRoot % u"/.history/folder.jsonl"), QString(here.roots.customRoot % u"/.history/link.jsonl")));
        here.write(QString(here.roots.customRoot % u"/.history/notes.txt"), "x");
        const Catalog catalog = here.read();
        QCOMPARE(catalog.entries.size(), 2);
        QVERIFY(custom(catalog, QStringLiteral("gone"))->deleted);
    }

    void historyTellsOfChangesOutside()
    {
        QFETCH(QByteArray, history);
        QFETCH(bool, changed);
        QFETCH(bool, torn);
        const Installation here;
        here.skill(here.roots.customRoot, QStringLiteral("kettle"));
        here.history(QStringLiteral("kettle"), history);
        const Catalog catalog = here.read();
        const SkillEntry *kettle = custom(catalog, QStringLiteral("kettle"));
        QVERIFY(kettle);
        QVERIFY(kettle->listed);
        QCOMPARE(problemOf(kettle, ProblemKind::ChangedOutside) != nullptr, changed);
        QCOMPARE(problemOf(kettle, ProblemKind::TornHistory) != nullptr, torn);
    }

    void sharedCategoriesAreNotEditable()
    {
        const Installation here;
        here.skill(here.roots.publicRoot, QStringLiteral("p"));
        here.skill(here.roots.integrationsRoot, QStringLiteral("i"));
        here.skill(here.roots.legacyRoot, QStringLiteral("l"));
        const Catalog catalog = here.read();
        QCOMPARE(catalog.entries.size(), 3);
        for (const SkillEntry &entry : catalog.entries) {
            QVERIFY(!entry.editable);
            QVERIFY(!entry.notEditableReason.isEmpty());
            QVERIFY(entry.problems.isEmpty());
        }
    }

    void foldersDeerFlowCannotAddress()
    {
        const Installation here;
        here.skill(here.roots.customRoot, QStringLiteral("My_Kettle"), QStringLiteral("My_Kettle"));
        const Catalog catalog = here.read();
        const SkillEntry *entry = custom(catalog, QStringLiteral("My_Kettle"));
        QVERIFY(entry->listed);
        QVERIFY(!entry->editable);
        QVERIFY(problemOf(entry, ProblemKind::SkillNamePattern));
    }

    void categoryNames()
    {
        for (const SkillCategory category : {SkillCategory::Custom, SkillCategory::Public, SkillCategory::Integrations, SkillCategory::Legacy})
            QCOMPARE(skillCategoryFromName(skillCategoryName(category)), std::optional(category));
        QVERIFY(!skillCategoryFromName(u"other"));
    }

    void sharedSample()
    {
        const QString named = qEnvironmentVariable("VERDERER_SHARED");
        const QString shared = named.isEmpty() ? verderer::test::sourceDir() + QStringLiteral("/../shared") : named;
        if (!QDir(shared + u"/sample").exists())
            QSKIP("skipped: no shared sample installation (set VERDERER_SHARED to its folder)");
        const Installation here;
        QVERIFY(copyTree(shared + u"/sample", here.at(QString())));
        const Catalog catalog = here.read();
        const auto has = [&](const QString &directory, ProblemKind kind) { return problemOf(custom(catalog, directory), kind) != nullptr; };
        QVERIFY(has(QStringLiteral("weekly-report"), ProblemKind::ChangedOutside));
        QVERIFY(has(QStringLiteral("old-greeter"), ProblemKind::Deleted));
        QVERIFY(has(QStringLiteral("invoice-check"), ProblemKind::TornHistory));
        QVERIFY(has(QStringLiteral("glued-notes"), ProblemKind::TornHistory));
        QVERIFY(has(QStringLiteral("mism"), ProblemKind::FolderMismatch));
        QVERIFY(has(QStringLiteral("broken-yaml"), ProblemKind::YamlError));
        QVERIFY(has(QStringLiteral("team/helper"), ProblemKind::FolderMismatch));
        for (const QString &clean : {QStringLiteral("release-notes"), QStringLiteral("windows-made"), QStringLiteral("ops-helper")})
            QVERIFY2(custom(catalog, clean) && custom(catalog, clean)->problems.isEmpty(), qPrintable(clean));
        QVERIFY(!custom(catalog, QStringLiteral("weekly-report"))->enabled);
        QVERIFY(!entryAt(catalog, SkillCategory::Public, QStringLiteral("surprise-me"))->enabled);
        QVERIFY(problemOf(entryAt(catalog, SkillCategory::Legacy, QStringLiteral("legacy-summary")), ProblemKind::Hidden));
        QCOMPARE(catalog.unreadableCount(), 1);
    }
};

QTEST_GUILESS_MAIN(TestCatalog)
#include "tst_catalog.moc"
