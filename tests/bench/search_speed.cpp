// SPDX-License-Identifier: Apache-2.0
// How long the search engine takes over a run that is open.
//
//   search_speed ROUNDS EXPRESSION... -- PATH...     prints one JSON object a line: the fastest of ROUNDS for each expression
#include "core/search/search.h"
#include "core/session/session.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

using namespace lanescope;
using Clock = std::chrono::steady_clock;

namespace {

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

bool measure(const model::Run& run, const std::string& expression, int rounds) {
  search::Query query;
  query.text = expression;
  double best = 0, first = 0;
  search::Totals totals;
  for (int round = 0; round < rounds; ++round) {
    const auto start = Clock::now();
    double firstNow = -1;
    const auto wanted = search::Expression::compile({query});
    if (!wanted) {
      std::fprintf(stderr, "search_speed: %s\n", base::describe(wanted.error()).c_str());
      return false;
    }
    totals = search::search(run, **wanted, {}, {}, [&](auto) {
      if (firstNow < 0) firstNow = secondsSince(start);
    });
    const double all = secondsSince(start);
    if (round == 0 || all < best) best = all;
    if (round == 0 || firstNow < first) first = firstNow;
  }
  std::printf("{\"lines\": %llu, \"seconds\": %.6f, \"first_seconds\": %.6f}\n", static_cast<unsigned long long>(totals.lines), best, first);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + std::min(argc, 2), argv + argc);
  const auto border = std::find(words.begin(), words.end(), "--");
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 0;
  if (rounds < 1 || border == words.end()) {
    std::fprintf(stderr, "usage: search_speed ROUNDS EXPRESSION... -- PATH...\n");
    return 2;
  }
  session::Request request;
  request.paths.assign(border + 1, words.end());
  base::Progress progress;
  const auto run = session::load(request, progress, {});
  if (!run) {
    std::fprintf(stderr, "search_speed: %s\n", base::describe(run.error()).c_str());
    return 2;
  }
  return std::all_of(words.begin(), border, [&](const std::string& expression) { return measure(**run, expression, rounds); }) ? 0 : 2;
}
