// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/event_source.h"

namespace verderer {

namespace {

class DatabaseEvents : public EventSource {
public:
    explicit DatabaseEvents(std::shared_ptr<RunStore> store) : m_store(std::move(store)) {}

    Result<EventPage> events(const QString &threadId, const QString &runId, const QStringList &categories, qint64 afterSeq, int limit,
                             const Wait &wait) override
    {
        return m_store ? m_store->events(threadId, runId, categories, afterSeq, limit, wait) : Result<EventPage>(EventPage());
    }
    Result<std::optional<Microseconds>> newestAt(const QString &threadId, const QString &runId, const Wait &wait) override
    {
        return m_store ? m_store->newestEventAt(threadId, runId, wait) : Result<std::optional<Microseconds>>(std::nullopt);
    }
    [[nodiscard]] QString whyNone() const override { return {}; }

private:
    std::shared_ptr<RunStore> m_store;
};

class MemoryOnlyEvents final : public DatabaseEvents {
public:
    using DatabaseEvents::DatabaseEvents;
    [[nodiscard]] QString whyNone() const override
    {
        return QStringLiteral("Events live in the Gateway's memory only (run_events.backend is memory) and are gone when it ends. Set "
                              "run_events.backend in config.yaml to db to keep those of later runs.");
    }
};

} // namespace

std::unique_ptr<EventSource> makeDatabaseEvents(std::shared_ptr<RunStore> store)
{
    return std::make_unique<DatabaseEvents>(std::move(store));
}

std::unique_ptr<EventSource> makeMemoryOnlyEvents(std::shared_ptr<RunStore> earlier)
{
    return std::make_unique<MemoryOnlyEvents>(std::move(earlier));
}

} // namespace verderer
