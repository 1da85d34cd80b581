// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/layers.h"
#include "core/text/clean.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::recognise;

namespace {

std::string_view view(const QByteArray& bytes) { return {bytes.data(), static_cast<std::size_t>(bytes.size())}; }
QByteArray bytes(std::string_view text) { return {text.data(), static_cast<qsizetype>(text.size())}; }

// "gha task(0 task-1) torchrun(0 default)": kind, number and name of each layer.
QByteArray describe(const Piece& piece) {
  QByteArray out;
  for (const Layer& layer : piece.layers) {
    if (!out.isEmpty()) out += ' ';
    out += toString(layer.kind);
    if (layer.number >= 0 || !layer.name.empty()) {
      out += '(' + QByteArray::number(layer.number) + (layer.name.empty() ? "" : " ") + bytes(layer.name) + ')';
    }
  }
  return out + " | " + bytes(piece.message);
}

Layer layerOf(const char* line, LayerKind kind) {
  std::vector<Piece> pieces;
  splitPieces(line, pieces);
  const Layer* layer = pieces[0].find(kind);
  return layer == nullptr ? Layer{} : *layer;
}

QByteArray time(const Layer& layer) { return layer.stamp ? bytes(formatIso(layer.stamp->ns).view()) : QByteArray(); }

}  // namespace

class TestLayers : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void splits_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArrayList>("pieces");
    const auto row = [](const char* name, const char* line, const QByteArrayList& pieces) {
      QTest::newRow(name) << QByteArray(line) << pieces;
    };
    row("empty", "", {" | "});
    row("plain", "loss 1.25 [0/1] x[3] (a) {b}", {" | loss 1.25 [0/1] x[3] (a) {b}"});

    row("GitHub", "2026-08-21T19:24:31.0000001Z ##[group]Run x", {"gha | ##[group]Run x"});
    row("GitHub, empty", "2026-08-21T19:24:31.0000001Z", {"gha | "});
    row("six digits are not GitHub's", "2026-08-21T19:24:31.000000Z x", {"log | x"});
    row("no space", "2026-08-21T19:24:31.0000001Zx", {" | 2026-08-21T19:24:31.0000001Zx"});
    row("GitLab", "2026-01-02T03:04:05.123456Z 01O [default0]:x", {"gitlab(-1 01O) torchrun(0 default) | x"});
    row("GitLab goes on", "2026-01-02T03:04:05.123456Z 0aE+rest", {"gitlab(-1 0aE) | rest"});
    row("GitLab needs its stream", "2026-01-02T03:04:05.123456Z xyO x", {"log | xyO x"});

    row("task", "task-1/0 [default0]:x", {"task(0 task-1) torchrun(0 default) | x"});
    row("task behind a stamp", "2026-08-21T19:24:31.0000001Z trainer/12 x", {"gha task(12 trainer) | x"});
    row("path is no task", "a/0/b x", {" | a/0/b x"});
    row("fraction is no task", "3/4 done", {" | 3/4 done"});
    row("word is no task", "N/A x", {" | N/A x"});
    row("long number is no task", "port/123456 x", {" | port/123456 x"});
    row("task needs its space", "task-1/0", {" | task-1/0"});
    row("task again in the line", "task-1/0 [default0]:half task-1/0 other half",
        {"task(0 task-1) torchrun(0 default) | half ", "task(0 task-1) | other half"});
    row("another task is text", "task-1/0 see task-2/0 x", {"task(0 task-1) | see task-2/0 x"});

    row("tee", "[default3]:loss 1.25", {"torchrun(3 default) | loss 1.25"});
    row("tee keeps blanks", "[default3]:  File \"x\"", {"torchrun(3 default) |   File \"x\""});
    row("tee of an empty line", "[default0]:", {"torchrun(0 default) | "});
    row("tee of a role", "[actor-v2_7]:x", {"torchrun(7 actor-v2_) | x"});
    row("tee twice", "[default0]:collecting ... [default0]:collected 3 items",
        {"torchrun(0 default) | collecting ... ", "torchrun(0 default) | collected 3 items"});
    row("tee of two ranks", "[default0]:step 1 [default1]:step 1",
        {"torchrun(0 default) | step 1 ", "torchrun(1 default) | step 1"});
    row("tee without an end", "[default0]:PASSED[default0]:", {"torchrun(0 default) | PASSED", "torchrun(0 default) | "});
    row("role of the line start", "[actor1]:a [actor2]:b [critic1]:c",
        {"torchrun(1 actor) | a ", "torchrun(2 actor) | b [critic1]:c"});
    row("xdist worker", "[gw3] [ 12%] PASSED tests/x.py::t", {" | [gw3] [ 12%] PASSED tests/x.py::t"});
    row("agent's role", "[default] starting workers", {" | [default] starting workers"});

    row("excepthook", "[rank5]:   File \"x\", line 3", {"rank(5) |   File \"x\", line 3"});
    row("nested hooks", "[rank1]: [rank1]: Traceback", {"rank(1) rank(1) | Traceback"});
    row("group rank", "[Rank 5] Watchdog caught", {" | [Rank 5] Watchdog caught"});
    row("compile id", "[0/0_1] x", {" | [0/0_1] x"});
    row("rank behind text", "it/s][rank0]: Traceback", {" | it/s]", "rank(0) | Traceback"});
    row("rank without blank or head is text", "see [rank0]:x", {" | see [rank0]:x"});

    row("c10", "[rank0]:[E821 20:08:49.791204118 ProcessGroupNCCL.cpp:1794] [PG ID 0 PG GUID 0(default_pg) Rank 0] Observed",
        {"rank(0) c10 | [PG ID 0 PG GUID 0(default_pg) Rank 0] Observed"});
    row("c10 before 2.4", "[W socket.cpp:401] [c10d] The client", {"c10 | [c10d] The client"});
    row("letter in brackets", "[E foo:12] bar", {" | [E foo:12] bar"});
    row("bad month", "[E1321 20:08:49.791204118 F.cpp:1] x", {" | [E1321 20:08:49.791204118 F.cpp:1] x"});
    row("bad hour", "[E821 25:08:49.791204118 F.cpp:1] x", {" | [E821 25:08:49.791204118 F.cpp:1] x"});
    row("no fraction", "[E821 20:08:49 F.cpp:1] x", {" | [E821 20:08:49 F.cpp:1] x"});
    row("torn c10", "204118 ProcessGroupNCCL.cpp:1794] x", {" | 204118 ProcessGroupNCCL.cpp:1794] x"});
    row("glued c10", "First PG to signal dumping.[rank0]:[E813 03:14:20.510564157 ProcessGroupNCCL.cpp:632] [Rank 0] Watchdog",
        {" | First PG to signal dumping.", "rank(0) c10 | [Rank 0] Watchdog"});
    row("c10 behind a host", "10.8.21.4: [E813 03:14:20.510564157 a.cpp:632] x", {"pdsh(-1 10.8.21.4) c10 | x"});
    row("glog", "E1130 20:08:49.123456  4021 File.cpp:123] msg", {"c10 | msg"});

    row("torch", "W0821 20:08:52.400000 699 torch/distributed/elastic/multiprocessing/api.py:908] Sending process 716",
        {"torch | Sending process 716"});
    row("torch, empty", "W0821 19:31:36.000000 699 torch/distributed/run.py:803] ", {"torch | "});
    row("torch without padding", "W821 20:08:52.400000 699 torch/a.py:908] x",
        {" | W821 20:08:52.400000 699 torch/a.py:908] x"});
    row("torch behind an open test", "[default0]:tests/a.py::t[x-1] W0821 20:08:52.400000 699 torch/a/api.py:908] Sending",
        {"torchrun(0 default) | tests/a.py::t[x-1] ", "torch | Sending"});

    row("NCCL 2.25", "node-a07:4021:4388 [3] NCCL INFO misc/argcheck.cc:41 -> 4",
        {"nccl(3 node-a07) | misc/argcheck.cc:41 -> 4"});
    row("NCCL 2.26", "[2026-01-02 03:04:05] node-a07.x:4021:4388 [3] misc/argcheck.cc:41 NCCL WARN Error: x",
        {"nccl(3 node-a07.x) | Error: x"});
    row("NCCL 2.30.7", "[2026-01-02 03:04:05] h:1:2 [0] a/b.cc:41 (CommCheck) NCCL WARN x", {"nccl(0 h) | x"});
    row("NCCL operator", "h:1:2 [0] a/b.cc:41 (operator()) NCCL WARN x", {"nccl(0 h) | x"});
    row("NCCL TRACE", "h:1:2 [0] 12.345 init:20 NCCL TRACE x", {"nccl(0 h) | x"});
    row("NCCL CALL", "h:1:2 NCCL CALL ncclInit()", {"nccl(-1 h) | ncclInit()"});
    row("NCCL without message", "h:1:2 [-1] NCCL INFO", {"nccl(-1 h) | "});
    row("NCCL behind a tee", "[default0]:moth-a:1:2 [0] NCCL INFO x", {"torchrun(0 default) nccl(0 moth-a) | x"});
    row("spliced NCCL", "line 208 xx[2026-01-02 03:04:05] h:1:2 [1] NCCL INFO x", {" | line 208 xx", "nccl(1 h) | x"});
    row("glued NCCL", "4021 [2] NCCL INFO a h:1:2 [1] NCCL INFO x", {" | 4021 [2] NCCL INFO a ", "nccl(1 h) | x"});
    row("torn NCCL", ":722:1622 [6] NCCL INFO x", {" | :722:1622 [6] NCCL INFO x"});
    row("NCCL of another level", "h:1:2 [0] NCCL FATAL x", {" | h:1:2 [0] NCCL FATAL x"});
    row("NCCL in a path", "a/h:1:2 [0] NCCL INFO x", {" | a/", "nccl(0 h) | x"});

    row("quoted", "saw '[rank0]: Traceback' and \"[E821 20:08:49.791204118 F.cpp:1] x\"",
        {" | saw '[rank0]: Traceback' and \"[E821 20:08:49.791204118 F.cpp:1] x\""});
    row("escaped line end", R"({"message": "a\n[rank0]: b"})", {R"( | {"message": "a\n[rank0]: b"})"});
    row("everything",
        "2026-08-21T20:08:49.5950000Z task-1/0 [default0]:t/a.py::x[a] [default0]:[rank0]:[E821 20:08:49.791204118 P.cpp:1794] "
        "m",
        {"gha task(0 task-1) torchrun(0 default) | t/a.py::x[a] ", "gha task(0 task-1) torchrun(0 default) rank(0) c10 | m"});
  }

  void splits() {
    QFETCH(QByteArray, line);
    std::vector<Piece> pieces;
    splitPieces(view(line), pieces);
    QByteArrayList found;
    for (const Piece& piece : pieces) {
      found << describe(piece);
      QCOMPARE(piece.message.data() - line.constData(), static_cast<std::ptrdiff_t>(piece.column));
    }
    QTEST(found, "pieces");
  }

  void reusesPieces() {
    std::vector<Piece> pieces(7);
    splitPieces("[default0]:a [default0]:b", pieces);
    QCOMPARE(pieces.size(), std::size_t(2));
    splitPieces("x", pieces);
    QCOMPARE(pieces.size(), std::size_t(1));
    QVERIFY(pieces[0].layers.empty());
  }

  void readsLogs_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("piece");
    QTest::addColumn<QByteArray>("when");
    QTest::addColumn<int>("severity");
    const auto row = [](const char* line, const char* piece, const char* when, Severity severity = Severity::none) {
      QTest::newRow(line) << QByteArray(line) << QByteArray(piece) << QByteArray(when) << static_cast<int>(severity);
    };
    row("2026-01-21 02:49:31,640\tINFO worker.py:2003 -- x", "log | worker.py:2003 -- x", "2026-01-21T02:49:31.64Z", Severity::info);
    row("2026-08-14 09:57:40,010 - name - ERROR - x", "log | - name - ERROR - x", "2026-08-14T09:57:40.01Z");
    row("2026-08-14 09:57:40,010 - ERROR - x", "log | x", "2026-08-14T09:57:40.01Z", Severity::error);
    row("2026-08-14 09:57:40.123 | WARNING  | a.b:c:12 - x", "log | a.b:c:12 - x", "2026-08-14T09:57:40.123Z", Severity::warning);
    row("2026-08-14T09:57:40+02:00 x", "log | x", "2026-08-14T07:57:40Z");
    row("2026-08-14T09:57:40.123456Z x", "log | x", "2026-08-14T09:57:40.123456Z");
    row("2026-08-14 09:57:40.123456789Z x", "log | x", "2026-08-14T09:57:40.123456789Z");
    row("[2026-11-05 03:15:11,114] [INFO] [comm.py:669:init_distributed] x", "log | x", "2026-11-05T03:15:11.114Z", Severity::info);
    row("[2025-10-31 03:05:00] rank0 step 1980", "log | rank0 step 1980", "2025-10-31T03:05:00Z");
    row("[retry.sh 2026-07-21T09:14:02Z] attempt 1/3", "log | attempt 1/3", "2026-07-21T09:14:02Z");
    row("[INFO|trainer.py:12] 2026-07-21 09:14:02,5 >> x", "log | x", "2026-07-21T09:14:02.5Z", Severity::info);
    row("submitit WARNING (2025-07-01 00:21:38,206) - x", "log | x", "2025-07-01T00:21:38.206Z", Severity::warning);
    row("INFO 05-08 20:09:58 [block_pool.py:264] x", "log | x", "1972-05-08T20:09:58Z", Severity::info);
    row("Aug  1 19:24:31 node7 kernel: x", "log(-1 node7) | kernel: x", "1972-08-01T19:24:31Z");
    row("[rank3]: 2026-08-14 09:57:40 x", "rank(3) log | x", "2026-08-14T09:57:40Z");
    row("10.8.33.9: [2025-08-13 02:44:21,118] [INFO] x", "pdsh(-1 10.8.33.9) log | x", "2025-08-13T02:44:21.118Z", Severity::info);
    row("(WorkerDict pid=1188242) INFO 05-08 20:09:58 x", "ray(-1 WorkerDict) log | x", "1972-05-08T20:09:58Z", Severity::info);
    row("(raylet) [2025-05-08 20:11:38,904 E 118 119] (raylet) node_manager.cc:3287: x", "ray(-1 raylet) log ray(-1 raylet) | node_manager.cc:3287: x", "2025-05-08T20:11:38.904Z", Severity::error);
    row("(raylet, ip=10.0.0.2) [2025-05-08 20:11:38,904 I 118 119] x", "ray(-1 raylet) log | x", "2025-05-08T20:11:38.904Z", Severity::info);
    row("[2025-05-08 20:11:38,904 W 118 119] x", "log | x", "2025-05-08T20:11:38.904Z", Severity::warning);
    row("[2025-05-08 20:11:38,904 X 118 119] x", " | [2025-05-08 20:11:38,904 X 118 119] x", "");
    row("[2025-05-08 20:11:38,904 W 118] x", " | [2025-05-08 20:11:38,904 W 118] x", "");
    row("(rayletx) x", " | (rayletx) x", "");
    row("(Worker[rank=9] pid=12, ip=10.0.0.2) [rank9]: x", "ray(-1 Worker[rank=9]) rank(9) | x", "");
    // No heads.
    row("2026-01-21x02:49:31 y", " | 2026-01-21x02:49:31 y", "");
    row("2026-13-21 02:49:31 y", " | 2026-13-21 02:49:31 y", "");
    row("2026-01-21 02:49:31y", " | 2026-01-21 02:49:31y", "");
    row("[2025-10-31 03:05:00 x", " | [2025-10-31 03:05:00 x", "");
    row("[a b] 2025-10-31 03:05:00 x", " | [a b] 2025-10-31 03:05:00 x", "");
    row("INFO 05-08 x", " | INFO 05-08 x", "");
    row("ERRORS 05-08 20:09:58 x", " | ERRORS 05-08 20:09:58 x", "");
    row("Aug 32 19:24:31 node7 x", " | Aug 32 19:24:31 node7 x", "");
    row("10.8.33: x", " | 10.8.33: x", "");
    row("1.2.3.4 x", " | 1.2.3.4 x", "");
    row("(a pid=x) y", " | (a pid=x) y", "");
    row("(see pid=12)", " | (see pid=12)", "");
  }

  void readsLogs() {
    QFETCH(QByteArray, line);
    QFETCH(int, severity);
    std::vector<Piece> pieces;
    splitPieces(view(line), pieces);
    QCOMPARE(pieces.size(), std::size_t{1});
    QTEST(describe(pieces[0]), "piece");
    const Layer* log = pieces[0].find(LayerKind::log);
    QTEST(log ? time(*log) : QByteArray(), "when");
    QCOMPARE(static_cast<int>(log ? log->severity : Severity::none), severity);
  }

  void readsC10() {
    const Layer layer = layerOf("[E821 20:08:49.791204118 ProcessGroupNCCL.cpp:1794] x", LayerKind::c10);
    QCOMPARE(time(layer), QByteArray("1972-08-21T20:08:49Z"));
    QVERIFY(!layer.stamp->hasYear && layer.stamp->hasDate && !layer.stamp->hasZone);
    QCOMPARE(layer.stamp->resolutionNs, 1'000'000'000);
    QCOMPARE(layer.stamp->orderNs, 791'204'118);
    QCOMPARE(layer.severity, Severity::error);
    QCOMPARE(bytes(layer.file), QByteArray("ProcessGroupNCCL.cpp"));
    QCOMPARE(layer.line, 1794);
    QCOMPARE(time(layerOf("[W1130 20:08:49.791204118 F.cpp:1] x", LayerKind::c10)), QByteArray("1972-11-30T20:08:49Z"));
    QCOMPARE(time(layerOf("[I101 00:00:00.000000000 F.cpp:1] x", LayerKind::c10)), QByteArray("1972-01-01T00:00:00Z"));
    QCOMPARE(layerOf("[F101 00:00:00.000 F.cpp:1] x", LayerKind::c10).severity, Severity::fatal);
    QVERIFY(!layerOf("[W socket.cpp:401] x", LayerKind::c10).stamp);
  }

  void readsTorch() {
    const Layer layer = layerOf("W0821 20:08:52.400000 699 torch/a/api.py:908] x", LayerKind::torchPython);
    QCOMPARE(time(layer), QByteArray("1972-08-21T20:08:52.4Z"));
    QCOMPARE(layer.stamp->resolutionNs, 1'000'000);
    QCOMPARE(layer.stamp->orderNs, -1);
    QCOMPARE(layer.pid, 699);
    QCOMPARE(layer.severity, Severity::warning);
    QCOMPARE(bytes(layer.file), QByteArray("torch/a/api.py"));
    QCOMPARE(layer.line, 908);
    QCOMPARE(layerOf("C0821 20:08:52.123456 139871234567890 a.py:1] x", LayerKind::torchPython).pid, -1);
    QCOMPARE(layerOf("C0821 20:08:52.123456 9 a.py:1] x", LayerKind::torchPython).stamp->resolutionNs, 1'000);
    QCOMPARE(layerOf("E1130 20:08:49.123456 4021 File.cc:123] msg", LayerKind::c10).tid, 4021);
  }

  void readsNccl() {
    const Layer layer =
        layerOf("[2026-08-21 20:19:05] task-1:719:724 [3] misc/argcheck.cc:41 (Func) NCCL WARN x", LayerKind::nccl);
    QCOMPARE(time(layer), QByteArray("2026-08-21T20:19:05Z"));
    QVERIFY(layer.stamp->hasYear && !layer.stamp->hasZone);
    QCOMPARE(layer.pid, 719);
    QCOMPARE(layer.tid, 724);
    QCOMPARE(bytes(layer.file), QByteArray("misc/argcheck.cc"));
    QCOMPARE(layer.line, 41);
    QCOMPARE(bytes(layer.function), QByteArray("Func"));
    QCOMPARE(bytes(layer.level), QByteArray("WARN"));
    QCOMPARE(layer.severity, Severity::warning);
    QVERIFY(!layerOf("[20:19:05] h:1:2 [3] NCCL INFO x", LayerKind::nccl).stamp->hasDate);
  }

  // quickHead() reads raw bytes: colours, a BOM, NULs and torn sequences must not make a difference.
  void quickHeadAgrees_data() {
    QTest::addColumn<QByteArray>("raw");
    splitsAsRaw();
    QTest::newRow("colours") << QByteArray(
        "2026-08-21T20:08:49.5950000Z \x1B[32mtask-1/0\x1B[0m [default3]:\x1B[1m[rank7]:[W821 20:08:49.791204118 P.cpp:1] m");
    QTest::newRow("BOM") << QByteArray(
        "\xEF\xBB\xBF"
        "2026-08-21T20:08:49.5950000Z [default1]:x");
    QTest::newRow("NUL") << QByteArray("[def\0ault1]:x", 13);
    QTest::newRow("colour in a head") << QByteArray("[rank\x1B[1m7]: x");
    QTest::newRow("title") << QByteArray("\x1B]0;t\x07[rank7]: x");
    QTest::newRow("torn colour") << QByteArray("[rank7]: \x1B[3");
    QTest::newRow("many colours") << QByteArray("\x1B[31m").repeated(400) + "[rank7]: x";
    QTest::newRow("long head") << QByteArray("[W821 20:08:49.791204118 ") + QByteArray(600, 'f') + ".cpp:1] x";
    QTest::newRow("many ranks") << QByteArray("[rank7]: ").repeated(100);
  }

  void quickHeadAgrees() {
    QFETCH(QByteArray, raw);
    std::string clean;
    text::stripControl(view(raw), clean);
    std::vector<Piece> pieces;
    splitPieces(clean, pieces);
    QuickHead expected;
    for (const Layer& layer : pieces[0].layers) {
      if (layer.stamp && !expected.stamp) expected.stamp = layer.stamp;
      if (layer.kind == LayerKind::tee && expected.teeRank < 0) expected.teeRank = layer.number;
      if (layer.kind == LayerKind::rank && expected.globalRank < 0) expected.globalRank = layer.number;
      if (expected.severity == Severity::none) expected.severity = layer.severity;
    }
    const QuickHead head = quickHead(view(raw));
    QCOMPARE(head.stamp.has_value(), expected.stamp.has_value());
    if (head.stamp) QCOMPARE(head.stamp->ns, expected.stamp->ns);
    QCOMPARE(head.teeRank, expected.teeRank);
    QCOMPARE(head.globalRank, expected.globalRank);
    QCOMPARE(head.severity, expected.severity);
  }

 private:
  static void splitsAsRaw() {
    for (const char* line : {"", "x", "2026-08-21T19:24:31.0000001Z x", "2026-01-02T03:04:05.123456Z 01O [default0]:x",
                             "[default3]:loss", "[rank5]: x", "[rank1]: [rank2]: x", "[E821 20:08:49.791204118 P.cpp:1] x",
                             "W0821 20:08:52.400000 699 torch/a.py:908] x", "[2026-01-02 03:04:05] h:1:2 [3] NCCL WARN x",
                             "[default0]:tests/a.py::t W0821 20:08:52.400000 699 torch/a.py:908] x", "task-1/0 [default0]:x"}) {
      QTest::newRow(*line == '\0' ? "empty" : line) << QByteArray(line);
    }
  }
};

QTEST_GUILESS_MAIN(TestLayers)
#include "tst_layers.moc"
