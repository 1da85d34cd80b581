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
  return std::any_of(scan.writers.begin(), scan.writers.end(), [](const recognise::Writer& writer) { return writer.isRank(); });
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

// "+09:00", "-03:30"; "UTC" for none.
std::string offsetText(std::int32_t seconds) {
  if (seconds == 0) return "UTC";
  const std::int32_t minutes = std::abs(seconds) / 60;
  char text[16];
  std::snprintf(text, sizeof text, "%c%02d:%02d", seconds < 0 ? '-' : '+', minutes / 60 % 100, minutes % 60);
  return text;
}

void describeClock(const recognise::SourceScan& scan, const recognise::TimeContext& context, SourceClock& clock) {
  using recognise::TimeContext;
  const bool stated = scan.stampedLines > 0 && scan.zonelessStamps == 0;
  const bool shown = context.zoneFrom == TimeContext::ZoneFrom::joined;
  const bool local = !stated || !context.zone.isUtc();    // behind stamps in UTC, those of its writers count where they differ
  if (stated && !(shown && local && context.zoneLines > 0)) {
    clock.zone = "UTC";
    clock.zoneFrom = "stated";
  } else if (context.zoneFrom == TimeContext::ZoneFrom::assumed) {
    clock.zone = "assumed UTC";
    clock.zoneFrom = "assumed";
  } else {
    clock.zone = zoneText(context.zone, scan);
    clock.zoneFrom = shown ? "joined" : "user";
  }
  clock.zoneLines = context.zoneLines;
  if (scan.yearlessStamps == 0 && scan.datelessStamps == 0) return;
  switch (context.yearFrom) {
    case TimeContext::YearFrom::source: clock.yearFrom = "source"; break;
    case TimeContext::YearFrom::name: clock.yearFrom = "name"; break;
    case TimeContext::YearFrom::file: clock.yearFrom = "file"; break;
    case TimeContext::YearFrom::assumed: clock.yearFrom = "assumed"; break;
  }
}

}  // namespace

std::string zoneText(const recognise::ZoneOffsets& zone, const recognise::SourceScan& scan) {
  const std::string first = offsetText(zone.secondsAt(scan.firstStampNs)), last = offsetText(zone.secondsAt(scan.lastStampNs));
  return first == last ? first : first + ", then " + last;
}

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
    describeClock(scan, draft.contexts[i], clock);
    for (const recognise::NcclFact& fact : scan.nccl) {
      if (source.host.empty()) source.host = fact.host;
    }
  }
}

}  // namespace lanescope::model
