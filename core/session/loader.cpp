// SPDX-License-Identifier: Apache-2.0
#include "core/session/loader.h"

#include "core/base/task_pool.h"
#include "core/recognise/read_source.h"
#include "core/session/kept_notes.h"
#include "core/session/kept_overrides.h"
#include "core/session/kept_view.h"
#include "core/session/known_failures.h"
#include "core/session/clocks.h"
#include "core/session/run_builder.h"
#include "core/session/run_settings.h"
#include "core/session/zone.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <numeric>
#include <thread>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace lanescope::session {
namespace {

using Clock = std::chrono::steady_clock;

// A member larger than this is cut into items for all workers; smaller ones are read side by side.
constexpr std::uint64_t kLargeBytes = 64ull << 20;
// Below, everything is read before the scan's fast engine would be compiled.
constexpr std::uint64_t kMuchBytes = 32ull << 20;
constexpr auto kLookInterval = std::chrono::milliseconds(2);
constexpr auto kPartialInterval = std::chrono::milliseconds(200);

// The columns live on with the text; the facts go to the builder.
ReadMember freeze(const input::Member& member, const model::PathLayout& path, const recognise::Glance& glance, const recognise::TimeContext& context,
                  recognise::SourceScan scan) {
  auto text = std::make_shared<model::SourceText>();
  text->bytes = member.source;
  text->lines = std::move(scan.index);
  text->tags = std::move(scan.tags);
  text->classes.resize(scan.classes.size());
  std::transform(scan.classes.begin(), scan.classes.end(), text->classes.begin(), [](std::uint8_t c) { return static_cast<model::LineClass>(c); });
  scan.classes = {};
  text->stampsMs = std::move(scan.stampsMs);
  text->stampBaseNs = scan.stampBaseNs;
  ReadMember read;
  read.member = &member;
  read.path = path;
  read.glance = glance;
  read.context = context;
  read.tests = std::make_shared<base::BlockList<recognise::TestRow>>(std::move(scan.tests));
  read.scan = std::make_shared<const recognise::SourceScan>(std::move(scan));
  read.text = std::move(text);
  return read;
}

// What the scan's workers have freed goes back to the system before the builder needs its own.
void releaseFreeMemory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

class Loader {
 public:
  Loader(const Request& request, base::Progress& progress, std::stop_token stop, const PublishPartial& partial)
      : m_request(request), m_logs(withoutViews(request.paths)), m_progress(progress), m_stop(std::move(stop)), m_partial(partial), m_workers(base::workerCount(request.threads)) {}

  base::Result<std::shared_ptr<const model::Run>> run();

 private:
  void speedUpWhereItPays(std::stop_token enough);
  void readSettings();
  static void lookForKnown(model::Run& run);
  RunFacts facts() const { return {*m_signatures, m_settings.said, m_notes, m_sideFileError}; }
  void readMember(std::size_t index, unsigned workers);
  void readMembers(std::vector<std::size_t> members);
  void readAll();
  void readOtherClocksAgain();
  void publish();
  std::vector<ReadMember> readSoFar();
  base::Result<std::shared_ptr<const model::Run>> nothingUsable() const;

  const Request& m_request;
  std::vector<std::string> m_logs;               // of its paths: a view is of the run, and not in it
  base::Progress& m_progress;
  std::stop_token m_stop;
  const PublishPartial& m_partial;
  unsigned m_workers;
  input::InputSet m_inputs;
  std::shared_ptr<const recognise::SignatureSet> m_signatures;
  RunSettings m_settings;
  model::Notes m_notes;
  std::optional<base::Error> m_sideFileError;
  std::vector<recognise::Glance> m_glances;
  std::vector<std::optional<recognise::ZoneOffsets>> m_userZones;   // by member
  std::vector<recognise::TimeContext> m_clocks;  // by member
  std::vector<model::PathLayout> m_paths;        // by member, as the settings want them
  std::unique_ptr<recognise::SourceReader> m_reader;
  std::mutex m_mutex;                            // guards m_read
  std::vector<ReadMember> m_read;                // by member; `text` empty while unread
};

// As soon as it is known that there is much to read: an archive is being opened for longer than the compilation takes.
void Loader::speedUpWhereItPays(std::stop_token enough) {
  while (m_progress.bytesTotal <= kMuchBytes) {
    if (enough.stop_requested() || m_stop.stop_requested()) return;
    std::this_thread::sleep_for(kLookInterval);
  }
  m_reader->speedUp();
}

// What the user says of the run: on the command line, else what is being changed or kept beside it. What is left out is gone then.
void Loader::readSettings() {
  model::Overrides said;
  if (m_request.sideFile) {
    const auto file = SideFile::open(m_logs.front(), m_inputs.contentId);
    if (file) {
      said = readOverrides(*file);
      m_notes = readNotes(*file);
    } else {
      m_sideFileError = file.error();
    }
  }
  if (m_request.overrides) said = *m_request.overrides;
  if (!m_request.zone.empty()) {
    model::Override zone;
    zone.what = "zone";
    zone.value = m_request.zone;
    zone.fromCommandLine = true;
    said.push_back(std::move(zone));
  }
  m_settings = settle(std::move(said), m_inputs);
}

void Loader::lookForKnown(model::Run& run) {
  const auto known = readKnownFailures();
  if (known) run.seenBefore = seenBefore(run, *known);
  else run.knownError = known.error();
}

void Loader::readMember(std::size_t index, unsigned workers) {
  if (m_stop.stop_requested()) return;
  const input::Member& member = m_inputs.members[index];
  const model::PathLayout& path = m_paths[index];
  const model::SourceSettings& settings = m_settings.members[index];
  const recognise::Glance& glance = m_glances[index];
  const bool single = path.ofOneRank() || settings.readAs == model::ReadAs::rank;
  ReadMember read = freeze(member, path, glance, m_clocks[index],
                           m_reader->read(*member.source, m_clocks[index], single, glance.form, workers, m_progress, m_stop));
  read.settings = settings;
  const std::lock_guard lock(m_mutex);
  m_read[index] = std::move(read);
  ++m_progress.filesDone;
}

std::vector<ReadMember> Loader::readSoFar() {
  const std::lock_guard lock(m_mutex);
  std::vector<ReadMember> out;
  for (const ReadMember& read : m_read) {
    if (read.text) out.push_back(read);
  }
  return out;
}

void Loader::publish() {
  const std::vector<ReadMember> members = readSoFar();
  m_partial(buildRun(m_inputs, members, facts(), false));
}

void Loader::readMembers(std::vector<std::size_t> order) {
  // Largest first, so that no worker is left with a large one at the end. Those that all workers share come last: a file of each rank
  // shows its lane long before a job's whole log is read.
  std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) { return m_inputs.members[a].bytes > m_inputs.members[b].bytes; });
  std::size_t large = 0;
  while (large < order.size() && m_inputs.members[order[large]].bytes > kLargeBytes) ++large;
  base::parallelFor(order.size() - large, m_workers, m_stop, [&](std::size_t i) { readMember(order[large + i], 1); });
  for (std::size_t i = 0; i < large; ++i) readMember(order[i], m_workers);
}

void Loader::readAll() {
  std::vector<std::size_t> all(m_inputs.members.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  readMembers(std::move(all));
  if (!m_stop.stop_requested()) readOtherClocksAgain();
}

// Whether `scan`, read with the clock `was`, would come out otherwise with `now`.
bool readsOtherwise(const recognise::SourceScan& scan, const recognise::TimeContext& was, const recognise::TimeContext& now) {
  constexpr std::int64_t kDayNs = 86'400'000'000'000;
  const bool zone = !(was.zone == now.zone) || was.otherLoggers != now.otherLoggers || was.elapsedTimes != now.elapsedTimes;
  const bool far = std::llabs(was.referenceNs - now.referenceNs) > kDayNs;
  // Heads behind a CI stamp are not counted as stamps of their lines.
  const bool inner = std::any_of(scan.evidence.votes.begin(), scan.evidence.votes.end(), [](const auto& votes) { return !votes.empty(); });
  return (zone && (scan.zonelessStamps > 0 || inner)) || (far && (scan.yearlessStamps > 0 || scan.datelessStamps > 0));
}

// A glance at a source's ends usually tells how its stamps are to be read. Where all of its lines tell more, it is read once more.
void Loader::readOtherClocksAgain() {
  std::vector<recognise::TimeEvidence> evidence(m_inputs.members.size());
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    evidence[i] = m_read[i].scan->evidence;
    evidence[i].textLeastNs = m_glances[i].time.textLeastNs;
    evidence[i].textGreatestNs = m_glances[i].time.textGreatestNs;
    evidence[i].firstTimeOfDayNs = m_glances[i].time.firstTimeOfDayNs;
    if (m_glances[i].time.anyYear()) {           // heads in the middle of lines, which the scan does not look at
      evidence[i].noteYear(m_glances[i].time.leastNs);
      evidence[i].noteYear(m_glances[i].time.greatestNs);
    }
  }
  std::vector<recognise::TimeContext> clocks = clocksOf(m_inputs.members, evidence, m_userZones);
  std::vector<std::size_t> again;
  for (std::size_t i = 0; i < clocks.size(); ++i) {
    if (readsOtherwise(*m_read[i].scan, m_clocks[i], clocks[i])) again.push_back(i);
    else clocks[i].referenceNs = m_clocks[i].referenceNs;
  }
  m_clocks = std::move(clocks);
  for (std::size_t i = 0; i < m_clocks.size(); ++i) {
    const std::lock_guard lock(m_mutex);
    m_read[i].context = m_clocks[i];             // how many lines showed a zone is known now
  }
  for (const std::size_t i : again) {
    m_progress.bytesTotal += m_inputs.members[i].bytes;
    ++m_progress.filesTotal;
  }
  readMembers(std::move(again));
}

base::Result<std::shared_ptr<const model::Run>> Loader::nothingUsable() const {
  for (const input::Input& input : m_inputs.inputs) {
    if (input.error) return tl::make_unexpected(*input.error);
  }
  if (!m_settings.said.empty()) {
    return base::fail(base::ErrorCode::unsupported, "every source of it is left out, as its side file says", m_inputs.inputs.front().givenPath, "--no-side-file, or lanescope sources PATH --clear all");
  }
  const std::string where = m_inputs.inputs.empty() ? std::string() : m_inputs.inputs.front().givenPath;
  for (const input::Skipped& skipped : m_inputs.skipped) {
    if (skipped.reason != input::SkipReason::limit) continue;
    return base::fail(base::ErrorCode::limit, "no log lines were read, and this was left out: " + skipped.detail, skipped.path, "unpack it and give the folder");
  }
  return base::fail(base::ErrorCode::unsupported, "no log lines in it", where, "give a CI artifact (zip or folder), a job log, or both");
}

base::Result<std::shared_ptr<const model::Run>> Loader::run() {
  const auto cancelled = [] { return base::fail(base::ErrorCode::cancelled, "stopped"); };
  if (const auto zone = zoneOffsets(m_request.zone); !zone) return tl::make_unexpected(zone.error());
  auto signatures = recognise::SignatureSet::withFolders(m_request.signatureFolders);
  if (!signatures) return tl::make_unexpected(signatures.error());
  m_signatures = *signatures;
  m_reader = std::make_unique<recognise::SourceReader>(*m_signatures, m_request.blockBytes);
  std::jthread compiler;                         // not where one thread was asked for
  if (m_workers > 1) compiler = std::jthread([this](std::stop_token enough) { speedUpWhereItPays(std::move(enough)); });
  m_inputs = input::openInputs(m_logs, m_request.limits, m_progress, m_stop);
  if (m_stop.stop_requested()) return cancelled();
  if (!m_inputs.members.empty()) readSettings();
  if (m_inputs.members.empty()) return nothingUsable();

  m_progress.filesTotal = static_cast<std::uint32_t>(m_inputs.members.size());
  m_progress.filesDone = 0;
  m_progress.bytesDone = 0;
  m_progress.bytesTotal = std::accumulate(m_inputs.members.begin(), m_inputs.members.end(), std::uint64_t{0},
                                          [](std::uint64_t sum, const input::Member& member) { return sum + member.bytes; });
  m_glances.resize(m_inputs.members.size());
  base::parallelFor(m_inputs.members.size(), m_workers, m_stop, [this](std::size_t i) { m_glances[i] = recognise::glanceAt(*m_inputs.members[i].source); });
  std::vector<model::NamedMember> names;
  for (std::size_t i = 0; i < m_glances.size(); ++i) names.push_back({m_inputs.members[i].path, m_glances[i].ofSeveral});
  m_paths = settledPaths(m_settings, m_inputs.members, model::layoutsOf(names));
  for (const model::SourceSettings& settings : m_settings.members) m_userZones.push_back(settings.zoneOffsets);
  std::vector<recognise::TimeEvidence> evidence;
  for (const recognise::Glance& glance : m_glances) evidence.push_back(glance.time);
  m_clocks = clocksOf(m_inputs.members, evidence, m_userZones);
  m_read.resize(m_inputs.members.size());
  if (m_workers == 1 && m_progress.bytesTotal > kMuchBytes) m_reader->speedUp();

  if (m_partial) {
    // The readers work beside this thread, which shows what there is; a build that takes long is shown less often.
    std::mutex doneMutex;
    std::condition_variable doneSignal;
    bool done = false;
    std::exception_ptr failure;                  // of the readers; read when they are done
    std::jthread readers([&] {
      try {
        readAll();
      } catch (...) {
        failure = std::current_exception();
      }
      const std::lock_guard lock(doneMutex);
      done = true;
      doneSignal.notify_one();
    });
    Clock::duration wait = kPartialInterval;
    for (std::unique_lock lock(doneMutex); !doneSignal.wait_for(lock, wait, [&] { return done; });) {
      lock.unlock();
      const auto begin = Clock::now();
      publish();
      wait = std::max<Clock::duration>(kPartialInterval, 10 * (Clock::now() - begin));
      lock.lock();
    }
    if (failure) std::rethrow_exception(failure);
  } else {
    readAll();
  }
  if (m_stop.stop_requested()) return cancelled();
  compiler.request_stop();
  if (compiler.joinable()) compiler.join();
  m_reader.reset();
  releaseFreeMemory();
  const auto built = buildRun(m_inputs, readSoFar(), facts(), true);
  if (m_stop.stop_requested()) return cancelled();
  if (m_request.known) lookForKnown(*built);
  return built;
}

}  // namespace

base::Result<std::shared_ptr<const model::Run>> loadRun(const Request& request, base::Progress& progress, std::stop_token stop,
                                                        const PublishPartial& partial) {
  try {
    return Loader(request, progress, std::move(stop), partial).run();
  } catch (const std::bad_alloc&) {
    return base::fail(base::ErrorCode::limit, "not enough memory to read it", {}, "give fewer of its files, or use a machine with more memory");
  } catch (const std::exception& error) {
    return base::fail(base::ErrorCode::unsupported, std::string("reading failed: ") + error.what(), {}, "please report this with the file");
  }
}

}  // namespace lanescope::session
