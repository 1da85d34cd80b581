// SPDX-License-Identifier: Apache-2.0
// What the comparison's texts and lists are made of, without a window: which line stands beside which, what folds, which words differ.
#include "ui/compare/difference_delegate.h"
#include "ui/compare/difference_filter.h"
#include "ui/compare/line_words.h"
#include "ui/compare/sibling_runs.h"
#include "ui/compare/text_alignment.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace lanescope::ui;

namespace {

std::vector<std::uint64_t> hashes(const char* letters) {
  std::vector<std::uint64_t> result;
  for (; *letters != '\0'; ++letters) result.push_back(static_cast<std::uint64_t>(*letters));
  return result;
}

// "same", "A", "B" and "changed" as = < > and ~.
QString drawn(const std::vector<PairedRow>& rows) {
  QString text;
  for (const PairedRow& row : rows) text += QLatin1Char("=~<>"[static_cast<int>(row.kind)]);
  return text;
}

bool ascends(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs) {
  for (std::size_t i = 1; i < pairs.size(); ++i) {
    if (pairs[i].first <= pairs[i - 1].first || pairs[i].second <= pairs[i - 1].second) return false;
  }
  return true;
}

QStringList marked(const QString& text, const std::vector<WordSpan>& spans) {
  QStringList words;
  for (const WordSpan& span : spans) words << text.mid(span.from, span.length);
  return words;
}

}  // namespace

class TestCompareText : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void linesStandBesideEachOther_data();
  void linesStandBesideEachOther();
  void longTextsAreAlignedThroughWhatIsRare();
  void textsWithoutAnythingRareEnd();
  void unchangedStretchesFold();
  void wordsThatDifferAreMarked();
  void placeHoldersAreSetOff();
  void ranksAreReadFromAField();
  void namesOfOneJob();
  void siblingsOfTheSameJobComeFirst();
};

void TestCompareText::linesStandBesideEachOther_data() {
  QTest::addColumn<QByteArray>("run");
  QTest::addColumn<QByteArray>("baseline");
  QTest::addColumn<double>("likeness");
  QTest::addColumn<QString>("rows");
  QTest::newRow("equal") << QByteArray("abc") << QByteArray("abc") << 0.0 << "===";
  QTest::newRow("nothing") << QByteArray() << QByteArray() << 0.0 << "";
  QTest::newRow("only in the run") << QByteArray("axbc") << QByteArray("abc") << 0.0 << "=<==";
  QTest::newRow("only in the baseline") << QByteArray("abc") << QByteArray("abcxy") << 0.0 << "===>>";
  QTest::newRow("replaced by something else") << QByteArray("axc") << QByteArray("ayc") << 0.0 << "=<>=";
  QTest::newRow("replaced by something alike") << QByteArray("axc") << QByteArray("ayc") << 1.0 << "=~=";
  QTest::newRow("nothing in common") << QByteArray("ab") << QByteArray("xy") << 0.0 << "<<>>";
}

void TestCompareText::linesStandBesideEachOther() {
  QFETCH(QByteArray, run);
  QFETCH(QByteArray, baseline);
  QFETCH(double, likeness);
  QFETCH(QString, rows);
  QCOMPARE(drawn(pairLines(hashes(run.constData()), hashes(baseline.constData()), [&](std::uint32_t, std::uint32_t) { return likeness; })), rows);
}

// Ten thousand lines, of which a few are other ones: every other line finds its own again.
void TestCompareText::longTextsAreAlignedThroughWhatIsRare() {
  std::mt19937_64 random(7);
  std::vector<std::uint64_t> run;
  for (int i = 0; i < 10'000; ++i) run.push_back(i % 3 == 0 ? 1 : random());
  std::vector<std::uint64_t> baseline = run;
  baseline.erase(baseline.begin() + 4'000, baseline.begin() + 4'010);
  baseline.insert(baseline.begin() + 7'000, 5, 99);
  const auto common = commonEntries(run, baseline);
  QCOMPARE(common.size(), std::size_t{9'990});
  QVERIFY(ascends(common));
  for (const auto& [a, b] : common) QCOMPARE(run[a], baseline[b]);
}

void TestCompareText::textsWithoutAnythingRareEnd() {
  std::vector<std::uint64_t> run, baseline;
  for (std::uint64_t i = 0; i < 30'000; ++i) {
    run.push_back(i % 7);
    baseline.push_back(i % 5);
  }
  const auto common = commonEntries(run, baseline);
  QVERIFY(!common.empty());
  QVERIFY(ascends(common));
}

void TestCompareText::unchangedStretchesFold() {
  std::vector<PairedRow> rows(40);
  rows[20].kind = PairedKind::changed;
  const std::vector<ShownRow> shown = foldSame(rows, {}, {});
  QCOMPARE(shown.size(), std::size_t{9});        // a fold, three lines, the one that differs, three lines, a fold
  QVERIFY(shown.front().folded());
  QCOMPARE(shown.front().count, 17u);
  QVERIFY(shown.back().folded());
  std::uint32_t rowsShown = 0;
  for (const ShownRow& each : shown) rowsShown += each.count;
  QCOMPARE(rowsShown, 40u);                      // nothing is lost
  QCOMPARE(foldSame(rows, {}, {0}).size(), std::size_t{25});
  const std::vector<ShownRow> around = foldSame(rows, 5, {});
  QVERIFY(std::any_of(around.begin(), around.end(), [](const ShownRow& each) { return each.row == 5 && !each.folded(); }));
  QCOMPARE(foldSame(std::vector<PairedRow>(3), {}, {}).size(), std::size_t{3});
}

void TestCompareText::wordsThatDifferAreMarked() {
  const QString a = QStringLiteral("loss: nan at step 20, lr=0.1"), b = QStringLiteral("loss: 2.31 at step 20, lr=0.1");
  const auto [inA, inB] = differingSpans(a, b);
  QCOMPARE(marked(a, inA), QStringList{QStringLiteral("nan")});
  QCOMPARE(marked(b, inB), QStringList{QStringLiteral("2.31")});
  QCOMPARE(differingSpans(a, a).first.size(), std::size_t{0});
  QCOMPARE(marked(QStringLiteral("a b c"), differingSpans(QStringLiteral("a b c"), QStringLiteral("a c")).first), QStringList{QStringLiteral("b")});
  QVERIFY(likenessOf(a, b) > 0.7);
  QVERIFY(likenessOf(a, QStringLiteral("Traceback (most recent call last)")) < 0.3);
  QCOMPARE(likenessOf(QString(), QString()), 0.0);
  // Longer than is compared word by word: still an answer, and at once.
  QString longer, other;
  for (int i = 0; i < 2'000; ++i) {
    longer += QStringLiteral("x%1 ").arg(i);
    other += QStringLiteral("y%1 ").arg(i);
  }
  QCOMPARE(differingSpans(longer, other).first.size(), std::size_t{1});
}

void TestCompareText::placeHoldersAreSetOff() {
  const QList<TemplatePiece> pieces = templatePieces(QStringLiteral("step # of <test>: loss #."));
  QStringList constant, varying;
  for (const TemplatePiece& piece : pieces) (piece.varies ? varying : constant) << piece.text;
  QCOMPARE(varying, (QStringList{QStringLiteral("#"), QStringLiteral("<test>"), QStringLiteral("#")}));
  QCOMPARE(constant, (QStringList{QStringLiteral("step "), QStringLiteral(" of "), QStringLiteral(": loss "), QStringLiteral(".")}));
  QCOMPARE(templatePieces(QStringLiteral("a < b")).size(), 1);
  QVERIFY(templatePieces(QString()).isEmpty());
}

void TestCompareText::ranksAreReadFromAField() {
  QCOMPARE(ranksOfText(QStringLiteral("5, 7-9")), (QSet<int>{5, 7, 8, 9}));
  QCOMPARE(ranksOfText(QStringLiteral("none")), QSet<int>());
  QCOMPARE(ranksOfText(QStringLiteral("9-7")), QSet<int>());
  QCOMPARE(ranksOfText(QStringLiteral("0-9999999")).size(), 1'000);
}

void TestCompareText::namesOfOneJob() {
  QCOMPARE(jobOfName(QStringLiteral("logs-mesh-29730011842-5b1c.zip")), jobOfName(QStringLiteral("logs-mesh-29729088410-a07e.zip")));
  QVERIFY(jobOfName(QStringLiteral("logs-mesh-1.zip")) != jobOfName(QStringLiteral("logs-moe-1.zip")));
  QVERIFY(jobOfName(QStringLiteral("decade.log")) != jobOfName(QStringLiteral("facade.log")));   // words of hex letters
}

void TestCompareText::siblingsOfTheSameJobComeFirst() {
  QTemporaryDir folder;
  const auto add = [&](const char* name) {
    QFile file(folder.filePath(QLatin1String(name)));
    QVERIFY(file.open(QIODevice::WriteOnly));
  };
  for (const char* name : {"unrelated.zip", "logs-mesh-4711-aa01.zip", "logs-mesh-4712-bb02.zip", "notes.md", "job.txt"}) add(name);
  QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("a-folder")));
  const QStringList found = siblingRuns({folder.filePath(QStringLiteral("logs-mesh-4712-bb02.zip"))});
  QCOMPARE(found.size(), 2);                     // archives beside an archive, and not the open one
  QVERIFY(found.front().endsWith(QLatin1String("logs-mesh-4711-aa01.zip")));
  QVERIFY(siblingRuns({}).isEmpty());
  QVERIFY(siblingRuns({QStringLiteral("/no/such/folder/run.zip")}).isEmpty());
}

QTEST_GUILESS_MAIN(TestCompareText)
#include "tst_compare_text.moc"
