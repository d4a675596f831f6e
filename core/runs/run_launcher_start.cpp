// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "database/database_time.h"
#include "runs/run_json.h"
#include "runs/run_launcher_p.h"
#include "threads/thread_json.h"
#include "threads/thread_rules.h"

#include <QUuid>

#include <algorithm>

namespace verderer {

namespace {

constexpr int longestKey = 255;
constexpr int lookAgainMs = 200;
constexpr int lookUpMs = 5'000;
/// Others may take the thread as often between the end of one run and our insert.
constexpr int insertTries = 50;

tl::unexpected<Error> invalid(const char *kind, const QString &message)
{
    ErrorDetails details;
    details.kind = QString::fromLatin1(kind);
    return fail(ErrorCode::Invalid, message, details);
}

QString strategyName(MultitaskStrategy strategy)
{
    switch (strategy) {
    case MultitaskStrategy::Reject:
        return QStringLiteral("reject");
    case MultitaskStrategy::Interrupt:
        return QStringLiteral("interrupt");
    case MultitaskStrategy::Rollback:
        return QStringLiteral("rollback");
    case MultitaskStrategy::Enqueue:
        break;
    }
    return QStringLiteral("enqueue");
}

Error cannotInterrupt(const RunRecord &other)
{
    Error error;
    error.code = ErrorCode::Conflict;
    error.details.kind = QStringLiteral("thread-busy");
    error.details.holder = other.runId;
    error.message =
        QStringLiteral("The run %1 is active and cannot be asked to stop from here: the process that has it does not say who it is, or this "
                       "database has no place for the request. Cancel it in the program that runs it.")
            .arg(other.runId);
    return error;
}

} // namespace

Result<RunRecord> RunLauncher::Private::checkedRecord(const StartRun &request) const
{
    if (request.strategy == MultitaskStrategy::Enqueue) {
        return invalid("strategy", QStringLiteral("The strategy \"enqueue\" is not supported, as in DeerFlow. Use reject, interrupt or rollback."));
    }
    const auto id = checkThreadId(request.threadId);
    if (!id) {
        return tl::unexpected<Error>(id.error());
    }
    CreateThread lengths;
    lengths.owner = request.owner;
    lengths.assistantId = request.assistantId;
    if (const auto good = checkThreadLengths(lengths); !good) {
        return tl::unexpected<Error>(good.error());
    }
    if (request.idempotencyKey && (request.idempotencyKey->isEmpty() || request.idempotencyKey->toUcs4().size() > longestKey ||
                                   request.idempotencyKey->contains(QChar(QChar::Null)))) {
        return invalid("idempotency-key", QStringLiteral("An idempotency key has 1 to %1 characters, none of them NUL.").arg(longestKey));
    }
    const auto metadata = normalizeThreadMetadata(request.metadataJson, nullptr);
    if (!metadata) {
        return tl::unexpected<Error>(metadata.error());
    }
    if (parseJson(*metadata)->contains("auth_token")) {
        return invalid("metadata-token",
                       QStringLiteral("The metadata of a run may not hold \"auth_token\", as in DeerFlow: it would be stored for all to "
                                      "read. Leave it out."));
    }
    const auto kwargs = normalizeThreadMetadata(request.kwargsJson, nullptr);
    if (!kwargs) {
        return tl::unexpected<Error>(kwargs.error());
    }
    RunRecord record;
    record.runId = QUuid::createUuid().toString(QUuid::WithoutBraces);
    record.threadId = request.threadId;
    record.assistantId = request.assistantId;
    record.owner = request.owner;
    record.idempotencyKey = request.idempotencyKey;
    record.metadataJson = *metadata;
    record.kwargsJson = *kwargs;
    record.multitaskStrategy = strategyName(request.strategy);
    record.status = RunStatus::Pending;
    record.ownerWorkerId = parts.workerId;
    return record;
}

Result<std::optional<LaunchedRun>> RunLauncher::Private::existingRun(const StartRun &request, const RunRecord &wanted, const Wait &wait) const
{
    if (!request.idempotencyKey) {
        return std::optional<LaunchedRun>();
    }
    auto found = parts.runs->findByIdempotencyKey(*request.idempotencyKey, wait);
    if (!found) {
        return tl::unexpected<Error>(found.error());
    }
    if (!*found) {
        return std::optional<LaunchedRun>();
    }
    if ((*found)->threadId != wanted.threadId || (*found)->owner != wanted.owner) {
        ErrorDetails details;
        details.kind = QStringLiteral("idempotency-key");
        details.holder = (*found)->runId;
        return fail(ErrorCode::Conflict,
                    QStringLiteral("The idempotency key \"%1\" belongs to run %2 of another thread or owner. Use another key; nothing was changed.")
                        .arg(*request.idempotencyKey, (*found)->runId),
                    details);
    }
    LaunchedRun existing;
    existing.record = std::move(**found);
    existing.outcome = StartOutcome::Existing;
    return std::optional<LaunchedRun>(std::move(existing));
}

Result<RunRecord> RunLauncher::Private::insertRow(const RunRecord &given, const Wait &wait)
{
    RunRecord record = given;
    const Microseconds now = parts.clock->now();
    record.createdRaw = record.updatedRaw = databaseTimestamp(now);
    record.leaseExpiresAt = now + parts.leaseDuration;
    auto inserted = parts.runs->insert(record, wait);
    if (inserted || inserted.error().code == ErrorCode::Conflict || inserted.error().code == ErrorCode::Invalid) {
        return inserted;
    }
    // The answer may have been lost after the row was stored; a row that nobody looks after would block its thread.
    const auto found = parts.runs->find(record.runId, {QDeadlineTimer(lookUpMs), {}});
    if (found && *found) {
        return **found;
    }
    if (Error error = inserted.error(); error.details.kind == QLatin1String("commit-unknown")) {
        error.message =
            QStringLiteral("The connection was lost while the run %1 of the thread \"%2\" was being stored, so it may or may not be there. %3")
                .arg(record.runId, record.threadId,
                     record.idempotencyKey
                         ? QStringLiteral("Start it again with the same idempotency key: that never makes a second one.")
                         : QStringLiteral("Look for it before you start another one; with an idempotency key a second one is never made."));
        return tl::unexpected<Error>(std::move(error));
    }
    return inserted;
}

Result<void> RunLauncher::Private::interruptOther(const RunRecord &other, bool rollback, const Wait &wait)
{
    const auto tooLong = [&]() -> Result<void> {
        return wait.cancel.isCancelled()
                   ? fail(ErrorCode::Cancelled, QStringLiteral("Cancelled while run %1 was asked to stop; no run was started.").arg(other.runId))
                   : fail(ErrorCode::TimedOut,
                          QStringLiteral("The run %1 was asked to stop and has not ended in time; no run was started.").arg(other.runId));
    };
    if (const auto local = launchOf(other.runId)) {
        if (cancelLaunch(local, rollback)) {
            const auto handle = wait.cancel.onCancel([this] {
                const std::lock_guard guard(mutex);
                changed.notify_all();
            });
            std::unique_lock lock(mutex);
            while (!local->ended) {
                if (wait.cancel.isCancelled() || wait.deadline.hasExpired()) {
                    lock.unlock();
                    return tooLong();
                }
                changed.wait_for(lock, std::chrono::milliseconds(lookAgainMs));
            }
            lock.unlock();
        } else {
            lookAt(local); // it has ended; only its row does not say so yet
        }
        return {};
    }
    if (!other.ownerWorkerId) {
        return tl::unexpected<Error>(cannotInterrupt(other));
    }
    const QString action = rollback ? QStringLiteral("rollback") : QStringLiteral("interrupt");
    const auto asked = parts.runs->transition(
        other.runId, other.status, other.ownerWorkerId,
        [&](RunRecord &record) {
            record.cancelAction = action;
            record.cancelRequestedAt = parts.clock->now();
        },
        wait);
    if (!asked) {
        return tl::unexpected<Error>(asked.error());
    }
    if (!*asked) {
        return {}; // it went on or ended meanwhile: look again
    }
    if ((*asked)->cancelAction != action) {
        return tl::unexpected<Error>(cannotInterrupt(other));
    }
    (void)audit(QStringLiteral("run.cancel"), other.runId, QString::fromUtf8(dumpPythonJson(runToJson(other))),
                QString::fromUtf8(dumpPythonJson(runToJson(**asked))));
    for (;;) {
        parts.pause(lookAgainMs, wait.cancel);
        if (wait.cancel.isCancelled() || wait.deadline.hasExpired()) {
            return tooLong();
        }
        const auto now = parts.runs->find(other.runId, wait);
        if (!now) {
            return tl::unexpected<Error>(now.error());
        }
        if (!*now || !isActive((*now)->status)) {
            return {};
        }
        const auto dead = endIfDead(**now);
        if (!dead) {
            return tl::unexpected<Error>(dead.error());
        }
        if (*dead) {
            return {};
        }
    }
}

Result<void> RunLauncher::Private::makeRoom(const RunRecord &record, MultitaskStrategy strategy, const Error &conflict, const Wait &wait)
{
    if (wait.cancel.isCancelled()) {
        return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled; no run was started."));
    }
    const auto active = parts.runs->activeOf(record.threadId, wait);
    if (!active) {
        return tl::unexpected<Error>(active.error());
    }
    if (!*active) {
        return {};
    }
    const auto dead = endIfDead(**active);
    if (!dead) {
        return tl::unexpected<Error>(dead.error());
    }
    if (*dead) {
        return {};
    }
    if (strategy == MultitaskStrategy::Reject || (*active)->operationKind != QLatin1String("run")) {
        return tl::unexpected<Error>(conflict);
    }
    return interruptOther(**active, strategy == MultitaskStrategy::Rollback, wait);
}

StartBarrier::Decision RunLauncher::Private::refuse(const std::shared_ptr<Launch> &launch, const RunEnding &ending)
{
    (void)endRow(launch, RunStatus::Pending, ending); // what fails is kept in the launch
    return {};
}

StartBarrier::Decision RunLauncher::Private::ensureMetadata(const std::shared_ptr<Launch> &launch, const ThreadWish &wish, const Wait &wait)
{
    MetadataWriter writer({parts.threads, parts.admission, parts.clock, parts.writerAfterRead, parts.writerBeforeAdmission}, wish);
    const auto byRun = launch->cancel.token().onCancel([&writer] { writer.cancel(); });
    const auto byCaller = wait.cancel.onCancel([&writer] { writer.cancel(); });
    Microseconds budget = parts.metadataBudget;
    if (!wait.deadline.isForever()) {
        budget = std::clamp<Microseconds>(wait.deadline.remainingTime() * 1000, 0, budget);
    }
    const bool inTime = parts.budgetWait(budget, [&writer](int ms) { return writer.waitDone(ms); });
    if (!inTime) {
        writer.cancel();
    }
    // Its end is waited for also after a cancel: it comes at once, and then it is certain that nothing is written later.
    const auto ensured = writer.result();
    if (launch->cancel.token().isCancelled() || wait.cancel.isCancelled()) {
        return refuse(launch, {RunStatus::Interrupted, {}, {}});
    }
    const auto warn = [&](const QString &warning) {
        const std::lock_guard guard(mutex);
        launch->warnings.append(warning);
    };
    if (ensured) { // also where it came just in time before the cancel
        if (ensured->created) {
            if (const QString warning =
                    audit(QStringLiteral("thread.create"), wish.threadId, {}, QString::fromUtf8(dumpPythonJson(threadToJson(ensured->record))));
                !warning.isEmpty()) {
                warn(warning);
            }
        }
        return {true, incarnationOf(ensured->record)};
    }
    const Error &error = ensured.error();
    if (error.code == ErrorCode::NotFound || error.details.kind == QLatin1String("other-owner")) {
        return refuse(launch, {RunStatus::Error, error.message, {}});
    }
    QString why;
    if (inTime) {
        why = QStringLiteral("Failed to ensure thread_meta for the thread %1: %2").arg(wish.threadId, error.message);
    } else {
        why =
            QStringLiteral("Timed out ensuring thread_meta for the thread %1 within %2 s").arg(wish.threadId).arg(static_cast<double>(budget) / 1e6);
    }
    warn(why);
    if (wish.mustExist) {
        const QString text = inTime ? QStringLiteral("Failed verifying existing thread metadata of %1: %2").arg(wish.threadId, error.message)
                                    : QStringLiteral("Timed out verifying existing thread metadata of %1").arg(wish.threadId);
        return refuse(launch, {RunStatus::Error, text, {}});
    }
    warn(QStringLiteral("The run goes on without a verified thread: thread-scoped tool access is refused, MCP access will fail closed."));
    return {true, std::nullopt};
}

Result<LaunchedRun> RunLauncher::start(const StartRun &request, std::shared_ptr<Executor> executor, const Wait &wait)
{
    d->joinEnded();
    auto wanted = d->checkedRecord(request);
    if (!wanted) {
        return tl::unexpected<Error>(wanted.error());
    }
    const auto thread = d->parts.threads->find(request.threadId, wait);
    if (!thread) {
        return tl::unexpected<Error>(thread.error());
    }
    if (request.strict && !*thread) {
        return tl::unexpected<Error>(missingThread(request.threadId));
    }
    if (*thread && !wanted->owner) {
        wanted->owner = (*thread)->owner; // a run of nobody's on somebody's thread would be in no list of theirs
    }
    if (*thread && (*thread)->owner && (*thread)->owner != wanted->owner) {
        ErrorDetails details;
        details.kind = QStringLiteral("other-owner");
        details.holder = *(*thread)->owner;
        return fail(ErrorCode::Conflict,
                    QStringLiteral("The thread \"%1\" belongs to another user (%2). Choose another thread; nothing was changed.")
                        .arg(request.threadId, *(*thread)->owner),
                    details);
    }
    auto existing = d->existingRun(request, *wanted, wait);
    if (!existing) {
        return tl::unexpected<Error>(existing.error());
    }
    if (*existing) {
        return std::move(**existing);
    }
    auto inserted = d->insertRow(*wanted, wait);
    for (int attempt = 1; !inserted; ++attempt) {
        const Error error = inserted.error();
        if (error.details.kind == QLatin1String("idempotency-key")) { // a peer was faster with the same key
            existing = d->existingRun(request, *wanted, wait);
            if (!existing) {
                return tl::unexpected<Error>(existing.error());
            }
            if (*existing) {
                return std::move(**existing);
            }
        } else if (error.details.kind == QLatin1String("thread-busy") && attempt < insertTries) {
            if (const auto room = d->makeRoom(*wanted, request.strategy, error, wait); !room) {
                return tl::unexpected<Error>(room.error());
            }
        } else {
            return tl::unexpected<Error>(error);
        }
        inserted = d->insertRow(*wanted, wait);
    }

    const auto launch = std::make_shared<Launch>();
    launch->runId = inserted->runId;
    launch->threadId = inserted->threadId;
    launch->executor = std::move(executor);
    launch->record = *inserted;
    launch->renewedAt = d->parts.clock->now();
    {
        const std::lock_guard guard(d->mutex);
        d->launches.insert(launch->runId, launch);
        launch->thread = std::thread([state = d.get(), launch] { state->runBody(launch); });
        if (!d->keeper) {
            d->keeper = std::make_unique<LeaseKeeper>([state = d.get()] { state->look(); }, d->parts.leaseWait);
        }
    }
    if (const QString warning = d->audit(QStringLiteral("run.start"), launch->runId, {}, QString::fromUtf8(dumpPythonJson(runToJson(*inserted))));
        !warning.isEmpty()) {
        launch->warnings.append(warning);
    }
    ThreadWish wish;
    wish.threadId = launch->threadId;
    wish.owner = inserted->owner;
    wish.assistantId = inserted->assistantId;
    wish.metadataJson = wanted->metadataJson;
    wish.mustExist = request.strict;
    launch->barrier.open(d->ensureMetadata(launch, wish, wait));

    std::unique_lock lock(d->mutex);
    d->changed.wait(lock, [&] { return launch->settled; });
    if (!launch->started && launch->failure) {
        Error error = *launch->failure;
        error.message = QStringLiteral("The run %1 could not be started: %2").arg(launch->runId, error.message);
        return tl::unexpected<Error>(std::move(error));
    }
    LaunchedRun answer;
    answer.record = launch->record;
    answer.outcome = launch->started ? StartOutcome::Started : StartOutcome::Cancelled;
    answer.warnings = launch->warnings;
    answer.barrierPassed = launch->barrier.passed();
    return answer;
}

} // namespace verderer
