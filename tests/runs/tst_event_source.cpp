// SPDX-License-Identifier: GPL-3.0-or-later
#include "database/database_time.h"
#include "runs/event_source.h"
#include "runs/memory_run_store.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace verderer;

namespace {

const Wait patient{QDeadlineTimer(60'000), {}};

QByteArray line(int seq, const char *category, const QByteArray &content)
{
    return "{\"thread_id\": \"t\", \"run_id\": \"r\", \"event_type\": \"llm.ai.response\", \"category\": \"" + QByteArray(category) +
           "\", \"content\": " + content + ", \"metadata\": {\"caller\": \"lead_agent\"}, \"seq\": " + QByteArray::number(seq) +
           ", \"created_at\": \"2026-11-30T19:29:36.976169+00:00\"}\n";
}

QStringList told(const Result<EventPage> &page)
{
    if (!page) {
        return {page.error().message};
    }
    QStringList list;
    for (const RunEvent &event : page->events) {
        list.append(QStringLiteral("%1 %2 %3").arg(event.seq).arg(event.category, QString::fromUtf8(event.content)).simplified());
    }
    return list;
}

} // namespace

class TestEventSource : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;

    void put(const QString &thread, const QString &run, const QByteArray &bytes)
    {
        const QString folder = m_folder->filePath(thread + QStringLiteral("/runs"));
        QVERIFY(QDir().mkpath(folder));
        QFile file(folder + QLatin1Char('/') + run + QStringLiteral(".jsonl"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void knowsWhenTheNewestEventWasMade()
    {
        const auto source = makeJsonlEvents(m_folder->path());
        const QString thread = QStringLiteral("t");
        const QString run = QStringLiteral("r");
        QVERIFY(!*source->newestAt(thread, run, patient));
        put(thread, run, line(1, "message", "1") + R"({"seq": 2, "created_at": "2026-12-01T00:00:00.5+00:00"})" + "\ncut off in the mid");
        QCOMPARE(source->newestAt(thread, run, patient)->value(), *parseDatabaseTimestamp(QStringLiteral("2026-12-01 00:00:00.500000")));
        QVERIFY(!*source->newestAt(thread, QStringLiteral("../r"), patient));
        QVERIFY(!*source->newestAt(thread, {}, patient));
        QVERIFY(!*makeMemoryOnlyEvents()->newestAt(thread, run, patient));
    }

    void readsLinesWithTheTypesTheyHave()
    {
        put(QStringLiteral("t"), QStringLiteral("r"),
            line(1, "message", "{\"type\": \"ai\", \"content\": \"x\"}") + line(2, "trace", "\"plain \xE2\x80\xA8 words\"") +
                line(3, "message", "[1]"));
        const auto source = makeJsonlEvents(m_folder->path());
        QCOMPARE(source->whyNone(), QString());
        const auto page = source->events(QStringLiteral("t"), QStringLiteral("r"), {}, 0, 100, patient);
        QVERIFY(page);
        QCOMPARE(page->events.size(), 3);
        QVERIFY(!page->nextAfterSeq);
        QVERIFY(page->events[0].contentIsJson);
        QCOMPARE(page->events[0].content, QByteArray("{\"type\": \"ai\", \"content\": \"x\"}"));
        QVERIFY(!page->events[1].contentIsJson);
        QCOMPARE(page->events[1].content, QByteArray("plain \xE2\x80\xA8 words")); // a line separator inside a text ends no line
        QVERIFY(page->events[0].createdAt);
        QCOMPARE(page->events[0].threadId, QStringLiteral("t"));
        QCOMPARE(told(source->events(QStringLiteral("t"), QStringLiteral("r"), {QStringLiteral("trace")}, 0, 100, patient)).size(), 1);
    }

    void showsBadLines()
    {
        put(QStringLiteral("t"), QStringLiteral("r"),
            line(1, "message", "1") + "{\"torn\n" + "[]\n" + line(2, "message", "2") + "{\"event_type\": \"run");
        const auto source = makeJsonlEvents(m_folder->path());
        const auto page = source->events(QStringLiteral("t"), QStringLiteral("r"), {}, 0, 100, patient);
        QVERIFY(page);
        QStringList types;
        for (const RunEvent &event : page->events) {
            types.append(event.type);
        }
        const QString bad = QStringLiteral("unreadable line");
        const QString good = QStringLiteral("llm.ai.response");
        QCOMPARE(types, (QStringList{good, bad, bad, good, bad}));
        QCOMPARE(page->events[1].content, QByteArray("{\"torn"));
        QVERIFY(!page->events[1].knownType);
        // They are told whatever category is asked for, and no page loses one.
        QCOMPARE(source->events(QStringLiteral("t"), QStringLiteral("r"), {QStringLiteral("none")}, 0, 100, patient)->events.size(), 3);
        QStringList paged;
        std::optional<qint64> after = 0;
        while (after) {
            const auto part = source->events(QStringLiteral("t"), QStringLiteral("r"), {}, *after, 1, patient);
            QVERIFY(part);
            paged += told(part);
            after = part->nextAfterSeq;
        }
        QCOMPARE(paged, told(page));
    }

    void pagesAndFollowsAGrowingFile()
    {
        QByteArray bytes;
        for (int i = 1; i <= 25; ++i) {
            bytes += line(i, "message", QByteArray::number(i));
        }
        put(QStringLiteral("t"), QStringLiteral("r"), bytes);
        const auto source = makeJsonlEvents(m_folder->path());
        const auto first = source->events(QStringLiteral("t"), QStringLiteral("r"), {}, 0, 10, patient);
        QVERIFY(first);
        QCOMPARE(first->events.size(), 10);
        QCOMPARE(first->nextAfterSeq.value(), 10);
        const auto last = source->events(QStringLiteral("t"), QStringLiteral("r"), {}, 20, 10, patient);
        QCOMPARE(last->events.size(), 5);
        QVERIFY(!last->nextAfterSeq);
        put(QStringLiteral("t"), QStringLiteral("r"), bytes + line(26, "message", "26"));
        QCOMPARE(source->events(QStringLiteral("t"), QStringLiteral("r"), {}, 25, 10, patient)->events.size(), 1);
    }

    void aThreadIsAllItsFilesInOrder()
    {
        put(QStringLiteral("t"), QStringLiteral("r1"), line(1, "message", "1") + line(4, "message", "4"));
        put(QStringLiteral("t"), QStringLiteral("r2"), line(2, "message", "2") + line(3, "message", "3"));
        put(QStringLiteral("other"), QStringLiteral("r3"), line(1, "message", "9"));
        const auto source = makeJsonlEvents(m_folder->path());
        QCOMPARE(told(source->events(QStringLiteral("t"), {}, {}, 0, 100, patient)),
                 (QStringList{QStringLiteral("1 message 1"), QStringLiteral("2 message 2"), QStringLiteral("3 message 3"),
                              QStringLiteral("4 message 4")}));
    }

    void neverLeavesItsFolder()
    {
        put(QStringLiteral("t"), QStringLiteral("r"), line(1, "message", "1"));
        const auto source = makeJsonlEvents(m_folder->filePath(QStringLiteral("t/runs")));
        QCOMPARE(told(source->events(QStringLiteral("../../t"), QStringLiteral("r"), {}, 0, 10, patient)), QStringList());
        QCOMPARE(told(source->events(QStringLiteral(".."), {}, {}, 0, 10, patient)), QStringList());
        QCOMPARE(told(makeJsonlEvents(m_folder->path())->events(QStringLiteral("t"), QStringLiteral("../runs/r"), {}, 0, 10, patient)),
                 QStringList());
        QVERIFY(makeJsonlEvents(m_folder->filePath(QStringLiteral("missing")))->whyNone().contains(QStringLiteral("missing")));
    }

    void isCancelled()
    {
        put(QStringLiteral("t"), QStringLiteral("r"), line(1, "message", "1"));
        CancelSource cancel;
        cancel.cancel();
        const auto page =
            makeJsonlEvents(m_folder->path())
                ->events(QStringLiteral("t"), QStringLiteral("r"), {}, 0, 10, {QDeadlineTimer(QDeadlineTimer::Forever), cancel.token()});
        QVERIFY(!page);
        QCOMPARE(page.error().code, ErrorCode::Cancelled);
    }

    void memoryOnlyExplainsAndStillShowsWhatWasStoredEarlier()
    {
        const auto alone = makeMemoryOnlyEvents();
        QVERIFY(alone->whyNone().contains(QStringLiteral("run_events.backend")));
        QVERIFY(alone->events(QStringLiteral("t"), QStringLiteral("r"), {}, 0, 10, patient)->events.isEmpty());
        const auto store = std::make_shared<MemoryRunStore>(nullptr);
        RunEvent event;
        event.type = QStringLiteral("run.start");
        event.category = QStringLiteral("trace");
        event.content = "x";
        event.createdRaw = QStringLiteral("2026-11-30 19:29:36.976169");
        QVERIFY(store->appendEvents(QStringLiteral("t"), QStringLiteral("r"), {event}, patient));
        QCOMPARE(makeMemoryOnlyEvents(store)->events(QStringLiteral("t"), QStringLiteral("r"), {}, 0, 10, patient)->events.size(), 1);
        const auto database = makeDatabaseEvents(store);
        QCOMPARE(database->whyNone(), QString());
        QCOMPARE(database->events(QStringLiteral("t"), {}, {}, 0, 10, patient)->events.size(), 1);
    }
};

QTEST_GUILESS_MAIN(TestEventSource)
#include "tst_event_source.moc"
