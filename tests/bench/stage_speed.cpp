// SPDX-License-Identifier: Apache-2.0
// Each stage of reading a source alone, on one thread, the later ones with what they stand on.
//
//   stage_speed FILE      prints one JSON object: megabytes a second
#include "core/recognise/line_scan.h"
#include "core/recognise/parser_literals.h"
#include "core/recognise/read_source.h"
#include "core/recognise/signature.h"
#include "core/recognise/stream_parser.h"
#include "core/session/session.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>

using namespace lanescope;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::uint64_t kWindow = 256 << 10;

double megabytesASecond(std::uint64_t bytes, const std::function<void()>& stage) {
  const auto start = Clock::now();
  stage();
  return static_cast<double>(bytes) / 1e6 / std::chrono::duration<double>(Clock::now() - start).count();
}

void forEachWindow(const input::ByteSource& source, const std::function<void(std::string_view)>& take) {
  input::Scratch scratch;
  for (std::uint64_t begin = 0; begin < source.size(); begin += kWindow) {
    if (const auto view = source.view({begin, std::min(begin + kWindow, source.size())}, scratch)) take(*view);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto opened = argc == 2 ? input::openFile(argv[1]) : base::fail(base::ErrorCode::invalidArgument, "usage: stage_speed FILE");
  if (!opened) {
    std::fprintf(stderr, "stage_speed: %s\n", base::describe(opened.error()).c_str());
    return 2;
  }
  const input::ByteSource& source = **opened;
  const std::uint64_t bytes = source.size();
  const auto& signatures = recognise::SignatureSet::builtin();
  recognise::Prefilter prefilter(recognise::parserLiterals());
  prefilter.speedUp();
  recognise::Prefilter::Scanner scanner(prefilter);
  std::vector<std::uint32_t> ends;
  std::uint64_t newlines = 0;
  base::Progress progress;
  const double read = megabytesASecond(bytes, [&] { forEachWindow(source, [](std::string_view) {}); });
  const double lines = megabytesASecond(bytes, [&] {
    forEachWindow(source, [&](std::string_view view) { newlines += static_cast<std::uint64_t>(std::count(view.begin(), view.end(), '\n')); });
  });
  const double literals = megabytesASecond(bytes, [&] { forEachWindow(source, [&](std::string_view view) { scanner.scan(view, ends); }); });
  const double firstPass = megabytesASecond(bytes, [&] {
    recognise::ItemScan item;
    input::Scratch scratch;
    const recognise::LineForm form;
    const recognise::TimeContext context;
    const recognise::ScanAs as{form, context};
    for (const input::ByteRange range : recognise::cutAtLines(source, recognise::kWorkItemBytes)) recognise::scanItem(source, range, as, scratch, scanner, progress, {}, item);
  });
  recognise::SourceReader reader(signatures, 0);
  reader.speedUp();
  const double bothPasses = megabytesASecond(bytes, [&] { reader.read(source, recognise::TimeContext(), false, {}, 1, progress, {}); });
  session::Request request;
  request.paths = {argv[1]};
  request.threads = 1;
  const double all = megabytesASecond(bytes, [&] { (void)session::load(request, progress, {}); });
  std::printf("{\"lines\": %llu, \"read\": %.0f, \"newlines\": %.0f, \"literals\": %.0f, \"first_pass\": %.0f, \"both_passes\": %.0f, \"run\": %.0f}\n",
              static_cast<unsigned long long>(newlines), read, lines, literals, firstPass, bothPasses, all);
  return 0;
}
