// SPDX-License-Identifier: Apache-2.0
#include "core/report/sources_report.h"

#include "core/report/json_parts.h"
#include "core/report/text_layout.h"
#include "core/report/time_text.h"
#include "core/text/clean.h"

#include <fmt/format.h>

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

std::string remarks(const Source& source, const std::string& settings) {
  std::string text;
  const auto add = [&text](const std::string& remark) { text += (text.empty() ? "" : "; ") + remark; };
  if (!settings.empty()) add(settings + " set by you");
  if (source.damagedBytes > 0) add(fmt::format("{} bytes damaged", thousands(source.damagedBytes)));
  if (source.truncated) add("truncated");
  if (source.copyOf) add("copy of " + sourceId(*source.copyOf));
  if (source.clock.offsetSeconds != 0) add(fmt::format("offset {:+.3f} s", source.clock.offsetSeconds));
  return text;
}

std::string spanText(const Source& source) {
  if (!source.first.known() || !source.last.known()) return "no time";
  return fmt::format("{} – {}", clockText(source.first.utc), clockText(source.last.utc));
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
  std::string out = fmt::format("{}: {} sources, {} skipped (times UTC)\n\n", run.name, run.sources.size(), run.skipped.size());
  auto settings = settingsOf(run);
  Table table({"id", "layout", "launch", "rank", "lines", "clock", "zone", "first – last", "remarks"});
  for (std::uint32_t i = 0; i < run.sources.size(); ++i) {
    const Source& source = run.sources[i];
    table.add({sourceId(SourceId{i}), toString(source.layout), ordinal(source.launch),
               source.rank ? std::to_string(*source.rank) : "", thousands(source.text ? source.text->lineCount() : 0),
               toString(source.clock.basis), source.clock.zone, spanText(source), remarks(source, settings[source.path])});
  }
  table.appendTo(out, "");
  out += '\n';
  for (std::uint32_t i = 0; i < run.sources.size(); ++i)
    out += fmt::format("{}  {}\n", pad(sourceId(SourceId{i}), 5), run.sources[i].path);
  if (!run.skipped.empty()) out += "\nSkipped\n";
  for (const input::Skipped& skipped : run.skipped) {
    const std::string detail = skipped.detail.empty() ? "" : " (" + skipped.detail + ")";
    out +=
        fmt::format("  {}{}: {}, {} bytes\n", input::toString(skipped.reason), detail, skipped.path, thousands(skipped.bytes));
  }
  appendOverrides(out, run);
  for (const std::string& assumption : run.clock.assumptions) appendWrapped(out, "assumed: ", assumption);
  return text::visible(text::toUtf8(out));
}

}  // namespace lanescope::report
