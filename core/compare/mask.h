// SPDX-License-Identifier: Apache-2.0
// From a message to its template: what differs in every run of a job is masked, what tells runs apart stays as printed.
//
// Masked: times, dates, durations, sizes, addresses, pids, ports, ranks and other plain numbers, hashes, UUIDs, random names, progress,
// the names that only this run has (RunNames), runs of marks and blanks. Kept: words, exit codes, signals, error numbers, HTTP statuses,
// versions, dtypes. A template is that text; its hash stands for it wherever many are compared.
#pragma once

#include <bitset>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::compare {

// Words of one run that are others in the next: hosts, nodes, run ids, commits, folders of a launcher.
class RunNames {
 public:
  RunNames() = default;
  explicit RunNames(const std::vector<std::string>& names);
  // The length of the longest name that `text` begins with, up to a word's end; 0 where there is none.
  std::size_t match(std::string_view text) const noexcept { return text.size() >= kLeastName && m_starts[startOf(text)] ? find(text) : 0; }

 private:
  static constexpr std::size_t kLeastName = 3;
  static std::size_t startOf(std::string_view text) noexcept {
    return (static_cast<unsigned char>(text[0]) ^ static_cast<std::size_t>(static_cast<unsigned char>(text[1])) << 3 ^ static_cast<std::size_t>(static_cast<unsigned char>(text[2])) << 6) & 0xFFF;
  }
  std::size_t find(std::string_view text) const noexcept;

  std::set<std::string, std::less<>> m_names;
  std::vector<std::size_t> m_sizes;              // that occur, the longest first
  std::bitset<4'096> m_starts;                   // by the first bytes
};

// A template as text, `#` for numbers and times, `@` for what is random, `<test>` for a test's id, `<name>` for a name of the run.
struct Masked {
  std::string text;                              // empty: a line that is nothing but marks, or a test and its verdict
  std::uint64_t numbers = 0;                     // of the short plain numbers in it, in order; 0: there are none
};

inline constexpr std::size_t kMaxMasked = 4'096; // bytes of a message that are looked at

// Replaces `out`, whose memory is used again. `message` is what stands behind all heads, one line without control sequences.
void mask(std::string_view message, const RunNames& names, Masked& out);

// Never 0.
std::uint64_t templateHash(std::string_view masked) noexcept;

}  // namespace lanescope::compare
