// SPDX-License-Identifier: Apache-2.0
#include "core/report/rerun_line.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <vector>

namespace lanescope::report {
namespace {

using namespace std::string_view_literals;
using Words = std::vector<std::string_view>;

template <std::size_t N>
bool isOneOf(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// As a shell takes a command apart, quotes kept.
Words wordsOf(std::string_view command) {
  Words words;
  for (std::size_t i = 0; i < command.size();) {
    if (command[i] == ' ' || command[i] == '\t') {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    char quote = '\0';
    for (; i < command.size(); ++i) {
      const char c = command[i];
      if (quote != '\0') quote = c == quote ? '\0' : quote;
      else if (c == '\'' || c == '"') quote = c;
      else if (c == '\\' && i + 1 < command.size()) ++i;
      else if (c == ' ' || c == '\t') break;
    }
    words.push_back(command.substr(begin, i - begin));
  }
  return words;
}

std::string quoted(std::string_view text) {
  const bool bare = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || "_-./:=,+@%"sv.find(c) != std::string_view::npos;
  });
  if (bare) return std::string(text);
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + '\'';
}

std::string_view optionName(std::string_view word) { return word.substr(0, word.find('=')); }
bool isOption(std::string_view word) { return word.size() > 1 && word.front() == '-'; }
std::string_view baseName(std::string_view word) { return word.substr(word.rfind('/') + 1); }

// Where logs go: whoever runs a test by hand wants to see them.
bool saysWhereLogsGo(std::string_view option) {
  constexpr std::array kOptions = {"--log-dir"sv, "--log_dir"sv, "--tee"sv, "-t"sv, "--redirects"sv, "-r"sv, "--local-ranks-filter"sv, "--local_ranks_filter"sv};
  return isOneOf(option, kOptions);
}

bool isLauncher(std::string_view word) {
  return word == "torch.distributed.run" || word == "torch.distributed.launch" || baseName(word) == "torchrun";
}

// The launcher's options, from the word behind it to the program that it starts; the index of that.
std::size_t appendLauncherOptions(const Words& words, std::size_t at, Words& kept) {
  constexpr std::array kSwitches = {"--standalone"sv, "--no-python"sv, "--no_python"sv, "--run-path"sv, "--run_path"sv, "--use-env"sv, "--use_env"sv};
  while (at < words.size() && isOption(words[at]) && words[at] != "-m" && words[at] != "--module") {
    const std::string_view option = words[at];
    const bool withValue = option.find('=') == option.npos && !isOneOf(option, kSwitches) && at + 1 < words.size() && !isOption(words[at + 1]);
    if (!saysWhereLogsGo(optionName(option))) kept.insert(kept.end(), words.begin() + static_cast<std::ptrdiff_t>(at), words.begin() + static_cast<std::ptrdiff_t>(at + (withValue ? 2 : 1)));
    at += withValue ? 2 : 1;
  }
  return at;
}

// pytest's options without the tests that were selected by path. A word behind an option is its value unless it looks like a path.
void appendTestOptions(const Words& words, std::size_t at, Words& kept) {
  constexpr std::array kSwitches = {"-v"sv, "-vv"sv, "-s"sv, "-vs"sv, "-sv"sv, "-x"sv, "-q"sv, "-l"sv, "--exitfirst"sv, "--experimental"sv, "--lf"sv, "--ff"sv, "--verbose"sv};
  constexpr std::array kShells = {"|"sv, "||"sv, "&&"sv, ";"sv, "&"sv, ">"sv, "2>&1"sv};
  for (; at < words.size() && !isOneOf(words[at], kShells); ++at) {
    if (!isOption(words[at])) continue;
    kept.push_back(words[at]);
    if (words[at].find('=') != std::string_view::npos || isOneOf(words[at], kSwitches) || at + 1 >= words.size() || isOption(words[at + 1])) continue;
    const std::string_view next = words[at + 1];
    const bool path = next.find('/') != next.npos || next.ends_with(".py") || next.find("::") != next.npos;
    if (!path || words[at] == "-c" || words[at] == "--rootdir" || words[at] == "--ignore" || words[at] == "--deselect" || words[at] == "--confcutdir") kept.push_back(words[++at]);
  }
}

bool startsTests(std::string_view word) { return word == "pytest" || baseName(word) == "pytest" || baseName(word) == "py.test"; }

}  // namespace

std::optional<std::string> reducedToTest(std::string_view command, std::string_view test) {
  const Words words = wordsOf(command);
  const auto launcher = std::find_if(words.begin(), words.end(), isLauncher);
  const auto from = launcher == words.end() ? words.begin() : launcher;
  const auto tests = std::find_if(from, words.end(), startsTests);
  if (tests == words.end() || test.empty()) return std::nullopt;
  Words kept(words.begin(), from);
  const bool module = tests != words.begin() && *(tests - 1) == "-m";
  if (launcher != words.end()) {
    kept.push_back(*launcher);
    appendLauncherOptions(words, static_cast<std::size_t>(launcher - words.begin()) + 1, kept);
    if (module) kept.push_back("-m");
  } else {
    kept.assign(words.begin(), tests);           // its own interpreter and wrappers
  }
  kept.push_back(*tests);
  appendTestOptions(words, static_cast<std::size_t>(tests - words.begin()) + 1, kept);
  return fmt::format("{} {}", fmt::join(kept, " "), quoted(test));
}

std::optional<RerunLine> rerunLine(const model::Run& run) {
  constexpr std::size_t kMostVariables = 20;
  if (!run.firstFailure) return std::nullopt;
  const model::Finding& first = run.findings[*run.firstFailure];
  const bool hasLaunch = first.launch && *first.launch < run.launches.size();
  const std::string& command = hasLaunch && !run.launches[*first.launch].command.empty() ? run.launches[*first.launch].command : run.environment.command;
  const std::optional<std::string> reduced = reducedToTest(command, first.attributes.test);
  if (!reduced) return std::nullopt;
  std::string variables;
  std::size_t count = 0;
  for (const auto& [name, value] : run.environment.variables) {
    if (count++ < kMostVariables) variables += name + '=' + quoted(value) + ' ';
  }
  const std::string of = hasLaunch ? fmt::format("the command of launch {}", *first.launch + 1) : "the command";
  const std::string with = count > 0 ? fmt::format(", with {} variables that the log shows", std::min(count, kMostVariables)) : "";
  return RerunLine{variables + *reduced, fmt::format("derived from {} as the log shows it{}; only the failing test, without the options for logs and coverage; not tried", of, with)};
}

}  // namespace lanescope::report
