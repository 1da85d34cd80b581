// SPDX-License-Identifier: Apache-2.0
// Lines of any bytes: the pieces lie in the line in order, the layers of the line start stand on each, and quickHead() on the
// raw bytes tells what the first piece does.
#include "core/recognise/layers.h"
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
  };
}

void fuzzOne(std::string_view bytes) {
  std::string line;
  text::stripControl(bytes, line);
  std::vector<Piece> pieces;
  splitPieces(line, pieces);
  FUZZ_CHECK(!pieces.empty());
  std::size_t end = 0;
  for (const Piece& piece : pieces) {
    FUZZ_CHECK(piece.column >= end && piece.column + piece.message.size() <= line.size());
    FUZZ_CHECK(piece.message.empty() || piece.message.data() == line.data() + piece.column);
    end = piece.column + piece.message.size();
    for (const Layer& layer : piece.layers) {
      FUZZ_CHECK(layer.kind < LayerKind::count_ && (!layer.stamp || layer.stamp->resolutionNs > 0));
    }
    const bool stamped = pieces[0].find(LayerKind::githubStamp) != nullptr || pieces[0].find(LayerKind::gitlabStamp) != nullptr;
    FUZZ_CHECK(!stamped || piece.layers[0].kind == pieces[0].layers[0].kind);
  }
  FUZZ_CHECK(end == line.size());

  QuickHead expected;
  for (const Layer& layer : pieces[0].layers) {
    if (layer.stamp && !expected.stamp) expected.stamp = layer.stamp;
    if (layer.kind == LayerKind::tee && expected.teeRank < 0 && layer.name == "default") expected.teeRank = layer.number;
    if (layer.kind == LayerKind::rank && expected.globalRank < 0) expected.globalRank = layer.number;
    if (expected.severity == Severity::none) expected.severity = layer.severity;
  }
  const QuickHead head = quickHead(bytes);
  FUZZ_CHECK(head.stamp.has_value() == expected.stamp.has_value());
  FUZZ_CHECK(!head.stamp || (head.stamp->ns == expected.stamp->ns && head.stamp->orderNs == expected.stamp->orderNs));
  FUZZ_CHECK(head.teeRank == expected.teeRank && head.globalRank == expected.globalRank && head.severity == expected.severity);
}
