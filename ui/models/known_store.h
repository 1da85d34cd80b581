// SPDX-License-Identifier: Apache-2.0
// The known failures of the user's data folder, as the window asks and changes them: on a thread of their own, with the answer in the
// ViewState.
#pragma once

#include "ui/models/view_state.h"

#include <QObject>
#include <QThreadPool>

#include <functional>

namespace lanescope::ui {

class KnownStore : public QObject {
  Q_OBJECT
 public:
  explicit KnownStore(ViewState* state, QObject* parent = nullptr);
  ~KnownStore() override;                        // waits for what is being written

  // Names a finding of the run shown, or says something else of it.
  void name(std::uint32_t finding, const QString& note, const QString& url);
  void forget(std::uint32_t finding);
  // Keeps that the known failures were seen in the run shown.
  void keepSightings();

 Q_SIGNALS:
  void changed();                                // the ViewState has the answer
  void refused(const lanescope::base::Error& error);

 private:
  void work(std::function<base::Result<void>(const model::Run&)> change);

  ViewState* m_state;
  QThreadPool m_thread;                          // one: the file is asked and changed in the order in which things were said
};

}  // namespace lanescope::ui
