// SPDX-License-Identifier: Apache-2.0
#include "core/model/path_layout.h"

#include "core/recognise/text_fields.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace lanescope::model {
namespace {

using recognise::take;
using recognise::takeNumber;

constexpr std::uint32_t kMaxAttempts = 1'000;    // a larger number is no attempt's
constexpr std::size_t kNone = std::string_view::npos;

std::vector<std::string_view> parts(std::string_view path) {
  std::vector<std::string_view> out;
  while (!path.empty()) {
    out.push_back(recognise::takeUntil(path, "/"));
    if (!path.empty()) path.remove_prefix(1);
  }
  return out;
}

std::optional<std::uint32_t> wholeNumber(std::string_view text) {
  const auto number = takeNumber<std::uint32_t>(text);
  return text.empty() ? number : std::nullopt;
}

std::string_view nameOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }   // npos + 1 is 0

Stream streamOf(std::string_view name) {
  if (name.find("stdout") != kNone || name.ends_with(".out")) return Stream::out;
  if (name.find("stderr") != kNone || name.ends_with(".err") || name.starts_with("error.json")) return Stream::err;
  return Stream::unknown;
}

Stream streamOfRank(std::string_view path) {
  const Stream stream = streamOf(nameOf(path));
  return stream == Stream::unknown ? Stream::both : stream;
}

bool torchrunTree(std::string_view path, PathLayout& out) {
  const auto names = parts(path);
  if (names.size() < 3) return false;
  const std::string_view file = names.back();
  std::string_view attempt = names[names.size() - 3];
  const auto local = wholeNumber(names[names.size() - 2]);
  if (!local || !take(attempt, "attempt_") || !(file.starts_with("stdout") || file.starts_with("stderr") || file.starts_with("error.json"))) return false;
  const auto number = wholeNumber(attempt);
  if (!number || *number >= kMaxAttempts || *local >= kMaxRanks) return false;
  out.layout = Layout::torchrun;
  out.stream = streamOf(file);
  out.attempt = number;
  out.localRank = local;
  const std::size_t tail = file.size() + names[names.size() - 2].size() + names[names.size() - 3].size() + 3;
  out.directory = std::string(path.substr(0, path.size() > tail ? path.size() - tail : 0));
  return true;
}

// A number in a path, and the word before it.
enum class Meaning { nothing, rank, localRank, node, attempt, index };
struct Slot {
  std::size_t begin = 0, end = 0;                // of the digits
  std::size_t component = 0;                     // where the path's component begins
  std::uint32_t number = 0;
  Meaning meaning = Meaning::nothing;
};

template <std::size_t n>
bool isOneOf(std::string_view word, const std::array<std::string_view, n>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// What is counted here is no process.
constexpr std::array<std::string_view, 21> kOtherCounts = {"run", "job", "test", "step", "epoch", "iter", "iteration", "seed", "shard", "part", "chunk",
                                                           "page", "split", "phase", "exp", "trial", "version", "v", "stage", "fold", "batch"};
constexpr std::array<std::string_view, 7> kNodes = {"node", "host", "machine", "replica", "pod", "instance", "noderank"};
constexpr std::array<std::string_view, 3> kAttempts = {"attempt", "restart", "cycle"};

bool isLetter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isSeparator(char c) noexcept { return c == '_' || c == '-' || c == '.'; }

// What the number means, by the word before it: "rank_", "node-", "cycle".
Meaning meaningOf(std::string_view component, std::size_t digits, bool inName) {
  std::size_t end = digits;
  if (end > 0 && isSeparator(component[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && isLetter(component[begin - 1])) --begin;
  std::string word(component.substr(begin, end - begin));
  std::transform(word.begin(), word.end(), word.begin(), [](char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); });
  std::string_view before = component.substr(0, begin);
  if (!before.empty() && isSeparator(before.back())) before.remove_suffix(1);
  if (word == "rank") return before.ends_with("local") ? Meaning::localRank : before.ends_with("node") || before.ends_with("group") ? Meaning::node : Meaning::rank;
  if (word == "localrank") return Meaning::localRank;
  if (word == "globalrank") return Meaning::rank;
  if (word == "log" && begin == 0 && inName) return Meaning::rank;
  if (isOneOf(word, kNodes)) return Meaning::node;
  if (isOneOf(word, kAttempts)) return Meaning::attempt;
  return isOneOf(word, kOtherCounts) ? Meaning::nothing : Meaning::index;
}

std::vector<Slot> slotsOf(std::string_view path) {
  std::vector<Slot> out;
  const std::size_t name = path.size() - nameOf(path).size();
  for (std::size_t at = 0, component = 0; at < path.size();) {
    if (path[at] == '/') component = at + 1;
    if (!recognise::isDigit(path[at])) { ++at; continue; }
    std::size_t end = at;
    while (end < path.size() && recognise::isDigit(path[end])) ++end;
    const bool delimited = end == path.size() || path[end] == '/' || isSeparator(path[end]);
    const auto number = wholeNumber(path.substr(at, end - at));
    // A rotated file's ".1" counts copies.
    const bool rotated = component == name && end == path.size() && at > name && path[at - 1] == '.' && path.find(".log", name) < at;
    if (delimited && !rotated && number && *number < kMaxRanks) {
      const std::string_view here = path.substr(component, std::min(path.find('/', component), path.size()) - component);
      out.push_back({at, end, component, *number, meaningOf(here, at - component, component == name)});
    }
    at = end;
  }
  return out;
}

std::string folderBefore(std::string_view path, std::size_t component) { return std::string(path.substr(0, component > 0 ? component - 1 : 0)); }

std::string without(std::string_view path, const Slot& slot) {
  return std::string(path.substr(0, slot.begin)) + '*' + std::string(path.substr(slot.end));
}

// The folders in front of `component`, without those that only count attempts.
std::string launchFolder(std::string_view path, std::size_t component, const std::vector<Slot>& slots) {
  std::string folder;
  for (std::size_t at = 0; at < component;) {
    const std::size_t next = path.find('/', at) + 1;
    const bool counts = std::any_of(slots.begin(), slots.end(), [at](const Slot& slot) { return slot.component == at && slot.meaning == Meaning::attempt; });
    if (!counts) folder += path.substr(at, next - at);
    at = next;
  }
  if (!folder.empty()) folder.pop_back();
  return folder;
}

class Layouts {
 public:
  explicit Layouts(const std::vector<NamedMember>& members) : m_members(members), m_out(members.size()), m_slots(members.size()) {}

  std::vector<PathLayout> run() {
    for (std::size_t i = 0; i < m_members.size(); ++i) readWords(i);
    readSiblings();
    return std::move(m_out);
  }

 private:
  void readWords(std::size_t i);
  void readSiblings();
  std::optional<Slot> indexOf(std::size_t i) const;
  void number(const std::vector<std::size_t>& files, const std::string& directory);

  const std::vector<NamedMember>& m_members;
  std::vector<PathLayout> m_out;
  std::vector<std::vector<Slot>> m_slots;
};

void Layouts::readWords(std::size_t i) {
  const std::string_view path = m_members[i].path;
  PathLayout& out = m_out[i];
  m_slots[i] = slotsOf(path);
  for (const Slot& slot : m_slots[i]) {
    if (slot.meaning == Meaning::node) out.node = slot.number;
  }
  if (torchrunTree(path, out)) return;
  out.stream = Stream::both;
  const Slot* rank = nullptr;
  const Slot* attempt = nullptr;
  for (const Slot& slot : m_slots[i]) {
    if (slot.meaning == Meaning::rank || slot.meaning == Meaning::localRank) rank = &slot;
    if (slot.meaning == Meaning::attempt && slot.number < kMaxAttempts) attempt = &slot;
  }
  if (rank && !m_members[i].ofSeveral) {
    out.stream = streamOfRank(path);
    (rank->meaning == Meaning::rank ? out.globalRank : out.localRank) = rank->number;
    out.directory = launchFolder(path, rank->component, m_slots[i]);
    if (attempt) out.attempt = attempt->number;
  } else if (attempt && m_members[i].ofSeveral) {
    out.attempt = attempt->number;
    out.directory = without(path, *attempt);
  }
}

// The number that may count processes: the last of the file's name, else a folder that is nothing but a number.
std::optional<Slot> Layouts::indexOf(std::size_t i) const {
  const std::string_view path = m_members[i].path;
  const std::size_t name = path.size() - nameOf(path).size();
  for (auto slot = m_slots[i].rbegin(); slot != m_slots[i].rend(); ++slot) {
    if (slot->meaning != Meaning::index) continue;
    if (slot->component == name) return *slot;
    if (slot->begin == slot->component && slot->end + 1 == name && streamOf(nameOf(path)) != Stream::unknown) return *slot;
  }
  return std::nullopt;
}

// Numbers from 0 on, few of them missing.
bool countsProcesses(const std::set<std::uint32_t>& numbers) {
  return numbers.size() >= 2 && *numbers.begin() == 0 && *numbers.rbegin() < 2 * numbers.size();
}

void Layouts::number(const std::vector<std::size_t>& files, const std::string& directory) {
  const bool nodes = std::any_of(files.begin(), files.end(), [this](std::size_t i) { return m_members[i].ofSeveral; });
  for (const std::size_t i : files) {
    const Slot slot = *indexOf(i);
    if (nodes) {
      if (!m_out[i].node) m_out[i].node = slot.number;
      continue;
    }
    m_out[i].globalRank = slot.number;
    m_out[i].stream = streamOfRank(m_members[i].path);
    m_out[i].fromSiblings = true;
    m_out[i].directory = directory;
  }
}

void Layouts::readSiblings() {
  struct Template { std::vector<std::size_t> files; std::set<std::uint32_t> numbers; };
  // By folder and what follows the number, then by the whole path without it.
  std::map<std::pair<std::string, std::string>, std::map<std::string, Template>> families;
  for (std::size_t i = 0; i < m_members.size(); ++i) {
    if (m_out[i].ofOneRank() || m_out[i].attempt) continue;
    const auto slot = indexOf(i);
    if (!slot) continue;
    const std::string_view path = m_members[i].path;
    Template& found = families[{folderBefore(path, slot->component), std::string(path.substr(slot->end))}][without(path, *slot)];
    found.files.push_back(i);
    found.numbers.insert(slot->number);
  }
  for (const auto& family : families) {
    // host-a_0.out host-a_1.out host-b_2.out host-b_3.out: the numbers go on.
    std::set<std::uint32_t> all;
    std::size_t sum = 0;
    for (const auto& entry : family.second) {
      if (entry.second.numbers.size() < 2) continue;
      all.insert(entry.second.numbers.begin(), entry.second.numbers.end());
      sum += entry.second.numbers.size();
    }
    const bool goesOn = all.size() == sum && countsProcesses(all);
    for (const auto& entry : family.second) {
      if (entry.second.numbers.size() < 2) continue;
      if (goesOn) number(entry.second.files, family.first.first);
      else if (countsProcesses(entry.second.numbers)) number(entry.second.files, entry.first);
    }
  }
}

}  // namespace

std::vector<PathLayout> layoutsOf(const std::vector<NamedMember>& members) { return Layouts(members).run(); }

}  // namespace lanescope::model
