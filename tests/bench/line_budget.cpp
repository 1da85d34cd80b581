// SPDX-License-Identifier: Apache-2.0
// What the program keeps for each line of a run: the index and the columns of every source.
//
//   line_budget PATH...     prints one JSON object; exit status 1 where a line costs more than the budget
#include "core/session/session.h"

#include <cstdint>
#include <cstdio>
#include <string>

int main(int argc, char** argv) {
  constexpr double kBudget = 10;  // bytes a line
  lanescope::session::Request request;
  request.paths.assign(argv + 1, argv + argc);
  lanescope::base::Progress progress;
  const auto run = lanescope::session::load(request, progress, {});
  if (!run) {
    std::fprintf(stderr, "line_budget: %s\n", lanescope::base::describe(run.error()).c_str());
    return 2;
  }
  std::uint64_t lines = 0, bytes = 0;
  for (const auto& source : (*run)->sources) {
    lines += source.text->lineCount();
    bytes += source.text->columnBytes();
  }
  const double each = lines == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(lines);
  std::printf("{\"lines\": %llu, \"column_bytes\": %llu, \"bytes_per_line\": %.3f, \"budget\": %.0f}\n",
              static_cast<unsigned long long>(lines), static_cast<unsigned long long>(bytes), each, kBudget);
  return each > kBudget ? 1 : 0;
}
