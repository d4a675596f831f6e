// SPDX-License-Identifier: GPL-3.0-or-later
// The frame: finding an installation, users, places, settings, keys, names for screen readers.
#include "ui/shell/doctor_model.h"
#include "ui/shell/doctor_place.h"
#include "ui/shell/rail.h"
#include "ui/skills/skill_page.h"
#include "ui/skills/skills_place.h"
#include "ui/support/window_fixture.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/text_format.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace verderer;
using namespace verderer::test;
using namespace Qt::StringLiterals;

class TestShell : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingFoundSaysWhatWasTried();
    void switchingTheUserShowsTheirSkills();
    void doctorListsWhatIsWrong();
    void doctorModelIsSound();
    void settingsComeBack();
    void everyControlHasANameAndCanBeReached();
    void fitsASmallScreen();
    void themesKeepTheirContrast_data();
    void themesKeepTheirContrast();
    void highContrastTakesTheSystemPalette();
    void timesAreSaidAsPeopleSayThem();
    void newerJobSupersedesTheOlder();
    void resultOfADeadContextIsDropped();
    void cancelReachesTheJobAndItsResultStillComes();
    void reportsArriveBeforeTheResult();
    void runnerWaitsForItsJobs();
};

void TestShell::nothingFoundSaysWhatWasTried()
{
    Theme theme(QApplication::palette(), ThemeKind::Light);
    JobRunner jobs;
    const WindowServices services{&jobs, &theme};
    const TestHome home;
    InstallationController installation(services, home.dependencies(), u"1@test:1"_s);
    MainWindow window(services, &installation, {});
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    WorkspaceRequest request;
    request.place = home.path() + u"/there-is-nothing"_s;
    request.workingDirectory = home.path();
    installation.open(request, {});
    auto *choose = window.findChild<QPushButton *>(u"chooseFolderButton"_s);
    QVERIFY(choose);
    QTRY_VERIFY(choose->isVisible());
    auto *state = window.findChild<QWidget *>(u"noInstallation"_s);
    QVERIFY(state->findChild<QLabel *>(u"emptyText"_s)->text().contains(u"there-is-nothing"_s));
    QVERIFY(!window.findChild<QWidget *>(u"rail"_s)->isEnabled());
    // Nothing was made at the place that was guessed.
    QVERIFY(!QFileInfo::exists(request.place));
}

void TestShell::switchingTheUserShowsTheirSkills()
{
    TestHome home;
    home.addSkill(u"skill-of-alice"_s, skillText(u"skill-of-alice"_s, "\nA.\n"));
    home.addUser(u"bob"_s);
    writeFile(home.roots(u"bob"_s).customRoot + u"/skill-of-bob/SKILL.md"_s, skillText(u"skill-of-bob"_s, "\nB.\n"));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(u"skill-of-alice"_s));
    auto *user = fixture.find<QPushButton>(u"userButton"_s);
    QVERIFY(user);
    QVERIFY(user->text().contains(u"alice"_s));
    QSignalSpy loaded(fixture.place(), &SkillsPlace::listLoaded);
    auto *bob = user->menu()->findChild<QAction *>(u"user-bob"_s);
    QVERIFY(bob);
    bob->trigger();
    QTRY_VERIFY(!loaded.isEmpty());
    QTRY_VERIFY(user->text().contains(u"bob"_s));
    QVERIFY(!fixture.place()->hasSkill());
    QVERIFY(fixture.choose(u"skill-of-bob"_s));
}

void TestShell::doctorListsWhatIsWrong()
{
    const TestHome home;
    home.addSkill(u"broken-skill"_s, "---\nname: broken-skill\ndescription: Use when: it breaks\n---\n");
    WindowFixture fixture(home);
    QVERIFY(fixture.open());
    QSignalSpy examined(fixture.window()->doctorPlace(), &DoctorPlace::examined);
    QTest::keyClick(fixture.window(), Qt::Key_9, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(examined.size(), 1, 30'000);
    auto *list = fixture.find<QListView>(u"doctorList"_s);
    QVERIFY(list);
    QStringList texts;
    for (int row = 0; row < list->model()->rowCount(); ++row)
        texts << list->model()->index(row, 0).data().toString();
    QVERIFY2(texts.filter(u"broken-skill"_s).size() >= 1, qPrintable(texts.join(u'\n')));
    QVERIFY(fixture.find<RailButton>(u"place-doctor"_s)->number() >= 1);
    QTest::keyClick(fixture.window(), Qt::Key_1, Qt::ControlModifier);
    QTRY_VERIFY(fixture.find<QWidget>(u"skillsPlace"_s));
}

void TestShell::doctorModelIsSound()
{
    DoctorModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    DoctorReport report;
    DoctorFinding finding;
    finding.severity = Severity::Warning;
    finding.message = u"A lock is held."_s;
    finding.path = u"/home"_s;
    finding.line = 3;
    report.findings << finding;
    finding.severity = Severity::Note;
    report.findings << finding;
    model.setReport(report, u"Nothing answers."_s);
    QCOMPARE(model.warnings(), 1);
    QCOMPARE(model.index(1).data(DoctorModel::DetailRole).toString(), u"/home, line 3"_s);
    QCOMPARE(model.index(model.rowCount() - 1).data(DoctorModel::DetailRole).toString(), u"Nothing answers."_s);
    model.setReport({}, {});
    QCOMPARE(model.warnings(), 0);
    QCOMPARE(model.index(1).data().toString(), u"Nothing is wrong"_s);
}

void TestShell::settingsComeBack()
{
    const TestHome home;
    home.addSkill(u"first-skill"_s, skillText(u"first-skill"_s, "\nOne.\n"));
    home.addSkill(u"second-skill"_s, skillText(u"second-skill"_s, "\nTwo.\n"));
    WindowSettings kept;
    {
        WindowFixture fixture(home);
        QVERIFY(fixture.open(u"second-skill"_s));
        fixture.place()->page()->setTab(u"history"_s);
        QVERIFY(fixture.click(u"chip-custom"_s));
        kept = fixture.window()->settings();
    }
    QCOMPARE(kept.skill, u"custom/second-skill"_s);
    QCOMPARE(kept.tab, u"history"_s);
    QCOMPARE(kept.filter, u"custom"_s);
    QCOMPARE(kept.user, u"alice"_s);
    QVERIFY(!kept.geometry.isEmpty());
    WindowFixture fixture(home, {}, u"2@test:2"_s, kept);
    QSignalSpy shown(fixture.place(), &SkillsPlace::textShown);
    QVERIFY(fixture.open());
    QTRY_VERIFY(!shown.isEmpty());
    QCOMPARE(fixture.window()->settings().skill, u"custom/second-skill"_s);
    QCOMPARE(fixture.place()->page()->tab(), u"history"_s);
    QCOMPARE(fixture.window()->settings().filter, u"custom"_s);
}

void TestShell::everyControlHasANameAndCanBeReached()
{
    const TestHome home;
    home.addSkill(u"first-skill"_s, skillText(u"first-skill"_s, "\nOne.\n"));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(u"first-skill"_s));
    int controls = 0;
    for (const QString &tab : {u"edit"_s, u"history"_s}) {
        fixture.place()->page()->setTab(tab);
        const auto widgets = fixture.window()->findChildren<QWidget *>();
        for (const QWidget *widget : widgets) {
            const auto *button = qobject_cast<const QAbstractButton *>(widget);
            const bool control = button || qobject_cast<const QLineEdit *>(widget) || qobject_cast<const QComboBox *>(widget) ||
                                 qobject_cast<const QAbstractItemView *>(widget);
            if (!control || !widget->isVisible() || widget->objectName().startsWith("qt_"_L1))
                continue;
            ++controls;
            const QByteArray where = widget->metaObject()->className() + QByteArray(" in ") + widget->parentWidget()->objectName().toUtf8();
            QVERIFY2(!widget->objectName().isEmpty() || button, where.constData());
            const bool named = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty());
            // The clear button of a line edit belongs to Qt.
            if (widget->inherits("QLineEditIconButton") || widget->inherits("QTableCornerButton"))
                continue;
            QVERIFY2(named, where.constData());
        }
    }
    QVERIFY(controls > 15);
    // Tab goes round through more than one part of the window.
    QSet<QString> reached;
    for (int step = 0; step < 40; ++step) {
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : fixture.window(), Qt::Key_Tab, Qt::ControlModifier);
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : fixture.window(), Qt::Key_Tab);
        if (QApplication::focusWidget())
            reached << QApplication::focusWidget()->objectName();
    }
    QVERIFY2(reached.size() >= 6, qPrintable(QStringList(reached.values()).join(u' ')));
}

void TestShell::fitsASmallScreen()
{
    const TestHome home;
    home.addSkill(u"first-skill"_s, skillText(u"first-skill"_s, "\nOne.\n"));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(u"first-skill"_s));
    QVERIFY2(fixture.window()->minimumSizeHint().width() <= 1024, qPrintable(QString::number(fixture.window()->minimumSizeHint().width())));
    QVERIFY2(fixture.window()->minimumSizeHint().height() <= 640, qPrintable(QString::number(fixture.window()->minimumSizeHint().height())));
}

namespace {

double luminance(const QColor &color)
{
    const auto part = [](double value) { return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4); };
    return 0.2126 * part(color.redF()) + 0.7152 * part(color.greenF()) + 0.0722 * part(color.blueF());
}

double contrast(const QColor &a, const QColor &b)
{
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

} // namespace

void TestShell::themesKeepTheirContrast_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("light") << int(ThemeKind::Light);
    QTest::newRow("dark") << int(ThemeKind::Dark);
}

void TestShell::themesKeepTheirContrast()
{
    QFETCH(int, kind);
    const ThemeColors c = themeColors(ThemeKind(kind), QPalette());
    const std::pair<QColor, QColor> texts[] = {{c.text, c.window},           {c.text, c.surface},
                                               {c.muted, c.window},          {c.muted, c.surface},
                                               {c.accent, c.surface},        {c.accent, c.accentSoft},
                                               {c.onAccent, c.accent},       {c.text, c.added},
                                               {c.text, c.addedWord},        {c.text, c.removed},
                                               {c.text, c.removedWord},      {c.warning, c.warningSoft},
                                               {c.error, c.errorSoft},       {c.information, c.informationSoft},
                                               {c.railText, c.railSelected}, {c.railMuted, c.rail},
                                               {c.onRailBadge, c.railBadge}, {c.syntaxKey, c.surface},
                                               {c.syntaxString, c.surface},  {c.syntaxComment, c.surface},
                                               {c.text, c.accentSoft}};
    for (const auto &[text, background] : texts)
        QVERIFY2(contrast(text, background) >= 4.5,
                 qPrintable(u"%1 on %2: %3"_s.arg(text.name(), background.name()).arg(contrast(text, background))));
    const std::pair<QColor, QColor> marks[] = {
        {c.addedMark, c.added}, {c.removedMark, c.removed}, {c.addedMark, c.surface}, {c.removedMark, c.surface}};
    for (const auto &[mark, background] : marks)
        QVERIFY2(contrast(mark, background) >= 3, qPrintable(u"%1 on %2: %3"_s.arg(mark.name(), background.name()).arg(contrast(mark, background))));
}

void TestShell::highContrastTakesTheSystemPalette()
{
    QPalette system(Qt::yellow, Qt::black);
    system.setColor(QPalette::Base, Qt::black);
    const Theme theme(system, ThemeKind::HighContrast);
    QCOMPARE(theme.palette(), system);
    QCOMPARE(theme.colors().surface, system.color(QPalette::Base));
    QCOMPARE(theme.colors().text, system.color(QPalette::WindowText));
    // Without a wish the palette decides.
    QPalette dark(QColor(30, 30, 30));
    dark.setColor(QPalette::WindowText, Qt::white);
    dark.setColor(QPalette::Window, QColor(30, 30, 30));
    QCOMPARE(Theme(dark).kind(), ThemeKind::Dark);
    QCOMPARE(Theme(QPalette(QColor(240, 240, 240))).kind(), ThemeKind::Light);
}

void TestShell::timesAreSaidAsPeopleSayThem()
{
    QLocale::setDefault(QLocale(QLocale::English));
    const QDateTime now(QDate(2026, 11, 30), QTime(21, 0));
    QCOMPARE(humanTime(QDateTime(QDate(2026, 11, 30), QTime(9, 14)), now), u"today 09:14"_s);
    QCOMPARE(humanTime(QDateTime(QDate(2026, 11, 29), QTime(9, 14)), now), u"yesterday 09:14"_s);
    QCOMPARE(humanTime(QDateTime(QDate(2026, 11, 28), QTime(16, 40)), now), u"28 Nov 16:40"_s);
    QCOMPARE(humanTime(QDateTime(QDate(2024, 11, 28), QTime(16, 40)), now), u"28 Nov 2024"_s);
    QCOMPARE(humanAge(now.addSecs(-12), now), u"12 s ago"_s);
    QCOMPARE(humanAge(now.addSecs(-240), now), u"4 min ago"_s);
    QCOMPARE(humanSize(612), u"612 B"_s);
    QCOMPARE(humanSize(1234), u"1.2 kB"_s);
    const QDateTime written = recordTime(u"2026-11-30T19:29:36.976169+00:00"_s);
    QVERIFY(written.isValid());
    QCOMPARE(written.toUTC(), QDateTime(QDate(2026, 11, 30), QTime(19, 29, 36, 976), Qt::UTC));
    QVERIFY(recordTime(u"2026-11-30T19:29:36+00:00"_s).isValid());
    QVERIFY(!recordTime(u"yesterday"_s).isValid());
}

void TestShell::newerJobSupersedesTheOlder()
{
    JobRunner jobs;
    JobSlot slot;
    QSemaphore gate;
    QStringList arrived;
    slot = jobs.run(
        this,
        [&gate](const JobContext &) {
            gate.acquire();
            return u"old"_s;
        },
        [&](const QString &text) { arrived << text; });
    slot = jobs.run(
        this, [](const JobContext &) { return u"new"_s; }, [&](const QString &text) { arrived << text; });
    QTRY_COMPARE(arrived, QStringList(u"new"_s));
    gate.release();
    QTRY_COMPARE(jobs.running(), 0);
    QCOMPARE(arrived, QStringList(u"new"_s));
}

void TestShell::resultOfADeadContextIsDropped()
{
    JobRunner jobs;
    auto context = std::make_unique<QObject>();
    QSemaphore gate;
    bool arrived = false;
    jobs.run(
        context.get(), [&gate](const JobContext &) { gate.acquire(); }, [&] { arrived = true; });
    context.reset();
    gate.release();
    QTRY_COMPARE(jobs.running(), 0);
    QVERIFY(!arrived);
}

void TestShell::cancelReachesTheJobAndItsResultStillComes()
{
    JobRunner jobs;
    QSemaphore cancelled;
    bool result = false;
    JobHandle handle = jobs.run(
        this,
        [&cancelled](const JobContext &job) {
            const auto watch = job.wait().cancel.onCancel([&cancelled] { cancelled.release(); });
            cancelled.acquire();
            return job.isCancelled();
        },
        [&](bool value) { result = value; });
    QVERIFY(handle.isRunning());
    handle.cancel();
    QTRY_VERIFY(result);
    QVERIFY(!handle.isRunning());
}

void TestShell::reportsArriveBeforeTheResult()
{
    JobRunner jobs;
    QStringList order;
    jobs.run(
        this,
        [&order](const JobContext &job) {
            job.report([&order] { order << u"first"_s; });
            job.report([&order] { order << u"second"_s; });
            return 0;
        },
        [&](int) { order << u"result"_s; });
    QTRY_COMPARE(order, QStringList({u"first"_s, u"second"_s, u"result"_s}));
}

void TestShell::runnerWaitsForItsJobs()
{
    std::atomic_bool ended = false;
    bool arrived = false;
    {
        JobRunner jobs;
        jobs.run(
            this,
            [&ended](const JobContext &job) {
                QSemaphore cancelled;
                const auto watch = job.wait().cancel.onCancel([&cancelled] { cancelled.release(); });
                cancelled.acquire();
                ended = true;
            },
            [&] { arrived = true; });
    }
    QVERIFY(ended);
    QVERIFY(!arrived);
}

QTEST_MAIN(TestShell)
#include "tst_shell.moc"
