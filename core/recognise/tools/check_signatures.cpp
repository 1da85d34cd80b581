// SPDX-License-Identifier: Apache-2.0
// lanescope_check_signatures FILE...: tries signature files on their own samples; the build runs it on the embedded ones.
#include "core/recognise/signature.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>

namespace {

using lanescope::base::Error;
using lanescope::base::ErrorCode;
using lanescope::base::Result;
using lanescope::recognise::Signature;
using lanescope::recognise::SignatureSet;

Result<std::vector<Signature>> readFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return lanescope::base::fail(ErrorCode::io, "cannot be read", path);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return SignatureSet::parse(text, path);
}

bool complain(const Error& error) {
  std::fprintf(stderr, "%s\n", describe(error).c_str());
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  bool good = true;
  std::vector<Signature> all;
  for (int i = 1; i < argc; ++i) {
    Result<std::vector<Signature>> some = readFile(argv[i]);
    if (some) {
      std::move(some->begin(), some->end(), std::back_inserter(all));
    } else {
      good = complain(some.error());
    }
  }
  if (const auto set = SignatureSet::build(std::move(all)); !set) good = complain(set.error());
  return good ? 0 : 1;
}
