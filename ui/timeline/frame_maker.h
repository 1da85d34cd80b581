// SPDX-License-Identifier: Apache-2.0
// Makes frames on a thread of its own: of several requests the newest counts. want(), wait() and the signal belong to the GUI thread.
#pragma once

#include "ui/timeline/timeline_frame.h"

#include <QObject>
#include <QThreadPool>

#include <condition_variable>
#include <mutex>

namespace lanescope::ui {

class FrameMaker : public QObject {
  Q_OBJECT
 public:
  explicit FrameMaker(QObject* parent = nullptr);
  ~FrameMaker() override;                        // waits for the frame that is being made

  void want(FrameRequest request);
  // The frame that was wanted last, where it is made within `ms` (< 0: however long that takes); else nullptr.
  std::shared_ptr<const TimelineFrame> wait(int ms);

 Q_SIGNALS:
  void made();                                   // the newest; wait(0) gives it

 private:
  void work();

  QThreadPool m_pool;
  std::mutex m_mutex;
  std::condition_variable m_done;
  std::optional<FrameRequest> m_wanted;          // not yet begun
  std::shared_ptr<const TimelineFrame> m_made;   // of what was wanted last
  bool m_working = false;
};

}  // namespace lanescope::ui
