// SPDX-License-Identifier: Apache-2.0
#include "core/report/events_writer.h"

#include "core/report/json_parts.h"
#include "core/report/time_text.h"
#include "core/text/clean.h"

#include <map>
#include <ostream>
#include <tuple>
#include <utility>

namespace lanescope::report {

using namespace model;

namespace {

// Bytes of a line that are shown; a line of hundreds of MB stays in its file.
constexpr std::size_t kTextBytes = 2000;

constexpr std::array kColumns = {"run",      "seq",     "time",       "time_basis", "time_from", "time_to", "launch", "attempt",
                                 "rank",     "host",    "local_rank", "device",     "pid",       "kind",    "class",  "role",
                                 "severity", "finding", "duration_s", "test",       "source",    "line",    "text"};

// How long what ends with an event lasted: a test at its end, a wait at its time-out.
class Durations {
 public:
  explicit Durations(const Run& run) {
    for (const Interval& interval : run.intervals) {
      if (!interval.begin.known() || !interval.end.known() || interval.openEnded) continue;
      const Json seconds = jsonSeconds(static_cast<double>(interval.end.utc - interval.begin.utc) / 1e9);
      if (interval.kind == IntervalKind::test) m_tests[{interval.lane, interval.test.value, interval.end.utc}] = seconds;
      if (interval.kind == IntervalKind::wait) m_waits[{interval.line.source.value, interval.line.line}] = seconds;
    }
  }

  Json of(const Event& event) const {
    if (event.kind == EventKind::testEnd) return find(m_tests, {event.lane, event.detail, event.utc});
    if (event.kind == EventKind::iteration) return event.detail == UINT32_MAX ? Json(nullptr) : jsonSeconds(event.detail / 1e3);
    if (event.kind == EventKind::timeout) return find(m_waits, {event.source.value, event.line});
    return nullptr;
  }

 private:
  using Key = std::tuple<LaneId, std::uint32_t, std::int64_t>;
  using LineKey = std::pair<std::uint32_t, std::uint32_t>;  // source, line
  template <class Map>
  static Json find(const Map& durations, const typename Map::key_type& key) {
    const auto found = durations.find(key);
    return found == durations.end() ? Json(nullptr) : found->second;
  }
  std::map<Key, Json> m_tests;
  std::map<LineKey, Json> m_waits;  // several lines report one wait; one of them carries it
};

Json severityOf(const Event& event) {
  return event.severity == EventSeverity::none ? Json(nullptr) : Json(toString(event.severity));
}

bool hasTest(const Run& run, const Event& event) {
  return (event.kind == EventKind::testStart || event.kind == EventKind::testEnd) && event.detail < run.testNames.size();
}

// The values of one event in the order of kColumns.
Json valuesOf(const Run& run, const Event& event, std::size_t seq, const Durations& durations) {
  const Source& source = run.source(event.source);
  const Lane* lane = event.lane.valid() ? &run.lanes[event.lane.value] : nullptr;
  const Finding* finding = event.finding < run.findings.size() ? &run.findings[event.finding] : nullptr;
  const When when = event.when();
  Json values = Json::array();
  values.push_back(jsonString(run.id));
  values.push_back(seq);
  values.push_back(jsonTime(when));
  values.push_back(toString(event.basis));
  values.push_back(when.known() && when.earliest != When::kOpenEarly ? Json(isoTime(when.earliest)) : Json(nullptr));
  values.push_back(when.known() && when.latest != When::kOpenLate ? Json(isoTime(when.latest)) : Json(nullptr));
  values.push_back(lane ? Json(lane->launch) : jsonOrNull(source.launch));
  values.push_back(lane ? Json(lane->attempt) : jsonOrNull(source.attempt));
  values.push_back(lane ? Json(lane->rank) : jsonOrNull(source.rank));
  values.push_back(jsonOrNull(lane ? lane->host : source.host));
  values.push_back(lane ? jsonOrNull(lane->localRank) : Json(nullptr));
  values.push_back(lane ? jsonOrNull(lane->device) : Json(nullptr));
  values.push_back(lane ? jsonOrNull(lane->pid) : Json(nullptr));
  values.push_back(toString(event.kind));
  values.push_back(finding ? Json(toString(finding->findingClass)) : Json(nullptr));
  values.push_back(finding ? Json(toString(finding->role)) : Json(nullptr));
  values.push_back(severityOf(event));
  values.push_back(finding ? jsonString(finding->id) : Json(nullptr));
  values.push_back(durations.of(event));
  values.push_back(hasTest(run, event) ? jsonString(run.testNames[event.detail]) : Json(nullptr));
  values.push_back(jsonString(source.path));
  values.push_back(event.line);
  values.push_back(source.text && event.line > 0 ? Json(text::toUtf8(source.lineText(event.line, kTextBytes)))
                                                 : Json(nullptr));
  return values;
}

void writeJsonLine(const Json& values, std::ostream& out) {
  Json object = Json::object();
  for (std::size_t i = 0; i < kColumns.size(); ++i) object[kColumns[i]] = values[i];
  out << object.dump() << '\n';
}

void writeCsvField(const Json& value, std::ostream& out) {
  if (value.is_null()) return;
  const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  if (text.find_first_of(",\"\r\n") == std::string::npos) {
    out << text;
    return;
  }
  out << '"';
  for (const char c : text) {
    if (c == '"') out << '"';
    out << c;
  }
  out << '"';
}

void writeCsvRow(const Json& values, std::ostream& out) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out << ',';
    writeCsvField(values[i], out);
  }
  out << "\r\n";
}

}  // namespace

void writeEvents(const Run& run, EventsFormat format, std::ostream& out) {
  if (format == EventsFormat::csv) writeCsvRow(Json(kColumns), out);
  const Durations durations(run);
  const std::vector<Event> events = allEvents(run);
  for (std::size_t i = 0; i < events.size() && out; ++i) {
    const Json values = valuesOf(run, events[i], i, durations);
    if (format == EventsFormat::csv)
      writeCsvRow(values, out);
    else
      writeJsonLine(values, out);
  }
}

}  // namespace lanescope::report
