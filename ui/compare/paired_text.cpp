// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/paired_text.h"

#include "core/clock/line_time.h"
#include "core/compare/digest.h"
#include "core/compare/message_reader.h"
#include "ui/compare/line_words.h"
#include "ui/compare/sibling_runs.h"
#include "ui/models/words.h"

#include <QFileInfo>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr std::size_t kLikenessBytes = 400;      // of a line, for telling whether two are alike
constexpr Side kSides[] = {Side::run, Side::baseline};
constexpr std::size_t indexOf(Side side) { return static_cast<std::size_t>(side); }

// --- which text

QString nameOf(const model::Source& source) { return jobOfName(QFileInfo(toQt(source.path)).fileName()); }

// The rank's source that is called as `like`, else the one of the same stream: an error output belongs beside no other one.
model::SourceId sourceOfLane(const model::Run& run, model::LaneId lane, const model::Source& like) {
  const std::vector<model::SourceId>& own = run.lanes[lane.value].sources;
  auto found = std::find_if(own.begin(), own.end(), [&](model::SourceId id) { return nameOf(run.source(id)) == nameOf(like); });
  if (found == own.end()) found = std::find_if(own.begin(), own.end(), [&](model::SourceId id) { return run.source(id).stream == like.stream; });
  return found != own.end() ? *found : model::SourceId{};
}

// A source of several ranks, or of none: that of the same name and kind, the longest of them.
model::SourceId sharedSource(const model::Run& run, const model::Source& like) {
  model::SourceId best;
  const auto rank = [&](const model::Source& source) { return std::pair(nameOf(source) == nameOf(like), source.byteCount); };
  for (std::uint32_t i = 0; i < run.sources.size(); ++i) {
    const model::Source& source = run.sources[i];
    if (source.rank || source.copyOf || source.layout != like.layout) continue;
    if (!best.valid() || rank(run.source(best)) < rank(source)) best = model::SourceId{i};
  }
  return best;
}

// The line nearest to a moment, where the source's lines have times. Lines are seldom out of order; a few are of no matter here.
std::uint32_t lineAt(const model::Source& source, std::int64_t ns) {
  std::uint32_t low = 1, high = source.text ? source.text->lineCount() : 0;
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    const model::When when = clock::whenOf(source, middle);
    if (!when.known()) return 0;
    if (when.utc < ns) low = middle + 1;
    else high = middle;
  }
  return low;
}

TextSide textOfLine(const std::shared_ptr<const model::Run>& run, model::LineRef line, std::optional<model::LaneId> lane) {
  TextSide side{run, line.source, {}, line.line};
  if (!run->source(line.source).rank) side.lane = lane;
  return side;
}

// What stands beside a text of the other run.
TextSide beside(const CompareState& state, const TextSide& known, Side side, std::optional<model::LaneId> lane) {
  const auto& run = state.side(side)->run();
  const model::Source& like = known.run->source(known.source);
  TextSide found{run, {}, {}, 0};
  if (like.rank) {
    if (lane) found.source = sourceOfLane(*run, *lane, like);
  } else {
    found.source = sharedSource(*run, like);
    if (known.lane) found.lane = lane;
    // The rank that is meant has no line of its own there.
    if (known.lane && !lane) found.source = {};
  }
  if (!found.source.valid() || known.around == 0) return found;
  const model::When when = clock::whenOf(like, known.around);
  const std::int64_t offset = state.alignment().offsetNs;
  if (when.known()) found.around = lineAt(run->source(found.source), side == Side::run ? when.utc + offset : when.utc - offset);
  return found;
}

// --- reading

struct ReadLines {
  std::vector<std::uint32_t> numbers;
  std::vector<std::uint64_t> hashes;
  bool cut = false;
};

// What tells nothing by itself (a verdict, a ruler) is compared as it stands, but for digits.
std::uint64_t plainHash(std::string_view text) {
  std::string kept;
  for (const char c : text.substr(0, compare::kMaxMasked)) {
    if (c < '0' || c > '9') kept += c;
  }
  return compare::templateHash(kept);
}

ReadLines readLines(const TextSide& side, const compare::RunNames& names, const std::stop_token& stop) {
  ReadLines read;
  if (!side.source.valid() || !side.run->source(side.source).text) return read;
  const model::SourceText& text = *side.run->source(side.source).text;
  const std::uint32_t count = text.lineCount();
  std::uint32_t first = 1;
  if (count > kMostPairedLines) {
    read.cut = true;
    const std::uint32_t half = kMostPairedLines / 2;
    first = std::min(side.around > half ? side.around - half : 1, count - kMostPairedLines + 1);
  }
  const std::uint32_t last = first + std::min(count, kMostPairedLines) - 1;
  text::LineReader lines(*text.bytes, text.lines);
  compare::MessageReader reader(*side.run, side.source, compare::MessageReader::Copies::taken);
  compare::Masked masked;
  for (std::uint32_t number = first; number <= last && !stop.stop_requested(); ++number) {
    std::uint64_t hash = 0;
    bool meant = !side.lane;
    const std::string_view line = lines.line(number);
    reader.line(line, number, [&](std::string_view message, const compare::MessageReader::From& from) {
      if (side.lane && from.owner != side.lane->value) return;
      meant = true;
      compare::mask(message, names, masked);
      if (hash == 0) hash = masked.text.empty() ? plainHash(message) : compare::templateHash(masked.text);
    });
    if (!meant) continue;
    read.numbers.push_back(number);
    read.hashes.push_back(hash != 0 ? hash : plainHash(line));
  }
  return read;
}

}  // namespace

std::optional<std::uint32_t> PairedText::rowOf(Side side, std::uint32_t line) const {
  const auto& numbers = lines[indexOf(side)];
  const auto found = std::lower_bound(numbers.begin(), numbers.end(), line);
  if (found == numbers.end() || *found != line) return {};
  const auto index = static_cast<std::uint32_t>(found - numbers.begin());
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    if ((side == Side::run ? rows[row].run : rows[row].baseline) == index) return row;
  }
  return {};
}

TextSides textSidesOf(const CompareState& state) {
  TextSides sides;
  if (state.result() == nullptr) return sides;
  const CompareState::Lines& lines = state.lines();
  for (const Side side : kSides) {
    sides[indexOf(side)].run = state.side(side)->run();
    if (lines.line[indexOf(side)]) sides[indexOf(side)] = textOfLine(sides[indexOf(side)].run, *lines.line[indexOf(side)], lines.lane[indexOf(side)]);
  }
  // Without any line: the ranks' own texts.
  if (!sides[0].source.valid() && !sides[1].source.valid()) {
    for (const Side side : kSides) {
      const auto& lane = lines.lane[indexOf(side)];
      if (lane && !sides[indexOf(side)].run->lanes[lane->value].sources.empty()) sides[indexOf(side)].source = sides[indexOf(side)].run->lanes[lane->value].sources.front();
      if (sides[indexOf(side)].source.valid()) break;
    }
  }
  for (const Side side : kSides) {
    TextSide& text = sides[indexOf(side)];
    const TextSide& other = sides[indexOf(otherSide(side))];
    if (!text.source.valid() && other.source.valid()) text = beside(state, other, side, lines.lane[indexOf(side)]);
  }
  return sides;
}

std::shared_ptr<const PairedText> pairText(const TextSides& sides, std::stop_token stop) {
  auto paired = std::make_shared<PairedText>();
  paired->sides = sides;
  std::vector<const model::Run*> runs;
  for (const TextSide& side : sides) {
    if (side.run) runs.push_back(side.run.get());
  }
  const compare::RunNames names = compare::namesOf(runs);
  std::array<ReadLines, 2> read;
  for (std::size_t i = 0; i < 2; ++i) read[i] = readLines(sides[i], names, stop);
  if (stop.stop_requested()) return nullptr;
  const auto textOf = [&](std::size_t side, std::uint32_t index) { return toQt(sides[side].run->source(sides[side].source).text->lineText(read[side].numbers[index], kLikenessBytes)); };
  const Likeness likeness = [&](std::uint32_t run, std::uint32_t baseline) { return stop.stop_requested() ? 0 : likenessOf(textOf(0, run), textOf(1, baseline)); };
  paired->rows = pairLines(read[0].hashes, read[1].hashes, likeness);
  for (std::size_t i = 0; i < 2; ++i) {
    paired->cut[i] = read[i].cut;
    paired->lines[i] = std::move(read[i].numbers);
  }
  if (stop.stop_requested()) return nullptr;
  return paired;
}

}  // namespace lanescope::ui
