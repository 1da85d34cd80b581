// SPDX-License-Identifier: Apache-2.0
#include "ui/models/search_state.h"

#include "core/search/pattern_fault.h"
#include "ui/models/words.h"

#include <QMetaObject>
#include <QMutex>
#include <QMutexLocker>

#include <algorithm>
#include <chrono>
#include <utility>

namespace lanescope::ui {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kBetweenReports{60};
constexpr int kBetweenRunsMs = 400;

search::Query coreQuery(const SearchQuery& query) {
  search::Query core;
  core.text = query.text.toStdString();
  core.regex = query.regex;
  core.matchCase = query.matchCase;
  core.wholeWord = query.wholeWord;
  return core;
}

std::vector<model::SourceId> inOrder(std::vector<model::SourceId> sources) {
  std::sort(sources.begin(), sources.end());
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  return sources;
}

}  // namespace

// One search. The pool's thread collects, the GUI thread takes what there is when it is told.
struct SearchState::Job {
  struct Target { std::shared_ptr<const model::Run> run; search::Where where; };
  std::vector<Target> targets;                   // by side
  std::shared_ptr<const search::Expression> expression;
  std::stop_source stop;
  base::Progress progress;
  QMutex mutex;                                  // guards what follows
  SearchState* owner = nullptr;                  // null once it moved on
  std::vector<std::vector<search::Hit>> found;   // by side, not taken yet
  bool told = false;                             // the owner was told and has not come yet
  bool complete = true, done = false;

  void tell(const std::shared_ptr<Job>& self) {
    if (owner == nullptr || std::exchange(told, true)) return;
    SearchState* const target = owner;
    QMetaObject::invokeMethod(target, [target, self] { target->take(self); }, Qt::QueuedConnection);
  }

  void work(const std::shared_ptr<Job>& self) {
    for (std::size_t side = 0; side < targets.size(); ++side) {
      std::optional<Clock::time_point> reported;
      const search::Totals totals = search::search(
          *targets[side].run, *expression, targets[side].where, stop.get_token(),
          [&](std::span<const search::Hit> hits) {
            const QMutexLocker lock(&mutex);
            found[side].insert(found[side].end(), hits.begin(), hits.end());
            // The first hits at once, the others in portions that the GUI thread can follow.
            const auto now = Clock::now();
            if (reported && now - *reported < kBetweenReports) return;
            reported = now;
            tell(self);
          },
          &progress);
      const QMutexLocker lock(&mutex);
      complete = complete && totals.complete;
    }
    const QMutexLocker lock(&mutex);
    done = true;
    tell(self);
  }
};

SearchState::SearchState(ViewState* state, QObject* parent) : QObject(parent), m_state(state) {
  m_again.setSingleShot(true);
  connect(&m_again, &QTimer::timeout, this, &SearchState::begin);
  connect(state, &ViewState::runChanged, this, &SearchState::follow);
}

SearchState::~SearchState() { cancel(); }

void SearchState::setOther(ViewState* other) {
  if (other == m_other) return;
  if (m_other) disconnect(m_other, nullptr, this, nullptr);
  m_other = other;
  if (m_other) connect(m_other, &ViewState::runChanged, this, &SearchState::follow);
  follow();
}

// Another Run numbers its sources anew: what was found is searched for again.
void SearchState::follow() {
  if (!isActive()) return;
  cancel();
  m_hits.reset({});
  const auto run = m_state->run();
  if (run && run->complete) return begin();
  if (run) m_again.start(kBetweenRunsMs);
  Q_EMIT changed();
}

void SearchState::start(const SearchQuery& query) {
  m_query = query;
  begin();
}

void SearchState::narrow() {
  if (isActive() && !m_query.text.isEmpty()) m_outer.push_back(m_query);
}

void SearchState::widen() {
  if (m_outer.empty()) return;
  m_query = m_outer.back();
  m_outer.pop_back();
  begin();
}

void SearchState::clear() {
  m_outer.clear();
  start({{}, m_query.regex, m_query.matchCase, m_query.wholeWord, m_query.scope});
}

search::Where SearchState::whereOf(std::size_t which) const {
  search::Where where;
  where.writers = true;
  const auto scope = m_outer.empty() ? m_query.scope : m_outer.front().scope;
  if (scope == SearchQuery::Scope::lanes && which == 0 && m_visibleLanes) where.lanes = m_visibleLanes();
  if (scope == SearchQuery::Scope::text && which == 0 && m_shownSources) where.sources = inOrder(m_shownSources());
  if (scope == SearchQuery::Scope::time) where.time = search::Where::Time{side(which)->range().begin, side(which)->range().end};
  return where;
}

void SearchState::begin() {
  cancel();
  m_again.stop();
  m_fault.reset();
  m_expression.reset();
  m_complete = true;
  m_hits.reset({});
  std::vector<search::Query> queries;
  for (const SearchQuery& outer : m_outer) queries.push_back(coreQuery(outer));
  if (!m_query.text.isEmpty()) queries.push_back(coreQuery(m_query));
  if (!queries.empty()) {
    search::Fault fault;
    if (auto compiled = search::Expression::compile(queries, &fault)) m_expression = *std::move(compiled);
    else m_fault = fault;
  }
  if (m_expression && m_state->run()) {
    m_job = std::make_shared<Job>();
    std::vector<std::shared_ptr<const model::Run>> runs;
    for (std::size_t which = 0; which < 2 && side(which) && side(which)->run(); ++which) {
      m_job->targets.push_back({side(which)->run(), whereOf(which)});
      runs.push_back(side(which)->run());
    }
    m_hits.reset(runs);
    m_job->found.resize(runs.size());
    m_job->expression = m_expression;
    m_job->owner = this;
    m_pool.start([job = m_job] { job->work(job); });
  }
  Q_EMIT changed();
  if (m_job == nullptr) Q_EMIT finished();
}

void SearchState::cancel() {
  if (m_job == nullptr) return;
  m_job->stop.request_stop();
  {
    const QMutexLocker lock(&m_job->mutex);
    m_job->owner = nullptr;
  }
  m_job.reset();
  m_complete = false;
}

void SearchState::setHidesLines(bool on) {
  if (std::exchange(m_hidesLines, on) != on) Q_EMIT hidingChanged();
}

void SearchState::setHidesLanes(bool on) {
  if (std::exchange(m_hidesLanes, on) != on) Q_EMIT hidingChanged();
}

double SearchState::part() const {
  if (m_job == nullptr) return 1;
  const auto total = static_cast<double>(m_job->progress.bytesTotal);
  return total > 0 ? static_cast<double>(m_job->progress.bytesDone) / total : 0;
}

QString SearchState::faultText() const { return m_fault ? toQt(search::describe(*m_fault, m_query.text.toStdString())) : QString(); }

void SearchState::take(const std::shared_ptr<Job>& job) {
  if (job != m_job) return;
  std::vector<std::vector<search::Hit>> found(job->found.size());
  bool done = false;
  {
    const QMutexLocker lock(&job->mutex);
    found.swap(job->found);
    job->told = false;
    done = job->done;
    m_complete = job->complete;
  }
  for (std::size_t which = 0; which < found.size(); ++which) m_hits.add(which, found[which]);
  if (!done) {
    Q_EMIT grew();
    return;
  }
  m_job.reset();
  Q_EMIT grew();
  Q_EMIT finished();
}

}  // namespace lanescope::ui
