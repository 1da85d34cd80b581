// SPDX-License-Identifier: Apache-2.0
// Which log folder belongs to which launch of the job log. Folder names are random and archive dates are those of the
// upload, so the content decides: a rank that the launcher's tee copies into the job log prints the same lines in both.
#include "core/model/launch_draft.h"

#include "core/recognise/layers.h"
#include "core/recognise/plain_line.h"

#include <algorithm>
#include <map>
#include <set>

namespace lanescope::model {
namespace {

constexpr std::size_t kSampleLines = 48;         // from each end of each stream
constexpr std::int64_t kSlackNs = 120'000'000'000;   // clocks and buffering: stamps this far outside a launch exclude it

using Sample = std::multiset<std::string>;

std::string normal(std::string_view message) {
  const auto begin = message.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  const auto end = message.find_last_not_of(" \t\r");
  return std::string(message.substr(begin, end - begin + 1).substr(0, 200));
}

// Reads lines from one end until enough messages of the wanted rank were seen.
template <class Accept>
void sampleLines(const Source& source, const recognise::LineForm& form, std::uint32_t first, std::uint32_t last, bool fromEnd, const Accept& accept, Sample& out) {
  text::LineReader reader(*source.text->bytes, source.text->lines);
  std::string clean;
  std::vector<recognise::Piece> pieces;
  std::size_t taken = 0;
  constexpr std::uint32_t kMaxLooked = 20'000;
  std::uint32_t looked = 0;
  for (std::uint32_t i = 0; i <= last - first && taken < kSampleLines && looked < kMaxLooked; ++i, ++looked) {
    const std::uint32_t line = fromEnd ? last - i : first + i;
    clean.clear();
    recognise::appendPlain(reader.line(line), form, clean);
    recognise::splitPieces(clean, form, pieces);
    std::string joined;                          // the pieces of one writer are one line of its file
    for (const recognise::Piece& piece : pieces) {
      if (accept(piece)) joined += piece.message;
    }
    joined = normal(joined);
    if (joined.empty()) continue;
    out.insert(std::move(joined));
    ++taken;
  }
}

bool teed(const recognise::Piece& piece, std::int32_t local) {
  const recognise::Layer* tee = piece.find(recognise::LayerKind::tee);
  return tee && tee->number == local;
}

// Local ranks that the launcher's tee shows in a segment, lowest first.
std::set<std::int32_t> teedRanks(const Draft& draft, const Segment& segment) {
  std::set<std::int32_t> out;
  for (const recognise::Writer& writer : draft.scans[segment.source].writers) {
    if (writer.key.local >= 0 && writer.firstLine <= segment.lastLine && writer.lastLine >= segment.firstLine) out.insert(writer.key.local);
  }
  return out;
}

// How alike the directory's files of a teed rank and the segment's copy of them are, 0 to 1.
double likeness(const Draft& draft, const Segment& segment, const Directory& directory) {
  const auto ranks = teedRanks(draft, segment);
  if (ranks.empty()) return 0;
  const std::int32_t local = *ranks.begin();
  Sample copy, own;
  const Source& carrier = draft.run.sources[segment.source];
  const auto ofRank = [local](const recognise::Piece& piece) { return teed(piece, local); };
  sampleLines(carrier, draft.scans[segment.source].form, segment.firstLine, segment.lastLine, false, ofRank, copy);
  sampleLines(carrier, draft.scans[segment.source].form, segment.firstLine, segment.lastLine, true, ofRank, copy);
  for (const std::uint32_t source : directory.sources) {
    const PathLayout& path = draft.paths[source];
    if (!path.localRank || static_cast<std::int32_t>(*path.localRank) != local) continue;
    const std::uint32_t lines = draft.run.sources[source].text->lineCount();
    const auto any = [](const recognise::Piece&) { return true; };
    if (lines == 0) continue;
    sampleLines(draft.run.sources[source], draft.scans[source].form, 1, lines, false, any, own);
    sampleLines(draft.run.sources[source], draft.scans[source].form, 1, lines, true, any, own);
  }
  if (copy.empty() || own.empty()) return 0;
  std::size_t common = 0;
  for (auto it = copy.begin(); it != copy.end(); it = copy.upper_bound(*it)) common += std::min(copy.count(*it), own.count(*it));
  return 2.0 * static_cast<double>(common) / static_cast<double>(copy.size() + own.size());
}

std::string sessionKey(const recognise::SourceScan& scan, std::uint32_t first, std::uint32_t last) {
  for (const recognise::SessionFact& fact : scan.sessions) {
    if (fact.kind != recognise::SessionFact::Kind::collected || fact.line < first || fact.line > last) continue;
    return std::to_string(fact.collected.value_or(0)) + '/' + std::to_string(fact.selected.value_or(0));
  }
  return {};
}

// Stamps of the directory's own lines outside the launch, or another selection of tests: not this one.
bool excluded(const Draft& draft, const Segment& segment, const Directory& directory) {
  const std::string wanted = sessionKey(draft.scans[segment.source], segment.firstLine, segment.lastLine);
  for (const std::uint32_t source : directory.sources) {
    const recognise::SourceScan& scan = draft.scans[source];
    if (scan.stampedLines > 0 && segment.startStated && scan.lastStampNs < segment.start.ns - kSlackNs) return true;
    if (scan.stampedLines > 0 && segment.end.known() && scan.firstStampNs > segment.end.ns + kSlackNs) return true;
    const std::string own = sessionKey(scan, 1, UINT32_MAX);
    if (!own.empty() && !wanted.empty() && own != wanted) return true;
  }
  return false;
}

void findDirectories(Draft& draft) {
  std::map<std::string, std::uint32_t> known;
  for (std::uint32_t source = 0; source < draft.run.sources.size(); ++source) {
    const PathLayout& path = draft.paths[source];
    if (!path.ofOneRank() || isReport(draft, source)) continue;
    const auto entry = known.try_emplace(path.directory, static_cast<std::uint32_t>(draft.directories.size()));
    if (entry.second) {
      draft.directories.emplace_back();
      draft.directories.back().path = path.directory;
    }
    Directory& directory = draft.directories[entry.first->second];
    directory.sources.push_back(source);
    directory.byUser = directory.byUser && !draft.settings[source].rankInPath;
    directory.attempts = std::max(directory.attempts, path.attempt.value_or(0) + 1);
  }
}

struct Span { std::int64_t first = INT64_MAX, last = INT64_MIN; bool known() const { return first <= last; } };

Span stampsOf(const Draft& draft, const Directory& directory) {
  Span span;
  for (const std::uint32_t source : directory.sources) {
    if (draft.scans[source].stampedLines == 0) continue;
    span.first = std::min(span.first, draft.scans[source].firstStampNs);
    span.last = std::max(span.last, draft.scans[source].lastStampNs);
  }
  return span;
}

// Files of one launcher that starts a new file for each attempt.
bool sameFamily(const Draft& draft, const Segment& a, const Segment& b) {
  const PathLayout& one = draft.paths[a.source];
  const PathLayout& other = draft.paths[b.source];
  return one.attempt && other.attempt && one.attempt != other.attempt && one.directory == other.directory;
}

// Node logs of one launch are carriers of their own: stretches of different sources that overlap in time are one launch.
bool sameLaunch(const Draft& draft, const LaunchDraft& launch, const Segment& segment) {
  for (const std::uint32_t index : launch.segments) {
    const Segment& other = draft.segments[index];
    if (other.source == segment.source || other.sole || segment.sole) return false;
    if (sameFamily(draft, other, segment)) continue;
    const bool timed = other.start.known() && other.end.known() && segment.start.known() && segment.end.known();
    if (timed && (segment.start.ns > other.end.ns || other.start.ns > segment.end.ns)) return false;
  }
  return true;
}

std::vector<LaunchDraft> launchesOfSegments(const Draft& draft) {
  std::vector<LaunchDraft> launches;
  for (std::uint32_t i = 0; i < draft.segments.size(); ++i) {
    const Segment& segment = draft.segments[i];
    const auto it = std::find_if(launches.begin(), launches.end(), [&](const LaunchDraft& launch) { return sameLaunch(draft, launch, segment); });
    const auto index = static_cast<std::size_t>(it - launches.begin());
    if (it == launches.end()) launches.push_back({{}, {}, INT64_MAX, static_cast<std::uint32_t>(index), 0});
    LaunchDraft& launch = launches[index];
    launch.segments.push_back(i);
    if (segment.start.known()) launch.startNs = std::min(launch.startNs, segment.start.ns);
  }
  return launches;
}

bool otherNode(const Draft& draft, std::uint32_t carrier, const Directory& directory) {
  const auto one = draft.paths[carrier].node, other = draft.paths[directory.sources.front()].node;
  return one && other && one != other;
}

// Best pairs first; a pair needs some likeness, or to be the only one that is possible. A node has one folder in a launch.
void matchDirectories(Draft& draft, std::vector<LaunchDraft>& launches) {
  struct Pair { double likeness; std::uint32_t launch, segment, directory; };
  std::vector<Pair> pairs;
  std::vector<std::uint32_t> possible(draft.directories.size(), 0);
  for (std::uint32_t d = 0; d < draft.directories.size(); ++d) {
    for (std::uint32_t l = 0; l < launches.size(); ++l) {
      for (const std::uint32_t s : launches[l].segments) {
        const Segment& segment = draft.segments[s];
        if (excluded(draft, segment, draft.directories[d]) || otherNode(draft, segment.source, draft.directories[d])) continue;
        pairs.push_back({likeness(draft, segment, draft.directories[d]), l, s, d});
        ++possible[d];
      }
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.likeness > b.likeness; });
  std::set<std::uint32_t> taken;
  for (const Pair& pair : pairs) {
    Directory& directory = draft.directories[pair.directory];
    if (taken.count(pair.segment) || directory.segment != kNoIndex) continue;
    if (pair.likeness < 0.1 && possible[pair.directory] > 1) continue;
    taken.insert(pair.segment);
    directory.segment = pair.segment;
    launches[pair.launch].directories.push_back(pair.directory);
  }
}

std::set<Rank> statedRanks(const Draft& draft, const Directory& directory) {
  std::set<Rank> out;
  for (const std::uint32_t source : directory.sources) {
    for (const recognise::Writer& writer : draft.scans[source].writers) {
      if (writer.statedGlobal >= 0) out.insert(static_cast<Rank>(writer.statedGlobal));
    }
  }
  return out;
}

// Whether two folders are two nodes of one launch: they ran at the same time, and their paths or their ranks tell them apart.
bool areNodesOfOne(const Draft& draft, const Directory& a, const Directory& b) {
  const Span one = stampsOf(draft, a), other = stampsOf(draft, b);
  if (one.known() && other.known() && (one.first > other.last || other.first > one.last)) return false;
  const std::set<Rank> ranks = statedRanks(draft, a), others = statedRanks(draft, b);
  const bool collide = std::any_of(ranks.begin(), ranks.end(), [&](Rank rank) { return others.count(rank) > 0; });
  if (collide) return false;
  const auto node = draft.paths[a.sources.front()].node, otherNode = draft.paths[b.sources.front()].node;
  if (node && otherNode) return node != otherNode;
  return one.known() && other.known() && !ranks.empty() && !others.empty();
}

// Folders that no carrier tells of: with those that ran beside them, else launches of their own.
void placeOtherDirectories(Draft& draft, std::vector<LaunchDraft>& launches) {
  for (std::uint32_t d = 0; d < draft.directories.size(); ++d) {
    Directory& directory = draft.directories[d];
    if (directory.segment != kNoIndex) continue;
    const auto it = std::find_if(launches.begin(), launches.end(), [&](const LaunchDraft& launch) {
      return !launch.directories.empty() && std::all_of(launch.directories.begin(), launch.directories.end(), [&](std::uint32_t other) {
        return areNodesOfOne(draft, draft.directories[other], directory);
      });
    });
    if (it != launches.end()) {
      it->directories.push_back(d);
      continue;
    }
    LaunchDraft launch;
    launch.directories.push_back(d);
    launch.startNs = stampsOf(draft, directory).first;
    launch.order = static_cast<std::uint32_t>(launches.size());
    launches.push_back(std::move(launch));
  }
}

// How many attempts the launch had, as folders, files and the launcher's own lines say.
std::uint32_t attemptsOf(const Draft& draft, const LaunchDraft& from) {
  std::uint32_t count = 1;
  for (const std::uint32_t d : from.directories) count = std::max(count, draft.directories[d].attempts);
  for (const std::uint32_t i : from.segments) {
    const Segment& segment = draft.segments[i];
    count = std::max(count, segment.firstAttempt + static_cast<std::uint32_t>(segment.restartLines.size()) + 1);
  }
  return count;
}

// The earliest time at which anything shows that the launch was going on: its lines and those of its ranks, ends that the launcher dates, and
// waits that lasted so long when they were reported.
class FirstSign {
 public:
  FirstSign(const Draft& draft, const LaunchDraft& from) {
    for (const std::uint32_t i : from.segments) {
      const Segment& segment = draft.segments[i];
      see(segment.start);
      for (const recognise::LauncherFact& fact : draft.scans[segment.source].launcher) {
        if (fact.line >= segment.firstLine && fact.line <= segment.lastLine) see(fact.stated);
      }
      seeWaits(draft.scans[segment.source], segment.firstLine, segment.lastLine);
    }
    for (const std::uint32_t d : from.directories) {
      for (const std::uint32_t source : draft.directories[d].sources) {
        const recognise::SourceScan& scan = draft.scans[source];
        if (scan.stampedLines > 0) m_by = std::min(m_by, scan.firstStampNs + scan.firstStampWidthNs);
        seeWaits(scan, 1, UINT32_MAX);
      }
    }
  }
  // By then it had begun; basis none where nothing has a time.
  When begunBy() const { return m_by == INT64_MAX ? When{} : When{m_by, When::kOpenEarly, m_by, Basis::bounded}; }

 private:
  void see(const recognise::Moment& moment) {
    if (moment.known()) m_by = std::min(m_by, moment.ns + (moment.from == recognise::Moment::From::inner ? moment.widthNs : 0));
  }
  void seeWaits(const recognise::SourceScan& scan, std::uint32_t first, std::uint32_t last) {
    constexpr std::int64_t kLongestMs = 30LL * 86'400'000;   // a larger number is no wait
    for (const recognise::FailureFact& fact : scan.failures) {
      if (fact.line < first || fact.line > last || !fact.moment.known() || !fact.work || !fact.work->ranMs) continue;
      const std::int64_t ranMs = *fact.work->ranMs;
      if (ranMs > 0 && ranMs < kLongestMs) m_by = std::min(m_by, fact.moment.ns + fact.moment.widthNs - ranMs * 1'000'000);
    }
  }

  std::int64_t m_by = INT64_MAX;
};

When lastStampOf(const Draft& draft, const LaunchDraft& from) {
  When last;
  for (const std::uint32_t d : from.directories) {
    for (const std::uint32_t source : draft.directories[d].sources) {
      const recognise::SourceScan& scan = draft.scans[source];
      if (scan.stampedLines > 0 && (!last.known() || scan.lastStampNs > last.utc)) last = When::at(scan.lastStampNs, scan.lastStampWidthNs);
    }
  }
  return last;
}

// Where no line tells that it begins, it is known by when it had. The end's own line becomes the last of the evidence.
void spanOf(const Draft& draft, const LaunchDraft& from, Launch& launch) {
  LineRef endsAt;
  for (const std::uint32_t i : from.segments) {
    const Segment& segment = draft.segments[i];
    const When start = whenOf(segment.start), end = whenOf(segment.end);
    if (segment.startStated && (!launch.start.known() || start.utc < launch.start.utc)) launch.start = start;
    if (end.known() && (!launch.end.known() || end.utc > launch.end.utc)) {
      launch.end = end;
      endsAt = {SourceId{segment.source}, segment.endLine};
    }
  }
  if (!launch.start.known()) launch.start = FirstSign(draft, from).begunBy();
  if (endsAt.line > 0) launch.evidence.push_back(draft.evidenceAt(endsAt.source.value, endsAt.line));
  if (!launch.end.known()) launch.end = lastStampOf(draft, from);
  // Of one stamp alone the end of its width is when the launch had begun, and its beginning when it ended.
  if (launch.start.earliest == When::kOpenEarly && launch.end.known()) launch.start.utc = std::min(launch.start.utc, launch.end.utc);
}

void writeLaunch(Draft& draft, const LaunchDraft& from, std::uint32_t index) {
  Launch launch;
  launch.index = index;
  launch.found = from.found;
  for (const std::uint32_t d : from.directories) {
    draft.directories[d].launch = index;
    if (launch.directory.empty()) launch.directory = draft.directories[d].path;
  }
  for (std::uint32_t a = 0; a < attemptsOf(draft, from); ++a) launch.attempts.push_back({a, {}, {}, LaunchOutcome::unknown, {}});
  for (const std::uint32_t i : from.segments) {
    Segment& segment = draft.segments[i];
    segment.launch = index;
    if (launch.command.empty()) launch.command = segment.command;
    if (launch.name.empty()) launch.name = segment.name;
    launch.evidence.push_back(draft.evidenceAt(segment.source, segment.commandLine ? segment.commandLine : segment.firstLine));
  }
  spanOf(draft, from, launch);
  draft.run.launches.push_back(std::move(launch));
}

// A report alone is a launch of which nothing else is known.
bool onlyReports(const Draft& draft) {
  for (std::uint32_t source = 0; source < draft.run.sources.size(); ++source) {
    if (isReport(draft, source)) return draft.segments.empty() && draft.directories.empty();
  }
  return false;
}

}  // namespace

void joinDirectories(Draft& draft) {
  findDirectories(draft);
  for (Segment& segment : draft.segments) segment.firstAttempt = draft.paths[segment.source].attempt.value_or(0);
  // What a rank's own files show too is no process of its own.
  for (Segment& segment : draft.segments) segment.sole = segment.sole && draft.directories.empty();
  std::vector<LaunchDraft> launches = launchesOfSegments(draft);
  matchDirectories(draft, launches);
  placeOtherDirectories(draft, launches);
  std::stable_sort(launches.begin(), launches.end(), [](const LaunchDraft& a, const LaunchDraft& b) {
    return a.startNs != b.startNs ? a.startNs < b.startNs : a.order < b.order;
  });
  if (onlyReports(draft)) launches.emplace_back();
  moveSources(draft, launches);
  for (std::uint32_t i = 0; i < launches.size(); ++i) writeLaunch(draft, launches[i], i);
}

}  // namespace lanescope::model
