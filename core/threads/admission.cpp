// SPDX-License-Identifier: GPL-3.0-or-later
#include "threads/admission.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>

namespace verderer {

namespace {

/// One who holds or waits. Each sleeps on a condition of its own, so that a guard that goes wakes the next one and nobody else.
struct Place {
    std::condition_variable wake;
};

} // namespace

struct Admission::Private {
    mutable std::mutex mutex;                                    // guards lines
    std::map<QString, std::deque<std::shared_ptr<Place>>> lines; // the first of a line holds the key

    void leave(const QString &key, const std::shared_ptr<Place> &place)
    {
        const auto line = lines.find(key);
        const bool wasFirst = line->second.front() == place;
        line->second.erase(std::find(line->second.begin(), line->second.end(), place));
        if (line->second.empty())
            lines.erase(line);
        else if (wasFirst)
            line->second.front()->wake.notify_one();
    }
};

struct Admission::Guard::Private {
    std::shared_ptr<Admission::Private> admission;
    QString key;
    std::shared_ptr<Place> place;

    ~Private()
    {
        const std::lock_guard guard(admission->mutex);
        admission->leave(key, place);
    }
};

Admission::Guard::Guard(std::unique_ptr<Private> given) : d(std::move(given))
{
}
Admission::Guard::Guard(Guard &&) noexcept = default;
Admission::Guard &Admission::Guard::operator=(Guard &&) noexcept = default;
Admission::Guard::~Guard() = default;

Admission::Admission() : d(std::make_shared<Private>())
{
}
Admission::~Admission() = default;

Result<Admission::Guard> Admission::acquire(const QString &key, const Wait &wait)
{
    const auto place = std::make_shared<Place>();
    // Registered before the mutex is taken: a callback that runs at once takes it too.
    const auto handle = wait.cancel.onCancel([state = d, place] {
        const std::lock_guard guard(state->mutex);
        place->wake.notify_one();
    });
    std::unique_lock lock(d->mutex);
    auto &line = d->lines[key];
    line.push_back(place);
    while (d->lines[key].front() != place) {
        if (wait.cancel.isCancelled()) {
            d->leave(key, place);
            lock.unlock();
            return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled while waiting for the thread %1.").arg(key));
        }
        if (wait.deadline.hasExpired()) {
            d->leave(key, place);
            lock.unlock();
            return fail(ErrorCode::TimedOut, QStringLiteral("The thread %1 was being worked on for too long. Try again.").arg(key));
        }
        if (wait.deadline.isForever())
            place->wake.wait(lock);
        else
            place->wake.wait_for(lock, std::chrono::nanoseconds(wait.deadline.remainingTimeNSecs()));
    }
    lock.unlock();
    auto guard = std::make_unique<Guard::Private>();
    guard->admission = d;
    guard->key = key;
    guard->place = place;
    return Guard(std::move(guard));
}

int Admission::entries() const
{
    const std::lock_guard guard(d->mutex);
    return static_cast<int>(d->lines.size());
}

int Admission::waiting(const QString &key) const
{
    const std::lock_guard guard(d->mutex);
    const auto line = d->lines.find(key);
    return line == d->lines.end() ? 0 : static_cast<int>(line->second.size()) - 1;
}

} // namespace verderer
