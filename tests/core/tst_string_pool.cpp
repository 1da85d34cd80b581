// SPDX-License-Identifier: Apache-2.0
#include "core/text/string_pool.h"

#include <QtTest>

using namespace lanescope;

class TestStringPool : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void equalStringsHaveEqualIds() {
    text::StringPool pool;
    const text::StringId a = pool.intern("node-a07");
    const text::StringId b = pool.intern("");
    QCOMPARE(a, pool.intern(std::string("node-") + "a07"));
    QVERIFY(a != b);
    QVERIFY(b.valid());
    QCOMPARE(pool.size(), std::size_t{2});
    QVERIFY(pool.view(a) == "node-a07");
    QVERIFY(pool.view(text::StringId{}).empty());
  }

  void viewsStayValid() {
    text::StringPool pool;
    const std::string_view first = pool.view(pool.intern("x"));  // short enough to lie in the string object itself
    for (int i = 0; i < 100'000; ++i) pool.intern(std::to_string(i));
    QVERIFY(first == "x");
    QCOMPARE(pool.intern("x").value, 0u);
    QVERIFY(pool.view(pool.intern("99999")) == "99999");
  }

  void clearedCountsFromZero() {
    text::StringPool pool;
    pool.intern("a");
    pool.clear();
    QCOMPARE(pool.size(), std::size_t{0});
    QCOMPARE(pool.intern("b").value, 0u);
    QVERIFY(pool.view(text::StringId{0}) == "b");
  }

  void completePoolsShareTheirStrings() {
    const auto shared = std::make_shared<text::SharedStrings>();
    text::StringPool first, second;
    first.intern("a");
    first.intern("both");
    second.intern("both");
    second.intern("");
    first.moveTo(shared);
    second.moveTo(shared);
    QCOMPARE(first.size(), std::size_t{2});
    QVERIFY(first.view(text::StringId{0}) == "a" && second.view(text::StringId{1}).empty());
    QCOMPARE(first.view(text::StringId{1}).data(), second.view(text::StringId{0}).data());
    QVERIFY(second.view(text::StringId{0}) == "both");
    QCOMPARE(first.sharedNumber(text::StringId{1}), second.sharedNumber(text::StringId{0}));
    QVERIFY(first.sharedNumber(text::StringId{0}) != first.sharedNumber(text::StringId{1}));
  }
};

QTEST_GUILESS_MAIN(TestStringPool)
#include "tst_string_pool.moc"
