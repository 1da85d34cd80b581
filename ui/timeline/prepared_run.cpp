// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/prepared_run.h"

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr std::ptrdiff_t kMostWaiting = 2;       // of one input: the one that is about to be shown, and the next
constexpr std::size_t kMostInAll = 4;            // an input that was closed before it was shown leaves nothing for long
constexpr std::size_t kFewItems = 200'000;       // tests and events whose phases are found at once

std::shared_ptr<const PhaseBand> bandOf(const model::Run& run) {
  std::size_t items = run.events.size();
  for (const auto& tests : run.testRuns) items += tests.size();
  return items <= kFewItems ? std::make_shared<const PhaseBand>(run) : nullptr;
}

}  // namespace

PreparedRun::PreparedRun(std::shared_ptr<const model::Run> shown, const std::stop_token& stop)
    : run(std::move(shown)), index(*run, stop), table(*run, index), gaps(*run, index), density(*run, index), band(bandOf(*run)), profile(*run, index, stop) {}

void PreparedRuns::prepare(const std::shared_ptr<const model::Run>& run, const std::stop_token& stop) {
  auto made = std::make_shared<const PreparedRun>(run, stop);
  if (stop.stop_requested()) return;
  const std::lock_guard lock(m_mutex);
  const auto sameInput = [&run](const auto& other) { return other->run->id == run->id; };
  if (std::count_if(m_waiting.begin(), m_waiting.end(), sameInput) >= kMostWaiting) m_waiting.erase(std::find_if(m_waiting.begin(), m_waiting.end(), sameInput));
  if (m_waiting.size() >= kMostInAll) m_waiting.erase(m_waiting.begin());
  m_waiting.push_back(made);
  add(made);
}

std::shared_ptr<const PreparedRun> PreparedRuns::of(const std::shared_ptr<const model::Run>& run) {
  {
    const std::lock_guard lock(m_mutex);
    if (auto made = find(*run)) {
      // It and what came before it of the same input wait no longer.
      const auto end = std::find(m_waiting.begin(), m_waiting.end(), made);
      if (end != m_waiting.end()) {
        m_waiting.erase(std::remove_if(m_waiting.begin(), end + 1, [&run](const auto& other) { return other->run->id == run->id; }), end + 1);
      }
      return made;
    }
  }
  auto made = std::make_shared<const PreparedRun>(run);
  const std::lock_guard lock(m_mutex);
  add(made);
  return made;
}

std::shared_ptr<const PreparedRun> PreparedRuns::find(const model::Run& run) {
  for (const std::weak_ptr<const PreparedRun>& known : m_made) {
    if (auto made = known.lock(); made && made->run.get() == &run) return made;
  }
  return nullptr;
}

void PreparedRuns::add(const std::shared_ptr<const PreparedRun>& made) {
  m_made.erase(std::remove_if(m_made.begin(), m_made.end(), [](const auto& known) { return known.expired(); }), m_made.end());
  m_made.push_back(made);
}

}  // namespace lanescope::ui
