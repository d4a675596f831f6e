// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "runs/process_executor.h"
#include "runs/process_output.h"

#include <QFile>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QTest>

#include <future>
#include <mutex>

namespace verderer::test {

class TestProcessExecutor : public QObject {
    Q_OBJECT

    /// Collects what an execution tells.
    struct Collected {
        std::mutex mutex;
        QList<RunEvent> events;
        QSemaphore arrived;
        CancelSource cancel;

        ExecutionContext context()
        {
            ExecutionContext given;
            given.threadId = QStringLiteral("t-1");
            given.runId = QStringLiteral("r-1");
            given.metadataJson = R"({"k": "v"})";
            given.cancel = cancel.token();
            given.emitEvent = [this](const RunEvent &event) {
                const std::lock_guard guard(mutex);
                events.append(event);
                if (event.content == "ready") {
                    arrived.release();
                }
            };
            return given;
        }
        QList<QByteArray> texts(const char *type)
        {
            const std::lock_guard guard(mutex);
            QList<QByteArray> found;
            for (const RunEvent &event : std::as_const(events)) {
                if (event.type == QLatin1String(type)) {
                    found.append(event.content);
                }
            }
            return found;
        }
    };

    static ProcessExecutor::Options shell(const QString &script)
    {
        ProcessExecutor::Options options;
        options.program = QStringLiteral("/bin/sh");
        options.arguments = {QStringLiteral("-c"), script};
        options.environment = QProcessEnvironment::systemEnvironment();
        return options;
    }

private Q_SLOTS:
    void theCommandKnowsItsRun()
    {
        Collected collected;
        auto context = collected.context();
        context.threadIncarnation = QStringLiteral("birth");
        ProcessExecutor executor(shell(QStringLiteral("echo $VERDERER_THREAD_ID; echo $VERDERER_RUN_ID; echo \"$VERDERER_RUN_METADATA\"; "
                                                      "echo ${VERDERER_THREAD_INCARNATION-none}; cat")));
        const auto result = executor.execute(context);
        QCOMPARE(result.status, RunStatus::Success);
        QVERIFY(result.error.isEmpty());
        QCOMPARE(collected.texts("process.stdout"), QList<QByteArray>({"t-1", "r-1", R"({"k": "v"})", "birth"}));
        QCOMPARE(collected.texts("run.start").size(), 1);
        QCOMPARE(collected.texts("run.end").size(), 1);
        const RunEvent end = collected.events.last();
        QVERIFY(parseJson(end.content)->is_object());
        QVERIFY(end.metadataJson.contains("content_is_json"));
    }

    void anUnverifiedThreadHasNoIncarnation()
    {
        qputenv("VERDERER_THREAD_INCARNATION", "left over");
        Collected collected;
        ProcessExecutor executor(shell(QStringLiteral("echo ${VERDERER_THREAD_INCARNATION-none}")));
        executor.execute(collected.context());
        qunsetenv("VERDERER_THREAD_INCARNATION");
        QCOMPARE(collected.texts("process.stdout"), QList<QByteArray>({"none"}));
    }

    void theExitDecides_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("error");
        QTest::newRow("status") << QStringLiteral("echo bad >&2; exit 3") << QStringLiteral("exit status 3");
        QTest::newRow("signal") << QStringLiteral("kill -SEGV $$") << QStringLiteral("signal 11");
    }
    void theExitDecides()
    {
        QFETCH(QString, script);
        QFETCH(QString, error);
        Collected collected;
        ProcessExecutor executor(shell(script));
        const auto result = executor.execute(collected.context());
        QCOMPARE(result.status, RunStatus::Error);
        QVERIFY2(result.error.contains(error), qPrintable(result.error));
        if (script.contains(QLatin1String("bad"))) {
            QVERIFY(result.error.endsWith(QLatin1String("\nbad")));
        }
        QCOMPARE(collected.texts("run.error").size(), 1);
        QVERIFY(collected.texts("run.end").isEmpty());
    }

    void aCommandThatIsNotThereIsAnError()
    {
        Collected collected;
        ProcessExecutor::Options options;
        options.program = QStringLiteral("/no/such/command");
        ProcessExecutor executor(options);
        const auto result = executor.execute(collected.context());
        QCOMPARE(result.status, RunStatus::Error);
        QVERIFY(result.error.contains(QLatin1String("/no/such/command")));
        QCOMPARE(collected.texts("run.error").size(), 1);
    }

    void linesComeWholeAndInOrder()
    {
        Collected collected;
        ProcessExecutor executor(shell(QStringLiteral("seq 1 20000; echo err >&2; printf 'no newline'")));
        QCOMPARE(executor.execute(collected.context()).status, RunStatus::Success);
        const auto lines = collected.texts("process.stdout");
        QCOMPARE(lines.size(), 20001);
        for (int i = 0; i < 20000; ++i) {
            QCOMPARE(lines[i], QByteArray::number(i + 1));
        }
        QCOMPARE(lines.last(), QByteArray("no newline"));
        QCOMPARE(collected.texts("process.stderr"), QList<QByteArray>({"err"}));
    }

    void linesAreCutAndMadeUtf8_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("cut");
        QTest::addColumn<bool>("replaced");
        QTest::addColumn<qint64>("length");
        QTest::newRow("plain") << QByteArray("abc\n") << QByteArray("abc") << false << false << qint64(3);
        QTest::newRow("crlf") << QByteArray("abc\r\n") << QByteArray("abc") << false << false << qint64(4);
        QTest::newRow("fits") << QByteArray("12345678\n") << QByteArray("12345678") << false << false << qint64(8);
        QTest::newRow("long") << QByteArray("123456789\n") << QByteArray("12345678") << true << false << qint64(9);
        QTest::newRow("no end") << QByteArray(100, 'x') << QByteArray("xxxxxxxx") << true << false << qint64(100);
        QTest::newRow("two bytes across the cut") << QByteArray("1234567\xC3\xA4\n") << QByteArray("1234567") << true << false << qint64(9);
        QTest::newRow("three bytes across the cut") << QByteArray("123456\xE6\x96\xB0\n") << QByteArray("123456") << true << false << qint64(9);
        QTest::newRow("whole character at the cut")
            << QByteArray("12345\xE6\x96\xB0x\n") << QByteArray("12345\xE6\x96\xB0") << true << false << qint64(9);
        QTest::newRow("not UTF-8") << QByteArray("a\xFFz\n") << QByteArray("a\xEF\xBF\xBDz") << false << true << qint64(3);
        QTest::newRow("NUL") << QByteArray("a\0z\n", 4) << QByteArray("a\xEF\xBF\xBDz") << false << true << qint64(3);
        QTest::newRow("empty") << QByteArray("\n") << QByteArray() << false << false << qint64(0);
    }
    void linesAreCutAndMadeUtf8()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, text);
        QFETCH(bool, cut);
        QFETCH(bool, replaced);
        QFETCH(qint64, length);
        for (const qsizetype piece : {qsizetype(1), qsizetype(3), bytes.size()}) {
            QList<OutputLines::Line> lines;
            OutputLines output(8, [&](const OutputLines::Line &line) { lines.append(line); });
            for (qsizetype at = 0; at < bytes.size(); at += piece) {
                output.add(bytes.mid(at, piece));
            }
            output.end();
            QCOMPARE(lines.size(), 1);
            QCOMPARE(lines.first().text, text);
            QCOMPARE(lines.first().cut, cut);
            QCOMPARE(lines.first().replaced, replaced);
            QCOMPARE(lines.first().length, length);
        }
    }

    void whatWasCutOrReplacedIsFlaggedInTheEvent()
    {
        Collected collected;
        auto options = shell(QStringLiteral("printf '123456789\\n\\377\\n'"));
        options.longestLine = 8;
        ProcessExecutor executor(options);
        executor.execute(collected.context());
        const RunEvent cut = collected.events.at(1);
        QCOMPARE(cut.content, QByteArray("12345678"));
        QCOMPARE(cut.metadataJson, QByteArray(R"({"content_truncated": true, "original_byte_length": 9})"));
        QCOMPARE(cut.category, QStringLiteral("trace"));
        QCOMPARE(collected.events.at(2).metadataJson, QByteArray(R"({"replaced": true})"));
    }

    void cancelEndsTheCommand_data()
    {
        QTest::addColumn<QString>("script");
        QTest::newRow("that obeys SIGINT") << QStringLiteral("trap 'echo caught; exit 0' INT; echo ready; while :; do sleep 0.05; done");
        QTest::newRow("that obeys SIGTERM alone") << QStringLiteral("trap '' INT; echo ready; while :; do sleep 0.05; done");
        QTest::newRow("that obeys nothing") << QStringLiteral("trap '' INT TERM; echo ready; while :; do sleep 0.05; done");
        QTest::newRow("and what it started") << QStringLiteral("sleep 1000 & echo ready; wait");
    }
    void cancelEndsTheCommand()
    {
        QFETCH(QString, script);
        Collected collected;
        auto options = shell(script);
        options.interruptGraceMs = 300;
        options.terminateGraceMs = 300;
        ProcessExecutor executor(options);
        auto running = std::async(std::launch::async, [&] { return executor.execute(collected.context()); });
        QVERIFY(collected.arrived.tryAcquire(1, 30'000));
        collected.cancel.cancel();
        const auto result = running.get();
        QCOMPARE(result.status, RunStatus::Interrupted);
        if (script.contains(QLatin1String("caught"))) {
            QCOMPARE(collected.texts("process.stdout"), QList<QByteArray>({"ready", "caught"}));
        }
    }
};

} // namespace verderer::test

QTEST_GUILESS_MAIN(verderer::test::TestProcessExecutor)
#include "tst_process_executor.moc"
