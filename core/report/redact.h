// SPDX-License-Identifier: Apache-2.0
// What must not leave the house with a report: names of hosts and users, addresses, e-mail, secrets. A Run is copied with other words
// in their place, the same word for the same original ("host-1"), and everything is written from the copy: no writer sees an original.
// What counts as one is decided by shape (redact_shapes.h) and by what the run itself names as a host.
#pragma once

#include "core/compare/comparison.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::report {

enum class RedactKind : std::uint8_t { hosts, ips, users, emails, secrets };
inline constexpr std::size_t kRedactKinds = 5;
const char* toString(RedactKind kind) noexcept;                  // hosts|ips|users|emails|secrets
std::optional<RedactKind> redactKindOf(std::string_view word) noexcept;

class RedactKinds {
 public:
  static RedactKinds all();
  static RedactKinds leaving();                  // secrets and e-mail: the default of everything that is made to be passed on
  RedactKinds& set(RedactKind kind, bool on = true);
  RedactKinds& set(RedactKinds kinds, bool on = true);
  bool has(RedactKind kind) const noexcept { return (m_bits >> static_cast<unsigned>(kind) & 1u) != 0; }
  bool none() const noexcept { return m_bits == 0; }
  std::vector<std::string> names() const;        // in the order of the enumeration
  bool operator==(const RedactKinds&) const = default;

 private:
  unsigned m_bits = 0;
};

// One original, what stands in its place, and how often it was met: a row of the list that is shown before something is sent.
struct Redaction {
  RedactKind kind = RedactKind::hosts;
  std::string original, replacement;
  std::uint64_t count = 0;
};

// Knows the originals and their replacements. Numbers follow the order in which originals are met, so that the same run gives the same
// words. Any thread may call it.
class Redactor {
 public:
  explicit Redactor(RedactKinds kinds);
  ~Redactor();
  Redactor(const Redactor&) = delete;
  Redactor& operator=(const Redactor&) = delete;

  RedactKinds kinds() const noexcept;
  // Names that are replaced wherever they stand as a word. "localhost" and what is shorter than two characters is no name.
  void learnHost(std::string_view name);
  // Names of users that a text shows: learnt first, a name is also found where nothing around it says that it is one.
  void learnFrom(std::string_view text);
  // The text without originals. Lines of a private key are known by the line before them: pass texts in their order.
  std::string apply(std::string_view text);
  // The value of a setting: all of it where the name says that it is secret.
  std::string applyNamed(std::string_view name, std::string_view value);
  // By kind, then number.
  std::vector<Redaction> list() const;

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

// A copy that holds no original: not in any of its texts, and not in the lines that are read through Source::lineText.
std::shared_ptr<const model::Run> redacted(const model::Run& run, const std::shared_ptr<Redactor>& redactor);
std::shared_ptr<const compare::Comparison> redacted(const compare::Comparison& comparison, Redactor& redactor);
// What the texts of a run show, without changing it. Of several runs that are written together all are learnt before the first is copied.
void learn(const model::Run& run, Redactor& redactor);

}  // namespace lanescope::report
