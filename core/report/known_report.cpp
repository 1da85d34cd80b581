// SPDX-License-Identifier: Apache-2.0
#include "core/report/known_report.h"

#include "core/base/counted.h"
#include "core/report/json_parts.h"
#include "core/report/text_layout.h"
#include "core/text/clean.h"

#include <fmt/format.h>

namespace lanescope::report {

namespace {

std::string seenText(const model::SeenBefore& seen) {
  std::string text = "seen in " + base::counted(seen.count, "run");
  if (!seen.dates.empty()) text += seen.dates.size() == 1 ? ", " + seen.dates.front() : fmt::format(", {} to {}", seen.dates.front(), seen.dates.back());
  return seen.hosts.empty() ? text : fmt::format("{}, on {}", text, fmt::join(seen.hosts, ", "));
}

}  // namespace

std::string writeKnownText(const std::vector<KnownEntry>& entries) {
  if (entries.empty()) return "No failure is known. lanescope known add PATH --finding f1 --note TEXT names one.\n";
  std::string out;
  for (const KnownEntry& entry : entries) {
    if (!out.empty()) out += '\n';
    out += fmt::format("{}  {}\n", entry.sightings.fingerprint, entry.findingClass);
    appendWrapped(out, "  ", entry.title);
    appendWrapped(out, "  note  ", entry.sightings.note);
    if (!entry.sightings.url.empty()) out += "  url   " + entry.sightings.url + '\n';
    appendWrapped(out, "  ", seenText(entry.sightings));
  }
  return text::visible(text::toUtf8(out));
}

std::string writeKnownJson(const std::vector<KnownEntry>& entries) {
  return dump({{"schema", "lanescope.known/1"}, {"known", jsonEach(entries, [](const KnownEntry& entry) -> Json {
                  return {{"id", jsonString(entry.sightings.fingerprint)},
                          {"class", jsonOrNull(entry.findingClass)},
                          {"title", jsonOrNull(entry.title)},
                          {"note", jsonOrNull(entry.sightings.note)},
                          {"url", jsonOrNull(entry.sightings.url)},
                          {"count", entry.sightings.count},
                          {"dates", jsonList(entry.sightings.dates)},
                          {"hosts", jsonList(entry.sightings.hosts)}};
                })}});
}

}  // namespace lanescope::report
