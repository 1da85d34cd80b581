// SPDX-License-Identifier: Apache-2.0
#include "core/diagnose/wording.h"

#include "core/recognise/stamp.h"
#include "core/recognise/text_fields.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace lanescope::diagnose {
namespace {

using model::Finding;
using model::FindingClass;

std::string grouped(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (std::ptrdiff_t at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

std::string onRanks(const Finding& finding) {
  return finding.ranks.empty() ? std::string() : " on " + model::ranksPhrase(finding.ranks);
}

std::string shortened(std::string text, std::size_t limit = 110) {
  const auto lf = text.find('\n');
  if (lf != std::string::npos) text.resize(lf);
  if (text.size() <= limit) return text;
  std::size_t cut = text.rfind(' ', limit);
  if (cut == std::string::npos || cut < limit / 2) cut = limit;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
  return text.substr(0, cut) + "\xE2\x80\xA6";
}

std::string baseName(const std::string& type) {
  const auto dot = type.rfind('.');
  return dot == std::string::npos ? type : type.substr(dot + 1);
}

std::string cudaTitle(const Finding& finding) {
  const auto& cuda = finding.attributes.cudaError;
  std::string title = "CUDA failure";
  if (cuda && cuda->code) title += fmt::format(" {}", *cuda->code);
  if (cuda && !cuda->text.empty()) title += fmt::format(" '{}'", cuda->text);
  if (!finding.attributes.operationText.empty()) title += " in " + finding.attributes.operationText;
  return title + onRanks(finding);
}

// What each set of ranks was in, where they differ: "ALLREDUCE 9 on ranks 0-2, ALLREDUCE 8 on rank 3".
std::vector<std::pair<std::string, std::vector<model::Rank>>> operationsOf(const Finding& finding) {
  std::vector<std::pair<std::string, std::vector<model::Rank>>> out;
  std::set<std::string> processGroups;
  for (const model::ByRank& row : finding.byRank) {
    if (!row.op.empty() && row.ranMs && !row.group.empty()) processGroups.insert(row.group);
  }
  for (const model::ByRank& row : finding.byRank) {
    if (row.op.empty() || !row.ranMs) continue;
    const std::string ofGroup = processGroups.size() > 1 && !row.group.empty() ? " of group " + row.group : std::string();
    const std::string operation = row.op + (row.seq ? fmt::format(" {}", *row.seq) : std::string()) + ofGroup;
    auto it = std::find_if(out.begin(), out.end(), [&](const auto& entry) { return entry.first == operation; });
    if (it == out.end()) it = out.insert(out.end(), {operation, {}});
    it->second.push_back(row.rank);
  }
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
  return out;
}

std::string operationsText(const Finding& finding) {
  std::string text;
  std::size_t told = 0;
  for (const auto& operation : operationsOf(finding)) {
    if (++told > 3) return text + ", ...";
    text += (text.empty() ? "" : ", ") + operation.first + " on " + model::ranksPhrase(operation.second);
  }
  return text;
}

std::string desyncTitle(const Finding& finding) {
  if (finding.suspectBasis == "desync-report") return "The desync report names " + model::ranksPhrase(finding.suspectRanks) + " as not having joined";
  const std::string operations = operationsText(finding);
  return operations.empty() ? "Ranks were at different collectives" : "Ranks were at different collectives: " + operations;
}

std::string barrierTitle(const Finding& finding) {
  if (finding.missingRanks.empty()) return "monitoredBarrier was not reached by all ranks";
  return model::ranksPhrase(finding.missingRanks) + " did not reach the monitoredBarrier" + (finding.ranks.empty() ? "" : ", as reported by " + model::ranksPhrase(finding.ranks));
}

std::string timeoutTitle(const Finding& finding) {
  const auto& collective = finding.attributes.collective;
  std::string title;
  if (operationsOf(finding).size() > 1) {
    title = "Collectives timed out";
    if (finding.attributes.timeoutMs) title += " after " + secondsText(static_cast<double>(*finding.attributes.timeoutMs) / 1000.0);
    return title + ": " + operationsText(finding);
  }
  if (collective && !collective->op.empty()) {
    title = collective->op;
    if (collective->seq) title += fmt::format(" {}", *collective->seq);
    title += " timed out";
  } else {
    title = "The watchdog of the process group made no progress";
    if (finding.attributes.timeoutMs) return title + " for " + secondsText(static_cast<double>(*finding.attributes.timeoutMs) / 1000.0) + onRanks(finding);
  }
  if (finding.attributes.timeoutMs) title += " after " + secondsText(static_cast<double>(*finding.attributes.timeoutMs) / 1000.0);
  if (finding.attributes.testPhase == "teardown") title += " in the test's teardown";
  return title + onRanks(finding);
}

// Without what stands in front of the words: "[c10d] ", "[core.py:708] ", "[PG ID 0 PG GUID 0(default_pg) Rank 3] ".
std::string quoted(const Stated& said) {
  constexpr std::size_t kLead = 100;             // what the signature looks for stands within it
  std::string_view stated = said.text;
  while (stated.starts_with("[")) {
    const auto close = stated.find("] ");
    if (close == std::string_view::npos) break;
    stated.remove_prefix(close + 2);
  }
  while (stated.starts_with(" ")) stated.remove_prefix(1);
  std::string lead;
  if (const auto at = said.literal.empty() ? 0 : stated.find(said.literal); at != std::string_view::npos && at > kLead) {
    const auto word = stated.find(' ', at - kLead / 4);
    stated.remove_prefix(std::min(word, at) + (word < at ? 1 : 0));
    lead = "\xE2\x80\xA6";
  }
  std::string text = shortened(lead + std::string(stated), 130);
  return text.empty() ? text : ": '" + text + '\'';
}

std::string exceptionTitle(const Finding& finding, const std::string& fallback, const Stated& stated) {
  const model::Attributes& a = finding.attributes;
  if (a.exceptionType.empty() && a.exceptionMessage.empty() && !stated.text.empty()) return fallback + quoted(stated) + onRanks(finding);
  std::string title = a.exceptionType.empty() ? fallback : baseName(a.exceptionType);
  if (!a.exceptionMessage.empty()) title += ": " + shortened(a.exceptionMessage);
  return title + onRanks(finding);
}

// "NVRM: Xid (PCI:0000:3b:00): 79, pid=4021, name=python3, GPU has fallen off the bus."
std::string xidTitle(const Finding& finding) {
  const std::string_view text = finding.evidence.empty() ? std::string_view() : std::string_view(finding.evidence.front().text);
  auto rest = recognise::behind(text, "NVRM: Xid (");
  if (!rest) {
    const auto& cuda = finding.attributes.cudaError;
    const std::string what = cuda && !cuda->text.empty() ? ": '" + cuda->text + '\'' : std::string();
    return "GPU hardware error reported" + what + onRanks(finding) + (finding.hosts.size() == 1 ? " (" + finding.hosts.front() + ')' : std::string());
  }
  recognise::take(*rest, "PCI:");
  const std::string bus(recognise::takeUntil(*rest, ")"));
  recognise::take(*rest, "): ");
  const auto number = recognise::takeNumber<std::uint32_t>(*rest);
  std::string title = number ? fmt::format("Xid {} for the GPU at {}", *number, bus) : "Xid for the GPU at " + bus;
  // What it means stands behind the names of the process, where the driver says it.
  std::string_view words = *rest;
  while (recognise::take(words, ", ")) {
    const std::string_view field = words.substr(0, words.find(", "));
    if (field.find('=') == std::string_view::npos && field.find("<unknown>") == std::string_view::npos) break;
    words.remove_prefix(field.size());
  }
  while (words.ends_with(".")) words.remove_suffix(1);
  if (!words.empty()) title += ": " + shortened(std::string(words), 80);
  return title + onRanks(finding);
}

std::string plainTitle(FindingClass findingClass) {
  switch (findingClass) {
    case FindingClass::gpuOom: return "CUDA out of memory";
    case FindingClass::eccXid: return "GPU hardware error reported";
    case FindingClass::ncclError: return "NCCL reported an error";
    case FindingClass::ncclNetwork: return "NCCL lost a connection";
    case FindingClass::desync: return "Ranks were at different collectives";
    case FindingClass::monitoredBarrier: return "monitoredBarrier was not reached by all ranks";
    case FindingClass::store: return "The rendezvous store could not be reached";
    case FindingClass::glooError: return "Gloo reported an error";
    case FindingClass::assertion: return "An assertion failed";
    case FindingClass::pythonException: return "An exception was raised";
    case FindingClass::testFailure: return "A test failed";
    case FindingClass::segfault: return "A process crashed";
    case FindingClass::abort: return "A process aborted";
    case FindingClass::hostOom: return "Host memory ran out";
    case FindingClass::killed: return "A process was killed";
    case FindingClass::preempted: return "The job was preempted";
    case FindingClass::timeLimit: return "A time limit was reached";
    case FindingClass::cancelled: return "The job was cancelled";
    case FindingClass::checkpoint: return "A checkpoint could not be written or read";
    case FindingClass::data: return "Input data could not be read";
    case FindingClass::nan: return "A value was not finite";
    case FindingClass::setup: return "The job could not be set up";
    case FindingClass::launcherExit: return "The launcher reported failed processes";
    case FindingClass::restart: return "The job was restarted";
    case FindingClass::ncclWarning: return "NCCL printed a warning";
    case FindingClass::cleanupWarning: return "Warnings while cleaning up";
    case FindingClass::hang: return "No progress was made";
    default: return "Warning";
  }
}

}  // namespace

std::string secondsText(double seconds) {
  if (seconds == std::floor(seconds)) return grouped(static_cast<std::int64_t>(seconds)) + " s";
  return fmt::format("{:.1f} s", seconds);
}

std::string hypothesisIn(std::string_view text) {
  constexpr std::array<std::string_view, 6> kMarks = {"might be", "It is possible that", "may be due to", "possibly due to", "likely due to", "could be caused by"};
  std::size_t at = std::string_view::npos;
  for (const std::string_view mark : kMarks) at = std::min(at, text.find(mark));
  if (at == std::string_view::npos) return {};
  const auto before = text.substr(0, at).find_last_of(".!?\n");
  const auto begin = before == std::string_view::npos ? 0 : text.find_first_not_of(" \n", before + 1);
  const auto end = text.find(". ", at);
  return std::string(text.substr(begin, std::min({end, text.find('\n', at), begin + 300}) - begin));
}

std::string clockPhrase(const model::When& when) {
  constexpr std::int64_t kNs = 1'000'000'000;
  const auto clock = [](std::int64_t ns) { return std::string(recognise::formatIso(ns).view().substr(11, 8)); };
  const bool whole = when.latest - when.earliest <= kNs && when.utc % kNs == 0;
  if (whole || clock(when.earliest) == clock(when.latest)) return fmt::format("at {} Z", clock(when.utc));
  return fmt::format("between {} and {} Z", clock(when.earliest), clock(when.latest + kNs - 1));
}

std::string operationIn(const std::vector<model::StackFrame>& stack) {
  constexpr std::array<std::string_view, 14> kOperations = {"all_gather", "all_reduce", "reduce_scatter", "all_to_all", "broadcast", "barrier",
                                                            "gather", "scatter", "isend", "irecv", "send", "recv", "synchronize", "new_group"};
  std::size_t looked = 0;
  for (auto frame = stack.rbegin(); frame != stack.rend() && looked < 4; ++frame, ++looked) {
    for (const std::string_view operation : kOperations) {
      for (const std::string* text : {&frame->code, &frame->function}) {
        const auto at = text->find(operation);
        const bool wordStart = at != std::string::npos && (at == 0 || !recognise::isWord((*text)[at - 1]) || (*text)[at - 1] == '_');
        if (wordStart) return std::string(operation);
      }
    }
  }
  return {};
}

std::string titleOf(const Finding& finding, const Stated& stated) {
  switch (finding.findingClass) {
    case FindingClass::cudaError: return cudaTitle(finding);
    case FindingClass::ncclTimeout: return timeoutTitle(finding);
    case FindingClass::desync: return desyncTitle(finding);
    case FindingClass::eccXid: return xidTitle(finding);
    case FindingClass::monitoredBarrier: return barrierTitle(finding);
    case FindingClass::assertion:
    case FindingClass::pythonException:
    case FindingClass::nan:
    case FindingClass::checkpoint:
    case FindingClass::data:
    case FindingClass::setup:
    case FindingClass::gpuOom:
    case FindingClass::store:
    case FindingClass::glooError: return exceptionTitle(finding, plainTitle(finding.findingClass), stated);
    case FindingClass::ncclError:
    case FindingClass::ncclNetwork:
    case FindingClass::preempted:
    case FindingClass::timeLimit:
    case FindingClass::segfault:
    case FindingClass::hang: return plainTitle(finding.findingClass) + quoted(stated) + onRanks(finding);
    // Of these many kinds are told; the signature knows which.
    case FindingClass::hostOom:
    case FindingClass::killed:
    case FindingClass::abort: return (stated.why.empty() ? plainTitle(finding.findingClass) : std::string(stated.why)) + quoted(stated) + onRanks(finding);
    case FindingClass::launcherExit:
    case FindingClass::cancelled:
    case FindingClass::restart: return (stated.why.empty() ? plainTitle(finding.findingClass) : std::string(stated.why)) + onRanks(finding);
    default: break;
  }
  return plainTitle(finding.findingClass) + onRanks(finding);
}

// The size of the name at `at` where a program made it up: a hash, a UUID, the name of a temporary file; else 0.
static std::size_t randomName(std::string_view text, std::size_t at) {
  constexpr std::size_t kLeastHash = 8;
  if (at > 0 && recognise::isWord(text[at - 1])) return 0;
  std::size_t end = at, digits = 0, letters = 0;
  bool hex = true;
  for (; end < text.size() && (recognise::isWord(text[end]) || text[end] == '-'); ++end) {
    const char c = text[end];
    digits += recognise::isDigit(c) ? 1 : 0;
    letters += recognise::isAlpha(c) ? 1 : 0;
    hex = hex && (recognise::isDigit(c) || c == '-' || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'));
  }
  const std::string_view name = text.substr(at, end - at);
  const bool hash = hex && digits > 0 && letters > 0 && name.size() >= kLeastHash;
  return hash || (name.starts_with("tmp") && name.size() >= 9) ? name.size() : 0;
}

std::string normalised(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool blank = false;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == ' ' || c == '\t' || c == '\n') {
      blank = !out.empty();
      ++i;
      continue;
    }
    if (blank) out += ' ';
    blank = false;
    if (c == '/' || (c == '0' && i + 1 < text.size() && text[i + 1] == 'x')) {
      // Paths and addresses differ between machines: a path keeps its last name.
      std::size_t end = i;
      while (end < text.size() && text[end] != ' ' && text[end] != ':' && text[end] != ',' && text[end] != ')' && text[end] != '\'' && text[end] != '"') ++end;
      const auto name = text.substr(i, end - i).rfind('/');
      if (c == '/' && name != std::string_view::npos) out += normalised(text.substr(i + name + 1, end - i - name - 1));
      else out += '*';
      i = std::max(end, i + 1);
    } else if (const std::size_t random = randomName(text, i); random > 0) {
      out += '*';
      i += random;
    } else if (recognise::isDigit(c)) {
      while (i < text.size() && (recognise::isDigit(text[i]) || text[i] == '.')) ++i;
      out += '#';
    } else {
      out += c;
      ++i;
    }
  }
  return out;
}

std::string fingerprintOf(const std::string& identity) { return fmt::format("{:016x}", XXH64(identity.data(), identity.size(), 0)); }

}  // namespace lanescope::diagnose
