// SPDX-License-Identifier: Apache-2.0
#include "core/compare/find_messages.h"

#include "core/clock/line_time.h"

#include <algorithm>
#include <set>

namespace lanescope::compare {
namespace {

using model::Rank;
using Entries = std::vector<const Entry*>;

// A count that differs must do so by all: three times as many, twice the share of its writers' lines, and not a handful.
constexpr double kCountRatio = 3, kShareRatio = 2;
constexpr std::uint64_t kLeastCount = 20;

std::vector<Rank> ranksOf(const Side& side, const Entries& entries) {
  std::vector<Rank> ranks;
  for (const Entry* entry : entries) {
    if (const auto rank = side.rankOf(entry->owner)) ranks.push_back(*rank);
  }
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

std::vector<Rank> common(const std::vector<Rank>& a, const std::vector<Rank>& b) {
  std::vector<Rank> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}
std::vector<Rank> without(const std::vector<Rank>& a, const std::vector<Rank>& b) {
  std::vector<Rank> rest;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
  return rest;
}

std::uint64_t countOf(const Entries& entries) {
  std::uint64_t count = 0;
  for (const Entry* entry : entries) count += entry->count;
  return count;
}

Entries inScope(std::span<const Entry> entries, const std::vector<std::uint32_t>& scopes, std::uint32_t scope) {
  Entries found;
  for (const Entry& entry : entries) {
    if (scopes[entry.owner] == scope) found.push_back(&entry);
  }
  return found;
}

// By where they stand, so that the first is the first line.
void byPlace(Entries& entries) {
  std::sort(entries.begin(), entries.end(), [](const Entry* a, const Entry* b) { return a->first < b->first; });
}

std::vector<Place> placesOf(const Side& side, const Entries& entries) {
  std::vector<Place> places;
  for (const Entry* entry : entries) {
    if (places.size() >= kMostPlaces) break;
    places.push_back({entry->first, side.rankOf(entry->owner)});
  }
  return places;
}

class Finder {
 public:
  explicit Finder(const Sides& sides) : m_sides(sides), m_run(sides.run), m_base(sides.baselines.front()), m_scopes(sides.scopes.front()), m_showRun(sides.run), m_showBase(sides.baselines.front()) {}

  Found find() {
    m_found.apartLines.resize(m_run.owners().count());
    m_found.apartTemplates.resize(m_run.owners().count());
    // Both lists are sorted by hash.
    const std::vector<Entry>& ours = m_run.digest.entries;
    const std::vector<Entry>& theirs = m_base.digest.entries;
    std::size_t i = 0, k = 0;
    while (i < ours.size() || k < theirs.size()) {
      const std::uint64_t hash = i == ours.size() ? theirs[k].hash : k == theirs.size() ? ours[i].hash : std::min(ours[i].hash, theirs[k].hash);
      const std::span<const Entry> a = take(ours, i, hash), b = take(theirs, k, hash);
      if (b.empty()) onlyInRun(a);
      else if (a.empty()) onlyInBaseline(b);
      else inBoth(a, b);
    }
    return std::move(m_found);
  }

 private:
  static std::span<const Entry> take(const std::vector<Entry>& entries, std::size_t& at, std::uint64_t hash) {
    const std::size_t first = at;
    while (at < entries.size() && entries[at].hash == hash) ++at;
    return {entries.data() + first, at - first};
  }

  // How many of the further baselines have it.
  std::size_t othersWith(std::uint64_t hash) const {
    return static_cast<std::size_t>(std::count_if(m_sides.baselines.begin() + 1, m_sides.baselines.end(), [hash](const Side& side) { return !side.digest.of(hash).empty(); }));
  }

  // What a signature says of the line; else what its writer does.
  static model::LineClass classOf(const Side& side, const Entry& entry) {
    const model::LineClass known = side.classOf(entry.first);
    if (known != model::LineClass::plain && known != model::LineClass::info) return known;
    switch (entry.severity) {
      case recognise::Severity::warning: return model::LineClass::warning;
      case recognise::Severity::error: return model::LineClass::error;
      case recognise::Severity::fatal: return model::LineClass::fatal;
      default: return known;
    }
  }

  // In a file that several processes write into, lines are torn: what stands there once or twice, and is no warning, may be the rest of one.
  static bool mayBeTorn(const Side& side, const Entries& entries) {
    const auto inShared = [&side](const Entry* entry) { return side.run->source(entry->first.source).layout == model::Layout::nccl && entry->severity < recognise::Severity::warning; };
    return countOf(entries) < 3 && std::all_of(entries.begin(), entries.end(), inShared);
  }

  void add(Candidate candidate, const Side& side, const Entries& entries) {
    if (mayBeTorn(side, entries)) return;
    if (m_found.candidates.size() >= kMostCandidates) {
      ++m_found.leftOut;
      return;
    }
    const Entry& first = *entries.front();
    Message& message = candidate.message;
    message.hash = first.hash;
    candidate.owner = first.owner;
    candidate.line = first.first;
    message.lineClass = classOf(side, first);
    message.firstTime = clock::whenOf(side.run->source(first.first.source), first.first.line);
    message.launch = side.owners().launchOf(*side.run, first.owner);
    if (side.owners().isLane(first.owner)) message.attempt = side.run->lanes[first.owner].attempt;
    m_found.candidates.push_back(std::move(candidate));
  }

  void noteApart(std::span<const Entry> entries) {
    for (const Entry& entry : entries) {
      if (m_scopes.ofRun[entry.owner] != kApart) continue;
      m_found.apartLines[entry.owner] += entry.count;
      ++m_found.apartTemplates[entry.owner];
    }
  }

  void onlyInRun(std::span<const Entry> entries) {
    noteApart(entries);
    Entries here;
    for (const Entry& entry : entries) {
      if (m_scopes.ofRun[entry.owner] != kApart) here.push_back(&entry);
    }
    bool apart = false;
    if (here.empty()) {
      // The block of its launch tells, unless that is the one which went wrong.
      for (const Entry& entry : entries) {
        const model::Launch* launch = m_run.launchOf(entry.owner);
        if (launch && (launch->outcome == model::LaunchOutcome::failed || launch->outcome == model::LaunchOutcome::cancelled)) here.push_back(&entry);
      }
      apart = true;
    }
    if (here.empty()) return;
    byPlace(here);
    Candidate candidate;
    candidate.scope = apart ? 0 : m_scopes.ofRun[here.front()->owner];
    Message& message = candidate.message;
    message.kind = MessageKind::onlyInRun;
    message.ranksRun = ranksOf(m_run, here);
    message.countRun = countOf(here);
    message.weak = othersWith(here.front()->hash) > 0;
    message.inRun = placesOf(m_run, here);
    const std::size_t peers = m_scopes.ranks[candidate.scope].size();
    candidate.message.few = !message.ranksRun.empty() && 2 * message.ranksRun.size() <= peers;
    add(std::move(candidate), m_run, here);
  }

  void onlyInBaseline(std::span<const Entry> entries) {
    Entries here;
    for (const Entry& entry : entries) {
      if (m_scopes.ofBaseline[entry.owner] != kApart) here.push_back(&entry);
    }
    if (here.empty()) return;
    byPlace(here);
    Candidate candidate;
    candidate.scope = m_scopes.ofBaseline[here.front()->owner];
    Message& message = candidate.message;
    message.kind = MessageKind::onlyInBaseline;
    message.ranksBaseline = ranksOf(m_base, here);
    // Ranks of which the run has nothing to compare with do not miss it.
    const std::vector<Rank>& peers = m_scopes.ranks[candidate.scope];
    if (!message.ranksBaseline.empty() && common(message.ranksBaseline, peers).empty()) return;
    message.countBaseline = countOf(here);
    message.weak = othersWith(here.front()->hash) + 1 < m_sides.baselines.size();
    message.inBaseline = placesOf(m_base, here);
    candidate.message.few = !message.ranksBaseline.empty() && 2 * message.ranksBaseline.size() <= peers.size();
    add(std::move(candidate), m_base, here);
  }

  void inBoth(std::span<const Entry> a, std::span<const Entry> b) {
    noteApart(a);
    // Nearly always all of a template stands in one part of the job.
    std::uint32_t last = kApart;
    std::set<std::uint32_t> seen;
    for (const Entry& entry : a) {
      const std::uint32_t scope = m_scopes.ofRun[entry.owner];
      if (scope == kApart || scope == last || !seen.insert(scope).second) continue;
      last = scope;
      Entries ours = inScope(a, m_scopes.ofRun, scope), theirs = inScope(b, m_scopes.ofBaseline, scope);
      if (theirs.empty()) continue;              // known from elsewhere in the job
      byPlace(ours);
      byPlace(theirs);
      compareRanks(scope, ours, theirs) || compareNumbers(scope, ours, theirs) || compareCounts(scope, ours, theirs);
    }
  }

  Candidate bothOf(MessageKind kind, std::uint32_t scope, const Entries& ours, const Entries& theirs) const {
    Candidate candidate;
    candidate.scope = scope;
    Message& message = candidate.message;
    message.kind = kind;
    message.ranksRun = ranksOf(m_run, ours);
    message.ranksBaseline = ranksOf(m_base, theirs);
    message.countRun = countOf(ours);
    message.countBaseline = countOf(theirs);
    message.inRun = placesOf(m_run, ours);
    message.inBaseline = placesOf(m_base, theirs);
    return candidate;
  }

  // What all ranks print in every baseline, and some do not in the run.
  bool compareRanks(std::uint32_t scope, const Entries& ours, const Entries& theirs) {
    const std::vector<Rank>& peers = m_scopes.ranks[scope];
    if (peers.size() < 2) return false;
    const std::vector<Rank> now = common(ranksOf(m_run, ours), peers);
    if (now.empty() || now.size() == peers.size() || common(ranksOf(m_base, theirs), peers).size() != peers.size()) return false;
    bool weak = false;
    for (std::size_t i = 1; i < m_sides.baselines.size(); ++i) {
      const Side& other = m_sides.baselines[i];
      const Scopes& scopes = m_sides.scopes[i];
      Entries same;
      for (const Entry& entry : other.digest.of(ours.front()->hash)) {
        if (scopes.ofBaseline[entry.owner] != kApart) same.push_back(&entry);
      }
      weak = weak || common(ranksOf(other, same), peers).size() != peers.size();
    }
    Candidate candidate = bothOf(MessageKind::ranks, scope, ours, theirs);
    candidate.message.missingOn = without(peers, now);
    candidate.message.weak = weak;
    candidate.message.few = 2 * candidate.message.missingOn.size() <= peers.size();
    // The line to show is that of a rank which misses it, in the baseline.
    Entries first = theirs;
    std::stable_partition(first.begin(), first.end(), [&](const Entry* entry) {
      const auto rank = m_base.rankOf(entry->owner);
      return rank && std::binary_search(candidate.message.missingOn.begin(), candidate.message.missingOn.end(), *rank);
    });
    candidate.message.inBaseline = placesOf(m_base, first);
    add(std::move(candidate), m_run, ours);
    return true;
  }

  // A number that is the same on all ranks of the baseline and on most of the run's, but not on some.
  bool compareNumbers(std::uint32_t scope, const Entries& ours, const Entries& theirs) {
    if (ours.size() < 3 || theirs.size() < 2) return false;
    const std::uint64_t usual = theirs.front()->numbers;
    const auto isUsual = [usual](const Entry* entry) { return entry->numbers == usual && !entry->varies; };
    if (usual == 0 || !std::all_of(theirs.begin(), theirs.end(), isUsual)) return false;
    Entries odd, same;
    for (const Entry* entry : ours) (isUsual(entry) ? same : odd).push_back(entry);
    if (odd.empty() || same.size() <= odd.size() || odd.front()->varies) return false;
    Candidate candidate = bothOf(MessageKind::value, scope, odd, theirs);
    const Shown now = m_showRun.show(odd.front()->first, odd.front()->hash), before = m_showBase.show(theirs.front()->first, theirs.front()->hash);
    const auto values = differingWords(now.message, before.message);
    if (!values || values->empty()) return false;
    candidate.message.values = *values;
    candidate.message.few = true;
    add(std::move(candidate), m_run, odd);
    return true;
  }

  double share(const Side& side, const Entries& entries) const {
    std::uint64_t lines = 0;
    for (const Entry* entry : entries) lines += side.digest.linesOf[entry->owner];
    return lines == 0 ? 0 : static_cast<double>(countOf(entries)) / static_cast<double>(lines);
  }

  // A log that is cut short changes all shares, a long one all counts: both must differ.
  bool compareCounts(std::uint32_t scope, const Entries& ours, const Entries& theirs) {
    const std::uint64_t now = countOf(ours), before = countOf(theirs);
    const double perRun = static_cast<double>(now) / static_cast<double>(ours.size()), perBaseline = static_cast<double>(before) / static_cast<double>(theirs.size());
    const bool more = perRun > perBaseline;
    if (!more && !m_scopes.runEnded[scope]) return false;
    if (more && !m_scopes.baselineEnded[scope]) return false;
    const double ratio = more ? perRun / perBaseline : perBaseline / perRun;
    if (ratio < kCountRatio || (more ? now - std::min(now, before) : before - std::min(now, before)) < kLeastCount) return false;
    const double shareRun = share(m_run, ours), shareBaseline = share(m_base, theirs);
    if (shareRun <= 0 || shareBaseline <= 0 || (more ? shareRun / shareBaseline : shareBaseline / shareRun) < kShareRatio) return false;
    Candidate candidate = bothOf(MessageKind::count, scope, ours, theirs);
    for (std::size_t i = 1; i < m_sides.baselines.size(); ++i) {
      std::uint64_t count = 0;
      std::size_t writers = 0;
      for (const Entry& entry : m_sides.baselines[i].digest.of(ours.front()->hash)) {
        count += entry.count;
        ++writers;
      }
      const double per = writers == 0 ? 0 : static_cast<double>(count) / static_cast<double>(writers);
      if (more ? per * kCountRatio > perRun : per < perRun * kCountRatio) candidate.message.weak = true;
    }
    add(std::move(candidate), m_run, ours);
    return true;
  }

  const Sides& m_sides;
  const Side& m_run;
  const Side& m_base;
  const Scopes& m_scopes;
  TemplateReader m_showRun, m_showBase;
  Found m_found;
};

std::vector<std::string_view> wordsOf(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    at = text.find_first_not_of(' ', at);
    if (at == std::string_view::npos) break;
    const std::size_t end = std::min(text.find(' ', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

bool isWildcard(std::string_view word) noexcept {
  return word.find_first_not_of("#@.,:;()[]{}'\"<>=-/") == std::string_view::npos;
}

// How well two candidates go together; 0: not at all. What is masked on both sides never counts as agreement.
std::size_t likeness(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b) {
  if (a.size() != b.size() || a.size() < 3) return 0;
  std::size_t same = 0, differing = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) ++differing;
    else if (!isWildcard(a[i])) ++same;
  }
  if (differing == 0 || differing > 2 || same < 2 || 3 * differing > a.size()) return 0;
  return 100 * same / (same + differing) + (differing == 1 ? 1 : 0);
}

}  // namespace

std::optional<std::vector<Value>> differingWords(std::string_view run, std::string_view baseline) {
  const std::vector<std::string_view> a = wordsOf(run), b = wordsOf(baseline);
  if (a.size() != b.size()) return std::nullopt;
  std::vector<Value> values;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const bool ownRank = i > 0 && (a[i - 1] == "rank" || a[i - 1] == "Rank");   // who printed it, not what
    if (a[i] != b[i] && !ownRank) values.push_back({std::string(a[i]), std::string(b[i])});
  }
  if (values.size() > 4) return std::nullopt;
  return values;
}

Found findMessages(const Sides& sides) { return Finder(sides).find(); }

void pairValues(std::vector<Candidate>& candidates) {
  constexpr std::size_t kMost = 600;             // of each side: more of them are another suite's
  std::vector<std::size_t> ours, theirs;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Message& message = candidates[i].message;
    if (message.weak || message.text.empty()) continue;
    if (message.kind == MessageKind::onlyInRun) ours.push_back(i);
    if (message.kind == MessageKind::onlyInBaseline || message.kind == MessageKind::ranks) theirs.push_back(i);
  }
  if (ours.size() > kMost || theirs.size() > kMost) return;
  std::set<std::size_t> used;
  for (const std::size_t i : ours) {
    Candidate& own = candidates[i];
    const auto words = wordsOf(own.message.text);
    std::size_t best = 0, with = 0;
    for (const std::size_t k : theirs) {
      const Candidate& other = candidates[k];
      if (other.scope != own.scope || used.count(k) > 0) continue;
      // The same writers: what is missing on a rank is what that rank prints instead.
      if (other.message.kind == MessageKind::ranks ? other.message.missingOn != own.message.ranksRun : other.message.ranksBaseline.empty() != own.message.ranksRun.empty()) continue;
      const std::size_t like = likeness(words, wordsOf(other.message.text));
      if (like > best) best = like, with = k;
    }
    if (best == 0) continue;
    used.insert(with);
    const Message& other = candidates[with].message;
    own.message.kind = MessageKind::value;
    own.message.values = differingWords(own.message.text, other.text).value_or(std::vector<Value>());
    own.message.ranksBaseline = other.ranksBaseline;
    own.message.countBaseline = other.countBaseline;
    own.message.inBaseline = other.inBaseline;
  }
  std::vector<Candidate> kept;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (used.count(i) == 0) kept.push_back(std::move(candidates[i]));
  }
  candidates = std::move(kept);
}

}  // namespace lanescope::compare
