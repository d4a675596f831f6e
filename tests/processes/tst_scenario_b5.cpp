// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "support/database_fixture.h"
#include "support/postgres_server.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QSet>
#include <QTest>

#include <memory>
#include <vector>

using namespace verderer;
using namespace verderer::test;

namespace {

/// One process that makes a thread when it is let go.
class Maker {
public:
    Maker(const DatabaseFixture &database, const QString &way, const QStringList &arguments)
    {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(QStringLiteral(VERDERER_THREAD_WORKER), QStringList{way, QStringLiteral("--database"), database.urlText()} + arguments);
    }
    ~Maker()
    {
        if (m_process.state() != QProcess::NotRunning) {
            m_process.kill();
            m_process.waitForFinished();
        }
    }
    Maker(const Maker &) = delete;
    Maker &operator=(const Maker &) = delete;

    bool ready() { return event().value("event", std::string()) == "ready"; }
    void go()
    {
        m_process.write("go\n");
        m_process.waitForBytesWritten();
    }
    /// What it got; an empty object where it ended without a word.
    Json result() { return event(); }

private:
    Json event()
    {
        QElapsedTimer timer;
        timer.start();
        while (!m_process.canReadLine() && timer.elapsed() < 60'000) {
            if (!m_process.waitForReadyRead(1000) && m_process.state() == QProcess::NotRunning) {
                break;
            }
        }
        const auto json = parseJson(m_process.readLine());
        return json ? *json : Json::object();
    }
    QProcess m_process;
};

QString owner()
{
    return QStringLiteral("user-a");
}

} // namespace

/// Scenario B5: processes that share nothing but the database.
class TestScenarioB5 : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<PostgresServer> m_server;

    std::unique_ptr<DatabaseFixture> makeDatabase() const
    {
        QFETCH_GLOBAL(bool, postgres);
        return postgres ? DatabaseFixture::postgres(*m_server) : DatabaseFixture::sqlite();
    }
    /// The ways in which the processes of one case make the thread: every way gets its own title.
    static std::vector<std::unique_ptr<Maker>> start(const DatabaseFixture &database, const QStringList &ways, const QString &id)
    {
        std::vector<std::unique_ptr<Maker>> makers;
        for (qsizetype i = 0; i < ways.size(); ++i) {
            const QString name = QStringLiteral("%1 %2").arg(ways[i]).arg(i);
            QStringList arguments{QStringLiteral("--id"), id, QStringLiteral("--owner"), owner(), QStringLiteral("--title"), name};
            if (ways[i] == QLatin1String("adopt")) {
                const QString run = QStringLiteral("%1-run-%2").arg(id).arg(i);
                database.add(RunRow{.runId = run, .threadId = id, .owner = owner(), .firstHumanMessage = name});
                arguments += {QStringLiteral("--run"), run};
            }
            makers.push_back(std::make_unique<Maker>(database, ways[i], arguments));
        }
        return makers;
    }

private Q_SLOTS:
    void initTestCase_data()
    {
        QTest::addColumn<bool>("postgres");
        QTest::newRow("SQLite") << false;
        QTest::newRow("PostgreSQL") << true;
    }
    void initTestCase()
    {
        QString error;
        m_server = PostgresServer::start(&error);
        QVERIFY2(m_server, qPrintable(error));
    }

    void b5EightProcessesCreateTheSameIdAtOnce_data()
    {
        const auto times = [](int hand, int adopt, int deerflow) {
            QStringList ways;
            for (int i = 0; i < 8; ++i) {
                ways.append(i < hand ? QStringLiteral("hand") : i < hand + adopt ? QStringLiteral("adopt") : QStringLiteral("deerflow"));
            }
            Q_ASSERT(hand + adopt + deerflow == 8);
            return ways;
        };
        QTest::addColumn<QStringList>("ways");
        QTest::newRow("half by hand, half by adopt") << times(4, 4, 0);
        QTest::newRow("one of them the DeerFlow way") << times(4, 3, 1);
    }
    void b5EightProcessesCreateTheSameIdAtOnce()
    {
        QFETCH(QStringList, ways);
        const auto database = makeDatabase();
        for (int round = 0; round < 3; ++round) {
            const QString id = QStringLiteral("crowded-%1").arg(round);
            auto makers = start(*database, ways, id);
            for (const auto &maker : makers) {
                QVERIFY(maker->ready());
            }
            for (const auto &maker : makers) {
                maker->go();
            }
            int created = 0;
            std::string winner;
            QSet<QString> shown;
            for (const auto &maker : makers) {
                const Json result = maker->result();
                QVERIFY2(result.contains("created"), result.dump().c_str());
                QCOMPARE(toQString(result["thread"]), id);
                if (result["created"].get<bool>()) {
                    ++created;
                    winner = result["title"].get<std::string>();
                }
                shown.insert(toQString(result["title"]));
            }
            QCOMPARE(created, 1);
            QCOMPARE(database->count(QStringLiteral("threads_meta"), QStringLiteral("thread_id = ?"), {id}), 1);
            const QString stored =
                database->sql(QStringLiteral("SELECT display_name FROM threads_meta WHERE thread_id = ?"), {id}).first().first().toString();
            QCOMPARE(stored, QString::fromStdString(winner));
            QCOMPARE(shown, QSet<QString>{stored}); // each shows the stored row
        }
    }

    void b5AnIdOfSomebodyElseIsRefusedToAll()
    {
        const auto database = makeDatabase();
        const QString id = QStringLiteral("theirs");
        database->add(ThreadRow{.threadId = id, .owner = QStringLiteral("user-b"), .title = QStringLiteral("Theirs")});
        auto makers = start(*database, {QStringLiteral("hand"), QStringLiteral("adopt"), QStringLiteral("hand")}, id);
        const QString before = database->dump();
        for (const auto &maker : makers) {
            QVERIFY(maker->ready());
            maker->go();
        }
        for (const auto &maker : makers) {
            const Json result = maker->result();
            QCOMPARE(toQString(result.value("error", Json())), QStringLiteral("Conflict"));
            QCOMPARE(toQString(result["kind"]), QStringLiteral("other-owner"));
        }
        QCOMPARE(database->dump(), before);
    }

    void b5AnOwnerlessIdIsToldAndClaimedOnce()
    {
        const auto database = makeDatabase();
        const QString id = QStringLiteral("nobodys");
        database->add(ThreadRow{.threadId = id, .owner = {}});
        const QString before = database->dump();
        Maker asks(*database, QStringLiteral("hand"), {QStringLiteral("--id"), id, QStringLiteral("--owner"), owner()});
        QVERIFY(asks.ready());
        asks.go();
        const Json told = asks.result();
        QVERIFY(!told["created"].get<bool>());
        QVERIFY(toQString(told["warnings"]).contains(QLatin1String("no owner")));
        QCOMPARE(database->dump(), before);

        // Eight want it, each for another owner: one gets it, the others are told whose it is.
        std::vector<std::unique_ptr<Maker>> makers;
        for (int i = 0; i < 8; ++i) {
            makers.push_back(std::make_unique<Maker>(
                *database, QStringLiteral("hand"),
                QStringList{QStringLiteral("--id"), id, QStringLiteral("--owner"), QStringLiteral("claimer-%1").arg(i), QStringLiteral("--claim")}));
        }
        for (const auto &maker : makers) {
            QVERIFY(maker->ready());
        }
        for (const auto &maker : makers) {
            maker->go();
        }
        int claimed = 0;
        int refused = 0;
        for (const auto &maker : makers) {
            const Json result = maker->result();
            if (result.contains("error")) {
                QCOMPARE(toQString(result["error"]), QStringLiteral("Conflict"));
                ++refused;
            } else {
                QVERIFY(result["claimed"].get<bool>());
                ++claimed;
            }
        }
        QCOMPARE(claimed, 1);
        QCOMPARE(refused, 7);
    }
};

QTEST_GUILESS_MAIN(TestScenarioB5)
#include "tst_scenario_b5.moc"
