// SPDX-License-Identifier: Apache-2.0
#include "core/report/trace_writer.h"

#include "core/report/json_parts.h"
#include "core/report/time_text.h"
#include "core/report/verdict.h"

#include <fmt/format.h>
#include <algorithm>
#include <ostream>

namespace lanescope::report {

using namespace model;

namespace {

struct Slice {
  std::int64_t begin = 0, end = 0;               // unix ns
  Json event;
};

class TraceWriter {
 public:
  TraceWriter(const Run& run, std::string version, std::ostream& out) : m_run(run), m_version(std::move(version)), m_out(out) {
    m_hosts = run.hosts;
    for (const Lane& lane : run.lanes) {
      if (!lane.host.empty() && std::find(m_hosts.begin(), m_hosts.end(), lane.host) == m_hosts.end()) m_hosts.push_back(lane.host);
    }
    m_start = startOf();
  }

  void write() {
    m_out << "{\"traceEvents\":[\n";
    writeNames();
    writeJob();
    writeLanes();
    writeFindings();
    const Json other{{"schema", "lanescope.trace/1"}, {"tool", "lanescope"}, {"version", m_version}, {"run", jsonString(m_run.id)}, {"name", jsonString(m_run.name)},
                     {"start_utc", isoTime(m_start)}, {"without_time", m_withoutTime}};
    m_out << "\n],\"displayTimeUnit\":\"ms\",\"otherData\":" << other.dump() << "}\n";
  }

 private:
  // The least time that is written, so that none is negative.
  std::int64_t startOf() const {
    std::int64_t start = INT64_MAX;
    const auto look = [&start](const When& when) { if (when.known()) start = std::min(start, when.utc); };
    look(m_run.clock.zero);
    look(m_run.clock.first);
    for (const Phase& phase : m_run.phases) look(phase.start);
    for (const Milestone& milestone : m_run.milestones) look(milestone.time);
    for (const Interval& interval : m_run.intervals) look(interval.begin);
    for (const Event& event : m_run.events) look(event.when());
    return start == INT64_MAX ? 0 : start;
  }

  // Nanoseconds are exact in a double far beyond the length of any job.
  static Json micros(std::int64_t ns) { return ns % 1'000 == 0 ? Json(ns / 1'000) : Json(static_cast<double>(ns) / 1e3); }

  void put(const Json& event) {
    if (!m_first) m_out << ",\n";
    m_first = false;
    m_out << event.dump();
  }

  std::size_t processOf(const Lane& lane) const {
    if (lane.host.empty()) return m_hosts.size() + 1;
    return static_cast<std::size_t>(std::find(m_hosts.begin(), m_hosts.end(), lane.host) - m_hosts.begin()) + 1;
  }
  static std::size_t threadOf(LaneId lane) { return std::size_t{lane.value} + 1; }

  std::string laneName(const Lane& lane) const {
    const Launch* launch = lane.launch < m_run.launches.size() ? &m_run.launches[lane.launch] : nullptr;
    std::string name = launch && !launch->name.empty() ? launch->name : fmt::format("launch {}", lane.launch + 1);
    const auto alike = [launch](const Launch& other) { return !launch->name.empty() && other.name == launch->name && other.index < launch->index; };
    if (launch && std::any_of(m_run.launches.begin(), m_run.launches.end(), alike)) name += fmt::format(" (launch {})", lane.launch + 1);
    if (lane.attempt > 0) name += fmt::format(", attempt {}", lane.attempt + 1);
    return fmt::format("{} · rank {}", name, lane.rank);
  }

  void name(const char* what, std::size_t pid, std::size_t tid, const std::string& text) {
    put({{"ph", "M"}, {"name", what}, {"pid", pid}, {"tid", tid}, {"args", {{"name", jsonString(text)}}}});
  }
  void order(const char* what, std::size_t pid, std::size_t tid, std::size_t place) {
    put({{"ph", "M"}, {"name", what}, {"pid", pid}, {"tid", tid}, {"args", {{"sort_index", place}}}});
  }

  void writeNames() {
    name("process_name", 0, 0, "job");
    name("thread_name", 0, 0, "phases");
    order("process_sort_index", 0, 0, 0);
    for (std::size_t i = 0; i < m_hosts.size(); ++i) {
      name("process_name", i + 1, 0, m_hosts[i]);
      order("process_sort_index", i + 1, 0, i + 1);
    }
    if (std::any_of(m_run.lanes.begin(), m_run.lanes.end(), [](const Lane& lane) { return lane.host.empty(); })) {
      name("process_name", m_hosts.size() + 1, 0, "ranks");
      order("process_sort_index", m_hosts.size() + 1, 0, m_hosts.size() + 1);
    }
    for (std::uint32_t i = 0; i < m_run.lanes.size(); ++i) {
      name("thread_name", processOf(m_run.lanes[i]), threadOf({i}), laneName(m_run.lanes[i]));
      order("thread_sort_index", processOf(m_run.lanes[i]), threadOf({i}), i);
    }
  }

  Json event(const char* phase, std::string_view text, const char* category, const When& when, std::size_t pid, std::size_t tid) const {
    return {{"ph", phase}, {"name", jsonString(text)}, {"cat", category}, {"ts", micros(when.utc - m_start)}, {"pid", pid}, {"tid", tid}, {"args", {{"time_basis", toString(when.basis)}}}};
  }

  Json place(LineRef line) const { return jsonString(fmt::format("{}:{}", m_run.source(line.source).path, line.line)); }

  // Complete events where they nest; one that crosses the end of another is asynchronous.
  void putSlices(std::vector<Slice>& slices) {
    std::stable_sort(slices.begin(), slices.end(), [](const Slice& a, const Slice& b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
    std::vector<std::int64_t> open;
    for (Slice& slice : slices) {
      while (!open.empty() && open.back() <= slice.begin) open.pop_back();
      if (open.empty() || slice.end <= open.back()) {
        slice.event["dur"] = micros(slice.end - slice.begin);
        put(slice.event);
        open.push_back(slice.end);
        continue;
      }
      slice.event["ph"] = "b";
      slice.event["id"] = ++m_asynchronous;
      put(slice.event);
      slice.event["ph"] = "e";
      slice.event["ts"] = micros(slice.end - m_start);
      put(slice.event);
    }
  }

  void writeJob() {
    std::vector<Slice> slices;
    for (const Phase& phase : m_run.phases) {
      if (!phase.start.known() || !phase.end.known() || phase.end.utc < phase.start.utc) ++m_withoutTime;
      else slices.push_back({phase.start.utc, phase.end.utc, event("X", phase.name, "phase", phase.start, 0, 0)});
    }
    putSlices(slices);
    for (const Milestone& milestone : m_run.milestones) {
      if (!milestone.time.known()) {
        ++m_withoutTime;
        continue;
      }
      Json instant = event("i", milestone.text.empty() ? toString(milestone.kind) : milestone.text, toString(milestone.kind), milestone.time, 0, 0);
      instant["s"] = "p";
      put(instant);
    }
  }

  Json sliceOf(const Interval& interval) const {
    const Lane& lane = m_run.lanes[interval.lane.value];
    const bool test = interval.kind == IntervalKind::test;
    const bool named = test && interval.test.value < m_run.testNames.size();
    const char* category = test ? "test" : interval.kind == IntervalKind::wait ? "wait" : interval.kind == IntervalKind::iterations ? "iterations" : "silence";
    Json slice = event("X", named ? m_run.testNames[interval.test.value] : interval.label.empty() ? category : interval.label, category, interval.begin, processOf(lane), threadOf(interval.lane));
    if (test) slice["args"]["outcome"] = toString(interval.outcome);
    if (interval.openEnded) slice["args"]["open_ended"] = true;
    if (interval.line.line > 0 && interval.line.source.valid()) slice["args"]["line"] = place(interval.line);
    return slice;
  }

  void writeLanes() {
    std::vector<Slice> slices;
    for (std::size_t i = 0; i < m_run.intervals.size(); ++i) {
      const Interval& interval = m_run.intervals[i];
      if (interval.lane.valid() && interval.begin.known() && interval.end.known() && interval.end.utc >= interval.begin.utc) {
        slices.push_back({interval.begin.utc, interval.end.utc, sliceOf(interval)});
      } else {
        ++m_withoutTime;
      }
      const bool last = i + 1 == m_run.intervals.size() || !(m_run.intervals[i + 1].lane == interval.lane);
      if (!last) continue;
      putSlices(slices);
      slices.clear();
    }
  }

  void writeFindings() {
    for (const Event& item : m_run.events) {
      if (item.finding >= m_run.findings.size()) continue;
      const When when = item.when();
      if (!when.known()) {
        ++m_withoutTime;
        continue;
      }
      const Finding& finding = m_run.findings[item.finding];
      const bool onLane = item.lane.valid();
      Json instant = event("i", finding.title, toString(finding.role), when, onLane ? processOf(m_run.lanes[item.lane.value]) : 0, onLane ? threadOf(item.lane) : 0);
      instant["s"] = onLane ? "t" : "p";
      instant["args"]["finding"] = jsonString(finding.id);
      instant["args"]["class"] = toString(finding.findingClass);
      instant["args"]["line"] = place({item.source, item.line});
      put(instant);
    }
  }

  const Run& m_run;
  std::string m_version;
  std::ostream& m_out;
  std::vector<std::string> m_hosts;
  std::int64_t m_start = 0;
  std::uint64_t m_withoutTime = 0, m_asynchronous = 0;
  bool m_first = true;
};

}  // namespace

void writeTrace(const Run& run, const std::string& version, std::ostream& out) { TraceWriter(run, version, out).write(); }

}  // namespace lanescope::report
