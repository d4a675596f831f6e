// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runs/run_store.h"

#include <memory>

namespace verderer {

/// Where an installation keeps the events of its runs: `run_events.backend` db, jsonl or memory (deerflow-format 0, 7.4). Blocking; any thread.
class EventSource {
public:
    virtual ~EventSource() = default;
    /// Events of one run, or of a whole thread (empty run id), in the order of `seq`. `categories` empty: all. Unknown kinds come as they are.
    virtual Result<EventPage> events(const QString &threadId, const QString &runId, const QStringList &categories, qint64 afterSeq, int limit,
                                     const Wait &wait) = 0;
    /// When the newest event of a run was made: a sign of life. None where there is no event, or its time cannot be read.
    virtual Result<std::optional<Microseconds>> newestAt(const QString &threadId, const QString &runId, const Wait &wait) = 0;
    /// A sentence why there are no events to be read here ("events live in the Gateway's memory only …"); empty: they can be read.
    [[nodiscard]] virtual QString whyNone() const = 0;
};

std::unique_ptr<EventSource> makeDatabaseEvents(std::shared_ptr<RunStore> store);
/// `root`: the folder that holds `<thread_id>/runs/<run_id>.jsonl`. Bad lines are told as events of type "unreadable line" with the raw text.
std::unique_ptr<EventSource> makeJsonlEvents(const QString &root);
/// `earlier`: a database that may still hold events from before the setting was changed; they are given, whyNone() speaks all the same. May be null.
std::unique_ptr<EventSource> makeMemoryOnlyEvents(std::shared_ptr<RunStore> earlier = nullptr);

} // namespace verderer
