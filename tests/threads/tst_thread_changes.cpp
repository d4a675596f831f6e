// SPDX-License-Identifier: GPL-3.0-or-later
#include "thread_stores.h"

#include "base/json.h"
#include "database/audit_log.h"

#include <QTemporaryDir>

using namespace verderer;
using namespace verderer::test;

namespace {

constexpr auto born = "2026-11-01 10:00:00.000000";
constexpr auto now = "2026-11-15 12:00:00.123456";

} // namespace

class TestThreadChanges : public ThreadTest {
    Q_OBJECT

private:
    static void makeBusy(const ThreadStoreFixture &fixture, const QString &id)
    {
        if (fixture.database) {
            fixture.database->add(RunRow{.runId = QStringLiteral("r9"),
                                         .threadId = id,
                                         .status = QStringLiteral("running"),
                                         .createdAt = QStringLiteral("2026-11-15 09:30:00.000000")});
            return;
        }
        ThreadRemains remains;
        remains.runs = 1;
        remains.activeRun = true;
        remains.activeRunId = QStringLiteral("r9");
        remains.activeSince = parseDatabaseTimestamp(QStringLiteral("2026-11-15 09:30:00.000000"));
        static_cast<MemoryThreadStore &>(*fixture.store).setRemains(id, remains);
    }

private Q_SLOTS:
    void initTestCase_data() { addStoreRows(); }

    void renameStoresTitleAndTime()
    {
        const auto fixture = makeStore();
        fixture.add(ThreadRow{.threadId = QStringLiteral("t"), .title = QStringLiteral("Old")});
        ThreadService service(fixture.dependencies());
        const auto renamed = service.rename(QStringLiteral("t"), QStringLiteral("季度 'quoted' %1 ?"), patient());
        QVERIFY2(renamed, qPrintable(renamed ? QString() : renamed.error().message));
        const ThreadRecord stored = fixture.stored(QStringLiteral("t"));
        QCOMPARE(stored.displayName.value(), QStringLiteral("季度 'quoted' %1 ?"));
        QCOMPARE(stored.updatedRaw, QLatin1String(now));
        QCOMPARE(stored.createdRaw, QLatin1String(born));
        QVERIFY(!service.rename(QStringLiteral("t"), QString(), patient())->displayName); // an empty title is none
        QCOMPARE(service.rename(QStringLiteral("t"), QString(257, u'x'), patient()).error().code, ErrorCode::Invalid);
        QCOMPARE(service.rename(QStringLiteral("none"), QStringLiteral("x"), patient()).error().code, ErrorCode::NotFound);
        QCOMPARE(fixture.admission->entries(), 0);
    }

    void theSameTitleChangesNothing()
    {
        const auto fixture = makeStore();
        fixture.add(ThreadRow{.threadId = QStringLiteral("t"), .title = QStringLiteral("Old")});
        ThreadService service(fixture.dependencies());
        QVERIFY(service.rename(QStringLiteral("t"), QStringLiteral("Old"), patient()));
        QCOMPARE(fixture.stored(QStringLiteral("t")).updatedRaw, QLatin1String(born));
    }

    /// T66
    void t66RenameWhileARunIsActiveIsRefusedWithWhoAndSinceWhen()
    {
        const auto fixture = makeStore();
        fixture.add(ThreadRow{.threadId = QStringLiteral("t"), .title = QStringLiteral("Old")});
        makeBusy(fixture, QStringLiteral("t"));
        ThreadService service(fixture.dependencies());
        const auto renamed = service.rename(QStringLiteral("t"), QStringLiteral("New"), patient());
        QCOMPARE(renamed.error().code, ErrorCode::Conflict);
        QCOMPARE(renamed.error().details.kind, QStringLiteral("thread-busy"));
        QCOMPARE(renamed.error().details.holder, QStringLiteral("r9"));
        QVERIFY(renamed.error().message.contains(QLatin1String("run r9 has been active since 2026-11-15 09:30:00")));
        QCOMPARE(service.mergeMetadata(QStringLiteral("t"), R"({"a": 1})", {}, patient()).error().code, ErrorCode::Conflict);
        QCOMPARE(service.remove(QStringLiteral("t"), patient()).error().code, ErrorCode::Conflict);
        const ThreadRecord stored = fixture.stored(QStringLiteral("t"));
        QCOMPARE(stored.displayName.value(), QStringLiteral("Old"));
        QCOMPARE(stored.metadataJson, QByteArray("{}"));
        QCOMPARE(stored.updatedRaw, QLatin1String(born));
        QVERIFY(service.setPinned(QStringLiteral("t"), true, patient())->pinned); // no run minds that
    }

    /// T105, the half of the data: pinning leaves updated_at alone and moves the row all the same.
    void t105PinningLeavesTheTimeAlone()
    {
        const auto fixture = makeStore();
        fixture.add(ThreadRow{.threadId = QStringLiteral("old"), .metadata = QStringLiteral(R"({"source": "web", "n": 1.50})")});
        fixture.add(ThreadRow{.threadId = QStringLiteral("from-2031"), .updatedAt = QStringLiteral("2031-01-01 00:00:00.000000")});
        ThreadService service(fixture.dependencies());
        const auto first = [&] { return service.list({}, 1, {}, patient())->threads.first().threadId; };
        QCOMPARE(first(), QStringLiteral("from-2031"));
        QVERIFY(service.setPinned(QStringLiteral("old"), true, patient())->pinned);
        QCOMPARE(first(), QStringLiteral("old"));
        QCOMPARE(fixture.stored(QStringLiteral("old")).updatedRaw, QLatin1String(born));
        QCOMPARE(fixture.stored(QStringLiteral("old")).metadataJson, QByteArray(R"({"source": "web", "n": 1.5, "deerflow_pinned": true})"));
        QVERIFY(!service.setPinned(QStringLiteral("old"), false, patient())->pinned);
        QCOMPARE(first(), QStringLiteral("from-2031"));
        QCOMPARE(fixture.stored(QStringLiteral("old")).updatedRaw, QLatin1String(born));
    }

    void metadataIsMergedAsDeerFlowDoes()
    {
        const auto fixture = makeStore();
        fixture.add(ThreadRow{.threadId = QStringLiteral("t"), .metadata = QStringLiteral(R"({"z": {"deep": 1}, "gone": 1, "a": "x"})")});
        ThreadService service(fixture.dependencies());
        const auto merged = service.mergeMetadata(QStringLiteral("t"), R"({"z": {"other": 2}, "null": null, "user_id": "x"})",
                                                  {QStringLiteral("gone"), QStringLiteral("never")}, patient());
        QVERIFY2(merged, qPrintable(merged ? QString() : merged.error().message));
        // Shallow, keys keep their place, null is stored; only the explicit act removes.
        QCOMPARE(merged->metadataJson, QByteArray(R"({"z": {"other": 2}, "a": "x", "null": null})"));
        QCOMPARE(merged->updatedRaw, QLatin1String(now));
        QVERIFY(merged->warnings.join(u' ').contains(QLatin1String("metadata.user_id")));
        QCOMPARE(fixture.stored(QStringLiteral("t")).metadataJson, merged->metadataJson);
    }

    void aPatchOfThePinAloneLeavesTheTimeAlone()
    {
        const auto fixture = makeStore();
        fixture.add(ThreadRow{.threadId = QStringLiteral("t")});
        ThreadService service(fixture.dependencies());
        QVERIFY(service.mergeMetadata(QStringLiteral("t"), R"({"deerflow_pinned": true})", {}, patient())->pinned);
        QCOMPARE(fixture.stored(QStringLiteral("t")).updatedRaw, QLatin1String(born));
        QVERIFY(!service.mergeMetadata(QStringLiteral("t"), R"({"deerflow_pinned": 1})", {}, patient())->pinned);
        QCOMPARE(fixture.stored(QStringLiteral("t")).updatedRaw, QLatin1String(now));
    }

    void metadataThatCannotBeKeptIsLeftAlone_data()
    {
        QTest::addColumn<QString>("stored");
        QTest::addColumn<ErrorCode>("code");
        QTest::newRow("a list") << QStringLiteral("[1]") << ErrorCode::Damaged;
        QTest::newRow("a text") << QStringLiteral("\"x\"") << ErrorCode::Damaged;
        QTest::newRow("an integer beyond 64 bits") << QStringLiteral(R"({"id": 123456789012345678901234567890})") << ErrorCode::Invalid;
    }
    void metadataThatCannotBeKeptIsLeftAlone()
    {
        QFETCH(QString, stored);
        QFETCH(ErrorCode, code);
        const auto fixture = makeStore();
        fixture.add(ThreadRow{.threadId = QStringLiteral("t"), .metadata = stored});
        ThreadService service(fixture.dependencies());
        QCOMPARE(service.mergeMetadata(QStringLiteral("t"), R"({"a": 1})", {}, patient()).error().code, code);
        QCOMPARE(service.setPinned(QStringLiteral("t"), true, patient()).error().code, code);
        QCOMPARE(fixture.stored(QStringLiteral("t")).metadataJson, stored.toUtf8());
        QVERIFY(service.rename(QStringLiteral("t"), QStringLiteral("still works"), patient()));
        QCOMPARE(fixture.stored(QStringLiteral("t")).metadataJson, stored.toUtf8());
    }

    void everyChangeIsInTheAuditLog()
    {
        const auto fixture = makeStore();
        fixture.add(ThreadRow{.threadId = QStringLiteral("t"), .title = QStringLiteral("Old")});
        QTemporaryDir folder;
        auto parts = fixture.dependencies();
        parts.audit = std::make_shared<AuditLog>(folder.path(), fixture.clock, QStringLiteral("tst"), QStringLiteral("root"));
        ThreadService service(parts);
        QVERIFY(service.rename(QStringLiteral("t"), QStringLiteral("New"), patient()));
        QVERIFY(service.rename(QStringLiteral("t"), QStringLiteral("New"), patient())); // nothing to tell
        QVERIFY(service.setPinned(QStringLiteral("t"), true, patient()));
        QVERIFY(service.mergeMetadata(QStringLiteral("t"), R"({"a": 1})", {}, patient()));
        QVERIFY(service.remove(QStringLiteral("t"), patient()));
        QVERIFY(!service.rename(QStringLiteral("t"), QStringLiteral("x"), patient()));
        QFile log(parts.audit->path());
        QVERIFY(log.open(QIODevice::ReadOnly));
        QStringList actions;
        QList<Json> entries;
        for (const QByteArray &line : log.readAll().trimmed().split('\n')) {
            entries.append(*parseJson(line));
            actions.append(toQString(entries.last()["action"]));
        }
        QCOMPARE(actions, QStringList({QStringLiteral("thread.rename"), QStringLiteral("thread.pin"), QStringLiteral("thread.metadata"),
                                       QStringLiteral("thread.delete")}));
        QCOMPARE(toQString(entries[0]["before"]["title"]), QStringLiteral("Old"));
        QCOMPARE(toQString(entries[0]["after"]["title"]), QStringLiteral("New"));
        QVERIFY(entries[3]["after"].is_null());
        QCOMPARE(entries[3]["before"]["metadata"]["a"].get<int>(), 1);
    }

    void cancelledChangesDoNothing()
    {
        const auto fixture = makeStore();
        fixture.add(ThreadRow{.threadId = QStringLiteral("t"), .title = QStringLiteral("Old")});
        ThreadService service(fixture.dependencies());
        CancelSource source;
        source.cancel();
        const Wait wait{QDeadlineTimer(60'000), source.token()};
        QCOMPARE(service.rename(QStringLiteral("t"), QStringLiteral("New"), wait).error().code, ErrorCode::Cancelled);
        QCOMPARE(service.create({.id = QStringLiteral("n")}, wait).error().code, ErrorCode::Cancelled);
        QCOMPARE(service.remove(QStringLiteral("t"), wait).error().code, ErrorCode::Cancelled);
        QCOMPARE(fixture.stored(QStringLiteral("t")).displayName.value(), QStringLiteral("Old"));
        QCOMPARE(fixture.count(), 1);
    }
};

QTEST_GUILESS_MAIN(TestThreadChanges)
#include "tst_thread_changes.moc"
