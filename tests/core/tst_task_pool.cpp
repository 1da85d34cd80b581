// SPDX-License-Identifier: Apache-2.0
#include "core/base/task_pool.h"

#include <QtTest>
#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <mutex>
#include <set>
#include <thread>

using namespace lanescope;

class TestTaskPool : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void workerCountIsAtLeastOne() {
    QVERIFY(base::workerCount(0) >= 1);
    QCOMPARE(base::workerCount(7), 7u);
  }

  void runsEachIndexOnce_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<unsigned>("workers");
    QTest::newRow("nothing") << 0 << 4u;
    QTest::newRow("one") << 1 << 4u;
    QTest::newRow("one worker") << 100 << 1u;
    QTest::newRow("more tasks") << 1000 << 4u;
    QTest::newRow("more workers") << 3 << 16u;
    QTest::newRow("the machine's") << 50 << 0u;
  }
  void runsEachIndexOnce() {
    QFETCH(int, count);
    QFETCH(unsigned, workers);
    std::vector<std::atomic<int>> calls(static_cast<std::size_t>(count));
    QVERIFY(base::parallelFor(calls.size(), workers, {}, [&](std::size_t i) { ++calls[i]; }));
    for (const auto& call : calls) QCOMPARE(call.load(), 1);
  }

  void oneWorkerIsTheCallerInOrder() {
    std::vector<std::size_t> order;
    const auto caller = std::this_thread::get_id();
    bool onlyCaller = true;
    base::parallelFor(5, 1, {}, [&](std::size_t i) {
      order.push_back(i);
      onlyCaller = onlyCaller && std::this_thread::get_id() == caller;
    });
    QCOMPARE(order, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
    QVERIFY(onlyCaller);
  }

  void workersRunAtOnce() {
    // Each of two tasks waits for the other: one thread alone would never end.
    std::atomic<int> arrived{0};
    base::parallelFor(2, 2, {}, [&](std::size_t) {
      ++arrived;
      while (arrived < 2) std::this_thread::yield();
    });
    QCOMPARE(arrived.load(), 2);
  }

  void whatATaskThrowsReachesTheCaller() {
    for (const unsigned workers : {1u, 4u}) {
      std::atomic<int> done{0};
      const auto run = [&] {
        base::parallelFor(1000, workers, {}, [&](std::size_t i) {
          ++done;
          if (i == 3) throw std::runtime_error("no");
        });
      };
      QVERIFY_EXCEPTION_THROWN(run(), std::runtime_error);
      // How far other workers come meanwhile is theirs to decide; alone, nothing follows the one that threw.
      if (workers == 1) QCOMPARE(done.load(), 4);
    }
  }

  void usesInOrder_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<unsigned>("workers");
    QTest::addColumn<int>("slots");
    QTest::newRow("nothing") << 0 << 2u << 2;
    QTest::newRow("one worker") << 50 << 1u << 1;
    QTest::newRow("more workers than slots") << 200 << 8u << 3;
    QTest::newRow("more slots than items") << 3 << 2u << 16;
  }
  void usesInOrder() {
    QFETCH(int, count);
    QFETCH(unsigned, workers);
    QFETCH(int, slots);
    const auto slotCount = static_cast<std::size_t>(slots);
    std::vector<std::atomic<std::size_t>> inSlot(slotCount);
    std::vector<std::size_t> used;
    std::atomic<int> underWay{0}, most{0}, using_{0};
    bool alone = true;
    const bool whole = base::parallelInOrder(
        static_cast<std::size_t>(count), workers, slotCount, {},
        [&](std::size_t i, std::size_t slot) {
          const int now = ++underWay;
          for (int before = most; before < now && !most.compare_exchange_weak(before, now);) {}
          inSlot[slot] = i;
        },
        [&](std::size_t i, std::size_t slot) {
          alone = alone && ++using_ == 1 && inSlot[slot] == i;
          used.push_back(i);
          --using_;
          --underWay;
        });
    QVERIFY(whole && alone);
    QVERIFY(most <= slots);
    QCOMPARE(used.size(), static_cast<std::size_t>(count));
    QVERIFY(std::is_sorted(used.begin(), used.end()));
  }

  void inOrderEndsWhereATaskThrowsOrIsStopped() {
    for (const unsigned workers : {1u, 4u}) {
      const auto nothing = [](std::size_t, std::size_t) {};
      const auto throwing = [](std::size_t i, std::size_t) { if (i == 3) throw std::runtime_error("no"); };
      QVERIFY_EXCEPTION_THROWN(base::parallelInOrder(100, workers, 4, {}, throwing, nothing), std::runtime_error);
      QVERIFY_EXCEPTION_THROWN(base::parallelInOrder(100, workers, 4, {}, nothing, throwing), std::runtime_error);
      std::stop_source stop;
      int used = 0;
      QVERIFY(!base::parallelInOrder(100, workers, 4, stop.get_token(), nothing, [&](std::size_t i, std::size_t) {
        ++used;
        if (i == 5) stop.request_stop();
      }));
      QCOMPARE(used, 6);
    }
  }

  void stopDropsWhatHasNotBegun() {
    std::stop_source stop;
    std::atomic<int> done{0};
    const bool whole = base::parallelFor(1000, 2, stop.get_token(), [&](std::size_t i) {
      ++done;
      if (i == 3) stop.request_stop();
    });
    QVERIFY(!whole);
    QVERIFY(done >= 4 && done < 1000);
  }
};

QTEST_GUILESS_MAIN(TestTaskPool)
#include "tst_task_pool.moc"
