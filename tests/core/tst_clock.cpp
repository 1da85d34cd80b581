// SPDX-License-Identifier: Apache-2.0
// Times of what carries none, in small invented runs.
#include "core/clock/line_time.h"
#include "tests/support/job_writer.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::model;
using lanescope::test::JobWriter;
using lanescope::test::LogFolder;
using lanescope::test::ns;

namespace {

using RunPtr = std::shared_ptr<const Run>;
constexpr std::int64_t kSecond = 1'000'000'000;

const Source& sourceNamed(const RunPtr& run, const std::string& part) {
  for (const Source& source : run->sources) {
    if (source.path.find(part) != std::string::npos) return source;
  }
  qFatal("no source %s", part.c_str());
}

std::uint32_t lineWith(const Source& source, const std::string& part) {
  for (std::uint32_t line = 1; line <= source.text->lineCount(); ++line) {
    if (source.text->lineText(line).find(part) != std::string::npos) return line;
  }
  qFatal("no line %s", part.c_str());
}

When whenOf(const RunPtr& run, const std::string& source, const std::string& part) {
  const Source& found = sourceNamed(run, source);
  return clock::whenOf(found, lineWith(found, part));
}

const Interval* intervalOf(const RunPtr& run, IntervalKind kind, Rank rank, const std::string& test = {}) {
  for (const Interval& interval : run->intervals) {
    if (interval.kind != kind || run->lanes[interval.lane.value].rank != rank) continue;
    if (test.empty() || (interval.test.valid() && run->testNames[interval.test.value] == test)) return &interval;
  }
  return nullptr;
}

}  // namespace

class TestClock : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void teedLinesAreJoined();
  void testsOfPeersAreAligned();
  void sessionsAreAligned();
  void ownStamps();
  void startsOfWaits();
  void waitsBoundTheSectionBefore_data();
  void waitsBoundTheSectionBefore();
  void spanOfTheRun();
  void zones();
  void nothingStamped();
  void rangesHoldTheirMoment();
  void coarseStamps();
  void burstsOfTheTee();
};

void TestClock::teedLinesAreJoined() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a");
  writer.beginSession(2);
  writer.wait(7);
  writer.all("loss 1.25");  // 03:00:11
  writer.wait(30);
  writer.all("loss 1.20");  // 03:00:41
  writer.err(0, "a warning without a head");
  writer.test("tests/a.py::one", "PASSED");  // 03:00:51
  writer.endSession("1 passed");
  writer.endLaunch(0);
  writer.finish();
  const auto run = folder.load();
  const When first = whenOf(run, "/0/stdout.log", "loss 1.25");
  QCOMPARE(first.basis, Basis::joined);
  QCOMPARE(first.utc, ns("2026-01-02T03:00:11.5Z"));
  QVERIFY(first.latest == first.utc && first.utc - first.earliest <= kSecond);
  QCOMPARE(whenOf(run, "/0/stdout.log", "loss 1.20").utc, ns("2026-01-02T03:00:41.5Z"));
  QCOMPARE(whenOf(run, "/0/stderr.log", "a warning").basis, Basis::joined);
  QCOMPARE(whenOf(run, "/0/stderr.log", "a warning").utc, ns("2026-01-02T03:00:41.5Z"));
  const When verdict = whenOf(run, "/0/stdout.log", "tests/a.py::one");
  QCOMPARE(verdict.basis, Basis::joined);
  QCOMPARE(verdict.latest, ns("2026-01-02T03:00:51.5Z"));
  // The same text on a rank that is not copied stays where its own neighbours put it.
  QVERIFY(whenOf(run, "/2/stdout.log", "loss 1.25").basis != Basis::joined);
}

void TestClock::testsOfPeersAreAligned() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a");
  writer.beginSession(3);
  writer.test("tests/a.py::one", "PASSED");
  writer.test("tests/a.py::two", "PASSED");
  writer.test("tests/a.py::three", "PASSED");
  writer.endSession("3 passed");
  writer.endLaunch(0);
  writer.finish();
  const auto run = folder.load();
  const Interval* own = intervalOf(run, IntervalKind::test, 0, "tests/a.py::two");
  const Interval* peer = intervalOf(run, IntervalKind::test, 3, "tests/a.py::two");
  QVERIFY(own && peer);
  QCOMPARE(own->end.basis, Basis::joined);
  QCOMPARE(peer->end.basis, Basis::aligned);
  QCOMPARE(peer->end.utc, own->end.utc);
  QCOMPARE(peer->end.earliest, own->end.earliest - 2 * kSecond);
  QCOMPARE(peer->end.latest, own->end.latest + 2 * kSecond);
  QCOMPARE(peer->begin.latest, own->begin.latest + 2 * kSecond);
  QVERIFY(own->begin.utc < own->end.utc);
}

void TestClock::sessionsAreAligned() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.passingLaunch("none_a");
  writer.finish();
  const auto run = folder.load();
  const When own = whenOf(run, "/0/stdout.log", "2 passed in");
  const When peer = whenOf(run, "/3/stdout.log", "2 passed in");
  QCOMPARE(own.basis, Basis::joined);
  QCOMPARE(peer.basis, Basis::aligned);
  QVERIFY(peer.earliest <= own.utc && own.utc <= peer.latest);
}

void TestClock::ownStamps() {
  LogFolder folder;
  folder.writeRank("none_a", 0, 1, {"plain"},
                   {"before", test::c10Head(1, "03:00:05") + "NCCL error in: x", "after",
                    "W0102 03:00:09.250000 399 torch/distributed/x.py:1] y"});
  const auto run = folder.load();
  const When head = whenOf(run, "stderr", "NCCL error");
  QCOMPARE(head.basis, Basis::stamped);
  QCOMPARE(head.utc, ns("2026-01-02T03:00:05Z"));
  QCOMPARE(head.latest - head.earliest, kSecond);  // the fraction is another clock's
  const When after = whenOf(run, "stderr", "after");
  QCOMPARE(after.basis, Basis::bounded);
  QVERIFY(after.earliest >= head.earliest && after.earliest <= head.latest);
}

void TestClock::startsOfWaits() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a");
  writer.beginSession(1);
  writer.test("tests/a.py::one", "");
  writer.wait(600);
  const std::string clock = writer.clock();
  for (int rank = 1; rank < 4; ++rank) {
    writer.err(rank, test::c10Head(rank, clock) + "[Rank " + std::to_string(rank) +
                         "] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=9, OpType=ALLREDUCE, NumelIn=1, "
                         "NumelOut=1, Timeout(ms)=600000) ran for 600008 milliseconds before timing out.");
  }
  writer.endLaunch(1);
  writer.finish();
  const auto run = folder.load();
  const Interval* wait = intervalOf(run, IntervalKind::wait, 2);
  QVERIFY(wait);
  QCOMPARE(wait->begin.basis, Basis::derived);
  QCOMPARE(wait->end.utc, ns("2026-01-02T" + clock + "Z"));
  QCOMPARE(wait->begin.utc, ns("2026-01-02T" + clock + "Z") - 600'008'000'000);
  QCOMPARE(wait->begin.latest - wait->begin.earliest, kSecond);
  QVERIFY(!intervalOf(run, IntervalKind::wait, 0));
}

// A test that failed at once and then waited in its teardown: the failure is older than the wait, though its text comes at the
// end.
void TestClock::waitsBoundTheSectionBefore_data() {
  QTest::addColumn<bool>("withVerdict");
  QTest::newRow("its verdict was printed") << true;
  QTest::newRow("its verdict went down with the process") << false;
}

void TestClock::waitsBoundTheSectionBefore() {
  QFETCH(bool, withVerdict);
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a");
  writer.beginSession(2);
  writer.test("tests/a.py::one", "PASSED");  // ends 03:00:14
  const std::string id = "tests/a.py::two ";
  for (int rank = 0; rank < 4; ++rank) writer.out(rank, id);
  writer.out(1, "[rank 1] tests/a.py::two (call)");
  writer.out(1, "tests/a.py:12: in two");
  writer.out(1, "    run()");
  writer.out(1, "E   RuntimeError: CUDA error: unknown error");
  if (withVerdict) writer.out(1, "FAILED");
  writer.wait(610);  // 03:10:24
  writer.err(1, test::c10Head(1, writer.clock()) +
                    "[Rank 1] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=9, OpType=ALLREDUCE, NumelIn=1, "
                    "NumelOut=1, Timeout(ms)=600000) ran for 600000 milliseconds before timing out.");
  writer.err(1, test::c10Head(1, writer.clock()) +
                    "[PG ID 0 PG GUID 0(default_pg) Rank 1]  failure detected by watchdog at work sequence id: 9 PG status: "
                    "last enqueued work: 9, last completed work: 8");
  writer.endLaunch(1);
  writer.finish();
  const auto run = folder.load();
  const When failed = whenOf(run, "/1/stdout.log", "CUDA error: unknown error");
  QVERIFY(failed.known());
  QVERIFY(failed.earliest >= ns("2026-01-02T03:00:11Z"));
  QVERIFY(failed.latest <= ns("2026-01-02T03:00:26Z"));
  QVERIFY(run->firstFailure);
  const Finding& first = run->findings[*run->firstFailure];
  QCOMPARE(first.findingClass, FindingClass::cudaError);
  QVERIFY(first.time.latest <= ns("2026-01-02T03:00:26Z"));
}

void TestClock::spanOfTheRun() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.job("first");
  writer.wait(3);
  writer.passingLaunch("none_a");
  writer.wait(100);
  writer.job("last");
  const std::string end = writer.clock();
  writer.finish();
  const auto run = folder.load();
  QCOMPARE(run->clock.first.utc, ns("2026-01-02T03:00:00.5Z"));
  QCOMPARE(run->clock.last.utc, ns("2026-01-02T" + end + ".5Z"));
  QCOMPARE(run->clock.zero.utc, run->clock.first.utc);
  std::uint64_t lines = 0, counted = 0;
  for (const Source& source : run->sources) lines += source.text->lineCount();
  for (const std::uint64_t count : run->clock.lines) counted += count;
  QCOMPARE(counted, lines);
}

void TestClock::zones() {
  LogFolder folder;
  folder.writeRank(
      "none_a", 0, 1, {"plain"},
      {"[2026-01-02 03:00:00] task-1:4001:4100 [1] misc/argcheck.cc:41 NCCL WARN Error: corrupted comm object detected"});
  auto request = folder.request();
  request.zone = "+09:00";
  const auto shifted = folder.tryLoad(request);
  QVERIFY(shifted);
  QCOMPARE((*shifted)->clock.first.utc, ns("2026-01-01T18:00:00Z"));
  QCOMPARE(folder.load()->clock.first.utc, ns("2026-01-02T03:00:00Z"));
  request.zone = "Nowhere/Land";
  const auto wrong = folder.tryLoad(request);
  QVERIFY(!wrong);
  QCOMPARE(wrong.error().code, base::ErrorCode::invalidArgument);
}

void TestClock::nothingStamped() {
  LogFolder folder;
  folder.writeRank("none_a", 0, 0, {"plain", "text"});
  folder.writeRank("none_a", 0, 1, {"RuntimeError: CUDA error: unknown error"});
  const auto run = folder.load();
  QVERIFY(!run->clock.first.known());
  QVERIFY(!whenOf(run, "/0/stdout.log", "text").known());
  for (const Finding& finding : run->findings) QVERIFY(!finding.time.known());
}

void TestClock::rangesHoldTheirMoment() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a");
  writer.beginSession(3);
  writer.test("tests/a.py::one", "PASSED", {{2, "FAILED"}});
  writer.err(2, test::c10Head(2, writer.clock()) + "NCCL error in: x");
  writer.test("tests/a.py::two", "PASSED", {{1, ""}});
  writer.agent("Sending process 4001 closing signal SIGTERM");
  writer.endLaunch(1);
  writer.passingLaunch("none_b");
  writer.finish();
  const auto run = folder.load();
  for (const Source& source : run->sources) {
    std::uint32_t previous = 0;
    for (const Anchor& anchor : source.anchors) {
      QVERIFY(anchor.line > previous && anchor.line <= source.text->lineCount());
      previous = anchor.line;
    }
    for (std::uint32_t line = 1; line <= source.text->lineCount(); ++line) {
      const When when = clock::whenOf(source, line);
      if (!when.known()) continue;
      QVERIFY2(when.earliest <= when.utc && when.utc <= when.latest,
               qPrintable(test::qs(source.path) + QStringLiteral(":%1").arg(line)));
    }
  }
  for (const Event& event : run->events)
    QVERIFY(event.basis == Basis::none || (event.when().earliest <= event.utc && event.utc <= event.when().latest));
}

// Heads of different resolution in one file: none may claim more than the coarsest knows.
void TestClock::coarseStamps() {
  LogFolder folder;
  folder.writeRank(
      "none_a", 0, 1, {"plain"},
      {"W0102 03:00:00.123000 399 torch/distributed/x.py:1] a", test::c10Head(1, "03:00:05") + "NCCL error in: x"});
  const When when = whenOf(folder.load(), "stderr", "NCCL error");
  QCOMPARE(when.earliest, ns("2026-01-02T03:00:05Z"));
  QCOMPARE(when.latest, ns("2026-01-02T03:00:06Z"));
}

// A stamp is the time of reading: several lines of one poll were written up to a second before it, the later ones too.
void TestClock::burstsOfTheTee() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a");
  writer.wait(30);
  writer.out(0, "first of the burst");
  writer.out(0, "second of the burst");
  writer.endLaunch(0);
  writer.finish();
  const auto run = folder.load();
  const When second = whenOf(run, "/0/stdout.log", "second of the burst");
  QVERIFY(second.latest == ns("2026-01-02T03:00:32.5Z"));
  QVERIFY(second.latest - second.earliest >= kSecond / 2);
}

QTEST_GUILESS_MAIN(TestClock)
#include "tst_clock.moc"
