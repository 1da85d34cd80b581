// SPDX-License-Identifier: Apache-2.0
#include "core/input/walkers.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

namespace lanescope::input {
namespace {

namespace fs = std::filesystem;

class FolderWalker {
 public:
  FolderWalker(SeenFiles& seen, Budget& budget, std::stop_token stop)
      : m_seen(seen), m_budget(budget), m_stop(std::move(stop)) {}

  // `name`: of the folder, relative to the one that was opened; "" for that one.
  void walk(const std::string& path, const std::string& name) {
    for (const Entry& entry : entriesOf(path, name)) {
      if (m_stop.stop_requested() || m_full) return;
      const std::string entryName = name.empty() ? entry.name : name + '/' + entry.name;
      const std::string entryPath = path + '/' + entry.name;
      if (entry.isFolder) {
        walk(entryPath, entryName);
      } else {
        addFile(entryPath, entryName, entry.isLink);
      }
    }
  }

  Listing take() { return std::move(m_listing); }

 private:
  struct Entry {
    std::string name;
    bool isLink;
    bool isFolder;
  };

  // In an order that does not depend on the file system; links last, so that a file is called by its own name.
  std::vector<Entry> entriesOf(const std::string& path, const std::string& name) {
    std::vector<Entry> out;
    std::error_code error;
    for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
      std::error_code ignored;
      const bool isLink = it->is_symlink(ignored);
      Entry entry{it->path().filename().string(), isLink, !isLink && it->is_directory(ignored)};
      if (!isNeverSource(entry.name)) out.push_back(std::move(entry));
    }
    if (error) {
      m_listing.damage = base::Error{base::ErrorCode::io, "a folder cannot be read: " + error.message(), name,
                                     "ask for permission to read it, or copy it as a user who may"};
    }
    std::sort(out.begin(), out.end(),
              [](const Entry& a, const Entry& b) { return a.isLink != b.isLink ? b.isLink : naturalLess(a.name, b.name); });
    return out;
  }

  void addFile(const std::string& path, const std::string& name, bool isLink) {
    const auto status = statusOf(path);
    if (!status) return refuse(name, 0, SkipReason::unreadable, status.error().what);
    if (status->kind == FileStatus::Kind::directory) {
      return refuse(name, 0, SkipReason::unreadable, "a link to a folder is not followed; open that folder itself");
    }
    if (status->kind != FileStatus::Kind::regular)
      return refuse(name, 0, SkipReason::unreadable, "it is a pipe, a socket or a device");
    if (!m_seen.insert(status->identity).second) {
      return refuse(name, status->bytes, SkipReason::duplicate,
                    isLink ? "a link to a file that is read already" : "the same file is read already");
    }
    if (const auto admitted = m_budget.admitMember(); !admitted) {
      m_full = true;
      m_listing.damage = admitted.error();
      return refuse(name, status->bytes, SkipReason::limit, admitted.error().what);
    }
    Stream stream;
    stream.name = name;
    stream.bytes = status->bytes;
    stream.modifiedNs = status->modifiedNs;
    stream.open = [path](const std::stop_token&) {
      auto source = openFile(path);
      return source ? OpenedStream{*source, std::nullopt, std::nullopt, false} : failedStream(source.error());
    };
    m_listing.streams.push_back(std::move(stream));
  }

  void refuse(const std::string& name, std::uint64_t bytes, SkipReason reason, std::string detail) {
    m_listing.refused.push_back({name, bytes, reason, std::move(detail)});
  }

  SeenFiles& m_seen;
  Budget& m_budget;
  std::stop_token m_stop;
  Listing m_listing;
  bool m_full = false;
};

}  // namespace

Listing listFolder(const std::string& path, SeenFiles& seen, Budget& budget, std::stop_token stop) {
  FolderWalker walker(seen, budget, std::move(stop));
  walker.walk(path, {});
  return walker.take();
}

}  // namespace lanescope::input
