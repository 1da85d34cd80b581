// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/stream_parser.h"

#include "core/recognise/bare_lines.h"
#include "core/recognise/ci_parser.h"
#include "core/recognise/communicator_follower.h"
#include "core/recognise/failure_reader.h"
#include "core/recognise/launcher_exits.h"
#include "core/recognise/line_class.h"
#include "core/recognise/logical_line.h"
#include "core/recognise/nccl_lines.h"
#include "core/recognise/piece_heads.h"
#include "core/recognise/plain_line.h"
#include "core/recognise/process_sizes.h"
#include "core/recognise/progress_follower.h"
#include "core/recognise/size_lines.h"
#include "core/recognise/text_fields.h"
#include "core/recognise/torchrun_parser.h"
#include "core/recognise/writer_table.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace lanescope::recognise {
namespace {

constexpr std::size_t kMaxTextBytes = 2'000;
std::string_view textOf(const Hits& hits, const HitLine& line) {
  return line.size == HitLine::kTooLong ? std::string_view() : std::string_view(hits.text).substr(line.begin, line.size);
}

// What is read of one writer.
struct WriterState {
  WriterState(SourceScan& scan, std::uint16_t index, const ParseOptions& options)
      : runners(scan, index), torchrun(scan, index, *options.context), progress(scan, index), failures(scan, index, *options.signatures, runners) {}
  TestRunners runners;
  TorchrunParser torchrun;
  ProgressFollower progress;
  FailureReader failures;
  bool wantsMore() const { return runners.wantsMore() || torchrun.wantsMore() || failures.wantsMore(); }
};

}  // namespace

class StreamParser::Impl {
 public:
  Impl(const input::ByteSource& source, const ParseOptions& options, SourceScan& scan)
      : m_reader(source, scan.index), m_options(options), m_scan(scan), m_ci(scan), m_writers(scan, options.singleWriter, options.form),
        m_joiner(options.form), m_sizes(scan), m_communicators(scan) {}

  void feed(const Hits& hits, std::uint32_t lastLine, std::stop_token stop);
  void finish();

 private:
  class CountedWant;
  void readLine(std::string_view raw, std::uint32_t line);
  void readLogical(const LogicalLine& line);
  void readSegment(std::string_view text, std::size_t offset, const LogicalLine& line);
  bool readKnown(std::string_view raw, std::uint32_t line);
  void noteKnownInit(std::string_view raw, std::uint32_t line);
  bool isQuoted(const Piece& piece) const;
  void readPiece(const Piece& piece, std::uint32_t line);
  bool readBare(const Piece& piece, std::uint16_t writer, std::uint32_t line);
  void dispatch(const Piece& piece, std::uint16_t writer, std::uint32_t line);
  void readMessage(const Piece& piece, std::uint16_t writer, std::uint32_t line, const Moment& moment);
  bool readWhole(const WholeTest& test);
  bool readWhole(const WholeProgress& progress);
  bool readBar(std::string_view segment, std::uint32_t line);
  static void readProgress(WriterState& state, std::string_view message, std::uint32_t line);
  bool inQuote(const WriterKey& key) const;
  WriterState& stateOf(std::uint16_t writer);
  void setLineClass(std::uint32_t line, LineClass value) { setClass(m_scan, line, value); }
  void classifyTest(const TestRow* row, std::uint32_t line);
  void noteExits(std::string_view message, std::uint16_t writer, std::uint32_t line, const Moment& moment);
  void readSizes(std::string_view message, std::uint16_t writer, std::uint32_t line);
  bool readNccl(const Layer& head, const Piece& piece, std::uint32_t line);
  bool readTests(WriterState& state, const Piece& piece, std::uint16_t writer, std::uint32_t line, const Moment& moment);

  text::LineReader m_reader;
  ParseOptions m_options;
  SourceScan& m_scan;
  CiParser m_ci;
  WriterTable m_writers;
  std::vector<std::unique_ptr<WriterState>> m_states;
  std::string m_plain;
  std::vector<Piece> m_pieces;
  std::vector<FinishedSection> m_sections;
  LineJoiner m_joiner;
  BareLines m_bare;
  std::optional<std::uint16_t> m_writerOfLine;   // who began it
  bool m_headOfLine = false;                     // a logger's head began the line that a repaint goes on with
  ProcessSizes m_sizes;
  CommunicatorFollower m_communicators;
  std::uint32_t m_next = 1;                      // the next line to look at
  std::uint32_t m_unread = 1;                    // behind the last that was looked at
  static constexpr std::uint32_t kLookBack = 16; // lines of other streams between the parts of one
  std::int32_t m_mpiProcess = -1;                // whose exit code mpirun states next; -1: nobody's
  std::size_t m_wanting = 0;                     // writers whose next lines are needed
};

// Counts whether the writer needs more lines behind the one that is read while this lives.
class StreamParser::Impl::CountedWant {
 public:
  CountedWant(Impl& parser, const WriterState& state) : m_parser(parser), m_state(state), m_wanted(state.wantsMore()) {}
  ~CountedWant() {
    m_parser.m_wanting += m_state.wantsMore() ? 1 : 0;
    m_parser.m_wanting -= m_wanted ? 1 : 0;
  }
  CountedWant(const CountedWant&) = delete;
  CountedWant& operator=(const CountedWant&) = delete;

 private:
  Impl& m_parser;
  const WriterState& m_state;
  bool m_wanted;
};

// Every writer of the table has a state.
WriterState& StreamParser::Impl::stateOf(std::uint16_t writer) {
  while (m_states.size() <= writer) m_states.push_back(std::make_unique<WriterState>(m_scan, static_cast<std::uint16_t>(m_states.size()), m_options));
  return *m_states[writer];
}

void StreamParser::Impl::readSizes(std::string_view message, std::uint16_t writer, std::uint32_t line) {
  m_sizes.addGroup(message);
  if (const auto size = statedWorldSize(message)) m_scan.versions.push_back({VersionFact::Kind::worldSize, line, writer, {}, *size});
  // A process of its own that says which rank it is: all of its lines are that rank's. Of what a tee shows the local rank, or nothing but its
  // file, only the words that no smaller group than the world has count.
  const WriterKey& key = m_scan.writers[writer].key;
  const auto rank = key.origin >= 0 ? statedOwnRank(message) : key.local >= 0 || m_options.singleWriter ? statedGlobalRank(message) : std::nullopt;
  if (rank) noteStatedRank(m_scan.writers[writer], static_cast<std::int32_t>(*rank), line);
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
    setLineClass(line, LineClass::echo);
    return;
  }
  const std::uint16_t writer = m_writers.of(piece, line);
  if (readBare(piece, writer, line)) return;
  if (!m_writerOfLine) m_writerOfLine = writer;
  const CountedWant want(*this, stateOf(writer));
  dispatch(piece, writer, line);
}

// True where the line has no head of its own and belongs to the traceback that a rank's head began.
bool StreamParser::Impl::readBare(const Piece& piece, std::uint16_t writer, std::uint32_t line) {
  if (!m_bare.mayHold(line) || m_scan.writers[writer].key == m_bare.key()) return m_bare.end();
  if (!m_bare.isBare(piece, m_scan.writers[writer].key) || stateOf(writer).wantsMore()) return m_bare.end();
  WriterState& state = stateOf(m_bare.writer());
  const CountedWant want(*this, state);
  if (!state.failures.feedBare(piece, line)) return m_bare.end();
  m_bare.take(line);
  m_writers.of(m_bare.key(), line);
  return true;
}

void StreamParser::Impl::dispatch(const Piece& piece, std::uint16_t writer, std::uint32_t line) {
  const WriterKey key = m_scan.writers[writer].key;
  const Moment moment = momentOf(piece, line, m_scan, *m_options.context);
  for (const Layer& layer : piece.layers) ++m_scan.layerLines[static_cast<std::size_t>(layer.kind)];

  const bool jobLine = !key.isRank() && key.node < 0 && !m_options.singleWriter && !piece.find(LayerKind::torchPython);
  if (jobLine) {
    if (m_ci.feed(piece.message, line, moment)) {
      if (m_ci.quoting()) setLineClass(line, LineClass::echo);
      else if (const std::string_view said = m_ci.otherError(piece.message); !said.empty()) {   // what the runner says of itself
        Piece rest = piece;
        rest.message = said;
        m_states[writer]->failures.matchSignatures(rest, line, moment);
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
  FailureReader& failures = state.failures;
  const bool foreignHead = failures.tracebackIsBare() || (!failures.tracebackHasHead() && hasLogHead(piece));
  if (failures.inTraceback() && (foreignHead || state.runners.claims(piece.message))) failures.finishTraceback();
  // Training that goes on meanwhile is no part of an exception's text.
  if (failures.inTraceback() && parseProgress(piece.message)) return readProgress(state, piece.message, line);
  if (failures.inTraceback() && failures.feedTraceback(piece, line)) return;
  if (const auto header = tracebackHeader(piece.message); header && !state.runners.ownsTraceback()) {
    // torch.distributed.checkpoint: another rank's exception, gathered and printed by all. The launcher's block tells of a rank's.
    const std::int32_t named = numberBehind<std::int32_t>(piece.message, "(RANK ").value_or(-1);
    failures.beginTraceback(piece, *header, line, moment, named >= 0 ? named : state.torchrun.rankOfBlock(), m_headOfLine || hasLogHead(piece));
    return m_bare.begin(writer, m_scan.writers[writer].key, line);
  }
  if (failures.inStacks() && failures.feedStacks(piece.message, line)) return;
  if (StackDumpReader::begins(piece.message)) return failures.beginStacks(piece, line, moment);
  if (!key.isRank()) noteExits(piece.message, writer, line, moment);
  if (!key.isRank() && !state.runners.claims(piece.message) && state.torchrun.feed(piece, line, moment)) {
    if (piece.message.starts_with("+")) setLineClass(line, LineClass::echo);
    else readSizes(piece.message, writer, line);
    return;
  }
  if (const Layer* head = piece.find(LayerKind::nccl)) {
    if (readNccl(*head, piece, line)) return;
  } else {
    readProgress(state, piece.message, line);
    if (isWholeBar(piece.message)) return;
  }
  if (readTests(state, piece, writer, line, moment)) return;
  readSizes(piece.message, writer, line);
  failures.matchSignatures(piece, line, moment);
}

// True where the line is an initialisation and nothing else.
bool StreamParser::Impl::readNccl(const Layer& head, const Piece& piece, std::uint32_t line) {
  m_communicators.read(head.name, head.pid, piece.message, line);
  NcclFact fact;
  if (parseNcclInit(head, piece.message, line, fact)) {
    m_sizes.addInit(std::move(fact), !m_pieces.empty() && piece.message.data() == m_pieces.front().message.data());
    setLineClass(line, LineClass::lifecycle);
    return true;
  }
  if (head.severity >= Severity::warning) setLineClass(line, LineClass::warning);
  return false;
}

// True where a test runner printed it. What the test itself, or its crash, printed behind its name is read as well.
bool StreamParser::Impl::readTests(WriterState& state, const Piece& piece, std::uint16_t writer, std::uint32_t line, const Moment& moment) {
  // A head of its own is never part of what a test runner prints.
  if (piece.find(LayerKind::c10) || piece.find(LayerKind::torchPython) || piece.find(LayerKind::nccl)) return false;
  std::string_view rest = piece.message;
  const bool taken = state.runners.feed(rest, line, moment, m_sections);
  state.failures.addSections(m_sections);
  if (!taken) return false;
  classifyTest(state.runners.tests().lastRow(), line);
  if (rest.empty() || rest.size() >= piece.message.size()) return true;
  Piece behind = piece;
  behind.message = rest;
  readMessage(behind, writer, line, moment);
  return true;
}

void StreamParser::Impl::classifyTest(const TestRow* row, std::uint32_t line) {
  if (!row) return;
  const bool error = row->error && m_scan.testErrors.back().line == line;
  if (error || (row->verdictLine == line && row->word == TestWord::failed)) setLineClass(line, LineClass::testFail);
  else if (row->verdictLine == line) setLineClass(line, LineClass::testPass);
  else if (row->startLine == line) setLineClass(line, LineClass::testStart);
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
    if (key.node < 0) setLineClass(test.line, LineClass::echo);
    return true;
  }
  WriterState& state = stateOf(m_writers.of(key, test.line));
  if (state.failures.wantsMore() || state.runners.wantsMore()) return false;
  if (!state.runners.feedWhole(test.name, test.word, test.line)) return false;
  if (test.local >= 0) ++m_scan.layerLines[static_cast<std::size_t>(LayerKind::tee)];
  if (test.node >= 0) ++m_scan.layerLines[static_cast<std::size_t>(LayerKind::task)];
  classifyTest(state.runners.tests().lastRow(), test.line);
  return true;
}

bool StreamParser::Impl::readWhole(const WholeProgress& progress) {
  if (inQuote(progress.writer)) {
    if (progress.writer.node < 0) setLineClass(progress.line, LineClass::echo);
    return true;
  }
  WriterState& state = stateOf(m_writers.of(progress.writer, progress.line));
  if (state.failures.wantsMore() || state.runners.wantsMore()) return false;
  if (progress.writer.local >= 0) ++m_scan.layerLines[static_cast<std::size_t>(LayerKind::tee)];
  if (progress.writer.node >= 0) ++m_scan.layerLines[static_cast<std::size_t>(LayerKind::task)];
  if (!state.runners.tests().anyOpen()) state.progress.note(progress.progress, progress.line);
  return true;
}

// A repaint of a bar goes to whoever began the line: its heads are not painted again. False where the segment says more.
bool StreamParser::Impl::readBar(std::string_view segment, std::uint32_t line) {
  if (!isWholeBar(segment)) return false;
  const std::uint16_t writer = m_writerOfLine ? *m_writerOfLine : m_writers.of(WriterKey(), line);
  m_writerOfLine = writer;
  if (!inQuote(m_scan.writers[writer].key)) readProgress(stateOf(writer), segment, line);
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
  m_writers.beginLine();
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
  const bool repaint = offset > 0 && !m_pieces.empty();
  m_headOfLine = repaint && (m_headOfLine || hasLogHead(m_pieces.front()));
  splitPieces(text, m_options.form, m_pieces);
  for (const Piece& piece : m_pieces) readPiece(piece, line.lineAt(offset + piece.column));
}

// The same line completes a communicator whose beginning was seen.
void StreamParser::Impl::noteKnownInit(std::string_view raw, std::uint32_t line) {
  std::string_view rest = raw, host;
  std::int32_t pid = -1;
  if (takeNcclProcess(rest, host, pid)) m_communicators.read(host, pid, raw, line);
}

// Lines that come by the hundred thousand and say nothing new. False where the line has to be read.
bool StreamParser::Impl::readKnown(std::string_view raw, std::uint32_t line) {
  if (m_ci.quoting()) return false;
  if (!m_sizes.isKnownInit(raw)) return m_sizes.isKnownGroup(raw);
  if (!m_communicators.idle()) noteKnownInit(raw, line);
  setLineClass(line, LineClass::lifecycle);
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
    state.failures.finish();
    state.runners.flush(m_sections);
    state.failures.addSections(m_sections);
  }
  // Writers take turns, and workers end their tests in any order.
  std::stable_sort(m_scan.testErrors.begin(), m_scan.testErrors.end(), [](const TestError& a, const TestError& b) { return a.row < b.row; });
}

StreamParser::StreamParser(const input::ByteSource& source, const ParseOptions& options, SourceScan& scan)
    : m_impl(std::make_unique<Impl>(source, options, scan)) {}
StreamParser::~StreamParser() = default;
void StreamParser::feed(const Hits& hits, std::uint32_t lastLine, std::stop_token stop) { m_impl->feed(hits, lastLine, std::move(stop)); }
void StreamParser::finish() { m_impl->finish(); }

}  // namespace lanescope::recognise
