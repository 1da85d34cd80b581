// SPDX-License-Identifier: Apache-2.0
// Launches as a carrier shows them. A carrier is a source that holds the launcher's own lines or several ranks: a job log, a
// node's merged log. Its lines between a launch command (or the launcher's first line) and the exit status are one launch.
#include "core/model/draft.h"

#include <algorithm>
#include <map>

namespace lanescope::model {
namespace {

using recognise::CiFact;
using recognise::LauncherFact;
using recognise::Moment;
using recognise::SessionFact;
using recognise::SourceScan;

// A traced command and the same command traced again by a nested shell stand within a few lines.
constexpr std::uint32_t kSameCommandLines = 6;

struct Boundary {
  enum class Kind { command, agent, banner, status, restart, attempt, phase, activity } kind = Kind::activity;
  std::uint32_t line = 0;
  Moment moment;
  const LauncherFact* launcher = nullptr;
  std::string text;
  bool begins = false;                           // the line says that a launch begins, and does not only show that one is going on
};

// Where another agent's lines begin behind those of the one before. Agents whose lines mingle are those of several nodes.
void addAgents(const SourceScan& scan, std::vector<Boundary>& out) {
  std::map<std::int32_t, std::pair<std::uint32_t, std::uint32_t>> lines;   // pid -> first and last line
  std::map<std::uint32_t, const LauncherFact*> facts;
  for (const LauncherFact& fact : scan.launcher) {
    if (fact.agentPid < 0) continue;
    lines.try_emplace(fact.agentPid, fact.line, fact.line).first->second.second = fact.line;
    facts.try_emplace(fact.line, &fact);
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ranges;
  for (const auto& entry : lines) ranges.push_back(entry.second);
  std::sort(ranges.begin(), ranges.end());
  std::uint32_t last = 0;
  for (const auto& range : ranges) {
    const LauncherFact& first = *facts[range.first];
    if (range.first > last) out.push_back({Boundary::Kind::agent, range.first, first.moment, nullptr, {}, first.kind == LauncherFact::Kind::banner});
    last = std::max(last, range.second);
  }
}

std::vector<Boundary> boundariesOf(const SourceScan& scan) {
  std::vector<Boundary> out;
  using Kind = Boundary::Kind;
  addAgents(scan, out);
  for (const LauncherFact& fact : scan.launcher) {
    Kind kind = Kind::activity;
    if (fact.kind == LauncherFact::Kind::command) kind = Kind::command;
    if (fact.kind == LauncherFact::Kind::banner) kind = Kind::banner;
    if (fact.kind == LauncherFact::Kind::commandStatus) kind = Kind::status;
    if (fact.kind == LauncherFact::Kind::groupRestart) kind = Kind::attempt;
    out.push_back({kind, fact.line, fact.moment, &fact, fact.text, kind == Kind::command || kind == Kind::banner});
  }
  for (const CiFact& fact : scan.ci) {
    if (fact.kind == CiFact::Kind::restart || fact.kind == CiFact::Kind::experiment) out.push_back({Kind::restart, fact.line, fact.moment, nullptr, {}, false});
    if (fact.kind == CiFact::Kind::phaseEcho) out.push_back({Kind::phase, fact.line, fact.moment, nullptr, fact.text, false});
  }
  for (const SessionFact& fact : scan.sessions) out.push_back({Kind::activity, fact.line, fact.moment, nullptr, {}, fact.kind == SessionFact::Kind::start});
  for (const recognise::Writer& writer : scan.writers) {
    if (writer.isRank()) out.push_back({Kind::activity, writer.firstLine, {}, nullptr, {}, false});
  }
  std::stable_sort(out.begin(), out.end(), [](const Boundary& a, const Boundary& b) { return a.line < b.line; });
  return out;
}

// "prod" is how people abbreviate what runs first; other words are kept as they are.
std::string phaseName(const std::string& echoed, const std::string& command) {
  if (command.find("--experimental") != std::string::npos) return "experimental";
  if (echoed == "prod") return "production";
  return echoed;
}

class SegmentFinder {
 public:
  SegmentFinder(Draft& draft, std::uint32_t source) : m_draft(draft), m_source(source) {}

  void run() {
    for (const Boundary& boundary : boundariesOf(m_draft.scans[m_source])) step(boundary);
    close(m_draft.run.sources[m_source].text->lineCount(), {});
    // A carrier whose lines show no launcher is one launch from end to end.
    const std::size_t own = m_draft.segments.size() - m_before;
    const bool whole = m_draft.run.sources[m_source].layout == Layout::merged || m_draft.run.sources[m_source].layout == Layout::other;
    if (own == 0 && whole) {
      open(1, {}, false);
      close(m_draft.run.sources[m_source].text->lineCount(), {});
    } else if (whole) {
      beginAtTheTop(m_draft.segments[m_before]);
    }
  }

 private:
  // What stands before the first line of a rank, in a file that no launcher began, is of the same launch.
  static void beginAtTheTop(Segment& segment) {
    if (segment.commandLine != 0 || segment.hasBanner) return;
    segment.firstLine = 1;
    segment.start = {};
    segment.startStated = false;
  }
  void open(std::uint32_t line, const Moment& moment, bool begins) {
    Segment segment;
    segment.source = m_source;
    segment.firstLine = line;
    segment.start = moment;
    segment.startStated = begins && moment.known();
    m_draft.segments.push_back(segment);
    m_open = true;
    m_hasAgent = false;
  }
  Segment& current() { return m_draft.segments.back(); }
  void close(std::uint32_t lastLine, const Moment& moment) {
    if (!m_open) return;
    current().lastLine = std::max(lastLine, current().firstLine);
    if (moment.known()) {
      current().end = moment;
      current().endLine = current().lastLine;
    }
    m_open = false;
  }
  void step(const Boundary& boundary);

  Draft& m_draft;
  std::uint32_t m_source;
  std::size_t m_before = m_draft.segments.size();
  bool m_open = false;
  bool m_hasAgent = false;                       // an agent's lines stand in the open segment
  std::string m_phase;
};

void SegmentFinder::step(const Boundary& boundary) {
  switch (boundary.kind) {
    case Boundary::Kind::phase:
      m_phase = boundary.text;
      return;
    case Boundary::Kind::command:
      if (m_open && !current().hasBanner && current().commandLine != 0 && boundary.line - current().commandLine <= kSameCommandLines) {
        current().command = boundary.text;       // the innermost trace is the command that runs
        current().commandLine = boundary.line;
        return;
      }
      close(boundary.line - 1, {});
      open(boundary.line, boundary.moment, boundary.begins);
      current().command = boundary.text;
      current().commandLine = boundary.line;
      current().name = phaseName(m_phase, boundary.text);
      return;
    case Boundary::Kind::agent:
      if (m_open && m_hasAgent) close(boundary.line - 1, {});
      if (!m_open) {
        open(boundary.line, boundary.moment, boundary.begins);
        current().name = phaseName(m_phase, {});
      }
      m_hasAgent = true;
      return;
    case Boundary::Kind::banner:
      if (m_open && !current().hasBanner) {
        current().hasBanner = true;
        return;
      }
      // Further own lines of the same launcher are no new launch, unless the last one has ended.
      if (m_open) return;
      open(boundary.line, boundary.moment, boundary.begins);
      current().hasBanner = true;
      current().name = phaseName(m_phase, {});
      return;
    case Boundary::Kind::status:
      if (!m_open) return;
      current().status = boundary.launcher->exitCode;
      current().statusLine = boundary.line;
      close(boundary.line, boundary.moment);
      return;
    case Boundary::Kind::restart:
      close(boundary.line - 1, {});
      return;
    case Boundary::Kind::attempt:
      if (m_open) current().restartLines.push_back(boundary.line);
      return;
    case Boundary::Kind::activity:
      if (!m_open) {
        open(boundary.line, boundary.moment, boundary.begins);
        current().name = phaseName(m_phase, {});
      }
      return;
  }
}

bool showsTests(const Draft& draft, std::uint32_t source) {
  return !draft.scans[source].sessions.empty() || draft.testRows[source]->size() > 0;
}

// Tests that no launcher started and no rank ran are those of a single process, whose lines reach from its session's first to its last;
// to the end of the stretch where it never printed one. Of several such processes nobody could tell the lines apart.
void findSoleProcess(const Draft& draft, Segment& segment) {
  const SourceScan& scan = draft.scans[segment.source];
  const auto inside = [&](std::uint32_t line) { return line >= segment.firstLine && line <= segment.lastLine; };
  if (!segment.command.empty() || segment.hasBanner) return;
  for (const recognise::Writer& writer : scan.writers) {
    if (writer.isRank() && writer.firstLine <= segment.lastLine && writer.lastLine >= segment.firstLine) return;
  }
  for (const LauncherFact& fact : scan.launcher) {
    if (inside(fact.line) && (fact.rank >= 0 || fact.localRank >= 0)) return;
  }
  std::optional<std::uint16_t> writer;
  std::uint32_t first = UINT32_MAX, last = 0;
  bool ended = false;
  for (const SessionFact& fact : scan.sessions) {
    if (!inside(fact.line)) continue;
    if (writer && *writer != fact.writer) return;
    writer = fact.writer;
    first = std::min(first, fact.line);
    last = std::max(last, fact.line);
    if (fact.kind == SessionFact::Kind::start) ended = false;
    if (fact.kind == SessionFact::Kind::end) ended = true;
  }
  const auto& rows = *draft.testRows[segment.source];
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!inside(rows[i].startLine)) continue;
    if (writer && *writer != rows[i].writer) return;
    writer = rows[i].writer;
    first = std::min(first, rows[i].startLine);
    last = std::max({last, rows[i].startLine, rows[i].verdictLine});
  }
  if (last == 0) return;
  segment.sole = true;
  segment.firstTestLine = first;
  segment.lastTestLine = ended ? last : segment.lastLine;
}

// The last line that is the launch's: what a CI's runner prints behind the last line of its launcher, its ranks and its tests is not.
std::uint32_t lastOwnLine(const SourceScan& scan, const Segment& segment) {
  std::uint32_t last = segment.firstLine;
  const auto see = [&](std::uint32_t line) {
    if (line >= segment.firstLine && line <= segment.lastLine) last = std::max(last, line);
  };
  for (const LauncherFact& fact : scan.launcher) see(fact.line);
  for (const SessionFact& fact : scan.sessions) see(fact.line);
  for (const recognise::Writer& writer : scan.writers) {
    if (writer.isRank() && writer.firstLine <= segment.lastLine) see(std::min(writer.lastLine, segment.lastLine));
  }
  std::uint32_t behind = segment.lastLine + 1;
  for (const CiFact& fact : scan.ci) {
    if (fact.line > last) behind = std::min(behind, fact.line);
  }
  return behind - 1;
}

// The least and the greatest stamp inside the segment, for those ends that no line states: the lines of a carrier need not be in order
// (of pods, one after the other).
void fillTimes(const Draft& draft, Segment& segment) {
  const SourceText& text = *draft.run.sources[segment.source].text;
  if (text.stampsMs.empty()) return;
  const auto at = [&](std::uint32_t line) {
    Moment moment;
    moment.ns = text.stampBaseNs + std::int64_t{text.stampsMs[line - 1]} * 1'000'000;
    moment.widthNs = 1'000'000;
    moment.from = Moment::From::outer;
    return moment;
  };
  constexpr std::uint32_t kNoStamp = SourceText::kNoStamp;
  const std::uint32_t lastOwn = lastOwnLine(draft.scans[segment.source], segment);
  std::uint32_t least = 0, greatest = 0;
  for (std::uint32_t line = segment.firstLine; line <= segment.lastLine; ++line) {
    const std::uint32_t ms = text.stampsMs[line - 1];
    if (ms == kNoStamp) continue;
    if (least == 0 || ms < text.stampsMs[least - 1]) least = line;
    if (line <= lastOwn && (greatest == 0 || ms >= text.stampsMs[greatest - 1])) greatest = line;
  }
  if (least == 0) return;
  if (!segment.start.known()) segment.start = at(least);
  if (segment.end.known() || greatest == 0) return;
  segment.end = at(greatest);
  segment.endLine = greatest;
}

}  // namespace

void findSegments(Draft& draft) {
  for (std::uint32_t source = 0; source < draft.run.sources.size(); ++source) {
    const Layout layout = draft.run.sources[source].layout;
    const bool tests = layout == Layout::other && !draft.paths[source].ofOneRank() && showsTests(draft, source);
    if (layout != Layout::jobLog && layout != Layout::merged && !tests) continue;
    SegmentFinder(draft, source).run();
  }
  for (Segment& segment : draft.segments) findSoleProcess(draft, segment);
  for (Segment& segment : draft.segments) fillTimes(draft, segment);
}

}  // namespace lanescope::model
