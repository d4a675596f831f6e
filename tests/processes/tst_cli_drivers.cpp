// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/processes/cli_database.h"

#include <QDir>
#include <QLibraryInfo>

using namespace verderer;
using namespace verderer::test;

/// The command line on a computer that lacks Qt's database drivers: a copy of the program beside a qt.conf that names a folder of plugins with fewer.
class TestCliDrivers : public QObject {
    Q_OBJECT

private:
    CliDatabase m_ctl;

    /// The program where Qt has only these drivers.
    [[nodiscard]] Answer run(const QStringList &drivers, const QStringList &arguments, QMap<QString, QString> overrides = {}) const
    {
        const Tree &tree = m_ctl.cli.tree();
        const QString folder = tree.path(QStringLiteral("program-%1").arg(drivers.size()));
        const QString program = folder + QStringLiteral("/verdererctl");
        if (!QFile::exists(program)) {
            QDir().mkpath(folder + QStringLiteral("/plugins/sqldrivers"));
            const QString installed = QLibraryInfo::path(QLibraryInfo::PluginsPath) + QStringLiteral("/sqldrivers/");
            for (const QString &driver : drivers) {
                if (!QFile::link(installed + driver, folder + QStringLiteral("/plugins/sqldrivers/") + driver))
                    qFatal("cannot link %s", qPrintable(driver));
            }
            writeConfiguration(folder);
            if (!QFile::copy(Cli::program(), program))
                qFatal("cannot copy the program");
        }
        overrides.insert(QStringLiteral("QT_PLUGIN_PATH"), QString());
        return m_ctl.cli.bare(m_ctl.cli.globals() + arguments, {}, overrides, program);
    }
    static void writeConfiguration(const QString &folder)
    {
        QFile file(folder + QStringLiteral("/qt.conf"));
        if (!file.open(QIODevice::WriteOnly) || file.write("[Paths]\nPlugins = plugins\n") < 0)
            qFatal("cannot write qt.conf");
    }

private Q_SLOTS:
    void aMissingDriverNamesItsPackage_data()
    {
        QTest::addColumn<QStringList>("drivers");
        QTest::addColumn<QString>("url");
        QTest::addColumn<QByteArray>("package");
        const QString sqlite = m_ctl.database->urlText();
        const QString postgres = QStringLiteral("postgresql://somebody@127.0.0.1:9/db");
        QTest::newRow("no driver, SQLite") << QStringList() << sqlite << QByteArray("libqt6sql6-sqlite");
        QTest::newRow("no driver, PostgreSQL") << QStringList() << postgres << QByteArray("libqt6sql6-psql");
        QTest::newRow("SQLite's alone, PostgreSQL") << QStringList{QStringLiteral("libqsqlite.so")} << postgres << QByteArray("libqt6sql6-psql");
    }
    void aMissingDriverNamesItsPackage()
    {
        QFETCH(const QStringList, drivers);
        QFETCH(const QString, url);
        QFETCH(const QByteArray, package);
        for (const QString &noun : {QStringLiteral("threads"), QStringLiteral("runs")}) {
            const Answer answer = run(drivers, {QStringLiteral("--json"), QStringLiteral("--database"), url, noun, QStringLiteral("list")});
            QVERIFY2(answer.status == 10, answer.all().constData());
            QCOMPARE(answer.out, QByteArray());
            QCOMPARE(text(answer.error()["code"]), QByteArray("\"Unavailable\""));
            QVERIFY2(answer.error()["message"].get<std::string>().find(package.constData()) != std::string::npos, answer.all().constData());
            QCOMPARE(text(answer.error()["details"]["kind"]), QByteArray("\"driver-missing\""));
            QVERIFY2(!answer.err.contains("QSqlDatabase"), answer.all().constData());
        }
    }

    void theRestWorksWithoutDrivers()
    {
        const Answer skills = run({}, {QStringLiteral("--json"), QStringLiteral("skills"), QStringLiteral("list")});
        QVERIFY2(skills.status == 0, skills.all().constData());
        QCOMPARE(skills.err, QByteArray());
        QVERIFY(!skills.json()["skills"].empty());
        const Answer doctor = run({}, {QStringLiteral("--database"), m_ctl.database->urlText(), QStringLiteral("doctor")});
        QVERIFY2(doctor.out.contains("libqt6sql6-sqlite"), doctor.all().constData());
        QVERIFY2(!doctor.err.contains("QSql"), doctor.all().constData());
    }

    void sqliteWorksWithoutPostgres()
    {
        m_ctl.database->add(threadRow("t", "2026-11-01 10:00:00.000000"));
        const Answer answer = run({QStringLiteral("libqsqlite.so")}, {QStringLiteral("--json"), QStringLiteral("--database"),
                                                                      m_ctl.database->urlText(), QStringLiteral("threads"), QStringLiteral("list")});
        QVERIFY2(answer.status == 0, answer.all().constData());
        QCOMPARE(answer.json()["threads"].size(), std::size_t(1));
    }

    /// The driver is there, and the library it wants is not: a file that is none stands in its place.
    void aDriverWithoutItsLibraryIsNamedToo()
    {
        const QStringList drivers{QStringLiteral("libqsqlite.so"), QStringLiteral("libqsqlpsql.so")};
        m_ctl.cli.tree().file(QStringLiteral("broken/libpq.so.5"), "");
        const QMap<QString, QString> there{{QStringLiteral("LD_LIBRARY_PATH"), m_ctl.cli.tree().path(QStringLiteral("broken"))}};
        const QStringList list{QStringLiteral("--json"), QStringLiteral("threads"), QStringLiteral("list"), QStringLiteral("--database")};
        const Answer refused = run(drivers, list + QStringList{QStringLiteral("postgresql://somebody@127.0.0.1:9/db")}, there);
        QVERIFY2(refused.status == 10, refused.all().constData());
        const QString message = toQString(refused.error()["message"]);
        QVERIFY2(message.contains(u"libqt6sql6-psql") && message.contains(u"libpq"), refused.all().constData());
        QVERIFY2(!refused.err.contains("QSqlDatabase"), refused.all().constData());
        const Answer file = run(drivers, list + QStringList{m_ctl.database->urlText()}, there);
        QVERIFY2(file.status == 0, file.all().constData());
    }
};

QTEST_GUILESS_MAIN(TestCliDrivers)
#include "tst_cli_drivers.moc"
