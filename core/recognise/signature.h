// SPDX-License-Identifier: Apache-2.0
// Signatures: known messages as data (resources/signatures/*.json), one file a topic. A signature is an observation:
// "this line says X". Its role prior is only where diagnosis starts from.
//
// File format (JSON, one object): {"topic": "...", "signatures": [ {
//   "id": "cuda-illegal-access",        lower case, digits, '-'; unique over all files
//   "class": "cuda-error",               a finding class of the report contract
//   "prior": "root|cascade|teardown|advice|lifecycle|confirmation|noise",
//   "severity": "fatal|error|warning|info",
//   "operation": "checkpoint",           optional: it is of that class where the program was saving or loading when it met it
//   "limit_owner": "test: limit of pytest-timeout",  optional, for what ran up to a limit that a capture limit_s or limit_ms states:
//                                        process-group|nccl|test|ci-step|scheduler|launcher|store|unknown, and words for people
//   "literal": "CUDA error: an illegal",  a substring that every match contains, at least 4 bytes (the scan looks for it)
//   "pattern": "RE2 over bytes, unanchored; at most 4 captures, all named: the fields",   absent: the literal is the pattern
//   "why": "one sentence for people, observed vocabulary",
//   "source": "where the text comes from: project and file",
//   "match": ["at least one line"], "not": ["at least one line that resembles it and must not match"]
// } ] }
// Matched against the message of a piece (layers peeled, ANSI gone). Several may match one message; files are named, and
// signatures ordered, so that the more specific one comes first.
#pragma once

#include "core/base/result.h"
#include "core/recognise/layers.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::recognise {

enum class Prior : std::uint8_t { root, cascade, teardown, advice, lifecycle, confirmation, noise };
const char* toString(Prior prior) noexcept;

struct Signature {
  std::string id;
  std::string findingClass;
  Prior prior = Prior::root;
  Severity severity = Severity::error;
  std::string operation;                         // "checkpoint" or empty
  std::string limitOwner, limitText;             // whose limit it is, and in words; empty where it tells of none
  std::string literal;
  std::string pattern;
  std::string why;
  std::string source;
  std::vector<std::string> match;
  std::vector<std::string> notMatch;
  std::vector<std::string> fields;               // names of the captures, in order
};

struct SignatureHit {
  std::uint32_t signature = 0;                   // index into SignatureSet::all()
  std::string_view field[4];                     // captures, empty where not taken
};

// Immutable after loading. Matching is thread safe.
class SignatureSet {
 public:
  // The signatures compiled into the program.
  static const SignatureSet& builtin();
  // Parses and validates the text of one file; the error names the file, the signature and what is wrong (a sample that
  // does not match, a literal that the pattern does not need, a bad regular expression...).
  static base::Result<std::vector<Signature>> parse(std::string_view json, const std::string& fileName);
  // Compiles; rejects duplicate ids.
  static base::Result<std::shared_ptr<const SignatureSet>> build(std::vector<Signature> signatures);
  // The built-in ones and all *.json of `folders`, in natural order of names.
  static base::Result<std::shared_ptr<const SignatureSet>> withFolders(const std::vector<std::string>& folders);

  const std::vector<Signature>& all() const noexcept;
  // All signatures that match `message`, in the order of all(). `out` is cleared.
  void match(std::string_view message, std::vector<SignatureHit>& out) const;

  ~SignatureSet();
  SignatureSet(const SignatureSet&) = delete;
  SignatureSet& operator=(const SignatureSet&) = delete;

 private:
  SignatureSet();
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace lanescope::recognise
