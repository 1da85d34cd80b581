// SPDX-License-Identifier: Apache-2.0
// Finds a text in the rows of a LineList on a pool thread. Hits arrive on the GUI thread in order of rows, while it goes
// on; a new search or cancel() drops what an earlier one still finds. Matches the line without control sequences; without
// `matchCase` ASCII letters match either case.
#pragma once

#include "core/model/run.h"
#include "ui/logview/line_list.h"

#include <QObject>

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace lanescope::ui {

class LineFinder : public QObject {
  Q_OBJECT
 public:
  explicit LineFinder(QObject* parent = nullptr);
  ~LineFinder() override;

  // An empty text finds nothing and finishes at once.
  void start(std::shared_ptr<const model::Run> run, std::shared_ptr<const LineList> list, std::string text, bool matchCase);
  void cancel();
  bool isRunning() const { return m_running; }
  const std::vector<std::uint32_t>& hits() const { return m_hits; }  // rows, ascending
  std::size_t rowsDone() const { return m_rowsDone; }

 Q_SIGNALS:
  void progressed();  // hits() or rowsDone() grew
  void finished();

 private:
  struct Job;
  void take(const std::shared_ptr<Job>& job, std::vector<std::uint32_t> rows, std::size_t done, bool last);

  std::shared_ptr<Job> m_job;
  std::vector<std::uint32_t> m_hits;
  std::size_t m_rowsDone = 0;
  bool m_running = false;
};

}  // namespace lanescope::ui
