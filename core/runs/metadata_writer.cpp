// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/metadata_writer.h"

#include "database/database_time.h"
#include "threads/thread_rules.h"

#include <chrono>

namespace verderer {

namespace {

/// Somebody may delete the row between our insert and our look; as often is it tried anew.
constexpr int readBackTries = 3;

Result<EnsuredThread> checkedOwner(EnsuredThread thread, const ThreadWish &wish)
{
    if (thread.record.owner && wish.owner && thread.record.owner != wish.owner) {
        ErrorDetails details;
        details.kind = QStringLiteral("other-owner");
        details.holder = *thread.record.owner;
        return fail(ErrorCode::Conflict,
                    QStringLiteral("The thread \"%1\" belongs to another user (%2), so no run of %3 can use it. Choose another thread.")
                        .arg(wish.threadId, *thread.record.owner, *wish.owner),
                    details);
    }
    return thread;
}

} // namespace

Result<EnsuredThread> ensureThread(const MetadataWriter::Parts &parts, const ThreadWish &wish, const Wait &wait)
{
    if (parts.beforeAdmission) {
        parts.beforeAdmission();
    }
    const auto admitted = parts.admission->acquire(wish.threadId, wait);
    if (!admitted) {
        return tl::unexpected<Error>(admitted.error());
    }
    for (int attempt = 0; attempt < readBackTries; ++attempt) {
        auto found = parts.threads->find(wish.threadId, wait);
        if (!found) {
            return tl::unexpected<Error>(found.error());
        }
        if (parts.afterRead) {
            parts.afterRead(found->has_value());
        }
        if (wait.cancel.isCancelled()) {
            return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled; the thread \"%1\" was left as it was.").arg(wish.threadId));
        }
        if (*found) {
            return checkedOwner({std::move(**found), false}, wish);
        }
        if (wish.mustExist) {
            return tl::unexpected<Error>(missingThread(wish.threadId));
        }
        ThreadRecord record;
        record.threadId = wish.threadId;
        record.owner = wish.owner;
        record.assistantId = wish.assistantId;
        record.status = QStringLiteral("idle");
        record.metadataJson = wish.metadataJson;
        record.createdRaw = record.updatedRaw = databaseTimestamp(parts.clock->now());
        auto inserted = parts.threads->insert(record, wait);
        if (!inserted) {
            return tl::unexpected<Error>(inserted.error());
        }
        if (inserted->record) {
            return checkedOwner({std::move(*inserted->record), inserted->created}, wish);
        }
    }
    return fail(ErrorCode::Conflict,
                QStringLiteral("The thread \"%1\" was deleted by somebody else each time it was made. Try again later.").arg(wish.threadId));
}

MetadataWriter::MetadataWriter(Parts parts, ThreadWish wish)
{
    m_thread = std::thread([this, parts = std::move(parts), wish = std::move(wish)] {
        auto ensured = ensureThread(parts, wish, {QDeadlineTimer(QDeadlineTimer::Forever), m_cancel.token()});
        const std::lock_guard guard(m_mutex);
        m_result = std::move(ensured);
        m_done.notify_all();
    });
}

MetadataWriter::~MetadataWriter()
{
    m_cancel.cancel();
    m_thread.join();
}

bool MetadataWriter::waitDone(int ms)
{
    std::unique_lock lock(m_mutex);
    return m_done.wait_for(lock, std::chrono::milliseconds(ms), [this] { return m_result.has_value(); });
}

void MetadataWriter::cancel()
{
    m_cancel.cancel();
}

Result<EnsuredThread> MetadataWriter::result()
{
    std::unique_lock lock(m_mutex);
    m_done.wait(lock, [this] { return m_result.has_value(); });
    return *m_result;
}

} // namespace verderer
