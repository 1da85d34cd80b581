// SPDX-License-Identifier: Apache-2.0
#include "core/compare/relevance.h"

#include "core/compare/failure_view.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace lanescope::compare {
namespace {

// Up to two lines that both runs have may stand inside a block.
constexpr std::uint32_t kNeighbours = 3;
constexpr std::uint32_t kNeighboursInCarrier = 16;   // others' lines stand in between
constexpr std::int64_t kPauseNs = 5'000'000'000;

bool isHead(const Candidate& candidate) noexcept {
  const model::LineClass c = candidate.message.lineClass;
  return candidate.message.finding != 0xFFFFFFFF || c == model::LineClass::warning || c == model::LineClass::error || c == model::LineClass::fatal;
}

bool speaksOfFailure(const Candidate& candidate) { return isHead(candidate) || hasFailureWord(candidate.message.text); }

class Orderer {
 public:
  Orderer(const Sides& sides, const IgnoreList& ignore, std::vector<std::uint64_t>& ruleCounts)
      : m_sides(sides), m_run(*sides.run.run), m_failure(sides), m_ignore(ignore), m_ruleCounts(ruleCounts) {
    Masked masked;
    for (const std::string& rule : ignore.templates) {
      // A line as printed is a rule too: its star, if any, survives the mask.
      mask(rule, sides.run.names, masked);
      m_rules.push_back(masked.text.empty() ? rule : masked.text);
    }
  }

  std::vector<Message> order(std::vector<Candidate> candidates) {
    readTexts(candidates);
    for (Candidate& candidate : candidates) describe(candidate);
    dropUnreached(candidates);
    pairValues(candidates);
    std::vector<Candidate> rows = blocks(std::move(candidates));
    for (Candidate& row : rows) applyRules(row.message);
    std::stable_sort(rows.begin(), rows.end(), [this](const Candidate& a, const Candidate& b) { return keyOf(a) < keyOf(b); });
    std::vector<Message> messages;
    for (Candidate& row : rows) {
      row.message.id = "m" + std::to_string(messages.size() + 1);
      messages.push_back(std::move(row.message));
    }
    return messages;
  }

 private:
  void readTexts(std::vector<Candidate>& candidates) const {
    TemplateReader run(m_sides.run), baseline(m_sides.baselines.front());
    for (Candidate& candidate : candidates) {
      const bool ofBaseline = candidate.message.kind == MessageKind::onlyInBaseline;
      candidate.message.text = (ofBaseline ? baseline : run).show(candidate.line, candidate.message.hash).text;
    }
  }

  void describe(Candidate& candidate) const {
    Message& message = candidate.message;
    if (message.kind == MessageKind::onlyInBaseline) {
      if (!m_failure.reached(candidate.scope, candidate.owner, candidate.line)) message.fold = Fold::notReached;
      return;
    }
    for (const Place& place : message.inRun) {
      if (const auto finding = m_failure.findingAt(place.line)) {
        if (message.finding == 0xFFFFFFFF || m_failure.isFirstFailure(*finding)) message.finding = *finding;
      }
    }
    putEvidenceFirst(message);
    if (message.finding != 0xFFFFFFFF) {
      const model::Role role = m_run.findings[message.finding].role;
      if (m_failure.isFirstFailure(message.finding)) return;
      if (role == model::Role::teardown || role == model::Role::noise) {
        message.fold = Fold::teardown;
        return;
      }
    }
    if (m_failure.isAfter(candidate.line, candidate.owner)) message.fold = Fold::afterFailure;
  }

  // A finding's own line is the one to show.
  void putEvidenceFirst(Message& message) const {
    if (message.finding == 0xFFFFFFFF) return;
    std::stable_partition(message.inRun.begin(), message.inRun.end(), [&](const Place& place) { return m_failure.findingAt(place.line) == message.finding; });
    const model::Evidence& shown = m_run.findings[message.finding].evidence.front();
    std::stable_partition(message.inRun.begin(), message.inRun.end(), [&](const Place& place) { return place.line == model::LineRef{shown.source, shown.line}; });
  }

  // Ranks that did not come so far do not miss a line.
  void dropUnreached(std::vector<Candidate>& candidates) const {
    const Side& baseline = m_sides.baselines.front();
    for (Candidate& candidate : candidates) {
      if (candidate.message.kind != MessageKind::ranks) continue;
      std::vector<model::Rank>& missing = candidate.message.missingOn;
      for (const Entry& entry : baseline.digest.of(candidate.message.hash)) {
        const auto rank = baseline.rankOf(entry.owner);
        if (!rank || m_sides.scopes.front().ofBaseline[entry.owner] != candidate.scope) continue;
        if (!m_failure.reached(candidate.scope, entry.owner, entry.first)) missing.erase(std::remove(missing.begin(), missing.end(), *rank), missing.end());
      }
    }
    candidates.erase(std::remove_if(candidates.begin(), candidates.end(), [](const Candidate& candidate) { return candidate.message.kind == MessageKind::ranks && candidate.message.missingOn.empty(); }),
                     candidates.end());
  }

  bool areNeighbours(const Candidate& a, const Candidate& b) const {
    if (a.message.kind != b.message.kind || a.owner != b.owner || !(a.line.source == b.line.source) || a.message.weak != b.message.weak) return false;
    const Side& side = a.message.kind == MessageKind::onlyInBaseline ? m_sides.baselines.front() : m_sides.run;
    const bool own = side.owners().isLane(a.owner) && !side.run->lanes[a.owner].sources.empty();
    if (b.line.line - a.line.line > (own || !side.owners().isLane(a.owner) ? kNeighbours : kNeighboursInCarrier)) return false;
    const model::When &before = a.message.firstTime, &after = b.message.firstTime;
    return !(before.known() && after.known() && after.utc - before.utc > kPauseNs);
  }

  // Neighbours become one row: that of the line which states something; what stands behind it belongs to it, and so does what stands
  // before the first.
  std::vector<Candidate> blocks(std::vector<Candidate> candidates) const {
    std::vector<Candidate> rows, plain;
    for (Candidate& candidate : candidates) {
      const bool joins = candidate.message.kind == MessageKind::onlyInRun || candidate.message.kind == MessageKind::onlyInBaseline;
      (joins ? plain : rows).push_back(std::move(candidate));
    }
    std::stable_sort(plain.begin(), plain.end(), [](const Candidate& a, const Candidate& b) {
      return std::make_tuple(a.message.kind, a.owner, a.line) < std::make_tuple(b.message.kind, b.owner, b.line);
    });
    for (std::size_t i = 0; i < plain.size();) {
      std::size_t end = i + 1;
      while (end < plain.size() && areNeighbours(plain[end - 1], plain[end])) ++end;
      joinBlock(plain, i, end, rows);
      i = end;
    }
    return rows;
  }

  void joinBlock(std::vector<Candidate>& list, std::size_t begin, std::size_t end, std::vector<Candidate>& rows) const {
    std::size_t head = begin;
    while (head < end && !isHead(list[head])) ++head;
    if (head == end) {                           // nothing stands out: a word does, or the first
      head = begin;
      while (head < end && !hasFailureWord(list[head].message.text)) ++head;
      if (head == end) head = begin;
    }
    std::uint32_t before = static_cast<std::uint32_t>(head - begin);
    while (head < end) {
      const std::uint32_t finding = list[head].message.finding;
      std::size_t next = head + 1;
      while (next < end && (!isHead(list[next]) || (finding != 0xFFFFFFFF && list[next].message.finding == finding))) ++next;
      // Of a finding's lines the one that states it.
      const auto stated = std::find_if(list.begin() + static_cast<std::ptrdiff_t>(head), list.begin() + static_cast<std::ptrdiff_t>(next), [this](const Candidate& one) {
        return !one.message.inRun.empty() && m_failure.isStated(one.message.inRun.front().line);
      });
      const auto lead = stated != list.begin() + static_cast<std::ptrdiff_t>(next) ? static_cast<std::size_t>(stated - list.begin()) : head;
      Candidate row = std::move(list[lead]);
      row.message.lines = before + static_cast<std::uint32_t>(next - head);
      rows.push_back(std::move(row));
      before = 0;
      head = next;
    }
  }

  void applyRules(Message& message) {
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
      if (!matchesRule(m_rules[i], message.text) && !matchesRule(m_ignore.templates[i], message.text)) continue;
      ++m_ruleCounts[i];
      message.fold = Fold::ignored;
      return;
    }
  }

  int groupOf(const Candidate& row) const {
    const Message& message = row.message;
    if (message.finding != 0xFFFFFFFF && m_failure.isFirstFailure(message.finding)) {
      const model::Evidence& shown = m_run.findings[message.finding].evidence.front();
      const bool first = std::any_of(message.inRun.begin(), message.inRun.end(), [&](const Place& place) { return place.line == model::LineRef{shown.source, shown.line}; });
      return first ? 0 : 1;
    }
    if (message.kind == MessageKind::onlyInBaseline) return 5;
    if (message.kind == MessageKind::count) return 4;
    if (speaksOfFailure(row)) return 1;
    return message.few ? 2 : 3;
  }

  // What a rank prints instead tells more than what it does not print.
  static int shapeOf(const Message& message) {
    return message.kind == MessageKind::value || message.kind == MessageKind::onlyInRun ? 0 : 1;
  }

  std::tuple<bool, int, int, int, bool, std::int64_t, std::uint32_t, std::uint32_t> keyOf(const Candidate& row) const {
    const model::When& when = row.message.firstTime;
    return {row.message.weak, static_cast<int>(row.message.fold), groupOf(row), shapeOf(row.message), !when.known(), when.known() ? when.utc : 0, row.line.source.value, row.line.line};
  }

  const Sides& m_sides;
  const model::Run& m_run;
  FailureView m_failure;
  const IgnoreList& m_ignore;
  std::vector<std::uint64_t>& m_ruleCounts;
  std::vector<std::string> m_rules;
};

}  // namespace

bool hasFailureWord(std::string_view text) {
  static constexpr std::string_view kWords[] = {"error", "fail", "exception", "traceback", "abort", "timeout", "timed out", "killed", "fatal", "assert",
                                                "out of memory", "oom", "corrupt", "refused", "unreachable", "unable", "cannot", "could not", "not found",
                                                "segfault", "sigsegv", "sigterm", "warn", "no space", "denied", "lost", "nan", "mismatch", "invalid"};
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return std::any_of(std::begin(kWords), std::end(kWords), [&lower](std::string_view word) {
    const std::size_t at = lower.find(word);
    // "nan" and "oom" inside a word are not meant.
    return at != std::string::npos && (word.size() > 3 || ((at == 0 || lower[at - 1] < 'a' || lower[at - 1] > 'z') && (at + 3 == lower.size() || lower[at + 3] < 'a' || lower[at + 3] > 'z')));
  });
}

std::vector<Message> orderMessages(std::vector<Candidate> candidates, const Sides& sides, const IgnoreList& ignore, std::vector<std::uint64_t>& ruleCounts) {
  ruleCounts.resize(ignore.templates.size());
  return Orderer(sides, ignore, ruleCounts).order(std::move(candidates));
}

}  // namespace lanescope::compare
