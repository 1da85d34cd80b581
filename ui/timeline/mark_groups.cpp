// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/mark_groups.h"

#include "core/compare/mask.h"
#include "ui/models/words.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace lanescope::ui {

namespace {

constexpr std::size_t kMostRead = 2'000;         // lines whose text is looked at; further ones are told apart by their kind
constexpr std::size_t kLongestTemplate = 200;    // bytes

// Equal for events that say the same.
class Templates {
 public:
  explicit Templates(const model::Run& run) : m_run(run) {}
  QString of(const model::Event& event) {
    if (event.finding < m_run.findings.size()) return toQt(m_run.findings[event.finding].title);
    QString kind = QString::fromLatin1(model::toString(event.kind));
    const bool readable = event.source.value < m_run.sources.size() && m_run.source(event.source).text && event.line > 0;
    if (!readable || m_read == kMostRead) return kind;
    ++m_read;
    compare::mask(m_run.source(event.source).lineText(event.line, kLongestTemplate), m_names, m_masked);
    return m_masked.text.empty() ? kind : toQt(m_masked.text);
  }

 private:
  const model::Run& m_run;
  compare::RunNames m_names;
  compare::Masked m_masked;
  std::size_t m_read = 0;
};

struct Place {
  std::optional<std::uint32_t> launch;
  model::Rank rank = 0;
  std::uint32_t event = 0;
};

std::vector<MarkRanks> rangesOf(std::vector<Place> places) {
  std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return std::tie(a.launch, a.rank) < std::tie(b.launch, b.rank); });
  std::vector<MarkRanks> ranges;
  for (const Place& place : places) {
    const bool follows = !ranges.empty() && ranges.back().launch == place.launch && place.rank <= ranges.back().last + 1;
    if (!follows) ranges.push_back({place.launch, place.rank, place.rank, place.event, 0});
    MarkRanks& range = ranges.back();
    range.last = place.rank;
    range.event = std::min(range.event, place.event);   // events are in order of time
    ++range.count;
  }
  return ranges;
}

}  // namespace

std::vector<MarkGroup> markGroups(const model::Run& run, const std::vector<std::uint32_t>& events, std::uint32_t worst) {
  Templates templates(run);
  std::map<QString, std::vector<Place>> byTemplate;
  QString first;
  for (const std::uint32_t index : events) {
    const model::Event& event = run.events[index];
    const QString what = templates.of(event);
    if (index == worst) first = what;
    Place place{{}, 0, index};
    if (event.lane.valid()) {
      place.launch = run.lanes[event.lane.value].launch;
      place.rank = run.lanes[event.lane.value].rank;
    }
    byTemplate[what].push_back(place);
  }
  std::vector<MarkGroup> groups;
  for (auto& [what, places] : byTemplate) groups.push_back({what, places.front().event, places.size(), rangesOf(std::move(places))});
  std::stable_sort(groups.begin(), groups.end(), [&](const MarkGroup& a, const MarkGroup& b) {
    if ((a.what == first) != (b.what == first)) return a.what == first;
    return a.count > b.count;
  });
  return groups;
}

}  // namespace lanescope::ui
