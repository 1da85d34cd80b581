// SPDX-License-Identifier: Apache-2.0
#include "app/attended_load.h"

#include "core/base/counted.h"
#include "app/exit_status.h"

#include <fmt/format.h>
#include <unistd.h>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <thread>

namespace lanescope::app {

namespace {

using Clock = std::chrono::steady_clock;

// Written by the signal handler: only a lock-free atomic may be.
std::atomic<bool> g_interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void onInterrupt(int) { g_interrupted = true; }

// Ctrl+C sets the flag once; after that (and after this object) it ends the process as usual.
class InterruptGuard {
 public:
  InterruptGuard() {
    g_interrupted = false;
    struct sigaction action {};
    action.sa_handler = onInterrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(SIGINT, &action, &m_before);
  }
  ~InterruptGuard() { sigaction(SIGINT, &m_before, nullptr); }
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

 private:
  struct sigaction m_before {};
};

// Looks every 100 ms whether to stop, and shows progress where a person waits.
class Attendant {
 public:
  Attendant(const base::Progress& progress, std::stop_source& stop, const char* what, bool show)
      : m_progress(progress), m_stop(stop), m_what(what), m_show(show), m_thread([this](std::stop_token done) { attend(done); }) {}
  ~Attendant() {
    m_thread.request_stop();
    m_thread.join();
    if (m_shown) std::fputs("\r\033[K", stderr);
  }
  Attendant(const Attendant&) = delete;
  Attendant& operator=(const Attendant&) = delete;

 private:
  void attend(std::stop_token done) {
    constexpr auto kPeriod = std::chrono::milliseconds(100);
    constexpr auto kPatience = std::chrono::milliseconds(500);
    const Clock::time_point start = Clock::now();
    std::unique_lock lock(m_mutex);
    while (!m_wake.wait_for(lock, done, kPeriod, [&done] { return done.stop_requested(); })) {
      if (g_interrupted) m_stop.request_stop();
      if (m_show && Clock::now() - start > kPatience) showProgress();
    }
  }

  void showProgress() {
    constexpr std::uint64_t kMegabyte = 1'000'000;
    m_shown = true;
    fmt::print(stderr, "\r\033[K{} ", m_what);
    if (m_progress.filesTotal > 0) fmt::print(stderr, "{} of {} files, ", m_progress.filesDone.load(), m_progress.filesTotal.load());
    fmt::print(stderr, "{} of {} MB", m_progress.bytesDone.load() / kMegabyte, m_progress.bytesTotal.load() / kMegabyte);
    std::fflush(stderr);
  }

  const base::Progress& m_progress;
  std::stop_source& m_stop;
  const char* const m_what;
  const bool m_show;
  bool m_shown = false;
  std::mutex m_mutex;
  std::condition_variable_any m_wake;
  std::jthread m_thread;  // last: it uses all of the above
};

void complainAboutInputs(const model::Run& run) {
  for (const input::Input& input : run.inputs) {
    if (!input.error) continue;
    base::Error error = *input.error;
    // On this machine the path as given tells more than the report's name for it.
    if (error.where.empty() || error.where == input.path) error.where = input.givenPath;
    complain(base::describe(error));
  }
}

// Settings that cannot be obeyed: the others are.
void complainAboutSettings(const model::Run& run) {
  constexpr std::size_t kMost = 10;
  std::size_t count = 0;
  if (run.sideFileError) complain(base::describe(*run.sideFileError));
  if (run.knownError) complain(base::describe(*run.knownError));
  for (const model::Override& said : run.overrides) {
    if (said.problem.empty() || ++count > kMost) continue;
    const std::string where = said.source.empty() ? said.file : said.file + ": " + said.source;
    complain(base::describe({base::ErrorCode::invalidArgument, "a setting does not apply: " + said.problem, where,
                             "lanescope sources PATH --clear takes it back"}));
  }
  if (count > kMost) complain(fmt::format("{} more settings do not apply", count - kMost));
}

void sayWhatWasRead(const model::Run& run, Clock::duration time) {
  std::uint64_t lines = 0;
  for (const model::Source& source : run.sources) lines += source.text ? source.text->lineCount() : 0;
  complain(fmt::format("{}: {}, {}, {}, {} in {} ms", run.name, base::counted(run.sources.size(), "source"), base::counted(lines, "line"),
                       base::counted(run.events.size(), "event"), base::counted(run.findings.size(), "finding"),
                       std::chrono::duration_cast<std::chrono::milliseconds>(time).count()));
}

}  // namespace

base::Result<std::shared_ptr<const model::Run>> loadAttended(const session::Request& request, const LoadOptions& options) {
  const Clock::time_point start = Clock::now();
  base::Progress progress;
  std::stop_source stop;
  const InterruptGuard guard;
  auto run = [&] {
    const Attendant attendant(progress, stop, "Reading", !options.quiet && isatty(STDERR_FILENO) == 1);
    return session::load(request, progress, stop.get_token());
  }();
  if (!run) return run;
  if (options.silent) return run;
  complainAboutInputs(**run);
  complainAboutSettings(**run);
  if (options.verbose) sayWhatWasRead(**run, Clock::now() - start);
  return run;
}

ComparisonResult attended(const LoadOptions& options, const char* what, const std::function<ComparisonResult(base::Progress&, std::stop_token)>& work) {
  base::Progress progress;
  std::stop_source stop;
  const InterruptGuard guard;
  const Attendant attendant(progress, stop, what, !options.quiet && isatty(STDERR_FILENO) == 1);
  return work(progress, stop.get_token());
}

}  // namespace lanescope::app
