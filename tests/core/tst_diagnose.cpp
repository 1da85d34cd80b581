// SPDX-License-Identifier: Apache-2.0
// Who is first, who only saw it, and what may be said about it, in small invented runs.
#include "core/report/time_text.h"
#include "core/report/verdict.h"
#include "tests/support/job_writer.h"
#include "tests/support/said_words.h"

#include <QRegularExpression>
#include <QSet>
#include <QtTest>

#include <map>
#include <set>

using namespace lanescope;
using namespace lanescope::model;
using lanescope::test::JobWriter;
using lanescope::test::LogFolder;
using lanescope::test::qs;

namespace {

using RunPtr = std::shared_ptr<const Run>;

std::string watchdog(int rank, const std::string& clock, int seq = 9) {
  return test::c10Head(rank, clock) + "[Rank " + std::to_string(rank) +
         "] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=" + std::to_string(seq) +
         ", OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran for 600008 milliseconds before timing out.";
}

void hookSection(JobWriter& writer, int rank, const std::string& id, const std::string& error) {
  writer.out(rank, "[rank " + std::to_string(rank) + "] " + id + " (call)");
  writer.out(rank, "tests/a.py:12: in two");
  writer.out(rank, "    run()");
  writer.out(rank, "E   " + error);
  writer.out(rank, "FAILED");
}

void stopAll(JobWriter& writer, int first, int exitCode = 1) {
  for (int rank = 0; rank < 4; ++rank) {
    if (rank != first) writer.agent("Sending process " + std::to_string(4000 + rank) + " closing signal SIGTERM");
  }
  writer.agent("failed (exitcode: " + std::to_string(exitCode) + ") local_rank: " + std::to_string(first) +
               " (pid: " + std::to_string(4000 + first) + ") of binary: /usr/bin/python3");
}

// Rank 2 fails, the others wait for it and time out ten minutes later.
void failThenTimeOut(JobWriter& writer, const std::string& directory) {
  writer.beginLaunch(directory);
  writer.beginSession(2);
  writer.test("tests/a.py::one", "PASSED");
  writer.wait(10);
  writer.all("tests/a.py::two ");
  hookSection(writer, 2, "tests/a.py::two", "RuntimeError: CUDA error: an illegal memory access was encountered");
  writer.err(2,
             test::c10Head(2, writer.clock()) + "[Rank 2] NCCL error in: x.cpp:1, unhandled cuda error, NCCL version 2.27.5");
  writer.wait(600);
  for (const int rank : {0, 1, 3}) writer.err(rank, watchdog(rank, writer.clock()));
  writer.wait(2);
  stopAll(writer, 0, -6);
  writer.endLaunch(1);
}

void passes(JobWriter& writer) { writer.passingLaunch("none_a"); }

void failsOnOneRank(JobWriter& writer) { failThenTimeOut(writer, "none_a"); }

void recovers(JobWriter& writer) {
  writer.task("Running prod test suite.");
  failThenTimeOut(writer, "none_zz");
  writer.job("[03:20:00] WARNING  Detected flaky failure, attempt restart.");
  writer.wait(20);
  writer.task("Running prod test suite.");
  writer.passingLaunch("none_aa");
}

void failsTwice(JobWriter& writer) {
  writer.task("Running prod test suite.");
  failThenTimeOut(writer, "none_zz");
  writer.job("[03:20:00] WARNING  Detected flaky failure, attempt restart.");
  writer.wait(20);
  writer.task("Running prod test suite.");
  failThenTimeOut(writer, "none_aa");
  writer.job("##[error]Process completed with exit code 1.");
}

void warnsAndPasses(JobWriter& writer) {
  writer.beginLaunch("none_a");
  writer.beginSession(1);
  for (int rank = 0; rank < 4; ++rank) {
    writer.out(rank, "");
    writer.out(rank, "[2026-01-02 " + writer.clock() + "] task-1:400" + std::to_string(rank) + ":4388 [" +
                         std::to_string(rank) + "] misc/cudawrap.cc:41 NCCL WARN Cuda failure 999 'unknown error'");
  }
  writer.test("tests/a.py::one", "PASSED");
  writer.endSession("1 passed");
  writer.endLaunch(0);
}

// A test that prints the error it expects, on every rank.
void raisesAndPasses(JobWriter& writer) {
  writer.wait(5);
  writer.all("tests/a.py::raises ");
  for (int rank = 0; rank < 4; ++rank) {
    writer.out(rank, "Traceback (most recent call last):");
    writer.out(rank, "  File \"/x/a.py\", line 3, in f");
    writer.out(rank, "    g()");
    writer.out(rank, "RuntimeError: CUDA error: device-side assert triggered");
  }
  writer.all("PASSED");
}

void expectsAnError(JobWriter& writer) {
  writer.beginLaunch("none_a");
  writer.beginSession(2);
  raisesAndPasses(writer);
  writer.test("tests/a.py::two", "PASSED");
  writer.endSession("2 passed");
  writer.endLaunch(0);
}

// An earlier test that printed an error and passed says nothing about the later one that fails.
void expectsAnErrorAndFails(JobWriter& writer) {
  writer.beginLaunch("none_a");
  writer.beginSession(2);
  raisesAndPasses(writer);
  writer.wait(5);
  writer.all("tests/a.py::two ");
  hookSection(writer, 1, "tests/a.py::two", "ValueError: bad shape");
  writer.wait(5);
  stopAll(writer, 1);
  writer.endLaunch(1);
}

void isKilled(JobWriter& writer) {
  writer.beginLaunch("none_a", "torchrun --nproc_per_node 4 train.py");
  writer.all("loading data");
  writer.wait(40);
  stopAll(writer, 3, -9);
  writer.endLaunch(1);
}

void timesOut(JobWriter& writer) {
  writer.beginLaunch("none_a", "torchrun --nproc_per_node 4 train.py");
  writer.all("step 1");
  writer.wait(700);
  for (const int rank : {0, 1, 3}) writer.err(rank, watchdog(rank, writer.clock()));
  writer.wait(2);
  stopAll(writer, 1, -6);
  writer.endLaunch(1);
}

void raises(JobWriter& writer) {
  writer.beginLaunch("none_a", "torchrun --nproc_per_node 4 train.py");
  writer.all("step 1");
  writer.wait(10);
  writer.err(1, test::c10Head(1, writer.clock(), "socket.cpp:9") + "[c10d] x");
  for (const char* line : {"[rank1]: Traceback (most recent call last):", "[rank1]:   File \"/x/train.py\", line 3, in step",
                           "[rank1]:     batch[key]", "[rank1]: KeyError: 'tokens'"})
    writer.err(1, line);
  writer.wait(5);
  for (const int rank : {0, 2, 3}) {
    const std::string head = "[rank" + std::to_string(rank) + "]: ";
    writer.err(rank, test::c10Head(rank, writer.clock(), "TCPStore.cpp:106") +
                         "[c10d] sendBytes failed on SocketImpl(fd=18, addr=[h]:1, remote=[h]:2): Broken pipe");
    for (const char* line :
         {"Traceback (most recent call last):", "  File \"/x/train.py\", line 9, in sync", "    dist.barrier()",
          "RuntimeError: [/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:534] Connection closed by peer "
          "[127.0.0.1]:41234"})
      writer.err(rank, head + line);
  }
  writer.wait(1);
  stopAll(writer, 1);
  writer.endLaunch(1);
}

void isCancelled(JobWriter& writer) {
  writer.beginLaunch("none_a", "torchrun --nproc_per_node 4 train.py");
  writer.all("step 1");
  writer.wait(300);
  writer.job("##[error]The operation was canceled.");
  writer.writeTree();
}

void failsWithoutAWord(JobWriter& writer) {
  writer.beginLaunch("none_a", "torchrun --nproc_per_node 4 train.py");
  writer.all("step 1");
  writer.endLaunch(1);
  writer.job("##[error]Process completed with exit code 1.");
}

void asserts(JobWriter& writer) {
  writer.beginLaunch("none_a");
  writer.beginSession(2);
  writer.test("tests/a.py::one", "PASSED");
  writer.test("tests/a.py::two", "FAILED");
  for (int rank = 0; rank < 4; ++rank) {
    for (const char* line : {"=================================== FAILURES ===================================",
                             "_____________________________________ two ______________________________________", "",
                             ">       assert 1 == 2", "E       assert 1 == 2", "", "tests/a.py:3: AssertionError"}) {
      writer.out(rank, line);
    }
  }
  writer.endSession("1 failed, 1 passed");
  stopAll(writer, 0);
  writer.endLaunch(1);
}

struct Scenario {
  const char* name;
  void (*write)(JobWriter&);
};
constexpr Scenario kScenarios[] = {{"passes", passes},
                                   {"fails on one rank", failsOnOneRank},
                                   {"recovers", recovers},
                                   {"fails twice", failsTwice},
                                   {"warns and passes", warnsAndPasses},
                                   {"expects an error", expectsAnError},
                                   {"is killed", isKilled},
                                   {"times out", timesOut},
                                   {"raises", raises},
                                   {"is cancelled", isCancelled},
                                   {"fails without a word", failsWithoutAWord},
                                   {"asserts", asserts},
                                   {"expects an error and fails", expectsAnErrorAndFails}};

// Each is read once; a Run is immutable.
RunPtr runOf(void (*write)(JobWriter&), bool withJobLog = true) {
  static std::map<std::pair<void (*)(JobWriter&), bool>, RunPtr> known;
  RunPtr& run = known[{write, withJobLog}];
  if (run) return run;
  LogFolder folder;
  JobWriter writer(folder);
  writer.job("Job begins");
  write(writer);
  if (withJobLog) writer.finish();
  return run = folder.load();
}

const Finding* firstOf(const RunPtr& run) { return run->firstFailure ? &run->findings[*run->firstFailure] : nullptr; }

const Finding* findingOf(const RunPtr& run, FindingClass wanted) {
  for (const Finding& finding : run->findings) {
    if (finding.findingClass == wanted) return &finding;
  }
  return nullptr;
}


// Numbers in why a finding has its role that follow neither from another finding's title, nor from the distance to one, nor from when a wait
// began or how far a clock is off.
QStringList unfoundedNumbers(const Run& run, const Finding& finding) {
  static const QRegularExpression kRanks(QStringLiteral("\\branks? [0-9\u2013, ]+(and [0-9]+)?"));
  static const QRegularExpression kNumber(QStringLiteral("[0-9][0-9,:]*(\\.[0-9]+)?"));
  QString why = qs(finding.why);
  QSet<QString> founded;
  for (const Finding& other : run.findings) {
    QString title = qs(other.title);
    for (qsizetype size = title.size(); size > 20; --size) why.remove(QLatin1Char('"') + title.left(size) + (size < title.size() ? QStringLiteral("\u2026\"") : QStringLiteral("\"")));
    // As doubles: either may be open.
    const double gap = std::floor((static_cast<double>(other.time.earliest) - static_cast<double>(finding.time.latest)) / 1e9);
    founded << qs(report::thousands(static_cast<std::uint64_t>(std::max(0.0, gap))));
    const When& last = other.time;
    for (const Lane& lane : run.lanes) {
      if (last.known() && lane.last.known() && last.earliest > lane.last.latest) founded << qs(report::thousands(static_cast<std::uint64_t>((last.earliest - lane.last.latest) / 1'000'000'000)));
    }
    const When& since = other.attributes.waitingSince;
    for (std::int64_t ns = since.earliest; since.known() && ns <= since.latest + 2'000'000'000; ns += 1'000'000'000) founded << qs(report::isoTime(ns)).mid(11, 8);
  }
  for (const Source& source : run.sources) {
    if (!source.clock.offsetRange) continue;
    for (const double bound : *source.clock.offsetRange) founded << QString::number(std::abs(bound), 'f', 1);
  }
  why.remove(kRanks);
  QStringList unfounded;
  for (auto it = kNumber.globalMatch(why); it.hasNext();) {
    const QString number = it.next().captured();
    if (!founded.contains(number)) unfounded << number;
  }
  return unfounded;
}

}  // namespace

class TestDiagnose : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void firstFailures_data();
  void firstFailures();
  void whoReportsATimeOutIsNotFirst();
  void warningsOfAPassingRun();
  void expectedErrors();
  void aKillNamesNobody();
  void recoveredAndFailed();
  void effectsOfAnException();
  void nobodyIsSuspectedWithoutABasis();
  void missingJobLogIsSaid();
  void missingRanksAreSaid();
  void overlappingTimesAreUndecided();
  void words_data();
  void words();
  void namesAndNumbers_data();
  void namesAndNumbers();
  void invariants_data();
  void invariants();
  void numbersOfOneGroup();
  void numbersOfDifferentGroups();
  void aBarrierNamesWhoIsMissing();
  void aCrashStandsInTheOpenTest();
  void doneByTheirOwnWords();
  void countsThatDisagree();
};

void TestDiagnose::firstFailures_data() {
  QTest::addColumn<int>("scenario");
  QTest::addColumn<QString>("outcome");
  QTest::addColumn<QString>("first");  // "class ranks", empty: none
  const char* const expected[][2] = {{"passed", ""},
                                     {"failed", "cuda-error 2"},
                                     {"recovered", "cuda-error 2"},
                                     {"failed", "cuda-error 2"},
                                     {"passed", ""},
                                     {"passed", ""},
                                     {"failed", "killed 3"},
                                     {"failed", "nccl-timeout 0,1,3"},
                                     {"failed", "python-exception 1"},
                                     {"cancelled", "cancelled "},
                                     {"failed", "launcher-exit "},
                                     {"failed", "assertion 0,1,2,3"},
                                     {"failed", "python-exception 1"}};
  for (int i = 0; i < static_cast<int>(std::size(kScenarios)); ++i)
    QTest::newRow(kScenarios[i].name) << i << expected[i][0] << expected[i][1];
}

void TestDiagnose::firstFailures() {
  QFETCH(int, scenario);
  const auto run = runOf(kScenarios[scenario].write);
  QTEST(QString::fromLatin1(toString(run->outcome)), "outcome");
  QString first;
  if (const Finding* finding = firstOf(run)) {
    QStringList ranks;
    for (const Rank rank : finding->ranks) ranks << QString::number(rank);
    first = QString::fromLatin1(toString(finding->findingClass)) + ' ' + ranks.join(',');
  }
  QTEST(first, "first");
}

void TestDiagnose::whoReportsATimeOutIsNotFirst() {
  const auto run = runOf(failsOnOneRank);
  const Finding* first = firstOf(run);
  QCOMPARE(qs(first->attributes.test), QStringLiteral("tests/a.py::two"));
  QCOMPARE(first->attributes.cudaError->code.value_or(0), 700);
  const Finding* timeout = findingOf(run, FindingClass::ncclTimeout);
  QVERIFY(timeout);
  QCOMPARE(timeout->role, Role::cascade);
  QCOMPARE(timeout->ranks, (std::vector<Rank>{0, 1, 3}));
  QVERIFY(timeout->suspectRanks.empty());
  QCOMPARE(timeout->causedBy, std::vector<std::string>{first->id});
  QVERIFY(first->time.earliest < timeout->time.earliest);
  for (const Finding& finding : run->findings) {
    if (finding.findingClass == FindingClass::launcherExit) QCOMPARE(finding.role, Role::teardown);
  }
}

void TestDiagnose::warningsOfAPassingRun() {
  const auto run = runOf(warnsAndPasses);
  QVERIFY(!run->findings.empty());
  for (const Finding& finding : run->findings) QVERIFY(finding.role == Role::noise || finding.role == Role::context);
  QVERIFY(run->candidates.empty());
}

void TestDiagnose::expectedErrors() {
  const auto run = runOf(expectsAnError);
  const Finding* finding = findingOf(run, FindingClass::cudaError);
  QVERIFY(finding);
  QCOMPARE(finding->role, Role::noise);
  QCOMPARE(finding->ranks.size(), 4u);
  QVERIFY(run->tests.empty());
}

void TestDiagnose::aKillNamesNobody() {
  const auto run = runOf(isKilled);
  const Finding* first = firstOf(run);
  QVERIFY(first->suspectRanks.empty() && first->suspectBasis.empty());
  QVERIFY(first->attributes.exitBy.empty());
  QCOMPARE(qs(first->attributes.signal), QStringLiteral("SIGKILL"));
  QVERIFY(std::any_of(run->notEstablished.begin(), run->notEstablished.end(),
                      [](const NotEstablished& gap) { return gap.text.find("killed") != std::string::npos; }));
  QVERIFY(!report::verdictOf(*run).notKnown.empty());
}

void TestDiagnose::recoveredAndFailed() {
  const auto recovered = runOf(recovers);
  QCOMPARE(recovered->recoveries, 1u);
  QCOMPARE(firstOf(recovered)->launch.value_or(9), 0u);
  QCOMPARE(qs(report::verdictOf(*recovered).badge), QStringLiteral("RECOVERED"));
  QVERIFY(std::any_of(recovered->notEstablished.begin(), recovered->notEstablished.end(),
                      [](const NotEstablished& gap) { return gap.text.find("proves nothing") != std::string::npos; }));
  const auto failed = runOf(failsTwice);
  QCOMPARE(failed->recoveries, 0u);
  QCOMPARE(firstOf(failed)->launch.value_or(9), 0u);
  int initiating = 0;
  for (const Finding& finding : failed->findings)
    initiating += finding.role == Role::initiating && finding.launch == std::optional<std::uint32_t>(1) ? 1 : 0;
  QCOMPARE(initiating, 1);
}

void TestDiagnose::effectsOfAnException() {
  const auto run = runOf(raises);
  const Finding* first = firstOf(run);
  QCOMPARE(qs(first->attributes.exceptionType), QStringLiteral("KeyError"));
  QVERIFY(first->title.find("KeyError") != std::string::npos);
  for (const Finding& finding : run->findings) {
    if (&finding == first) continue;
    QVERIFY2(finding.role != Role::initiating, finding.title.c_str());
  }
}

void TestDiagnose::nobodyIsSuspectedWithoutABasis() {
  const auto run = runOf(timesOut);
  for (const Finding& finding : run->findings) QVERIFY(finding.suspectRanks.empty());
}

void TestDiagnose::missingJobLogIsSaid() {
  const auto run = runOf(failsOnOneRank, false);
  QVERIFY(firstOf(run));
  QVERIFY(std::any_of(run->coverage.notes.begin(), run->coverage.notes.end(),
                      [](const std::string& note) { return note.find("job log missing") != std::string::npos; }));
  QVERIFY(qs(report::verdictOf(*run).notKnown + report::verdictOf(*run).headline)
              .contains(QStringLiteral("job log"), Qt::CaseInsensitive));
}

void TestDiagnose::missingRanksAreSaid() {
  LogFolder folder;
  JobWriter writer(folder, 2);  // of four
  writer.beginLaunch("none_a", "torchrun --nproc_per_node 4 train.py");
  writer.all("step 1");
  writer.err(1, test::c10Head(1, writer.clock()) + "NCCL error in: x.cpp:1, unhandled cuda error, NCCL version 2.27.5");
  writer.endLaunch(1);
  writer.finish();
  const auto run = folder.load();
  QCOMPARE(run->coverage.missingRanks, (std::vector<Rank>{2, 3}));
  QVERIFY(qs(report::verdictOf(*run).headline + report::verdictOf(*run).notKnown).contains(QStringLiteral("ranks read")));
}

void TestDiagnose::overlappingTimesAreUndecided() {
  LogFolder folder;
  JobWriter writer(folder);
  writer.beginLaunch("none_a", "torchrun --nproc_per_node 4 train.py");
  writer.all("step 1");
  writer.wait(10);
  writer.err(1, test::c10Head(1, writer.clock()) + "CUDA error: misaligned address");
  writer.err(2, test::c10Head(2, writer.clock()) + "CUDA error: an illegal memory access was encountered");
  stopAll(writer, 1);
  writer.endLaunch(1);
  writer.finish();
  const auto run = folder.load();
  int undecided = 0;
  for (const Finding& finding : run->findings) undecided += finding.orderUndecidedWith.empty() ? 0 : 1;
  QVERIFY(undecided == 2 || firstOf(run)->ranks.size() == 2);
}

void TestDiagnose::words_data() {
  QTest::addColumn<int>("scenario");
  QTest::addColumn<bool>("withJobLog");
  for (int i = 0; i < static_cast<int>(std::size(kScenarios)); ++i) {
    QTest::addRow("%s", kScenarios[i].name) << i << true;
    QTest::addRow("%s, no job log", kScenarios[i].name) << i << false;
  }
}

void TestDiagnose::words() {
  QFETCH(int, scenario);
  QFETCH(bool, withJobLog);
  const auto run = runOf(kScenarios[scenario].write, withJobLog);
  QCOMPARE(test::forbiddenWord(QStringLiteral("It caused it")), QStringLiteral("caused"));
  for (const QString& sentence : test::sentences(*run)) QVERIFY2(test::forbiddenWord(sentence).isEmpty(), qPrintable(sentence));
}

void TestDiagnose::namesAndNumbers_data() { words_data(); }

// A title says nothing that its lines do not: every number and every quoted text stands in them, or is derived from what they state
// (ranks, a limit in seconds, CUDA's number for a text, an exit code).
void TestDiagnose::namesAndNumbers() {
  QFETCH(int, scenario);
  QFETCH(bool, withJobLog);
  static const QRegularExpression kRanks(QStringLiteral("\\branks? [0-9\u2013, ]+(and [0-9]+)?"));
  static const QRegularExpression kNumber(QStringLiteral("(?<![\\w.])[0-9][0-9,]*(\\.[0-9]+)?"));
  static const QRegularExpression kQuoted(QStringLiteral("(?<!\\w)'([^'\u2026]+)"));
  const auto run = runOf(kScenarios[scenario].write, withJobLog);
  for (const Finding& finding : run->findings) {
    QString lines;
    for (const Evidence& evidence : finding.evidence) lines += qs(run->source(evidence.source).text->lineText(evidence.line)) + QLatin1Char('\n');
    for (const ExcerptLine& line : finding.excerpt) lines += qs(line.text) + QLatin1Char('\n');
    QStringList derived;
    const Attributes& a = finding.attributes;
    if (a.timeoutMs) derived << QString::number(*a.timeoutMs / 1000);
    if (a.cudaError && a.cudaError->code) derived << QString::number(*a.cudaError->code);
    if (a.exitCode) derived << QString::number(*a.exitCode);
    QString title = qs(finding.title);
    title.remove(kRanks);
    for (auto it = kNumber.globalMatch(title); it.hasNext();) {
      const QString number = it.next().captured().remove(QLatin1Char(','));
      QVERIFY2(lines.contains(number) || derived.contains(number), qPrintable(number + QStringLiteral(" in ") + title));
    }
    for (auto it = kQuoted.globalMatch(title); it.hasNext();) {
      const QString words = it.next().captured(1);
      QVERIFY2(lines.contains(words), qPrintable(words + QStringLiteral(" in ") + title));
    }
    const QString why = qs(finding.why);
    for (const QString& number : unfoundedNumbers(*run, finding)) QFAIL(qPrintable(number + QStringLiteral(" in ") + why));
    for (const Rank rank : finding.ranks) QVERIFY(run->laneOf(finding.launch.value_or(0), finding.attempt.value_or(0), rank).has_value());
  }
}

void TestDiagnose::invariants_data() { words_data(); }

void TestDiagnose::invariants() {
  QFETCH(int, scenario);
  QFETCH(bool, withJobLog);
  const auto run = runOf(kScenarios[scenario].write, withJobLog);
  std::set<std::string> ids;
  int firsts = 0;
  for (const Finding& finding : run->findings) {
    QVERIFY(ids.insert(finding.id).second);
    firsts += finding.role == Role::firstFailure ? 1 : 0;
    QVERIFY(!finding.title.empty() && !finding.why.empty());
    QCOMPARE(finding.fingerprint.size(), 16u);
    QVERIFY(std::is_sorted(finding.ranks.begin(), finding.ranks.end()));
    QVERIFY(finding.suspectRanks.empty() == finding.suspectBasis.empty());
    QVERIFY(!finding.evidence.empty() && finding.evidence.size() <= 20);
    QVERIFY(finding.count >= 1);
    for (const Evidence& evidence : finding.evidence) {
      const Source& source = run->source(evidence.source);
      QVERIFY(evidence.line >= 1 && evidence.line <= source.text->lineCount());
      QVERIFY(!evidence.text.empty() && evidence.text.size() <= 500);
      QVERIFY2(source.text->lineText(evidence.line).find(evidence.text) != std::string::npos, evidence.text.c_str());
    }
  }
  const bool failed =
      run->outcome == RunOutcome::failed || run->outcome == RunOutcome::recovered || run->outcome == RunOutcome::cancelled;
  QCOMPARE(firsts, failed ? 1 : 0);
  QCOMPARE(run->firstFailure.has_value(), failed);
  if (failed) QCOMPARE(firstOf(run)->role, Role::firstFailure);
  for (const Finding& finding : run->findings) {
    for (const std::string& id : finding.causedBy) QVERIFY(ids.count(id));
    for (const std::string& id : finding.orderUndecidedWith) QVERIFY(ids.count(id));
  }
  for (const NotEstablished& gap : run->notEstablished) {
    for (const std::string& id : gap.about) QVERIFY(ids.count(id));
  }
  for (const Candidate& candidate : run->candidates) QVERIFY(ids.count(candidate.id));
  for (std::size_t i = 1; i < run->events.size(); ++i) {
    const Event &a = run->events[i - 1], &b = run->events[i];
    QVERIFY(a.basis != Basis::none || b.basis == Basis::none);
    QVERIFY(a.basis == Basis::none || b.basis == Basis::none || a.utc <= b.utc);
  }
  for (const Interval& interval : run->intervals) {
    if (interval.begin.known() && interval.end.known()) QVERIFY(interval.begin.utc <= interval.end.utc);
  }
}

// A sentence that names an operation's number is true of each rank that it names; numbers are compared inside one group only.
void TestDiagnose::numbersOfOneGroup() {
  const auto run = runOf([](JobWriter& writer) {
    writer.beginLaunch("none_a", "torchrun --nproc_per_node 4 train.py");
    writer.all("step 1");
    writer.wait(700);
    for (int rank = 0; rank < 4; ++rank) {
      const int seq = rank == 2 ? 8 : 9;
      writer.err(rank, watchdog(rank, writer.clock(), seq));
      writer.err(rank, test::c10Head(rank, writer.clock()) + "[PG ID 0 PG GUID 0(default_pg) Rank " + std::to_string(rank) +
                           "]  failure detected by watchdog at work sequence id: " + std::to_string(seq) +
                           " PG status: last enqueued work: " + std::to_string(seq) +
                           ", last completed work: " + std::to_string(seq - 1));
    }
    stopAll(writer, 1, -6);
    writer.endLaunch(1);
  });
  const Finding* first = firstOf(run);
  QCOMPARE(first->findingClass, FindingClass::desync);
  QCOMPARE(first->ranks.size(), 4u);
  QVERIFY(qs(first->title).contains(QStringLiteral("ALLREDUCE 9 on ranks 0, 1 and 3")));
  QVERIFY(qs(first->title).contains(QStringLiteral("ALLREDUCE 8 on rank 2")));
  QCOMPARE(first->suspectRanks, std::vector<Rank>{2});
  QCOMPARE(qs(first->suspectBasis), QStringLiteral("lower-enqueued"));
}

void TestDiagnose::numbersOfDifferentGroups() {
  const auto run = runOf([](JobWriter& writer) {
    writer.beginLaunch("none_a", "torchrun --nproc_per_node 4 train.py");
    writer.all("step 1");
    writer.wait(700);
    for (int rank = 0; rank < 4; ++rank) {
      const int seq = rank < 2 ? 80 : 9;
      writer.err(rank, watchdog(rank, writer.clock(), seq));
      writer.err(rank, test::c10Head(rank, writer.clock()) + "[PG ID 1 PG GUID " + (rank < 2 ? "3" : "4") + "(TP) Rank " +
                           std::to_string(rank % 2) + "]  failure detected by watchdog at work sequence id: " +
                           std::to_string(seq) + " PG status: last enqueued work: " + std::to_string(seq) +
                           ", last completed work: " + std::to_string(seq - 1));
    }
    stopAll(writer, 1, -6);
    writer.endLaunch(1);
  });
  const Finding* first = firstOf(run);
  QCOMPARE(first->findingClass, FindingClass::ncclTimeout);
  QVERIFY(qs(first->title).contains(QStringLiteral("ALLREDUCE 80 on ranks 0 and 1")));
  QVERIFY(qs(first->title).contains(QStringLiteral("ALLREDUCE 9 on ranks 2 and 3")));
  QVERIFY(first->suspectRanks.empty());
}

void TestDiagnose::aBarrierNamesWhoIsMissing() {
  const auto run = runOf([](JobWriter& writer) {
    writer.beginLaunch("none_a", "torchrun --nproc_per_node 4 train.py");
    writer.all("step 1");
    writer.wait(40);
    for (const char* line : {"[rank0]: Traceback (most recent call last):", "[rank0]:   File \"/x/train.py\", line 9, in sync",
                             "[rank0]:     dist.monitored_barrier()",
                             "[rank0]: RuntimeError: [Rank 0]: Rank 3 failed to pass monitoredBarrier in 30000 ms"}) {
      writer.err(0, line);
    }
    stopAll(writer, 0);
    writer.endLaunch(1);
  });
  const Finding* first = firstOf(run);
  QCOMPARE(first->findingClass, FindingClass::monitoredBarrier);
  QCOMPARE(first->ranks, std::vector<Rank>{0});
  QCOMPARE(first->missingRanks, std::vector<Rank>{3});
  QCOMPARE(first->suspectRanks, std::vector<Rank>{3});
  QCOMPARE(qs(first->suspectBasis), QStringLiteral("monitored-barrier"));
}

void TestDiagnose::aCrashStandsInTheOpenTest() {
  const auto run = runOf([](JobWriter& writer) {
    writer.beginLaunch("none_a");
    writer.beginSession(2);
    writer.test("tests/a.py::one", "PASSED");
    writer.test("tests/a.py::two", "");
    for (const char* line :
         {"Fatal Python error: Segmentation fault", "",
          "Current thread 0x00007f91a4a55b80 (most recent call first):", "  File \"/x/a.py\", line 982 in run"})
      writer.err(1, line);
    writer.wait(2);
    stopAll(writer, 1, -11);
    writer.endLaunch(1);
  });
  const Finding* first = firstOf(run);
  QCOMPARE(first->findingClass, FindingClass::segfault);
  QCOMPARE(first->ranks, std::vector<Rank>{1});
  QCOMPARE(qs(first->attributes.test), QStringLiteral("tests/a.py::two"));
  QCOMPARE(run->tests.size(), 1u);
}

// Without an exit status and without tests, the processes' own closing words are what there is; a failure outweighs them.
void TestDiagnose::doneByTheirOwnWords() {
  LogFolder folder;
  for (int rank = 0; rank < 3; ++rank) folder.writeRank("none_x", 0, rank, {"step 1", "step 2", "rank" + std::to_string(rank) + " done"}, {"some warning"});
  const auto done = folder.load();
  QCOMPARE(done->outcome, RunOutcome::passed);
  const auto& said = done->outcomeEvidence;
  QCOMPARE(qs(said.empty() ? std::string() : said.back().text), QStringLiteral("rank0 done"));
  folder.writeRank("none_x", 0, 1, {"step 1", "step 2"});
  QCOMPARE(folder.load()->outcome, RunOutcome::unknown);
  folder.writeRank("none_x", 0, 1, {"step 1", "step 2", "rank1 done"}, {"[rank1]: Traceback (most recent call last):", "[rank1]:   File \"/a.py\", line 3, in main", "[rank1]: ValueError: bad shape"});
  QCOMPARE(folder.load()->outcome, RunOutcome::failed);
}

void TestDiagnose::countsThatDisagree() {
  const auto find = [](const RunPtr& run) {
    return std::find_if(run->findings.begin(), run->findings.end(), [](const Finding& finding) { return finding.title.find("counts of the ranks differ") != std::string::npos; });
  };
  const auto write = [](const std::map<int, std::string>& words) {
    LogFolder folder;
    JobWriter writer(folder);
    writer.beginLaunch("none_a");
    writer.beginSession(2);
    writer.test("tests/a.py::one", "PASSED");
    writer.test("tests/a.py::two", "PASSED", words);
    for (int rank = 0; rank < 4; ++rank) writer.out(rank, words.count(rank) ? "=================== 1 passed, 1 skipped in 30.00s ====================" : "======================== 2 passed in 30.00s ========================");
    writer.endLaunch(0);
    writer.finish();
    return folder.load();
  };
  const auto differing = write({{2, "SKIPPED"}});
  const auto finding = find(differing);
  QVERIFY(finding != differing->findings.end());
  QCOMPARE(qs(finding->title), QStringLiteral("The final test counts of the ranks differ: 2 passed on ranks 0, 1 and 3; 1 passed, 1 skipped on rank 2"));
  QCOMPARE(finding->role, Role::noise);
  QCOMPARE(finding->ranks, std::vector<Rank>{2});
  QVERIFY(finding->evidence.front().text.find("1 skipped") != std::string::npos);
  const auto equal = write({});
  QVERIFY(find(equal) == equal->findings.end());
}

QTEST_GUILESS_MAIN(TestDiagnose)
#include "tst_diagnose.moc"
