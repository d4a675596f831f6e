// SPDX-License-Identifier: GPL-3.0-or-later
#include "thread_stores.h"

#include "base/json.h"
#include "database/audit_log.h"
#include "threads/thread_json.h"

#include <QTemporaryDir>
#include <QUuid>

using namespace verderer;
using namespace verderer::test;

class TestThreadCreate : public ThreadTest {
    Q_OBJECT

private:
    static const IgnoredWish *ignored(const CreateThreadAnswer &answer, const QString &field)
    {
        for (const IgnoredWish &wish : answer.ignored) {
            if (wish.field == field) {
                return &wish;
            }
        }
        return nullptr;
    }

private Q_SLOTS:
    void initTestCase_data() { addStoreRows(); }

    void idRules_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<bool>("good");
        QTest::newRow("letters, digits, _ and -") << QStringLiteral("Thread_01-a") << true;
        QTest::newRow("one") << QStringLiteral("x") << true;
        QTest::newRow("64") << QString(64, u'a') << true;
        QTest::newRow("65") << QString(65, u'a') << false;
        QTest::newRow("empty is not 'generate'") << QString() << false;
        QTest::newRow("dot") << QStringLiteral("a.b") << false;
        QTest::newRow("slash") << QStringLiteral("../a") << false;
        QTest::newRow("newline at the end") << QStringLiteral("abc\n") << false;
        QTest::newRow("blank") << QStringLiteral("a b") << false;
        QTest::newRow("not ASCII") << QStringLiteral("fäden") << false;
        QTest::newRow("digits of another script") << QStringLiteral("\u0661\u0662") << false;
    }
    void idRules()
    {
        QFETCH(QString, id);
        QFETCH(bool, good);
        const auto fixture = makeStore();
        ThreadService service(fixture.dependencies());
        const auto answer = service.create({.id = id}, patient());
        QCOMPARE(answer.has_value(), good);
        if (!good) {
            QCOMPARE(answer.error().code, ErrorCode::Invalid);
            QCOMPARE(answer.error().details.kind, QStringLiteral("thread-id"));
        }
        QCOMPARE(fixture.count(), good ? 1 : 0);
    }

    void aNewIdIsALowerCaseUuid4()
    {
        const auto fixture = makeStore();
        ThreadService service(fixture.dependencies());
        QSet<QString> ids;
        for (int i = 0; i < 3; ++i) {
            const auto answer = service.create({}, patient());
            QVERIFY(answer);
            QVERIFY(answer->created);
            const QUuid uuid = QUuid::fromString(answer->record.threadId);
            QCOMPARE(uuid.version(), QUuid::Random);
            QCOMPARE(answer->record.threadId, uuid.toString(QUuid::WithoutBraces));
            QCOMPARE(answer->record.threadId, answer->record.threadId.toLower());
            ids.insert(answer->record.threadId);
        }
        QCOMPARE(ids.size(), 3);
    }

    void wishesAreComparedWithTheirTypes()
    {
        const auto fixture = makeStore();
        ThreadService service(fixture.dependencies());
        QVERIFY(service.create({.id = QStringLiteral("t"), .metadataJson = R"({"n": 1, "f": 1.0, "o": {"a": 1, "b": 2}})"}, patient()));
        const auto same = service.create({.id = QStringLiteral("t"), .metadataJson = R"({"o": {"b": 2, "a": 1}, "f": 1.00, "n": 1})"}, patient());
        QVERIFY(same);
        QVERIFY(same->ignored.isEmpty());
        const auto other = service.create({.id = QStringLiteral("t"), .metadataJson = R"({"n": 1.0, "f": 1})"}, patient());
        QVERIFY(other);
        QCOMPARE(other->ignored.size(), 2);
        QCOMPARE(other->ignored.first().field, QStringLiteral("metadata.n"));
        QCOMPARE(other->ignored.first().wished, QByteArray("1.0"));
        QCOMPARE(other->ignored.first().stored, QByteArray("1"));
    }

    void aThreadOfNobodyIsToldWithoutAnySurfacesWords()
    {
        const auto fixture = makeStore();
        fixture.add(ThreadRow{.threadId = QStringLiteral("t"), .owner = std::nullopt});
        ThreadService service(fixture.dependencies());
        const auto answer = service.create({.id = QStringLiteral("t"), .owner = QStringLiteral("user-a")}, patient());
        QVERIFY(answer);
        QCOMPARE(answer->warnings, QStringList{nobodysThreadWarning()});
        QVERIFY(!nobodysThreadWarning().contains(QStringLiteral("--")));
    }

    void lengths_data()
    {
        QTest::addColumn<CreateThread>("wish");
        QTest::addColumn<bool>("good");
        QTest::newRow("title 256") << CreateThread{.title = QString(256, u't')} << true;
        QTest::newRow("title 257") << CreateThread{.title = QString(257, u't')} << false;
        QTest::newRow("title of 256 code points beyond the BMP") << CreateThread{.title = QStringLiteral("\U0001F98C").repeated(256)} << true;
        QTest::newRow("assistant 128") << CreateThread{.assistantId = QString(128, u'a')} << true;
        QTest::newRow("assistant 129") << CreateThread{.assistantId = QString(129, u'a')} << false;
        QTest::newRow("owner 64") << CreateThread{.owner = QString(64, u'o')} << true;
        QTest::newRow("owner 65") << CreateThread{.owner = QString(65, u'o')} << false;
        QTest::newRow("empty owner") << CreateThread{.owner = QString()} << false;
        QTest::newRow("NUL in the title") << CreateThread{.title = QStringLiteral("a") + QChar(QChar::Null)} << false;
    }
    void lengths()
    {
        QFETCH(CreateThread, wish);
        QFETCH(bool, good);
        const auto fixture = makeStore();
        ThreadService service(fixture.dependencies());
        const auto answer = service.create(wish, patient());
        QVERIFY2(answer.has_value() == good, qPrintable(answer ? QString() : answer.error().message));
        if (good) {
            QCOMPARE(answer->record.displayName, wish.title);
            QCOMPARE(answer->record.assistantId, wish.assistantId);
            QCOMPARE(answer->record.owner, wish.owner);
        } else {
            QCOMPARE(answer.error().code, ErrorCode::Invalid);
        }
        QCOMPARE(fixture.count(), good ? 1 : 0);
    }

    void metadataIsDeerFlowsJsonText_data()
    {
        QTest::addColumn<QByteArray>("given");
        QTest::addColumn<QByteArray>("stored"); // empty: refused
        QTest::newRow("separators") << QByteArray(R"({"a":1,"b":[1,2]})") << QByteArray(R"({"a": 1, "b": [1, 2]})");
        QTest::newRow("order kept") << QByteArray(R"({"z":1,"a":2})") << QByteArray(R"({"z": 1, "a": 2})");
        QTest::newRow("floats stay floats") << QByteArray(R"({"f":1.0,"g":1e20})") << QByteArray(R"({"f": 1.0, "g": 1e+20})");
        QTest::newRow("Unicode raw") << QByteArray(R"({"k":"\u5b63\u5ea6 é"})") << QByteArray(R"({"k": "季度 é"})");
        QTest::newRow("line separators raw") << QByteArray("{\"k\":\"a\xe2\x80\xa8z\"}") << QByteArray("{\"k\": \"a\xe2\x80\xa8z\"}");
        QTest::newRow("largest integer") << QByteArray(R"({"n":9223372036854775807})") << QByteArray(R"({"n": 9223372036854775807})");
        QTest::newRow("an integer beyond 64 bits") << QByteArray(R"({"n":123456789012345678901234567890})") << QByteArray();
        QTest::newRow("a list") << QByteArray("[1]") << QByteArray();
        QTest::newRow("a number") << QByteArray("5") << QByteArray();
        QTest::newRow("NaN") << QByteArray(R"({"n":NaN})") << QByteArray();
        QTest::newRow("not JSON") << QByteArray("{a}") << QByteArray();
        QTest::newRow("a NUL") << QByteArray(R"({"n":"\u0000"})") << QByteArray();
        QTest::newRow("nothing") << QByteArray() << QByteArray();
    }
    void metadataIsDeerFlowsJsonText()
    {
        QFETCH(QByteArray, given);
        QFETCH(QByteArray, stored);
        const auto fixture = makeStore();
        ThreadService service(fixture.dependencies());
        const auto answer = service.create({.id = QStringLiteral("t"), .metadataJson = given}, patient());
        if (stored.isEmpty()) {
            QCOMPARE(answer.error().code, ErrorCode::Invalid);
            QCOMPARE(fixture.count(), 0);
            return;
        }
        QVERIFY2(answer, qPrintable(answer ? QString() : answer.error().message));
        QCOMPARE(answer->record.metadataJson, stored);
        QCOMPARE(fixture.stored(QStringLiteral("t")).metadataJson, stored);
    }

    void reservedKeysAreStrippedAndTold()
    {
        const auto fixture = makeStore();
        ThreadService service(fixture.dependencies());
        const auto answer = service.create(
            {.id = QStringLiteral("t"), .metadataJson = R"({"owner_id": "x", "keep": 1, "user_id": 5, "auth_token": "kept as DeerFlow keeps it"})"},
            patient());
        QVERIFY(answer);
        QCOMPARE(answer->record.metadataJson, QByteArray(R"({"keep": 1, "auth_token": "kept as DeerFlow keeps it"})"));
        QCOMPARE(answer->ignored.size(), 2);
        QCOMPARE(ignored(*answer, QStringLiteral("metadata.owner_id"))->reason, QStringLiteral("reserved"));
        QCOMPARE(ignored(*answer, QStringLiteral("metadata.user_id"))->wished, QByteArray("5"));
        const Json json = createAnswerToJson(*answer);
        QVERIFY(json["created"].get<bool>());
        QCOMPARE(toQString(json["ignored"]["metadata.owner_id"]["reason"]), QStringLiteral("reserved"));
    }

    void ignoredWishesAreListed()
    {
        const auto fixture = makeStore();
        fixture.add(ThreadRow{.threadId = QStringLiteral("t"),
                              .assistantId = QStringLiteral("lead"),
                              .title = QStringLiteral("Theirs"),
                              .metadata = QStringLiteral(R"({"same": 1, "ticket": "A"})")});
        ThreadService service(fixture.dependencies());
        const auto answer = service.create({.id = QStringLiteral("t"),
                                            .owner = QStringLiteral("user-a"),
                                            .assistantId = QStringLiteral("lead"),
                                            .title = QStringLiteral("Mine"),
                                            .metadataJson = R"({"same": 1, "ticket": "B", "new": null})"},
                                           patient());
        QVERIFY(answer);
        QVERIFY(!answer->created);
        QCOMPARE(answer->record.displayName.value(), QStringLiteral("Theirs"));
        QCOMPARE(answer->ignored.size(), 3);
        QCOMPARE(ignored(*answer, QStringLiteral("title"))->wished, QByteArray("\"Mine\""));
        QCOMPARE(ignored(*answer, QStringLiteral("title"))->stored, QByteArray("\"Theirs\""));
        QCOMPARE(ignored(*answer, QStringLiteral("title"))->reason, QStringLiteral("exists"));
        QCOMPARE(ignored(*answer, QStringLiteral("metadata.ticket"))->stored, QByteArray("\"A\""));
        QCOMPARE(ignored(*answer, QStringLiteral("metadata.new"))->stored, QByteArray());
        QCOMPARE(fixture.stored(QStringLiteral("t")).metadataJson, QByteArray(R"({"same": 1, "ticket": "A"})"));
    }

    /// T58
    void t58AnIdOfSomebodyElseIsAConflict()
    {
        const auto fixture = makeStore();
        fixture.add(ThreadRow{.threadId = QStringLiteral("t"), .owner = QStringLiteral("user-b")});
        ThreadService service(fixture.dependencies());
        for (const bool claim : {false, true}) {
            const auto answer = service.create({.id = QStringLiteral("t"), .owner = QStringLiteral("user-a"), .claimUnowned = claim}, patient());
            QCOMPARE(answer.error().code, ErrorCode::Conflict);
            QCOMPARE(answer.error().details.kind, QStringLiteral("other-owner"));
            QCOMPARE(answer.error().details.holder, QStringLiteral("user-b"));
            QVERIFY(answer.error().message.contains(QLatin1String("exists and belongs to another user")));
        }
        QCOMPARE(fixture.stored(QStringLiteral("t")).owner.value(), QStringLiteral("user-b"));
        QCOMPARE(fixture.admission->entries(), 0);
    }

    void anOwnerlessRowIsToldAndClaimedOnlyWhenAsked()
    {
        const auto fixture = makeStore();
        fixture.add(ThreadRow{.threadId = QStringLiteral("t"), .owner = {}});
        ThreadService service(fixture.dependencies());
        const auto told = service.create({.id = QStringLiteral("t"), .owner = QStringLiteral("user-a")}, patient());
        QVERIFY(told);
        QVERIFY(!told->created);
        QVERIFY(!told->claimed);
        QVERIFY(told->warnings.join(u'\n').contains(QLatin1String("no owner")));
        QVERIFY(!fixture.stored(QStringLiteral("t")).owner);

        const auto claimed = service.create({.id = QStringLiteral("t"), .owner = QStringLiteral("user-a"), .claimUnowned = true}, patient());
        QVERIFY(claimed);
        QVERIFY(!claimed->created);
        QVERIFY(claimed->claimed);
        QCOMPARE(claimed->record.owner.value(), QStringLiteral("user-a"));
        QCOMPARE(fixture.stored(QStringLiteral("t")).owner.value(), QStringLiteral("user-a"));
        QCOMPARE(fixture.stored(QStringLiteral("t")).updatedRaw, QStringLiteral("2026-11-01 10:00:00.000000"));
    }

    void aRowOfOursSortsRightBetweenTwoOfTheirs()
    {
        const auto fixture = makeStore();
        fixture.clock->set(QStringLiteral("2026-11-15 12:00:00.000000")); // no fraction: six digits are written all the same
        fixture.add(ThreadRow{.threadId = QStringLiteral("earlier"), .updatedAt = QStringLiteral("2026-11-15 11:59:59.999999")});
        fixture.add(ThreadRow{.threadId = QStringLiteral("later"), .updatedAt = QStringLiteral("2026-11-15 12:00:00.000001")});
        ThreadService service(fixture.dependencies());
        const auto answer = service.create({.id = QStringLiteral("ours")}, patient());
        QVERIFY(answer);
        QCOMPARE(answer->record.createdRaw, QStringLiteral("2026-11-15 12:00:00.000000"));
        QCOMPARE(answer->record.updatedRaw, answer->record.createdRaw);
        QVERIFY(answer->record.damage.isEmpty());
        QCOMPARE(answer->record.status, QStringLiteral("idle"));
        QStringList order;
        const auto page = service.list({}, 10, {}, patient());
        for (const ThreadRecord &record : page->threads) {
            order.append(record.threadId);
        }
        QCOMPARE(order, QStringList({QStringLiteral("later"), QStringLiteral("ours"), QStringLiteral("earlier")}));
        if (fixture.kind == StoreKind::Sqlite) {
            const auto row =
                fixture.database->sql(QStringLiteral("SELECT typeof(updated_at), typeof(metadata_json) FROM threads_meta WHERE thread_id = 'ours'"));
            QCOMPARE(row.first()[0].toString(), QStringLiteral("text"));
            QCOMPARE(row.first()[1].toString(), QStringLiteral("text"));
        }
    }

    void aTitleByHandIsWarnedOf()
    {
        const auto fixture = makeStore();
        ThreadService service(fixture.dependencies());
        QVERIFY(service.create({.title = QStringLiteral("T")}, patient())->warnings.join(u' ').contains(QLatin1String("overwrite the title")));
        QVERIFY(service.create({}, patient())->warnings.isEmpty());
        QVERIFY(!service.create({.id = QStringLiteral("e"), .title = QString()}, patient())->record.displayName);
    }

    /// T61, the half of the data: what remains is counted before, and warned of.
    void t61AnIdIsBornAgain()
    {
        const auto fixture = makeStore();
        const QString id = QStringLiteral("t1");
        if (fixture.database) {
            fixture.database->add(RunRow{.runId = QStringLiteral("r1"), .threadId = id});
            fixture.database->add(EventRow{.threadId = id, .runId = QStringLiteral("r1"), .seq = 1});
            fixture.database->add(EventRow{.threadId = id, .runId = QStringLiteral("r1"), .seq = 2});
        } else {
            ThreadRemains remains;
            remains.runs = 1;
            remains.events = 2;
            static_cast<MemoryThreadStore &>(*fixture.store).setRemains(id, remains);
        }
        ThreadService service(fixture.dependencies());
        const auto before = service.remains(id, patient());
        QVERIFY(before);
        QCOMPARE(before->runs, 1);
        QCOMPARE(before->events, 2);
        const auto answer = service.create({.id = id}, patient());
        QVERIFY(answer->created);
        QVERIFY(answer->warnings.join(u' ').contains(QLatin1String("1 runs and 2 events")));
        QVERIFY(service.create({.id = id}, patient())->warnings.isEmpty()); // the second caller brings nothing to life
    }

    void anEmptyReadBackIsTriedAgainThreeTimes()
    {
        /// Somebody deletes the row between the insert and the look, as often as told.
        class Vanishing final : public ThreadStore {
        public:
            explicit Vanishing(std::shared_ptr<ThreadStore> inner, int times) : left(times), m_inner(std::move(inner)) {}
            Result<std::optional<ThreadRecord>> find(const QString &id, const Wait &wait) override { return m_inner->find(id, wait); }
            Result<Inserted> insert(const ThreadRecord &record, const Wait &wait) override
            {
                ++inserts;
                if (left-- > 0) {
                    return Inserted{};
                }
                return m_inner->insert(record, wait);
            }
            Result<ThreadPage> list(const ThreadFilter &filter, int limit, const std::optional<ThreadCursor> &after, const Wait &wait) override
            {
                return m_inner->list(filter, limit, after, wait);
            }
            Result<ThreadRemains> remains(const QString &id, const Wait &wait) override { return m_inner->remains(id, wait); }
            Result<ThreadRecord> update(const QString &id, const ThreadChange &change, bool refuse, const Wait &wait) override
            {
                return m_inner->update(id, change, refuse, wait);
            }
            Result<ThreadRemains> remove(const QString &id, const Wait &wait) override { return m_inner->remove(id, wait); }
            int inserts = 0;
            int left;

        private:
            std::shared_ptr<ThreadStore> m_inner;
        };
        const auto fixture = makeStore();
        auto parts = fixture.dependencies();
        const auto twice = std::make_shared<Vanishing>(fixture.store, 2);
        parts.store = twice;
        QVERIFY(ThreadService(parts).create({.id = QStringLiteral("a")}, patient())->created);
        QCOMPARE(twice->inserts, 3);
        const auto always = std::make_shared<Vanishing>(fixture.store, 1000);
        parts.store = always;
        const auto failed = ThreadService(parts).create({.id = QStringLiteral("b")}, patient());
        QCOMPARE(failed.error().code, ErrorCode::Conflict);
        QVERIFY(failed.error().message.contains(QLatin1String("deleted by somebody else")));
        QCOMPARE(always->inserts, 3);
        QCOMPARE(fixture.count(), 1);
    }

    void everyBirthIsInTheAuditLog()
    {
        const auto fixture = makeStore();
        QTemporaryDir folder;
        auto parts = fixture.dependencies();
        parts.audit = std::make_shared<AuditLog>(folder.filePath(QStringLiteral("state/verderer")), fixture.clock, QStringLiteral("tst"),
                                                 QStringLiteral("root"));
        parts.databaseName = QStringLiteral("sqlite:///x");
        ThreadService service(parts);
        QVERIFY(service.create({.id = QStringLiteral("t"), .metadataJson = R"({"k": 1})"}, patient()));
        QVERIFY(service.create({.id = QStringLiteral("t")}, patient())); // nothing changed: nothing written
        QFile log(parts.audit->path());
        QVERIFY(log.open(QIODevice::ReadOnly));
        const auto lines = log.readAll().split('\n');
        QCOMPARE(lines.size(), 2);
        const auto entry = parseJson(lines.first());
        QVERIFY(entry);
        QCOMPARE(toQString((*entry)["action"]), QStringLiteral("thread.create"));
        QCOMPARE(toQString((*entry)["subject"]), QStringLiteral("t"));
        QCOMPARE(toQString((*entry)["host_user"]), QStringLiteral("root"));
        QCOMPARE(toQString((*entry)["database"]), QStringLiteral("sqlite:///x"));
        QCOMPARE(toQString((*entry)["ts"]), QStringLiteral("2026-11-15T12:00:00.123456+00:00"));
        QVERIFY((*entry)["before"].is_null());
        QCOMPARE((*entry)["after"]["metadata"]["k"].get<int>(), 1);
        QCOMPARE(log.permissions() & (QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther | QFileDevice::WriteOther),
                 QFileDevice::Permissions());
    }

    void anAuditLogThatCannotBeWrittenIsAWarning()
    {
        const auto fixture = makeStore();
        QTemporaryDir folder;
        QFile blocker(folder.filePath(QStringLiteral("state")));
        QVERIFY(blocker.open(QIODevice::WriteOnly));
        auto parts = fixture.dependencies();
        parts.audit = std::make_shared<AuditLog>(folder.filePath(QStringLiteral("state/verderer")), fixture.clock, QStringLiteral("tst"),
                                                 QStringLiteral("root"));
        ThreadService service(parts);
        const auto answer = service.create({.id = QStringLiteral("t")}, patient());
        QVERIFY(answer->created);
        QVERIFY(answer->warnings.join(u' ').contains(QLatin1String("audit log")));
        const auto renamed = service.rename(QStringLiteral("t"), QStringLiteral("x"), patient());
        QVERIFY(renamed->warnings.join(u' ').contains(QLatin1String("audit log")));
        QCOMPARE(fixture.stored(QStringLiteral("t")).displayName.value(), QStringLiteral("x"));
    }
};

QTEST_GUILESS_MAIN(TestThreadCreate)
#include "tst_thread_create.moc"
