// SPDX-License-Identifier: Apache-2.0
// Heads in the middle of a line. Each of them holds a ']' behind a digit (`[rank5]:`, `File.cpp:688] `, `host:7:8 [3] `),
// which is rare in other text: the scan stops there only, looks back for where the head would begin, and lets the
// grammar of layer_heads.h decide from that place on.
#include "core/recognise/digits.h"
#include "core/recognise/layer_heads.h"
#include "core/recognise/layers.h"

#include <algorithm>
#include <array>
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

// Where an envelope that stands at the line start stands again: NeMo-Run prefixes chunks, not lines; mpirun, Ray and pdsh go on behind
// a line that somebody left open.
struct Restart {
  std::size_t at = kNone;
  std::size_t kept = 0;                          // layers of the line start that stand outside of it
};

bool isGlued(std::string_view line, std::size_t at) noexcept {
  const char before = line[at - 1];
  return !isWord(before) && before != ' ' && before != '.' && before != '-' && before != '/' && !isQuoted(line, at);
}

class RestartFinder {
 public:
  RestartFinder(std::string_view line, const LineForm& form) : m_line(line), m_form(form) {}

  // Of one of `layers`, those of the line start, at or behind `from`, which only grows.
  Restart find(std::size_t from, const std::vector<Layer>& layers) {
    Restart best;
    for (std::size_t i = 0; i < layers.size() && i < m_next.size(); ++i) {
      if (m_next[i] < from) m_next[i] = findOne(from, layers[i]);   // each stretch is searched once
      if (m_next[i] < best.at) best = {m_next[i], i};
    }
    return best;
  }

 private:
  std::size_t findOne(std::size_t from, const Layer& layer) const {
    switch (layer.kind) {
      case LayerKind::task: return findTask(from, layer);
      case LayerKind::mpi: return findMarked(from, "<std", '[', [](std::string_view text, Layer& out) { return parseMpi(text, out); });
      case LayerKind::actor: return findMarked(from, " pid=", '(', [](std::string_view text, Layer& out) { return parseActor(text, out); });
      case LayerKind::host: return findHost(from, layer);
      default: return kNone;
    }
  }

  // The same text, `task-1/0 `.
  std::size_t findTask(std::size_t from, const Layer& layer) const {
    const auto start = static_cast<std::size_t>(layer.name.data() - m_line.data());
    const std::size_t end = m_line.find(' ', start);
    return end == kNone ? kNone : m_line.find(m_line.substr(start, end + 1 - start), from);
  }

  // A head that holds `mark` behind the bracket `open`.
  template <class Parse>
  std::size_t findMarked(std::size_t from, std::string_view mark, char open, Parse parse) const {
    for (std::size_t at = m_line.find(mark, from); at != kNone; at = m_line.find(mark, at + 1)) {
      constexpr std::size_t kReach = 96;
      const std::size_t floor = std::max(from, at > kReach ? at - kReach : 0);
      for (std::size_t start = at; start-- > floor;) {
        if (m_line[start] != open) continue;
        Layer layer;
        if (start > 0 && !isQuoted(m_line, start) && parse(m_line.substr(start, kMaxHeads), layer) > at - start) return start;
      }
    }
    return kNone;
  }

  // A host like that of the line start, right behind a mark that ends somebody's text ("}10.8.33.9: "): behind a word or a blank it may
  // be what the text speaks of.
  std::size_t findHost(std::size_t from, const Layer& layer) const {
    const bool address = isDigit(layer.name.front());
    for (std::size_t at = m_line.find(": ", from); at != kNone; at = m_line.find(": ", at + 1)) {
      std::size_t start = at;
      while (start > from && (isWord(m_line[start - 1]) || m_line[start - 1] == '-' || m_line[start - 1] == '.') && at - start < kMaxHost) --start;
      Layer host;
      const std::string_view text = m_line.substr(start, kMaxHeads);
      const std::size_t size = start == at ? 0 : address ? parseAddress(text, host) : parsePrefix(text, m_form.prefix, host);
      if (size > 0 && host.kind == LayerKind::host && start > from && isGlued(m_line, start)) return start;
    }
    return kNone;
  }

  std::string_view m_line;
  const LineForm& m_form;
  std::array<std::size_t, 8> m_next{};           // by layer; nothing stands at 0, where the line starts
};

class Splitter {
 public:
  Splitter(std::string_view line, const LineForm& form, std::vector<Piece>& out) : m_line(line), m_form(form), m_restarts(line, m_form), m_out(out) {}

  void run() {
    Piece& first = nextPiece();
    std::size_t at = peelLineStart(m_line, m_form, [&first](const Layer& layer) { first.layers.push_back(layer); });
    std::size_t head = findHead(m_line, at, m_out[0].layers);
    Restart restart = m_restarts.find(at, m_out[0].layers);
    while (true) {
      const std::size_t end = std::min({head, restart.at, m_line.size()});
      finish(at, end);
      if (end == m_line.size()) break;
      at = end == restart.at ? beginEnvelopes(restart) : beginHeads(end);
      if (head != kNone && head <= at) head = findHead(m_line, std::max(at, head + 1), m_out[0].layers);
      if (restart.at != kNone && restart.at < at) restart = m_restarts.find(at, m_out[0].layers);
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

  // A piece whose heads begin at `at`, inside the envelopes that the line is in.
  std::size_t beginHeads(std::size_t at) {
    Piece& piece = nextPiece();
    const std::vector<Layer>& line = m_out[m_inside].layers;
    for (const Layer& layer : line) {
      if (!isEnvelope(layer.kind)) break;
      piece.layers.push_back(layer);
    }
    Layer scratch;
    return at + peelHeads(m_line.substr(at), scratch, [&piece](const Layer& layer) { piece.layers.push_back(layer); });
  }

  std::size_t beginEnvelopes(const Restart& restart) {
    Piece& piece = nextPiece();
    m_inside = m_count - 1;
    const std::vector<Layer>& line = m_out[0].layers;
    piece.layers.assign(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(restart.kept));
    return restart.at + peelLineStart(m_line.substr(restart.at), m_form, [&piece](const Layer& layer) { piece.layers.push_back(layer); });
  }

  void finish(std::size_t from, std::size_t end) {
    Piece& piece = m_out[m_count - 1];
    piece.message = m_line.substr(from, end - from);
    piece.column = static_cast<std::uint32_t>(from);
  }

  std::string_view m_line;
  LineForm m_form;
  RestartFinder m_restarts;
  std::vector<Piece>& m_out;
  std::size_t m_count = 0;
  std::size_t m_inside = 0;                      // the piece whose envelopes hold here
};

}  // namespace

void splitPieces(std::string_view line, const LineForm& form, std::vector<Piece>& out) { Splitter(line, form, out).run(); }

}  // namespace lanescope::recognise
