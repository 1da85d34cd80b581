// SPDX-License-Identifier: Apache-2.0
#include "app/output.h"

#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <utility>

namespace lanescope::app {

namespace {

constexpr const char* kTryOther = "choose another file with -o";

tl::unexpected<base::Error> refused(const std::string& path) {
  return base::fail(base::ErrorCode::io, std::string("cannot be written: ") + std::strerror(errno), path, kTryOther);
}

// What the rename replaces: a link's target rather than the link.
std::string resolved(const std::string& path) {
  std::error_code error;
  const std::filesystem::path target = std::filesystem::canonical(path, error);
  return error ? path : target.string();
}

// mkstemp's files are private; ours get the permissions of any new file.
void openPermissions(int descriptor) {
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(descriptor, 0666 & ~mask);
}

}  // namespace

base::Result<Output> Output::open(const std::string& path) {
  Output output;
  if (path.empty()) return output;
  output.m_path = resolved(path);
  std::error_code error;
  const bool special = std::filesystem::exists(output.m_path, error) && !std::filesystem::is_regular_file(output.m_path, error);
  if (special) {
    output.m_file.open(output.m_path, std::ios::binary);
  } else {
    std::string name = output.m_path + ".XXXXXX";
    const int descriptor = mkstemp(name.data());
    if (descriptor < 0) return refused(path);
    openPermissions(descriptor);
    close(descriptor);
    output.m_temporary = std::move(name);
    output.m_file.open(output.m_temporary, std::ios::binary);
  }
  if (!output.m_file) return refused(path);
  return output;
}

base::Result<Output> Output::append(const std::string& path) {
  Output output;
  output.m_path = path;
  output.m_file.open(path, std::ios::binary | std::ios::app);
  if (!output.m_file) return refused(path);
  return output;
}

Output::Output(Output&& other) noexcept
    : m_path(std::move(other.m_path)), m_temporary(std::exchange(other.m_temporary, {})), m_file(std::move(other.m_file)) {}

Output::~Output() {
  if (!m_temporary.empty()) unlink(m_temporary.c_str());
}

std::ostream& Output::stream() noexcept { return m_path.empty() ? std::cout : m_file; }

base::Result<void> Output::commit() {
  if (m_path.empty()) {
    if (!std::cout.flush()) return base::fail(base::ErrorCode::io, "standard output could not be written");
    return {};
  }
  m_file.close();
  if (!m_file) return refused(m_path);
  if (m_temporary.empty()) return {};
  if (std::rename(m_temporary.c_str(), m_path.c_str()) != 0) return refused(m_path);
  m_temporary.clear();
  return {};
}

}  // namespace lanescope::app
