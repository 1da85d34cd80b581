// SPDX-License-Identifier: Apache-2.0
// Opens runs in the background for the window. Owns the session; what the session says on its own thread arrives here on
// the GUI thread, in order, and nothing of an earlier session arrives after the next one was opened. Never waits.
#pragma once

#include "core/session/session.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <stop_token>

namespace lanescope::ui {

class SessionController : public QObject {
  Q_OBJECT
 public:
  explicit SessionController(QObject* parent = nullptr);
  ~SessionController() override;  // cancels; the session ends on a pool thread

  // Called on the session's thread with each Run before it is told of here, so that whoever shows it has what takes long. Must end soon
  // where `stop` is requested. Counts from the next open() on.
  using Preparation = std::function<void(const std::shared_ptr<const model::Run>& run, const std::stop_token& stop)>;
  void setPreparation(Preparation preparation) { m_preparation = std::move(preparation); }

  void open(session::Request request);  // drops what was being read
  // The same input once more, with other settings: the run that is shown stays until the new one is complete; no partial runs.
  void reopen(session::Request request);
  void cancel();                        // keeps the partial run; `cancelled` follows
  bool isRereading() const { return m_rereading; }   // until the next open()
  bool isReading() const { return m_relay != nullptr && m_reading; }
  const session::Request& request() const { return m_request; }

 Q_SIGNALS:
  void opened();
  void reopened();
  void progressed(const lanescope::session::Status& status);                 // ten times a second at most
  void runArrived(const std::shared_ptr<const lanescope::model::Run>& run);  // partial (the newest; others are left out), then complete
  void finished();                                                           // after the complete run
  void cancelled();
  void failed(const lanescope::base::Error& error);  // nothing usable was read

 private:
  class Relay;
  void take(quint64 from);
  void end(quint64 from, const base::Result<std::shared_ptr<const model::Run>>& result);
  void drop();
  void start(session::Request request, bool again);
  void poll();

  session::Request m_request;
  Preparation m_preparation;
  std::shared_ptr<Relay> m_relay;  // listener of the present session
  std::unique_ptr<session::Session> m_session;
  QTimer m_poll;
  bool m_reading = false;
  bool m_rereading = false;
};

}  // namespace lanescope::ui
