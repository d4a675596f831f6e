// SPDX-License-Identifier: GPL-3.0-or-later
// The History tab: pages, damage, breaks of the chain, comparing, rolling back and undoing it.
#include "base/hash.h"
#include "skills/history.h"
#include "ui/diff/diff_view.h"
#include "ui/editor/skill_text_edit.h"
#include "ui/skills/history_model.h"
#include "ui/skills/history_tab.h"
#include "ui/skills/skill_page.h"
#include "ui/skills/skills_place.h"
#include "ui/support/window_fixture.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace verderer;
using namespace verderer::test;
using namespace Qt::StringLiterals;

namespace {

const QString demo = u"demo-skill"_s;

QByteArray version(int number)
{
    return skillText(demo, "\nText number " + QByteArray::number(number) + ".\n");
}

QByteArray record(const QString &action, const std::optional<QByteArray> &prev, const std::optional<QByteArray> &next, int second,
                  const QString &filePath = u"SKILL.md"_s)
{
    NewHistoryRecord made;
    made.ts = isoTimestamp(Microseconds(1'790'000'000 + second) * 1'000'000);
    made.action = action;
    made.filePath = filePath;
    made.prev = prev;
    made.next = next;
    made.decision = u"allow"_s;
    return *historyLine(made) + "\n";
}

/// `count` edits in an unbroken chain, the file holding the last text.
void writeChain(const TestHome &home, int count)
{
    QByteArray lines;
    for (int i = 1; i <= count; ++i)
        lines += record(u"human_edit"_s, version(i - 1), version(i), i);
    writeFile(home.history(demo), lines);
    home.addSkill(demo, version(count));
}

bool openHistory(const WindowFixture &fixture)
{
    QSignalSpy shown(fixture.place(), &SkillsPlace::historyShown);
    fixture.place()->page()->setTab(u"history"_s);
    return QTest::qWaitFor(
        [&] {
            const auto *table = fixture.find<QTableView>(u"historyTable"_s);
            return table && table->model()->rowCount() > 0;
        },
        30'000);
}

QStringList column(const QAbstractItemModel *model, int column)
{
    QStringList texts;
    for (int row = 0; row < model->rowCount(); ++row)
        texts << model->index(row, column).data().toString();
    return texts;
}

} // namespace

class TestHistoryTab : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void recordsAreShownNewestFirst();
    void olderPagesComeWhileScrolling();
    void damagedAndTornLinesAreShownAsSuch();
    void changeOutsideHistoryIsARowOfItsOwn();
    void comparesWithPreviousPresentAndAnyOther();
    void rollbackShowsTheDifferenceFirstAndCanBeUndone();
    void rollbackToTheSameTextIsSaidAndNotDone();
    void rollbackOfASupportFileLeavesSkillMdAlone();
    void deletedSkillComesBack();
    void firstRecordCannotBeRestoredAndSaysWhy();
    void typedTextSurvivesARollback();
    void skillWithoutHistorySaysSo();
    void modelKeepsRowsWhenRecordsAreAdded();
};

void TestHistoryTab::recordsAreShownNewestFirst()
{
    const TestHome home;
    writeChain(home, 3);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QVERIFY(openHistory(fixture));
    auto *table = fixture.find<QTableView>(u"historyTable"_s);
    QCOMPARE(table->model()->rowCount(), 3);
    QCOMPARE(column(table->model(), HistoryModel::Change), QStringList({u"+1 −1"_s, u"+1 −1"_s, u"+1 −1"_s}));
    QCOMPARE(column(table->model(), HistoryModel::Verdict).first(), u"✓ allow"_s);
    QTRY_COMPARE(fixture.find<QLabel>(u"statusState"_s)->text(), u"history unbroken, 3 record(s)"_s);
    auto *diff = fixture.find<DiffView>(u"diffView"_s);
    QTRY_COMPARE(diff->changeCount(), 1);
}

void TestHistoryTab::olderPagesComeWhileScrolling()
{
    const TestHome home;
    writeChain(home, 180);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QVERIFY(openHistory(fixture));
    auto *table = fixture.find<QTableView>(u"historyTable"_s);
    QCOMPARE(table->model()->rowCount(), 50);
    int before = 0;
    while (before != table->model()->rowCount() && table->model()->rowCount() < 180) {
        before = table->model()->rowCount();
        QTest::keyClick(table, Qt::Key_End, Qt::ControlModifier);
        QTRY_VERIFY(table->model()->rowCount() > before);
    }
    QCOMPARE(table->model()->rowCount(), 180);
    QTRY_COMPARE(fixture.find<QLabel>(u"statusState"_s)->text(), u"history unbroken, 180 record(s)"_s);
}

void TestHistoryTab::damagedAndTornLinesAreShownAsSuch()
{
    const TestHome home;
    const QByteArray one = record(u"human_edit"_s, version(0), version(1), 1);
    const QByteArray two = record(u"human_edit"_s, version(1), version(2), 2);
    writeFile(home.history(demo), one + "this is no record\n" + two + two.left(40));
    home.addSkill(demo, version(2));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QVERIFY(openHistory(fixture));
    auto *table = fixture.find<QTableView>(u"historyTable"_s);
    QTRY_COMPARE(table->model()->rowCount(), 4);
    QCOMPARE(column(table->model(), HistoryModel::When).at(0), u"Torn line"_s);
    QCOMPARE(column(table->model(), HistoryModel::When).at(2), u"Damaged line"_s);
    table->setCurrentIndex(table->model()->index(2, 0));
    QTRY_VERIFY(fixture.find<QPlainTextEdit>(u"rawLine"_s));
    QTRY_VERIFY(fixture.find<QPlainTextEdit>(u"rawLine"_s)->toPlainText().contains(u"this is no record"_s));
    QVERIFY(!fixture.find<QPushButton>(u"restoreButton"_s)->isEnabled());
    table->setCurrentIndex(table->model()->index(1, 0));
    QTRY_VERIFY(fixture.find<DiffView>(u"diffView"_s));
}

void TestHistoryTab::changeOutsideHistoryIsARowOfItsOwn()
{
    const TestHome home;
    writeFile(home.history(demo), record(u"human_edit"_s, version(0), version(1), 1) + record(u"human_edit"_s, version(7), version(8), 2));
    home.addSkill(demo, version(9));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QVERIFY(openHistory(fixture));
    auto *table = fixture.find<QTableView>(u"historyTable"_s);
    QTRY_COMPARE(table->model()->rowCount(), 4);
    QVERIFY(column(table->model(), HistoryModel::When).at(0).startsWith(u"SKILL.md was changed outside history"_s));
    QVERIFY(column(table->model(), HistoryModel::When).at(2).startsWith(u"SKILL.md was changed outside history"_s));
    QTRY_VERIFY(fixture.find<QLabel>(u"statusState"_s)->text().startsWith(u"changed outside history"_s));
    // The row shows what changed there.
    QSignalSpy shown(fixture.place(), &SkillsPlace::historyShown);
    table->setCurrentIndex(table->model()->index(2, 0));
    QTRY_VERIFY(!shown.isEmpty());
    QCOMPARE(fixture.find<DiffView>(u"diffView"_s)->changeCount(), 1);
}

void TestHistoryTab::comparesWithPreviousPresentAndAnyOther()
{
    const TestHome home;
    writeChain(home, 4);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QVERIFY(openHistory(fixture));
    auto *against = fixture.find<QComboBox>(u"compareAgainst"_s);
    auto *diff = fixture.find<DiffView>(u"diffView"_s);
    QTRY_COMPARE(diff->changeCount(), 1);
    QSignalSpy shown(fixture.place(), &SkillsPlace::historyShown);
    // The newest record's text is the present one.
    against->setFocus();
    QTest::keyClick(against, Qt::Key_Down);
    QCOMPARE(against->currentData().toString(), u"present"_s);
    QTRY_COMPARE(shown.size(), 1);
    QCOMPARE(diff->changeCount(), 0);
    against->setCurrentIndex(against->count() - 1);
    QTRY_COMPARE(shown.size(), 2);
    QCOMPARE(diff->changeCount(), 1);
    QTest::keyClick(diff, Qt::Key_F8);
    QVERIFY(fixture.click(u"unifiedButton"_s));
    QCOMPARE(diff->diffLayout(), DiffView::Layout::Unified);
}

void TestHistoryTab::rollbackShowsTheDifferenceFirstAndCanBeUndone()
{
    const TestHome home;
    writeChain(home, 3);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QVERIFY(openHistory(fixture));
    auto *table = fixture.find<QTableView>(u"historyTable"_s);
    table->setCurrentIndex(table->model()->index(1, 0));
    QVERIFY(fixture.click(u"restoreButton"_s));
    QTRY_VERIFY(fixture.find<QWidget>(u"rollbackDialog"_s));
    QCOMPARE(readFile(home.skillFile(demo)), version(3));
    QVERIFY(fixture.click(u"dialogAccept"_s));
    QTRY_VERIFY(fixture.find<QPushButton>(u"undoButton"_s));
    QCOMPARE(readFile(home.skillFile(demo)), version(1));
    QCOMPARE(home.records(demo).size(), 4);
    QCOMPARE(home.records(demo).last().action, u"rollback"_s);
    QTRY_COMPARE(fixture.editor()->bytes(), version(1));
    QTRY_COMPARE(table->model()->rowCount(), 4);
    QVERIFY(fixture.click(u"undoButton"_s));
    QTRY_VERIFY(fixture.banner(u"pageBanner"_s).startsWith(u"Undone"_s));
    QCOMPARE(readFile(home.skillFile(demo)), version(3));
    QCOMPARE(home.records(demo).size(), 5);
    QCOMPARE(home.records(demo).last().next, version(3));
    QVERIFY(!fixture.find<QPushButton>(u"undoButton"_s));
}

void TestHistoryTab::rollbackToTheSameTextIsSaidAndNotDone()
{
    const TestHome home;
    writeFile(home.history(demo), record(u"human_edit"_s, version(1), version(2), 1) + record(u"human_edit"_s, version(2), version(1), 2));
    home.addSkill(demo, version(1));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QVERIFY(openHistory(fixture));
    auto *table = fixture.find<QTableView>(u"historyTable"_s);
    table->setCurrentIndex(table->model()->index(1, 0));
    QVERIFY(fixture.click(u"restoreButton"_s));
    QTRY_VERIFY(fixture.banner(u"dialogBanner"_s).startsWith(u"Already identical"_s));
    QVERIFY(!fixture.find<QPushButton>(u"dialogAccept"_s)->isEnabled());
    QVERIFY(fixture.click(u"dialogCancel"_s));
    QCOMPARE(home.records(demo).size(), 2);
}

void TestHistoryTab::rollbackOfASupportFileLeavesSkillMdAlone()
{
    const TestHome home;
    const QString support = u"references/a.md"_s;
    writeFile(home.history(demo),
              record(u"human_edit"_s, version(0), version(1), 1) + record(u"write_file"_s, QByteArray("old\n"), QByteArray("new\n"), 2, support));
    home.addSkill(demo, version(1));
    writeFile(home.skillFile(demo, support), "new\n");
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QVERIFY(openHistory(fixture));
    QVERIFY(fixture.click(u"restoreButton"_s));
    QVERIFY(fixture.click(u"dialogAccept"_s));
    QTRY_VERIFY(fixture.find<QPushButton>(u"undoButton"_s));
    QCOMPARE(readFile(home.skillFile(demo, support)), "old\n");
    QCOMPARE(readFile(home.skillFile(demo)), version(1));
}

void TestHistoryTab::deletedSkillComesBack()
{
    const TestHome home;
    home.addSkill(u"other-skill"_s, skillText(u"other-skill"_s, "\nOther.\n"));
    writeFile(home.history(demo), record(u"human_edit"_s, version(0), version(1), 1) + record(u"human_delete"_s, version(1), {}, 2));
    WindowFixture fixture(home);
    QVERIFY(fixture.open());
    QVERIFY(fixture.choose(demo));
    QVERIFY(fixture.find<QLabel>(u"emptyTitle"_s));
    QVERIFY(openHistory(fixture));
    QVERIFY(fixture.click(u"rollBackButton"_s));
    QVERIFY(fixture.click(u"dialogAccept"_s));
    QTRY_VERIFY(fixture.banner(u"pageBanner"_s).startsWith(u"Restored"_s));
    QCOMPARE(readFile(home.skillFile(demo)), version(1));
    fixture.place()->page()->setTab(u"edit"_s);
    QTRY_COMPARE(fixture.editor()->bytes(), version(1));
}

void TestHistoryTab::firstRecordCannotBeRestoredAndSaysWhy()
{
    const TestHome home;
    writeFile(home.history(demo), record(u"create"_s, {}, version(1), 1));
    home.addSkill(demo, version(1));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QVERIFY(openHistory(fixture));
    auto *restore = fixture.find<QPushButton>(u"restoreButton"_s);
    QVERIFY(!restore->isEnabled());
    QVERIFY(restore->toolTip().contains(u"it created the file"_s));
}

void TestHistoryTab::typedTextSurvivesARollback()
{
    const TestHome home;
    writeChain(home, 3);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    fixture.typeAtEnd(u"Typed."_s);
    QVERIFY(openHistory(fixture));
    QVERIFY(fixture.click(u"restoreButton"_s));
    QVERIFY(fixture.click(u"dialogAccept"_s));
    QTRY_VERIFY(fixture.find<QPushButton>(u"undoButton"_s));
    QCOMPARE(readFile(home.skillFile(demo)), version(2));
    QCOMPARE(fixture.editor()->bytes(), version(3) + "Typed.");
    fixture.place()->page()->setTab(u"edit"_s);
    QTRY_VERIFY(fixture.banner(u"diskBanner"_s).startsWith(u"Changed on disk"_s));
}

void TestHistoryTab::skillWithoutHistorySaysSo()
{
    const TestHome home;
    home.addSkill(demo, version(1));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    fixture.place()->page()->setTab(u"history"_s);
    QTRY_VERIFY(fixture.find<QLabel>(u"emptyTitle"_s));
    QTRY_COMPARE(fixture.find<QLabel>(u"emptyTitle"_s)->text(), u"No history yet"_s);
}

void TestHistoryTab::modelKeepsRowsWhenRecordsAreAdded()
{
    const auto entry = [](int number) {
        HistoryEntry made;
        made.id = sha256Hex(QByteArray::number(number));
        made.offset = number * 100;
        made.hasPrev = made.hasNew = true;
        made.prevHash = sha256Hex(version(number - 1));
        made.newHash = sha256Hex(version(number));
        made.filePath = u"SKILL.md"_s;
        made.ts = isoTimestamp(Microseconds(1'790'000'000 + number) * 1'000'000);
        return made;
    };
    HistoryModel model;
    QSignalSpy wanted(&model, &HistoryModel::moreWanted);
    model.setChain(buildHistoryChain({entry(5), entry(4), entry(3)}, EntryOrder::NewestFirst), true);
    QCOMPARE(model.rowCount(), 3);
    QVERIFY(model.canFetchMore({}));
    model.fetchMore({});
    QCOMPARE(wanted.size(), 1);
    QVERIFY(!model.canFetchMore({}));
    // From here on the tester looks at every change; it asks for more rows itself.
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    model.setChain(buildHistoryChain({entry(6), entry(5), entry(4), entry(3)}, EntryOrder::NewestFirst), true);
    QCOMPARE(inserted.size(), 1);
    QCOMPARE(inserted.first().at(1).toInt(), 0);
    model.setChain(buildHistoryChain({entry(6), entry(5), entry(4), entry(3), entry(2), entry(1)}, EntryOrder::NewestFirst), false);
    QCOMPARE(inserted.size(), 2);
    QCOMPARE(inserted.last().at(1).toInt(), 4);
    QCOMPARE(removed.size(), 0);
    QVERIFY(!model.canFetchMore({}));
    // A gap in the chain is a row between the two.
    model.setChain(buildHistoryChain({entry(6), entry(4)}, EntryOrder::NewestFirst), false);
    QCOMPARE(model.rowCount(), 3);
    QVERIFY(model.noteAt(model.index(1, 0)));
    QVERIFY(!model.entryAt(model.index(1, 0)));
}

QTEST_MAIN(TestHistoryTab)
#include "tst_history_tab.moc"
