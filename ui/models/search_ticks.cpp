// SPDX-License-Identifier: Apache-2.0
#include "ui/models/search_ticks.h"

#include "core/clock/line_time.h"
#include "ui/models/words.h"

#include <QCoreApplication>
#include <QMetaObject>
#include <QPointer>
#include <QThreadPool>

#include <algorithm>
#include <unordered_set>

namespace lanescope::ui {

namespace {

constexpr int kSoonMs = 300;                     // while hits arrive
constexpr std::uint64_t kWhileRunning = 50'000;  // more hits, and ticks wait for the end of the search
constexpr std::int64_t kFinest = 4096, kCoarsest = 256;   // parts of the run's time
constexpr std::int64_t kMostTicks = 400'000;

void addTicks(const model::Run& run, const HitGroup& group, TimeRange span, std::int64_t parts, const std::stop_token& stop, std::vector<SearchTicks::Tick>& ticks) {
  std::unordered_set<std::int64_t> taken;
  for (const HitGroup::Part& part : group.parts) {
    if (stop.stop_requested()) return;           // each part is a walk over its source
    const std::vector<model::When> times = clock::whenOfLines(run.source(part.source), part.lines);
    for (std::size_t i = 0; i < times.size(); ++i) {
      if (!times[i].known()) continue;
      const double place = static_cast<double>(times[i].utc - span.begin) / static_cast<double>(std::max<std::int64_t>(1, span.length()));
      if (!taken.insert(static_cast<std::int64_t>(place * static_cast<double>(parts))).second) continue;
      ticks.push_back({group.lane, times[i].utc, {part.source, part.lines[i]}});
    }
  }
}

}  // namespace

SearchTicks::SearchTicks(SearchState* search, QObject* parent) : QObject(parent), m_search(search) {
  m_soon.setSingleShot(true);
  m_soon.setInterval(kSoonMs);
  connect(&m_soon, &QTimer::timeout, this, &SearchTicks::find);
  connect(search, &SearchState::changed, this, &SearchTicks::follow);
  connect(search, &SearchState::finished, this, &SearchTicks::find);
  connect(search, &SearchState::grew, this, [this] {
    if (!m_soon.isActive() && m_search->hits().total() <= kWhileRunning) m_soon.start();
  });
}

// Another search: what the one before had found is gone.
void SearchTicks::follow() {
  m_soon.stop();
  m_stop.request_stop();
  if (m_ticks.empty()) return;
  m_ticks.clear();
  Q_EMIT changed();
}

void SearchTicks::find() {
  m_soon.stop();
  const auto run = m_search->side(0)->run();
  if (run == nullptr || m_search->hits().sides() == 0 || m_search->hits().run(0) != run || m_search->hits().total(0) == 0) return;
  m_stop.request_stop();                         // it would look through fewer hits
  m_stop = {};
  std::vector<HitGroup> groups;
  for (const HitGroup& group : m_search->hits().groups()) {
    if (group.side == 0) groups.push_back(group);
  }
  QThreadPool::globalInstance()->start([self = QPointer<SearchTicks>(this), run, groups = std::move(groups), span = m_search->side(0)->span(), stop = m_stop.get_token()] {
    const std::int64_t parts = std::clamp(kMostTicks / static_cast<std::int64_t>(groups.size()), kCoarsest, kFinest);
    auto ticks = std::make_shared<std::vector<Tick>>();
    for (const HitGroup& group : groups) addTicks(*run, group, span, parts, stop, *ticks);
    if (stop.stop_requested()) return;
    const auto arrive = [self, run, ticks, stop] {
      if (self.isNull() || stop.stop_requested()) return;
      self->m_run = run;
      self->m_ticks = std::move(*ticks);
      Q_EMIT self->changed();
    };
    QMetaObject::invokeMethod(QCoreApplication::instance(), arrive, Qt::QueuedConnection);
  });
}

QString SearchTicks::textOf(const Tick& tick) const { return m_run ? lineText(*m_run, tick.line) : QString(); }

}  // namespace lanescope::ui
