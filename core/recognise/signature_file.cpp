// SPDX-License-Identifier: Apache-2.0
#include "core/recognise/signature_file.h"

#include "core/recognise/pattern_literals.h"

#include <fmt/format.h>
#include <re2/re2.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

namespace lanescope::recognise {

namespace {

using base::ErrorCode;
using base::fail;
using Json = nlohmann::json;

constexpr std::size_t kLeastLiteral = 4;
constexpr int kMostFields = 4;

// The finding classes of the report contract.
constexpr std::string_view kClasses[] = {"cuda-error",
                                         "gpu-oom",
                                         "ecc-xid",
                                         "nccl-error",
                                         "nccl-timeout",
                                         "hang",
                                         "nccl-network",
                                         "desync",
                                         "monitored-barrier",
                                         "store",
                                         "gloo-error",
                                         "assertion",
                                         "python-exception",
                                         "test-failure",
                                         "segfault",
                                         "abort",
                                         "host-oom",
                                         "killed",
                                         "preempted",
                                         "time-limit",
                                         "cancelled",
                                         "checkpoint",
                                         "data",
                                         "nan",
                                         "setup",
                                         "launcher-exit",
                                         "restart",
                                         "nccl-warning",
                                         "cleanup-warning",
                                         "warning"};

struct PriorWord {
  std::string_view word;
  Prior prior;
};
constexpr PriorWord kPriors[] = {{"root", Prior::root},           {"cascade", Prior::cascade},
                                 {"teardown", Prior::teardown},   {"advice", Prior::advice},
                                 {"lifecycle", Prior::lifecycle}, {"confirmation", Prior::confirmation},
                                 {"noise", Prior::noise}};

struct SeverityWord {
  std::string_view word;
  Severity severity;
};
constexpr SeverityWord kSeverities[] = {
    {"fatal", Severity::fatal}, {"error", Severity::error}, {"warning", Severity::warning}, {"info", Severity::info}};

constexpr std::string_view kKeys[] = {"id",      "class", "prior",  "severity", "literal",
                                      "pattern", "why",   "source", "match",    "not",     "operation", "limit_owner"};
constexpr std::string_view kLimitOwners[] = {"process-group", "nccl", "test", "ci-step", "scheduler", "launcher", "store", "unknown"};

template <class Range, class Value>
bool holds(const Range& range, const Value& value) {
  return std::find(std::begin(range), std::end(range), value) != std::end(range);
}

bool isId(const std::string& id) {
  const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  return !id.empty() && std::all_of(id.begin(), id.end(), fits);
}

std::string whereOf(const std::string& fileName, const std::string& id) {
  return fmt::format("{}: signature {}", fileName, id);
}

// Reads one entry of "signatures" and keeps the first complaint.
class EntryReader {
 public:
  EntryReader(const Json& entry, std::string fileName, std::size_t index)
      : m_entry(entry), m_file(std::move(fileName)), m_where(fmt::format("{}: signature {}", m_file, index + 1)) {}

  base::Result<Signature> read() {
    if (!m_entry.is_object()) return fail(ErrorCode::invalidArgument, "is not an object", m_where);
    Signature signature;
    signature.id = text("id");
    if (!isId(signature.id)) complain("\"id\" must consist of lower-case letters, digits and '-'");
    if (!m_complaint) m_where = whereOf(m_file, signature.id);
    for (const auto& item : m_entry.items()) {
      if (!holds(kKeys, std::string_view(item.key()))) complain(fmt::format("unknown key \"{}\"", item.key()));
    }
    signature.findingClass = text("class");
    if (!holds(kClasses, std::string_view(signature.findingClass)))
      complain("\"class\" is not a finding class: " + signature.findingClass);
    signature.prior = word(kPriors, "prior", &PriorWord::prior);
    signature.severity = word(kSeverities, "severity", &SeverityWord::severity);
    signature.literal = text("literal");
    if (signature.literal.size() < kLeastLiteral)
      complain(fmt::format("\"literal\" must have {} bytes or more", kLeastLiteral));
    if (m_entry.contains("pattern")) signature.pattern = text("pattern");
    if (m_entry.contains("operation")) signature.operation = text("operation");
    if (!signature.operation.empty() && signature.operation != "checkpoint") complain("\"operation\" is not known: " + signature.operation);
    if (m_entry.contains("limit_owner")) readLimitOwner(text("limit_owner"), signature);
    signature.why = text("why");
    signature.source = text("source");
    signature.match = samples("match");
    signature.notMatch = samples("not");
    if (m_complaint) return fail(ErrorCode::invalidArgument, *m_complaint, m_where);
    return signature;
  }

 private:
  void readLimitOwner(const std::string& given, Signature& signature) {
    const auto colon = given.find(": ");
    signature.limitOwner = given.substr(0, colon);
    if (colon != std::string::npos) signature.limitText = given.substr(colon + 2);
    if (signature.limitText.empty() || !holds(kLimitOwners, std::string_view(signature.limitOwner)))
      complain("\"limit_owner\" must be a kind of owner and words, \"test: limit of the runner\"");
  }

  void complain(std::string what) {
    if (!m_complaint) m_complaint = std::move(what);
  }

  std::string text(const char* key) {
    const auto found = m_entry.find(key);
    if (found != m_entry.end() && found->is_string() && !found->get_ref<const std::string&>().empty()) return *found;
    complain(fmt::format("\"{}\" must be a string that is not empty", key));
    return {};
  }

  std::vector<std::string> samples(const char* key) {
    const auto found = m_entry.find(key);
    const auto isText = [](const Json& value) { return value.is_string(); };
    if (found != m_entry.end() && found->is_array() && !found->empty() && std::all_of(found->begin(), found->end(), isText)) {
      return *found;
    }
    complain(fmt::format("\"{}\" must list at least one line", key));
    return {};
  }

  template <class Word, std::size_t n, class Value>
  Value word(const Word (&words)[n], const char* key, Value Word::*value) {
    const std::string given = text(key);
    for (const Word& known : words) {
      if (known.word == given) return known.*value;
    }
    complain(fmt::format("\"{}\" is unknown: {}", key, given));
    return words[0].*value;
  }

  const Json& m_entry;
  std::string m_file;
  std::string m_where;
  std::optional<std::string> m_complaint;
};

}  // namespace

const char* toString(Prior prior) noexcept {
  for (const PriorWord& known : kPriors) {
    if (known.prior == prior) return known.word.data();
  }
  return "";
}

base::Result<std::vector<Signature>> readSignatureFile(std::string_view json, const std::string& fileName) {
  Json document;
  try {
    document = Json::parse(json);
  } catch (const Json::parse_error& error) {
    return fail(ErrorCode::corrupt, error.what(), fileName);
  }
  const bool hasTopic = document.is_object() && document.contains("topic") && document["topic"].is_string();
  if (!hasTopic || !document.contains("signatures") || !document["signatures"].is_array() || document.size() != 2) {
    return fail(ErrorCode::invalidArgument, "must be an object with \"topic\" and \"signatures\"", fileName);
  }
  std::vector<Signature> out;
  std::set<std::string> ids;
  for (const Json& entry : document["signatures"]) {
    base::Result<Signature> signature = EntryReader(entry, fileName, out.size()).read();
    if (!signature) return tl::make_unexpected(signature.error());
    if (!ids.insert(signature->id).second) {
      return fail(ErrorCode::invalidArgument, "the id is used twice", whereOf(fileName, signature->id));
    }
    out.push_back(std::move(*signature));
  }
  return out;
}

base::Result<std::unique_ptr<re2::RE2>> compilePattern(const Signature& signature, const std::string& where,
                                                       std::vector<std::string>& fields) {
  fields.clear();
  if (signature.pattern.empty()) return nullptr;
  RE2::Options options(RE2::Latin1);  // logs are bytes: '.' must match what is not UTF-8 too
  options.set_log_errors(false);
  auto pattern = std::make_unique<RE2>(signature.pattern, options);
  if (!pattern->ok()) return fail(ErrorCode::invalidArgument, "bad pattern: " + pattern->error(), where);
  for (const auto& group : pattern->CapturingGroupNames()) fields.push_back(group.second);
  const int captures = pattern->NumberOfCapturingGroups();
  if (captures > kMostFields) return fail(ErrorCode::invalidArgument, fmt::format("more than {} captures", kMostFields), where);
  if (fields.size() != static_cast<std::size_t>(captures)) {
    return fail(ErrorCode::invalidArgument, "a capture has no name", where, "write (?P<name>...) or (?:...)");
  }
  return pattern;
}

base::Result<void> checkSignature(const Signature& signature, const std::string& fileName) {
  const std::string where = whereOf(fileName, signature.id);
  std::vector<std::string> fields;
  const auto pattern = compilePattern(signature, where, fields);
  if (!pattern) return tl::make_unexpected(pattern.error());
  if (*pattern && !patternNeeds(signature.pattern, signature.literal)) {
    return fail(ErrorCode::invalidArgument, "the pattern can match without the literal, or it cannot be seen that it cannot",
                where, "let the literal stand in the pattern as plain text, outside alternatives and optional parts");
  }
  const auto matches = [&](const std::string& line) {
    return line.find(signature.literal) != std::string::npos && (!*pattern || RE2::PartialMatch(line, **pattern));
  };
  for (const std::string& line : signature.match) {
    if (!matches(line)) return fail(ErrorCode::invalidArgument, "does not match its sample: " + line, where);
  }
  for (const std::string& line : signature.notMatch) {
    if (matches(line)) return fail(ErrorCode::invalidArgument, "matches what it must not: " + line, where);
  }
  return {};
}

}  // namespace lanescope::recognise
