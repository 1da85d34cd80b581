// SPDX-License-Identifier: Apache-2.0
// Lines of any bytes: a template is no longer than it may be, is the same each time, and masking it again finds nothing new to read beyond
// its end; any text is either an ignore list that can be written and read again, or an error.
#include "core/compare/ignore_list.h"
#include "core/compare/mask.h"
#include "tests/fuzz/fuzz_main.h"

using namespace lanescope::compare;

std::vector<std::string> fuzzSeeds() {
  return {
      "tests/a.py::TestB::test_c[2-x y] FAILED [ 12%] E   Cuda failure 999 'unknown error'",
      "  4%|\xE2\x96\x8D   | 50/1200 [00:12<04:33, 4.1it/s] none_q8w1ztc3 0x7f21 01234567-89ab-cdef-0123-456789abcdef",
      "FAILED (exitcode: -6) v0.8.3rc1 2.27.3+cuda12.9 10.8.33.9:29500 busId 0000:3b:00.0 float8_e4m3fn",
      "==== 22 passed, 3 warnings in 212.00s (0:03:32) ==== -1,-2,-3 | 4 +5 [-6] =-7",
      "x.py::::y.py::[[[[ ]]]] \xE2\x94\x80\xE2\x94\x80 \xC3\xBC""5 node-04 node-045",
      R"({"schema": "lanescope.ignore/1", "templates": ["NCCL INFO *"], "files": ["core.*"], "tests": []})",
  };
}

void fuzzOne(std::string_view bytes) {
  static const RunNames names({"node-04", "none_q8w1ztc3", "18109186718"});
  Masked first, second;
  mask(bytes, names, first);
  mask(bytes, names, second);
  FUZZ_CHECK(first.text == second.text && first.numbers == second.numbers);
  FUZZ_CHECK(first.text.size() <= 2 * std::min(bytes.size(), kMaxMasked) + 64);
  FUZZ_CHECK(templateHash(first.text) != 0);
  const auto list = readIgnoreList(bytes, "fuzz");
  if (!list) return;
  const auto again = readIgnoreList(writeIgnoreList(*list), "fuzz");
  FUZZ_CHECK(again.has_value());
  for (const std::string& rule : again->templates) FUZZ_CHECK(matchesRule("*", rule));
}
