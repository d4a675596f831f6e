// SPDX-License-Identifier: GPL-3.0-or-later
// The list of skills: groups, filters, search, badges, refresh.
#include "ui/editor/skill_text_edit.h"
#include "ui/skills/skill_badges.h"
#include "ui/skills/skill_list_model.h"
#include "ui/skills/skill_list_pane.h"
#include "ui/skills/skill_list_view.h"
#include "ui/skills/skills_place.h"
#include "ui/support/window_fixture.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace verderer;
using namespace verderer::test;
using namespace Qt::StringLiterals;

namespace {

SkillEntry entry(SkillCategory category, const QString &name, const QString &description = {})
{
    SkillEntry result;
    result.category = category;
    result.directory = result.name = name;
    result.description = description;
    result.enabledReason = u"Nothing turns it off."_s;
    result.listed = true;
    result.editable = category == SkillCategory::Custom;
    return result;
}

Problem problem(ProblemKind kind, Severity severity, int line = 0)
{
    return {kind, severity, u"What is wrong."_s, line, line > 0 ? 3 : 0};
}

Catalog sampleCatalog()
{
    Catalog catalog;
    catalog.entries << entry(SkillCategory::Custom, u"alpha"_s, u"Checks invoices"_s) << entry(SkillCategory::Custom, u"beta"_s)
                    << entry(SkillCategory::Custom, u"broken"_s) << entry(SkillCategory::Public, u"gamma"_s, u"Draws charts"_s)
                    << entry(SkillCategory::Public, u"delta"_s, u"发布说明"_s);
    catalog.entries[1].problems << problem(ProblemKind::TornHistory, Severity::Warning);
    catalog.entries[2].problems << problem(ProblemKind::YamlError, Severity::Error, 3);
    catalog.entries[2].listed = false;
    return catalog;
}

QStringList shown(const SkillListModel &model)
{
    QStringList names;
    for (int row = 0; row < model.rowCount(); ++row)
        names << model.index(row).data().toString();
    return names;
}

} // namespace

class TestSkillList : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void groupsStandUnderHeaders();
    void everyFilterShowsWhatItCounts_data();
    void everyFilterShowsWhatItCounts();
    void searchFindsEveryWordInNameFolderAndDescription();
    void contentMatchesJoinTheList();
    void refreshKeepsRowsThatAreTheSame();
    void refreshKeepsSelectionAndScrollPosition();
    void searchThatHidesTheSelectedSkillChoosesNoOther();
    void badgesSayWhatIsWrong();
    void tenThousandRowsAreFilteredWithinAFrameOrTwo();
    void windowFindsBySearchAndKeys();
    void windowSeesAFolderThatAppears();
    void windowShowsWhyNothingMatches();
};

void TestSkillList::groupsStandUnderHeaders()
{
    SkillListModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setCatalog(sampleCatalog(), u"alice"_s);
    QCOMPARE(shown(model), QStringList({u"Custom"_s, u"alpha"_s, u"beta"_s, u"Will not load"_s, u"broken"_s, u"Public"_s, u"gamma"_s, u"delta"_s}));
    QCOMPARE(model.index(0).data(SkillListModel::HeaderNoteRole).toString(), u"alice"_s);
    QCOMPARE(model.index(3).data(SkillListModel::HeaderNoteRole).toString(), u"1"_s);
    QVERIFY(!model.flags(model.index(0)).testFlag(Qt::ItemIsSelectable));
    QVERIFY(model.flags(model.index(1)).testFlag(Qt::ItemIsSelectable));
}

void TestSkillList::everyFilterShowsWhatItCounts_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<int>("count");
    QTest::newRow("all") << u"all"_s << 5;
    QTest::newRow("custom") << u"custom"_s << 3;
    QTest::newRow("public") << u"public"_s << 2;
    QTest::newRow("legacy") << u"legacy"_s << 0;
    QTest::newRow("problems") << u"problems"_s << 2;
}

void TestSkillList::everyFilterShowsWhatItCounts()
{
    QFETCH(QString, filter);
    QFETCH(int, count);
    SkillListModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setCatalog(sampleCatalog(), {});
    model.setFilter(filter);
    QCOMPARE(model.countOf(filter), count);
    QCOMPARE(model.shownSkills(), count);
    model.setFilter(u"all"_s);
    QCOMPARE(model.shownSkills(), 5);
}

void TestSkillList::searchFindsEveryWordInNameFolderAndDescription()
{
    SkillListModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setCatalog(sampleCatalog(), {});
    model.setSearch(u"INVOICES alp"_s);
    QCOMPARE(shown(model), QStringList({u"Custom"_s, u"alpha"_s}));
    model.setSearch(u"发布"_s);
    QCOMPARE(shown(model), QStringList({u"Public"_s, u"delta"_s}));
    model.setSearch(u"nothing of that kind"_s);
    QCOMPARE(model.rowCount(), 0);
    model.setSearch({});
    QCOMPARE(model.shownSkills(), 5);
}

void TestSkillList::contentMatchesJoinTheList()
{
    SkillListModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setCatalog(sampleCatalog(), {});
    model.setSearch(u"charts"_s);
    QCOMPARE(model.shownSkills(), 1);
    model.addContentMatches({{u"custom/beta"_s, u"Use the charts of last week"_s}});
    QCOMPARE(shown(model), QStringList({u"Custom"_s, u"beta"_s, u"Public"_s, u"gamma"_s}));
    QCOMPARE(model.index(1).data(SkillListModel::DescriptionRole).toString(), u"Use the charts of last week"_s);
    model.setSearch(u"other"_s);
    QCOMPARE(model.rowCount(), 0);
}

void TestSkillList::refreshKeepsRowsThatAreTheSame()
{
    SkillListModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setCatalog(sampleCatalog(), {});
    QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    Catalog changed = sampleCatalog();
    changed.entries[0].description = u"Checks receipts"_s;
    changed.entries.insert(2, entry(SkillCategory::Custom, u"between"_s));
    model.setCatalog(changed, {});
    QCOMPARE(removed.size(), 0);
    QCOMPARE(inserted.size(), 1);
    QCOMPARE(inserted.first().at(1).toInt(), 3);
    QCOMPARE(inserted.first().at(2).toInt(), 3);
    QCOMPARE(model.index(1).data(SkillListModel::DescriptionRole).toString(), u"Checks receipts"_s);
}

void TestSkillList::refreshKeepsSelectionAndScrollPosition()
{
    Theme theme(QApplication::palette(), ThemeKind::Light);
    SkillListModel model;
    SkillListView view(&theme, &model);
    Catalog catalog;
    for (int i = 0; i < 300; ++i)
        catalog.entries << entry(SkillCategory::Custom, u"skill-%1"_s.arg(i, 4, 10, QLatin1Char('0')));
    model.setCatalog(catalog, {});
    view.resize(300, 400);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QVERIFY(view.setCurrentKey(u"custom/skill-0200"_s));
    const int position = view.verticalScrollBar()->value();
    QVERIFY(position > 0);
    QSignalSpy chosen(&view, &SkillListView::currentKeyChanged);
    catalog.entries.removeAt(250);
    model.setCatalog(catalog, {});
    QCOMPARE(view.currentIndex().data().toString(), u"skill-0200"_s);
    QVERIFY(view.selectionModel()->isSelected(view.currentIndex()));
    QCOMPARE(view.verticalScrollBar()->value(), position);
    QCOMPARE(chosen.size(), 0);
}

void TestSkillList::searchThatHidesTheSelectedSkillChoosesNoOther()
{
    Theme theme(QApplication::palette(), ThemeKind::Light);
    SkillListModel model;
    SkillListView view(&theme, &model);
    model.setCatalog(sampleCatalog(), {});
    QVERIFY(view.setCurrentKey(u"custom/alpha"_s));
    QSignalSpy chosen(&view, &SkillListView::currentKeyChanged);
    model.setSearch(u"gamma"_s);
    QCOMPARE(chosen.size(), 0);
    QVERIFY(!view.selectionModel()->hasSelection());
    model.setSearch({});
    QCOMPARE(view.currentIndex().data().toString(), u"alpha"_s);
    QVERIFY(view.selectionModel()->hasSelection());
    QCOMPARE(chosen.size(), 0);
}

void TestSkillList::badgesSayWhatIsWrong()
{
    SkillEntry broken = entry(SkillCategory::Custom, u"broken"_s);
    broken.enabled = false;
    broken.problems << problem(ProblemKind::ReservedName, Severity::Note) << problem(ProblemKind::YamlError, Severity::Error, 3);
    const QList<SkillBadge> badges = skillBadges(broken);
    QCOMPARE(badges.size(), 3);
    QCOMPARE(badges.at(0).text, u"YAML, line 3"_s);
    QCOMPARE(badges.at(0).tone, Tone::Error);
    QCOMPARE(badges.at(2).text, u"off"_s);
    QVERIFY(willNotLoad(broken));
    QVERIFY(skillReasons(broken).contains(u"(line 3, column 3)"_s));
    // Every kind has a word, so that nothing is wrong without a sign of it.
    for (int kind = int(ProblemKind::NotUtf8); kind <= int(ProblemKind::ChangedOutside); ++kind)
        QVERIFY2(!problemWord(problem(ProblemKind(kind), Severity::Error)).isEmpty(), qPrintable(problemKindName(ProblemKind(kind))));
}

void TestSkillList::tenThousandRowsAreFilteredWithinAFrameOrTwo()
{
    SkillListModel model;
    Catalog catalog;
    for (int i = 0; i < 10'000; ++i)
        catalog.entries << entry(i % 3 ? SkillCategory::Custom : SkillCategory::Public, u"skill-%1"_s.arg(i), u"Description of the skill"_s);
    model.setCatalog(catalog, {});
    QCOMPARE(model.shownSkills(), 10'000);
    model.setSearch(u"skill-99"_s);
    QCOMPARE(model.shownSkills(), 111);
    QVERIFY(model.indexOf(u"custom/skill-9901"_s).isValid());
}

void TestSkillList::windowFindsBySearchAndKeys()
{
    const TestHome home;
    home.addSkill(u"first-skill"_s, skillText(u"first-skill"_s, "\nOne.\n"));
    home.addSkill(u"second-skill"_s, skillText(u"second-skill"_s, "\nThe needle is here.\n"));
    home.addSkill(u"third-skill"_s, skillText(u"third-skill"_s, "\nThree.\n"));
    WindowFixture fixture(home);
    QVERIFY(fixture.open());
    // Keys of the place hold wherever the focus is, also outside of it.
    fixture.find<QWidget>(u"installationButton"_s)->setFocus();
    QTest::keyClick(fixture.window(), Qt::Key_F, Qt::ControlModifier);
    auto *search = fixture.find<QLineEdit>(u"skillSearch"_s);
    QVERIFY(search);
    QTRY_VERIFY(search->hasFocus());
    QTest::keyClicks(search, u"needle"_s);
    auto *list = fixture.find<SkillListView>(u"skillList"_s);
    QTRY_VERIFY(fixture.find<SkillListView>(u"skillList"_s));
    list = fixture.find<SkillListView>(u"skillList"_s);
    QTRY_COMPARE(list->model()->rowCount(), 2);
    QSignalSpy textShown(fixture.place(), &SkillsPlace::textShown);
    QTest::keyClick(search, Qt::Key_Down);
    QTRY_COMPARE(textShown.size(), 1);
    QCOMPARE(list->currentKey(), u"custom/second-skill"_s);
    QVERIFY(fixture.editor()->bytes().contains("needle"));
    QTest::keyClick(fixture.window(), Qt::Key_F, Qt::ControlModifier);
    QTest::keyClick(search, Qt::Key_Escape);
    QTRY_COMPARE(list->model()->rowCount(), 4);
    QCOMPARE(list->currentKey(), u"custom/second-skill"_s);
}

void TestSkillList::windowSeesAFolderThatAppears()
{
    const TestHome home;
    home.addSkill(u"first-skill"_s, skillText(u"first-skill"_s, "\nOne.\n"));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(u"first-skill"_s));
    auto *list = fixture.find<SkillListView>(u"skillList"_s);
    QVERIFY(list);
    QCOMPARE(list->model()->rowCount(), 2);
    home.addSkill(u"second-skill"_s, skillText(u"second-skill"_s, "\nTwo.\n"));
    QTRY_COMPARE_WITH_TIMEOUT(list->model()->rowCount(), 3, 30'000);
    QCOMPARE(list->currentKey(), u"custom/first-skill"_s);
}

void TestSkillList::windowShowsWhyNothingMatches()
{
    const TestHome home;
    home.addSkill(u"first-skill"_s, skillText(u"first-skill"_s, "\nOne.\n"));
    WindowFixture fixture(home);
    QVERIFY(fixture.open());
    auto *search = fixture.find<QLineEdit>(u"skillSearch"_s);
    QTest::keyClicks(search, u"zzz"_s);
    QTRY_VERIFY(fixture.find<QPushButton>(u"clearSearch"_s));
    QVERIFY(fixture.click(u"clearSearch"_s));
    QTRY_VERIFY(fixture.find<SkillListView>(u"skillList"_s));
    QVERIFY(search->text().isEmpty());
}

QTEST_MAIN(TestSkillList)
#include "tst_skill_list.moc"
