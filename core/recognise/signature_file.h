// SPDX-License-Identifier: Apache-2.0
// Reading and checking signature files (format: signature.h), and the ones compiled into the program.
#pragma once

#include "core/base/result.h"
#include "core/recognise/signature.h"

#include <string>
#include <string_view>
#include <vector>

namespace re2 {
class RE2;
}

namespace lanescope::recognise {

// One file of resources/signatures as the build embedded it.
struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
};
// In the order of their names. Defined by the build (cmake/EmbedSignatures.cmake).
const std::vector<EmbeddedFile>& embeddedSignatureFiles();

// Fields and their spelling only; neither patterns nor samples are tried.
base::Result<std::vector<Signature>> readSignatureFile(std::string_view json, const std::string& fileName);

// Tries the signature on its own samples and proves that the literal is needed.
base::Result<void> checkSignature(const Signature& signature, const std::string& fileName);

// The pattern compiled, null where the literal is the pattern. The names of its captures go to `fields`. `where` is for the
// error.
base::Result<std::unique_ptr<re2::RE2>> compilePattern(const Signature& signature, const std::string& where,
                                                       std::vector<std::string>& fields);

}  // namespace lanescope::recognise
