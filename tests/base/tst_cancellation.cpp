// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/cancellation.h"

#include <QtTest>

#include <atomic>
#include <future>
#include <latch>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

using namespace verderer;

/// Cancelling from any thread.
class TestCancellation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void defaultTokenIsNeverCancelled();
    void copiesShareOneState();
    void tokenOutlivesItsSource();
    void destroyingTheSourceCancelsNothing();
    void callbackIsCalledOnce();
    void callbackAfterCancelIsCalledAtOnce();
    void callbackOfADeadHandleIsNotCalled();
    void callbackMayDestroyItsOwnHandle();
    void callbackMayDestroyAnotherHandle();
    void callbackMayRegisterAnother();
    void handleWaitsForItsRunningCallback();
    void handleDoesNotWaitForOthers();
    void manyThreads();
    void waitIsForeverUnlessTold();
};

void TestCancellation::defaultTokenIsNeverCancelled()
{
    const CancelToken token;
    bool called = false;
    {
        const std::shared_ptr<void> handle = token.onCancel([&] { called = true; });
    }
    QVERIFY(!token.isCancelled());
    QVERIFY(!called);
}

void TestCancellation::copiesShareOneState()
{
    CancelSource source;
    CancelSource sameSource = source;
    const CancelToken one = source.token();
    const CancelToken copy = one;
    const CancelToken other = sameSource.token();
    QVERIFY(!one.isCancelled() && !copy.isCancelled() && !other.isCancelled());
    sameSource.cancel();
    QVERIFY(one.isCancelled() && copy.isCancelled() && other.isCancelled());
    QVERIFY(source.token().isCancelled());
}

void TestCancellation::tokenOutlivesItsSource()
{
    CancelToken token;
    {
        CancelSource source;
        token = source.token();
        source.cancel();
    }
    QVERIFY(token.isCancelled());
}

void TestCancellation::destroyingTheSourceCancelsNothing()
{
    int calls = 0;
    CancelToken token;
    std::shared_ptr<void> handle;
    {
        const CancelSource source;
        token = source.token();
        handle = token.onCancel([&] { ++calls; });
    }
    QVERIFY(!token.isCancelled());
    QCOMPARE(calls, 0);
}

void TestCancellation::callbackIsCalledOnce()
{
    CancelSource source;
    int calls = 0;
    const std::shared_ptr<void> handle = source.token().onCancel([&] { ++calls; });
    QCOMPARE(calls, 0);
    source.cancel();
    source.cancel();
    QCOMPARE(calls, 1);
}

void TestCancellation::callbackAfterCancelIsCalledAtOnce()
{
    CancelSource source;
    source.cancel();
    std::thread::id where;
    const std::shared_ptr<void> handle = source.token().onCancel([&] { where = std::this_thread::get_id(); });
    QVERIFY(where == std::this_thread::get_id());
}

void TestCancellation::callbackOfADeadHandleIsNotCalled()
{
    CancelSource source;
    int calls = 0;
    auto used = std::make_shared<int>(0);
    std::shared_ptr<void> handle = source.token().onCancel([&calls, used] { ++calls; });
    QCOMPARE(used.use_count(), 2);
    handle.reset();
    QCOMPARE(used.use_count(), 1); // and it holds nothing any more
    source.cancel();
    QCOMPARE(calls, 0);
}

void TestCancellation::callbackMayDestroyItsOwnHandle()
{
    CancelSource source;
    int calls = 0;
    std::shared_ptr<void> handle;
    handle = source.token().onCancel([&] {
        handle.reset();
        calls = calls + 1;
    });
    source.cancel();
    QCOMPARE(calls, 1);
    QVERIFY(!handle);
}

void TestCancellation::callbackMayDestroyAnotherHandle()
{
    CancelSource source;
    int calls = 0;
    std::shared_ptr<void> first;
    std::shared_ptr<void> second;
    const auto dropBoth = [&] {
        ++calls;
        first.reset();
        second.reset();
    };
    first = source.token().onCancel([&] { dropBoth(); });
    second = source.token().onCancel([&] { dropBoth(); });
    source.cancel();
    QCOMPARE(calls, 1); // whichever came first took the other away
}

void TestCancellation::callbackMayRegisterAnother()
{
    CancelSource source;
    int calls = 0;
    std::shared_ptr<void> inner;
    const std::shared_ptr<void> outer = source.token().onCancel([&] { inner = source.token().onCancel([&] { ++calls; }); });
    source.cancel();
    QCOMPARE(calls, 1);
}

void TestCancellation::handleWaitsForItsRunningCallback()
{
    CancelSource source;
    std::promise<void> entered;
    std::promise<void> go;
    std::atomic_bool ended = false;
    std::shared_ptr<void> handle = source.token().onCancel([&] {
        entered.set_value();
        go.get_future().wait();
        ended = true;
    });
    std::thread canceller([&] { source.cancel(); });
    entered.get_future().wait();
    std::promise<bool> destroyed;
    std::thread destroyer([&] {
        handle.reset();
        destroyed.set_value(ended);
    });
    std::future<bool> endedBefore = destroyed.get_future();
    QVERIFY(endedBefore.wait_for(std::chrono::milliseconds(20)) == std::future_status::timeout); // does not get through
    go.set_value();
    QVERIFY(endedBefore.get());
    canceller.join();
    destroyer.join();
}

void TestCancellation::handleDoesNotWaitForOthers()
{
    // A thread gives its handle back while another callback is stuck: it must not be stuck as well.
    CancelSource source;
    std::promise<void> entered;
    std::promise<void> go;
    std::shared_ptr<void> unrelated = source.token().onCancel([] {});
    const std::shared_ptr<void> stuck = source.token().onCancel([&] {
        entered.set_value();
        go.get_future().wait();
    });
    std::thread canceller([&] { source.cancel(); });
    entered.get_future().wait();
    unrelated.reset();
    go.set_value();
    canceller.join();
    QVERIFY(source.token().isCancelled());
}

void TestCancellation::manyThreads()
{
    constexpr int rounds = 200;
    constexpr int threads = 8;
    for (int round = 0; round < rounds; ++round) {
        CancelSource source;
        std::atomic_int calls = 0;
        std::atomic_int expected = 0;
        std::latch start(threads);
        std::vector<std::thread> workers;
        for (int i = 0; i < threads; ++i) {
            workers.emplace_back([&, i] {
                const CancelToken token = source.token();
                int own = 0; // the handle's destructor orders the callback's write before our read
                start.arrive_and_wait();
                if (i % 4 == 0) {
                    source.cancel();
                }
                std::optional<std::shared_ptr<void>> handle = token.onCancel([&] {
                    ++own;
                    ++calls;
                });
                const bool wasCancelled = token.isCancelled();
                handle.reset();
                if (own > 0) {
                    ++expected;
                }
                if (own > 1 || (i % 4 == 0 && (own != 1 || !wasCancelled))) {
                    calls = -1000;
                }
            });
        }
        for (std::thread &worker : workers) {
            worker.join();
        }
        QVERIFY(source.token().isCancelled());
        QVERIFY(calls >= 2);
        QCOMPARE(calls.load(), expected.load());
    }
}

void TestCancellation::waitIsForeverUnlessTold()
{
    const Wait wait;
    QVERIFY(wait.deadline.isForever());
    QVERIFY(!wait.cancel.isCancelled());
}

QTEST_GUILESS_MAIN(TestCancellation)
#include "tst_cancellation.moc"
