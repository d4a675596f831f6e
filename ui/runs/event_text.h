// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "runs/run_record.h"

#include <QStringList>

#include <optional>

namespace verderer {

/// Which events the timeline shows.
enum class EventGroup { All, Messages, Tools, Subagents, Errors };

/// What an event is about, for its colour and its word.
enum class EventTopic { Message, Tool, Subagent, Error, Middleware, Output, Other };

/// One event with everything its row shows, read once off the window's thread: contents can be megabytes of JSON.
struct EventRow {
    RunEvent event;
    EventTopic topic = EventTopic::Other;
    QString summary;                     ///< one short line
    std::optional<Microseconds> latency; ///< how long the model took to answer
    QString task;                        ///< subagents: the task id
    QStringList calls;                   ///< ids of the tool calls that an answer makes
    QString answers;                     ///< id of the tool call that a result answers
    bool failed = false;                 ///< shown as an error
};

/// Reads an event for the timeline (deerflow-format 8). Never fails: of an unknown kind the raw text is the summary. Any thread.
EventRow readEventRow(const RunEvent &event);

/// Whether an event belongs to the group.
bool belongsTo(const EventRow &row, EventGroup group);

/// The categories among which the group's events are; empty: all.
QStringList categoriesOf(EventGroup group);

/// Content and metadata of an event as text for people: indented where it is JSON, as stored where it is not. Any thread.
QByteArray eventDetail(const RunEvent &event);

/// JSON indented for people; what is no JSON comes back as it is. Any thread.
QByteArray prettyOrRaw(const QByteArray &json);

} // namespace verderer
