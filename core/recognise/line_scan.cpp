// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/line_scan.h"

#include "core/recognise/digits.h"
#include "core/recognise/layer_heads.h"
#include "core/recognise/pytest_lines.h"
#include "core/recognise/stated_time.h"
#include "core/recognise/text_fields.h"

#include <algorithm>
#include <cstring>

namespace lanescope::recognise {
namespace {

constexpr std::uint64_t kWindowBytes = 256 << 10;     // read, searched and walked while it is in the second-level cache
constexpr std::size_t kMostKeptNames = 16 << 10;   // of former items: beyond, looking through them costs more than they save
constexpr std::size_t kHitBytes = 16 << 10;      // of a hit that are kept for the second pass
constexpr std::uint16_t kNoTag = SourceScan::kNoTag;
constexpr std::uint32_t kNoStamp = 0xFFFFFFFF;
// Stamps are kept as 32-bit milliseconds after a base; the base stands this long before the first stamp, since a few lines
// of every log go back in time.
constexpr std::int64_t kBaseMarginMs = std::int64_t{1} << 30;
constexpr std::int64_t kMs = 1'000'000;

std::uint16_t tagOf(const QuickHead& head) noexcept {
  const std::int32_t number = head.teeRank >= 0 ? head.teeRank : head.globalRank;
  return number >= 0 && number < kNoTag ? static_cast<std::uint16_t>(number) : kNoTag;
}

void noteStamp(const QuickHead& head, const TimeContext& context, std::size_t line, ItemScan& out) {
  const Stamp& stamp = *head.stamp;
  if (!stamp.hasDate && context.elapsedTimes) return;
  const std::int64_t ns = stamp.hasDate ? context.resolve(stamp, head.stampKind) : PrintedTime::timeOfDay(stamp.ns);
  if (out.stampsNs.empty()) out.stampsNs.assign(line, PrintedTime::kNone);
  out.stampsNs.resize(line, PrintedTime::kNone);
  out.stampsNs.push_back(stamp.hasDate ? PrintedTime::dated(ns, stamp.hasZone) : ns);
  ++out.stampedLines;
  if (!stamp.hasZone) ++out.zonelessStamps;
  out.widestWidth = std::max(out.widestWidth, stamp.resolutionNs);
  if (!stamp.hasDate) {
    if (out.datelessStamps++ == 0) out.evidence.firstTimeOfDayNs = stamp.ns % PrintedTime::kDayNs;
    return;
  }
  if (!stamp.hasYear) ++out.yearlessStamps;
  else out.evidence.noteYear(stamp.ns);
  if (head.hasInner()) out.evidence.notePair(ns, head, static_cast<std::uint32_t>(line + 1));
  if (ns < out.first) { out.first = ns; out.firstWidth = stamp.resolutionNs; }
  if (ns > out.last) { out.last = ns; out.lastWidth = stamp.resolutionNs; }
}

void noteTag(std::uint16_t tag, std::size_t line, ItemScan& out) {
  if (tag == kNoTag && out.tags.empty()) return;
  out.tags.resize(line, kNoTag);
  out.tags.push_back(tag);
}

template <class Lines, class Key>
void noteLine(const Key& key, std::uint32_t line, Lines& out) {
  out.try_emplace(key, line, line).first->second.second = line;
}

void noteTee(std::int32_t node, std::int32_t local, std::uint32_t line, ItemScan& out) {
  if (local >= 0) noteLine(std::make_pair(node, local), line, out.teeLines);
}

std::string_view withoutLf(std::string_view line) noexcept {
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  return line;
}

// Whether a head that carries a stamp or a writer's number can start the line: a cheap look at its first bytes. (An NCCL head without
// a stamp begins with a host name and carries neither.)
bool mayHaveHead(std::string_view line, const LineForm& form) noexcept {
  if (form.prefix != LineForm::Prefix::none) return true;
  const char c = line.front();
  if (c == '{') return true;                     // a record
  if (c == '[' || isDigit(c) || c == '\x1b' || c == '\0' || static_cast<unsigned char>(c) >= 0x80) return true;
  if (mayStartLog(line) || mayStateTime(line)) return true;
  if (c < 'A' || line.size() < 4) return false;
  if (isDigit(line[1])) return true;             // W0821 20:08:52 ..
  return line.substr(0, 12).find('/') != std::string_view::npos;   // task-1/0
}

// `[default5]:` and no other head behind it: most of what ranks print.
bool takeOnlyTee(std::string_view line, const LineForm& form, QuickHead& head) noexcept {
  constexpr std::string_view kRole = "[default";
  constexpr std::size_t kMostDigits = 8;
  if (form.prefix != LineForm::Prefix::none || !line.starts_with(kRole)) return false;
  const std::size_t digits = countDigits(line, kRole.size(), kMostDigits);
  const std::size_t begin = kRole.size() + digits + 2;
  if (digits == 0 || begin >= line.size() || line[begin - 2] != ']' || line[begin - 1] != ':' || mayHaveHead(line.substr(begin), form)) return false;
  head.teeRank = static_cast<std::int32_t>(digitsAt(line, kRole.size(), digits));
  head.message = static_cast<std::uint32_t>(begin);
  return true;
}

QuickHead headOf(std::string_view line, const LineForm& form) noexcept {
  QuickHead head;
  head.message = 0;
  if (takeOnlyTee(line, form, head) || !mayHaveHead(line, form)) return head;
  return quickHead(line, form);
}

// "....F... [ 50%]", of which pytest prints whole lines without a word: the share at the end of a line, or inside a record.
bool hasShare(std::string_view line) noexcept {
  line = withoutLf(line);
  if (line.ends_with("\x1b[0m")) line.remove_suffix(4);
  return line.ends_with("%]") || (line.ends_with('}') && line.find("%]") != std::string_view::npos);
}

// Whether a literal of progress lines may end so: "step 1", "it/s]", "elapsed time per iteration".
bool mayEndProgress(char last) noexcept { return isDigit(last) || last == ':' || last == '=' || last == ' ' || last == ',' || last == ']' || last == 'n'; }

// The whole test that the line is, where it is one.
const WholeTest* addTest(std::string_view line, std::uint32_t number, ItemScan& out) {
  WholeTest test;
  std::string_view name;
  if (!parseWholeTest(line, name, test)) return nullptr;
  test.line = number;
  test.name = out.names.intern(name);
  out.hits.tests.push_back(test);
  return &out.hits.tests.back();
}

// `alone`: what was found in the line is one literal, that a report of progress may hold. Where a second stands in it, it may say more
// than how far the training is.
void addHit(std::string_view line, std::uint32_t number, bool alone, const QuickHead& head, ItemScan& out) {
  WholeProgress progress;
  if (alone && parseWholeProgress(line, head, progress)) {
    progress.line = number;
    out.hits.progress.push_back(progress);
    return;
  }
  const bool tooLong = line.size() > kHitBytes;
  out.hits.lines.push_back({number, tooLong ? HitLine::kTooLong : static_cast<std::uint32_t>(line.size()), out.hits.text.size(), head.continues});
  if (!tooLong) out.hits.text += line;
}

// As new, but for the memory of the columns and the names.
void startAgain(ItemScan& item) {
  ItemScan fresh;
  fresh.index = std::move(item.index);
  fresh.index.clear();
  fresh.tags = std::move(item.tags);
  fresh.tags.clear();
  fresh.stampsNs = std::move(item.stampsNs);
  fresh.stampsNs.clear();
  fresh.hits = std::move(item.hits);
  fresh.hits.lines.clear();
  fresh.hits.tests.clear();
  fresh.hits.progress.clear();
  fresh.hits.text.clear();
  if (item.names.size() < kMostKeptNames) {
    fresh.names = std::move(item.names);
    fresh.namesInSource = std::move(item.namesInSource);
  }
  item = std::move(fresh);
}

// Whether a clock that went back from `before` to `now` (local time) by nearly an hour was put back: where daylight saving ends, it ends
// on a Sunday of spring or autumn, at three in the morning or earlier.
bool isPutBack(std::int64_t before, std::int64_t now) noexcept {
  constexpr std::int64_t kMinute = 60'000'000'000, kHour = 60 * kMinute;
  if (before - now > kHour || before - now < kHour - 10 * kMinute) return false;
  const std::int64_t day = before / PrintedTime::kDayNs;
  if (before < 0 || now / PrintedTime::kDayNs != day || before % PrintedTime::kDayNs > 3 * kHour) return false;
  const IsoText date = formatIso(before);
  const std::string_view month = date.view().substr(5, 2);
  constexpr std::int64_t kThursday = 4;          // the first day of 1970
  return (day + kThursday) % 7 == 0 && (month == "03" || month == "04" || month == "09" || month == "10" || month == "11");
}

// Settles stamps in the order of the source: what one means may depend on the one before.
class StampOrder {
 public:
  StampOrder(const TimeContext& context, SourceScan& scan) : m_context(&context), m_scan(&scan) {}

  std::int64_t settle(std::int64_t printed, std::uint32_t line) {
    const std::int64_t previous = m_scan->previousStampNs;
    const bool hasZone = PrintedTime::hasZone(printed);
    std::int64_t ns = PrintedTime::isTimeOfDay(printed) ? withDate(printed) : PrintedTime::ns(printed);
    if (m_scan->clockPutBack > 0 && !hasZone && !PrintedTime::isTimeOfDay(printed)) ns += kHour;
    if (ns < previous && previous != INT64_MIN) ns = goneBack(ns, previous, line, !hasZone && !m_scan->previousHasZone);
    m_scan->previousStampNs = ns;
    m_scan->previousHasZone = hasZone;
    return ns;
  }

 private:
  static constexpr std::int64_t kSecond = 1'000'000'000, kHour = 3'600 * kSecond;
  static constexpr std::int64_t kFar = 5 * kSecond;            // writers of one file are this much out of step
  static constexpr std::int64_t kRepeats = kHour / 6;          // a step that is not theirs

  std::int64_t withDate(std::int64_t printed) const noexcept {
    Stamp stamp;
    stamp.hasDate = stamp.hasYear = false;
    stamp.ns = printed - (INT64_MIN + 1);
    if (m_scan->previousStampNs == INT64_MIN) return m_context->resolve(stamp);
    return m_context->resolveNear(stamp, LayerKind::log, m_scan->previousStampNs);
  }

  // `local`: neither stamp states a zone, so both show what a clock on a wall shows.
  std::int64_t goneBack(std::int64_t ns, std::int64_t previous, std::uint32_t line, bool local) {
    const ZoneOffsets& zone = m_context->zone;
    if (local && zone.changes()) {
      // Behind the change, what looks earlier is the second reading; before it, only a step that writers out of step do not make.
      const bool behind = zone.secondReading(previous) == previous;
      const std::int64_t again = zone.secondReading(ns);
      if (again >= previous && previous - ns > (behind ? kFar : kRepeats)) return again;
    }
    const std::int64_t offset = zone.first() * kSecond;
    if (local && !zone.changes() && m_scan->clockPutBack == 0 && isPutBack(previous + offset, ns + offset)) {
      m_scan->clockPutBack = line;
      return ns + kHour;
    }
    ++m_scan->backwardStamps;
    if (previous - ns > kFar) {
      if (m_scan->farBackStamps++ == 0) m_scan->firstFarBack = line;
      m_scan->mostBackNs = std::max(m_scan->mostBackNs, previous - ns);
    }
    return ns;
  }

  const TimeContext* m_context;
  SourceScan* m_scan;
};

// The item's columns of stamps, as milliseconds after the source's base.
void appendStamps(ItemScan& item, std::uint32_t before, const TimeContext& context, SourceScan& scan) {
  StampOrder order(context, scan);
  scan.stampsMs.resize(before, kNoStamp);
  bool any = scan.stampedLines > 0;
  std::uint32_t line = before;
  for (const std::int64_t printed : item.stampsNs) {
    ++line;
    if (printed == PrintedTime::kNone) {
      scan.stampsMs.push_back(kNoStamp);
      continue;
    }
    const std::int64_t ns = order.settle(printed, line);
    if (!any) scan.stampBaseNs = (ns / kMs - kBaseMarginMs) * kMs;
    any = true;
    const std::int64_t delta = ns / kMs - scan.stampBaseNs / kMs;
    scan.stampsMs.push_back(delta >= 0 && delta < kNoStamp ? static_cast<std::uint32_t>(delta) : kNoStamp);
    if (ns == PrintedTime::ns(printed) && !PrintedTime::isTimeOfDay(printed)) continue;
    if (ns < item.first) { item.first = ns; item.firstWidth = item.widestWidth; }
    if (ns > item.last) { item.last = ns; item.lastWidth = item.widestWidth; }
  }
  scan.stampsMs.resize(before + item.index.size(), kNoStamp);
}

// Scans whole lines; the last may lack its LF at the end of the source.
void scanLines(std::string_view block, const ScanAs& as, Prefilter::Scanner& scanner,
               std::vector<std::uint32_t>& hitEnds, ItemScan& out) {
  hitEnds.clear();
  scanner.scan(block, hitEnds);
  auto hit = hitEnds.begin();
  std::size_t begin = 0;
  while (begin < block.size()) {
    const void* lf = std::memchr(block.data() + begin, '\n', block.size() - begin);
    const std::size_t end = lf ? static_cast<std::size_t>(static_cast<const char*>(lf) - block.data()) + 1 : block.size();
    const std::string_view line = block.substr(begin, end - begin);
    const auto number = static_cast<std::uint32_t>(out.index.size());
    std::uint32_t literals = 0;
    for (; hit != hitEnds.end() && *hit <= end; ++hit) ++literals;
    const WholeTest* test = literals > 0 ? addTest(withoutLf(line), number + 1, out) : nullptr;
    if (test && !isDigit(line.front())) {
      // No stamp before it, and its writer's number is known.
      noteTag(test->local >= 0 ? static_cast<std::uint16_t>(test->local) : kNoTag, number, out);
      noteTee(test->node, test->local, number + 1, out);
    } else {
      const QuickHead head = headOf(line, as.form);
      if (head.stamp) noteStamp(head, as.context, number, out);
      noteTag(tagOf(head), number, out);
      noteTee(head.node, head.teeRank, number + 1, out);
      if (head.globalRank >= 0 && head.teeRank < 0 && head.node < 0) noteLine(head.globalRank, number + 1, out.labelledLines);
      // Of a line that goes on elsewhere, what the other part holds is not known here.
      if (!test && (literals > 0 || head.goesOn || head.continues || hasShare(line))) {
        addHit(withoutLf(line), number + 1, literals == 1 && mayEndProgress(block[*(hit - 1) - 1]), head, out);
      }
    }
    out.index.append(end - begin);
    begin = end;
  }
  if (std::memchr(block.data(), '\0', block.size())) {
    out.nulBytes += static_cast<std::uint64_t>(std::count(block.begin(), block.end(), '\0'));
  }
}

// The offset just behind the last LF at or before `offset`, or behind the first LF after it where there is none before.
std::uint64_t lineStartNear(const input::ByteSource& source, std::uint64_t offset, input::Scratch& scratch) {
  constexpr std::uint64_t kStep = 64 << 10;
  for (std::uint64_t begin = offset; begin < source.size(); begin += kStep) {
    const auto view = source.view({begin, std::min(begin + kStep, source.size())}, scratch);
    if (!view || view->empty()) break;
    const auto lf = view->find('\n');
    if (lf != std::string_view::npos) return begin + lf + 1;
  }
  return source.size();
}

}  // namespace

bool parseWholeTest(std::string_view line, std::string_view& name, WholeTest& out) noexcept {
  std::string_view rest = line;
  if (rest.size() > 29 && rest[10] == 'T' && rest[19] == '.' && rest[27] == 'Z' && rest[28] == ' ' && isDigit(rest[0])) rest.remove_prefix(29);
  // The task prefix as NeMo-Run colours it; others take the long way.
  if (std::string_view task = rest; take(task, "\x1b[32m")) {
    takeUntil(task, "/ ");
    if (!take(task, "/")) return false;
    const auto node = takeNumber<std::int16_t>(task);
    if (!node || *node < 0 || !take(task, "\x1b[0m ")) return false;
    out.node = *node;
    rest = task;
  }
  if (take(rest, "[default")) {                  // other roles take the long way
    const auto local = takeNumber<std::int16_t>(rest);
    if (!local || *local < 0 || !take(rest, "]:")) return false;
    out.local = *local;
  }
  name = nodeIdAtStart(rest);
  if (name.empty() || name.find('\x1b') != std::string_view::npos) return false;
  rest.remove_prefix(name.size());
  if (!take(rest, " ")) return false;
  // A colour before and after the word, as pytest prints it: ESC [ digits m.
  const auto skipColour = [&rest] {
    if (!rest.starts_with("\x1b[")) return;
    std::size_t end = 2;
    while (end < rest.size() && (isDigit(rest[end]) || rest[end] == ';')) ++end;
    if (end < rest.size() && rest[end] == 'm') rest.remove_prefix(end + 1);
  };
  skipColour();
  std::size_t end = 0;
  while (end < rest.size() && rest[end] >= 'A' && rest[end] <= 'Z') ++end;
  out.word = testWordOf(rest.substr(0, end));
  if (out.word == TestWord::none) return false;
  rest.remove_prefix(end);
  skipColour();
  rest = trimmed(rest);
  if (rest.empty()) return true;
  return rest.size() <= 8 && rest.starts_with("[") && rest.ends_with("%]") && rest.find_first_not_of("[ 0123456789%]") == std::string_view::npos;
}

bool parseWholeProgress(std::string_view line, const QuickHead& head, WholeProgress& out) noexcept {
  // Whatever is longer is no report, and not to be looked through here.
  constexpr std::size_t kLongest = 2'000;
  if (line.size() > kLongest || head.message > line.size()) return false;
  const std::string_view text = line.substr(head.message);
  if (text.find('\x1b') != std::string_view::npos || text.find('\r') != std::string_view::npos) return false;
  const auto progress = parseProgress(text);
  if (!progress || (progress->shape != ProgressShape::line && !isWholeBar(text))) return false;
  out.progress = *progress;
  out.writer.node = head.node;
  out.writer.local = head.teeRank;
  return true;
}

std::vector<input::ByteRange> cutAtLines(const input::ByteSource& source, std::uint64_t itemBytes) {
  std::vector<input::ByteRange> items;
  input::Scratch scratch;
  for (std::uint64_t begin = 0; begin < source.size();) {
    const std::uint64_t wanted = begin + std::max<std::uint64_t>(itemBytes, 1) - 1;
    const std::uint64_t end = wanted + 1 >= source.size() ? source.size() : lineStartNear(source, wanted, scratch);
    items.push_back({begin, end});
    begin = end;
  }
  return items;
}

void scanItem(const input::ByteSource& source, input::ByteRange range, const ScanAs& as, input::Scratch& scratch,
              Prefilter::Scanner& scanner, base::Progress& progress, std::stop_token stop, ItemScan& out) {
  startAgain(out);
  std::vector<std::uint32_t> hitEnds;
  std::uint64_t windowBytes = kWindowBytes;
  for (std::uint64_t begin = range.begin; begin < range.end && !stop.stop_requested();) {
    const auto view = source.view({begin, std::min(begin + windowBytes, range.end)}, scratch);
    if (!view || view->empty()) {                // a file that shrank: what was read stays
      out.cutShort = true;
      return;
    }
    const bool last = begin + view->size() >= range.end;
    const auto lf = view->rfind('\n');
    if (!last && lf == std::string_view::npos) {
      windowBytes *= 2;                          // a line longer than the window
      continue;
    }
    const std::string_view lines = last ? *view : view->substr(0, lf + 1);
    scanLines(lines, as, scanner, hitEnds, out);
    begin += lines.size();
    progress.bytesDone += lines.size();
    windowBytes = kWindowBytes;
  }
}

void appendItem(ItemScan& item, const TimeContext& context, SourceScan& scan) {
  const std::uint32_t before = scan.index.size();
  const std::uint32_t after = before + item.index.size();
  for (HitLine& line : item.hits.lines) line.line += before;
  for (auto i = static_cast<std::uint32_t>(item.namesInSource.size()); i < item.names.size(); ++i) {
    item.namesInSource.push_back(scan.names.intern(item.names.view(text::StringId{i})));
  }
  for (WholeProgress& progress : item.hits.progress) progress.line += before;
  for (WholeTest& test : item.hits.tests) {
    test.line += before;
    test.name = item.namesInSource[test.name.value];
  }
  const auto append = [before](const auto& from, auto& to) {
    for (const auto& entry : from) {
      noteLine(entry.first, before + entry.second.first, to);
      noteLine(entry.first, before + entry.second.second, to);
    }
  };
  append(item.teeLines, scan.teeLines);
  append(item.labelledLines, scan.labelledLines);
  if (!item.tags.empty() || !scan.tags.empty()) {
    scan.tags.resize(before, kNoTag);
    scan.tags.insert(scan.tags.end(), item.tags.begin(), item.tags.end());
    scan.tags.resize(after, kNoTag);
  }
  if (!item.stampsNs.empty() || !scan.stampsMs.empty()) appendStamps(item, before, context, scan);
  if (item.stampedLines > 0) {
    if (scan.stampedLines == 0 || item.first < scan.firstStampNs) {
      scan.firstStampNs = item.first;
      scan.firstStampWidthNs = item.firstWidth;
    }
    if (scan.stampedLines == 0 || item.last > scan.lastStampNs) {
      scan.lastStampNs = item.last;
      scan.lastStampWidthNs = item.lastWidth;
    }
  }
  scan.widestStampNs = std::max(scan.widestStampNs, item.widestWidth);
  scan.stampedLines += item.stampedLines;
  scan.yearlessStamps += item.yearlessStamps;
  scan.zonelessStamps += item.zonelessStamps;
  scan.datelessStamps += item.datelessStamps;
  scan.evidence.add(item.evidence, before);
  scan.nulBytes += item.nulBytes;
  scan.cutShort = scan.cutShort || item.cutShort;
  scan.index.append(item.index);
}

}  // namespace lanescope::recognise
