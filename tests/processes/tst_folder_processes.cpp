// SPDX-License-Identifier: GPL-3.0-or-later
//
// Several processes make, delete and edit skills of one user at once: a name is given once, and every history tells the whole story.
#include "skills/history_chain.h"
#include "skills/skill_folders.h"
#include "support/test_home.h"
#include "support/worker_process.h"
#include "support/zip_bytes.h"

#include <QDir>
#include <QTest>

#include <memory>
#include <vector>

using namespace verderer;
using namespace verderer::test;

namespace {

const QString demo = QStringLiteral("demo-skill");

QString textFile(const TestHome &home, const QString &name, const QByteArray &word)
{
    const QString path = QString(home.path() + u'/' + QString::fromUtf8(word) + QStringLiteral(".md"));
    writeFile(path, skillText(name, word + "\n"));
    return path;
}

QString archive(const TestHome &home, const QByteArray &word)
{
    const QString path = QString(home.path() + u'/' + QString::fromUtf8(word) + QStringLiteral(".skill"));
    writeFile(path, ZipBytes().add("SKILL.md", skillText(demo, word + "\n")).add("references/a.md", word).bytes());
    return path;
}

} // namespace

class TestFolderProcesses : public QObject {
    Q_OBJECT

private:
    QString m_worker = QStringLiteral(VERDERER_WORKER);

private Q_SLOTS:
    /// Both stand ready; whoever comes second is told that the name is taken, and the winner's text stays.
    void twoCreateTheSameName()
    {
        const TestHome home;
        WorkerProcess first(m_worker, home, home.user(),
                            {QStringLiteral("--stop-at"), QStringLiteral("move"), QStringLiteral("create"), demo, textFile(home, demo, "First")});
        QVERIFY(first.waitFor(QStringLiteral("stopped")));
        WorkerProcess second(m_worker, home, home.user(), {QStringLiteral("create"), demo, textFile(home, demo, "Second")});
        QVERIFY(second.waitFor(QStringLiteral("waiting")));
        first.go();
        const auto won = first.waitFor(QStringLiteral("done"));
        const auto lost = second.waitFor(QStringLiteral("done"));
        QVERIFY(won && lost);
        QCOMPARE(won->details.value(QStringLiteral("ok")), QStringLiteral("true"));
        QCOMPARE(lost->details.value(QStringLiteral("code")), QStringLiteral("AlreadyExists"));
        QCOMPARE(readFile(home.skillFile(demo)), skillText(demo, "First\n"));
        QCOMPARE(home.records(demo).size(), 1);
    }

    /// Ends while the other waits: the name is free again, and what was begun is cleared away.
    void theFirstIsKilledWhileTheSecondWaits()
    {
        const TestHome home;
        WorkerProcess first(m_worker, home, home.user(),
                            {QStringLiteral("--stop-at"), QStringLiteral("move"), QStringLiteral("create"), demo, textFile(home, demo, "First")});
        QVERIFY(first.waitFor(QStringLiteral("stopped")));
        WorkerProcess second(m_worker, home, home.user(), {QStringLiteral("create"), demo, textFile(home, demo, "Second")});
        QVERIFY(second.waitFor(QStringLiteral("waiting")));
        first.kill();
        const auto done = second.waitFor(QStringLiteral("done"));
        QVERIFY(done);
        QCOMPARE(done->details.value(QStringLiteral("ok")), QStringLiteral("true"));
        QCOMPARE(readFile(home.skillFile(demo)), skillText(demo, "Second\n"));
        QCOMPARE(home.records(demo).size(), 1);
        QCOMPARE(home.drafts().size(), 1);
        QCOMPARE(home.drafts().first().text, skillText(demo, "First\n"));
    }

    /// Two archives of one skill at once: one wins, the other is told; with the wish to replace, the second puts the first into the trash.
    void twoInstallTheSameName_data()
    {
        QTest::addColumn<QString>("second");
        QTest::newRow("both install") << QStringLiteral("install");
        QTest::newRow("the second replaces") << QStringLiteral("replace");
    }
    void twoInstallTheSameName()
    {
        QFETCH(QString, second);
        const TestHome home;
        WorkerProcess winner(m_worker, home, home.user(),
                             {QStringLiteral("--stop-at"), QStringLiteral("move"), QStringLiteral("install"), demo, archive(home, "First")});
        QVERIFY(winner.waitFor(QStringLiteral("stopped")));
        WorkerProcess other(m_worker, home, home.user(), {second, demo, archive(home, "Second")});
        QVERIFY(other.waitFor(QStringLiteral("waiting")));
        winner.go();
        const auto won = winner.waitFor(QStringLiteral("done"));
        const auto done = other.waitFor(QStringLiteral("done"));
        QVERIFY(won && done);
        QCOMPARE(won->details.value(QStringLiteral("ok")), QStringLiteral("true"));
        const QList<RecordView> records = home.records(demo);
        if (second == u"install") {
            QCOMPARE(done->details.value(QStringLiteral("code")), QStringLiteral("AlreadyExists"));
            QCOMPARE(readFile(home.skillFile(demo)), skillText(demo, "First\n"));
            QCOMPARE(records.size(), 1);
        } else {
            QCOMPARE(done->details.value(QStringLiteral("ok")), QStringLiteral("true"));
            QCOMPARE(readFile(home.skillFile(demo)), skillText(demo, "Second\n"));
            QCOMPARE(records.size(), 2);
            QCOMPARE(records[1].prev, skillText(demo, "First\n"));
        }
        QVERIFY(home.holdsText(demo, skillText(demo, "First\n")));
    }

    void manyCreateTheSameNames()
    {
        const TestHome home;
        constexpr int workers = 4;
        constexpr int names = 3;
        int made = 0;
        int refused = 0;
        for (int n = 0; n < names; ++n) {
            const QString name = QStringLiteral("skill-%1").arg(n);
            std::vector<std::unique_ptr<WorkerProcess>> all;
            for (int w = 0; w < workers; ++w) {
                const QByteArray word = "Text" + QByteArray::number(n) + QByteArray::number(w);
                all.push_back(std::make_unique<WorkerProcess>(m_worker, home, home.user(),
                                                              QStringList{QStringLiteral("create"), name, textFile(home, name, word)}));
            }
            for (const auto &worker : all) {
                const auto done = worker->waitFor(QStringLiteral("done"));
                QVERIFY(done && worker->finished());
                if (done->details.value(QStringLiteral("ok")) == u"true")
                    ++made;
                else if (done->details.value(QStringLiteral("code")) == u"AlreadyExists")
                    ++refused;
            }
            QCOMPARE(home.records(name).size(), 1);
            QCOMPARE(home.records(name).first().next, readFile(home.skillFile(name)));
        }
        QCOMPARE(made, names);
        QCOMPARE(refused, names * (workers - 1));
    }

    /// Edits, deletions and creations of one name from several processes: every text that somebody was told is stored can be had, and the chain is
    /// whole.
    void editsMixedWithDeletionsAndCreations()
    {
        const TestHome home;
        home.addSkill(demo, skillText(demo, "Initial\n"));
        constexpr int rounds = 4;
        QList<QByteArray> stored{skillText(demo, "Initial\n")};
        for (int round = 0; round < rounds; ++round) {
            const QByteArray number = QByteArray::number(round);
            std::vector<std::pair<std::unique_ptr<WorkerProcess>, QByteArray>> all;
            const auto start = [&](const QStringList &arguments, const QByteArray &text) {
                all.emplace_back(std::make_unique<WorkerProcess>(m_worker, home, home.user(), arguments), text);
            };
            for (const QByteArray &word : {QByteArray("EditA" + number), QByteArray("EditB" + number)})
                start({QStringLiteral("edit"), demo, textFile(home, demo, word)}, skillText(demo, word + "\n"));
            start({QStringLiteral("delete"), demo, QStringLiteral("-")}, {});
            start({QStringLiteral("create"), demo, textFile(home, demo, "Create" + number)}, skillText(demo, "Create" + number + "\n"));
            start({QStringLiteral("restore"), demo, QStringLiteral("-")}, {});
            for (const auto &[worker, text] : all) {
                const auto done = worker->waitFor(QStringLiteral("done"));
                QVERIFY(done && worker->finished());
                const QString code = done->details.value(QStringLiteral("code"));
                QVERIFY2(code.isEmpty() || code == u"NotFound" || code == u"AlreadyExists", qPrintable(worker->output()));
                if (code.isEmpty() && !text.isEmpty())
                    stored += text;
            }
        }
        for (const QByteArray &text : std::as_const(stored))
            QVERIFY2(home.holdsText(demo, text), text.constData());
        QVERIFY(!QFile::exists(home.intent()));
        const QList<RecordView> records = home.records(demo);
        std::optional<QByteArray> before = skillText(demo, "Initial\n");
        for (const RecordView &record : records) {
            QVERIFY(record.parses);
            QCOMPARE(record.prev, before);
            before = record.next;
        }
        QCOMPARE(before.value_or(QByteArray()), readFile(home.skillFile(demo)));
        QCOMPARE(before.has_value(), QFile::exists(home.skillFile(demo)));
    }
};

QTEST_GUILESS_MAIN(TestFolderProcesses)
#include "tst_folder_processes.moc"
