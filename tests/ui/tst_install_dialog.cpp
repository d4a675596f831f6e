// SPDX-License-Identifier: GPL-3.0-or-later
// Archives and folders in the window: dropped or chosen, looked at, installed with a result for each; and a skill exported.
#include "support/zip_bytes.h"
#include "ui/skills/install_dialog.h"
#include "ui/skills/skills_place.h"
#include "ui/support/file_dialog.h"
#include "ui/support/window_fixture.h"

#include <QApplication>
#include <QCheckBox>
#include <QDir>
#include <QDropEvent>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTreeWidget>
#include <QUrl>

using namespace verderer;
using namespace verderer::test;
using namespace Qt::StringLiterals;

class TestInstallDialog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aDroppedArchiveIsShownAndInstalled();
    void whatIsRefusedIsSaid();
    void aTakenNameIsReplacedOnWish();
    void aDroppedFolderIsTakenOver();
    void aSkillIsExported();

private:
    static QString put(const TestHome &home, const QString &name, const QByteArray &bytes)
    {
        const QString path = home.path() + u'/' + name;
        writeFile(path, bytes);
        return path;
    }
    /// Drops files on the place and waits until all of them were looked at.
    static InstallDialog *drop(const WindowFixture &fixture, const QStringList &paths)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString &path : paths)
            urls << QUrl::fromLocalFile(path);
        data.setUrls(urls);
        auto *place = fixture.place();
        if (!place)
            return nullptr;
        QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(place, &enter);
        if (!enter.isAccepted())
            return nullptr;
        QDropEvent event(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(place, &event);
        auto *dialog = fixture.find<InstallDialog>(u"installDialog"_s);
        if (!dialog)
            return nullptr;
        QSignalSpy looked(dialog, &InstallDialog::looked);
        return looked.wait(30'000) ? dialog : nullptr;
    }
    static QTreeWidget *list(const WindowFixture &fixture) { return fixture.find<QTreeWidget>(u"installList"_s); }
};

void TestInstallDialog::aDroppedArchiveIsShownAndInstalled()
{
    const TestHome home;
    WindowFixture fixture(home);
    ZipBytes zip;
    zip.add("new-one/SKILL.md", skillText(u"new-one"_s, "\nText.\n")).add("new-one/references/a.md", "more\n").addLink("new-one/link", "/etc/passwd");
    QVERIFY(fixture.open());
    InstallDialog *dialog = drop(fixture, {put(home, u"new.skill"_s, zip.bytes())});
    QVERIFY(dialog);
    QCOMPARE(list(fixture)->topLevelItem(0)->text(1), u"new-one"_s);
    QCOMPARE(list(fixture)->topLevelItem(0)->text(4), u"will be installed"_s);
    const QString details = fixture.find<QPlainTextEdit>(u"installDetails"_s)->toPlainText();
    QVERIFY2(details.contains(u"references/a.md"_s) && details.contains(u"link is left out"_s), qPrintable(details));
    QVERIFY(!QFile::exists(home.skillFile(u"new-one"_s)));
    QTest::mouseClick(dialog->acceptButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(home.skillFile(u"new-one"_s, u"references/a.md"_s)), 30'000);
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.find<InstallDialog>(u"installDialog"_s), 30'000);
    QCOMPARE(home.records(u"new-one"_s).last().action, u"create"_s);
}

void TestInstallDialog::whatIsRefusedIsSaid()
{
    const TestHome home;
    WindowFixture fixture(home);
    ZipBytes bad;
    bad.add("SKILL.md", skillText(u"bad-one"_s, "\nText.\n")).add("run.sh", "#!/bin/sh\nrm -rf /\n");
    ZipBytes good;
    good.add("SKILL.md", skillText(u"good-one"_s, "\nText.\n"));
    QVERIFY(fixture.open());
    InstallDialog *dialog =
        drop(fixture, {put(home, u"bad.skill"_s, bad.bytes()), put(home, u"good.skill"_s, good.bytes()), put(home, u"x.txt"_s, "no archive")});
    QVERIFY(dialog);
    QCOMPARE(list(fixture)->topLevelItem(0)->text(3), u"✕ refuses it"_s);
    QVERIFY2(list(fixture)->topLevelItem(0)->text(4).contains(u"destroy-root"_s), qPrintable(list(fixture)->topLevelItem(0)->text(4)));
    QVERIFY2(list(fixture)->topLevelItem(2)->text(4).contains(u".skill"_s), qPrintable(list(fixture)->topLevelItem(2)->text(4)));
    QTest::mouseClick(dialog->acceptButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(list(fixture)->topLevelItem(1)->text(4).startsWith(u"✓"_s), 30'000);
    QVERIFY(QFile::exists(home.skillFile(u"good-one"_s)));
    QVERIFY(!QFile::exists(home.skillFile(u"bad-one"_s)));
    // The rest stays and says why; there is nothing more to do.
    QTRY_VERIFY(!dialog->acceptButton()->isEnabled());
}

void TestInstallDialog::aTakenNameIsReplacedOnWish()
{
    const TestHome home;
    WindowFixture fixture(home);
    home.addSkill(u"taken"_s, skillText(u"taken"_s, "\nOld.\n"));
    ZipBytes zip;
    zip.add("SKILL.md", skillText(u"taken"_s, "\nNew.\n"));
    QVERIFY(fixture.open());
    InstallDialog *dialog = drop(fixture, {put(home, u"taken.skill"_s, zip.bytes())});
    QVERIFY(dialog);
    QVERIFY(!dialog->acceptButton()->isEnabled());
    QTest::mouseClick(fixture.find<QCheckBox>(u"installReplace"_s), Qt::LeftButton, {},
                      QPoint(8, fixture.find<QCheckBox>(u"installReplace"_s)->height() / 2));
    QVERIFY(dialog->acceptButton()->isEnabled());
    QTest::mouseClick(dialog->acceptButton(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(readFile(home.skillFile(u"taken"_s)), skillText(u"taken"_s, "\nNew.\n"), 30'000);
    QVERIFY(home.holdsText(u"taken"_s, skillText(u"taken"_s, "\nOld.\n")));
}

void TestInstallDialog::aDroppedFolderIsTakenOver()
{
    const TestHome home;
    WindowFixture fixture(home);
    const QString folder = home.path() + u"/elsewhere"_s;
    writeFile(folder + u"/SKILL.md"_s, skillText(u"from-outside"_s, "\nText.\n"));
    writeFile(folder + u"/templates/t.txt"_s, "t\n");
    QVERIFY(fixture.open());
    InstallDialog *dialog = drop(fixture, {folder});
    QVERIFY(dialog);
    QCOMPARE(list(fixture)->topLevelItem(0)->text(1), u"from-outside"_s);
    QTest::mouseClick(dialog->acceptButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(home.skillFile(u"from-outside"_s, u"templates/t.txt"_s)), 30'000);
    QVERIFY(QFile::exists(folder + u"/SKILL.md"_s));
}

void TestInstallDialog::aSkillIsExported()
{
    const TestHome home;
    WindowFixture fixture(home);
    home.addSkill(u"to-pack"_s, skillText(u"to-pack"_s, "\nText.\n"));
    QVERIFY(fixture.open(u"to-pack"_s));
    QTest::keyClick(fixture.window(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    const QString target = home.path() + u"/out.skill"_s;
    QVERIFY(saveThrough(u"exportSkillDialog"_s, target));
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(target), 30'000);
    QVERIFY(readFile(target).startsWith("PK"));
}

QTEST_MAIN(TestInstallDialog)
#include "tst_install_dialog.moc"
