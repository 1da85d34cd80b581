// SPDX-License-Identifier: Apache-2.0
#include "core/base/block_list.h"

#include <QtTest>

using namespace lanescope;

namespace {
struct Row { int number = 0, twice = 0; };
}  // namespace

class TestBlockList : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void keepsRowsAcrossBlocks() {
    base::BlockList<Row> list;
    QCOMPARE(list.size(), std::size_t{0});
    constexpr int kRows = 100'000;               // several blocks
    const Row* first = nullptr;
    for (int i = 0; i < kRows; ++i) {
      list.push_back({i, 2 * i});
      if (i == 0) first = &list[0];
      QCOMPARE(list.back().number, i);
    }
    QCOMPARE(list.size(), std::size_t{kRows});
    QCOMPARE(&list[0], first);                   // growing moved nothing
    for (std::size_t i = 0; i < list.size(); ++i) QCOMPARE(list[i].twice, 2 * static_cast<int>(i));
  }

  void dropsFromTheFront() {
    base::BlockList<Row> list;
    for (int i = 0; i < 100'000; ++i) list.push_back({i, 0});
    for (std::size_t i = 0; i < list.size(); ++i) {
      list.dropBefore(i);
      QCOMPARE(list[i].number, static_cast<int>(i));   // what is not before it stays
    }
    list.push_back({7, 7});
    QCOMPARE(list.back().number, 7);
    QCOMPARE(list.size(), std::size_t{100'001});
  }

  void movesWithItsRows() {
    base::BlockList<Row> list;
    list.push_back({1, 2});
    base::BlockList<Row> other = std::move(list);
    QCOMPARE(other.size(), std::size_t{1});
    QCOMPARE(other[0].twice, 2);
    other = {};
    QCOMPARE(other.size(), std::size_t{0});
    other.push_back({3, 6});
    QCOMPARE(other[0].number, 3);
  }
};

QTEST_GUILESS_MAIN(TestBlockList)
#include "tst_block_list.moc"
