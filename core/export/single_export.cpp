// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "export/export_rows.h"
#include "export/list_export.h"
#include "runs/run_json.h"
#include "runs/run_service.h"
#include "threads/thread_json.h"

#include <QIODevice>

namespace verderer {

namespace {

constexpr int runsAtOnce = 200;
constexpr int eventsAtOnce = 500;

Result<void> put(QIODevice &out, const QByteArray &bytes)
{
    if (out.write(bytes) == bytes.size()) {
        return {};
    }
    ErrorDetails details;
    details.kind = QStringLiteral("export-write");
    return fail(ErrorCode::ReadOnly, QStringLiteral("The export could not be written to its end: %1.").arg(out.errorString()), details);
}

Error cancelled()
{
    Error error;
    error.code = ErrorCode::Cancelled;
    error.message = QStringLiteral("The export was cancelled; no file was written.");
    return error;
}

/// Hands on every event of a run, page by page.
Result<void> eachEvent(RunService &runs, const QString &runId, const std::function<Result<void>(const RunEvent &)> &each, const Wait &wait)
{
    std::optional<qint64> after = 0;
    while (after) {
        if (wait.cancel.isCancelled()) {
            return tl::unexpected<Error>(cancelled());
        }
        const auto page = runs.events(runId, {}, *after, eventsAtOnce, wait);
        if (!page) {
            return tl::unexpected<Error>(page.error());
        }
        for (const RunEvent &event : page->events) {
            if (auto done = each(event); !done) {
                return done;
            }
        }
        after = page->nextAfterSeq;
    }
    return {};
}

Result<QList<RunRecord>> runsOf(RunService &runs, const QString &threadId, const Wait &wait)
{
    RunFilter filter;
    filter.threadId = threadId;
    QList<RunRecord> all;
    std::optional<RunCursor> after;
    do {
        if (wait.cancel.isCancelled()) {
            return tl::unexpected<Error>(cancelled());
        }
        auto page = runs.list(filter, runsAtOnce, after, wait);
        if (!page) {
            return tl::unexpected<Error>(page.error());
        }
        all.append(page->runs);
        after = page->next;
    } while (after);
    return all;
}

/// `{"<first>": …, "events": [ … ]}` with the events one a line.
class DocumentWriter {
public:
    DocumentWriter(QIODevice &out, const QByteArray &head) : m_out(out), m_begun(put(out, "{" + head + ", \"events\": [")) {}
    Result<void> add(const RunEvent &event)
    {
        if (!m_begun) {
            return m_begun;
        }
        return put(m_out, (m_count++ == 0 ? QByteArrayLiteral("\n") : QByteArrayLiteral(",\n")) + dumpPythonJson(eventToJson(event)));
    }
    Result<void> end() { return m_begun ? put(m_out, QByteArrayLiteral("\n]}\n")) : m_begun; }
    [[nodiscard]] qint64 count() const { return m_count; }

private:
    QIODevice &m_out;
    Result<void> m_begun;
    qint64 m_count = 0;
};

Result<ExportOutcome> writeRuns(const QList<RunRecord> &records, const RunService &runs, QIODevice &out, const ExportOptions &options)
{
    RowWriter writer(out, options, QStringLiteral("runs"), runColumns(true));
    auto done = writer.begin();
    for (const RunRecord &record : records) {
        if (done) {
            done = writer.add(runRow(record, &runs));
        }
    }
    if (done) {
        done = writer.end();
    }
    if (!done) {
        return tl::unexpected<Error>(done.error());
    }
    return ExportOutcome{writer.written(), 0};
}

Result<ExportOutcome> writeTranscript(const QString &title, const Result<QList<TranscriptMessage>> &messages, QIODevice &out,
                                      const ExportOptions &options)
{
    if (!messages) {
        return tl::unexpected<Error>(messages.error());
    }
    if (const auto done = put(out, transcriptToMarkdown(title, *messages, options.withHidden).toUtf8()); !done) {
        return tl::unexpected<Error>(done.error());
    }
    ExportOutcome outcome;
    for (const TranscriptMessage &message : *messages) {
        outcome.written += message.hidden && !options.withHidden ? 0 : 1;
    }
    return outcome;
}

QString titleOf(const std::optional<QString> &title, const QString &id)
{
    return title && !title->isEmpty() ? *title : id;
}

/// The events of several runs, as lines or as the last part of a document; `head` is empty for lines.
Result<ExportOutcome> writeEvents(RunService &runs, const QStringList &runIds, const QByteArray &head, QIODevice &out, const ExportProgress &progress,
                                  const Wait &wait)
{
    ExportOutcome outcome;
    std::optional<DocumentWriter> document;
    if (!head.isEmpty()) {
        document.emplace(out, head);
    }
    for (const QString &runId : runIds) {
        const auto done = eachEvent(
            runs, runId,
            [&](const RunEvent &event) {
                ++outcome.written;
                return document ? document->add(event) : put(out, dumpPythonJson(eventToJson(event)) + '\n');
            },
            wait);
        if (!done) {
            return tl::unexpected<Error>(done.error());
        }
        if (progress) {
            progress(outcome.written, -1);
        }
    }
    if (document) {
        if (const auto ended = document->end(); !ended) {
            return tl::unexpected<Error>(ended.error());
        }
    }
    return outcome;
}

} // namespace

Result<ExportOutcome> exportThread(const QString &threadId, ThreadService &threads, RunService &runs, QIODevice &out, const ExportOptions &options,
                                   const ExportProgress &progress, const Wait &wait)
{
    const auto thread = threads.show(threadId, wait);
    if (!thread && thread.error().code != ErrorCode::NotFound) {
        return tl::unexpected<Error>(thread.error());
    }
    const auto records = runsOf(runs, threadId, wait);
    if (!records) {
        return tl::unexpected<Error>(records.error());
    }
    if (!thread && records->isEmpty()) {
        return tl::unexpected<Error>(thread.error());
    }
    QStringList runIds;
    Json list = Json::array();
    for (const RunRecord &record : *records) {
        runIds.prepend(record.runId); // oldest first
        list.push_back(runToJson(record));
    }
    switch (options.format) {
    case ExportFormat::Csv:
        return writeRuns(*records, runs, out, options);
    case ExportFormat::Markdown:
        return writeTranscript(thread ? titleOf(thread->displayName, threadId) : threadId, runs.threadTranscript(threadId, wait), out, options);
    case ExportFormat::JsonLines:
        return writeEvents(runs, runIds, {}, out, progress, wait);
    case ExportFormat::JsonDocument:
        break;
    }
    const Json row = thread ? threadToJson(*thread) : Json(nullptr);
    return writeEvents(runs, runIds, "\"thread\": " + dumpPythonJson(row) + ", \"runs\": " + dumpPythonJson(list), out, progress, wait);
}

Result<ExportOutcome> exportRun(const QString &runId, RunService &runs, QIODevice &out, const ExportOptions &options, const ExportProgress &progress,
                                const Wait &wait)
{
    const auto run = runs.show(runId, wait);
    if (!run) {
        return tl::unexpected<Error>(run.error());
    }
    switch (options.format) {
    case ExportFormat::Csv:
        return writeRuns({*run}, runs, out, options);
    case ExportFormat::Markdown:
        return writeTranscript(titleOf(run->threadTitle, runId), runs.transcript(runId, false, wait), out, options);
    case ExportFormat::JsonLines:
        return writeEvents(runs, {runId}, {}, out, progress, wait);
    case ExportFormat::JsonDocument:
        break;
    }
    return writeEvents(runs, {runId}, "\"run\": " + dumpPythonJson(runToJson(*run)), out, progress, wait);
}

} // namespace verderer
