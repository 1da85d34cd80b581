// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/stream_parser.h"

#include "core/recognise/ci_parser.h"
#include "core/recognise/communicator_follower.h"
#include "core/recognise/exception_block.h"
#include "core/recognise/failure_fields.h"
#include "core/recognise/launcher_exits.h"
#include "core/recognise/logical_line.h"
#include "core/recognise/nccl_lines.h"
#include "core/recognise/plain_line.h"
#include "core/recognise/progress_follower.h"
#include "core/recognise/size_lines.h"
#include "core/recognise/stack_dump.h"
#include "core/recognise/test_runners.h"
#include "core/recognise/stated_time.h"
#include "core/recognise/text_fields.h"
#include "core/recognise/writer_tags.h"
#include "core/recognise/torchrun_parser.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

namespace lanescope::recognise {
namespace {

// Values of model::LineClass, which this layer cannot include.
enum class Class : std::uint8_t { plain, info, warning, error, fatal, testStart, testPass, testFail, lifecycle, advice, echo };

constexpr std::size_t kMaxTextBytes = 2'000;
constexpr std::int64_t kHalfHourNs = 1'800'000'000'000;
constexpr std::size_t kMaxWriters = 65'000;      // of one source; beyond, writers share the last
constexpr std::size_t kMaxFailures = 4'000'000;  // facts of one source; beyond, lines are classified but no longer kept one by one

Class classOf(Severity severity, Prior prior) noexcept {
  if (prior == Prior::advice) return Class::advice;
  switch (severity) {
    case Severity::fatal: return Class::fatal;
    case Severity::error: return Class::error;
    case Severity::warning: return Class::warning;
    default: return prior == Prior::lifecycle ? Class::lifecycle : Class::info;
  }
}

std::string_view textOf(const Hits& hits, const HitLine& line) {
  return line.size == HitLine::kTooLong ? std::string_view() : std::string_view(hits.text).substr(line.begin, line.size);
}

// The level that the head of the program that printed the line states. NCCL's WARN is all that it says of errors; what collects the lines
// of others (a record, a journal) gives all of them one level.
Severity levelOf(const Piece& piece) noexcept {
  Severity level = Severity::none;
  for (const Layer& layer : piece.layers) {
    if (layer.kind == LayerKind::nccl) return Severity::none;
    const bool own = layer.kind == LayerKind::log || layer.kind == LayerKind::c10 || layer.kind == LayerKind::torchPython;
    if (own && layer.severity != Severity::none) level = layer.severity;
  }
  return level;
}

// Whether a logger's or a library's own head with a time stands before the message: no line of an exception's text has one.
bool hasLogHead(const Piece& piece) noexcept {
  return std::any_of(piece.layers.begin(), piece.layers.end(), [](const Layer& layer) {
    return (layer.kind == LayerKind::log || layer.kind == LayerKind::c10 || layer.kind == LayerKind::torchPython) && layer.stamp.has_value();
  });
}

// One writer's state.
struct WriterState {
  WriterState(SourceScan& scan, std::uint16_t index, const TimeContext& context)
      : runners(scan, index), torchrun(scan, index, context), progress(scan, index) {}
  TestRunners runners;
  TorchrunParser torchrun;
  ProgressFollower progress;
  TracebackReader traceback;
  bool inTraceback = false;
  Moment tracebackMoment;
  std::int32_t tracebackRank = -1;
  Severity tracebackHead = Severity::none;
  bool tracebackHasHead = false;                 // each of its lines has a logger's head
  bool tracebackAtStart = true;                  // nothing but a head stands before its first line
  std::string sourceLocation;
  StackDumpReader stacks;
  bool inStacks = false;
  Moment stacksMoment;
  std::size_t stacksFault = SIZE_MAX;            // the failure whose stacks they are
  bool wantsMore() const { return runners.wantsMore() || torchrun.wantsMore() || inTraceback || inStacks; }
};

// "recv (socket.py), all_reduce (distributed_c10d.py)": where the process was, newest call first.
std::string placeOf(const StackDumpReader::Thread& thread) {
  constexpr std::size_t kTold = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(kTold, thread.frames.size()); ++i) {
    const std::string& file = thread.frames[i].file;
    text += (text.empty() ? "" : ", ") + thread.frames[i].function + " (" + file.substr(file.rfind('/') + 1) + ')';
  }
  return text.substr(0, kMaxTextBytes);
}

}  // namespace

class StreamParser::Impl {
 public:
  Impl(const input::ByteSource& source, const ParseOptions& options, SourceScan& scan)
      : m_reader(source, scan.index), m_options(options), m_scan(scan), m_ci(scan), m_joiner(options.form), m_communicators(scan) {}

  void feed(const Hits& hits, std::uint32_t lastLine, std::stop_token stop);
  void finish();

 private:
  void readLine(std::string_view raw, std::uint32_t line);
  void readLogical(const LogicalLine& line);
  void readSegment(std::string_view text, std::size_t offset, const LogicalLine& line);
  std::int32_t originOf(const WriterTags& tags);
  bool isKnownInit(std::string_view raw) const;
  bool isKnownGroup(std::string_view raw) const;
  bool readKnown(std::string_view raw, std::uint32_t line);
  void noteKnownInit(std::string_view raw, std::uint32_t line);
  bool isQuoted(const Piece& piece) const;
  void readPiece(const Piece& piece, std::uint32_t line);
  void dispatch(const Piece& piece, std::uint16_t writer, std::uint32_t line);
  void readMessage(const Piece& piece, std::uint16_t writer, std::uint32_t line, const Moment& moment);
  bool readWhole(const WholeTest& test);
  bool readWhole(const WholeProgress& progress);
  bool readBar(std::string_view segment, std::uint32_t line);
  static void readProgress(WriterState& state, std::string_view message, std::uint32_t line);
  bool inQuote(const WriterKey& key) const;
  std::uint16_t writerOf(const Piece& piece, std::uint32_t line);
  std::uint16_t writerFor(WriterKey key, std::uint32_t line);
  Moment momentOf(const Piece& piece, std::uint32_t line) const;
  std::optional<std::int64_t> settledStamp(std::uint32_t line) const;
  bool isPutBack(std::uint32_t line) const noexcept { return m_scan.clockPutBack > 0 && line >= m_scan.clockPutBack; }
  void setClass(std::uint32_t line, Class value);
  void classifyTest(const TestRow* row, std::uint32_t line);
  bool feedTraceback(WriterState& state, std::uint16_t writer, std::string_view message, std::uint32_t line);
  void finishTraceback(WriterState& state, std::uint16_t writer);
  bool feedStacks(WriterState& state, std::uint16_t writer, std::string_view message, std::uint32_t line);
  void beginStacks(WriterState& state, std::uint16_t writer, const Piece& piece, std::uint32_t line, const Moment& moment);
  void finishStacks(WriterState& state, std::uint16_t writer);
  void finishSections();
  void addExceptionFacts(FailureFact& fact, const std::vector<TracebackReader::MessageLine>& lines);
  void matchSignatures(WriterState& state, std::uint16_t writer, const Piece& piece, std::uint32_t line, const Moment& moment);
  void noteTestContext(const WriterState& state, FailureFact& fact) const;
  void noteExits(std::string_view message, std::uint16_t writer, std::uint32_t line, const Moment& moment);
  void readSizes(std::string_view message, std::uint16_t writer, std::uint32_t line);

  text::LineReader m_reader;
  ParseOptions m_options;
  SourceScan& m_scan;
  CiParser m_ci;
  std::vector<std::unique_ptr<WriterState>> m_states;
  std::string m_plain;
  std::vector<Piece> m_pieces;
  std::vector<SignatureHit> m_hits;
  std::vector<FinishedSection> m_sections;
  LineJoiner m_joiner;
  struct ByNumbers {
    bool operator()(const WriterKey& a, const WriterKey& b) const {
      return std::tie(a.node, a.local, a.global, a.origin) < std::tie(b.node, b.local, b.global, b.origin);
    }
  };
  std::map<WriterKey, std::uint16_t, ByNumbers> m_writerByKey;
  std::map<std::string, std::int32_t, std::less<>> m_originByName;
  std::string m_originName;
  static constexpr std::int32_t kDirectWriters = 4'096;
  static constexpr std::uint16_t kNoWriter = 0xFFFF;
  std::vector<std::uint16_t> m_direct;           // by (local rank + 1) * 2 + node + 1
  std::int32_t m_teeOfLine = -1;                 // of the last tee header in the line being read
  std::optional<std::uint16_t> m_writerOfLine;   // who began it
  struct Communicator { std::int32_t ranks = -1; bool complete = false; };
  struct ByProcess {
    using is_transparent = void;
    template <class A, class B>
    bool operator()(const A& a, const B& b) const { return a.second != b.second ? a.second < b.second : std::string_view(a.first) < std::string_view(b.first); }
  };
  std::set<std::string, std::less<>> m_ncclHosts;   // that began a line
  std::map<std::pair<std::string, std::int32_t>, Communicator, ByProcess> m_ncclSizes;   // (host, pid) -> its largest communicator
  std::vector<std::int32_t> m_groupSizes;        // by global rank: its largest process group; -1: none stated
  CommunicatorFollower m_communicators;
  std::uint32_t m_next = 1;                      // the next line to look at
  std::uint32_t m_unread = 1;                    // behind the last that was looked at
  static constexpr std::uint32_t kLookBack = 16; // lines of other streams between the parts of one
  std::int32_t m_mpiProcess = -1;                // whose exit code mpirun states next; -1: nobody's
  std::size_t m_wanting = 0;                     // writers whose next lines are needed
};

void StreamParser::Impl::setClass(std::uint32_t line, Class value) {
  if (value == Class::plain) return;
  if (m_scan.classes.size() < line) m_scan.classes.resize(line, 0);
  // Within a line the worst is kept; verdicts and failures are worse than what else stands there.
  std::uint8_t& slot = m_scan.classes[line - 1];
  static constexpr std::uint8_t kRank[] = {0, 1, 5, 8, 9, 2, 3, 7, 4, 1, 1};
  if (kRank[static_cast<std::size_t>(value)] > kRank[slot]) slot = static_cast<std::uint8_t>(value);
}

// The scan's time of the line, where it depends on the lines before: a time of day, or local time that was put back.
std::optional<std::int64_t> StreamParser::Impl::settledStamp(std::uint32_t line) const {
  if (!m_options.context->zone.changes() && !isPutBack(line) && m_scan.datelessStamps == 0) return std::nullopt;
  if (line > m_scan.stampsMs.size() || m_scan.stampsMs[line - 1] == UINT32_MAX) return std::nullopt;
  return m_scan.stampBaseNs + std::int64_t{m_scan.stampsMs[line - 1]} * 1'000'000;
}

Moment StreamParser::Impl::momentOf(const Piece& piece, std::uint32_t line) const {
  const TimeContext& context = *m_options.context;
  Moment outer, inner;
  const auto take = [&](const Stamp& stamp, LayerKind kind) {
    const bool isOuter = isTimeOfReading(kind);
    std::int64_t ns = 0;
    if (!stamp.hasDate && (outer.known() || inner.known())) return;   // what stands before it says more
    if (outer.known()) {
      ns = context.resolveNear(stamp, kind, outer.ns);
    } else if (const auto settled = stamp.hasZone ? std::nullopt : settledStamp(line)) {
      ns = stamp.hasDate ? context.resolveNear(stamp, kind, *settled) : *settled;
      if (isPutBack(line) && ns < *settled - kHalfHourNs) ns += 2 * kHalfHourNs;
    } else if (stamp.hasDate) {
      ns = context.resolve(stamp, kind);
    } else {
      return;                                    // a time of day alone places nothing
    }
    (isOuter ? outer : inner) = {ns, stamp.resolutionNs, isOuter ? Moment::From::outer : Moment::From::inner};
  };
  for (const Layer& layer : piece.layers) {
    if (layer.stamp) take(*layer.stamp, layer.kind);
  }
  if (!inner.known() && !outer.known() && mayStateTime(piece.message)) {
    if (const auto stamp = statedTime(piece.message)) take(*stamp, LayerKind::log);
  }
  return inner.known() ? inner : outer;
}

// Who passes the lines on by name: lines of two pods, hosts or actors are never one writer's. -1 for other layers.
std::int32_t StreamParser::Impl::originOf(const WriterTags& tags) {
  if (tags.origin.empty()) return -1;
  nameOrigin(tags, m_originName);
  const auto known = m_originByName.find(m_originName);
  if (known != m_originByName.end()) return known->second;
  if (m_scan.origins.size() >= kMaxWriters) return -1;
  const auto index = static_cast<std::int32_t>(m_scan.origins.size());
  m_originByName.emplace(m_originName, index);
  m_scan.origins.push_back(m_originName);
  return index;
}

static void noteStated(Writer& writer, std::int32_t global, std::uint32_t line) {
  if (writer.statedGlobal < 0) {
    writer.statedGlobal = global;
    writer.statedLine = line;
  } else if (writer.statedGlobal != global && writer.otherGlobal < 0) {
    writer.otherGlobal = global;
    writer.otherLine = line;
  }
}

static void noteProcess(Writer& writer, const WriterTags& tags, std::uint32_t line) {
  if (!writer.processes.empty()) {
    const WriterProcess& last = writer.processes.back();
    if (last.pid == tags.pid && last.host == tags.host) return;
  }
  if (writer.processes.size() < Writer::kMostProcesses) writer.processes.push_back({line, tags.pid, std::string(tags.host)});
}

std::uint16_t StreamParser::Impl::writerOf(const Piece& piece, std::uint32_t line) {
  WriterKey key;
  WriterTags tags;
  std::int32_t global = -1;
  if (m_options.singleWriter) {
    for (const Layer& layer : piece.layers) {
      if (layer.kind == LayerKind::rank) global = layer.number;
    }
  } else {
    for (const Layer& layer : piece.layers) tags.take(layer, m_options.form);
    key.node = tags.node;
    key.local = tags.local;
    global = tags.global;
    if (key.local >= 0) m_teeOfLine = key.local;
    key.origin = originOf(tags);
  }
  if (key.local < 0 && global >= 0 && m_teeOfLine >= 0) key.local = m_teeOfLine;   // behind a bar of its own: "it/s][rank0]:[E.."
  else if (key.local < 0) key.global = global;
  if (key.global >= 0) key.origin = -1;          // it names itself, wherever its lines pass
  const std::uint16_t index = writerFor(key, line);
  if (global >= 0) noteStated(m_scan.writers[index], global, line);
  if (tags.pid >= 0 || !tags.host.empty()) noteProcess(m_scan.writers[index], tags, line);
  return index;
}

std::uint16_t StreamParser::Impl::writerFor(WriterKey key, std::uint32_t line) {
  if (m_options.singleWriter) key = {};
  // Ranks behind a tee on one node, the usual case, without a look-up.
  const bool direct = key.global < 0 && key.origin < 0 && key.node <= 0 && key.local >= -1 && key.local < kDirectWriters;
  const std::size_t slot = static_cast<std::size_t>((key.local + 1) * 2 + key.node + 1);
  if (direct && slot < m_direct.size() && m_direct[slot] != kNoWriter) {
    m_scan.writers[m_direct[slot]].lastLine = line;
    return m_direct[slot];
  }
  const auto known = m_writerByKey.try_emplace(key, static_cast<std::uint16_t>(std::min<std::size_t>(m_scan.writers.size(), kMaxWriters - 1)));
  const std::uint16_t index = known.first->second;
  if (index == m_scan.writers.size()) {
    Writer writer;
    writer.key = key;
    writer.firstLine = line;
    m_scan.writers.push_back(writer);
    m_states.push_back(std::make_unique<WriterState>(m_scan, index, *m_options.context));
  }
  m_scan.writers[index].lastLine = line;
  if (direct) {
    if (slot >= m_direct.size()) m_direct.resize(slot + 1, kNoWriter);
    m_direct[slot] = index;
  }
  return index;
}

void StreamParser::Impl::noteTestContext(const WriterState& state, FailureFact& fact) const {
  const text::StringId open = state.runners.tests().open();
  if (!fact.test.valid()) fact.test = open;
  fact.inTest = fact.inTest || open.valid();
  fact.afterSessionEnd = state.runners.ended();
}

void StreamParser::Impl::addExceptionFacts(FailureFact& fact, const std::vector<TracebackReader::MessageLine>& lines) {
  // Signatures are looked for in the exception's texts only, never in quoted code. The line of a more specific signature than the
  // exception's own line becomes the line to show.
  for (const auto& entry : lines) {
    m_options.signatures->match(entry.text, m_hits);
    for (const SignatureHit& hit : m_hits) {
      const Signature& signature = m_options.signatures->all()[hit.signature];
      noteSignature(fact, hit, signature, entry.number);
      setClass(entry.number, classOf(signature.severity, signature.prior));
    }
    const bool hadCuda = !fact.cudaText.empty();
    enrich(fact, entry.text);
    if (!hadCuda && !fact.cudaText.empty()) fact.cudaLine = entry.number;
    if (fact.ncclLastError.empty() && &entry != &lines.front() && trimmed((&entry - 1)->text) == "Last error:") fact.ncclLastError = entry.text;
    setClass(entry.number, Class::error);
    if (entry.number == fact.line) fact.text = entry.text;
  }
}

void StreamParser::Impl::finishSections() {
  for (FinishedSection& section : m_sections) {
    if (m_scan.failures.size() >= kMaxFailures) break;
    addExceptionFacts(section.fact, section.lines);
    m_scan.failures.push_back(std::move(section.fact));
  }
  m_sections.clear();
}

void StreamParser::Impl::finishTraceback(WriterState& state, std::uint16_t writer) {
  state.inTraceback = false;
  const TracebackReader& reader = state.traceback;
  FailureFact fact;
  fact.kind = FailureFact::Kind::exception;
  fact.writer = writer;
  fact.moment = state.tracebackMoment;
  fact.firstLine = reader.firstLine();
  fact.lastLine = reader.lastLine();
  fact.line = reader.exceptionLine() ? reader.exceptionLine() : reader.firstLine();
  fact.exceptionType = reader.type();
  fact.exceptionMessage = reader.message();
  fact.outerExceptionType = reader.lastType();
  fact.frames = reader.frames();
  fact.sourceLocation = state.sourceLocation;
  fact.namedRank = state.tracebackRank;
  fact.head = state.tracebackHead;
  // "... see the Traceback (most recent call last):" and no call behind it: a sentence.
  if (!state.tracebackAtStart && fact.frames.empty() && fact.exceptionType.empty()) return;
  noteTestContext(state, fact);
  addExceptionFacts(fact, reader.messageLines());
  if (fact.text.empty()) fact.text = "Traceback (most recent call last):";
  if (m_scan.failures.size() < kMaxFailures) m_scan.failures.push_back(std::move(fact));
}

bool StreamParser::Impl::feedTraceback(WriterState& state, std::uint16_t writer, std::string_view message, std::uint32_t line) {
  if (state.traceback.feed(message, line) == TracebackReader::Step::taken) return true;
  finishTraceback(state, writer);
  return false;
}

bool StreamParser::Impl::feedStacks(WriterState& state, std::uint16_t writer, std::string_view message, std::uint32_t line) {
  if (state.stacks.feed(message, line) == StackDumpReader::Step::taken) return true;
  finishStacks(state, writer);
  return false;
}

void StreamParser::Impl::beginStacks(WriterState& state, std::uint16_t writer, const Piece& piece, std::uint32_t line, const Moment& moment) {
  state.inStacks = true;
  state.stacks.begin(piece.message, line);
  state.stacksMoment = moment;
  const std::size_t before = m_scan.failures.size();
  if (state.stacks.kind() == StackDumpReader::Kind::fatal) matchSignatures(state, writer, piece, line, moment);
  state.stacksFault = m_scan.failures.size() > before ? before : SIZE_MAX;
}

void StreamParser::Impl::finishStacks(WriterState& state, std::uint16_t writer) {
  state.inStacks = false;
  const StackDumpReader::Thread* thread = state.stacks.leading();
  if (!thread) return;
  const std::vector<Frame> frames(thread->frames.rbegin(), thread->frames.rend());
  if (state.stacksFault < m_scan.failures.size()) {
    FailureFact& fault = m_scan.failures[state.stacksFault];
    fault.frames = frames;
    fault.lastLine = state.stacks.lastLine();
    return;
  }
  if (state.stacks.kind() == StackDumpReader::Kind::fatal || m_scan.failures.size() >= kMaxFailures) return;
  FailureFact fact;
  fact.kind = FailureFact::Kind::stackDump;
  fact.writer = writer;
  fact.moment = state.stacksMoment;
  fact.firstLine = state.stacks.firstLine();
  fact.lastLine = state.stacks.lastLine();
  fact.line = thread->newestLine;
  fact.pid = state.stacks.pid();
  fact.text = placeOf(*thread);
  fact.frames = frames;
  noteTestContext(state, fact);
  m_scan.failures.push_back(std::move(fact));
}

void StreamParser::Impl::matchSignatures(WriterState& state, std::uint16_t writer, const Piece& piece, std::uint32_t line, const Moment& moment) {
  m_options.signatures->match(piece.message, m_hits);
  const SignatureHit* best = nullptr;
  for (const SignatureHit& hit : m_hits) {
    const Signature& signature = m_options.signatures->all()[hit.signature];
    setClass(line, classOf(capped(signature.severity, levelOf(piece)), signature.prior));
    if (signature.prior == Prior::advice || signature.prior == Prior::lifecycle) continue;
    // The first in the set's order that is worst; files order signatures from specific to general.
    if (!best || signature.severity > m_options.signatures->all()[best->signature].severity) best = &hit;
  }
  if (!best || m_scan.failures.size() >= kMaxFailures) return;
  const Signature& signature = m_options.signatures->all()[best->signature];
  FailureFact fact;
  fact.line = fact.firstLine = fact.lastLine = line;
  fact.writer = writer;
  fact.moment = moment;
  fact.kind = signature.findingClass == "segfault" || signature.findingClass == "abort" ? FailureFact::Kind::crash : FailureFact::Kind::signature;
  fact.signature = best->signature;
  for (const SignatureHit& hit : m_hits) {
    noteSignature(fact, hit, m_options.signatures->all()[hit.signature], line);
  }
  fact.text = std::string(piece.message.substr(0, kMaxTextBytes));
  fact.head = levelOf(piece);
  for (const Layer& layer : piece.layers) {
    if (!layer.file.empty()) fact.sourceLocation = std::string(layer.file) + ':' + std::to_string(layer.line);
    if (layer.kind == LayerKind::nccl) {
      fact.host = std::string(layer.name);
      fact.pid = layer.pid;
      fact.device = layer.number;
    }
    const bool namesHost = layer.kind == LayerKind::host || layer.kind == LayerKind::mpi;
    if (namesHost && fact.host.empty()) fact.host = std::string(layer.name);
    if ((layer.kind == LayerKind::mpi || layer.kind == LayerKind::actor) && fact.pid < 0) fact.pid = layer.pid;
  }
  enrich(fact, piece.message);
  for (const Layer& layer : piece.layers) {      // syslog's host, of a kernel's line
    if (fact.ofKernel && layer.kind == LayerKind::log && fact.host.empty()) fact.host = std::string(layer.name);
  }
  noteTestContext(state, fact);
  m_scan.failures.push_back(std::move(fact));
}

void StreamParser::Impl::readSizes(std::string_view message, std::uint16_t writer, std::uint32_t line) {
  if (const auto group = statedGroup(message); group && group->rank < static_cast<std::int32_t>(kMaxWriters)) {
    const auto rank = static_cast<std::size_t>(group->rank);
    if (rank >= m_groupSizes.size()) m_groupSizes.resize(rank + 1, -1);
    m_groupSizes[rank] = std::max(m_groupSizes[rank], group->size);
  }
  if (const auto size = statedWorldSize(message)) m_scan.versions.push_back({VersionFact::Kind::worldSize, line, writer, {}, *size});
  // A process of its own that says which rank it is: all of its lines are that rank's. Of what a tee shows the local rank, or nothing but its
  // file, only the words that no smaller group than the world has count.
  const WriterKey& key = m_scan.writers[writer].key;
  const auto rank = key.origin >= 0 ? statedOwnRank(message) : key.local >= 0 || m_options.singleWriter ? statedGlobalRank(message) : std::nullopt;
  if (rank) noteStated(m_scan.writers[writer], static_cast<std::int32_t>(*rank), line);
  const std::string_view command = m_scan.writers[writer].key.isRank() ? std::string_view() : shownCommand(message);
  if (!command.empty()) m_scan.versions.push_back({VersionFact::Kind::command, line, writer, std::string(command.substr(0, kMaxTextBytes)), -1});
}

// What other launchers than torchrun say; their lines have signatures as well.
void StreamParser::Impl::noteExits(std::string_view message, std::uint16_t writer, std::uint32_t line, const Moment& moment) {
  LauncherFact fact;
  fact.line = line;
  fact.writer = writer;
  fact.moment = moment;
  if (const std::string_view command = deepspeedCommand(message); !command.empty()) {
    fact.text = std::string(command.substr(0, kMaxTextBytes));
    m_scan.launcher.push_back(std::move(fact));
    return;
  }
  if (const std::int32_t named = mpiProcessNamed(message); named >= 0) {
    m_mpiProcess = named;                        // its exit code stands on the next line
    return;
  }
  auto exits = statedExits(message);
  if (!exits && m_mpiProcess >= 0) exits = mpiExit(message, std::exchange(m_mpiProcess, -1));
  if (!exits) return;
  fact.exitCode = exits->exitCode;
  fact.signal = exits->signal;
  fact.localRank = exits->localRank;
  fact.rank = exits->rank;
  fact.kind = exits->tasks.empty() ? LauncherFact::Kind::workerFailed : LauncherFact::Kind::taskExit;
  if (exits->tasks.empty()) m_scan.launcher.push_back(fact);
  for (const std::int32_t task : exits->tasks) {
    fact.rank = task;
    m_scan.launcher.push_back(fact);
  }
}

// A rank's line that the job itself quotes (the tail of a log, a script); what a task prints meanwhile stands behind its prefix.
bool StreamParser::Impl::isQuoted(const Piece& piece) const {
  if (!m_ci.quoting() || m_options.singleWriter || piece.find(LayerKind::task)) return false;
  return piece.find(LayerKind::tee) || piece.find(LayerKind::rank);
}

void StreamParser::Impl::readPiece(const Piece& piece, std::uint32_t line) {
  if (isQuoted(piece)) {
    setClass(line, Class::echo);
    return;
  }
  const std::uint16_t writer = writerOf(piece, line);
  if (!m_writerOfLine) m_writerOfLine = writer;
  const bool wanted = m_states[writer]->wantsMore();
  dispatch(piece, writer, line);
  const bool wants = m_states[writer]->wantsMore();
  m_wanting += wants ? 1 : 0;
  m_wanting -= wanted ? 1 : 0;
}

void StreamParser::Impl::dispatch(const Piece& piece, std::uint16_t writer, std::uint32_t line) {
  const WriterKey key = m_scan.writers[writer].key;
  const Moment moment = momentOf(piece, line);
  for (const Layer& layer : piece.layers) ++m_scan.layerLines[static_cast<std::size_t>(layer.kind)];

  const bool jobLine = !key.isRank() && key.node < 0 && !m_options.singleWriter && !piece.find(LayerKind::torchPython);
  if (jobLine) {
    if (m_ci.feed(piece.message, line, moment)) {
      if (m_ci.quoting()) setClass(line, Class::echo);
      else if (const std::string_view said = m_ci.otherError(piece.message); !said.empty()) {   // what the runner says of itself
        Piece rest = piece;
        rest.message = said;
        matchSignatures(*m_states[writer], writer, rest, line, moment);
      }
      return;
    }
  } else if (!key.isRank() && m_ci.quoting()) {
    return;
  } else if (!key.isRank() && !m_options.singleWriter && m_ci.feed(piece.message, line, moment)) {
    return;                                      // the wrapper's lines inside a task ("Running .. test suite.")
  }
  readMessage(piece, writer, line, moment);
}

void StreamParser::Impl::readMessage(const Piece& piece, std::uint16_t writer, std::uint32_t line, const Moment& moment) {
  const WriterKey key = m_scan.writers[writer].key;
  WriterState& state = *m_states[writer];
  if (state.inTraceback && (state.runners.claims(piece.message) || (!state.tracebackHasHead && hasLogHead(piece)))) finishTraceback(state, writer);
  // Training that goes on meanwhile is no part of an exception's text.
  if (state.inTraceback && parseProgress(piece.message)) return readProgress(state, piece.message, line);
  if (state.inTraceback && feedTraceback(state, writer, piece.message, line)) return;
  if (const auto header = tracebackHeader(piece.message); header && !state.runners.ownsTraceback()) {
    state.inTraceback = true;
    state.tracebackMoment = moment;
    state.sourceLocation.clear();
    state.traceback.begin(line, *header);
    // torch.distributed.checkpoint: another rank's exception, gathered and printed by all. The launcher's block tells of a rank's.
    state.tracebackRank = numberBehind<std::int32_t>(piece.message, "(RANK ").value_or(-1);
    if (state.tracebackRank < 0) state.tracebackRank = state.torchrun.rankOfBlock();
    state.tracebackHead = header->atStart ? Severity::none : levelOf(piece);   // of what a logger was told with it
    state.tracebackAtStart = header->atStart;
    state.tracebackHasHead = hasLogHead(piece);
    return;
  }
  if (state.inStacks && feedStacks(state, writer, piece.message, line)) return;
  if (StackDumpReader::begins(piece.message)) return beginStacks(state, writer, piece, line, moment);
  if (!key.isRank()) noteExits(piece.message, writer, line, moment);
  if (!key.isRank() && !state.runners.claims(piece.message) && state.torchrun.feed(piece, line, moment)) {
    if (piece.message.starts_with("+")) setClass(line, Class::echo);
    else readSizes(piece.message, writer, line);
    return;
  }
  if (const Layer* head = piece.find(LayerKind::nccl)) {
    m_communicators.read(head->name, head->pid, piece.message, line);
    NcclFact fact;
    if (parseNcclInit(*head, piece.message, line, fact)) {
      // Behind other text the name may be glued to what was left of a torn line.
      const bool begins = !m_pieces.empty() && piece.message.data() == m_pieces.front().message.data();
      if (begins) m_ncclHosts.insert(fact.host);
      else if (m_ncclHosts.count(fact.host) == 0) fact.host.clear();
      // A process initialises many communicators; what matters is which rank it is in the largest.
      Communicator& largest = m_ncclSizes[std::make_pair(fact.host, fact.pid)];
      if (fact.nranks > largest.ranks || (fact.nranks == largest.ranks && fact.complete && !largest.complete)) {
        largest = {fact.nranks, fact.complete};
        m_scan.nccl.push_back(fact);
      }
      setClass(line, Class::lifecycle);
      return;
    }
    if (head->severity >= Severity::warning) setClass(line, Class::warning);
  }
  if (!piece.find(LayerKind::nccl)) {
    readProgress(state, piece.message, line);
    if (isWholeBar(piece.message)) return;
  }
  // A head of its own is never part of what a test runner prints.
  const bool hasHead = piece.find(LayerKind::c10) || piece.find(LayerKind::torchPython) || piece.find(LayerKind::nccl);
  if (!hasHead) {
    std::string_view rest = piece.message;
    const bool taken = state.runners.feed(rest, line, moment, m_sections);
    finishSections();
    if (taken) {
      classifyTest(state.runners.tests().lastRow(), line);
      if (rest.empty() || rest.size() >= piece.message.size()) return;
      // What the test itself, or its crash, printed behind its name.
      Piece behind = piece;
      behind.message = rest;
      readMessage(behind, writer, line, moment);
      return;
    }
  }
  readSizes(piece.message, writer, line);
  matchSignatures(state, writer, piece, line, moment);
}

void StreamParser::Impl::classifyTest(const TestRow* row, std::uint32_t line) {
  if (!row) return;
  const bool error = row->error && m_scan.testErrors.back().line == line;
  if (error || (row->verdictLine == line && row->word == TestWord::failed)) setClass(line, Class::testFail);
  else if (row->verdictLine == line) setClass(line, Class::testPass);
  else if (row->startLine == line) setClass(line, Class::testStart);
}

// Whether the job quotes what a writer printed, as isQuoted() says of a piece.
bool StreamParser::Impl::inQuote(const WriterKey& key) const {
  return !m_options.singleWriter && m_ci.quoting() && !(key.isRank() && key.node >= 0);
}

// False where the line has to be read after all.
bool StreamParser::Impl::readWhole(const WholeTest& test) {
  WriterKey key;
  key.local = test.local;
  key.node = test.node;
  if (inQuote(key)) {
    if (key.node < 0) setClass(test.line, Class::echo);
    return true;
  }
  WriterState& state = *m_states[writerFor(key, test.line)];
  if (state.inTraceback || state.inStacks || state.runners.wantsMore()) return false;
  if (!state.runners.feedWhole(test.name, test.word, test.line)) return false;
  if (test.local >= 0) ++m_scan.layerLines[static_cast<std::size_t>(LayerKind::tee)];
  if (test.node >= 0) ++m_scan.layerLines[static_cast<std::size_t>(LayerKind::task)];
  classifyTest(state.runners.tests().lastRow(), test.line);
  return true;
}

bool StreamParser::Impl::readWhole(const WholeProgress& progress) {
  if (inQuote(progress.writer)) {
    if (progress.writer.node < 0) setClass(progress.line, Class::echo);
    return true;
  }
  const std::uint16_t writer = writerFor(progress.writer, progress.line);
  WriterState& state = *m_states[writer];
  if (state.inTraceback || state.inStacks || state.runners.wantsMore()) return false;
  if (progress.writer.local >= 0) ++m_scan.layerLines[static_cast<std::size_t>(LayerKind::tee)];
  if (progress.writer.node >= 0) ++m_scan.layerLines[static_cast<std::size_t>(LayerKind::task)];
  if (!state.runners.tests().anyOpen()) state.progress.note(progress.progress, progress.line);
  return true;
}

// A repaint of a bar goes to whoever began the line: its heads are not painted again. False where the segment says more.
bool StreamParser::Impl::readBar(std::string_view segment, std::uint32_t line) {
  if (!isWholeBar(segment)) return false;
  const std::uint16_t writer = m_writerOfLine ? *m_writerOfLine : writerFor({}, line);
  m_writerOfLine = writer;
  if (!inQuote(m_scan.writers[writer].key)) readProgress(*m_states[writer], segment, line);
  return true;
}

// A loop inside a test is not the run's training.
void StreamParser::Impl::readProgress(WriterState& state, std::string_view message, std::uint32_t line) {
  if (!state.runners.tests().anyOpen()) state.progress.read(message, line);
}

void StreamParser::Impl::readLine(std::string_view raw, std::uint32_t line) {
  m_plain.clear();
  appendPlain(raw, m_options.form, m_plain);
  m_joiner.add(m_plain, line, [this](const LogicalLine& logical) { readLogical(logical); });
}

void StreamParser::Impl::readLogical(const LogicalLine& line) {
  m_teeOfLine = -1;
  m_writerOfLine.reset();
  // A record that was cut is one again.
  std::string record;
  if (line.parts.size() > 1 && mayHoldRecord(line.text)) appendPlain(line.text, m_options.form, record);
  const std::string_view text = record.empty() ? line.text : record;
  // Lone CRs (progress bars): segments under one number, each seen.
  const bool several = text.find('\n') != std::string_view::npos;
  std::size_t begin = 0;
  do {
    const std::size_t end = std::min(several ? text.find_first_of("\r\n", begin) : text.find('\r', begin), text.size());
    if (end > begin || text.empty()) readSegment(text.substr(begin, end - begin), record.empty() ? begin : 0, line);
    begin = end + 1;
  } while (begin < text.size());
}

void StreamParser::Impl::readSegment(std::string_view text, std::size_t offset, const LogicalLine& line) {
  if (offset > 0 && readBar(text, line.lineAt(offset))) return;
  splitPieces(text, m_options.form, m_pieces);
  for (const Piece& piece : m_pieces) readPiece(piece, line.lineAt(offset + piece.column));
}

// An initialisation of a process whose rank in a communicator at least as large is known already: a process makes many.
bool StreamParser::Impl::isKnownInit(std::string_view raw) const {
  const auto info = raw.find("] NCCL INFO ");
  if (info == std::string_view::npos || !raw.ends_with("Init COMPLETE") || raw.front() == '[' || isDigit(raw.front())) return false;
  std::string_view rest = raw;
  const std::string_view host = takeUntil(rest, ":");
  if (!take(rest, ":")) return false;
  const auto pid = takeNumber<std::int32_t>(rest);
  const auto nranks = numberBehind<std::int32_t>(raw.substr(info), " nranks ");
  if (!pid || !nranks) return false;
  const auto known = m_ncclSizes.find(std::make_pair(host, *pid));
  return known != m_ncclSizes.end() && known->second.complete && known->second.ranks >= *nranks;
}

// The same line completes a communicator whose beginning was seen.
void StreamParser::Impl::noteKnownInit(std::string_view raw, std::uint32_t line) {
  std::string_view rest = raw;
  const std::string_view host = takeUntil(rest, ":");
  take(rest, ":");
  if (const auto pid = takeNumber<std::int32_t>(rest)) m_communicators.read(host, *pid, raw, line);
}

// A process group of a rank that stated one at least as large: a rank makes many.
bool StreamParser::Impl::isKnownGroup(std::string_view raw) const {
  const auto group = statedGroup(raw);
  return group && static_cast<std::size_t>(group->rank) < m_groupSizes.size() && group->size <= m_groupSizes[static_cast<std::size_t>(group->rank)];
}

// Lines that come by the hundred thousand and say nothing new. False where the line has to be read.
bool StreamParser::Impl::readKnown(std::string_view raw, std::uint32_t line) {
  if (m_ci.quoting()) return false;
  if (!isKnownInit(raw)) return isKnownGroup(raw);
  if (!m_communicators.idle()) noteKnownInit(raw, line);
  setClass(line, Class::lifecycle);
  return true;
}

void StreamParser::Impl::feed(const Hits& hits, std::uint32_t lastLine, std::stop_token stop) {
  std::size_t hit = 0, whole = 0, step = 0;
  std::uint32_t sinceCheck = 0;
  while (m_next <= lastLine) {
    while (hit < hits.lines.size() && hits.lines[hit].line < m_next) ++hit;
    while (whole < hits.tests.size() && hits.tests[whole].line < m_next) ++whole;
    while (step < hits.progress.size() && hits.progress[step].line < m_next) ++step;
    const std::uint32_t line = hit < hits.lines.size() ? hits.lines[hit].line : UINT32_MAX;
    const std::uint32_t test = whole < hits.tests.size() ? hits.tests[whole].line : UINT32_MAX;
    const std::uint32_t progress = step < hits.progress.size() ? hits.progress[step].line : UINT32_MAX;
    // Lines that hold nothing known are read only while a construct needs them.
    const bool wanting = m_ci.wantsMore() || m_wanting > 0 || m_joiner.waits();
    if (!wanting) {
      m_next = std::min({line, test, progress});
      // The start of the line that goes on here held nothing known.
      if (m_next == line && line <= lastLine && hits.lines[hit].continues) m_next = std::max(m_unread, line - std::min(line, kLookBack));
    }
    if (m_next > lastLine) break;
    const std::uint32_t now = m_next++;
    m_unread = m_next;
    if (now == test && !wanting && readWhole(hits.tests[whole])) continue;
    if (now == progress && !wanting && readWhole(hits.progress[step])) continue;
    if (!wanting && now == line && readKnown(textOf(hits, hits.lines[hit]), now)) continue;
    const bool kept = now == line && hits.lines[hit].size != HitLine::kTooLong;
    readLine(kept ? textOf(hits, hits.lines[hit]) : m_reader.line(now), now);
    if (++sinceCheck == 4'096) {
      if (stop.stop_requested()) return;
      sinceCheck = 0;
    }
  }
  m_next = lastLine + 1;
}

void StreamParser::Impl::finish() {
  m_joiner.flush([this](const LogicalLine& logical) { readLogical(logical); });
  for (std::size_t i = 0; i < m_states.size(); ++i) {
    WriterState& state = *m_states[i];
    if (state.inTraceback) finishTraceback(state, static_cast<std::uint16_t>(i));
    if (state.inStacks) finishStacks(state, static_cast<std::uint16_t>(i));
    state.runners.flush(m_sections);
    finishSections();
  }
  // Writers take turns, and workers end their tests in any order.
  std::stable_sort(m_scan.testErrors.begin(), m_scan.testErrors.end(), [](const TestError& a, const TestError& b) { return a.row < b.row; });
}

const std::vector<std::string>& parserLiterals() {
  static const std::vector<std::string> kLiterals = {
      // pytest
      ".py::", "PASSED", "FAILED", "SKIPPED", "ERROR", "XFAIL", "XPASS", "RERUN", "SUBPASS", "SUBFAIL", "SUBSKIP", "=====", "_____", "!!!!!", "collected ",
      "-- Python ", ".py .", ".py F", ".py E", ".py s", ".py x", ".py X", ".py R",
      "gw0 [", " workers [", " worker [", " passed in ", " failed in ", " passed, ", "no tests ran in ", "INTERNALERROR>", "++ Timeout ++",
      // unittest
      " ... ok", " ... FAIL", " ... skipped ", " ... expected failure", " ... unexpected success", " tests in ", "Ran 1 test in ",
      // GoogleTest, absl
      "[ RUN      ]", "[       OK ]", "[  FAILED  ]", "[  SKIPPED ]", "[  PASSED  ]", "[==========]", ": Failure",
      // Python
      "Traceback (most recent call last)",
      // stacks
      "Fatal Python error: ", "Timeout (", "(most recent call first)", "Process ",
      // launchers and the shell around them
      "torch/distributed/elastic", "torch/distributed/run.py", "torch/distributed/launcher", "torch.distributed.elastic", "torch.distributed.run", "torch.distributed.launch", "torchrun",
      "ft_launcher", "deepspeed.launcher.launch", "] exits with return code = ", "noticed that process rank ", "MPI_ABORT was invoked on rank ", "Process name: [[", "Exit code: ", "srun: error: ", "+ rc=", "+ ret=", "+ status=", "+ code=", "+ exit_code=", "+ EXIT_CODE=", "+ RC=", "Failures:", "Root Cause (first",
      // CI runners and wrappers
      "##[", "::group::", "section_start:", "section_end:", "Runner name: ", "Complete job name", "node_name=", "HEAD is now at", "ref: ", "exit_code=",
      "Pulling from", "Digest: sha256", "Status: Downloaded", "Status: Image", "Entering Experiment", "Detected flaky",
      "Job failed with", "Job succeeded", " test suite", "log excerpt", "\xE2\x94\x80\xE2\x94\x80\xE2\x94\x80\xE2\x94\x80\xE2\x94\x80",
      "has been successfully uploaded", "Cleaning up orphan",
      // how far the training is
      "elapsed time per iteration", "{'loss': ", "it/s]", "it/s,", "s/it]", "s/it,", "tep:", "tep=", "teps: ", "teration: ", "teration=", "iter: ", "iter=",
      "tep 0", "tep 1", "tep 2", "tep 3", "tep 4", "tep 5", "tep 6", "tep 7", "tep 8", "tep 9", "iter 0", "iter 1", "iter 2", "iter 3", "iter 4",
      "iter 5", "iter 6", "iter 7", "iter 8", "iter 9", "teration 0", "teration 1", "teration 2", "teration 3", "teration 4", "teration 5",
      "teration 6", "teration 7", "teration 8", "teration 9",
      // which process is which rank
      "- Init START", "- Init COMPLETE", "- Destroy COMPLETE", "- Abort COMPLETE"};
  return kLiterals;
}

StreamParser::StreamParser(const input::ByteSource& source, const ParseOptions& options, SourceScan& scan)
    : m_impl(std::make_unique<Impl>(source, options, scan)) {}
StreamParser::~StreamParser() = default;
void StreamParser::feed(const Hits& hits, std::uint32_t lastLine, std::stop_token stop) { m_impl->feed(hits, lastLine, std::move(stop)); }
void StreamParser::finish() { m_impl->finish(); }

}  // namespace lanescope::recognise
