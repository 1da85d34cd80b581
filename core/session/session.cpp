// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.h"

#include "core/session/loader.h"

#include <thread>

namespace lanescope::session {
namespace {

Status statusOf(const base::Progress& progress) {
  Status status;
  status.bytesDone = progress.bytesDone;
  status.bytesTotal = progress.bytesTotal;
  status.filesDone = progress.filesDone;
  status.filesTotal = progress.filesTotal;
  status.text = status.filesTotal == 0 ? std::string("Opening")
                                       : "Reading " + std::to_string(status.filesDone) + " of " + std::to_string(status.filesTotal) +
                                             (status.filesTotal == 1 ? " file" : " files");
  return status;
}

class SessionThread final : public Session {
 public:
  SessionThread(Request request, Listener& listener)
      : m_request(std::move(request)), m_listener(listener), m_thread([this](std::stop_token stop) { work(std::move(stop)); }) {}

  void cancel() noexcept override { m_thread.request_stop(); }
  Status status() const override { return statusOf(m_progress); }

 private:
  void work(std::stop_token stop) {
    std::uint64_t generation = 0;
    const PublishPartial partial = [&](std::shared_ptr<const model::Run> run) {
      if (!stop.stop_requested()) m_listener.onPartial(std::move(run), ++generation, statusOf(m_progress));
    };
    m_listener.onFinished(loadRun(m_request, m_progress, stop, partial));
  }

  Request m_request;
  Listener& m_listener;
  base::Progress m_progress;
  std::jthread m_thread;                         // last: it uses the others
};

}  // namespace

std::unique_ptr<Session> Session::open(Request request, Listener& listener) {
  return std::make_unique<SessionThread>(std::move(request), listener);
}

base::Result<std::shared_ptr<const model::Run>> load(const Request& request, base::Progress& progress, std::stop_token stop) {
  return loadRun(request, progress, std::move(stop), {});
}

}  // namespace lanescope::session
