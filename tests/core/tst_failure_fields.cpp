// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/failure_fields.h"
#include "core/recognise/nccl_lines.h"
#include "tests/support/scanned.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::recognise;
using lanescope::test::qs;

namespace {

FailureFact factOf(std::initializer_list<const char*> lines) {
  FailureFact fact;
  for (const char* line : lines) enrich(fact, line);
  return fact;
}

template <class Number>
qint64 number(const std::optional<Number>& value) {
  return value ? static_cast<qint64>(*value) : -1;
}

}  // namespace

class TestFailureFields : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void cuda_data();
  void cuda();
  void works_data();
  void works();
  void groups_data();
  void groups();
  void status_data();
  void status();
  void nccl_data();
  void nccl();
  void theFirstCounts();
  void nothing_data();
  void nothing();
  void ncclInit_data();
  void ncclInit();
};

void TestFailureFields::cuda_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<QString>("text");
  QTest::addColumn<int>("code");  // -1: none
  const auto row = [](const char* line, const char* text, int code) { QTest::newRow(line) << line << text << code; };
  row("Cuda failure 'unspecified launch failure'", "unspecified launch failure", 719);
  row("Cuda failure 719 'unspecified launch failure'", "unspecified launch failure", 719);
  row("Cuda failure 999 'unknown error'", "unknown error", 999);
  row("misc/cudawrap.cc:30 Cuda failure 801 'operation not supported'", "operation not supported", 801);
  row("Cuda failure 'some new text'", "some new text", -1);
  row("CUDA error: unknown error", "unknown error", 999);
  row("RuntimeError: CUDA error: an illegal memory access was encountered", "an illegal memory access was encountered", 700);
  row("torch.AcceleratorError: CUDA error: device-side assert triggered", "device-side assert triggered", 710);
  row("CUDA error: out of memory", "out of memory", 2);
  row("CUDA error: initialization error", "initialization error", 3);
  row("CUDA error: driver shutting down", "driver shutting down", 4);
  row("CUDA error: invalid device function", "invalid device function", 98);
  row("CUDA error: invalid device ordinal", "invalid device ordinal", 101);
  row("CUDA error: no kernel image is available for execution on the device",
      "no kernel image is available for execution on the device", 209);
  row("CUDA error: uncorrectable ECC error encountered", "uncorrectable ECC error encountered", 214);
  row("CUDA error: uncorrectable NVLink error detected during the execution",
      "uncorrectable NVLink error detected during the execution", 220);
  row("CUDA error: invalid resource handle", "invalid resource handle", 400);
  row("CUDA error: too many resources requested for launch", "too many resources requested for launch", 701);
  row("CUDA error: the launch timed out and was terminated", "the launch timed out and was terminated", 702);
  row("CUDA error: context is destroyed", "context is destroyed", 709);
  row("CUDA error: an illegal instruction was encountered", "an illegal instruction was encountered", 715);
  row("CUDA error: misaligned address", "misaligned address", 716);
  row("CUDA error: operation not supported on global/shared address space",
      "operation not supported on global/shared address space", 717);
  row("CUDA error: unspecified launch failure", "unspecified launch failure", 719);
  row("CUDA error: system not yet initialized", "system not yet initialized", 802);
  row("CUDA error: operation not permitted when stream is capturing", "operation not permitted when stream is capturing", 900);
  row("CUDA error: an error of the future", "an error of the future", -1);
  row("CUDA error: unknown error CUDA kernel errors might be asynchronously reported at some other API call,so the stacktrace "
      "below might be incorrect.",
      "unknown error", 999);
  row("CUDA error: unknown error. Search for `cudaErrorUnknown' in https://docs.nvidia.com/x", "unknown error", 999);
}

void TestFailureFields::cuda() {
  QFETCH(QString, line);
  QFETCH(int, code);
  const FailureFact fact = factOf({line.toUtf8().constData()});
  QTEST(qs(fact.cudaText), "text");
  QCOMPARE(fact.cudaCode.value_or(-1), code);
}

void TestFailureFields::works_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<qint64>("seq");
  QTest::addColumn<QString>("op");
  QTest::addColumn<qint64>("numelIn");
  QTest::addColumn<qint64>("numelOut");
  QTest::addColumn<qint64>("timeoutMs");
  QTest::addColumn<qint64>("ranMs");
  const auto row = [](const char* line, qint64 seq, const char* op, qint64 in, qint64 out, qint64 timeout, qint64 ran) {
    QTest::newRow(line) << line << seq << op << in << out << timeout << ran;
  };
  row("[Rank 5] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=2635, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, "
      "Timeout(ms)=600000) ran for 600024 milliseconds before timing out.",
      2635, "ALLREDUCE", 1, 1, 600000, 600024);
  row("WorkNCCL(SeqNum=12, OpType=_ALLGATHER_BASE, NumelIn=4096, NumelOut=32768, Timeout(ms)=1800000) ran for 1800008 "
      "milliseconds before timing out.",
      12, "_ALLGATHER_BASE", 4096, 32768, 1800000, 1800008);
  row("Collective WorkNCCL(SeqNum=7, OpType=BROADCAST, NumelIn=18446744073709551615, NumelOut=3, Timeout(ms)=5) raised the "
      "following async exception: NCCL error: x",
      7, "BROADCAST", -1, 3, 5, -1);
  row("Work WorkNCCL(SeqNum=3, OpType=RECV, NumelIn=2, NumelOut=2, Timeout(ms)=60000) timed out in blocking wait.", 3, "RECV",
      2, 2, 60000, -1);
  row("WorkNCCL(OpType=ALLREDUCE, Timeout(ms)=1800000) ran for 1800100 milliseconds before timing out.", -1, "ALLREDUCE", -1,
      -1, 1800000, 1800100);
  row("WorkNCCL(SeqNum=, OpType=", -1, "", -1, -1, -1, -1);
}

void TestFailureFields::works() {
  QFETCH(QString, line);
  const FailureFact fact = factOf({line.toUtf8().constData()});
  QVERIFY(fact.work);
  QTEST(number(fact.work->seq), "seq");
  QTEST(qs(fact.work->op), "op");
  QTEST(number(fact.work->numelIn), "numelIn");
  QTEST(number(fact.work->numelOut), "numelOut");
  QTEST(number(fact.work->timeoutMs), "timeoutMs");
  QTEST(number(fact.work->ranMs), "ranMs");
}

void TestFailureFields::groups_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<QString>("id");
  QTest::addColumn<QString>("description");
  QTest::addColumn<int>("rank");
  const auto row = [](const char* line, const char* id, const char* description, int rank) {
    QTest::newRow(line) << line << id << description << rank;
  };
  row("[PG ID 0 PG GUID 0(default_pg) Rank 5]  failure detected by watchdog", "0", "default_pg", 5);
  row("[PG ID 3 PG GUID 17(TENSOR_MODEL_PARALLEL_GROUP) Rank 1] x", "17", "TENSOR_MODEL_PARALLEL_GROUP", 1);
  row("[PG ID 2 PG GUID 9 Rank 0] x", "9", "", 0);
  row("[PG 3 Rank 7] x", "3", "", 7);
  row("[PG 4 (DATA_PARALLEL_GROUP) Rank 2] x", "4", "DATA_PARALLEL_GROUP", 2);
  row("[PG ID 1 PG GUID 1(a group (of two)) Rank 1] x", "1", "a group (of two)", 1);
  row("[PG ID 0 PG GUID 0(default_pg) Rank 5] [PG ID 1 PG GUID 7(x) Rank 1] x", "0", "default_pg", 5);
}

void TestFailureFields::groups() {
  QFETCH(QString, line);
  const FailureFact fact = factOf({line.toUtf8().constData()});
  QVERIFY(fact.group);
  QTEST(qs(fact.group->id), "id");
  QTEST(qs(fact.group->description), "description");
  QTEST(fact.group->rankInGroup, "rank");
}

void TestFailureFields::status_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<qint64>("enqueued");
  QTest::addColumn<qint64>("completed");
  QTest::newRow("watchdog") << "[PG ID 0 PG GUID 0(default_pg) Rank 5]  failure detected by watchdog at work sequence id: 41 "
                               "PG status: last enqueued work: 43, last completed work: 40"
                            << qint64{43} << qint64{40};
  QTest::newRow("dump signal")
      << "Received a dump signal due to a collective timeout from  rank 3 and we will try our best to dump the debug info. "
         "Last enqueued NCCL work: 12, last completed NCCL work: 11.This is most likely caused by x"
      << qint64{12} << qint64{11};
  QTest::newRow("nothing completed") << "PG status: last enqueued work: 1, last completed work: -1" << qint64{1} << qint64{-1};
  QTest::newRow("none") << "last enqueued" << qint64{-1} << qint64{-1};
}

void TestFailureFields::status() {
  QFETCH(QString, line);
  const FailureFact fact = factOf({line.toUtf8().constData()});
  QTEST(number(fact.lastEnqueued), "enqueued");
  QTEST(number(fact.lastCompleted), "completed");
}

void TestFailureFields::nccl_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("version");
  const auto row = [](const char* line, const char* name, const char* text, const char* version) {
    QTest::newRow(line) << line << name << text << version;
  };
  row("NCCL error in: /w/ProcessGroupNCCL.cpp:3680, unhandled cuda error (run with NCCL_DEBUG=INFO for details), NCCL version "
      "2.27.5",
      "", "", "2.27.5");
  row("NCCL version 2.27.5+cuda12.9", "", "", "2.27.5");
  row("ncclUnhandledCudaError: Call to CUDA function failed.", "ncclUnhandledCudaError", "Call to CUDA function failed.", "");
  row("ncclSystemError: System call (e.g. socket, malloc) or external library call failed or device error. ", "ncclSystemError",
      "System call (e.g. socket, malloc) or external library call failed or device error.", "");
  row("ncclInternalError: Internal check failed.", "ncclInternalError", "Internal check failed.", "");
  row("ncclInvalidArgument: Invalid value for an argument.", "ncclInvalidArgument", "Invalid value for an argument.", "");
  row("ncclInvalidUsage: This usually reflects invalid usage of NCCL library.", "ncclInvalidUsage",
      "This usually reflects invalid usage of NCCL library.", "");
  row("ncclRemoteError: A call failed possibly due to a network error or a remote process exiting prematurely.",
      "ncclRemoteError", "A call failed possibly due to a network error or a remote process exiting prematurely.", "");
}

void TestFailureFields::nccl() {
  QFETCH(QString, line);
  const FailureFact fact = factOf({line.toUtf8().constData()});
  QTEST(qs(fact.ncclErrorName), "name");
  QTEST(qs(fact.ncclErrorText), "text");
  QTEST(qs(fact.ncclVersion), "version");
}

void TestFailureFields::theFirstCounts() {
  const FailureFact fact =
      factOf({"CUDA error: unknown error", "Cuda failure 719 'unspecified launch failure'", "ncclSystemError: a",
              "ncclInternalError: b", "last enqueued work: 5, last completed work: 4",
              "last enqueued work: 9, last completed work: 8"});
  QCOMPARE(fact.cudaCode.value_or(-1), 999);
  QCOMPARE(qs(fact.ncclErrorName), QStringLiteral("ncclSystemError"));
  QCOMPARE(number(fact.lastEnqueued), qint64{5});
}

void TestFailureFields::nothing_data() {
  QTest::addColumn<QString>("line");
  for (const char* line :
       {"", "CUDA error", "Cuda failure", "Cuda failure 719", "Cuda failure 719 unspecified", "[PG ", "[PG ID 0 Rank",
        "[PG ID 0 PG GUID 0(default_pg)]", "WorkNCCL", "NCCL version", "For debugging consider passing CUDA_LAUNCH_BLOCKING=1",
        "Compile with `TORCH_USE_CUDA_DSA` to enable device-side assertions.",
        "Search for `cudaErrorLaunchFailure' in https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html for "
        "more information."}) {
    QTest::newRow(line) << line;
  }
}

void TestFailureFields::nothing() {
  QFETCH(QString, line);
  const FailureFact fact = factOf({line.toUtf8().constData()});
  QVERIFY(fact.cudaText.empty());
  QVERIFY(!fact.cudaCode);
  QVERIFY(!fact.group);
  QVERIFY(!fact.work);
  QVERIFY(fact.ncclErrorName.empty());
  QVERIFY(fact.ncclVersion.empty());
}

void TestFailureFields::ncclInit_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<int>("rank");  // -1: no such line
  QTest::addColumn<int>("nranks");
  QTest::addColumn<int>("device");
  QTest::addColumn<QString>("busId");
  QTest::addColumn<bool>("complete");
  const auto row = [](const char* name, const char* line, int rank, int nranks, int device, const char* bus, bool complete) {
    QTest::newRow(name) << line << rank << nranks << device << bus << complete;
  };
  row("start",
      "node-a07:4021:4388 [3] NCCL INFO ncclCommInitRankConfig comm 0x55d0 rank 3 nranks 8 cudaDev 3 nvmlDev 3 busId 3b000 "
      "commId 0x9a10 - Init START",
      3, 8, 3, "3b000", false);
  row("complete",
      "node-a07:4021:4388 [3] NCCL INFO ncclCommInitRankConfig comm 0x55d0 rank 3 nranks 8 cudaDev 3 nvmlDev 3 busId 3b000 "
      "commId 0x9a10 - Init COMPLETE",
      3, 8, 3, "3b000", true);
  row("2.30",
      "node-a07:4021:4388 [0] NCCL INFO [Rank 11] ncclCommInitRankConfig comm 0x55d0 rank 11 nranks 16 cudaDev 3 nvmlDev 3 "
      "busId 3b000 commId 0x9a10 - Init START",
      11, 16, 3, "3b000", false);
  row("old", "node-a07:4021:4388 [2] NCCL INFO comm 0x55d0 rank 2 nranks 4 cudaDev 2 busId 4c000 - Init COMPLETE", 2, 4, 2,
      "4c000", true);
  row("split",
      "node-a07:4021:4388 [2] NCCL INFO ncclCommSplit comm 0x77 rank 1 nranks 2 cudaDev 2 nvmlDev 2 busId 4c000 parent 0x55d0 "
      "splitCount 1 color 7 key 1 - Init COMPLETE",
      1, 2, 2, "4c000", true);
  row("destroy", "node-a07:4021:4388 [2] NCCL INFO comm 0x55d0 rank 2 nranks 4 cudaDev 2 busId 4c000 - Destroy COMPLETE", -1,
      -1, -1, "", false);
  row("timings", "node-a07:4021:4388 [2] NCCL INFO Init timings - ncclCommInitRank: rank 2 nranks 4 total 1.23 (kernels 0.1)",
      -1, -1, -1, "", false);
}

void TestFailureFields::ncclInit() {
  QFETCH(QString, line);
  QFETCH(int, rank);
  const std::string bytes = line.toStdString();
  std::vector<Piece> pieces;
  splitPieces(bytes, pieces);
  const Layer* head = pieces.front().find(LayerKind::nccl);
  QVERIFY(head);
  NcclFact fact;
  QCOMPARE(parseNcclInit(*head, pieces.front().message, 7, fact), rank >= 0);
  if (rank < 0) return;
  QCOMPARE(fact.rank, rank);
  QTEST(fact.nranks, "nranks");
  QTEST(fact.device, "device");
  QTEST(qs(fact.busId), "busId");
  QTEST(fact.complete, "complete");
  QCOMPARE(fact.pid, 4021);
  QCOMPARE(qs(fact.host), QStringLiteral("node-a07"));
  QCOMPARE(fact.line, 7u);
}

QTEST_GUILESS_MAIN(TestFailureFields)
#include "tst_failure_fields.moc"
