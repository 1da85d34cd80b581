// SPDX-License-Identifier: Apache-2.0
#include "core/base/json_text.h"
#include "core/input/input_set.h"
#include "core/recognise/literal_automaton.h"
#include "core/recognise/signature.h"
#include "core/recognise/signature_file.h"

#include <re2/re2.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <iterator>
#include <mutex>
#include <optional>
#include <set>

namespace lanescope::recognise {

namespace {

using base::ErrorCode;
using base::fail;

constexpr std::uintmax_t kMostBytes = 16 << 20;  // of a file of signatures

std::vector<std::string> literalsOf(const std::vector<Signature>& signatures) {
  std::vector<std::string> literals;
  for (const Signature& signature : signatures) literals.push_back(signature.literal);
  return literals;
}

base::Result<std::vector<std::string>> jsonFilesOf(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() == ".json") names.push_back(it->path().filename().string());
  }
  if (error) return fail(ErrorCode::io, error.message(), folder, "give a folder with signature files (.json)");
  std::sort(names.begin(), names.end(), input::naturalLess);
  return names;
}

// The embedded files were checked when the program was built (lanescope_check_signatures), so that their samples need not
// be tried at each start.
base::Result<std::vector<Signature>> readEmbedded() {
  std::vector<Signature> all;
  for (const EmbeddedFile& file : embeddedSignatureFiles()) {
    base::Result<std::vector<Signature>> some = readSignatureFile(file.text, std::string(file.name));
    if (!some) return some;
    std::move(some->begin(), some->end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace

struct SignatureSet::Impl {
  // Compiled when its literal is first found: a log holds few of the known messages, and a start compiles none.
  struct Pattern {
    std::once_flag compiled;
    std::unique_ptr<RE2> pattern;              // null: the literal is the pattern
  };
  std::vector<Signature> signatures;
  mutable std::deque<Pattern> patterns;
  std::optional<LiteralAutomaton> literals;

  void take(std::vector<Signature> all) {
    for (std::size_t i = 0; i < all.size(); ++i) patterns.emplace_back();
    literals.emplace(literalsOf(all));
    signatures = std::move(all);
  }

  const std::unique_ptr<RE2>& patternOf(std::uint32_t signature) const {
    Pattern& entry = patterns[signature];
    std::call_once(entry.compiled, [&] {
      std::vector<std::string> fields;
      auto compiled = compilePattern(signatures[signature], signatures[signature].id, fields);
      if (compiled) entry.pattern = std::move(*compiled);   // it was checked when it was read
    });
    return entry.pattern;
  }

  // Whether the pattern of hit.signature matches too; fills its fields.
  bool matches(std::string_view message, SignatureHit& hit) const {
    const std::unique_ptr<RE2>& pattern = patternOf(hit.signature);
    if (!pattern) return true;
    re2::StringPiece groups[1 + std::size(SignatureHit{}.field)];
    const int count = 1 + pattern->NumberOfCapturingGroups();
    const re2::StringPiece text(message.data(), message.size());
    if (!pattern->Match(text, 0, text.size(), RE2::UNANCHORED, groups, count)) return false;
    for (int i = 1; i < count; ++i) hit.field[i - 1] = std::string_view(groups[i].data(), groups[i].size());
    return true;
  }
};

SignatureSet::SignatureSet() : m_impl(std::make_unique<Impl>()) {}
SignatureSet::~SignatureSet() = default;

const std::vector<Signature>& SignatureSet::all() const noexcept { return m_impl->signatures; }

const SignatureSet& SignatureSet::builtin() {
  static const std::shared_ptr<const SignatureSet> set = [] {
    auto embedded = readEmbedded();
    if (!embedded) {
      std::fprintf(stderr, "%s\n", base::describe(embedded.error()).c_str());
      std::abort();  // the build checks these files: the program itself is damaged
    }
    std::shared_ptr<SignatureSet> built(new SignatureSet);
    built->m_impl->take(std::move(*embedded));
    return std::shared_ptr<const SignatureSet>(std::move(built));
  }();
  return *set;
}

base::Result<std::vector<Signature>> SignatureSet::parse(std::string_view json, const std::string& fileName) {
  base::Result<std::vector<Signature>> signatures = readSignatureFile(json, fileName);
  if (!signatures) return signatures;
  for (const Signature& signature : *signatures) {
    if (const auto checked = checkSignature(signature, fileName); !checked) return tl::make_unexpected(checked.error());
  }
  return signatures;
}

base::Result<std::shared_ptr<const SignatureSet>> SignatureSet::build(std::vector<Signature> signatures) {
  std::shared_ptr<SignatureSet> set(new SignatureSet);
  std::set<std::string> ids;
  for (Signature& signature : signatures) {
    const std::string where = "signature " + signature.id;
    if (!ids.insert(signature.id).second) return fail(ErrorCode::invalidArgument, "the id is used twice", where);
    auto pattern = compilePattern(signature, where, signature.fields);
    if (!pattern) return tl::make_unexpected(pattern.error());
  }
  set->m_impl->take(std::move(signatures));
  return std::shared_ptr<const SignatureSet>(std::move(set));
}

base::Result<std::shared_ptr<const SignatureSet>> SignatureSet::withFolders(const std::vector<std::string>& folders) {
  // The built-in set lives as long as the program.
  if (folders.empty()) return std::shared_ptr<const SignatureSet>(std::shared_ptr<const SignatureSet>(), &builtin());
  std::vector<Signature> all = builtin().all();
  for (const std::string& folder : folders) {
    const auto names = jsonFilesOf(folder);
    if (!names) return tl::make_unexpected(names.error());
    for (const std::string& name : *names) {
      const std::string path = (std::filesystem::path(folder) / name).string();
      const auto text = base::readJsonText(path, kMostBytes);
      if (!text) return fail(text.error().code, "signatures cannot be read: " + text.error().what, path, "mend it, or move it out of the folder");
      auto some = parse(*text, path);
      if (!some) return tl::make_unexpected(some.error());
      std::move(some->begin(), some->end(), std::back_inserter(all));
    }
  }
  return build(std::move(all));
}

void SignatureSet::match(std::string_view message, std::vector<SignatureHit>& out) const {
  out.clear();
  m_impl->literals->find(message, [&out](std::uint32_t literal, std::size_t) {
    if (out.empty() || out.back().signature != literal) out.push_back({literal, {}});
  });
  const auto bySignature = [](const SignatureHit& a, const SignatureHit& b) { return a.signature < b.signature; };
  const auto same = [](const SignatureHit& a, const SignatureHit& b) { return a.signature == b.signature; };
  std::sort(out.begin(), out.end(), bySignature);
  out.erase(std::unique(out.begin(), out.end(), same), out.end());
  std::size_t kept = 0;
  for (SignatureHit& hit : out) {
    if (m_impl->matches(message, hit)) out[kept++] = hit;
  }
  out.resize(kept);
}

}  // namespace lanescope::recognise
