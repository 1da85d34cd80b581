// SPDX-License-Identifier: Apache-2.0
// Makes frames on a thread of its own: of several that are wanted the newest counts. want(), wait() and the signal belong to the GUI thread.
#pragma once

#include "ui/timeline/lane_frame.h"

#include <QObject>
#include <QThreadPool>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>

namespace lanescope::ui {

class FrameMaker : public QObject {
  Q_OBJECT
 public:
  using Make = std::function<std::shared_ptr<const LaneFrame>()>;   // holds all that it needs; called on the other thread

  explicit FrameMaker(QObject* parent = nullptr);
  ~FrameMaker() override;                        // waits for the frame that is being made

  void want(Make make);
  // The frame that was wanted last, where it is made within `ms` (< 0: however long that takes); else nullptr.
  std::shared_ptr<const LaneFrame> wait(int ms);

 Q_SIGNALS:
  void made();                                   // the newest; wait(0) gives it

 private:
  void work();

  QThreadPool m_pool;
  std::mutex m_mutex;
  std::condition_variable m_done;
  Make m_wanted;                                 // not yet begun
  std::shared_ptr<const LaneFrame> m_made;       // of what was wanted last
  bool m_working = false;
};

}  // namespace lanescope::ui
