// SPDX-License-Identifier: Apache-2.0
// Opens the runs to compare with and compares, both in the background. Results arrive on the GUI thread, in order; what belongs to an
// earlier open() or swap() never does. Never waits.
#pragma once

#include "core/compare/compare.h"
#include "ui/models/session_controller.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

namespace lanescope::ui {

// What the comparison needs beside the runs. Empty: not given.
struct CompareOptions {
  std::string repository, ignoreFile;
};

class ComparisonController : public QObject {
  Q_OBJECT
 public:
  using Run = std::shared_ptr<const model::Run>;
  explicit ComparisonController(QObject* parent = nullptr);
  ~ComparisonController() override;              // stops; the work ends on a pool thread

  void setOptions(CompareOptions options) { m_options = std::move(options); }
  // Of the baselines, as that of the window's own run.
  void setPreparation(SessionController::Preparation preparation) { m_session.setPreparation(std::move(preparation)); }
  // Reads one to kMostBaselines runs, one after the other, and compares as soon as the window's run is there too.
  void open(std::vector<session::Request> baselines);
  // The window's run is complete, perhaps once more; `request` is how it was opened.
  void setRun(Run run, const session::Request& request);
  // The other one becomes the run. With several baselines the first one does, and only these two are compared.
  void swap();
  void compareAgain();                           // the ignore list was changed
  void cancel();
  void close();                                  // forgets the baselines

  bool isOpen() const { return !m_requests.empty(); }
  bool isBusy() const { return m_reading || m_job != nullptr; }
  bool isSwapped() const { return m_swapped; }
  const std::vector<Run>& baselines() const { return m_baselines; }
  // Of the run that the comparison is about: where its ignore list is kept.
  const session::Request& requestOfRun() const { return m_swapped ? m_requests.front() : m_runRequest; }
  const CompareOptions& options() const { return m_options; }

 Q_SIGNALS:
  void opened();
  void progressed(const lanescope::session::Status& status);
  void baselineArrived(const std::shared_ptr<const lanescope::model::Run>& run);   // the first one, complete
  // Of large runs, at once: what can be said before their lines are read. compared() follows.
  void previewed(const std::shared_ptr<const lanescope::compare::Comparison>& comparison);
  void compared(const std::shared_ptr<const lanescope::compare::Comparison>& comparison);
  void cancelled();
  void failed(const lanescope::base::Error& error);

 private:
  struct Job;
  void readNext();
  void take(const Run& run);
  void start();
  void drop();
  void finish(const std::shared_ptr<Job>& job);
  void showPreviewOf(const std::shared_ptr<Job>& job);
  void poll();

  CompareOptions m_options;
  SessionController m_session;
  std::vector<session::Request> m_requests;
  std::vector<Run> m_baselines;
  Run m_run;
  session::Request m_runRequest;
  std::shared_ptr<Job> m_job;
  QTimer m_poll;
  bool m_reading = false;
  bool m_swapped = false;
  bool m_rolesKnown = false;                     // decided once for each pair; afterwards only the user swaps
};

// Whether the baseline looks like the failing one of the two: then it is the run.
bool isOtherWayRound(const model::Run& run, const model::Run& baseline);

}  // namespace lanescope::ui
