// SPDX-License-Identifier: Apache-2.0
#include "core/report/events_writer.h"
#include "core/report/json_report.h"
#include "core/report/text_report.h"
#include "tests/support/job_writer.h"

#include <QtTest>

#include <sstream>

using namespace lanescope;
using lanescope::test::JobWriter;
using lanescope::test::LogFolder;
using lanescope::test::qs;

namespace {

// A launch that fails and one that passes, with interleaved ranks, a traceback, a time-out and damage.
void writeRun(LogFolder& folder) {
  JobWriter writer(folder);
  writer.job("##[group]Run ./test.sh");
  writer.job("torchrun --nproc_per_node 4");
  writer.job("##[endgroup]");
  writer.task("Running prod test suite.");
  writer.beginLaunch("none_zz");
  writer.beginSession(3);
  writer.test("tests/a.py::one", "PASSED");
  writer.test("tests/a.py::two", "", {{1, "FAILED"}});
  writer.out(1, "=================================== FAILURES ===================================");
  writer.out(1, "_____________________________________ two ______________________________________");
  writer.out(1, "E   RuntimeError: CUDA error: unknown error");
  writer.err(1, "Traceback (most recent call last):");
  writer.err(1, "  File \"/x/a.py\", line 3, in f");
  writer.err(1, std::string("ValueError: late \xFF\0\0 bytes", 25));
  writer.wait(600);
  for (int rank : {0, 2, 3}) {
    writer.err(rank, test::c10Head(rank, writer.clock()) + "[Rank " + std::to_string(rank) +
                         "] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=9, OpType=ALLREDUCE, NumelIn=1, "
                         "NumelOut=1, Timeout(ms)=600000) ran for 600008 milliseconds before timing out.");
  }
  writer.agent("Sending process 4000 closing signal SIGTERM");
  writer.agent("failed (exitcode: 1) local_rank: 1 (pid: 4001) of binary: /usr/bin/python3");
  writer.endLaunch(1);
  writer.job("Detected flaky failure, attempt restart.");
  writer.task("Running prod test suite.");
  writer.passingLaunch("none_aa");
  writer.finish();
}

std::string reportOf(const LogFolder& folder, unsigned threads, std::uint64_t blockBytes) {
  auto request = folder.request();
  request.threads = threads;
  request.blockBytes = blockBytes;
  const auto run = folder.tryLoad(request);
  if (!run) return base::describe(run.error());
  std::ostringstream events;
  report::writeEvents(**run, report::EventsFormat::jsonl, events);
  return report::writeJsonReport(**run, nullptr, {"test"}) + report::writeTextReport(**run, nullptr) + events.str();
}

class Collector : public session::Listener {
 public:
  void onPartial(std::shared_ptr<const model::Run> run, std::uint64_t generation, const session::Status&) override {
    const std::lock_guard lock(m_mutex);
    partial = partial && !run->complete && run->findings.empty();
    ordered = ordered && generation > lastGeneration;
    lastGeneration = generation;
  }
  void onFinished(base::Result<std::shared_ptr<const model::Run>> run) override {
    const std::lock_guard lock(m_mutex);
    result = std::move(run);
    ++finished;
  }
  bool done() {
    const std::lock_guard lock(m_mutex);
    return finished > 0;
  }

  base::Result<std::shared_ptr<const model::Run>> result;
  int finished = 0;
  bool partial = true, ordered = true;
  std::uint64_t lastGeneration = 0;

 private:
  std::mutex m_mutex;
};

}  // namespace

class TestSession : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void threadsAndBlocksDoNotMatter_data();
  void threadsAndBlocksDoNotMatter();
  void runsInTheBackground();
  void cancel();
  void cancelledBeforeItBegins();
  void unreadableBesideGood();
  void nothingUsable_data();
  void nothingUsable();
  void severalPathsAreOneRun();
  void wrongSignatures();
};

void TestSession::threadsAndBlocksDoNotMatter_data() {
  QTest::addColumn<unsigned>("threads");
  QTest::addColumn<quint64>("blockBytes");
  for (const unsigned threads : {1u, 2u, 0u}) {
    for (const quint64 bytes : {quint64{1}, quint64{64}, quint64{4096}, quint64{8} << 20})
      QTest::addRow("%u threads, %llu bytes", threads, static_cast<unsigned long long>(bytes)) << threads << bytes;
  }
}

void TestSession::threadsAndBlocksDoNotMatter() {
  QFETCH(unsigned, threads);
  QFETCH(quint64, blockBytes);
  static LogFolder folder;
  static std::string expected;
  if (expected.empty()) {
    writeRun(folder);
    expected = reportOf(folder, 1, 0);
    QVERIFY(expected.find("\"first-failure\"") != std::string::npos);
  }
  QVERIFY(reportOf(folder, threads, blockBytes) == expected);
}

void TestSession::runsInTheBackground() {
  LogFolder folder;
  writeRun(folder);
  Collector collector;
  {
    const auto session = session::Session::open(folder.request(), collector);
    QTRY_VERIFY(collector.done());
    QVERIFY(session->status().filesDone == session->status().filesTotal);
  }
  QCOMPARE(collector.finished, 1);
  QVERIFY(collector.partial && collector.ordered);
  QVERIFY(collector.result);
  QVERIFY((*collector.result)->complete);
  QVERIFY(report::writeJsonReport(**collector.result, nullptr, {"test"}) ==
          report::writeJsonReport(*folder.load(), nullptr, {"test"}));
}

void TestSession::cancel() {
  LogFolder folder;
  std::string bytes;
  for (int i = 0; i < 200'000; ++i)
    bytes += "[default0]:tests/a.py::test_" + std::to_string(i) + " PASSED and then more text on the line\n";
  for (int i = 0; i < 4; ++i) folder.writeBytes("log" + std::to_string(i) + ".txt", bytes);
  Collector collector;
  {
    const auto session = session::Session::open(folder.request(), collector);
    session->cancel();
  }  // joins
  QCOMPARE(collector.finished, 1);
  QVERIFY(!collector.result);
  QCOMPARE(collector.result.error().code, base::ErrorCode::cancelled);
}

void TestSession::cancelledBeforeItBegins() {
  LogFolder folder;
  writeRun(folder);
  std::stop_source stop;
  stop.request_stop();
  base::Progress progress;
  const auto run = session::load(folder.request(), progress, stop.get_token());
  QVERIFY(!run);
  QCOMPARE(run.error().code, base::ErrorCode::cancelled);
}

void TestSession::unreadableBesideGood() {
  LogFolder folder;
  writeRun(folder);
  auto request = folder.request();
  request.paths.push_back(folder.path() + "/nowhere.zip");
  const auto run = folder.tryLoad(request);
  QVERIFY(run);
  QCOMPARE((*run)->inputs.size(), 2u);
  QVERIFY(!(*run)->inputs[0].error);
  QVERIFY((*run)->inputs[1].error);
  QCOMPARE((*run)->inputs[1].error->code, base::ErrorCode::io);
  QVERIFY(!(*run)->lanes.empty());
}

void TestSession::nothingUsable_data() {
  QTest::addColumn<QString>("path");
  QTest::newRow("not there") << "nowhere";
  QTest::newRow("a folder without lines") << "empty";
  QTest::newRow("an empty file") << "empty/nothing.log";
  QTest::newRow("no path") << "";
}

void TestSession::nothingUsable() {
  QFETCH(QString, path);
  LogFolder folder;
  folder.writeBytes("empty/nothing.log", "");
  auto request = folder.request();
  request.paths.clear();
  if (!path.isEmpty()) request.paths.push_back(folder.path() + '/' + path.toStdString());
  const auto run = folder.tryLoad(request);
  QVERIFY(!run);
  QVERIFY(run.error().code != base::ErrorCode::cancelled);
  QVERIFY(!run.error().what.empty());
}

void TestSession::severalPathsAreOneRun() {
  LogFolder folder;
  writeRun(folder);
  auto request = folder.request();
  request.paths = {folder.path() + "/none_zz", folder.path() + "/none_aa", folder.path() + "/job.txt"};
  const auto run = folder.tryLoad(request);
  QVERIFY(run);
  QCOMPARE((*run)->launches.size(), 2u);
  QCOMPARE((*run)->outcome, folder.load()->outcome);
  QVERIFY((*run)->launches[0].directory.find("none_zz") != std::string::npos);
}

void TestSession::wrongSignatures() {
  LogFolder folder;
  writeRun(folder);
  folder.writeBytes("signatures/bad.json", "{\"topic\": 3}");
  auto request = folder.request();
  request.signatureFolders = {folder.path() + "/signatures"};
  const auto run = folder.tryLoad(request);
  QVERIFY(!run);
  QVERIFY(qs(base::describe(run.error())).contains(QStringLiteral("bad.json")));
}

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
