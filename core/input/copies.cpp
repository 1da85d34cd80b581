// SPDX-License-Identifier: Apache-2.0
#include "core/input/copies.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace lanescope::input {
namespace {

constexpr std::size_t kMostContainers = 256;     // beyond, they are not compared with each other
constexpr std::uint64_t kWindow = 1 << 20;

bool sameBytes(const ByteSource& a, const ByteSource& b, const std::stop_token& stop) {
  if (a.size() != b.size()) return false;
  Scratch one, other;
  for (std::uint64_t at = 0; at < a.size();) {
    const ByteRange range{at, std::min(at + kWindow, a.size())};
    const auto left = a.view(range, one), right = b.view(range, other);
    if (!left || !right || *left != *right || left->empty() || stop.stop_requested()) return false;
    at += left->size();
  }
  return true;
}

// Members by their path inside a container.
struct Container {
  std::string path;
  std::map<std::string_view, std::size_t> members;
};

std::vector<Container> containersOf(const std::vector<Member>& members) {
  std::vector<Container> out;
  std::map<std::string_view, std::size_t> known;
  const auto add = [&](std::string_view path, std::size_t member) {
    const auto entry = known.try_emplace(path, out.size());
    if (entry.second) out.push_back({std::string(path), {}});
    out[entry.first->second].members.emplace(std::string_view(members[member].path).substr(path.size()), member);
  };
  constexpr std::string_view kRetry = "-retry";
  std::set<std::string_view> folders;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const std::string_view path = members[i].path;
    if (!members[i].container.empty()) add(std::string_view(members[i].path).substr(0, members[i].container.size()), i);
    for (auto at = path.find(kRetry); at != std::string_view::npos; at = path.find(kRetry, at + 1)) {
      if (path.substr(at + kRetry.size()).starts_with('/')) folders.insert(path.substr(0, at + kRetry.size()));
    }
  }
  for (const std::string_view retry : folders) {
    const std::string_view first = retry.substr(0, retry.size() - kRetry.size());
    for (const std::string_view folder : {first, retry}) {
      for (std::size_t i = 0; i < members.size(); ++i) {
        const std::string_view path = members[i].path;
        if (path.starts_with(folder) && path.substr(folder.size()).starts_with('/')) add(path.substr(0, folder.size()), i);
      }
    }
  }
  return out;
}

// The member of `other` for each of `own`, where all have one.
std::optional<std::vector<std::pair<std::size_t, std::size_t>>> equalsOf(const Container& own, const Container& other, const std::vector<Member>& members, const std::stop_token& stop) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (const auto& entry : own.members) {
    const auto equal = other.members.find(entry.first);
    if (equal == other.members.end() || equal->second == entry.second) return std::nullopt;
    const Member& a = members[entry.second];
    const Member& b = members[equal->second];
    if (a.bytes != b.bytes || a.endsHash != b.endsHash) return std::nullopt;
    pairs.emplace_back(entry.second, equal->second);
  }
  for (const auto& pair : pairs) {
    if (!sameBytes(*members[pair.first].source, *members[pair.second].source, stop)) return std::nullopt;
  }
  return pairs;
}

using Kept = std::unordered_map<std::size_t, std::size_t>;   // copy -> what is kept instead

void findCopies(const std::vector<Member>& members, const std::stop_token& stop, Kept& kept) {
  const std::vector<Container> containers = containersOf(members);
  if (containers.size() > kMostContainers) return;
  std::vector<bool> gone(containers.size(), false);
  for (std::size_t i = containers.size(); i-- > 0;) {   // of two equal ones the first stays
    for (std::size_t j = 0; j < containers.size() && !gone[i]; ++j) {
      if (i == j || gone[j]) continue;
      const auto pairs = equalsOf(containers[i], containers[j], members, stop);
      if (!pairs) continue;
      gone[i] = true;
      kept.insert(pairs->begin(), pairs->end());
    }
  }
}

// "12_Run tests.txt" -> "Run tests"
std::optional<std::string_view> numberedText(std::string_view name) {
  const auto digits = std::min(name.find_first_not_of("0123456789"), name.size());
  if (digits == 0 || digits > 6 || name.substr(digits, 1) != "_" || !name.ends_with(".txt")) return std::nullopt;
  return name.substr(digits + 1, name.size() - digits - 5);
}

// Job names are cleaned differently in the name of the text and in that of the folder.
std::string plain(std::string_view name) {
  std::string out;
  std::copy_if(name.begin(), name.end(), std::back_inserter(out), [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); });
  return out;
}

std::string_view withoutMark(std::string_view line) {
  if (line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  return line;
}

// Where the lines of the step would be found: its first and its last.
std::vector<std::string> endLines(const ByteSource& source) {
  constexpr std::uint64_t kEnd = 16 << 10;
  std::vector<std::string> out;
  Scratch scratch;
  if (const auto head = source.view({0, std::min(source.size(), kEnd)}, scratch)) out.emplace_back(withoutMark(head->substr(0, head->find('\n'))));
  const std::uint64_t begin = source.size() > kEnd ? source.size() - kEnd : 0;
  if (const auto tail = source.view({begin, source.size()}, scratch)) {
    std::string_view rest = withoutMark(*tail);
    out.emplace_back(withoutMark(rest.substr(rest.rfind('\n') + 1)));
  }
  return out;
}

// Those of `wanted` that are whole lines of the source.
std::set<std::string> linesIn(const ByteSource& source, const std::set<std::string>& wanted, const std::stop_token& stop) {
  std::set<std::string> found;
  Scratch scratch;
  std::uint64_t window = kWindow;
  for (std::uint64_t at = 0; at < source.size() && !stop.stop_requested();) {
    const auto view = source.view({at, std::min(at + window, source.size())}, scratch);
    if (!view || view->empty()) break;
    const bool last = at + view->size() >= source.size();
    const auto lf = view->rfind('\n');
    if (!last && lf == std::string_view::npos) {
      window *= 2;
      continue;
    }
    std::string_view rest = last ? *view : view->substr(0, lf + 1);
    at += rest.size();
    window = kWindow;
    while (!rest.empty()) {
      const auto end = rest.find('\n');
      const std::string_view line = withoutMark(rest.substr(0, end));
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
      if (line.size() > 28 && line[27] == 'Z' && line[10] == 'T' && wanted.count(std::string(line))) found.insert(std::string(line));
    }
  }
  return found;
}

void findSteps(const std::vector<Member>& members, const std::stop_token& stop, Kept& kept) {
  // (folder, job) -> the text of the whole job
  std::map<std::pair<std::string, std::string>, std::size_t> jobs;
  const auto split = [](std::string_view path) {
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? std::make_pair(std::string_view(), path) : std::make_pair(path.substr(0, slash), path.substr(slash + 1));
  };
  for (std::size_t i = 0; i < members.size(); ++i) {
    const auto [folder, name] = split(members[i].path);
    if (const auto job = numberedText(name)) jobs.try_emplace({std::string(folder), plain(*job)}, i);
  }
  std::map<std::size_t, std::vector<std::size_t>> stepsOf;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const auto place = split(members[i].path);
    if (!numberedText(place.second)) continue;
    const auto parent = split(place.first);
    const auto job = jobs.find({std::string(parent.first), plain(parent.second)});
    if (job != jobs.end() && job->second != i) stepsOf[job->second].push_back(i);
  }
  for (const auto& job : stepsOf) {
    std::set<std::string> wanted;
    std::map<std::size_t, std::vector<std::string>> ends;
    for (const std::size_t step : job.second) {
      ends[step] = endLines(*members[step].source);
      wanted.insert(ends[step].begin(), ends[step].end());
    }
    const std::set<std::string> found = linesIn(*members[job.first].source, wanted, stop);
    for (const std::size_t step : job.second) {
      const bool all = !ends[step].empty() && std::all_of(ends[step].begin(), ends[step].end(), [&](const std::string& line) { return found.count(line) > 0; });
      if (all) kept.emplace(step, job.first);
    }
  }
}

}  // namespace

void dropCopies(std::vector<Member>& members, std::vector<Skipped>& skipped, const std::stop_token& stop) {
  Kept kept;
  findCopies(members, stop, kept);
  findSteps(members, stop, kept);
  if (kept.empty()) return;
  std::vector<Member> rest;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const auto copy = kept.find(i);
    if (copy == kept.end()) continue;
    skipped.push_back({members[i].path, members[i].bytes, SkipReason::duplicate, "the same lines are read from " + members[copy->second].path});
  }
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!kept.count(i)) rest.push_back(std::move(members[i]));
  }
  members = std::move(rest);
}

}  // namespace lanescope::input
