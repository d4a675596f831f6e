// SPDX-License-Identifier: GPL-3.0-or-later
// `skills redact`.
#include "cli_fixture.h"

#include <QTest>

using namespace verderer;
using namespace verderer::test;
using Qt::StringLiterals::operator""_s;

class TestCliRedact : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void takesItOutAndProvesIt()
    {
        const Cli cli;
        const QByteArray leaked = skillText("notes", "The key is tok-4f9a77.\n");
        QCOMPARE(cli.run({u"skills"_s, u"edit"_s, u"notes"_s, u"--file"_s, u"-"_s}, leaked).status, 0);
        const QStringList redact{u"skills"_s, u"redact"_s, u"--file"_s, u"-"_s};
        const auto before = cli.snapshot();
        const Answer plan = cli.json(redact + QStringList{u"--dry-run"_s}, "tok-4f9a77\n");
        QVERIFY2(plan.status == 0, plan.all().constData());
        QVERIFY(plan.json()["results"][0]["found"].get<bool>());
        QCOMPARE(plan.json()["results"][0]["places"].size(), std::size_t(2));
        QCOMPARE(cli.snapshot(), before);

        const Answer done = cli.json(redact + QStringList{u"--note"_s, u"Leaked"_s}, "tok-4f9a77\n");
        QVERIFY2(done.status == 0, done.all().constData());
        const Json result = done.json()["results"][0];
        QVERIFY(result["complete"].get<bool>());
        QCOMPARE(result["count"].get<int>(), 2);
        QCOMPARE(result["record_ids"].size(), std::size_t(1));
        QVERIFY(!done.all().contains("tok-4f9a77"));
        const Answer search = cli.json({u"skills"_s, u"search"_s, u"--file"_s, u"-"_s}, "tok-4f9a77\n");
        QVERIFY2(search.status == 0 && !search.json()["found"].get<bool>(), search.all().constData());
        const Answer text = cli.run(redact, "tok-4f9a77\n");
        QVERIFY2(text.out.contains("found nowhere"), text.all().constData());
    }

    void refusesWhatCannotBeMeant_data()
    {
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<int>("status");
        QTest::newRow("too short") << QStringList() << QByteArray("a\n") << 5;
        QTest::newRow("nothing") << QStringList() << QByteArray() << 5;
        QTest::newRow("not UTF-8") << QStringList() << QByteArray("\xff\xfe tok\n") << 2;
        QTest::newRow("the note tells it") << QStringList{u"--note"_s, u"It was tok-4f9a77"_s} << QByteArray("tok-4f9a77\n") << 2;
    }

    void refusesWhatCannotBeMeant()
    {
        QFETCH(QStringList, more);
        QFETCH(QByteArray, input);
        QFETCH(int, status);
        const Cli cli;
        const auto before = cli.snapshot();
        const Answer answer = cli.run(QStringList{u"skills"_s, u"redact"_s, u"--file"_s, u"-"_s} + more, input);
        QVERIFY2(answer.status == status, answer.all().constData());
        QCOMPARE(cli.snapshot(), before);
        QCOMPARE(cli.run("skills redact").status, 2);
    }
};

QTEST_GUILESS_MAIN(TestCliRedact)
#include "tst_cli_redact.moc"
