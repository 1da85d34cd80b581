// SPDX-License-Identifier: Apache-2.0
#include "core/input/spool.h"

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>

namespace lanescope::input {
namespace {

constexpr std::uint64_t kChunk = 1 << 20;
constexpr std::uint64_t kGrant = 64ull << 20;     // the disk is asked for its room once for so many bytes
constexpr std::uint64_t kLeftFree = 64ull << 20;  // for everybody else on the machine

std::string temporaryDirectory() {
  const char* directory = std::getenv("TMPDIR");
  return directory != nullptr && *directory != '\0' ? directory : "/tmp";
}

constexpr const char* kAdvice = "set TMPDIR to a folder with room";

std::string problem(const char* what, const std::string& directory, int number) {
  return std::string(what) + " in " + directory + ": " + std::generic_category().message(number);
}

int createUnnamed(const std::string& directory) {
  const int descriptor = ::open(directory.c_str(), O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor >= 0) return descriptor;
  // Not every file system makes files without a name.
  std::string name = directory + "/lanescope-XXXXXX";
  const int named = ::mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) ::unlink(name.c_str());
  return named;
}

}  // namespace

base::Result<Spool> Spool::create() {
  std::string directory = temporaryDirectory();
  const int descriptor = createUnnamed(directory);
  if (descriptor < 0) {
    return base::fail(base::ErrorCode::io, problem("no temporary file can be made", directory, errno), {}, kAdvice);
  }
  return Spool(descriptor, std::move(directory));
}

Spool::Spool(int descriptor, std::string directory)
    : m_descriptor(descriptor), m_file(std::make_shared<FileHandle>(descriptor)), m_directory(std::move(directory)) {}

base::Result<void> Spool::checkSpace(std::uint64_t wanted) {
  if (m_size + wanted <= m_granted) return {};
  const std::uint64_t grant = std::max(wanted, kGrant);
  struct statvfs status {};
  if (::statvfs(m_directory.c_str(), &status) == 0 && std::uint64_t{status.f_bavail} * status.f_frsize < grant + kLeftFree) {
    return base::fail(base::ErrorCode::limit, problem("cannot be unpacked", m_directory, ENOSPC), {}, kAdvice);
  }
  m_granted = m_size + grant;
  return {};
}

base::Result<std::uint64_t> Spool::reserve(std::uint64_t bytes) {
  if (auto room = checkSpace(bytes); !room) return tl::make_unexpected(room.error());
  return std::exchange(m_size, m_size + bytes);
}

base::Result<void> Spool::append(std::string_view bytes) {
  if (auto room = checkSpace(bytes.size()); !room) return room;
  if (auto written = writeAt(m_size, bytes); !written) return written;
  m_size += bytes.size();
  return {};
}

base::Result<void> Spool::writeAt(std::uint64_t at, std::string_view bytes) const {
  for (std::string_view rest = bytes; !rest.empty();) {
    const ssize_t put = ::pwrite(m_descriptor, rest.data(), rest.size(), static_cast<off_t>(at));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) {
      return base::fail(base::ErrorCode::io, problem("cannot be unpacked", m_directory, errno), {}, kAdvice);
    }
    at += static_cast<std::uint64_t>(put);
    rest.remove_prefix(static_cast<std::size_t>(put));
  }
  return {};
}

base::Result<std::shared_ptr<const ByteSource>> spoolCopy(const ByteSource& source, std::stop_token stop) {
  auto spool = Spool::create();
  if (!spool) return tl::make_unexpected(spool.error());
  Scratch scratch;
  while (spool->size() < source.size()) {
    if (stop.stop_requested()) return base::fail(base::ErrorCode::cancelled, "stopped");
    const auto bytes = source.view({spool->size(), spool->size() + kChunk}, scratch);
    if (!bytes) return tl::make_unexpected(bytes.error());
    if (const auto done = spool->append(*bytes); !done) return tl::make_unexpected(done.error());
  }
  return spool->source({0, spool->size()});
}

}  // namespace lanescope::input
