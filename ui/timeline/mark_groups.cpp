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
  std::size_t at = 0;                            // in the list of events, which is in order of time
};

std::vector<MarkRanks> rangesOf(std::vector<Place> places, const std::vector<std::uint32_t>& events) {
  std::vector<std::size_t> earliest;             // of each range
  std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return std::tie(a.launch, a.rank) < std::tie(b.launch, b.rank); });
  std::vector<MarkRanks> ranges;
  for (const Place& place : places) {
    const bool follows = !ranges.empty() && ranges.back().launch == place.launch && place.rank <= ranges.back().last + 1;
    if (!follows) {
      ranges.push_back({place.launch, place.rank, place.rank, 0, 0});
      earliest.push_back(place.at);
    }
    MarkRanks& range = ranges.back();
    range.last = place.rank;
    earliest.back() = std::min(earliest.back(), place.at);
    range.event = events[earliest.back()];
    ++range.count;
  }
  return ranges;
}

}  // namespace

std::vector<MarkGroup> markGroups(const model::Run& run, const RunIndex& index, const std::vector<std::uint32_t>& events, std::uint32_t worst) {
  Templates templates(run);
  std::map<QString, std::vector<Place>> byTemplate;
  QString first;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const model::Event& event = index.event(run, events[i]);
    const QString what = templates.of(event);
    if (events[i] == worst) first = what;
    Place place{{}, 0, i};
    if (event.lane.valid()) {
      place.launch = run.lanes[event.lane.value].launch;
      place.rank = run.lanes[event.lane.value].rank;
    }
    byTemplate[what].push_back(place);
  }
  std::vector<MarkGroup> groups;
  for (auto& [what, places] : byTemplate) groups.push_back({what, events[places.front().at], places.size(), rangesOf(std::move(places), events)});
  std::stable_sort(groups.begin(), groups.end(), [&](const MarkGroup& a, const MarkGroup& b) {
    if ((a.what == first) != (b.what == first)) return a.what == first;
    return a.count > b.count;
  });
  return groups;
}

}  // namespace lanescope::ui
