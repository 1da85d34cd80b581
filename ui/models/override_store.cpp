// SPDX-License-Identifier: Apache-2.0
#include "ui/models/override_store.h"

#include "core/session/run_settings.h"

#include <QUndoCommand>
#include <QUndoStack>

#include <algorithm>
#include <set>

namespace lanescope::ui {

using model::Override;
using model::Overrides;

std::string firstFailureValue(const model::Finding& finding) {
  return finding.fingerprint + '@' + std::to_string(finding.launch.value_or(0)) + '.' + std::to_string(finding.attempt.value_or(0));
}

class OverrideStore::Step : public QUndoCommand {
 public:
  Step(const QString& text, OverrideStore* store, Overrides before, Overrides after)
      : QUndoCommand(text), m_store(store), m_before(std::move(before)), m_after(std::move(after)) {}
  void undo() override { m_store->replace(m_before); }
  void redo() override { m_store->replace(m_after); }

 private:
  OverrideStore* m_store;
  Overrides m_before, m_after;
};

OverrideStore::OverrideStore(ViewState* state, QUndoStack* undo, QObject* parent)
    : QObject(parent), m_state(state), m_undo(undo) {
  connect(state, &ViewState::runChanged, this, &OverrideStore::follow);
}

// A complete run was read with what stood here, and says what of it does not apply.
void OverrideStore::follow() {
  const auto run = m_state->run();
  if (run == nullptr) {
    m_undo->clear();
    m_all.clear();
  } else if (run->complete) {
    m_all = run->overrides;
  } else {
    return;
  }
  index();
  Q_EMIT updated();
}

void OverrideStore::index() {
  m_index.clear();
  for (std::size_t i = 0; i < m_all.size(); ++i) m_index[{m_all[i].source, m_all[i].what}] = i;
}

const Override* OverrideStore::find(const std::string& source, const std::string& what) const {
  const auto found = m_index.find({source, what});
  return found == m_index.end() ? nullptr : &m_all[found->second];
}

bool OverrideStore::isChangeable() const { return m_state->run() != nullptr && m_state->run()->complete; }

bool OverrideStore::set(const QString& stepText, const std::vector<std::string>& sources, const std::string& what,
                        const std::string& value) {
  if (!isChangeable() || sources.empty()) return false;
  Override said;
  said.source = sources.front();
  said.what = what;
  said.value = value;
  if (const auto problem = value.empty() ? std::nullopt : session::problemOf(said)) {
    Q_EMIT refused({base::ErrorCode::invalidArgument, *problem, said.source, {}});
    return false;
  }
  const std::set<std::string> meant(sources.begin(), sources.end());
  Overrides next;
  std::copy_if(m_all.begin(), m_all.end(), std::back_inserter(next),
               [&](const Override& one) { return one.what != what || meant.count(one.source) == 0; });
  if (value.empty() && next.size() == m_all.size()) return false;
  const auto isSaid = [&](const std::string& source) {
    const Override* now = find(source, what);
    return now != nullptr && now->value == value && !now->fromCommandLine;
  };
  if (!value.empty() && std::all_of(sources.begin(), sources.end(), isSaid)) return false;
  for (const std::string& source : sources) {
    if (value.empty()) break;
    said.source = source;
    next.push_back(said);
  }
  push(stepText, std::move(next));
  return true;
}

void OverrideStore::clear(const QString& stepText, const std::vector<std::string>& sources) {
  const std::set<std::string> meant(sources.begin(), sources.end());
  Overrides next;
  std::copy_if(m_all.begin(), m_all.end(), std::back_inserter(next),
               [&](const Override& one) { return meant.count(one.source) == 0; });
  if (isChangeable() && next.size() != m_all.size()) push(stepText, std::move(next));
}

void OverrideStore::push(const QString& stepText, Overrides next) {
  m_undo->push(new Step(stepText, this, m_all, std::move(next)));  // calls redo()
}

void OverrideStore::replace(Overrides all) {
  m_all = std::move(all);
  index();
  Q_EMIT updated();
  Q_EMIT changed();
}

}  // namespace lanescope::ui
