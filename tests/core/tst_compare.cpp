// SPDX-License-Identifier: Apache-2.0
// Two runs set beside each other: small jobs written by hand, compared, and what is said of them.
#include "core/compare/compare.h"
#include "core/compare/spine.h"
#include "core/report/comparison_report.h"
#include "tests/support/job_writer.h"

#include <git2.h>
#include <QtTest>

#include <functional>

using namespace lanescope;
using namespace lanescope::compare;
using lanescope::test::JobWriter;
using lanescope::test::LogFolder;
using lanescope::test::qs;

namespace {

using RunPtr = std::shared_ptr<const model::Run>;
using Comparing = std::shared_ptr<const Comparison>;

// What a job prints beside its tests.
using Body = std::function<void(JobWriter&)>;

// A job of four ranks with three tests that pass, `body` between the first and the second. `directory` is the launcher's random folder.
class Job {
 public:
  explicit Job(const std::string& directory, const Body& body = {}, int delay = 0) {
    JobWriter writer(folder);
    writer.wait(delay);
    writer.beginLaunch("logs/" + directory);
    writer.beginSession(3);
    writer.test("tests/a.py::one", "PASSED");
    if (body) body(writer);
    writer.test("tests/a.py::two", "PASSED");
    writer.test("tests/a.py::three", "PASSED");
    writer.endSession("3 passed");
    writer.endLaunch(0);
    writer.finish();
    run = folder.load();
  }
  LogFolder folder;
  RunPtr run;
};

// The second test fails on rank 2, with an assertion; the third is not reached.
class FailingJob {
 public:
  explicit FailingJob(const std::string& directory) {
    JobWriter writer(folder);
    writer.wait(77);
    writer.beginLaunch("logs/" + directory);
    writer.beginSession(3);
    writer.test("tests/a.py::one", "PASSED");
    writer.all("plan has 4 stages");
    writer.test("tests/a.py::two", "", {{2, "FAILED"}});
    for (const char* line : {"=================================== FAILURES ===================================", "_________________________________ two __________________________________", "",
                             "    def two():", ">       assert left == right", "E       AssertionError: the halves differ by 3", "", "tests/a.py:12: AssertionError",
                             "=========================== short test summary info ============================", "FAILED tests/a.py::two - AssertionError: the halves differ by 3"}) {
      writer.out(2, line);
    }
    writer.out(2, "!!!!!!!!!!!!!!!!!!!!!!!!!! stopping after 1 failures !!!!!!!!!!!!!!!!!!!!!!!!!!!");
    writer.out(2, "======================== 1 failed, 1 passed in 20.00s ========================");
    writer.agent("Sending process 4000 closing signal SIGTERM");
    writer.endLaunch(1);
    writer.finish();
    run = folder.load();
  }
  LogFolder folder;
  RunPtr run;
};

Comparing compared(const RunPtr& run, const std::vector<RunPtr>& baselines, const Options& options = {}) {
  std::vector<const model::Run*> list;
  for (const RunPtr& baseline : baselines) list.push_back(baseline.get());
  base::Progress progress;
  auto result = compare::compare(*run, list, options, progress, {});
  if (!result) qFatal("%s", base::describe(result.error()).c_str());
  return *result;
}

// "only-in-run [2] text", one for each row that is not folded.
QStringList rows(const Comparing& comparison) {
  QStringList list;
  for (const Message& message : comparison->messages) {
    if (message.fold != Fold::none) continue;
    const auto& ranks = message.kind == MessageKind::ranks ? message.missingOn : message.kind == MessageKind::onlyInBaseline ? message.ranksBaseline : message.ranksRun;
    QStringList numbers;
    for (const model::Rank rank : ranks) numbers << QString::number(rank);
    list << QStringLiteral("%1 [%2] %3%4").arg(QString::fromLatin1(toString(message.kind)), numbers.join(QLatin1Char(' ')), qs(message.text), message.weak ? QStringLiteral(" (weak)") : QString());
  }
  return list;
}

QStringList tests(const Comparing& comparison) {
  QStringList list;
  for (const TestDifference& test : comparison->tests) list << QStringLiteral("%1 %2 %3").arg(qs(test.id), QString::fromLatin1(model::toString(test.run)), QString::fromLatin1(model::toString(test.baseline)));
  return list;
}

}  // namespace

class TestCompare : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void passAgainstPassIsSilent();
  void aRunAgainstItselfIsSilent();
  void theFailureIsTheFirstRow();
  void whatIsNotReachedIsABlock();
  void otherWordOnOneRank();
  void lineMissingOnOneRank();
  void oddNumberOnOneRank();
  void moreOften();
  void onlyInTheBaseline();
  void orderOnOneRank();
  void newAndGoneTests();
  void anotherSuite();
  void furtherLaunch();
  void oneAttemptOfAnotherNumber();
  void severalBaselines();
  void ignoreList();
  void filesOfOneRunOnly();
  void alignment();
  void ranksThatOneLogDoesNotState();
  void tornLinesOfASharedFile();
  void threadsDoNotMatter();
  void cancelled();
  void aPreviewComesBeforeTheLines();
  void sideBySideTemplates();
  void changedFiles();
  void documentsQuoteTheLog();
};

void TestCompare::passAgainstPassIsSilent() {
  // Other folder, times, pids, ports, order of the ranks' lines.
  const Job run("none_k3v9w2xa", [](JobWriter& writer) {
    for (const int rank : {0, 1, 2, 3}) writer.out(rank, "rank " + std::to_string(rank) + " (pid 40" + std::to_string(rank) + "1) listens on 10.8.33.9:29511 after 0.51s");
    writer.all("loss 3.15 at step 100");
  });
  const Job baseline("none_abcdefgh", [](JobWriter& writer) {
    for (const int rank : {2, 0, 3, 1}) writer.out(rank, "rank " + std::to_string(rank) + " (pid 7" + std::to_string(rank) + "23) listens on 10.8.40.12:31002 after 1.7s");
    writer.all("loss 2.9 at step 100");
  }, 12'345);
  const Comparing comparison = compared(run.run, {baseline.run});
  QCOMPARE(rows(comparison), QStringList());
  QCOMPARE(comparison->messages.size(), std::size_t{0});
  QCOMPARE(tests(comparison), QStringList());
  QVERIFY(comparison->ends.empty());
  QVERIFY(comparison->blocks.empty());
  QVERIFY(comparison->files.empty());
  QVERIFY(!comparison->divergence);
  QVERIFY(!comparison->differs());
  QVERIFY(comparison->compared.linesRun > 0 && comparison->compared.templates > 0);
}

void TestCompare::aRunAgainstItselfIsSilent() {
  const FailingJob job("none_k3v9w2xa");
  const Comparing comparison = compared(job.run, {job.run});
  QVERIFY(!comparison->differs());
  QVERIFY(comparison->messages.empty() && comparison->tests.empty() && comparison->durations.empty() && comparison->environment.empty() && comparison->blocks.empty());
}

void TestCompare::theFailureIsTheFirstRow() {
  const FailingJob run("none_k3v9w2xa");
  const Job baseline("none_abcdefgh", [](JobWriter& writer) { writer.all("plan has 4 stages"); });
  const Comparing comparison = compared(run.run, {baseline.run});
  QVERIFY(!comparison->messages.empty());
  const Message& first = comparison->messages.front();
  QCOMPARE(qs(first.text), QStringLiteral("E AssertionError: the halves differ by #"));
  QCOMPARE(first.ranksRun, std::vector<model::Rank>{2});
  QVERIFY(first.lines > 1);
  QCOMPARE(first.finding, *run.run->firstFailure);
  QVERIFY(comparison->divergence && comparison->divergence->kind == DivergenceKind::message);
  QCOMPARE(comparison->divergence->index, 0u);
  QVERIFY(comparison->divergence->text.find("the one baseline") != std::string::npos);
  QCOMPARE(tests(comparison), QStringList{QStringLiteral("tests/a.py::two failed passed")});
  QCOMPARE(comparison->tests.front().ranks, std::vector<model::Rank>{2});
  QCOMPARE(comparison->tests.front().state, TestState::broken);
  QVERIFY(comparison->differs());
}

void TestCompare::whatIsNotReachedIsABlock() {
  const FailingJob run("none_k3v9w2xa");
  const Job baseline("none_abcdefgh", [](JobWriter& writer) { writer.all("plan has 4 stages"); });
  const Comparing comparison = compared(run.run, {baseline.run});
  QCOMPARE(comparison->blocks.size(), std::size_t{1});
  QVERIFY(!comparison->blocks.front().inRun);
  QCOMPARE(comparison->blocks.front().tests, std::uint64_t{1});
  QVERIFY(!rows(comparison).join(QLatin1Char('\n')).contains(QStringLiteral("only-in-baseline")));
}

void TestCompare::otherWordOnOneRank() {
  const Job run("none_k3v9w2xa", [](JobWriter& writer) {
    for (int rank = 0; rank < 4; ++rank) writer.out(rank, rank == 3 ? "transport between the peers uses socket now" : "transport between the peers uses nvlink now");
  });
  const Job baseline("none_abcdefgh", [](JobWriter& writer) { writer.all("transport between the peers uses nvlink now"); });
  const Comparing comparison = compared(run.run, {baseline.run});
  QCOMPARE(rows(comparison), QStringList{QStringLiteral("value [3] transport between the peers uses socket now")});
  QCOMPARE(comparison->messages.front().values.size(), std::size_t{1});
  QCOMPARE(qs(comparison->messages.front().values.front().run), QStringLiteral("socket"));
  QCOMPARE(qs(comparison->messages.front().values.front().baseline), QStringLiteral("nvlink"));
  QVERIFY(comparison->divergence);
}

void TestCompare::lineMissingOnOneRank() {
  const Job run("none_k3v9w2xa", [](JobWriter& writer) {
    for (const int rank : {0, 2, 3}) writer.out(rank, "graph captured");
  });
  const Job baseline("none_abcdefgh", [](JobWriter& writer) { writer.all("graph captured"); });
  const Comparing comparison = compared(run.run, {baseline.run});
  QCOMPARE(rows(comparison), QStringList{QStringLiteral("ranks [1] graph captured")});
  QCOMPARE(comparison->messages.front().inBaseline.front().rank, std::optional<model::Rank>(1));
  QCOMPARE(comparison->divergence->ranks, std::vector<model::Rank>{1});
  // Where it was on some ranks only, nothing says that it belongs on all.
  QCOMPARE(rows(compared(run.run, {run.run})), QStringList());
}

void TestCompare::oddNumberOnOneRank() {
  const Job run("none_k3v9w2xa", [](JobWriter& writer) {
    for (int rank = 0; rank < 4; ++rank) writer.out(rank, rank == 2 ? "made 24 buckets" : "made 25 buckets");
  });
  const Job baseline("none_abcdefgh", [](JobWriter& writer) { writer.all("made 25 buckets"); });
  const Comparing comparison = compared(run.run, {baseline.run});
  QCOMPARE(rows(comparison), QStringList{QStringLiteral("value [2] made # buckets")});
  QCOMPARE(qs(comparison->messages.front().values.front().run), QStringLiteral("24"));
  // The rank's own number is none of them.
  const auto batches = [](int odd) {
    return [odd](JobWriter& writer) {
      for (int rank = 0; rank < 4; ++rank) writer.out(rank, "rank " + std::to_string(rank) + " micro batch " + (rank == odd ? "16" : "8"));
    };
  };
  const Job larger("none_lmnopqrs", batches(1)), usual("none_hijklmno", batches(-1)), again("none_bcdefghi", batches(-1));
  QCOMPARE(rows(compared(larger.run, {usual.run})), QStringList{QStringLiteral("value [1] rank # micro batch #")});
  QCOMPARE(qs(compared(larger.run, {usual.run})->messages.front().values.front().run), QStringLiteral("16"));
  QCOMPARE(rows(compared(again.run, {usual.run})), QStringList());
  // Another number on all of them is what a run may have for itself.
  const Job other("none_zyxwvuts", [](JobWriter& writer) { writer.all("made 31 buckets"); });
  QCOMPARE(rows(compared(other.run, {baseline.run})), QStringList());
}

void TestCompare::moreOften() {
  const auto times = [](int count) {
    return [count](JobWriter& writer) {
      for (char part = 'a'; part <= 'z'; ++part) writer.all(std::string("part ") + part + part + " is set up");
      for (int i = 0; i < count; ++i) writer.all("connection to the store is tried again");
    };
  };
  const Job run("none_k3v9w2xa", times(60)), baseline("none_abcdefgh", times(3)), alike("none_zyxwvuts", times(8));
  const Comparing comparison = compared(run.run, {baseline.run});
  QCOMPARE(rows(comparison), QStringList{QStringLiteral("count [0 1 2 3] connection to the store is tried again")});
  QCOMPARE(comparison->messages.front().countRun, std::uint64_t{240});
  QCOMPARE(rows(compared(alike.run, {baseline.run})), QStringList());
}

void TestCompare::onlyInTheBaseline() {
  const Job run("none_k3v9w2xa"), baseline("none_abcdefgh", [](JobWriter& writer) { writer.all("peer access is enabled"); });
  const Comparing comparison = compared(run.run, {baseline.run});
  QCOMPARE(rows(comparison), QStringList{QStringLiteral("only-in-baseline [0 1 2 3] peer access is enabled")});
  QVERIFY(comparison->differs());
}

void TestCompare::orderOnOneRank() {
  const auto lines = [](int odd) {
    return [odd](JobWriter& writer) {
      for (int rank = 0; rank < 4; ++rank) {
        writer.out(rank, "weights are loaded");
        writer.out(rank, rank == odd ? "barrier is passed" : "buffers are allocated");
        writer.out(rank, rank == odd ? "buffers are allocated" : "barrier is passed");
        writer.out(rank, "warm-up is over");
      }
    };
  };
  const Job run("none_k3v9w2xa", lines(1)), baseline("none_abcdefgh", lines(-1));
  const Comparing comparison = compared(run.run, {baseline.run});
  QCOMPARE(comparison->messages.size(), std::size_t{1});
  QCOMPARE(comparison->messages.front().kind, MessageKind::order);
  QCOMPARE(comparison->messages.front().ranksRun, std::vector<model::Rank>{1});
  QVERIFY(comparison->divergence && comparison->divergence->kind == DivergenceKind::order);
  QCOMPARE(rows(compared(baseline.run, {run.run})), QStringList());
}

void TestCompare::newAndGoneTests() {
  const auto withTest = [](const std::string& id, const std::string& word) { return [id, word](JobWriter& writer) { writer.test(id, word); }; };
  const Job run("none_k3v9w2xa", withTest("tests/a.py::new", "PASSED")), baseline("none_abcdefgh", withTest("tests/a.py::old", "PASSED"));
  const Comparing comparison = compared(run.run, {baseline.run});
  QCOMPARE(tests(comparison), (QStringList{QStringLiteral("tests/a.py::new passed absent"), QStringLiteral("tests/a.py::old absent passed")}));
  QCOMPARE(comparison->tests.front().state, TestState::added);
  QCOMPARE(comparison->tests.back().state, TestState::gone);
  QCOMPARE(rows(comparison), QStringList());
  const Job skipped("none_zyxwvuts", withTest("tests/a.py::old", "SKIPPED"));
  QCOMPARE(tests(compared(skipped.run, {baseline.run})), QStringList{QStringLiteral("tests/a.py::old skipped passed")});
}

void TestCompare::anotherSuite() {
  const auto suite = [](const std::string& file) {
    return [file](JobWriter& writer) {
      for (int i = 0; i < 30; ++i) writer.test("tests/" + file + ".py::case_" + std::string(1, static_cast<char>('a' + i % 26)) + std::to_string(i), "PASSED");
    };
  };
  const Job run("none_k3v9w2xa", suite("left")), baseline("none_abcdefgh", suite("right"));
  const Comparing comparison = compared(run.run, {baseline.run});
  QVERIFY2(comparison->baselines.front().notes.find("suite differs: only 3 of 33") != std::string::npos, comparison->baselines.front().notes.c_str());
}

void TestCompare::furtherLaunch() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.passingLaunch("logs/none_k3v9w2xa");
  writer.wait(10);
  writer.passingLaunch("logs/none_abcdefgh");
  writer.finish();
  const RunPtr run = folder.load();
  QCOMPARE(run->launches.size(), std::size_t{2});
  LogFolder other;
  JobWriter single(other);
  single.passingLaunch("logs/none_zyxwvuts");
  single.finish();
  const Comparing comparison = compared(run, {other.load()});
  QCOMPARE(comparison->blocks.size(), std::size_t{1});
  QVERIFY(comparison->blocks.front().inRun);
  QCOMPARE(comparison->blocks.front().tests, std::uint64_t{2});
  QVERIFY(comparison->blocks.front().lines > 0);
  QCOMPARE(tests(comparison), QStringList());
  QCOMPARE(rows(comparison), QStringList());
}

// Only the files of its second attempt are there.
void TestCompare::oneAttemptOfAnotherNumber() {
  const auto load = [](LogFolder& folder, const std::string& directory, int attempt, const std::string& line) {
    for (int rank = 0; rank < 4; ++rank) folder.writeRank("logs/" + directory, attempt, rank, {"data set is opened", "batch " + std::to_string(rank) + " is read", rank == 2 ? line : "all is well"});
    return folder.load();
  };
  LogFolder a, b, c;
  const RunPtr baseline = load(b, "none_abcdefgh", 0, "all is well");
  QCOMPARE(rows(compared(load(a, "none_k3v9w2xa", 1, "all is well"), {baseline})), QStringList());
  QVERIFY(rows(compared(load(c, "none_zyxwvuts", 1, "the loader is late"), {baseline})).contains(QStringLiteral("only-in-run [2] the loader is late")));
}

void TestCompare::severalBaselines() {
  const auto line = [](const char* text) { return [text](JobWriter& writer) { writer.all(text); }; };
  const Job run("none_k3v9w2xa", line("cache is cold"));
  const Job warm("none_abcdefgh", line("cache is warm")), cold("none_zyxwvuts", line("cache is cold")), none("none_lmnopqrs");
  QCOMPARE(rows(compared(run.run, {warm.run})), QStringList{QStringLiteral("value [0 1 2 3] cache is cold")});
  // One of the passes prints the same: weak.
  for (const QString& row : rows(compared(run.run, {warm.run, cold.run}))) QVERIFY2(row.endsWith(QStringLiteral("(weak)")), qPrintable(row));
  QVERIFY(!compared(run.run, {warm.run, cold.run})->differs());
  QVERIFY(compared(run.run, {warm.run, none.run})->differs());
  QCOMPARE(compared(run.run, {warm.run, none.run})->baselines.size(), std::size_t{2});
  base::Progress progress;
  QVERIFY(!compare::compare(*run.run, {}, {}, progress, {}).has_value());
  const std::vector<const model::Run*> many(9, run.run.get());
  QVERIFY(!compare::compare(*run.run, many, {}, progress, {}).has_value());
}

void TestCompare::ignoreList() {
  const Job run("none_k3v9w2xa", [](JobWriter& writer) {
    writer.all("telemetry is sent to port 4711");
    writer.test("tests/a.py::new", "PASSED");
  });
  const Job baseline("none_abcdefgh");
  Options options;
  options.ignore.templates = {"telemetry is sent to port 8080"};   // a line as printed
  options.ignore.tests = {"tests/*::new"};
  const Comparing comparison = compared(run.run, {baseline.run}, options);
  QCOMPARE(rows(comparison), QStringList());
  QCOMPARE(comparison->messages.size(), std::size_t{1});
  QVERIFY(comparison->messages.front().fold == Fold::ignored && comparison->tests.front().ignored);
  QVERIFY(!comparison->differs());
  QCOMPARE(comparison->compared.ignored, std::uint64_t{2});
  QCOMPARE(comparison->ignoredRules.size(), std::size_t{2});
  options.ignore = {};
  options.ignore.templates = {"telemetry *"};
  QCOMPARE(rows(compared(run.run, {baseline.run}, options)), QStringList());
}

void TestCompare::filesOfOneRunOnly() {
  Job run("none_k3v9w2xa"), baseline("none_abcdefgh");
  run.folder.write("notes/setup.log", {"one line", "another line"});
  const Comparing comparison = compared(run.folder.load(), {baseline.run});
  QCOMPARE(comparison->files.size(), std::size_t{1});
  QVERIFY(comparison->files.front().inRun);
  QVERIFY(qs(comparison->files.front().path).endsWith(QStringLiteral("notes/setup.log")));
}

void TestCompare::alignment() {
  const FailingJob run("none_k3v9w2xa");
  const Job baseline("none_abcdefgh");
  const Comparing comparison = compared(run.run, {baseline.run});
  QStringList pairs;
  for (const PhasePair& pair : comparison->alignment.pairs) {
    const Phase& phase = pair.run ? comparison->alignment.run[*pair.run] : comparison->alignment.baseline[*pair.baseline];
    if (phase.kind == PhaseKind::launch || phase.kind == PhaseKind::test) pairs << QStringLiteral("%1 %2 %3").arg(QString::fromLatin1(toString(phase.kind)), qs(phase.key), QString::fromLatin1(toString(pair.match)));
  }
  QCOMPARE(pairs, (QStringList{QStringLiteral("launch launch equal"), QStringLiteral("test tests/a.py::one equal"), QStringLiteral("test tests/a.py::two equal"),
                               QStringLiteral("test tests/a.py::three only-in-baseline")}));
  QVERIFY(comparison->alignment.anchor && comparison->alignment.offsetSeconds);
}

// The one log names global ranks, the other shows local ones only.
void TestCompare::ranksThatOneLogDoesNotState() {
  const auto log = [](LogFolder& folder, bool stated) {
    std::vector<std::string> lines;
    for (int rank = 0; rank < 4; ++rank) {
      const std::string head = "[default" + std::to_string(rank) + "]:";
      lines.push_back(head + "data set is opened");
      if (stated) lines.push_back(head + test::c10Head(8 + rank, "03:04:05", "ProcessGroupNCCL.cpp:1551") + "Warning: WARNING: destroy_process_group() was not called before program exit, which can leak resources.");
      if (!(stated && rank == 1)) lines.push_back(head + "first batch is read");
    }
    folder.write("node1.log", lines);
  };
  LogFolder a, b;
  log(a, true);
  log(b, false);
  const Comparing comparison = compared(a.load(), {b.load()});
  QVERIFY2(rows(comparison).contains(QStringLiteral("ranks [9] first batch is read")), qPrintable(rows(comparison).join(QLatin1Char('\n'))));
}

void TestCompare::tornLinesOfASharedFile() {
  const auto shared = [](LogFolder& folder, const std::string& torn) {
    std::vector<std::string> lines;
    for (int i = 0; i < 12; ++i) lines.push_back("quince-04:40" + std::to_string(10 + i) + ":4388 [" + std::to_string(i % 4) + "] NCCL INFO Channel 00/1 : 1[1] -> 2[2] via P2P/CUMEM");
    lines.push_back(torn);
    folder.write("nccl_debug.log", lines);
  };
  Job run("none_k3v9w2xa"), baseline("none_abcdefgh");
  shared(run.folder, "aDev 6 nvmlDev 6 busId 20000 - Init COMPLETE");
  shared(baseline.folder, "quince-04:4013:4388 [1] NCCL INFO Channel 00/1 : 1[1");
  QCOMPARE(rows(compared(run.folder.load(), {baseline.folder.load()})), QStringList());
  shared(run.folder, "quince-04:4013:4388 [1] misc/socket.cc:231 (f) NCCL WARN no interface matches the name");
  QCOMPARE(rows(compared(run.folder.load(), {baseline.folder.load()})).size(), 1);
}

void TestCompare::threadsDoNotMatter() {
  const FailingJob run("none_k3v9w2xa");
  const Job baseline("none_abcdefgh");
  const std::vector<const model::Run*> baselines{baseline.run.get()};
  Options options;
  options.threads = 1;
  const Comparing once = compared(run.run, {baseline.run}, options);
  const std::string json = report::writeComparisonJson({*run.run, baselines, *once}, {"1"});
  for (const unsigned threads : {2u, 5u}) {
    options.threads = threads;
    const Comparing again = compared(run.run, {baseline.run}, options);
    QVERIFY(report::writeComparisonJson({*run.run, baselines, *again}, {"1"}) == json);
  }
}

void TestCompare::cancelled() {
  const Job job("none_k3v9w2xa");
  std::stop_source stop;
  stop.request_stop();
  base::Progress progress;
  const auto result = compare::compare(*job.run, {job.run.get()}, {}, progress, stop.get_token());
  QVERIFY(!result.has_value());
  QCOMPARE(result.error().code, base::ErrorCode::cancelled);
}

// What tests show is there at once; the lines follow.
void TestCompare::aPreviewComesBeforeTheLines() {
  const auto withTest = [](const std::string& word) { return [word](JobWriter& writer) { writer.test("tests/a.py::new", word); }; };
  const Job run("none_k3v9w2xa", withTest("FAILED")), baseline("none_abcdefgh", withTest("PASSED"));
  std::vector<Comparing> previews;
  base::Progress progress;
  Options options;
  options.preview = [&](Comparing preview) {
    QCOMPARE(progress.bytesDone.load(), std::uint64_t{0});
    previews.push_back(std::move(preview));
  };
  const auto whole = compare::compare(*run.run, {baseline.run.get()}, options, progress, {});
  QVERIFY(whole.has_value() && !(*whole)->partial);
  QCOMPARE(previews.size(), std::size_t{1});
  QVERIFY(previews.front()->partial && previews.front()->divergence && previews.front()->messages.empty());
  QCOMPARE(tests(previews.front()), tests(*whole));
}

void TestCompare::sideBySideTemplates() {
  const Job run("none_k3v9w2xa", [](JobWriter& writer) { writer.all("step 5 is done"); });
  for (std::uint32_t i = 0; i < run.run->sources.size(); ++i) {
    const model::Source& source = run.run->sources[i];
    if (source.rank != model::Rank{1} || source.stream != model::Stream::out) continue;
    const auto hashes = templatesOf(*run.run, namesOf({run.run.get()}), model::SourceId{i}, 1, 1'000);
    QCOMPARE(hashes.size(), std::size_t{source.text->lineCount()});
    QVERIFY(std::find(hashes.begin(), hashes.end(), templateHash("step # is done")) != hashes.end());
    QCOMPARE(templatesOf(*run.run, {}, model::SourceId{i}, source.text->lineCount() + 1, 5).size(), std::size_t{0});
    return;
  }
  QFAIL("no file of rank 1");
}

// ---- a clone

class Clone {
 public:
  Clone() {
    git_libgit2_init();
    git_repository_init(&m_repository, m_folder.path().toUtf8().constData(), 0);
  }
  ~Clone() {
    git_repository_free(m_repository);
    git_libgit2_shutdown();
  }
  Clone(const Clone&) = delete;
  Clone& operator=(const Clone&) = delete;

  // Its hash.
  std::string commit(const std::map<std::string, std::string>& files) {
    git_index* index = nullptr;
    git_repository_index(&index, m_repository);
    git_index_clear(index);
    for (const auto& [path, text] : files) {
      git_index_entry entry{};
      entry.path = path.c_str();
      entry.mode = GIT_FILEMODE_BLOB;
      git_index_add_from_buffer(index, &entry, text.data(), text.size());
    }
    git_oid tree, made;
    git_index_write_tree(&tree, index);
    git_index_free(index);
    git_tree* object = nullptr;
    git_tree_lookup(&object, m_repository, &tree);
    git_signature* author = nullptr;
    git_signature_new(&author, "nobody", "nobody@example.invalid", 1'760'000'000, 0);
    git_commit_create_v(&made, m_repository, nullptr, author, author, nullptr, "change", object, 0);
    git_signature_free(author);
    git_tree_free(object);
    char text[GIT_OID_HEXSZ + 1];
    return git_oid_tostr(text, sizeof text, &made);
  }
  std::string path() const { return m_folder.path().toStdString(); }

 private:
  QTemporaryDir m_folder;
  git_repository* m_repository = nullptr;
};

void TestCompare::changedFiles() {
  Clone clone;
  const std::string before = clone.commit({{"src/halves.py", "a"}, {"docs/readme", "a"}, {"tests/a.py", "a"}});
  const std::string after = clone.commit({{"src/halves.py", "a"}, {"docs/readme", "b"}, {"tests/a.py", "b"}});
  const FailingJob job("none_k3v9w2xa");
  const Job other("none_abcdefgh");
  model::Run run = *job.run, baseline = *other.run;
  run.environment.commit = after;
  baseline.environment.commit = before;
  Options options;
  options.repository = clone.path();
  base::Progress progress;
  auto result = compare::compare(run, {&baseline}, options, progress, {});
  QVERIFY(result.has_value() && (*result)->changes);
  const Changes& changes = *(*result)->changes;
  QCOMPARE(changes.files.size(), std::size_t{2});
  QCOMPARE(qs(changes.files.front().path), QStringLiteral("tests/a.py"));
  QVERIFY(changes.files.front().inTest && !changes.files.back().inTest);
  QVERIFY2(changes.statement.find("2 files differ") == 0, changes.statement.c_str());

  baseline.environment.commit = std::string(40, 'f');
  result = compare::compare(run, {&baseline}, options, progress, {});
  QVERIFY(result.has_value() && (*result)->changes->files.empty());
  QVERIFY((*result)->changes->statement.find("does not have commit") != std::string::npos);
  options.repository = clone.path() + "/nowhere";
  QVERIFY(!compare::compare(run, {&baseline}, options, progress, {}).has_value());
}

// Nothing that a log holds acts in what is pasted into an issue or opened in a browser.
void TestCompare::documentsQuoteTheLog() {
  const Job run("none_k3v9w2xa", [](JobWriter& writer) { writer.all("error: <script>alert(1)</script> by @somebody, see #12 and ``x``"); });
  const Job baseline("none_abcdefgh");
  const std::vector<const model::Run*> baselines{baseline.run.get()};
  const Comparing comparison = compared(run.run, {baseline.run});
  const report::ComparedRuns runs{*run.run, baselines, *comparison};
  const QString html = qs(report::writeComparisonHtml(runs));
  QVERIFY(!html.contains(QStringLiteral("<script")));
  QVERIFY(html.contains(QStringLiteral("&lt;script&gt;")));
  const QString markdown = qs(report::writeComparisonMarkdown(runs));
  QVERIFY(markdown.contains(QStringLiteral("``` error: <script>")));
  QVERIFY(!markdown.section(QLatin1Char('\n'), 0, 2).contains(QStringLiteral("@somebody")));
  for (const QString& text : {html, markdown, qs(report::writeComparisonText(runs))}) QVERIFY(text.contains(QStringLiteral("one baseline")));
}

QTEST_GUILESS_MAIN(TestCompare)
#include "tst_compare.moc"
