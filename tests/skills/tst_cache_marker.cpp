// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "lock_fixtures.h"
#include "peer_process.h"
#include "skills/cache_marker.h"

#include <QTest>

using namespace verderer;
using namespace verderer::test;
using namespace std::chrono_literals;

namespace {

class FixedClock final : public Clock {
public:
    [[nodiscard]] Microseconds now() const override { return 1'795'980'576'976'169; }
};

/// Lets something happen between the steps, as a Gateway does that publishes at the same moment.
class InterruptedStorage final : public Storage {
public:
    std::function<void()> beforeExchange;
    bool canExchange = true;
    bool failExchange = false;

    Result<QByteArray> read(const QString &path, std::int64_t limit) override { return m_storage.read(path, limit); }
    Result<FileStamp> stamp(const QString &path) override { return m_storage.stamp(path); }
    Result<QString> stage(const QString &target, const QByteArray &bytes, const FileAttributes &attributes) override
    {
        auto staged = m_storage.stage(target, bytes, attributes);
        if (!canExchange)
            interrupt();
        return staged;
    }
    Result<bool> exchange(const QString &staged, const QString &target) override
    {
        if (failExchange)
            return fail(ErrorCode::ReadOnly, QStringLiteral("no room"));
        if (!canExchange)
            return fail(ErrorCode::Unavailable, QStringLiteral("cannot exchange"));
        interrupt();
        return m_storage.exchange(staged, target);
    }
    Result<void> replace(const QString &staged, const QString &target) override { return m_storage.replace(staged, target); }
    Result<void> move(const QString &from, const QString &to) override { return m_storage.move(from, to); }
    Result<void> append(const QString &path, const QByteArray &bytes, const FileAttributes &a) override { return m_storage.append(path, bytes, a); }
    Result<void> truncate(const QString &path, std::int64_t size) override { return m_storage.truncate(path, size); }
    Result<void> remove(const QString &path) override { return m_storage.remove(path); }
    Result<void> makeFolder(const QString &path, const FileAttributes &attributes) override { return m_storage.makeFolder(path, attributes); }
    Result<void> setAttributes(const QString &path, const FileAttributes &attributes) override { return m_storage.setAttributes(path, attributes); }
    Result<void> syncFolder(const QString &path) override { return m_storage.syncFolder(path); }

private:
    void interrupt()
    {
        if (beforeExchange)
            std::exchange(beforeExchange, nullptr)();
    }
    LocalStorage m_storage;
};

} // namespace

/// The marker that makes running Gateways read skills again (deerflow-format 10).
class TestCacheMarker : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void nothingWithoutAnExtensionsConfig();
    void writesDeerFlowsForm();
    void keepsTheChainOfGenerations();
    void keepsModeAndOwner();
    void overtakenGatewayIsToldForEverybody_data();
    void overtakenGatewayIsToldForEverybody();
    void unreadableMarkerIsReplacedForEverybody_data();
    void unreadableMarkerIsReplacedForEverybody();
    void failureLeavesTheOldMarker();
    void folderInItsPlaceIsInvalid();
    void publishersWaitForEachOther();
    void removesWhatAnEndedPublisherLeft();
    void leavesOtherLeftoversAlone_data();
    void leavesOtherLeftoversAlone();

private:
    [[nodiscard]] QString config() const { return m_folder->filePath(QStringLiteral("extensions_config.json")); }
    [[nodiscard]] QString marker() const { return m_folder->filePath(QStringLiteral(".extensions_config.json.skills-cache-reset.json")); }
    [[nodiscard]] Json present() const { return parseJson(readAll(marker())).value_or(Json()); }
    [[nodiscard]] Result<CacheMarkerOutcome> publish(const QString &user = QStringLiteral("default"))
    {
        return publishCacheReset(config(), user, m_queues, m_storage, m_clock, within(5s).wait);
    }
    [[nodiscard]] QStringList leftovers() const
    {
        return QDir(m_folder->path()).entryList({QStringLiteral(".verderer-*")}, QDir::Files | QDir::Hidden);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    InterruptedStorage m_storage;
    MutationQueues m_queues;
    FixedClock m_clock;
};

void TestCacheMarker::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_storage.beforeExchange = nullptr;
    m_storage.canExchange = true;
    m_storage.failExchange = false;
    QVERIFY(writeAll(config(), "{}"));
}

void TestCacheMarker::nothingWithoutAnExtensionsConfig()
{
    QVERIFY(QFile::remove(config()));
    QVERIFY(!publish().value().published);
    QVERIFY(!publishCacheReset(QString(), QStringLiteral("default"), m_queues, m_storage, m_clock, {}).value().published);
    QVERIFY(QDir(m_folder->path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
    QCOMPARE(cacheMarkerPath(QString()), QString());
    QCOMPARE(cacheMarkerPath(config()), marker());
}

void TestCacheMarker::writesDeerFlowsForm()
{
    const auto outcome = publish(QStringLiteral("3f2a-user"));
    QVERIFY(outcome);
    QVERIFY(outcome->published && !outcome->forEverybody);
    QVERIFY(!outcome->generation.isEmpty());
    const QByteArray wanted = "{\"version\": 1, \"generation\": \"" + outcome->generation.toUtf8() +
                              "\", \"previous_generation\": null, \"published_at\": \"" + isoTimestamp(m_clock.now()).toUtf8() +
                              "\", \"user_id\": \"3f2a-user\"}";
    QCOMPARE(readAll(marker()), wanted);
    QVERIFY(leftovers().isEmpty());
}

void TestCacheMarker::keepsTheChainOfGenerations()
{
    QVERIFY(writeAll(marker(), "{\"version\":1,\"generation\":\"of-a-gateway\",\"previous_generation\":null,\"user_id\":\"x\"}"));
    const QString first = publish().value().generation;
    QCOMPARE(stringMember(present(), "previous_generation"), std::optional(QStringLiteral("of-a-gateway")));
    const QString second = publish().value().generation;
    QVERIFY(first != second);
    QCOMPARE(stringMember(present(), "previous_generation"), std::optional(first));
    QCOMPARE(stringMember(present(), "user_id"), std::optional(QStringLiteral("default")));
}

void TestCacheMarker::keepsModeAndOwner()
{
    QVERIFY(writeAll(marker(), "{\"generation\":\"a\"}"));
    const QByteArray name = QFile::encodeName(marker());
    QCOMPARE(::chmod(name.constData(), 0664), 0);
    const gid_t group = ::geteuid() == 0 ? 4321 : ::getegid();
    QCOMPARE(::chown(name.constData(), static_cast<uid_t>(-1), group), 0);
    QVERIFY(publish());
    struct stat info = {};
    QCOMPARE(::stat(name.constData(), &info), 0);
    QCOMPARE(info.st_mode & 07777U, 0664U);
    QCOMPARE(info.st_gid, group);
}

void TestCacheMarker::overtakenGatewayIsToldForEverybody_data()
{
    QTest::addColumn<bool>("canExchange");
    QTest::addColumn<bool>("hadMarker");
    for (const bool canExchange : {true, false}) {
        for (const bool hadMarker : {true, false})
            QTest::addRow("%s, %s", canExchange ? "exchange" : "rename", hadMarker ? "a marker before" : "the first marker")
                << canExchange << hadMarker;
    }
}

void TestCacheMarker::overtakenGatewayIsToldForEverybody()
{
    QFETCH(const bool, canExchange);
    QFETCH(const bool, hadMarker);
    if (hadMarker)
        QVERIFY(writeAll(marker(), "{\"generation\":\"before\"}"));
    m_storage.canExchange = canExchange;
    m_storage.beforeExchange = [this] { QVERIFY(writeAll(marker(), "{\"generation\":\"meanwhile\",\"user_id\":\"somebody\"}")); };
    const auto outcome = publish();
    QVERIFY(outcome);
    QVERIFY(outcome->published && outcome->forEverybody);
    QVERIFY(present()["user_id"].is_null()); // somebody's reset is in it
    QCOMPARE(stringMember(present(), "generation"), std::optional(outcome->generation));
    QVERIFY(stringMember(present(), "previous_generation"));
    QVERIFY(leftovers().isEmpty());
}

void TestCacheMarker::unreadableMarkerIsReplacedForEverybody_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("{\"generation\":");
    QTest::newRow("no generation") << QByteArray("{\"version\":1}");
    QTest::newRow("a number") << QByteArray("{\"generation\":7}");
    QTest::newRow("huge") << QByteArray(100'000, 'x');
}

void TestCacheMarker::unreadableMarkerIsReplacedForEverybody()
{
    QFETCH(const QByteArray, bytes);
    QVERIFY(writeAll(marker(), bytes));
    const auto outcome = publish();
    QVERIFY(outcome);
    QVERIFY(outcome->forEverybody);
    QVERIFY(present()["user_id"].is_null());
    QVERIFY(present()["previous_generation"].is_null());
    QVERIFY(!publish().value().forEverybody);
}

void TestCacheMarker::failureLeavesTheOldMarker()
{
    QVERIFY(publish());
    const QByteArray before = readAll(marker());
    m_storage.failExchange = true;
    const auto outcome = publish();
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, ErrorCode::ReadOnly);
    QCOMPARE(readAll(marker()), before);
    QVERIFY(leftovers().isEmpty());
}

void TestCacheMarker::folderInItsPlaceIsInvalid()
{
    QVERIFY(QDir().mkdir(marker()));
    const auto outcome = publish();
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, ErrorCode::Invalid);
    QCOMPARE(outcome.error().details.path, marker());
}

void TestCacheMarker::publishersWaitForEachOther()
{
    PeerProcess peer(QCoreApplication::applicationDirPath() + QStringLiteral("/lock_peer"));
    QCOMPARE(peer.ask({QStringLiteral("flock"), marker() + QStringLiteral(".lock")}), QStringLiteral("held"));
    const auto outcome = publishCacheReset(config(), QStringLiteral("default"), m_queues, m_storage, m_clock, within(50ms).wait);
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, ErrorCode::Locked);
    QVERIFY(!QFile::exists(marker()));
    QCOMPARE(peer.ask({QStringLiteral("release")}), QStringLiteral("released"));
    QVERIFY(publish().value().published);
}

void TestCacheMarker::removesWhatAnEndedPublisherLeft()
{
    QVERIFY(publish());
    const QByteArray ours = readAll(marker());
    QVERIFY(writeAll(m_folder->filePath(QStringLiteral(".verderer-aaaaaa.tmp")), ours));
    // What came out of an exchange may be a Gateway's.
    QVERIFY(writeAll(m_folder->filePath(QStringLiteral(".verderer-bbbbbb.tmp")),
                     "{\"version\":1,\"generation\":\"g\",\"previous_generation\":null,\"user_id\":null}"));
    QCOMPARE(leftovers().size(), 2);
    QVERIFY(publish());
    QCOMPARE(leftovers(), QStringList());
    QVERIFY(QFile::exists(marker()) && QFile::exists(config()));
}

void TestCacheMarker::leavesOtherLeftoversAlone_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    const QByteArray text = "{\"version\":1,\"generation\":\"g\",\"previous_generation\":null,\"user_id\":null}";
    const QString staged = QStringLiteral(".verderer-abcdef.tmp");
    QTest::newRow("a draft") << staged << QByteArray("{\"version\": 1, \"text\": \"mine\"}");
    QTest::newRow("a list") << staged << QByteArray("[1]");
    QTest::newRow("no JSON") << staged << QByteArray("---\nname: x\n");
    QTest::newRow("empty") << staged << QByteArray();
    QTest::newRow("huge") << staged << QByteArray(200'000, ' ') + text;
    QTest::newRow("another name") << QStringLiteral("verderer-abcdef.tmp") << text;
    QTest::newRow("another ending") << QStringLiteral(".verderer-abcdef.json") << text;
}

void TestCacheMarker::leavesOtherLeftoversAlone()
{
    QFETCH(const QString, name);
    QFETCH(const QByteArray, bytes);
    const QString path = m_folder->filePath(name);
    QVERIFY(writeAll(path, bytes));
    QVERIFY(publish().value().published);
    QVERIFY(QFile::exists(path));
    QCOMPARE(readAll(path), bytes);
}

QTEST_GUILESS_MAIN(TestCacheMarker)
#include "tst_cache_marker.moc"
