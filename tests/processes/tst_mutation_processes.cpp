// SPDX-License-Identifier: GPL-3.0-or-later
//
// What else only several processes can show: large lines, torn lines, accounts that may not write.
#include "support/test_home.h"
#include "support/worker_process.h"

#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace verderer;
using namespace verderer::test;

namespace {

const QString demo = QStringLiteral("demo-skill");

} // namespace

class TestMutationProcesses : public QObject {
    Q_OBJECT

private:
    QString m_worker = QStringLiteral(VERDERER_WORKER);

private Q_SLOTS:
    /// T39: two processes append 1 MiB records, 100 times each: 200 lines, each whole.
    void largeRecordsOfTwoProcesses()
    {
        const TestHome home;
        constexpr int count = 100;
        const QStringList action = {QStringLiteral("--timeout"), QStringLiteral("300000"), QStringLiteral("append"), demo, QString::number(count)};
        WorkerProcess one(m_worker, home, home.user(), QStringList(action + QStringList{QStringLiteral("one ")}));
        WorkerProcess two(m_worker, home, home.user(), QStringList(action + QStringList{QStringLiteral("two ")}));
        QVERIFY(one.waitFor(QStringLiteral("done"), 300000));
        QVERIFY(two.waitFor(QStringLiteral("done"), 300000));
        QVERIFY(one.finished());
        QVERIFY(two.finished());
        QFile file(home.history(demo));
        QVERIFY(file.open(QIODevice::ReadOnly));
        int lines = 0;
        int ofOne = 0;
        while (!file.atEnd()) { // a line at a time: all together are 200 MiB
            const QByteArray line = file.readLine();
            QVERIFY(line.startsWith("{\"ts\": ") && line.endsWith("}\n"));
            QCOMPARE(line.count("{\"ts\": "), 1);
            QVERIFY(line.size() > 1024 * 1024);
            ofOne += line.contains("\"one xxxx") ? 1 : 0;
            ++lines;
        }
        QCOMPARE(lines, 2 * count);
        QCOMPARE(ofOne, count);
    }

    /// T102: killed inside the append of an 8 MiB line; the next of ours leaves no half line, and both records are whole.
    void killedInsideALargeLine()
    {
        const TestHome home;
        const QByteArray before = skillText(demo, QByteArray(4 * 1024 * 1024, 'a') + "\n");
        const QByteArray after = skillText(demo, QByteArray(4 * 1024 * 1024, 'b') + "\n");
        const QByteArray next = skillText(demo, "next\n");
        home.addSkill(demo, before);
        writeFile(home.path() + QStringLiteral("/after.md"), after);
        writeFile(home.path() + QStringLiteral("/next.md"), next);
        WorkerProcess one(m_worker, home, home.user(),
                          {QStringLiteral("--kill-mode"), QStringLiteral("torn-record"), QStringLiteral("edit"), demo,
                           QString(home.path() + QStringLiteral("/after.md"))});
        QVERIFY(!one.waitFor(QStringLiteral("done")));
        one.finished();
        QVERIFY(one.wasKilled());
        QCOMPARE(readFile(home.skillFile(demo)), after);
        const QByteArray torn = readFile(home.history(demo));
        QVERIFY(torn.size() > 4 * 1024 * 1024 && !torn.endsWith('\n'));

        WorkerProcess two(m_worker, home, home.user(), {QStringLiteral("edit"), demo, QString(home.path() + QStringLiteral("/next.md"))});
        const auto done = two.waitFor(QStringLiteral("done"));
        QVERIFY(done);
        QCOMPARE(done->details.value(QStringLiteral("ok")), QStringLiteral("true"));
        QVERIFY(two.finished());
        const QList<RecordView> records = home.records(demo);
        QCOMPARE(records.size(), 2);
        QVERIFY(records[0].parses && records[1].parses);
        QVERIFY(records[0].prev == before && records[0].next == after);
        QVERIFY(records[1].prev == after && records[1].next == next);
        QVERIFY(readFile(home.history(demo)).startsWith(torn));
    }

    /// A tree that this account may not write (T34's core half): one clear sentence, nothing changed. As root the worker becomes somebody else first.
    void aTreeThatMayNotBeWritten()
    {
        const TestHome home;
        home.addSkill(demo, skillText(demo, "one\n"));
        writeFile(home.path() + QStringLiteral("/two.md"), skillText(demo, "two\n"));
        const QByteArray folder = QFile::encodeName(QString(home.customRoot() + u'/' + demo));
        QStringList arguments;
        if (::geteuid() == 0) {
            QCOMPARE(::chmod(QFile::encodeName(home.path()).constData(), 0755), 0);
            arguments = {QStringLiteral("--as-user"), QStringLiteral("65534")};
        } else {
            QCOMPARE(::chmod(folder.constData(), 0555), 0);
        }
        arguments += {QStringLiteral("edit"), demo, QString(home.path() + QStringLiteral("/two.md"))};
        WorkerProcess worker(m_worker, home, home.user(), arguments);
        const auto done = worker.waitFor(QStringLiteral("done"));
        QVERIFY2(done, qPrintable(worker.output()));
        QVERIFY(worker.finished());
        ::chmod(folder.constData(), 0755);
        QCOMPARE(done->details.value(QStringLiteral("ok")), QStringLiteral("false"));
        QCOMPARE(done->details.value(QStringLiteral("code")), QStringLiteral("ReadOnly"));
        QVERIFY2(done->details.value(QStringLiteral("message")).contains(home.home()), qPrintable(worker.output()));
        QCOMPARE(readFile(home.skillFile(demo)), skillText(demo, "one\n"));
        QVERIFY(!QFile::exists(home.history(demo)));
        QVERIFY(!QFile::exists(home.intent()));
        QCOMPARE(home.temporaryFiles(), QStringList());
    }
};

QTEST_GUILESS_MAIN(TestMutationProcesses)
#include "tst_mutation_processes.moc"
