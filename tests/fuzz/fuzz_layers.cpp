// SPDX-License-Identifier: Apache-2.0
// Lines of any bytes: the pieces lie in the line in order, the layers of the line start stand on each, and quickHead() on the
// raw bytes tells what the first piece does.
#include "core/recognise/layers.h"
#include "core/recognise/plain_line.h"
#include "core/recognise/stated_time.h"
#include "core/text/clean.h"
#include "tests/fuzz/fuzz_main.h"

using namespace lanescope;
using namespace lanescope::recognise;

std::vector<std::string> fuzzSeeds() {
  return {
      "2026-08-21T20:08:49.5950000Z \x1B[32mtask-1/0\x1B[0m [default0]:t/a.py::x[a] "
      "[default0]:[rank0]:[E821 20:08:49.791204118 ProcessGroupNCCL.cpp:1794] [PG ID 0 PG GUID 0(default_pg) Rank 0] m",
      "2026-01-02T03:04:05.123456Z 01O+[default1]:x W0821 20:08:52.400000 699 torch/a/api.py:908] Sending process 716",
      "[2026-01-02 03:04:05] node-a07:4021:4388 [3] misc/argcheck.cc:41 (CommCheck) NCCL WARN Error: x",
      "xx h:1:2 [1] NCCL INFO a[rank1]: [rank1]: Traceback [W socket.cpp:401] y",
      "task-1/0 [default0]:half task-1/0 other \"[rank0]: q\" \\n[rank1]: e",
      "E1130 20:08:49.123456  4021 File.cpp:123] msg\r10%|##|",
      "{\"log\":\"[rank3]: a\\u001b[1m\\n\",\"stream\":\"stdout\",\"time\":\"2026-01-02T03:04:05.123456789Z\"}",
      "2026-01-02T03:04:05.123456789Z stderr P {\"ts\": 1767323045.5, \"level\": \"info\", \"msg\": \"a\\nb\", \"rank\": 3}",
      "[Fri Jan  2 03:04:05 2026][1,3][node-a07:4021]<stdout>: half[1,2]<stdout>: (A pid=1) x(A pid=2) y",
      "  3: 4: [rank: 5] x", "\x1B_bk;t=1767323045123\x07[pod/a/b] trainer-1  | [2026-01-02 03:04:05 DP0 TP1] x",
      "10.8.33.9: {'a': 1}10.8.33.10: [12345.678901] x", "a7: x}a8: y",
  };
}

void fuzzOne(std::string_view bytes) {
  bytes = bytes.substr(0, bytes.find('\n'));
  // The first byte chooses the form of the source.
  const auto choice = bytes.empty() ? 0 : static_cast<unsigned char>(bytes.front()) % 8;
  const LineForm form{static_cast<LineForm::Prefix>(choice % 4), choice >= 4};
  std::string line;
  appendPlain(bytes, form, line);
  line.resize(std::min(line.find('\n'), line.size()));   // a record of several lines
  std::vector<Piece> pieces;
  splitPieces(line, form, pieces);
  FUZZ_CHECK(!pieces.empty());
  std::size_t end = 0;
  for (const Piece& piece : pieces) {
    FUZZ_CHECK(piece.column >= end && piece.column + piece.message.size() <= line.size());
    FUZZ_CHECK(piece.message.empty() || piece.message.data() == line.data() + piece.column);
    end = piece.column + piece.message.size();
    for (const Layer& layer : piece.layers) {
      FUZZ_CHECK(layer.kind < LayerKind::count_ && (!layer.stamp || layer.stamp->resolutionNs > 0));
    }
    const bool enveloped = !pieces[0].layers.empty() && isEnvelope(pieces[0].layers[0].kind);
    FUZZ_CHECK(!enveloped || piece.layers[0].kind == pieces[0].layers[0].kind);
  }
  FUZZ_CHECK(end == line.size());

  QuickHead expected;
  for (const Layer& layer : pieces[0].layers) {
    if (layer.stamp && !expected.stamp) expected.stamp = layer.stamp;
    const bool isTask = layer.kind == LayerKind::label || layer.kind == LayerKind::mpi;
    if (isTask && !form.taskIsNode) expected.globalRank = layer.number;
    if (layer.kind == LayerKind::tee && expected.teeRank < 0 && layer.name == "default") expected.teeRank = layer.number;
    if (layer.kind == LayerKind::rank && expected.globalRank < 0) expected.globalRank = layer.number;
    if (expected.severity == Severity::none) expected.severity = layer.severity;
  }
  const QuickHead head = quickHead(bytes, form);
  // A message may state a time where no head does.
  FUZZ_CHECK(head.stamp.has_value() == expected.stamp.has_value() || (head.stamp && mayStateTime(line)));
  FUZZ_CHECK(!expected.stamp || (head.stamp->ns == expected.stamp->ns && head.stamp->orderNs == expected.stamp->orderNs));
  FUZZ_CHECK(head.teeRank == expected.teeRank && head.globalRank == expected.globalRank && head.severity == expected.severity);
}
