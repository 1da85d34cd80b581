// SPDX-License-Identifier: Apache-2.0
#include "core/report/json_parts.h"

#include "core/report/time_text.h"
#include "core/text/clean.h"

#include <cmath>

namespace lanescope::report {

using namespace model;

namespace {

// Contract rule 6: evidence is cut where it is longer, at a character.
constexpr std::size_t kEvidenceCharacters = 500;

std::string_view cutCharacters(std::string_view text, std::size_t limit) {
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool continues = (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80;
    if (!continues && characters++ == limit) return text.substr(0, i);
  }
  return text;
}

Json jsonStream(Stream stream) {
  switch (stream) {
    case Stream::out:
      return "stdout";
    case Stream::err:
      return "stderr";
    case Stream::both:
      return "both";
    case Stream::unknown:
      break;
  }
  return nullptr;
}

template <class Counts>
Json jsonBasisCounts(const Counts& counts) {
  Json lines = Json::object();
  for (std::size_t basis = 0; basis < counts.size(); ++basis) lines[toString(static_cast<Basis>(basis))] = counts[basis];
  return lines;
}

Json jsonSourceClock(const SourceClock& clock) {
  Json range = nullptr;
  if (clock.offsetRange) range = {jsonSeconds((*clock.offsetRange)[0]), jsonSeconds((*clock.offsetRange)[1])};
  return {{"basis", toString(clock.basis)},
          {"zone", jsonString(clock.zone)},
          {"zone_from", jsonString(clock.zoneFrom)},
          {"year_from", jsonString(clock.yearFrom)},
          {"offset_seconds", jsonSeconds(clock.offsetSeconds)},
          {"offset_range", range},
          {"zone_lines", clock.zoneLines},
          {"lines", jsonBasisCounts(clock.lines)}};
}

Json jsonSource(const Source& source, SourceId id) {
  return {{"id", sourceId(id)},
          {"path", jsonString(source.path)},
          {"input", source.input},
          {"layout", toString(source.layout)},
          {"stream", jsonStream(source.stream)},
          {"launch", jsonOrNull(source.launch)},
          {"attempt", jsonOrNull(source.attempt)},
          {"rank", jsonOrNull(source.rank)},
          {"host", jsonOrNull(source.host)},
          {"layers", jsonList(source.layers)},
          {"lines", source.text ? source.text->lineCount() : 0},
          {"bytes", source.byteCount},
          {"damaged_bytes", source.damagedBytes},
          {"truncated", source.truncated},
          {"copy_of", source.copyOf ? Json(sourceId(*source.copyOf)) : Json(nullptr)},
          {"first", jsonTime(source.first)},
          {"last", jsonTime(source.last)},
          {"clock", jsonSourceClock(source.clock)}};
}

Json jsonExit(const ExitStatus& exit) {
  return {{"code", jsonOrNull(exit.code)},
          {"signal", jsonOrNull(exit.signal)},
          {"first_exit_rank", jsonOrNull(exit.firstExitRank)},
          {"named_rank", jsonOrNull(exit.namedRank)}};
}

Json jsonAttempt(const Attempt& attempt) {
  return {{"index", attempt.index},
          {"start", jsonTime(attempt.start)},
          {"end", jsonTime(attempt.end)},
          {"outcome", toString(attempt.outcome)},
          {"exit", jsonExit(attempt.exit)}};
}

Json jsonRankCounts(const RankCounts& counts) {
  return {{"rank", counts.rank},
          {"collected", jsonOrNull(counts.collected)},
          {"selected", jsonOrNull(counts.selected)},
          {"passed", jsonOrNull(counts.passed)},
          {"failed", jsonOrNull(counts.failed)},
          {"skipped", jsonOrNull(counts.skipped)},
          {"errors", jsonOrNull(counts.errors)},
          {"xfailed", jsonOrNull(counts.xfailed)},
          {"xpassed", jsonOrNull(counts.xpassed)},
          {"deselected", jsonOrNull(counts.deselected)},
          {"seconds", counts.seconds ? jsonSeconds(*counts.seconds) : Json(nullptr)},
          {"complete", counts.complete}};
}

Json jsonLaunchTests(const std::optional<LaunchTests>& tests) {
  if (!tests) return nullptr;
  return {{"collected", jsonOrNull(tests->collected)},
          {"deselected", jsonOrNull(tests->deselected)},
          {"collection_skipped", jsonOrNull(tests->collectionSkipped)},
          {"selected", jsonOrNull(tests->selected)},
          {"ranks", jsonEach(tests->ranks, jsonRankCounts)}};
}

}  // namespace

Json jsonEnd(const LaneEnd& end) {
  return {{"kind", toString(end.kind)}, {"code", jsonOrNull(end.code)}, {"signal", jsonOrNull(end.signal)},
          {"by", jsonOrNull(end.by)},   {"time", jsonTime(end.time)},   {"time_basis", toString(end.time.basis)}};
}

Json jsonString(std::string_view text) { return text::toUtf8(text); }

Json jsonOrNull(std::string_view text) { return text.empty() ? Json(nullptr) : jsonString(text); }

Json jsonTime(const When& when) { return when.known() ? Json(isoTime(when.utc)) : Json(nullptr); }

Json jsonTimeRange(const When& when) {
  if (!when.known() || when.earliest == When::kOpenEarly || when.latest == When::kOpenLate) return nullptr;
  return Json::array({isoTime(when.earliest), isoTime(when.latest)});
}

Json jsonSeconds(double seconds) {
  const double rounded = std::round(seconds * 1000) / 1000;
  // Whole seconds as integers: "1800", not "1800.0"; far below the range where a double is no longer exact.
  if (rounded == std::floor(rounded) && std::abs(rounded) < 1e15) return static_cast<std::int64_t>(rounded);
  return rounded;
}

Json jsonList(const std::vector<std::string>& texts) {
  return jsonEach(texts, [](const std::string& text) { return jsonString(text); });
}

std::string sourceId(SourceId id) { return "s" + std::to_string(id.value + 1); }

Json jsonEvidence(const Run& run, const Evidence& evidence) {
  return {{"source", jsonString(run.source(evidence.source).path)},
          {"line", evidence.line},
          {"rank", jsonOrNull(evidence.rank)},
          {"time", jsonTime(evidence.time)},
          {"text", text::toUtf8(cutCharacters(evidence.text, kEvidenceCharacters))}};
}

Json jsonEvidence(const Run& run, const std::vector<Evidence>& evidence) {
  return jsonEach(evidence, [&run](const Evidence& item) { return jsonEvidence(run, item); });
}

Json jsonSources(const Run& run) {
  Json list = Json::array();
  for (std::uint32_t i = 0; i < run.sources.size(); ++i) list.push_back(jsonSource(run.sources[i], SourceId{i}));
  return list;
}

Json jsonSkipped(const Run& run) {
  return jsonEach(run.skipped, [](const input::Skipped& skipped) -> Json {
    return {{"path", jsonString(skipped.path)}, {"bytes", skipped.bytes}, {"reason", input::toString(skipped.reason)}};
  });
}

Json jsonClock(const Run& run) {
  return {{"first", jsonTime(run.clock.first)},
          {"last", jsonTime(run.clock.last)},
          {"zone", jsonString(run.clock.zone)},
          {"zero", jsonTime(run.clock.zero)},
          {"lines", jsonBasisCounts(run.clock.lines)},
          {"assumptions", jsonList(run.clock.assumptions)}};
}

Json jsonOverrides(const Run& run) {
  return jsonEach(run.overrides, [](const Override& said) -> Json {
    const bool number = said.problem.empty() && (said.what == "rank" || said.what == "launch");
    return {{"what", jsonString(said.what)},
            {"source", jsonOrNull(said.source)},
            {"value", number ? Json(std::stoul(said.value)) : jsonString(said.value)},
            {"file", jsonOrNull(said.file)},
            {"problem", jsonOrNull(said.problem)}};
  });
}

Json jsonProgress(const std::optional<LoopProgress>& progress) {
  if (!progress) return nullptr;
  return {{"unit", jsonString(progress->unit)}, {"last", progress->last}, {"total", jsonOrNull(progress->total)}, {"epoch", jsonOrNull(progress->epoch)}};
}

Json jsonLaunch(const Launch& launch) {
  return {{"index", launch.index},
          {"name", jsonOrNull(launch.name)},
          {"retry_of", jsonOrNull(launch.retryOf)},
          {"command", jsonOrNull(launch.command)},
          {"directory", jsonOrNull(launch.directory)},
          {"start", jsonTime(launch.start)},
          {"start_basis", toString(launch.start.basis)},
          {"end", jsonTime(launch.end)},
          {"end_basis", toString(launch.end.basis)},
          {"world_size", jsonOrNull(launch.worldSize)},
          {"hosts", jsonList(launch.hosts)},
          {"outcome", toString(launch.outcome)},
          {"exit", jsonExit(launch.exit)},
          {"attempts", jsonEach(launch.attempts, jsonAttempt)},
          {"tests", jsonLaunchTests(launch.tests)},
          {"progress", jsonProgress(launch.progress)}};
}

Json jsonLane(const Run& run, const Lane& lane) {
  return {{"launch", lane.launch},
          {"attempt", lane.attempt},
          {"rank", lane.rank},
          {"host", jsonOrNull(lane.host)},
          {"local_rank", jsonOrNull(lane.localRank)},
          {"device", jsonOrNull(lane.device)},
          {"bus_id", jsonOrNull(lane.busId)},
          {"pid", jsonOrNull(lane.pid)},
          {"rank_from", jsonString(lane.rankFrom)},
          {"first", jsonTime(lane.first)},
          {"last", jsonTime(lane.last)},
          {"last_line", lane.lastLine ? jsonEvidence(run, *lane.lastLine) : Json(nullptr)},
          {"test", jsonOrNull(lane.test)},
          {"collectives", jsonEach(lane.collectives,
                                   [](const CollectiveState& state) -> Json {
                                     return {{"group", jsonOrNull(state.group)},
                                             {"last_enqueued", jsonOrNull(state.lastEnqueued)},
                                             {"last_completed", jsonOrNull(state.lastCompleted)}};
                                   })},
          {"end", jsonEnd(lane.end)},
          {"progress", jsonProgress(lane.progress)}};
}

Json jsonTest(const TestReport& test) {
  return {{"id", jsonString(test.id)},
          {"launch", test.launch},
          {"attempt", test.attempt},
          {"outcome", toString(test.outcome)},
          {"failed_ranks", test.failedRanks},
          {"error_ranks", test.errorRanks},
          {"stalled_ranks", test.stalledRanks},
          {"phase", jsonOrNull(test.phase)},
          {"start", jsonTime(test.start)},
          {"end", jsonTime(test.end)},
          {"time_basis", toString(test.start.basis)},
          {"other_launches", jsonEach(test.otherLaunches, [](const OtherLaunch& other) -> Json {
             return {{"launch", other.launch},
                     {"attempt", other.attempt},
                     {"outcome", toString(other.outcome)},
                     {"ranks", other.ranks}};
           })}};
}

std::string dump(const Json& document) { return document.dump(2) + '\n'; }

}  // namespace lanescope::report
