// SPDX-License-Identifier: Apache-2.0
#include "core/report/redact.h"
#include "core/report/redact_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <unordered_map>

namespace lanescope::report {
namespace {

constexpr std::array<const char*, kRedactKinds> kKindWords = {"hosts", "ips", "users", "emails", "secrets"};
constexpr std::array<const char*, kRedactKinds> kReplacements = {"host", "ip", "user", "email", "secret"};
constexpr std::size_t kMostAtOnce = 16u << 10;   // bytes: what looks for shapes may look at a place more than once

std::string lowered(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return out;
}

bool isAlnum(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
bool isNumber(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
}

}  // namespace

const char* toString(RedactKind kind) noexcept { return kKindWords[static_cast<std::size_t>(kind)]; }

std::optional<RedactKind> redactKindOf(std::string_view word) noexcept {
  const auto found = std::find(kKindWords.begin(), kKindWords.end(), word);
  if (found == kKindWords.end()) return std::nullopt;
  return static_cast<RedactKind>(found - kKindWords.begin());
}

RedactKinds RedactKinds::all() {
  RedactKinds kinds;
  kinds.m_bits = (1u << kRedactKinds) - 1;
  return kinds;
}
RedactKinds RedactKinds::leaving() { return RedactKinds().set(RedactKind::secrets).set(RedactKind::emails); }

RedactKinds& RedactKinds::set(RedactKind kind, bool on) {
  const unsigned bit = 1u << static_cast<unsigned>(kind);
  m_bits = on ? m_bits | bit : m_bits & ~bit;
  return *this;
}
RedactKinds& RedactKinds::set(RedactKinds kinds, bool on) {
  m_bits = on ? m_bits | kinds.m_bits : m_bits & ~kinds.m_bits;
  return *this;
}

std::vector<std::string> RedactKinds::names() const {
  std::vector<std::string> names;
  for (std::size_t kind = 0; kind < kRedactKinds; ++kind) {
    if (has(static_cast<RedactKind>(kind))) names.emplace_back(kKindWords[kind]);
  }
  return names;
}

struct Redactor::State {
  std::mutex mutex;
  RedactKinds kinds;
  std::vector<Redaction> entries;
  std::array<std::size_t, kRedactKinds> numbers{};
  std::array<std::unordered_map<std::string, std::size_t>, kRedactKinds> byOriginal;   // -> entries
  std::unordered_map<std::string, std::size_t> names;                                  // known words, in small letters -> entries
  std::set<std::size_t, std::greater<>> lengths;                                       // of the known words
  bool inKey = false;                                                                  // behind the first line of a private key

  std::size_t entryOf(RedactKind kind, std::string_view original) {
    const auto which = static_cast<std::size_t>(kind);
    // Case tells secrets apart, and nothing else.
    const auto [place, isNew] = byOriginal[which].try_emplace(kind == RedactKind::secrets ? std::string(original) : lowered(original), entries.size());
    if (!isNew) return place->second;
    // A word that somebody really is called would be read as that.
    std::string replacement;
    do replacement = fmt::format("{}-{}", kReplacements[which], ++numbers[which]);
    while (names.contains(replacement));
    entries.push_back({kind, std::string(original), std::move(replacement), 0});
    return place->second;
  }

  void addName(std::string_view name, std::size_t entry) {
    names.try_emplace(lowered(name), entry);
    lengths.insert(name.size());
  }

  void learnHost(std::string_view name) {
    if (!kinds.has(RedactKind::hosts) || name.size() < 2 || isNumber(name) || lowered(name).starts_with("localhost") || names.contains(lowered(name))) return;
    const std::size_t entry = entryOf(RedactKind::hosts, name);
    addName(name, entry);
    const std::string_view shortName = name.substr(0, name.find('.'));
    const bool telling = std::any_of(shortName.begin(), shortName.end(), [](char c) { return c == '-' || (c >= '0' && c <= '9'); });
    if (shortName.size() > 1 && shortName != name && telling && !isNumber(shortName)) addName(shortName, entry);
  }

  void learnFrom(std::string_view text) {
    RedactKinds named;
    for (const RedactKind kind : {RedactKind::users, RedactKind::hosts}) named.set(kind, kinds.has(kind));
    if (named.none()) return;
    for (const Shape& shape : shapesIn(text, named)) {
      const std::string_view word = text.substr(shape.begin, shape.end - shape.begin);
      if (shape.kind == RedactKind::hosts) learnHost(word);
      else if (!isGenericUser(word)) addName(word, entryOf(RedactKind::users, word));
    }
  }

  // The longest known word that begins at `place`; its entry, or none.
  std::optional<std::pair<std::size_t, std::size_t>> nameAt(const std::string& small, std::size_t place) const {
    if (place > 0 && isAlnum(small[place - 1])) return std::nullopt;
    for (const std::size_t length : lengths) {
      if (place + length > small.size() || (place + length < small.size() && isAlnum(small[place + length]))) continue;
      const auto found = names.find(small.substr(place, length));
      if (found != names.end()) return std::pair(length, found->second);
    }
    return std::nullopt;
  }

  void replace(std::size_t entry, std::string& out) {
    ++entries[entry].count;
    out += entries[entry].replacement;
  }

  // The part between two shapes: only known words can stand in it.
  void appendNames(std::string_view text, const std::string& small, std::size_t begin, std::size_t end, std::string& out) {
    for (std::size_t i = begin; i < end;) {
      const auto name = lengths.empty() ? std::nullopt : nameAt(small, i);
      if (name && i + name->first <= end) {
        replace(name->second, out);
        i += name->first;
      } else {
        out += text[i++];
      }
    }
  }

  void appendPiece(std::string_view text, std::string& out) {
    const std::string small = lengths.empty() ? std::string() : lowered(text);
    std::size_t done = 0;
    for (const Shape& shape : shapesIn(text, kinds)) {
      appendNames(text, small, done, shape.begin, out);
      replace(entryOf(shape.kind, text.substr(shape.begin, shape.end - shape.begin)), out);
      done = shape.end;
    }
    appendNames(text, small, done, text.size(), out);
  }

  // Whether the text was part of a key's body.
  bool appendKeyBody(std::string_view text, std::string& out) {
    const bool body = inKey && isKeyBody(text);
    inKey = body;
    if (!body) return false;
    const std::size_t blank = text.find_last_of(" \t");
    const std::size_t begin = blank == text.npos ? 0 : blank + 1;
    out += text.substr(0, begin);
    replace(entryOf(RedactKind::secrets, text.substr(begin)), out);
    return true;
  }

  void noteKeyHead(std::string_view text) {
    const std::size_t head = text.rfind("-----BEGIN");
    if (head != text.npos && text.find("PRIVATE KEY-----", head) != text.npos && text.find("-----END", head) == text.npos) inKey = true;
  }

  std::string apply(std::string_view text) {
    std::string out;
    if (kinds.has(RedactKind::secrets) && appendKeyBody(text, out)) return out;
    for (std::size_t begin = 0; begin < text.size();) {
      std::size_t end = std::min(text.size(), begin + kMostAtOnce);
      if (end < text.size()) {
        const std::size_t blank = text.find_last_of(" \n", end);
        if (blank != text.npos && blank > begin) end = blank + 1;
      }
      appendPiece(text.substr(begin, end - begin), out);
      begin = end;
    }
    if (kinds.has(RedactKind::secrets)) noteKeyHead(text);
    return out;
  }
};

Redactor::Redactor(RedactKinds kinds) : m_state(std::make_unique<State>()) { m_state->kinds = kinds; }
Redactor::~Redactor() = default;

RedactKinds Redactor::kinds() const noexcept { return m_state->kinds; }

void Redactor::learnHost(std::string_view name) {
  const std::lock_guard lock(m_state->mutex);
  m_state->learnHost(name);
}

void Redactor::learnFrom(std::string_view text) {
  const std::lock_guard lock(m_state->mutex);
  m_state->learnFrom(text);
}

std::string Redactor::apply(std::string_view text) {
  const std::lock_guard lock(m_state->mutex);
  return m_state->apply(text);
}

std::string Redactor::applyNamed(std::string_view name, std::string_view value) {
  if (value.empty() || !kinds().has(RedactKind::secrets) || !isSecretName(name)) return apply(value);
  const std::lock_guard lock(m_state->mutex);
  std::string out;
  m_state->replace(m_state->entryOf(RedactKind::secrets, value), out);
  return out;
}

std::vector<Redaction> Redactor::list() const {
  const std::lock_guard lock(m_state->mutex);
  std::vector<Redaction> list;
  std::copy_if(m_state->entries.begin(), m_state->entries.end(), std::back_inserter(list), [](const Redaction& entry) { return entry.count > 0; });
  std::stable_sort(list.begin(), list.end(), [](const Redaction& a, const Redaction& b) { return a.kind < b.kind; });
  return list;
}

}  // namespace lanescope::report
