// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/comparison_controller.h"

#include "core/session/ignore_file.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include <numeric>
#include <utility>

namespace lanescope::ui {

namespace {

constexpr int kPollMs = 100;

constexpr std::uint64_t kLargeBytes = 32 << 20;  // of both runs: below, the comparison is there as soon as a preview would be

std::uint64_t bytesOf(const model::Run& run) {
  return std::accumulate(run.sources.begin(), run.sources.end(), std::uint64_t{0}, [](std::uint64_t sum, const model::Source& source) { return sum + source.byteCount; });
}

bool wentWell(const model::Run& run) { return run.outcome == model::RunOutcome::passed; }
bool wentWrong(const model::Run& run) { return run.outcome == model::RunOutcome::failed || run.outcome == model::RunOutcome::recovered; }

}  // namespace

// One comparison. Owned by the pool's task and, while it is the present one, by the controller.
struct ComparisonController::Job {
  Run run;
  std::vector<Run> baselines;
  std::vector<std::string> paths;                // of the run: its ignore list lies beside it
  std::string ignoreFile;
  bool beside = true;
  compare::Options options;
  base::Progress progress;
  std::stop_source stop;
  base::Result<std::shared_ptr<const compare::Comparison>> result = nullptr;

  void work() {
    auto ignore = session::ignoreListOf(paths, ignoreFile, beside);
    if (!ignore) {
      result = tl::make_unexpected(ignore.error());
      return;
    }
    options.ignore = *std::move(ignore);
    std::vector<const model::Run*> plain;
    for (const Run& baseline : baselines) plain.push_back(baseline.get());
    result = compare::compare(*run, plain, options, progress, stop.get_token());
  }
};

ComparisonController::ComparisonController(QObject* parent) : QObject(parent) {
  m_poll.setInterval(kPollMs);
  connect(&m_poll, &QTimer::timeout, this, &ComparisonController::poll);
  connect(&m_session, &SessionController::progressed, this, &ComparisonController::progressed);
  connect(&m_session, &SessionController::runArrived, this, [this](const Run& run) {
    if (m_reading && run->complete) take(run);
  });
  connect(&m_session, &SessionController::cancelled, this, [this] {
    if (!m_reading) return;
    close();
    Q_EMIT cancelled();
  });
  connect(&m_session, &SessionController::failed, this, [this](const base::Error& error) {
    if (!m_reading) return;
    close();
    Q_EMIT failed(error);
  });
}

ComparisonController::~ComparisonController() { drop(); }

void ComparisonController::open(std::vector<session::Request> baselines) {
  close();
  if (baselines.empty()) return;
  if (baselines.size() > compare::kMostBaselines) baselines.resize(compare::kMostBaselines);
  m_requests = std::move(baselines);
  Q_EMIT opened();
  readNext();
}

void ComparisonController::readNext() {
  m_reading = true;
  m_session.open(m_requests[m_baselines.size()]);
}

void ComparisonController::take(const Run& run) {
  m_baselines.push_back(run);
  if (m_baselines.size() == 1) Q_EMIT baselineArrived(run);
  // Whoever heard of it may have closed the comparison.
  if (m_requests.empty()) return;
  // The session that has just told of its run is dropped by the next open(), which must not happen inside its own signal.
  if (m_baselines.size() < m_requests.size()) {
    QMetaObject::invokeMethod(this, [this] { if (m_baselines.size() < m_requests.size() && !m_session.isReading()) readNext(); }, Qt::QueuedConnection);
    return;
  }
  m_reading = false;
  start();
}

void ComparisonController::setRun(Run run, const session::Request& request) {
  m_run = std::move(run);
  m_runRequest = request;
  start();
}

void ComparisonController::swap() {
  if (m_baselines.empty() || m_run == nullptr || m_reading) return;
  m_swapped = !m_swapped;
  start();
}

void ComparisonController::compareAgain() { start(); }

void ComparisonController::start() {
  if (m_reading || m_requests.empty() || m_baselines.size() != m_requests.size() || m_run == nullptr || !m_run->complete) return;
  drop();
  if (!std::exchange(m_rolesKnown, true)) m_swapped = isOtherWayRound(*m_run, *m_baselines.front());
  m_job = std::make_shared<Job>();
  m_job->run = m_swapped ? m_baselines.front() : m_run;
  m_job->baselines = m_swapped ? std::vector<Run>{m_run} : m_baselines;
  m_job->paths = requestOfRun().paths;
  m_job->beside = requestOfRun().sideFile;
  m_job->ignoreFile = m_options.ignoreFile;
  m_job->options.threads = m_runRequest.threads;
  m_job->options.repository = m_options.repository;
  m_poll.start();
  showPreviewOf(m_job);
  QThreadPool::globalInstance()->start([controller = QPointer<ComparisonController>(this), job = m_job] {
    job->work();
    const auto tell = [controller, job] {
      if (!controller.isNull()) controller->finish(job);
    };
    QMetaObject::invokeMethod(QCoreApplication::instance(), tell, Qt::QueuedConnection);
  });
}

void ComparisonController::showPreviewOf(const std::shared_ptr<Job>& job) {
  if (bytesOf(*job->run) + bytesOf(*job->baselines.front()) < kLargeBytes) return;
  // The job must not hold itself.
  job->options.preview = [controller = QPointer<ComparisonController>(this), weak = std::weak_ptr<Job>(job)](std::shared_ptr<const compare::Comparison> preview) {
    const auto tell = [controller, weak, preview = std::move(preview)] {
      const std::shared_ptr<Job> own = weak.lock();
      if (!controller.isNull() && own != nullptr && own == controller->m_job) Q_EMIT controller->previewed(preview);
    };
    QMetaObject::invokeMethod(QCoreApplication::instance(), tell, Qt::QueuedConnection);
  };
}

void ComparisonController::finish(const std::shared_ptr<Job>& job) {
  if (job != m_job) return;                      // of an earlier one
  m_poll.stop();
  m_job.reset();
  if (job->result) Q_EMIT compared(*job->result);
  else if (job->result.error().code == base::ErrorCode::cancelled) Q_EMIT cancelled();
  else Q_EMIT failed(job->result.error());
}

void ComparisonController::cancel() {
  if (m_reading) m_session.cancel();
  if (m_job) m_job->stop.request_stop();
}

void ComparisonController::drop() {
  m_poll.stop();
  if (m_job) m_job->stop.request_stop();
  m_job.reset();
}

void ComparisonController::close() {
  drop();
  // A run that is still being read is stopped; what it says then is of no baseline any more.
  if (m_reading) m_session.cancel();
  m_requests.clear();
  m_baselines.clear();
  m_reading = m_swapped = m_rolesKnown = false;
}

void ComparisonController::poll() {
  if (m_job == nullptr) return;
  session::Status status;
  status.text = tr("Comparing").toStdString();
  status.bytesDone = m_job->progress.bytesDone;
  status.bytesTotal = m_job->progress.bytesTotal;
  Q_EMIT progressed(status);
}

bool isOtherWayRound(const model::Run& run, const model::Run& baseline) { return wentWell(run) && wentWrong(baseline); }

}  // namespace lanescope::ui
