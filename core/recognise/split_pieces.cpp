// SPDX-License-Identifier: Apache-2.0
// Heads in the middle of a line. Each of them holds a ']' behind a digit (`[rank5]:`, `File.cpp:688] `, `host:7:8 [3] `),
// which is rare in other text: the scan stops there only, looks back for where the head would begin, and lets the
// grammar of layer_heads.h decide from that place on.
#include "core/recognise/digits.h"
#include "core/recognise/layer_heads.h"
#include "core/recognise/layers.h"

#include <algorithm>
#include <cstring>

namespace lanescope::recognise {

namespace {

constexpr std::size_t kNone = std::string_view::npos;

// Cursor that walks backwards over text[floor, at).
struct Back {
  std::string_view text;
  std::size_t floor;
  std::size_t at;
  char before() const noexcept { return at > floor ? text[at - 1] : '\0'; }
  template <class Accept>
  std::size_t skip(Accept accept, std::size_t limit) noexcept {
    std::size_t n = 0;
    while (n < limit && at > floor && accept(text[at - 1])) --at, ++n;
    return n;
  }
  bool skipOne(char c) noexcept {
    return skip([c](char other) { return other == c; }, 1) == 1;
  }
};

// `close` is the ']' of a possible tag.
std::size_t tagStart(std::string_view text, std::size_t floor, std::size_t close) noexcept {
  Back back{text, floor, close};
  back.skip([](char c) { return isWord(c) || c == '-'; }, 64);
  return back.skipOne('[') ? back.at : kNone;
}

// `close` is the ']' behind the source line of a possible c10 or torch head.
std::size_t loggerStart(std::string_view text, std::size_t floor, std::size_t close) noexcept {
  Back back{text, floor, close};
  if (back.skip(isDigit, 8) == 0 || !back.skipOne(':')) return kNone;
  if (back.skip([](char c) { return c != ' ' && c != '[' && c != ']'; }, 400) == 0 || !back.skipOne(' ')) return kNone;
  Back c10 = back;
  c10.skip([](char c) { return isDigit(c) || c == '.' || c == ':' || c == ' '; }, 24);
  if (c10.skip(isAlpha, 1) == 1 && c10.skipOne('[')) return c10.at;
  back.skip(isDigit, 18);
  back.skip([](char c) { return c == ' '; }, 8);
  back.skip([](char c) { return isDigit(c) || c == '.' || c == ':'; }, 18);
  if (!back.skipOne(' ') || back.skip(isDigit, 4) != 4 || back.skip(isAlpha, 1) != 1) return kNone;
  return back.at;
}

// `close` is the ']' behind the device of a possible NCCL head.
std::size_t ncclStart(std::string_view text, std::size_t floor, std::size_t close) noexcept {
  Back back{text, floor, close};
  if (back.skip(isDigit, 9) == 0) return kNone;
  back.skipOne('-');
  if (!back.skipOne('[') || !back.skipOne(' ')) return kNone;
  if (back.skip(isDigit, 9) == 0 || !back.skipOne(':') || back.skip(isDigit, 9) == 0 || !back.skipOne(':')) return kNone;
  if (back.skip(isHostCharacter, kMaxHost) == 0) return kNone;
  Back time = back;
  if (time.skipOne(' ') && time.skipOne(']') && time.skip([](char c) { return c != '[' && c != ']'; }, 40) > 0 &&
      time.skipOne('[') && isDigit(text[time.at + 1])) {
    Layer layer;
    if (parseNccl(text.substr(time.at, kMaxHeads), layer) > 0) return time.at;
  }
  return back.at;
}

// Whether what begins at `at` is quoted: behind a quotation mark or the two characters of an escaped line end.
bool isQuoted(std::string_view text, std::size_t at) noexcept {
  if (at == 0) return false;
  const char before = text[at - 1];
  if (before == '"' || before == '\'' || before == '`') return true;
  return before == 'n' && at > 1 && text[at - 2] == '\\';
}

// The role of a tee header that may stand in the middle of this line.
bool isKnownRole(std::string_view role, const std::vector<Layer>& lineStart) noexcept {
  if (role == "default") return true;
  for (const Layer& layer : lineStart) {
    if (layer.kind == LayerKind::tee && layer.name == role) return true;
  }
  return false;
}

// `[rank5]:` alone is too little in the middle of a line: a message behind a space or another head must follow it.
bool isCredible(std::string_view text, const Layer& layer, std::size_t size, const std::vector<Layer>& lineStart) noexcept {
  if (layer.kind == LayerKind::tee) return isKnownRole(layer.name, lineStart);
  if (layer.kind != LayerKind::rank || size == text.size() || text[size - 1] == ' ') return true;
  Layer next;
  return parseHead(text.substr(size, kMaxHeads), next) > 0;
}

// Where the next head of text[floor, end) begins, from its bracket at or behind `from` on; kNone where there is none.
std::size_t findHead(std::string_view line, std::size_t floor, const std::vector<Layer>& lineStart) noexcept {
  std::size_t from = floor;
  while (from < line.size()) {
    const void* found = std::memchr(line.data() + from, ']', line.size() - from);
    if (found == nullptr) return kNone;
    const auto close = static_cast<std::size_t>(static_cast<const char*>(found) - line.data());
    from = close + 1;
    if (close == floor || !isDigit(line[close - 1])) continue;
    const char next = from < line.size() ? line[from] : ' ';
    std::size_t start = kNone;
    if (next == ':') {
      start = tagStart(line, floor, close);
    } else if (next == ' ') {
      start = loggerStart(line, floor, close);
      if (start == kNone) start = ncclStart(line, floor, close);
    }
    if (start == kNone || isQuoted(line, start)) continue;
    Layer layer;
    const std::size_t size = parseHead(line.substr(start, kMaxHeads), layer);
    if (size > 0 && isCredible(line.substr(start), layer, size, lineStart)) return start;
  }
  return kNone;
}

// The task prefix of the line start, once more (NeMo-Run prefixes chunks, not lines).
std::size_t findTask(std::string_view line, std::size_t floor, std::string_view task) noexcept {
  return task.empty() ? kNone : line.find(task, floor);
}

class Splitter {
 public:
  Splitter(std::string_view line, std::vector<Piece>& out) : m_line(line), m_out(out) {}

  void run() {
    Piece& first = nextPiece();
    std::size_t at = peelLineStart(m_line, [&first](const Layer& layer) { first.layers.push_back(layer); });
    while (m_common < first.layers.size() && first.layers[m_common].kind <= LayerKind::task) ++m_common;
    const std::string_view task = taskText();
    std::size_t head = findHead(m_line, at, m_out[0].layers);
    std::size_t taskAt = findTask(m_line, at, task);
    while (true) {
      const std::size_t end = std::min({head, taskAt, m_line.size()});
      finish(at, end);
      if (end == m_line.size()) break;
      at = begin(end == taskAt ? end + task.size() : end);
      if (head != kNone && head < at) head = findHead(m_line, at, m_out[0].layers);
      if (taskAt != kNone && taskAt < at) taskAt = findTask(m_line, at, task);
    }
    m_out.resize(m_count);
  }

 private:
  Piece& nextPiece() {
    if (m_count == m_out.size()) m_out.emplace_back();
    Piece& piece = m_out[m_count++];
    piece.layers.clear();
    return piece;
  }

  // `task-1/0 ` as it stands at the line start, to be found again; empty where there is none.
  std::string_view taskText() const {
    if (m_common == 0 || m_out[0].layers[m_common - 1].kind != LayerKind::task) return {};
    const std::string_view name = m_out[0].layers[m_common - 1].name;
    const auto start = static_cast<std::size_t>(name.data() - m_line.data());
    return m_line.substr(start, m_line.find(' ', start) + 1 - start);
  }

  std::size_t begin(std::size_t at) {
    Piece& piece = nextPiece();
    const std::vector<Layer>& lineStart = m_out[0].layers;
    piece.layers.assign(lineStart.begin(), lineStart.begin() + static_cast<std::ptrdiff_t>(m_common));
    Layer scratch;
    return at + peelHeads(m_line.substr(at), scratch, [&piece](const Layer& layer) { piece.layers.push_back(layer); });
  }

  void finish(std::size_t from, std::size_t end) {
    Piece& piece = m_out[m_count - 1];
    piece.message = m_line.substr(from, end - from);
    piece.column = static_cast<std::uint32_t>(from);
  }

  std::string_view m_line;
  std::vector<Piece>& m_out;
  std::size_t m_count = 0;
  std::size_t m_common = 0;  // how many layers of the first piece belong to the physical line
};

}  // namespace

void splitPieces(std::string_view line, std::vector<Piece>& out) { Splitter(line, out).run(); }

}  // namespace lanescope::recognise
