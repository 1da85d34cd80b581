// SPDX-License-Identifier: Apache-2.0
// Labels of lanes: ranks, hosts, GPUs and waits, on few lanes and on a thousand.
#include "tests/ui/timeline_stage.h"
#include "ui/timeline/describe.h"
#include "ui/timeline/lane_table.h"

#include <QTest>

#include <set>

using namespace lanescope;
using namespace lanescope::ui;
using namespace lanescope::test;
using namespace Qt::StringLiterals;

namespace {

// Those that are not written upwards.
std::vector<QRectF> textsOf(const DrawList& list) {
  std::vector<QRectF> boxes;
  for (const DrawList::Entry& entry : list.ordered()) {
    if (entry.kind == DrawList::Kind::text && !list.textAt(entry).vertical) boxes.push_back(list.bounds(entry));
  }
  return boxes;
}

}  // namespace

class TimelineLabelsTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void labelsOfManyLanes();
  void hostsOfManyLanesAreTold_data();
  void hostsOfManyLanesAreTold();
  void devicesAreTheLogsOwn();
  void lowLabelsKeepOffHeaders();
  void everyNthRankWhateverIsPulledOut();
  void labelsOfWaitsDoNotOverlap();
};

void TimelineLabelsTest::labelsOfManyLanes() {
  const auto textOf = [](model::Rank ranks) {
    model::Run run = manyRanks(ranks);
    for (model::Lane& lane : run.lanes) lane.host = lane.rank < ranks / 2 ? "node-a.example.org" : "node-b.example.org";
    run.hosts = {"node-a.example.org", "node-b.example.org"};
    return labelsScene(Stage(std::move(run)).input(), 112).dump();
  };
  QVERIFY(textOf(8).contains(u"r7"_s) && !textOf(8).contains(u"r007"_s));
  QVERIFY(textOf(64).contains(u"r017"_s));
  const QString many = textOf(256);
  QVERIFY(many.contains(u"r008"_s) && !many.contains(u"r004"_s));   // every eighth
  QVERIFY2(many.contains(u"node-a"_s) && many.contains(u"node-b"_s), qPrintable(many));
  QVERIFY(!many.contains(u"example.org"_s));
}

void TimelineLabelsTest::hostsOfManyLanesAreTold_data() {
  QTest::addColumn<int>("ranks");
  QTest::addColumn<int>("laneHeight");
  QTest::addColumn<bool>("named");
  QTest::newRow("16 lanes") << 16 << 30 << true;
  QTest::newRow("64 lanes") << 64 << 12 << true;
  QTest::newRow("256 lanes") << 256 << 3 << false;
  QTest::newRow("1024 lanes") << 1'024 << 1 << false;
}

// A bracket with the whole name, a bracket, or a band: never a part of a name, nor brackets that run together.
void TimelineLabelsTest::hostsOfManyLanesAreTold() {
  QFETCH(int, ranks);
  QFETCH(int, laneHeight);
  QFETCH(bool, named);
  LayoutOptions options;
  options.laneHeight = laneHeight;
  const Stage stage(onHosts(static_cast<model::Rank>(ranks), 8), options);
  const DrawList list = labelsScene(stage.input(), 124);
  QVERIFY(!list.dump().contains(QChar(0x2026)));
  QCOMPARE(list.dump().contains(u"node-101"_s), named);
  std::set<std::uint32_t> told;                              // by the first lane of each host
  for (const DrawList::Entry& entry : list.ordered()) {
    if (entry.layer != Layer::line) continue;
    told.insert(entry.hit.lane.value);
    QVERIFY(list.bounds(entry).right() < 40);
    if (entry.kind == DrawList::Kind::line) QVERIFY(list.bounds(entry).height() >= 12);
  }
  QCOMPARE(told.size(), static_cast<std::size_t>(ranks / 8));
}

void TimelineLabelsTest::devicesAreTheLogsOwn() {
  const auto labelsOf = [](model::Run run) { return labelsScene(Stage(std::move(run)).input(), 124).dump(); };
  model::Run run = manyRanks(8);
  for (model::Lane& lane : run.lanes) {
    lane.device.reset();
    lane.localRank = lane.rank;
  }
  QVERIFY2(!labelsOf(run).contains(u"GPU"_s) && !labelsOf(run).contains(u"local"_s), qPrintable(labelsOf(run)));
  run.lanes[3].device = 6;
  QVERIFY(labelsOf(run).contains(u"GPU 6"_s));
  run.lanes[4].localRank = 1;                                // of a second node
  QVERIFY(labelsOf(run).contains(u"local 1"_s));
  const Stage stage(run);
  QVERIFY2(describe(run, stage.index, {Hit::What::lane, 3, {3}}).where.contains(u"NCCL"_s), "how it is known");
  // All of it fits, beside brackets of hosts, with a box.
  model::Run wide = onHosts(16, 8);
  for (model::Lane& lane : wide.lanes) lane.device = 10 + lane.rank % 8;
  const std::set<LaneKey> none;
  const Stage both(wide);
  SceneInput input = both.input();
  input.ticked = &none;
  const DrawList list = labelsScene(input, 124);
  QVERIFY(list.dump().contains(u"GPU 17"_s));
  const std::vector<QRectF> texts = textsOf(list);
  for (const QRectF& text : texts) QVERIFY(text.right() <= 124 - 16);
  for (std::size_t i = 1; i < texts.size(); ++i) QVERIFY(!texts[i].adjusted(0, 2, 0, -2).intersects(texts[i - 1].adjusted(0, 2, 0, -2)));
}

void TimelineLabelsTest::lowLabelsKeepOffHeaders() {
  LayoutOptions options;
  options.laneHeight = 1;
  const Stage stage(manyRanks(1'024), options);
  const Row& header = stage.layout.rows().front();
  QVERIFY(header.kind == Row::Kind::launch);
  std::vector<QRectF> texts = textsOf(labelsScene(stage.input(), 124));
  QVERIFY(texts.size() > 20);
  int ofLanes = 0;
  for (const QRectF& text : texts) {
    if (text.center().y() < header.top + header.height) continue;
    ++ofLanes;
    QVERIFY2(text.top() >= header.top + header.height - 3.5, qPrintable(QString::number(text.top())));
  }
  QVERIFY(ofLanes > 20);
  // Nor do they cover the lanes that are pulled out above them.
  const LaneTable table(stage.run, stage.index);
  options.table = &table;
  options.arrangement.folding = LaneFolding::off;
  const Stage pulled(stage.run, options);
  const Row& out = pulled.layout.rows()[2];
  QVERIFY(out.pulledOut);
  texts = textsOf(labelsScene(pulled.input(), 124));
  QCOMPARE(std::count_if(texts.begin(), texts.end(), [&](const QRectF& text) { return text.top() > out.top + 2 && text.top() < out.top + out.height - 4; }), std::ptrdiff_t{0});
}

void TimelineLabelsTest::everyNthRankWhateverIsPulledOut() {
  model::Run run = manyRanks(256);
  LayoutOptions options;
  options.laneHeight = 3;
  const RunIndex index(run);
  const LaneTable table(run, index);
  options.table = &table;
  options.arrangement.folding = LaneFolding::off;
  const Stage stage(run, options);
  QVERIFY(std::any_of(stage.layout.rows().begin(), stage.layout.rows().end(), [](const Row& row) { return row.pulledOut; }));
  int labelled = 0;
  for (const Row& row : stage.layout.rows()) {
    if (row.kind != Row::Kind::lane || row.pulledOut || !row.labelled) continue;
    QCOMPARE(row.rank % 8, 0u);
    ++labelled;
  }
  QVERIFY(labelled > 20);
}

// Two groups of one rank waited at the same time.
void TimelineLabelsTest::labelsOfWaitsDoNotOverlap() {
  model::Run run = manyRanks(8);
  const auto wait = std::find_if(run.intervals.begin(), run.intervals.end(), [](const model::Interval& each) { return each.kind == model::IntervalKind::wait; });
  QVERIFY(wait != run.intervals.end());
  model::Interval other = *wait;
  other.label = "waiting 1,700 s \u00B7 BROADCAST 12";
  other.begin.utc += 60 * kSecond;
  run.intervals.insert(wait + 1, other);
  const Stage stage(run);
  const DrawList list = stage.lanes();
  std::vector<QRectF> labels;
  for (const DrawList::Entry& entry : list.ordered()) {
    if (entry.kind == DrawList::Kind::text && entry.layer == Layer::label && list.textAt(entry).text.startsWith(u"waiting"_s)) labels.push_back(list.bounds(entry));
  }
  QVERIFY(!labels.empty());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) QVERIFY(!labels[i].intersects(labels[j]));
  }
}

QTEST_MAIN(TimelineLabelsTest)
#include "tst_timeline_labels.moc"
