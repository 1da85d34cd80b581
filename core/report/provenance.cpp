// SPDX-License-Identifier: Apache-2.0
#include "core/report/provenance.h"

#include "core/report/build_info.h"

#include <openssl/evp.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string_view>

namespace lanescope::report {
namespace {

namespace fs = std::filesystem;

class Sha256 {
 public:
  Sha256() : m_context(EVP_MD_CTX_new(), EVP_MD_CTX_free) { m_good = m_context && EVP_DigestInit_ex(m_context.get(), EVP_sha256(), nullptr) == 1; }
  void add(const char* bytes, std::size_t count) { m_good = m_good && EVP_DigestUpdate(m_context.get(), bytes, count) == 1; }
  // 64 hex digits, empty where something failed.
  std::string hex() {
    constexpr const char* kDigits = "0123456789abcdef";
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned length = 0;
    if (!m_good || EVP_DigestFinal_ex(m_context.get(), digest.data(), &length) != 1) return {};
    std::string text;
    for (unsigned i = 0; i < length; ++i) text.append({kDigits[digest[i] >> 4], kDigits[digest[i] & 15]});
    return text;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> m_context;
  bool m_good = false;
};

base::Result<std::string> ofFile(const fs::path& path) {
  constexpr std::size_t kBuffer = 1u << 20;
  std::ifstream file(path, std::ios::binary);
  const std::unique_ptr<char[]> buffer(new char[kBuffer]);
  Sha256 sha;
  while (file.read(buffer.get(), kBuffer) || file.gcount() > 0) sha.add(buffer.get(), static_cast<std::size_t>(file.gcount()));
  const std::string hex = file.bad() || !file.eof() ? std::string() : sha.hex();
  if (hex.empty()) return base::fail(base::ErrorCode::io, "cannot be read", path.string());
  return hex;
}

base::Result<std::string> ofFolder(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end; !error && it != end; it.increment(error)) {
    std::error_code kind;
    if (it->is_directory(kind) && it->path().filename() == ".lanescope") it.disable_recursion_pending();
    if (it->is_regular_file(kind) && !it->is_symlink(kind)) names.push_back(it->path().lexically_relative(folder).string());
  }
  if (error) return base::fail(base::ErrorCode::io, error.message(), folder.string());
  std::sort(names.begin(), names.end());
  Sha256 sha;
  for (const std::string& name : names) {
    const auto hex = ofFile(folder / name);
    if (!hex) return hex;
    const std::string line = *hex + "  " + name + '\n';
    sha.add(line.data(), line.size());
  }
  return sha.hex();
}

}  // namespace

std::int64_t creationTime() {
  constexpr std::int64_t kSecond = 1'000'000'000;
  if (const char* stated = std::getenv("SOURCE_DATE_EPOCH")) {
    const std::string_view text = stated;
    std::int64_t seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error == std::errc() && end == text.data() + text.size() && seconds >= 0 && seconds < INT64_MAX / kSecond) return seconds * kSecond;
  }
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(now).count() * kSecond;
}

Provenance provenanceOfNow(RedactKinds redacted) { return {toolVersion(), toolCommit(), {}, redacted, creationTime()}; }

std::string toolText(const Provenance& provenance) {
  return provenance.commit.empty() ? "Lanescope " + provenance.version : "Lanescope " + provenance.version + " (" + provenance.commit + ")";
}

base::Result<std::string> sha256Of(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error) ? ofFolder(path) : ofFile(path);
}

std::vector<Provenance::Input> hashedInputs(const model::Run& original, const model::Run& shown, bool baseline) {
  std::vector<Provenance::Input> inputs;
  for (std::size_t i = 0; i < original.inputs.size(); ++i) {
    inputs.push_back({shown.inputs[i].path, original.inputs[i].bytes, sha256Of(original.inputs[i].givenPath).value_or(""), baseline});
  }
  return inputs;
}

}  // namespace lanescope::report
