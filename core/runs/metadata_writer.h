// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/clock.h"
#include "threads/admission.h"
#include "threads/thread_store.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace verderer {

/// What a run needs of its thread.
struct ThreadWish {
    QString threadId;
    std::optional<QString> owner, assistantId;
    QByteArray metadataJson = "{}"; ///< for a thread that has to be made; normalized
    bool mustExist = false;         ///< strict: nothing is made
};

struct EnsuredThread {
    ThreadRecord record;
    bool created = false;
};

/// Makes sure that a run's thread has a row: reads first, creates if missing, under the thread's admission, on a thread of its own, so that neither
/// the run nor whoever starts it is held up longer than the writer's budget (scenarios B). A writer that was cancelled writes nothing later.
class MetadataWriter {
public:
    struct Parts {
        std::shared_ptr<ThreadStore> threads;
        std::shared_ptr<Admission> admission;
        std::shared_ptr<Clock> clock;
        std::function<void(bool found)> afterRead; ///< seam; may be empty
        std::function<void()> beforeAdmission;     ///< seam; may be empty
    };

    /// Begins at once.
    MetadataWriter(Parts parts, ThreadWish wish);
    ~MetadataWriter(); ///< cancels and waits
    MetadataWriter(const MetadataWriter &) = delete;
    MetadataWriter &operator=(const MetadataWriter &) = delete;

    /// Waits up to so long for the end; gives whether it has ended. Any thread.
    bool waitDone(int ms);
    /// Any thread; returns at once.
    void cancel();
    /// Waits for the end and gives what came of it: the row, Cancelled, NotFound (strict), Conflict where the row belongs to another user.
    Result<EnsuredThread> result();

private:
    CancelSource m_cancel;
    std::mutex m_mutex; // guards m_result
    std::condition_variable m_done;
    std::optional<Result<EnsuredThread>> m_result;
    std::thread m_thread;
};

/// The same on the calling thread.
Result<EnsuredThread> ensureThread(const MetadataWriter::Parts &parts, const ThreadWish &wish, const Wait &wait);

} // namespace verderer
