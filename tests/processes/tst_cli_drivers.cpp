// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_database.h"

#include <QLibraryInfo>
#include <QTemporaryDir>

using namespace verderer;
using namespace verderer::test;

namespace {

/// The program where Qt finds no plugins but those it is given: a copy beside a qt.conf, since QT_PLUGIN_PATH can only add places.
class LonelyProgram {
public:
    explicit LonelyProgram(const QStringList &drivers)
    {
        const QDir folder(m_folder.path());
        QFile settings(folder.filePath(QStringLiteral("qt.conf")));
        bool made = folder.mkpath(QStringLiteral("plugins/sqldrivers")) && QFile::copy(Cli::program(), path()) &&
                    settings.open(QIODevice::WriteOnly) && settings.write("[Paths]\nPrefix = .\nPlugins = plugins\n") > 0;
        for (const QString &driver : drivers) {
            made = made && QFile::link(QLibraryInfo::path(QLibraryInfo::PluginsPath) + QStringLiteral("/sqldrivers/") + driver,
                                       folder.filePath(QStringLiteral("plugins/sqldrivers/") + driver));
        }
        if (!made) {
            qFatal("the copy of the program cannot be made");
        }
    }
    /// A library that cannot be loaded, in the place of the system's.
    [[nodiscard]] QString brokenLibrary(const QString &name) const
    {
        QFile file(m_folder.filePath(QStringLiteral("broken/") + name));
        if (!QDir(m_folder.path()).mkpath(QStringLiteral("broken")) || !file.open(QIODevice::WriteOnly)) {
            qFatal("the broken library cannot be made");
        }
        return m_folder.filePath(QStringLiteral("broken"));
    }
    [[nodiscard]] QString path() const { return m_folder.filePath(QStringLiteral("verdererctl")); }

private:
    QTemporaryDir m_folder;
};

} // namespace

/// T54, T55: what is missing takes its own databases alone, and is named.
class TestCliDrivers : public QObject {
    Q_OBJECT

private:
    static Answer run(const CliDatabase &ctl, const LonelyProgram &program, const QStringList &arguments,
                      const QMap<QString, QString> &overrides = {})
    {
        return ctl.cli.bare(ctl.where() + QStringList{QStringLiteral("--json")} + arguments, {}, overrides, program.path());
    }
    static QStringList list() { return {QStringLiteral("threads"), QStringLiteral("list")}; }
    static QStringList onServer(const QStringList &rest)
    {
        return QStringList{QStringLiteral("--database"), QStringLiteral("postgresql://deer@/flow?host=/nowhere")} + rest;
    }

private Q_SLOTS:
    void withoutDriversSkillsWork();
    void withoutTheServersDriverFilesWork();
    void aDriverWhoseLibraryIsMissingIsNamed();
};

void TestCliDrivers::withoutDriversSkillsWork()
{
    const CliDatabase ctl;
    fill(*ctl.database);
    const LonelyProgram program({});
    const Answer refused = run(ctl, program, list());
    QVERIFY2(refused.status == 10, refused.all().constData());
    QVERIFY2(toQString(refused.error()["message"]).contains(u"package libqt6sql6-sqlite"), refused.all().constData());
    QVERIFY2(!refused.err.contains("QSqlDatabase"), refused.all().constData());
    const Answer skills = run(ctl, program, {QStringLiteral("skills"), QStringLiteral("list")});
    QVERIFY2(skills.status == 0 && skills.out.contains("notes"), skills.all().constData());
}

void TestCliDrivers::withoutTheServersDriverFilesWork()
{
    const CliDatabase ctl;
    fill(*ctl.database);
    const LonelyProgram program({QStringLiteral("libqsqlite.so")});
    const Answer files = run(ctl, program, list());
    QVERIFY2(files.status == 0, files.all().constData());
    QCOMPARE(files.json()["threads"].size(), std::size_t{5});
    const Answer refused = run(ctl, program, onServer(list()));
    QVERIFY2(refused.status == 10, refused.all().constData());
    QVERIFY2(toQString(refused.error()["message"]).contains(u"package libqt6sql6-psql"), refused.all().constData());
    QVERIFY2(!refused.err.contains("QSqlDatabase"), refused.all().constData());
}

void TestCliDrivers::aDriverWhoseLibraryIsMissingIsNamed()
{
    const CliDatabase ctl;
    fill(*ctl.database);
    const LonelyProgram program({QStringLiteral("libqsqlite.so"), QStringLiteral("libqsqlpsql.so")});
    const QMap<QString, QString> there{{QStringLiteral("LD_LIBRARY_PATH"), program.brokenLibrary(QStringLiteral("libpq.so.5"))}};
    const Answer files = run(ctl, program, list(), there);
    QVERIFY2(files.status == 0, files.all().constData());
    const Answer refused = run(ctl, program, onServer(list()), there);
    QVERIFY2(refused.status == 10, refused.all().constData());
    const QString message = toQString(refused.error()["message"]);
    QVERIFY2(message.contains(u"package libqt6sql6-psql") && message.contains(u"libpq"), refused.all().constData());
    QVERIFY2(!refused.err.contains("QSqlDatabase"), refused.all().constData());
}

QTEST_GUILESS_MAIN(TestCliDrivers)
#include "tst_cli_drivers.moc"
