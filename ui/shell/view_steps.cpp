// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/view_steps.h"

#include <QElapsedTimer>
#include <QUndoCommand>
#include <QUndoStack>

#include <utility>

namespace lanescope::ui {

namespace {

// The same but for the list of ranks, which is typed letter by letter.
bool isTyping(const ViewLook& before, const ViewLook& after) {
  ViewLook typed = after;
  typed.rows.ranks = before.rows.ranks;
  return typed == before && after.rows.ranks != before.rows.ranks;
}

}  // namespace

class ViewSteps::Step : public QUndoCommand {
 public:
  Step(const QString& name, ViewSteps* steps, ViewLook before, ViewLook after)
      : QUndoCommand(name), m_steps(steps), m_before(std::move(before)), m_after(std::move(after)), m_typed(isTyping(m_before, m_after)) {
    m_made.start();
  }
  void undo() override { m_steps->show(m_before); }
  // The stack calls it when the step is pushed, too: it shows already.
  void redo() override {
    if (m_shown) m_steps->show(m_after);
    m_shown = true;
  }
  int id() const override { return m_typed ? 1 : -1; }
  bool mergeWith(const QUndoCommand* next) override {
    const auto* step = static_cast<const Step*>(next);   // of the same id
    if (step->m_steps != m_steps || m_made.elapsed() > kOneStepMs) return false;
    m_after = step->m_after;
    m_made.start();
    setText(stepText(m_before, m_after));
    setObsolete(m_after == m_before);
    return true;
  }

 private:
  ViewSteps* m_steps;
  ViewLook m_before, m_after;
  bool m_typed;
  bool m_shown = false;
  QElapsedTimer m_made;
};

ViewSteps::ViewSteps(QUndoStack* undo, std::function<ViewLook()> present, Show show, QObject* parent)
    : QObject(parent), m_undo(undo), m_present(std::move(present)), m_show(std::move(show)) {}

void ViewSteps::begin() { m_last = m_present(); }

void ViewSteps::note() {
  if (m_last) push({});
}

void ViewSteps::asOne(const QString& name, const std::function<void()>& change) {
  const auto before = std::exchange(m_last, std::nullopt);
  change();
  m_last = before;
  if (m_last) push(name);
}

void ViewSteps::push(const QString& name) {
  ViewLook now = m_present();
  if (now == *m_last) return;
  auto* step = new Step(name.isEmpty() ? stepText(*m_last, now) : name, this, *m_last, now);
  m_last = std::move(now);
  m_undo->push(step);
}

// What it changes on its way is no step.
void ViewSteps::show(const ViewLook& look) {
  const bool counts = m_last.has_value();
  pause();
  m_show(look);
  if (counts) begin();
}

}  // namespace lanescope::ui
