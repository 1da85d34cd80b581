// SPDX-License-Identifier: Apache-2.0
// Lines written in a test, read as a source.
#pragma once

#include "core/input/byte_source.h"
#include "core/recognise/read_source.h"

#include <QString>

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

namespace lanescope::test {

inline QString qs(std::string_view bytes) { return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size())); }

inline std::string joined(std::initializer_list<const char*> lines) {
  std::string out;
  for (const char* line : lines) out.append(line).push_back('\n');
  return out;
}

// Unix ns of "2026-01-02T03:04:05.678Z".
inline std::int64_t ns(std::string_view iso) {
  std::size_t used = 0;
  const auto stamp = recognise::parseIso(iso, used);
  return stamp ? stamp->ns : 0;
}

inline recognise::TimeContext contextAt(std::string_view iso) {
  recognise::TimeContext context;
  context.referenceNs = ns(iso);
  context.yearFrom = recognise::TimeContext::YearFrom::source;
  return context;
}

struct ScanOptions {
  bool singleWriter = false;
  std::uint64_t itemBytes = 0;
  unsigned workers = 1;
};

// Both passes over `bytes`, with the built-in signatures. Stamps without a year are of early 2026.
inline recognise::SourceScan scan(std::string bytes, ScanOptions options = {}) {
  const auto source = input::makeMemorySource(std::move(bytes));
  const auto makeReader = [](std::uint64_t itemBytes) {
    return std::make_unique<recognise::SourceReader>(recognise::SignatureSet::builtin(), itemBytes);
  };
  static const auto kWhole = makeReader(0);
  const recognise::TimeContext context = contextAt("2026-03-01T00:00:00Z");
  base::Progress progress;
  const recognise::LineForm form = recognise::glanceAt(*source).form;
  if (options.itemBytes == 0) return kWhole->read(*source, context, options.singleWriter, form, options.workers, progress, {});
  return makeReader(options.itemBytes)->read(*source, context, options.singleWriter, form, options.workers, progress, {});
}

// A rank's own file.
inline recognise::SourceScan scanRank(std::initializer_list<const char*> lines) { return scan(joined(lines), {true, 0, 1}); }
// A log of several writers.
inline recognise::SourceScan scanLog(std::initializer_list<const char*> lines) { return scan(joined(lines)); }

}  // namespace lanescope::test
