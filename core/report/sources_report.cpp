// SPDX-License-Identifier: Apache-2.0
#include "core/report/sources_report.h"

#include "core/base/counted.h"
#include "core/report/json_parts.h"
#include "core/report/text_layout.h"
#include "core/report/time_text.h"
#include "core/text/clean.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <string_view>

namespace lanescope::report {

using namespace model;

namespace {

// "rank 3", "launch 2", "zone +09:00", "format nccl". Launches have the numbers that people see.
std::string settingText(const Run& run, const Override& said) {
  if (said.what != "launch" || !said.problem.empty()) return said.what + ' ' + said.value;
  for (const Launch& launch : run.launches) {
    if (std::to_string(launch.found) == said.value) return fmt::format("launch {}", launch.index + 1);
  }
  return "a launch without lines";
}

// By the path of the source.
std::map<std::string_view, std::string> settingsOf(const Run& run) {
  std::map<std::string_view, std::string> texts;
  for (const Override& said : run.overrides) {
    if (!said.problem.empty() || said.source.empty()) continue;
    std::string& text = texts[said.source];
    text += (text.empty() ? "" : ", ") + settingText(run, said);
  }
  return texts;
}

void join(std::string& text, std::string_view separator, const std::string& part) {
  if (part.empty()) return;
  if (!text.empty()) text += separator;
  text += part;
}

// "120 lines stamped, 8 bounded"
std::string basisText(const SourceClock& clock) {
  std::string text;
  for (std::size_t basis = 0; basis < clock.lines.size(); ++basis) {
    if (clock.lines[basis] == 0) continue;
    const char* name = static_cast<Basis>(basis) == Basis::none ? "without time" : toString(static_cast<Basis>(basis));
    join(text, ", ", fmt::format("{} {}{}", thousands(clock.lines[basis]), text.empty() ? (clock.lines[basis] == 1 ? "line " : "lines ") : "", name));
  }
  return text;
}

// How a zone that lines do not state was found; empty where they state it.
std::string zoneFound(const SourceClock& clock) {
  if (clock.zoneFrom == "assumed") return clock.lines[static_cast<std::size_t>(Basis::stamped)] > 0 ? "no zone stated: read as UTC" : "";
  if (clock.zoneFrom == "user") return "zone " + clock.zone + " given by the user";
  if (clock.zoneFrom != "joined") return {};
  const std::string by = clock.zoneLines > 0 ? fmt::format("{} of its lines", thousands(clock.zoneLines)) : "lines of another source";
  return fmt::format("local zone {}, shown by {}", clock.zone, by);
}

std::string dateFound(const SourceClock& clock) {
  if (clock.yearFrom == "source") return "year or day from the run's other stamps";
  if (clock.yearFrom == "name") return "year or day from a name";
  if (clock.yearFrom == "file") return "year or day from the files' dates";
  return clock.yearFrom == "assumed" ? "year or day assumed" : "";
}

std::string offsetText(const SourceClock& clock) {
  if (!clock.offsetRange) return {};
  const bool ahead = clock.offsetSeconds > 0;
  const double from = ahead ? (*clock.offsetRange)[0] : -(*clock.offsetRange)[1], to = ahead ? (*clock.offsetRange)[1] : -(*clock.offsetRange)[0];
  return fmt::format("clock {:.1f} s {} the first host's ({:.1f} to {:.1f} s)", std::abs(clock.offsetSeconds), ahead ? "ahead of" : "behind", from, to);
}

// How the source was read and placed, and what is wrong with it.
std::string howRead(const Source& source, const std::string& settings) {
  std::string text, layers;
  if (!settings.empty()) text = settings + " set by you";
  for (const std::string& layer : source.layers) join(layers, " > ", layer);
  join(text, "; ", layers);
  join(text, "; ", basisText(source.clock));
  join(text, "; ", zoneFound(source.clock));
  join(text, "; ", dateFound(source.clock));
  join(text, "; ", offsetText(source.clock));
  if (source.damagedBytes > 0) join(text, "; ", fmt::format("{} bytes damaged", thousands(source.damagedBytes)));
  if (source.truncated) join(text, "; ", "truncated");
  if (source.copyOf) join(text, "; ", "copy of " + sourceId(*source.copyOf));
  return text;
}

// "23:50:00 – 00:10:00 +1 d"
std::string spanText(const Source& source) {
  if (!source.first.known() || !source.last.known()) return "no time";
  constexpr std::int64_t kDayNs = 86'400'000'000'000;
  const std::int64_t days = source.last.utc / kDayNs - source.first.utc / kDayNs;
  return fmt::format("{} – {}{}", clockText(source.first.utc), clockText(source.last.utc), days > 0 ? fmt::format(" +{} d", days) : "");
}

// Number and what it counts from 1 for people; "" where the source is not one launch's.
std::string ordinal(const std::optional<std::uint32_t>& index) { return index ? std::to_string(*index + 1) : ""; }

void appendOverrides(std::string& out, const Run& run) {
  if (run.overrides.empty()) return;
  out += "\nSet by you\n";
  for (const Override& said : run.overrides) {
    const std::string where = !said.file.empty() ? "kept in " + said.file : said.fromCommandLine ? "command line" : "not kept";
    out += fmt::format("  {}: {} ({})", said.source.empty() ? "the run" : said.source, settingText(run, said), where);
    out += said.problem.empty() ? "\n" : "; does not apply: " + said.problem + '\n';
  }
}

}  // namespace

std::string writeSourcesJson(const Run& run) {
  return dump({{"schema", "lanescope.sources/1"},
               {"sources", jsonSources(run)},
               {"skipped", jsonSkipped(run)},
               {"clock", jsonClock(run)},
               {"overrides", jsonOverrides(run)}});
}

std::string writeSourcesText(const Run& run) {
  const std::string from = run.clock.first.known() ? ", from " + dateText(run.clock.first.utc) : "";
  std::string out = fmt::format("{}: {}, {} skipped (times UTC{})\n\n", run.name, base::counted(run.sources.size(), "source"), run.skipped.size(), from);
  Table table({"id", "layout", "launch", "rank", "lines", "clock", "zone", "first – last"});
  for (std::uint32_t i = 0; i < run.sources.size(); ++i) {
    const Source& source = run.sources[i];
    table.add({sourceId(SourceId{i}), toString(source.layout), ordinal(source.launch), source.rank ? std::to_string(*source.rank) : "",
               thousands(source.text ? source.text->lineCount() : 0), toString(source.clock.basis), source.clock.zone, spanText(source)});
  }
  table.appendTo(out, "");
  out += '\n';
  auto settings = settingsOf(run);
  for (std::uint32_t i = 0; i < run.sources.size(); ++i) {
    out += fmt::format("{}  {}\n", pad(sourceId(SourceId{i}), 5), run.sources[i].path);
    appendWrapped(out, "       ", howRead(run.sources[i], settings[run.sources[i].path]));
  }
  if (!run.skipped.empty()) out += "\nSkipped\n";
  for (const input::Skipped& skipped : run.skipped) {
    const std::string detail = skipped.detail.empty() ? "" : " (" + skipped.detail + ")";
    out +=
        fmt::format("  {}{}: {}, {} bytes\n", input::toString(skipped.reason), detail, skipped.path, thousands(skipped.bytes));
  }
  appendOverrides(out, run);
  if (!run.clock.assumptions.empty()) out += "\nTimes\n";
  for (const std::string& assumption : run.clock.assumptions) appendWrapped(out, "  - ", assumption);
  return text::visible(text::toUtf8(out));
}

}  // namespace lanescope::report
