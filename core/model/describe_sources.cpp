// SPDX-License-Identifier: Apache-2.0
// What kind of source each one is, from its path and from what it holds.
#include "core/model/draft.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>

namespace lanescope::model {
namespace {

using recognise::LayerKind;

std::vector<std::string> layersOf(const recognise::SourceScan& scan, const recognise::Glance& glance) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < scan.layerLines.size(); ++i) {
    const auto kind = static_cast<LayerKind>(i);
    const bool glanced = (recognise::isTimeOfReading(kind) || kind == LayerKind::nccl) && glance.layerLines[i] > 0;
    if (scan.layerLines[i] > 0 || glanced) names.emplace_back(recognise::toString(kind));
  }
  return names;
}

bool hasRankWriters(const recognise::SourceScan& scan) {
  return std::any_of(scan.writers.begin(), scan.writers.end(), [](const recognise::Writer& writer) { return writer.key.isRank(); });
}

Layout layoutOf(const PathLayout& path, const SourceSettings& settings, const recognise::SourceScan& scan, const recognise::Glance& glance) {
  if (scan.reported.isReport) return Layout::junit;
  if (settings.readAs == ReadAs::nccl) return Layout::nccl;
  if (settings.readAs == ReadAs::carrier) return glance.ciLines * 2 > glance.lines ? Layout::jobLog : Layout::merged;
  if (path.layout != Layout::other) return path.layout;
  if (settings.rank || settings.readAs == ReadAs::rank) return Layout::other;
  if (glance.ncclLines * 2 > glance.lines) return Layout::nccl;
  if (glance.ciLines * 2 > glance.lines) return Layout::jobLog;
  if (path.globalRank) return Layout::other;
  return hasRankWriters(scan) || !scan.launcher.empty() ? Layout::merged : Layout::other;
}

// "UTC", "+09:00"
std::string zoneName(std::int64_t offsetSeconds) {
  if (offsetSeconds == 0) return "UTC";
  const std::int64_t minutes = std::abs(offsetSeconds) / 60;
  char text[16];
  std::snprintf(text, sizeof text, "%c%02d:%02d", offsetSeconds < 0 ? '-' : '+', static_cast<int>(minutes / 60 % 100), static_cast<int>(minutes % 60));
  return text;
}

}  // namespace

void describeSources(Draft& draft) {
  for (std::size_t i = 0; i < draft.run.sources.size(); ++i) {
    Source& source = draft.run.sources[i];
    const recognise::SourceScan& scan = draft.scans[i];
    const PathLayout& path = draft.paths[i];
    source.layout = layoutOf(path, draft.settings[i], scan, draft.glances[i]);
    source.stream = path.stream;
    source.layers = layersOf(scan, draft.glances[i]);
    source.damagedBytes = scan.nulBytes;         // holes of a shared file that its writers opened again
    source.truncated = scan.cutShort;
    source.attempt = path.attempt;
    if (path.globalRank) source.rank = path.globalRank;
    SourceClock& clock = source.clock;
    const bool stated = scan.stampedLines > 0 && scan.zonelessStamps == 0;
    clock.zone = stated ? "UTC" : "assumed UTC";
    clock.zoneFrom = stated ? "stated" : "assumed";
    clock.yearFrom = scan.yearlessStamps == 0 ? "stated"
                     : draft.context.yearFrom == recognise::TimeContext::YearFrom::source ? "source"
                     : draft.context.yearFrom == recognise::TimeContext::YearFrom::file   ? "file"
                                                                                          : "assumed";
    if (!stated && !draft.settings[i].zone.empty()) {
      clock.zone = zoneName(draft.settings[i].zoneOffsetSeconds);
      clock.zoneFrom = "user";
    }
    for (const recognise::NcclFact& fact : scan.nccl) {
      if (source.host.empty()) source.host = fact.host;
    }
  }
}

}  // namespace lanescope::model
