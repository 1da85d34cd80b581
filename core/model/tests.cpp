// SPDX-License-Identifier: Apache-2.0
// Tests of each lane, and the counts of each launch.
#include "core/model/draft.h"

#include <algorithm>
#include <map>

namespace lanescope::model {
namespace {

using recognise::SessionFact;
using recognise::TestMark;
using recognise::TestWord;

void mapNames(Draft& draft) {
  draft.testIdOfName.resize(draft.scans.size());
  for (std::size_t source = 0; source < draft.scans.size(); ++source) {
    const text::StringPool& names = draft.scans[source].names;
    std::vector<TestId>& ids = draft.testIdOfName[source];
    for (std::uint32_t i = 0; i < names.size(); ++i) {
      const std::string name(names.view(text::StringId{i}));
      const auto known = draft.testIds.try_emplace(name, TestId{static_cast<std::uint32_t>(draft.run.testNames.size())});
      if (known.second) draft.run.testNames.push_back(name);
      ids.push_back(known.first->second);
    }
  }
}

// One lane's marks in one source, in line order, become tests.
class LaneTestBuilder {
 public:
  LaneTestBuilder(Draft& draft, std::uint32_t source, LaneId lane) : m_draft(draft), m_source(source), m_lane(lane) {}

  void add(const TestMark& mark) {
    const TestId test = m_draft.testIdOfName[m_source][mark.name.value];
    if (mark.kind == TestMark::Kind::start) {
      if (!m_tests.empty() && m_tests.back().open()) {
        if (m_tests.back().test == test) return;           // its name again, in front of what it printed
        m_tests.back().interrupted = true;
      }
      LaneTest entry;
      entry.lane = m_lane;
      entry.test = test;
      entry.source = m_source;
      entry.startLine = mark.line;
      m_tests.push_back(entry);
      return;
    }
    const auto it = std::find_if(m_tests.rbegin(), m_tests.rend(), [test](const LaneTest& entry) { return entry.test == test; });
    if (it == m_tests.rend()) return;
    if (mark.word == TestWord::error) {
      it->errorLine = mark.line;
      it->errorPhase = mark.phase;
    } else if (it->verdictLine == 0) {
      it->verdictLine = mark.line;
      it->word = mark.word;
    }
  }
  std::vector<LaneTest> take() { return std::move(m_tests); }

 private:
  Draft& m_draft;
  std::uint32_t m_source;
  LaneId m_lane;
  std::vector<LaneTest> m_tests;
};

void collectLaneTests(Draft& draft) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, LaneTestBuilder> builders;   // (lane, source)
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    for (const TestMark& mark : draft.scans[source].tests) {
      if (draft.isCopy(source, mark.line, mark.writer)) continue;
      const Draft::Owner owner = draft.ownerOf(source, mark.line, mark.writer);
      if (!owner.lane.valid()) continue;
      const auto key = std::make_pair(owner.lane.value, source);
      builders.try_emplace(key, draft, source, owner.lane).first->second.add(mark);
    }
  }
  for (auto& builder : builders) {
    const std::vector<LaneTest> tests = builder.second.take();
    draft.laneTests.insert(draft.laneTests.end(), tests.begin(), tests.end());
  }
}

void addCounts(RankCounts& counts, const SessionFact& fact) {
  if (fact.kind == SessionFact::Kind::collected) {
    counts.collected = fact.collected;
    counts.selected = fact.selected;
    counts.deselected = fact.deselected ? fact.deselected : std::optional<std::uint32_t>(0);
    return;
  }
  counts.passed = fact.passed;
  counts.failed = fact.failed;
  counts.skipped = fact.skipped;
  counts.errors = fact.errors;
  counts.xfailed = fact.xfailed;
  counts.xpassed = fact.xpassed;
  if (fact.deselectedAtEnd && *fact.deselectedAtEnd > 0) counts.deselected = fact.deselectedAtEnd;
  counts.seconds = fact.seconds;
  counts.complete = true;
}

void collectCounts(Draft& draft) {
  std::map<std::uint32_t, std::map<Rank, RankCounts>> byLaunch;
  Run& run = draft.run;
  for (std::uint32_t source = 0; source < draft.scans.size(); ++source) {
    for (const SessionFact& fact : draft.scans[source].sessions) {
      const Draft::Owner owner = draft.ownerOf(source, fact.line, fact.writer);
      if (!owner.lane.valid() || draft.isCopy(source, fact.line, fact.writer)) continue;
      Launch& launch = run.launches[*owner.launch];
      if (!launch.tests) launch.tests = LaunchTests{};
      const Rank rank = run.lanes[owner.lane.value].rank;
      RankCounts& counts = byLaunch[*owner.launch][rank];
      counts.rank = rank;
      if (fact.kind == SessionFact::Kind::start) continue;
      addCounts(counts, fact);
      if (fact.kind != SessionFact::Kind::collected || launch.tests->collected) continue;
      launch.tests->collected = fact.collected;
      launch.tests->deselected = fact.deselected.value_or(0);
      launch.tests->collectionSkipped = fact.skippedAtCollection.value_or(0);
      launch.tests->selected = fact.selected;
    }
  }
  for (const auto& launch : byLaunch) {
    for (const auto& rank : launch.second) run.launches[launch.first].tests->ranks.push_back(rank.second);
  }
}

}  // namespace

void collectTests(Draft& draft) {
  mapNames(draft);
  collectLaneTests(draft);
  collectCounts(draft);
}

}  // namespace lanescope::model
