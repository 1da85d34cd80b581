// SPDX-License-Identifier: Apache-2.0
#include "core/base/json_text.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <utility>

namespace lanescope::base {

namespace {

class Descriptor {
 public:
  // A pipe that nobody writes to does not keep us waiting.
  explicit Descriptor(const std::string& path) : m_number(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {}
  ~Descriptor() {
    if (m_number >= 0) close(m_number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return m_number; }

 private:
  int m_number;
};

// As much as there is, which may be more or less than the file's size was.
bool readAll(int descriptor, std::size_t most, std::string& text) {
  constexpr std::size_t kPiece = 64 << 10;
  while (text.size() <= most) {
    const std::size_t before = text.size();
    text.resize(before + kPiece);
    const ssize_t count = read(descriptor, text.data() + before, kPiece);
    text.resize(before + static_cast<std::size_t>(count > 0 ? count : 0));
    if (count == 0) return true;
    if (count < 0 && errno != EINTR) return false;
  }
  return true;
}

}  // namespace

Result<std::string> readJsonText(const std::string& path, std::uintmax_t mostBytes) {
  const Descriptor file(path);
  struct stat status = {};
  if (file.number() < 0 || fstat(file.number(), &status) != 0) return fail(ErrorCode::io, "it cannot be read", path);
  if (!S_ISREG(status.st_mode)) return fail(ErrorCode::unsupported, "it is no file", path);
  std::string text;
  if (!readAll(file.number(), mostBytes, text)) return fail(ErrorCode::io, "it cannot be read", path);
  if (text.size() > mostBytes) return fail(ErrorCode::limit, "it is larger than " + std::to_string(mostBytes >> 20) + " MB", path);
  if (isNestedDeeperThan(text, kDeepestJson)) return fail(ErrorCode::limit, "it is nested more than " + std::to_string(kDeepestJson) + " deep", path);
  return text;
}

bool isNestedDeeperThan(std::string_view json, int deepest) noexcept {
  int depth = 0;
  bool inString = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (inString) {
      if (c == '\\') ++i;
      else if (c == '"') inString = false;
    } else if (c == '"') {
      inString = true;
    } else if (c == '[' || c == '{') {
      if (++depth > deepest) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

}  // namespace lanescope::base
