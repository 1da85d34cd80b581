// SPDX-License-Identifier: Apache-2.0
#include "core/input/file_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <system_error>

namespace lanescope::input {
namespace {

// The usual limit of a process is 1,024 descriptors; the window system, spools and archives need some.
constexpr int kKeptDescriptors = 256;
std::atomic<int> keptDescriptors{0};

base::Error systemError(const char* what, const std::string& path, int number) {
  const char* tryThis = "";
  if (number == ENOENT) tryThis = "check the spelling";
  if (number == EACCES || number == EPERM) tryThis = "ask for permission to read it, or copy it as a user who may";
  if (number == EMFILE || number == ENFILE) tryThis = "raise the limit of open files: ulimit -n";
  return {base::ErrorCode::io, std::string(what) + ": " + std::generic_category().message(number), path, tryThis};
}

FileStatus toStatus(const struct stat& status) {
  FileStatus out;
  if (S_ISREG(status.st_mode)) out.kind = FileStatus::Kind::regular;
  if (S_ISDIR(status.st_mode)) out.kind = FileStatus::Kind::directory;
  out.bytes = static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0));
  constexpr std::int64_t kLastSecond = 9'000'000'000;                // what nanoseconds in 64 bits can hold
  out.modifiedNs = std::clamp<std::int64_t>(status.st_mtim.tv_sec, -kLastSecond, kLastSecond) * 1'000'000'000 + status.st_mtim.tv_nsec;
  out.identity = {status.st_dev, status.st_ino};
  return out;
}

// O_NONBLOCK: a path that became a FIFO since it was looked at must not hang the caller.
int openForReading(const std::string& path) noexcept { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); }

class FileSource final : public ByteSource {
 public:
  FileSource(std::shared_ptr<const FileHandle> file, ByteRange range) : m_file(std::move(file)), m_range(range) {}

  std::uint64_t size() const noexcept override { return m_range.size(); }

  base::Result<std::string_view> view(ByteRange range, Scratch& scratch) const override {
    range = range.clampedTo(size());
    scratch.resize(range.size());
    if (const auto done = m_file->read(m_range.begin + range.begin, scratch); !done) return tl::make_unexpected(done.error());
    return std::string_view(scratch.data(), scratch.size());
  }

 private:
  std::shared_ptr<const FileHandle> m_file;
  ByteRange m_range;
};

class SliceSource final : public ByteSource {
 public:
  SliceSource(std::shared_ptr<const ByteSource> source, ByteRange range) : m_source(std::move(source)), m_range(range) {}

  std::uint64_t size() const noexcept override { return m_range.size(); }

  base::Result<std::string_view> view(ByteRange range, Scratch& scratch) const override {
    range = range.clampedTo(size());
    return m_source->view({m_range.begin + range.begin, m_range.begin + range.end}, scratch);
  }

 private:
  std::shared_ptr<const ByteSource> m_source;
  ByteRange m_range;
};

}  // namespace

base::Result<FileStatus> statusOf(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return tl::make_unexpected(systemError("cannot be read", path, errno));
  return toStatus(status);
}

base::Result<std::shared_ptr<const FileHandle>> FileHandle::open(const std::string& path) {
  const int descriptor = openForReading(path);
  if (descriptor < 0) return tl::make_unexpected(systemError("cannot be opened", path, errno));
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(descriptor);
    return base::fail(base::ErrorCode::unsupported, "is not a file with an end (a pipe or a device)", path,
                      "save its content to a file first");
  }
  const FileStatus known = toStatus(status);
  // The constructor is private: std::make_shared cannot reach it.
  std::shared_ptr<FileHandle> handle(new FileHandle(path, known.identity, known.bytes));
  if (keptDescriptors.fetch_add(1) < kKeptDescriptors) {
    handle->m_descriptor = descriptor;
    handle->m_counted = true;
  } else {
    keptDescriptors.fetch_sub(1);
    ::close(descriptor);
  }
  return handle;
}

FileHandle::FileHandle(std::string path, FileStatus::Identity identity, std::uint64_t size)
    : m_path(std::move(path)), m_identity(identity), m_size(size) {}

FileHandle::~FileHandle() {
  if (m_descriptor >= 0) ::close(m_descriptor);
  if (m_counted) keptDescriptors.fetch_sub(1);
}

base::Result<void> FileHandle::read(std::uint64_t offset, std::span<char> out) const {
  if (m_descriptor >= 0) return readFrom(m_descriptor, offset, out);

  const int descriptor = openForReading(m_path);
  if (descriptor < 0) return tl::make_unexpected(systemError("cannot be opened again", m_path, errno));
  base::Result<void> done;
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || toStatus(status).identity != m_identity) {
    done = base::fail(base::ErrorCode::truncated, "was replaced by another file while it was read", m_path, "open it again");
  } else {
    done = readFrom(descriptor, offset, out);
  }
  ::close(descriptor);
  return done;
}

base::Result<void> FileHandle::readFrom(int descriptor, std::uint64_t offset, std::span<char> out) const {
  while (!out.empty()) {
    const ssize_t got = ::pread(descriptor, out.data(), out.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return tl::make_unexpected(systemError("cannot be read", m_path, errno));
    if (got == 0) {
      return base::fail(base::ErrorCode::truncated, "became shorter while it was read", m_path, "open it again");
    }
    offset += static_cast<std::uint64_t>(got);
    out = out.subspan(static_cast<std::size_t>(got));
  }
  return {};
}

std::shared_ptr<const ByteSource> makeFileSlice(std::shared_ptr<const FileHandle> file, ByteRange range) {
  return std::make_shared<FileSource>(std::move(file), range);
}

std::shared_ptr<const ByteSource> makeSlice(std::shared_ptr<const ByteSource> source, ByteRange range) {
  const ByteRange clamped = range.clampedTo(source->size());
  return std::make_shared<SliceSource>(std::move(source), clamped);
}

base::Result<std::shared_ptr<const ByteSource>> openFile(const std::string& path) {
  const auto file = FileHandle::open(path);
  if (!file) return tl::make_unexpected(file.error());
  return makeFileSlice(*file, {0, (*file)->size()});
}

}  // namespace lanescope::input
