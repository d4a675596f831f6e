// SPDX-License-Identifier: GPL-3.0-or-later
//
// Switching skills on and off: which file, under which conditions, and what is left when it is interrupted.
#include "base/local_storage.h"
#include "skills/cache_marker.h"
#include "skills/skill_switch.h"
#include "support/gated_storage.h"
#include "support/test_home.h"

#include <QDir>
#include <QFileInfo>
#include <QTest>

#include <cerrno>
#include <csignal>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace verderer;
using namespace verderer::test;

namespace {

const QByteArray extensionsText = "{\n\t\"mcpServers\": {\"g\": {\"env\": {\"T\": \"$TOKEN\"}}},\r\n\t\"skills\": {\"b\": {\"enabled\": true}}}\n";
const QByteArray extensionsOff = "{\n\t\"mcpServers\": {\"g\": {\"env\": {\"T\": \"$TOKEN\"}}},\r\n\t\"skills\": {\"b\": {\"enabled\": false}}}\n";

QString extensionsOf(const TestHome &home)
{
    return QString(home.path() + QStringLiteral("/extensions_config.json"));
}

Result<SwitchOutcome> switched(const TestHome &home, SkillCategory category, bool enabled, std::shared_ptr<Storage> storage = {},
                               const QString &name = QStringLiteral("b"))
{
    return setSkillEnabled(home.roots(), home.dependencies(std::move(storage)), {category, name, enabled}, patientOptions());
}

struct stat statOf(const QString &path)
{
    struct stat info = {};
    if (::stat(QFile::encodeName(path).constData(), &info) != 0)
        qFatal("%s is not there", qPrintable(path));
    return info;
}

std::shared_ptr<GatedStorage> gated()
{
    return std::make_shared<GatedStorage>(std::make_shared<LocalStorage>());
}

} // namespace

class TestSkillSwitch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void switchesForOneUser()
    {
        const TestHome home;
        const QString states = home.roots().userStatesFile;
        const auto off = switched(home, SkillCategory::Custom, false);
        QVERIFY2(off.has_value(), off ? "" : qPrintable(off.error().message));
        QVERIFY(off->changed && !off->enabled);
        QCOMPARE(readFile(states), QByteArray("{\n  \"b\": {\n    \"enabled\": false\n  }\n}"));
        QCOMPARE(static_cast<int>(statOf(states).st_mode & 0777U), 0644);
        const auto on = switched(home, SkillCategory::Legacy, true);
        QVERIFY(on && on->changed && on->enabled);
        QCOMPARE(readFile(states), QByteArray("{\n  \"b\": {\n    \"enabled\": true\n  }\n}"));
    }

    void writesNothingWhereItIsSo()
    {
        const TestHome home;
        const auto on = switched(home, SkillCategory::Custom, true);
        QVERIFY(on && !on->changed && on->enabled);
        QVERIFY(!QFileInfo::exists(home.roots().userStatesFile));
        QVERIFY(!QFileInfo::exists(home.roots().userProjectionLock));
        writeFile(home.roots().userStatesFile, "{\"b\":{\"enabled\":false}}");
        const auto before = statOf(home.roots().userStatesFile);
        const auto off = switched(home, SkillCategory::Custom, false);
        QVERIFY(off && !off->changed && !off->enabled);
        const auto after = statOf(home.roots().userStatesFile);
        QCOMPARE(after.st_ino, before.st_ino);
        QCOMPARE(after.st_mtim.tv_nsec, before.st_mtim.tv_nsec);
    }

    void tellsWhyOnCannotWin()
    {
        const TestHome home;
        writeFile(extensionsOf(home), extensionsOff);
        writeFile(home.roots().userStatesFile, "{\"b\": {\"enabled\": false}}");
        const auto on = switched(home, SkillCategory::Integrations, true);
        QVERIFY(on && on->changed && !on->enabled);
        QCOMPARE(on->reason, QStringLiteral("Off for everybody: extensions_config.json says so."));
        QCOMPARE(readFile(extensionsOf(home)), extensionsOff);
    }

    void switchesPublicOnesThroughALinkKeepingTheMode()
    {
        const TestHome home;
        const QString real = QString(home.path() + QStringLiteral("/elsewhere/real.json"));
        writeFile(real, extensionsText);
        QVERIFY(QFile::link(real, extensionsOf(home)));
        QCOMPARE(::chmod(QFile::encodeName(real).constData(), 0600), 0);
        const auto off = switched(home, SkillCategory::Public, false);
        QVERIFY2(off.has_value(), off ? "" : qPrintable(off.error().message));
        QVERIFY(off->changed && !off->enabled);
        QVERIFY(QFileInfo(extensionsOf(home)).isSymLink());
        QCOMPARE(readFile(real), extensionsOff);
        QCOMPARE(static_cast<int>(statOf(real).st_mode & 07777U), 0600);
        QVERIFY(QFileInfo::exists(QString(home.home() + QStringLiteral("/.skills_view.projection.lock"))));
        QVERIFY(readFile(cacheMarkerPath(extensionsOf(home))).contains("\"user_id\": null"));
        QVERIFY(!QFileInfo::exists(home.roots().userStatesFile));
    }

    void tellsTheGatewaysWhoseSkillsToReadAgain()
    {
        const TestHome home;
        writeFile(extensionsOf(home), "{}");
        QVERIFY(switched(home, SkillCategory::Custom, false));
        QVERIFY(readFile(cacheMarkerPath(extensionsOf(home))).contains("\"user_id\": \"alice\""));
    }

    void explainsWhatCannotBeReplaced_data()
    {
        QTest::addColumn<int>("error");
        QTest::addColumn<QString>("kind");
        QTest::newRow("bind mount") << EBUSY << QStringLiteral("mount-point");
        QTest::newRow("read-only") << EROFS << QStringLiteral("read-only");
    }

    void explainsWhatCannotBeReplaced()
    {
        QFETCH(const int, error);
        QFETCH(const QString, kind);
        const TestHome home;
        writeFile(extensionsOf(home), extensionsText);
        const auto storage = gated();
        storage->before = [&](const StorageStep &step) -> std::optional<Error> {
            if (step.name != u"exchange" || step.path != extensionsOf(home))
                return std::nullopt;
            return systemError(error, QStringLiteral("write"), step.path);
        };
        const auto off = switched(home, SkillCategory::Public, false, storage);
        QVERIFY(!off.has_value());
        QCOMPARE(off.error().code, ErrorCode::ReadOnly);
        QCOMPARE(off.error().details.kind, kind);
        QVERIFY(off.error().message.contains(QStringLiteral("container")));
        QCOMPARE(readFile(extensionsOf(home)), extensionsText);
        QCOMPARE(QDir(home.path()).entryList({QStringLiteral(".verderer-*")}, QDir::Files | QDir::Hidden), QStringList());
    }

    void refusesWithoutWriting_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("comment") << QByteArray("{\n // off\n \"b\": {}}");
        QTest::newRow("torn") << QByteArray("{\"b\": {\"ena");
    }

    void refusesWithoutWriting()
    {
        QFETCH(const QByteArray, text);
        const TestHome home;
        writeFile(home.roots().userStatesFile, text);
        const auto off = switched(home, SkillCategory::Custom, false);
        QVERIFY(!off.has_value());
        QCOMPARE(off.error().code, ErrorCode::Damaged);
        QVERIFY(off.error().details.line > 0 && off.error().details.column > 0);
        QCOMPARE(readFile(home.roots().userStatesFile), text);
    }

    void refusesPublicOffWithoutAnExtensionsFile()
    {
        const TestHome home;
        const auto off = switched(home, SkillCategory::Public, false);
        QVERIFY(!off.has_value());
        QCOMPARE(off.error().code, ErrorCode::NotFound);
        QCOMPARE(off.error().details.kind, QStringLiteral("no-extensions-file"));
        const auto on = switched(home, SkillCategory::Public, true);
        QVERIFY(on && !on->changed && on->enabled);
    }

    /// An editor or an old Gateway knows no lock.
    void takesUpWhatWasWrittenMeanwhile_data()
    {
        QTest::addColumn<bool>("withoutExchange");
        QTest::newRow("exchange") << false;
        QTest::newRow("no exchange") << true;
    }

    void takesUpWhatWasWrittenMeanwhile()
    {
        QFETCH(const bool, withoutExchange);
        const TestHome home;
        const QString states = home.roots().userStatesFile;
        writeFile(states, "{\"a\": {\"enabled\": true}}");
        const auto storage = gated();
        storage->withoutExchange = withoutExchange;
        bool done = false;
        storage->before = [&](const StorageStep &step) -> std::optional<Error> {
            if (step.name == u"exchange" && step.path == states && !done) {
                done = true;
                writeFile(states, "{\"a\": {\"enabled\": false}}");
            }
            return std::nullopt;
        };
        const auto off = switched(home, SkillCategory::Custom, false, storage);
        QVERIFY2(off.has_value(), off ? "" : qPrintable(off.error().message));
        QVERIFY(done && off->changed);
        QCOMPARE(readFile(states), QByteArray("{\"a\": {\"enabled\": false}, \"b\": {\"enabled\": false}}"));
        QCOMPARE(home.temporaryFiles(), QStringList());
    }

    void failsAtAnyStepWithTheOldOrTheNew()
    {
        for (int at = 1; at < 100; ++at) {
            const TestHome home;
            writeFile(extensionsOf(home), extensionsText);
            const auto storage = gated();
            storage->before = [&](const StorageStep &step) -> std::optional<Error> {
                if (step.number != at)
                    return std::nullopt;
                return systemError(ENOSPC, QStringLiteral("write"), step.path);
            };
            const auto off = switched(home, SkillCategory::Public, false, storage);
            const QByteArray left = readFile(extensionsOf(home));
            QVERIFY(left == extensionsText || left == extensionsOff);
            QVERIFY2(!off.has_value() || (off->changed && left == extensionsOff), qPrintable(QString::number(at)));
            const auto again = switched(home, SkillCategory::Public, false);
            QVERIFY(again && !again->enabled);
            QCOMPARE(readFile(extensionsOf(home)), extensionsOff);
            if (storage->steps() < at)
                return;
        }
        QFAIL("more steps than anybody expects");
    }

    void killedAtAnyStepLeavesTheOldOrTheNew()
    {
        for (int at = 1; at < 100; ++at) {
            const TestHome home;
            writeFile(home.roots().userStatesFile, "{\"b\": {\"enabled\": true}}");
            const pid_t child = ::fork();
            QVERIFY(child >= 0);
            if (child == 0) {
                const auto storage = gated();
                storage->before = [&](const StorageStep &step) -> std::optional<Error> {
                    if (step.number == at)
                        ::kill(::getpid(), SIGKILL);
                    return std::nullopt;
                };
                ::_exit(switched(home, SkillCategory::Custom, false, storage) ? 0 : 1);
            }
            int status = 0;
            QCOMPARE(::waitpid(child, &status, 0), child);
            const QByteArray left = readFile(home.roots().userStatesFile);
            QVERIFY(left == "{\"b\": {\"enabled\": true}}" || left == "{\"b\": {\"enabled\": false}}");
            const auto next = switched(home, SkillCategory::Custom, false, {}, QStringLiteral("c"));
            QVERIFY2(next.has_value(), next ? "" : qPrintable(next.error().message));
            QCOMPARE(home.temporaryFiles(), QStringList());
            if (WIFEXITED(status)) {
                QCOMPARE(WEXITSTATUS(status), 0);
                return;
            }
        }
        QFAIL("more steps than anybody expects");
    }
};

QTEST_GUILESS_MAIN(TestSkillSwitch)
#include "tst_skill_switch.moc"
