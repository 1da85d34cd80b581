// SPDX-License-Identifier: Apache-2.0
#include "core/base/kept_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

namespace lanescope::base {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kRandomLetters = 6;        // of mkstemp
constexpr auto kLookAgain = std::chrono::milliseconds(5);

// mkstemp's files are private; these get the permissions of any new file, and keep those of the file that they replace.
mode_t modeFor(const std::string& path) {
  struct stat old = {};
  if (stat(path.c_str(), &old) == 0) return old.st_mode & 0777;
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

bool writeAll(int descriptor, const std::string& bytes) {
  std::size_t written = 0;
  while (written < bytes.size()) {
    const ssize_t count = write(descriptor, bytes.data() + written, bytes.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    written += static_cast<std::size_t>(count);
  }
  return fsync(descriptor) == 0;
}

// What the rename replaces: a link's target rather than the link.
std::string resolved(const std::string& path) {
  std::error_code error;
  const fs::path target = fs::canonical(path, error);
  return error ? path : target.string();
}

// Whether `descriptor` is still what stands at `path`: somebody may have removed the folder while we waited for it.
bool isStill(int descriptor, const std::string& path) {
  struct stat opened = {}, now = {};
  return fstat(descriptor, &opened) == 0 && stat(path.c_str(), &now) == 0 && opened.st_dev == now.st_dev && opened.st_ino == now.st_ino;
}

enum class Locked { yes, busy, unknown };
Locked tryLock(int descriptor) {
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) return Locked::yes;
  return errno == EWOULDBLOCK || errno == EINTR ? Locked::busy : Locked::unknown;
}

}  // namespace

bool replaceFile(const std::string& path, const std::string& bytes) {
  const std::string target = resolved(path);
  std::string name = target + ".XXXXXX";
  const int descriptor = mkstemp(name.data());
  if (descriptor < 0) return false;
  fchmod(descriptor, modeFor(target));
  const bool whole = writeAll(descriptor, bytes);
  int why = errno;
  close(descriptor);
  if (whole && std::rename(name.c_str(), target.c_str()) == 0) return true;
  if (whole) why = errno;
  unlink(name.c_str());
  errno = why;
  return false;
}

void removeLeftovers(const std::string& path) {
  const fs::path target(path);
  const std::string begin = target.filename().string() + '.';
  std::error_code error;
  for (fs::directory_iterator entry(target.parent_path(), error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::error_code ignored;
    if (name.size() == begin.size() + kRandomLetters && name.starts_with(begin)) fs::remove(entry->path(), ignored);
  }
}

FolderLock::FolderLock(std::string folder, int descriptor) : m_folder(std::move(folder)), m_descriptor(descriptor) {}
FolderLock::FolderLock(FolderLock&& other) noexcept : m_folder(std::move(other.m_folder)), m_descriptor(std::exchange(other.m_descriptor, -1)) {}

FolderLock::~FolderLock() {
  if (m_descriptor < 0) return;
  rmdir(m_folder.c_str());                       // only where it is empty
  close(m_descriptor);
}

Result<FolderLock> FolderLock::take(const std::string& folder, std::chrono::milliseconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (true) {
    std::error_code error;
    fs::create_directories(folder, error);
    const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    // Somebody who was done with it has removed it again.
    if (descriptor < 0 && !error && errno == ENOENT && std::chrono::steady_clock::now() < end) continue;
    if (descriptor < 0) return fail(ErrorCode::io, error ? error.message() : std::strerror(errno), folder, "make the folder writable");
    FolderLock lock(folder, descriptor);
    const Locked state = tryLock(descriptor);
    if (state != Locked::busy && isStill(descriptor, folder)) return lock;
    if (state == Locked::busy && std::chrono::steady_clock::now() > end) {
      close(std::exchange(lock.m_descriptor, -1));
      return fail(ErrorCode::io, "another process has been changing what is kept here for a long time", folder, "wait for it, or end it");
    }
    // Not ours: left as it is.
    close(std::exchange(lock.m_descriptor, -1));
    if (state == Locked::busy) std::this_thread::sleep_for(kLookAgain);
  }
}

std::string userDataFolder() {
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  if (data && *data == '/') return (fs::path(data) / "lanescope").string();
  if (home && *home == '/') return (fs::path(home) / ".local" / "share" / "lanescope").string();
  return {};
}

}  // namespace lanescope::base
