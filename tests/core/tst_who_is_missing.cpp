// SPDX-License-Identifier: Apache-2.0
// Who did not join a collective that timed out, and who is only not shown to have joined: small invented logs of several ranks.
#include "tests/support/log_folder.h"

#include <QtTest>

#include <algorithm>

using namespace lanescope;
using namespace lanescope::model;
using lanescope::test::LogFolder;
using lanescope::test::qs;

namespace {

using RunPtr = std::shared_ptr<const Run>;

struct Place {
  int rank;
  const char* group;                             // "0(default_pg)"
  int rankInGroup;
  int seq;
  const char* op = "ALLREDUCE";
  int numelIn = 64, numelOut = 64;
};

std::string head(int rank, const std::string& clock) { return test::c10Head(rank, clock); }

std::string pgHead(const Place& at) {
  return std::string("[PG ID 7 PG GUID ") + at.group + " Rank " + std::to_string(at.rankInGroup) + "] ";
}

// What a watchdog prints: the time-out, and how far the rank had come in the group.
std::vector<std::string> reports(const Place& at, const std::string& clock = "03:31:00") {
  const std::string seq = std::to_string(at.seq);
  return {head(at.rank, clock) + "[Rank " + std::to_string(at.rankInGroup) + "] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=" + seq +
              ", OpType=" + at.op + ", NumelIn=" + std::to_string(at.numelIn) + ", NumelOut=" + std::to_string(at.numelOut) +
              ", Timeout(ms)=1800000) ran for 1800021 milliseconds before timing out.",
          head(at.rank, clock) + pgHead(at) + " failure detected by watchdog at work sequence id: " + seq + " PG status: last enqueued work: " + seq +
              ", last completed work: " + std::to_string(at.seq - 1)};
}

// A rank that only heard of it.
std::string hears(const Place& at, int enqueued, const std::string& clock = "03:31:01") {
  return head(at.rank, clock) + pgHead(at) + "Received a dump signal due to a collective timeout from  rank 1 and we will try our best to dump the debug info. " +
         "Last enqueued NCCL work: " + std::to_string(enqueued) + ", last completed NCCL work: " + std::to_string(enqueued) + ".";
}

std::string agent(const std::string& clock, const std::string& text) {
  return "W0102 " + clock + ".250000 3999 torch/distributed/elastic/multiprocessing/api.py:984] " + text;
}

class Log {
 public:
  explicit Log(int ranks = 4) : m_ranks(ranks) { m_lines.push_back("+ torchrun --nproc_per_node " + std::to_string(ranks) + " train.py"); }
  Log& add(const std::vector<std::string>& lines) {
    m_lines.insert(m_lines.end(), lines.begin(), lines.end());
    return *this;
  }
  Log& add(const std::string& line) { return add(std::vector<std::string>{line}); }
  // The agent stops all but `first`, which it saw end.
  Log& stop(int first, const std::string& clock = "03:31:03") {
    for (int rank = 0; rank < m_ranks; ++rank) {
      if (rank != first) add(agent(clock, "Sending process " + std::to_string(4000 + rank) + " closing signal SIGTERM"));
    }
    return add("E0102 " + clock + ".400000 3999 torch/distributed/elastic/multiprocessing/api.py:869] failed (exitcode: -6) local_rank: " + std::to_string(first) +
               " (pid: " + std::to_string(4000 + first) + ") of binary: /usr/bin/python3");
  }
  RunPtr load() const {
    LogFolder folder;
    folder.write("train.log", m_lines);
    return folder.load();
  }

 private:
  int m_ranks;
  std::vector<std::string> m_lines;
};

const Finding& first(const RunPtr& run) {
  if (!run->firstFailure) qFatal("no first failure");
  return run->findings[*run->firstFailure];
}

QString listOf(const std::vector<Rank>& ranks) {
  QStringList out;
  for (const Rank rank : ranks) out << QString::number(rank);
  return out.join(',');
}

constexpr const char* kWorld = "0(default_pg)";

}  // namespace

class TestWhoIsMissing : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void waits_data();
  void waits();
  void everyoneReported();
  void groupsOfOneNameAreNotOne();
  void anotherOperationOfAnotherGroup();
};

void TestWhoIsMissing::waits_data() {
  QTest::addColumn<int>("ranks");
  QTest::addColumn<QStringList>("lines");
  QTest::addColumn<QString>("findingClass");
  QTest::addColumn<QString>("missing");
  QTest::addColumn<QString>("basis");
  QTest::addColumn<QString>("suspects");
  const auto row = [](const char* name, int ranks, const std::vector<std::vector<std::string>>& lines, const char* cls, const char* missing, const char* basis, const char* suspects) {
    QStringList all;
    for (const auto& some : lines) {
      for (const std::string& line : some) all << qs(line);
    }
    QTest::newRow(name) << ranks << all << cls << missing << basis << suspects;
  };
  const auto world = [](int rank, int seq, const char* op = "ALLREDUCE", int numel = 64) { return Place{rank, kWorld, rank, seq, op, numel, numel}; };

  row("all four", 4, {reports(world(0, 9)), reports(world(1, 9)), reports(world(2, 9)), reports(world(3, 9))}, "nccl-timeout", "", "", "");
  row("one silent to its stop", 4, {reports(world(0, 9)), reports(world(1, 9)), reports(world(3, 9))}, "nccl-timeout", "2", "no-report", "");
  row("its numbers are lower", 4, {reports(world(0, 9)), reports(world(1, 9)), reports(world(3, 9)), {hears(world(2, 9), 8)}}, "nccl-timeout", "2", "lower-enqueued", "2");
  row("its numbers are of another group", 4, {reports(world(0, 9)), reports(world(1, 9)), reports(world(3, 9)), {hears({2, "31(DP)", 0, 9}, 5)}}, "nccl-timeout", "2", "no-report", "");
  row("another operation", 4, {reports(world(0, 9)), reports(world(1, 9)), reports(world(2, 9, "BROADCAST")), reports(world(3, 9))}, "desync", "", "", "2");
  row("another size", 4, {reports(world(0, 9)), reports(world(1, 9)), reports(world(2, 9, "ALLREDUCE", 65)), reports(world(3, 9))}, "desync", "", "", "");
  row("sizes that may differ", 4, {reports(world(0, 9, "ALLTOALL_BASE")), reports(world(1, 9, "ALLTOALL_BASE", 70)), reports(world(2, 9, "ALLTOALL_BASE", 50)), reports(world(3, 9, "ALLTOALL_BASE"))},
      "nccl-timeout", "", "", "");
  row("two against two", 4, {reports(world(0, 9)), reports(world(1, 9)), reports(world(2, 9, "BROADCAST")), reports(world(3, 9, "BROADCAST"))}, "desync", "", "", "");
  // A tensor-parallel pair whose operand says that it has two members.
  row("a pair", 4,
      {reports({1, "41(TP)", 1, 7, "_ALLGATHER_BASE", 8, 16}), reports({2, "44(TP2)", 0, 5, "_ALLGATHER_BASE", 8, 16}), reports({3, "44(TP2)", 1, 5, "_ALLGATHER_BASE", 8, 16})}, "nccl-timeout",
      "", "", "");
  // Members at one distance, the one between them is silent and lived on.
  row("between its peers", 8, {reports({1, "52(DP)", 0, 7}), reports({3, "52(DP)", 1, 7}), reports({7, "52(DP)", 3, 7})}, "nccl-timeout", "5", "no-report", "");
  row("places do not fit", 8, {reports({1, "52(DP)", 0, 7}), reports({2, "52(DP)", 1, 7}), reports({7, "52(DP)", 3, 7})}, "nccl-timeout", "", "", "");
  row("lines counted, not printed", 4, {{"(Worker pid=4000) " + reports(world(0, 9))[0] + " [repeated 2x across cluster]", "(Worker pid=4000) " + reports(world(0, 9))[1]}, reports(world(1, 9))}, "nccl-timeout", "",
      "", "");
}

void TestWhoIsMissing::waits() {
  QFETCH(int, ranks);
  QFETCH(QStringList, lines);
  Log log(ranks);
  for (const QString& line : lines) log.add(line.toStdString());
  const RunPtr run = log.stop(1).load();
  const Finding& finding = first(run);
  QTEST(QString::fromLatin1(toString(finding.findingClass)), "findingClass");
  QTEST(listOf(finding.missingRanks), "missing");
  QTEST(qs(finding.attributes.missingBasis), "basis");
  QTEST(listOf(finding.suspectRanks), "suspects");
}

void TestWhoIsMissing::everyoneReported() {
  Log log;
  for (int rank = 0; rank < 4; ++rank) log.add(reports({rank, kWorld, rank, 3}));
  const RunPtr run = log.stop(1).load();
  QVERIFY2(first(run).why.find("none is shown missing") != std::string::npos, first(run).why.c_str());
  QCOMPARE(first(run).attributes.collective->groupSize.value_or(0), 4u);
  // Of a group whose size nobody states, others may be missing.
  Log pair;
  pair.add(reports({0, "5(DP)", 0, 3})).add(reports({1, "5(DP)", 1, 3}));
  QVERIFY(first(pair.stop(1).load()).why.find("none is shown missing") == std::string::npos);
}

// Tensor-parallel groups share their description; their numbers say nothing of each other.
void TestWhoIsMissing::groupsOfOneNameAreNotOne() {
  Log log;
  log.add(reports({0, "41(TENSOR_MODEL_PARALLEL_GROUP)", 0, 20})).add(reports({1, "41(TENSOR_MODEL_PARALLEL_GROUP)", 1, 20}));
  log.add(reports({2, "42(TENSOR_MODEL_PARALLEL_GROUP)", 0, 12})).add(reports({3, "42(TENSOR_MODEL_PARALLEL_GROUP)", 1, 12}));
  const Finding finding = first(log.stop(1).load());
  QCOMPARE(finding.findingClass, FindingClass::ncclTimeout);
  QVERIFY(finding.suspectRanks.empty() && finding.missingRanks.empty());
}

// One rank left the others' operation and waits in another group's: it is not with them, but nobody is to suspect for that.
void TestWhoIsMissing::anotherOperationOfAnotherGroup() {
  Log log;
  for (const int rank : {0, 2, 3}) log.add(reports({rank, "41(TP)", rank, 12}));
  log.add(reports({1, "8(DP)", 0, 4}));
  const Finding finding = first(log.stop(0).load());
  QCOMPARE(finding.findingClass, FindingClass::ncclTimeout);
  QCOMPARE(listOf(finding.missingRanks), QStringLiteral("1"));
  QCOMPARE(qs(finding.attributes.missingBasis), QStringLiteral("other-operation"));
  QVERIFY(finding.suspectRanks.empty());
}

QTEST_GUILESS_MAIN(TestWhoIsMissing)
#include "tst_who_is_missing.moc"
