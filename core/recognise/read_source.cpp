// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/parser_literals.h"
#include "core/recognise/read_source.h"

#include "core/base/task_pool.h"
#include "core/recognise/junit_report.h"
#include "core/recognise/line_form.h"
#include "core/recognise/line_scan.h"
#include "core/recognise/plain_line.h"
#include "core/recognise/prefilter.h"
#include "core/recognise/size_lines.h"
#include "core/recognise/stream_parser.h"
#include "core/recognise/text_fields.h"

#include <algorithm>

namespace lanescope::recognise {
namespace {

// Of each end of a source; a glance at thousands of small files must not read them all.
constexpr std::uint64_t kLeastGlance = 16 << 10, kMostGlance = 64 << 10, kGlancePart = 16;
constexpr std::size_t kItemsUnderWay = 2;        // for each worker: one that it scans, one that waits for its turn
constexpr std::size_t kJudgedItems = 8;          // how many tell the length of the lines to come

std::vector<std::string> allLiterals(const SignatureSet& signatures) {
  std::vector<std::string> literals = parserLiterals();
  literals.insert(literals.end(), sizeLiterals().begin(), sizeLiterals().end());
  // Advice anchors nothing, and lines that every run prints need not be read again.
  for (const Signature& signature : signatures.all()) {
    const bool chatter = signature.prior == Prior::advice || (signature.prior == Prior::noise && signature.findingClass == "warning");
    if (!chatter) literals.push_back(signature.literal);
  }
  // A literal inside another finds that one's lines too: shortest first, and only those that hold none taken before.
  std::sort(literals.begin(), literals.end(), [](const std::string& a, const std::string& b) { return a.size() != b.size() ? a.size() < b.size() : a < b; });
  std::vector<std::string> needed;
  for (const std::string& literal : literals) {
    const bool covered = std::any_of(needed.begin(), needed.end(), [&](const std::string& other) { return literal.find(other) != std::string::npos; });
    if (!covered) needed.push_back(literal);
  }
  return needed;
}

// Dates with a time of day inside the text ("time : 2026-01-02_03:04:05" of a failure block) state a year as well.
void noteDatesInText(std::string_view text, Glance& glance) {
  for (std::size_t at = text.find("20"); at != std::string_view::npos; at = text.find("20", at + 2)) {
    std::string date(text.substr(at, 19));
    if (date.size() < 19 || date[4] != '-' || date[7] != '-' || (at > 0 && isDigit(text[at - 1]))) continue;
    if (date[10] == '_') date[10] = 'T';
    std::size_t used = 0;
    const auto stamp = parseIso(date, used);
    if (stamp && stamp->hasYear && stamp->hasDate) glance.time.noteTextYear(stamp->ns);
  }
}

void noteStamps(const std::vector<Piece>& pieces, const QuickHead& head, TimeEvidence& time) {
  for (const Piece& piece : pieces) {
    for (const Layer& layer : piece.layers) {
      if (layer.stamp && layer.stamp->hasYear) time.noteYear(layer.stamp->ns);
    }
  }
  if (!head.stamp) return;
  if (head.stamp->hasYear) time.noteYear(head.stamp->ns);
  if (head.hasInner()) time.notePair(head.stamp->ns, head, 0);
  if (!head.stamp->hasDate && time.firstTimeOfDayNs < 0) time.firstTimeOfDayNs = head.stamp->ns % PrintedTime::kDayNs;
}

bool isCiRunner(LayerKind kind) noexcept { return kind == LayerKind::githubStamp || kind == LayerKind::gitlabStamp || kind == LayerKind::ciStamp; }

// A launcher's tee or its agent's own lines are a node's; so are lines of two ranks.
void noteWriters(const Piece& piece, Glance& glance) {
  for (const Layer& layer : piece.layers) {
    if (layer.kind == LayerKind::tee) glance.ofSeveral = true;
    if (layer.kind == LayerKind::torchPython && layer.file.find("torch/distributed/elastic") != std::string_view::npos) glance.ofSeveral = true;
    if (layer.kind != LayerKind::rank) continue;
    if (glance.rank >= 0 && glance.rank != layer.number) glance.ofSeveral = true;
    glance.rank = layer.number;
  }
}

void glanceAtPieces(const std::vector<Piece>& pieces, Glance& glance) {
  ++glance.lines;
  bool ci = false;
  for (const Layer& layer : pieces.front().layers) {
    ++glance.layerLines[static_cast<std::size_t>(layer.kind)];
    ci = ci || isCiRunner(layer.kind);
  }
  glance.ciLines += ci ? 1 : 0;
  glance.ncclLines += pieces.front().find(LayerKind::nccl) ? 1 : 0;
  for (const Piece& piece : pieces) noteWriters(piece, glance);
}

void glanceAtLines(std::string_view bytes, FormJudge& judge, Glance& glance) {
  constexpr std::size_t kLooked = 4'096;         // of a line
  std::string plain;
  std::vector<Piece> pieces;
  while (!bytes.empty()) {
    const auto lf = bytes.find('\n');
    const std::string_view line = bytes.substr(0, lf);
    bytes.remove_prefix(lf == std::string_view::npos ? bytes.size() : lf + 1);
    plain.clear();
    appendPlain(line.substr(0, kLooked), {}, plain);
    if (plain.find_first_not_of(" \r") == std::string::npos) continue;
    const std::string_view first = std::string_view(plain).substr(0, plain.find('\n'));
    judge.look(first);
    splitPieces(first, pieces);
    glanceAtPieces(pieces, glance);
    noteStamps(pieces, quickHead(line), glance.time);
    noteDatesInText(plain, glance);
  }
}

// Whether the line stands in the job's excerpt of a log's tail.
bool isQuoted(const SourceScan& scan, std::uint32_t line) {
  bool inside = false;
  for (const CiFact& fact : scan.ci) {
    if (fact.line > line) break;
    if (fact.kind == CiFact::Kind::excerptBegin) inside = true;
    if (fact.kind == CiFact::Kind::excerptEnd || fact.kind == CiFact::Kind::groupStart) inside = false;
  }
  return inside;
}

// Numbers in a tee's form that are no ranks must not become writers without end.
constexpr std::size_t kMaxQuietWriters = 16'384;

// A rank none of whose lines held anything known is a writer all the same; another wrote before and after what was read of it. `lines` are
// the first and the last that begin with `key`.
void addQuietWriter(const WriterKey& key, std::pair<std::uint32_t, std::uint32_t> lines, LayerKind kind, SourceScan& scan) {
  if (isQuoted(scan, lines.first) || isQuoted(scan, lines.second)) return;
  const auto known = std::find_if(scan.writers.begin(), scan.writers.end(), [&](const Writer& writer) {
    return writer.key.node == key.node && writer.key.local == key.local && writer.key.global == key.global;
  });
  if (known != scan.writers.end()) {
    known->firstLine = std::min(known->firstLine, lines.first);
    known->lastLine = std::max(known->lastLine, lines.second);
    return;
  }
  if (scan.writers.size() >= kMaxQuietWriters) return;
  Writer writer;
  writer.key = key;
  writer.firstLine = lines.first;
  writer.lastLine = lines.second;
  scan.writers.push_back(writer);
  ++scan.layerLines[static_cast<std::size_t>(kind)];
}

void addQuietWriters(SourceScan& scan) {
  for (const auto& tee : scan.teeLines) {
    WriterKey key;
    key.node = tee.first.first;
    key.local = tee.first.second;
    addQuietWriter(key, tee.second, LayerKind::tee, scan);
  }
  for (const auto& labelled : scan.labelledLines) {
    WriterKey key;
    key.global = labelled.first;
    addQuietWriter(key, labelled.second, LayerKind::rank, scan);
  }
}

// Copying costs time and, for a moment, twice the memory: a little waste is cheaper.
template <class Column>
void shrink(Column& column) {
  if (column.capacity() > column.size() + column.size() / 20) column.shrink_to_fit();
}

bool holdsJunitReport(const input::ByteSource& source) {
  constexpr std::uint64_t kLooked = 4 << 10;
  input::Scratch scratch;
  const auto head = source.view({0, std::min(source.size(), kLooked)}, scratch);
  return head && isJunitReport(*head);
}

// Room for all lines, judged by the first ones: growing by doubling would need twice the memory.
void reserveFor(SourceScan& scan, std::uint64_t size, std::uint64_t read) {
  if (read == 0 || read >= size) return;
  const auto lines = static_cast<std::size_t>(static_cast<double>(scan.index.size()) * (static_cast<double>(size) / static_cast<double>(read)) * 1.01);
  scan.index.reserve(lines);
  if (!scan.tags.empty()) scan.tags.reserve(lines);
  if (!scan.stampsMs.empty()) scan.stampsMs.reserve(lines);
  scan.classes.reserve(lines);
}

// A rank's own file is written by whoever names itself in any of its lines, known messages or not.
void noteStatedRank(SourceScan& scan) {
  if (scan.layerLines[static_cast<std::size_t>(LayerKind::tee)] > 0) return;   // its tags may be local ranks
  const auto stated = std::find_if(scan.tags.begin(), scan.tags.end(), [](std::uint16_t tag) { return tag != SourceScan::kNoTag; });
  if (stated == scan.tags.end()) return;
  if (scan.writers.empty()) {
    const auto line = static_cast<std::uint32_t>(stated - scan.tags.begin()) + 1;
    Writer writer;
    writer.firstLine = writer.lastLine = line;
    scan.writers.push_back(writer);
  }
  Writer& writer = scan.writers.front();
  if (writer.statedGlobal >= 0) return;
  writer.statedGlobal = *stated;
  writer.statedLine = static_cast<std::uint32_t>(stated - scan.tags.begin()) + 1;
}

}  // namespace

// An item under way.
struct Slot {
  explicit Slot(const Prefilter& prefilter) : scanner(prefilter) {}
  Prefilter::Scanner scanner;
  input::Scratch scratch;
  ItemScan item;
};

Glance glanceAt(const input::ByteSource& source) {
  Glance glance;
  FormJudge judge;
  input::Scratch scratch;
  const std::uint64_t size = source.size();
  const std::uint64_t looked = std::min(size, std::clamp(size / kGlancePart, kLeastGlance, kMostGlance));
  if (const auto head = source.view({0, looked}, scratch)) glanceAtLines(*head, judge, glance);
  if (size > looked) {
    const std::uint64_t begin = std::max(looked, size - looked);
    if (const auto tail = source.view({begin, size}, scratch)) {
      const auto lf = tail->find('\n');          // the first line is cut
      if (lf != std::string_view::npos) glanceAtLines(tail->substr(lf + 1), judge, glance);
    }
  }
  glance.form = judge.form();
  return glance;
}

SourceReader::SourceReader(const SignatureSet& signatures, std::uint64_t itemBytes)
    : m_signatures(&signatures),
      m_itemBytes(itemBytes ? itemBytes : kWorkItemBytes),
      m_prefilter(std::make_unique<Prefilter>(allLiterals(signatures))) {}

SourceReader::~SourceReader() = default;

std::unique_ptr<Slot> SourceReader::takeSlot() const {
  const std::lock_guard lock(m_mutex);
  if (m_slots.empty()) return std::make_unique<Slot>(*m_prefilter);
  std::unique_ptr<Slot> slot = std::move(m_slots.back());
  m_slots.pop_back();
  return slot;
}

void SourceReader::giveBack(std::unique_ptr<Slot> slot) const {
  slot->item.names.clear();
  slot->item.namesInSource.clear();
  const std::lock_guard lock(m_mutex);
  m_slots.push_back(std::move(slot));
}

void SourceReader::speedUp() { m_prefilter->speedUp(); }

SourceScan SourceReader::read(const input::ByteSource& source, const TimeContext& context, bool singleWriter, const LineForm& form,
                              unsigned workers, base::Progress& progress, std::stop_token stop) const {
  const std::vector<input::ByteRange> ranges = cutAtLines(source, m_itemBytes);
  SourceScan scan;
  scan.form = form;
  ParseOptions options;
  options.singleWriter = singleWriter;
  options.form = form;
  options.signatures = m_signatures;
  options.context = &context;
  StreamParser parser(source, options, scan);
  const bool isReport = holdsJunitReport(source);   // whose lines are no writer's log
  // Items are scanned side by side; what they hit is parsed in order, by whichever worker is free.
  const std::size_t slots = std::min<std::size_t>(ranges.size(), std::size_t{std::max(1u, workers)} * kItemsUnderWay);
  std::vector<std::unique_ptr<Slot>> underWay;
  for (std::size_t i = 0; i < slots; ++i) underWay.push_back(takeSlot());
  base::parallelInOrder(
      ranges.size(), workers, slots, stop,
      [&](std::size_t i, std::size_t slot) {
        scanItem(source, ranges[i], {form, context}, underWay[slot]->scratch, underWay[slot]->scanner, progress, stop, underWay[slot]->item);
      },
      [&](std::size_t i, std::size_t slot) {
        appendItem(underWay[slot]->item, context, scan);
        if (i == kJudgedItems) reserveFor(scan, source.size(), ranges[i].end);
        if (!isReport) parser.feed(underWay[slot]->item.hits, scan.index.size(), stop);
      });
  for (std::unique_ptr<Slot>& slot : underWay) giveBack(std::move(slot));
  parser.finish();
  if (isReport) readJunitReport(source, *m_signatures, context, stop, scan);
  if (!singleWriter && !isReport) addQuietWriters(scan);
  if (!scan.classes.empty()) scan.classes.resize(scan.index.size(), 0);
  if (scan.index.memoryBytes() > 9 * std::uint64_t{scan.index.size()} / 4) scan.index.shrink();
  shrink(scan.tags);
  shrink(scan.classes);
  shrink(scan.stampsMs);
  if (singleWriter) noteStatedRank(scan);
  scan.names.moveTo(m_names);
  return scan;
}

}  // namespace lanescope::recognise
