// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "database/database_time.h"
#include "support/database_fixture.h"
#include "support/postgres_server.h"
#include "threads/admission.h"
#include "threads/memory_thread_store.h"
#include "threads/sql_thread_store.h"
#include "threads/thread_service.h"

#include <QTest>

#include <atomic>
#include <memory>

namespace verderer::test {

enum class StoreKind { Memory, Sqlite, Postgres };

/// The global data rows of a test that runs over every store.
inline void addStoreRows()
{
    QTest::addColumn<StoreKind>("store");
    QTest::newRow("memory") << StoreKind::Memory;
    QTest::newRow("SQLite") << StoreKind::Sqlite;
    QTest::newRow("PostgreSQL") << StoreKind::Postgres;
}

/// The same for what only databases have.
inline void addDatabaseRows()
{
    QTest::addColumn<StoreKind>("store");
    QTest::newRow("SQLite") << StoreKind::Sqlite;
    QTest::newRow("PostgreSQL") << StoreKind::Postgres;
}

/// Says what time it is; moves only when told.
class ManualClock final : public Clock {
public:
    explicit ManualClock(const QString &time = QStringLiteral("2026-11-15 12:00:00.123456")) : m_now(*parseDatabaseTimestamp(time)) {}
    [[nodiscard]] Microseconds now() const override { return m_now; }
    void set(const QString &time) { m_now = *parseDatabaseTimestamp(time); }
    void advance(Microseconds by) { m_now += by; }

private:
    std::atomic<Microseconds> m_now;
};

/// No test waits longer than this for anything.
inline Wait patient()
{
    return {QDeadlineTimer(60'000), {}};
}

/// A database of that kind.
inline std::unique_ptr<DatabaseFixture> makeDatabase(StoreKind kind, PostgresServer *server, const DatabaseFixture::Schema &schema = {})
{
    return kind == StoreKind::Sqlite ? DatabaseFixture::sqlite(schema) : DatabaseFixture::postgres(*server, schema);
}

/// A store, what it keeps its rows in, and the service over it.
struct ThreadStoreFixture {
    StoreKind kind;
    std::unique_ptr<DatabaseFixture> database; ///< null: memory
    std::shared_ptr<DatabaseWorker> worker;
    std::shared_ptr<ThreadStore> store;
    std::shared_ptr<Admission> admission = std::make_shared<Admission>();
    std::shared_ptr<ManualClock> clock = std::make_shared<ManualClock>();

    ThreadStoreFixture(StoreKind which, PostgresServer *server, const DatabaseFixture::Schema &schema = {}, const DatabaseCallObserver &observer = {})
        : kind(which)
    {
        if (kind == StoreKind::Memory) {
            store = std::make_shared<MemoryThreadStore>();
            return;
        }
        database = makeDatabase(kind, server, schema);
        worker = database->worker(observer);
        store = std::make_shared<SqlThreadStore>(worker);
    }

    [[nodiscard]] ThreadService::Dependencies dependencies() const
    {
        ThreadService::Dependencies parts;
        parts.store = store;
        parts.admission = admission;
        parts.clock = clock;
        return parts;
    }

    /// Puts a row there as somebody else would.
    void add(const ThreadRow &row) const
    {
        if (database) {
            database->add(row);
            return;
        }
        ThreadRecord record;
        record.threadId = row.threadId;
        record.owner = row.owner;
        record.assistantId = row.assistantId;
        record.displayName = row.title;
        record.status = row.status;
        record.metadataJson = row.metadata.toUtf8();
        record.createdRaw = row.createdAt;
        record.updatedRaw = row.updatedAt;
        if (!store->insert(record, patient()))
            qFatal("the row could not be added");
    }

    /// Changes status and title as somebody else would.
    void change(const QString &id, const QString &status, const QString &title) const
    {
        if (database) {
            database->sql(QStringLiteral("UPDATE threads_meta SET status = ?, display_name = ? WHERE thread_id = ?"), {status, title, id});
            return;
        }
        const auto changed = store->update(
            id,
            [&](const ThreadRecord &stored) -> Result<ThreadRecord> {
                ThreadRecord wanted = stored;
                wanted.status = status;
                wanted.displayName = title;
                return wanted;
            },
            false, patient());
        if (!changed)
            qFatal("%s", qPrintable(changed.error().message));
    }

    [[nodiscard]] ThreadRecord stored(const QString &id) const
    {
        const auto found = store->find(id, patient());
        if (!found || !*found)
            qFatal("no thread %s", qPrintable(id));
        return **found;
    }

    [[nodiscard]] qint64 count() const
    {
        if (database)
            return database->count(QStringLiteral("threads_meta"));
        return store->list({}, 1'000'000, {}, patient())->threads.size();
    }
};

/// Watches for Qt's complaints about connections used or removed wrongly; none may come.
class SqlWarnings {
public:
    SqlWarnings() { s_previous = qInstallMessageHandler(handle); }
    ~SqlWarnings() { qInstallMessageHandler(s_previous); }
    [[nodiscard]] static int count() { return s_count; }

private:
    static void handle(QtMsgType type, const QMessageLogContext &context, const QString &message)
    {
        if (type != QtDebugMsg && (message.contains(QLatin1String("QSql")) || message.contains(QLatin1String("QPSQL")) ||
                                   message.contains(QLatin1String("Unable to free statement"))))
            ++s_count;
        s_previous(type, context, message);
    }
    static inline std::atomic<int> s_count = 0;
    static inline QtMessageHandler s_previous = nullptr;
};

/// What the tests of this folder share: a PostgreSQL server where one is needed, and that Qt had nothing to complain about.
class ThreadTest : public QObject {
    Q_OBJECT

protected:
    [[nodiscard]] PostgresServer *server()
    {
        if (!m_server) {
            QString error;
            m_server = PostgresServer::start(&error);
            if (!m_server)
                qFatal("%s", qPrintable(error));
        }
        return m_server.get();
    }
    [[nodiscard]] ThreadStoreFixture makeStore(const DatabaseFixture::Schema &schema = {}, const DatabaseCallObserver &observer = {})
    {
        const StoreKind kind = currentStore();
        return {kind, kind == StoreKind::Postgres ? server() : nullptr, schema, observer};
    }
    [[nodiscard]] std::unique_ptr<DatabaseFixture> makeDatabaseFixture(const DatabaseFixture::Schema &schema = {})
    {
        const StoreKind kind = currentStore();
        return makeDatabase(kind, kind == StoreKind::Postgres ? server() : nullptr, schema);
    }
    [[nodiscard]] static StoreKind currentStore() { return *static_cast<StoreKind *>(QTest::qGlobalData("store", qMetaTypeId<StoreKind>())); }

private Q_SLOTS:
    void cleanupTestCase()
    {
        m_server.reset();
        QCOMPARE(SqlWarnings::count(), 0);
    }

private:
    SqlWarnings m_warnings;
    std::unique_ptr<PostgresServer> m_server;
};

} // namespace verderer::test
