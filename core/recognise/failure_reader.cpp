// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/failure_reader.h"

#include "core/recognise/failure_fields.h"
#include "core/recognise/line_class.h"
#include "core/recognise/piece_heads.h"
#include "core/recognise/text_fields.h"

#include <algorithm>
#include <utility>

namespace lanescope::recognise {
namespace {

constexpr std::size_t kMaxTextBytes = 2'000;
constexpr std::size_t kMaxFailures = 4'000'000;  // facts of one source

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

bool FailureReader::isFull() const noexcept { return m_scan.failures.size() >= kMaxFailures; }

void FailureReader::noteTestContext(FailureFact& fact) const {
  const text::StringId open = m_runners.tests().open();
  if (!fact.test.valid()) fact.test = open;
  fact.inTest = fact.inTest || open.valid();
  fact.afterSessionEnd = m_runners.ended();
}

void FailureReader::beginTraceback(const Piece& piece, const TracebackHeader& header, std::uint32_t line, const Moment& moment, std::int32_t namedRank, bool hasHead) {
  m_inTraceback = true;
  m_tracebackMoment = moment;
  m_traceback.begin(line, header);
  m_tracebackRank = namedRank;
  m_tracebackHead = header.atStart ? Severity::none : levelOf(piece);
  m_tracebackAtStart = header.atStart;
  m_tracebackHasHead = hasHead;
  m_tracebackIsBare = false;
}

void FailureReader::addExceptionFacts(FailureFact& fact, const std::vector<TracebackReader::MessageLine>& lines) {
  // Signatures are looked for in the exception's texts only, never in quoted code. The line of a more specific signature than the
  // exception's own line becomes the line to show.
  for (const auto& entry : lines) {
    m_signatures.match(entry.text, m_hits);
    for (const SignatureHit& hit : m_hits) {
      const Signature& signature = m_signatures.all()[hit.signature];
      noteSignature(fact, hit, signature, entry.number);
      setClass(m_scan, entry.number, classOf(signature.severity, signature.prior));
    }
    const bool hadCuda = !fact.cudaText.empty();
    enrich(fact, entry.text);
    if (!hadCuda && !fact.cudaText.empty()) fact.cudaLine = entry.number;
    if (fact.ncclLastError.empty() && &entry != &lines.front() && trimmed((&entry - 1)->text) == "Last error:") fact.ncclLastError = entry.text;
    setClass(m_scan, entry.number, LineClass::error);
    if (entry.number == fact.line) fact.text = entry.text;
  }
}

void FailureReader::addSections(std::vector<FinishedSection>& sections) {
  for (FinishedSection& section : sections) {
    if (isFull()) break;
    addExceptionFacts(section.fact, section.lines);
    m_scan.failures.push_back(std::move(section.fact));
  }
  sections.clear();
}

void FailureReader::finishTraceback() {
  m_inTraceback = false;
  const TracebackReader& reader = m_traceback;
  FailureFact fact;
  fact.kind = FailureFact::Kind::exception;
  fact.writer = m_writer;
  fact.moment = m_tracebackMoment;
  reader.describe(fact);
  fact.namedRank = m_tracebackRank;
  fact.head = m_tracebackHead;
  // "... see the Traceback (most recent call last):" and no call behind it: a sentence.
  if (!m_tracebackAtStart && fact.frames.empty() && fact.exceptionType.empty()) return;
  noteTestContext(fact);
  addExceptionFacts(fact, reader.messageLines());
  if (fact.text.empty()) fact.text = "Traceback (most recent call last):";
  if (!isFull()) m_scan.failures.push_back(std::move(fact));
}

bool FailureReader::feedTraceback(const Piece& piece, std::uint32_t line) {
  if (m_traceback.feed(piece.message, line) == TracebackReader::Step::taken) {
    m_tracebackHasHead = m_tracebackHasHead && hasLogHead(piece);
    return true;
  }
  finishTraceback();
  return false;
}

bool FailureReader::feedBare(const Piece& piece, std::uint32_t line) {
  if (!m_inTraceback || !m_traceback.goesOnWith(piece.message) || !feedTraceback(piece, line)) return false;
  m_tracebackIsBare = true;
  return true;
}

bool FailureReader::feedStacks(std::string_view message, std::uint32_t line) {
  if (m_stacks.feed(message, line) == StackDumpReader::Step::taken) return true;
  finishStacks();
  return false;
}

void FailureReader::beginStacks(const Piece& piece, std::uint32_t line, const Moment& moment) {
  m_inStacks = true;
  m_stacks.begin(piece.message, line);
  m_stacksMoment = moment;
  const std::size_t before = m_scan.failures.size();
  if (m_stacks.kind() == StackDumpReader::Kind::fatal) matchSignatures(piece, line, moment);
  m_stacksFault = m_scan.failures.size() > before ? before : SIZE_MAX;
}

void FailureReader::finishStacks() {
  m_inStacks = false;
  const StackDumpReader::Thread* thread = m_stacks.leading();
  if (!thread) return;
  const std::vector<Frame> frames(thread->frames.rbegin(), thread->frames.rend());
  if (m_stacksFault < m_scan.failures.size()) {
    FailureFact& fault = m_scan.failures[m_stacksFault];
    fault.frames = frames;
    fault.lastLine = m_stacks.lastLine();
    return;
  }
  if (m_stacks.kind() == StackDumpReader::Kind::fatal || isFull()) return;
  FailureFact fact;
  fact.kind = FailureFact::Kind::stackDump;
  fact.writer = m_writer;
  fact.moment = m_stacksMoment;
  fact.firstLine = m_stacks.firstLine();
  fact.lastLine = m_stacks.lastLine();
  fact.line = thread->newestLine;
  fact.pid = m_stacks.pid();
  fact.text = placeOf(*thread);
  fact.frames = frames;
  noteTestContext(fact);
  m_scan.failures.push_back(std::move(fact));
}

void FailureReader::matchSignatures(const Piece& piece, std::uint32_t line, const Moment& moment) {
  m_signatures.match(piece.message, m_hits);
  const SignatureHit* best = nullptr;
  for (const SignatureHit& hit : m_hits) {
    const Signature& signature = m_signatures.all()[hit.signature];
    setClass(m_scan, line, classOf(capped(signature.severity, levelOf(piece)), signature.prior));
    if (signature.prior == Prior::advice || signature.prior == Prior::lifecycle) continue;
    // The first in the set's order that is worst; files order signatures from specific to general.
    if (!best || signature.severity > m_signatures.all()[best->signature].severity) best = &hit;
  }
  if (!best || isFull()) return;
  const Signature& signature = m_signatures.all()[best->signature];
  FailureFact fact;
  fact.line = fact.firstLine = fact.lastLine = line;
  fact.writer = m_writer;
  fact.moment = moment;
  fact.kind = signature.findingClass == "segfault" || signature.findingClass == "abort" ? FailureFact::Kind::crash : FailureFact::Kind::signature;
  fact.signature = best->signature;
  for (const SignatureHit& hit : m_hits) {
    noteSignature(fact, hit, m_signatures.all()[hit.signature], line);
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
  noteTestContext(fact);
  m_scan.failures.push_back(std::move(fact));
}

void FailureReader::finish() {
  if (m_inTraceback) finishTraceback();
  if (m_inStacks) finishStacks();
}

}  // namespace lanescope::recognise
