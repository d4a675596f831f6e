// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "runs/event_source.h"
#include "runs/run_launcher.h"
#include "runs/transcript.h"
#include "runs/usage.h"
#include "threads/thread_service.h"

#include <functional>
#include <memory>

namespace verderer {

class DatabaseWorker;

/// The rows behind a usage report, asked for a span of days.
struct UsageRequest {
    int days = 14;            ///< up to and with today; 1 to 3650
    int utcOffsetMinutes = 0; ///< the zone the days are cut in; ignored where `zone` is given
    QByteArray zone;          ///< IANA name: days by that zone's own rules, with its changes of summer time
    std::optional<QString> owner;
};

/// What a person must know about a run whose stored status is a claim: "running, no sign of life for 3 days".
struct RunVitality {
    bool stale = false;
    QString sentence; ///< empty: nothing to say
};

/// The use cases on runs. Blocking; any thread but the window's. Owns nothing but what it was handed.
class RunService {
public:
    struct Dependencies {
        std::shared_ptr<RunStore> runs;
        std::shared_ptr<ThreadService> threads;
        std::shared_ptr<EventSource> events;
        std::shared_ptr<DatabaseWorker> worker; ///< for usage; null: memory, counted from the store
        std::shared_ptr<const PriceList> prices;
        std::shared_ptr<Clock> clock;
    };
    explicit RunService(Dependencies dependencies);
    ~RunService();

    Result<RunRecord> show(const QString &runId, const Wait &wait);
    Result<RunPage> list(const RunFilter &filter, int limit, const std::optional<RunCursor> &after, const Wait &wait);
    Result<EventPage> events(const QString &runId, const QStringList &categories, qint64 afterSeq, int limit, const Wait &wait);
    /// All messages of a run; of its whole thread with `wholeThread`.
    Result<QList<TranscriptMessage>> transcript(const QString &runId, bool wholeThread, const Wait &wait);
    Result<QList<TranscriptMessage>> threadTranscript(const QString &threadId, const Wait &wait);
    Result<QList<WorkspaceChanges>> workspaceChanges(const QString &runId, const Wait &wait);
    [[nodiscard]] QString whyNoEvents() const;

    [[nodiscard]] Cost costOf(const RunRecord &run) const;
    /// Duration: updated − created for ended runs, now − created for active ones, never below 0 (deerflow-format 6.4).
    [[nodiscard]] std::optional<Microseconds> durationOf(const RunRecord &run) const;
    /// By worker, lease and row; where these alone say stale, the run's newest event is looked at too: a run that writes events is alive, whatever
    /// its row says. Blocking then.
    [[nodiscard]] RunVitality vitalityOf(const RunRecord &run, const Wait &wait) const;

    /// Makes the missing thread of a run through the same admission: the run's owner and assistant, its first human message as title. Idempotent.
    Result<AdoptAnswer> adopt(const QString &runId, const Wait &wait);
    /// The same for every orphan that passes the filter; `each` is told every result as it comes. A failure of one does not stop the rest.
    Result<void> adoptAll(const RunFilter &filter, const std::function<void(const QString &runId, const Result<AdoptAnswer> &)> &each,
                          const Wait &wait);

    /// Totals, days, models and owners. Kept until the database changes (data version), so that showing it again costs nothing.
    Result<Usage> usage(const UsageRequest &request, const Wait &wait);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace verderer
