// SPDX-License-Identifier: Apache-2.0
#include "core/model/ranks_text.h"

#include <QtTest>

#include <numeric>

using namespace lanescope;

namespace {
QString shown(const std::string& text) { return QString::fromStdString(text); }
}  // namespace

class TestRanksText : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void words_data() {
    QTest::addColumn<QList<int>>("list");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("phrase");
    QTest::newRow("none") << QList<int>{} << "" << "no rank";
    QTest::newRow("one") << QList<int>{5} << "rank 5" << "rank 5";
    QTest::newRow("two neighbours") << QList<int>{2, 3} << "ranks 2, 3" << "ranks 2 and 3";
    QTest::newRow("range and one") << QList<int>{0, 1, 2, 3, 4, 6} << "ranks 0–4, 6" << "ranks 0–4 and 6";
    QTest::newRow("two ranges") << QList<int>{0, 1, 2, 8, 9, 10} << "ranks 0–2, 8–10" << "ranks 0–2 and 8–10";
  }
  void words() {
    QFETCH(QList<int>, list);
    const std::vector<model::Rank> ranks(list.begin(), list.end());
    QTEST(shown(model::ranksText(ranks)), "text");
    QTEST(shown(model::ranksPhrase(ranks)), "phrase");
  }

  void longListsAreCut() {
    std::vector<model::Rank> odd;
    for (model::Rank rank = 1; rank < 100; rank += 2) odd.push_back(rank);
    QCOMPARE(shown(model::rankList(odd, 3)), QStringLiteral("1, 3, 5 … (50 in all)"));
    QCOMPARE(shown(model::ranksPhrase(odd)), QStringLiteral("ranks 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23 … (50 in all)"));
    QVERIFY(!shown(model::rankList(odd, 50)).contains(u'…'));
    std::vector<model::Rank> all(1024);
    std::iota(all.begin(), all.end(), 0u);
    QCOMPARE(shown(model::rankList(all)), QStringLiteral("0–1023"));
  }
};

QTEST_GUILESS_MAIN(TestRanksText)
#include "tst_ranks_text.moc"
