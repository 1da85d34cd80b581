// SPDX-License-Identifier: Apache-2.0
#include "ui/models/session_controller.h"

#include <QMetaObject>
#include <QMutex>
#include <QMutexLocker>
#include <QThreadPool>

#include <utility>

namespace lanescope::ui {

namespace {
constexpr int kPollMs = 100;
}

// Lives as long as its session; forgets the controller when that moves on.
class SessionController::Relay : public session::Listener {
 public:
  Relay(SessionController* controller, Preparation preparation, bool partial)
      : m_controller(controller), m_preparation(std::move(preparation)), m_partial(partial), m_serial(++s_serials) {}

  quint64 serial() const { return m_serial; }
  // The partial Run to be shown next; nullptr where a newer one came meanwhile.
  std::shared_ptr<const model::Run> takeNext() {
    const QMutexLocker lock(&m_mutex);
    return std::exchange(m_next, nullptr);
  }

  void detach() {
    m_enough.request_stop();
    const QMutexLocker lock(&m_mutex);
    m_controller = nullptr;
  }
  void onPartial(std::shared_ptr<const model::Run> run, std::uint64_t, const session::Status&) override {
    if (!m_partial) return;
    prepare(run);
    const QMutexLocker lock(&m_mutex);
    // A GUI thread that is behind gets the newest only.
    if (std::exchange(m_next, std::move(run)) == nullptr) post([serial = m_serial](SessionController& controller) { controller.take(serial); });
  }
  void onFinished(base::Result<std::shared_ptr<const model::Run>> run) override {
    if (run) prepare(*run);
    const QMutexLocker lock(&m_mutex);
    if (run) m_next.reset();
    post([serial = m_serial, kept = std::move(run)](SessionController& controller) { controller.end(serial, kept); });
  }

 private:
  void prepare(const std::shared_ptr<const model::Run>& run) {
    if (m_preparation && !m_enough.stop_requested()) m_preparation(run, m_enough.get_token());
  }
  // A call that arrives late is known by its serial: an address may be used again.
  template <class Call>
  void post(Call call) {
    if (m_controller == nullptr) return;
    SessionController* const controller = m_controller;
    QMetaObject::invokeMethod(
        controller, [controller, kept = std::move(call)] { kept(*controller); }, Qt::QueuedConnection);
  }

  QMutex m_mutex;
  SessionController* m_controller;
  const Preparation m_preparation;
  const bool m_partial;                          // whether partial Runs are wanted
  const quint64 m_serial;
  std::stop_source m_enough;
  std::shared_ptr<const model::Run> m_next;      // told of, not yet taken
  static inline quint64 s_serials = 0;           // GUI thread
};

SessionController::SessionController(QObject* parent) : QObject(parent) {
  m_poll.setInterval(kPollMs);
  connect(&m_poll, &QTimer::timeout, this, &SessionController::poll);
}

SessionController::~SessionController() { drop(); }

void SessionController::open(session::Request request) { start(std::move(request), false); }

void SessionController::reopen(session::Request request) { start(std::move(request), true); }

void SessionController::start(session::Request request, bool again) {
  drop();
  m_rereading = again;
  m_request = std::move(request);
  m_relay = std::make_shared<Relay>(this, m_preparation, !again);
  m_reading = true;
  if (again) Q_EMIT reopened();
  else Q_EMIT opened();
  m_session = session::Session::open(m_request, *m_relay);
  m_poll.start();
}

void SessionController::cancel() {
  if (m_session) m_session->cancel();
}

// A session joins its threads when it dies: that wait belongs on a pool thread.
void SessionController::drop() {
  m_poll.stop();
  m_reading = false;
  if (m_session == nullptr) return;
  m_relay->detach();
  m_session->cancel();
  // The pool's task owns both; a std::function must be copyable, hence the shared pointer.
  std::shared_ptr<session::Session> session(std::move(m_session));
  QThreadPool::globalInstance()->start([session = std::move(session), relay = std::exchange(m_relay, nullptr)]() mutable {
    session.reset();
    relay.reset();
  });
}

void SessionController::poll() {
  if (m_session) Q_EMIT progressed(m_session->status());
}

void SessionController::take(quint64 from) {
  if (!m_relay || from != m_relay->serial() || !m_reading) return;
  if (const auto run = m_relay->takeNext()) Q_EMIT runArrived(run);
}

void SessionController::end(quint64 from, const base::Result<std::shared_ptr<const model::Run>>& result) {
  if (!m_relay || from != m_relay->serial() || !m_reading) return;
  m_poll.stop();
  m_reading = false;
  if (result) {
    Q_EMIT runArrived(*result);
    Q_EMIT finished();
  } else if (result.error().code == base::ErrorCode::cancelled) {
    Q_EMIT cancelled();
  } else {
    Q_EMIT failed(result.error());
  }
}

}  // namespace lanescope::ui
