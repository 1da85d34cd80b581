// SPDX-License-Identifier: Apache-2.0
#include "core/input/input_set.h"

#include "core/base/task_pool.h"
#include "core/base/utf8.h"
#include "core/input/budget.h"
#include "core/input/content_id.h"
#include "core/input/copies.h"
#include "core/input/input_names.h"
#include "core/input/sniff.h"
#include "core/input/spool.h"
#include "core/input/wide_text.h"
#include "core/input/walkers.h"

#include <fmt/format.h>
#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace lanescope::input {
namespace {

// A stream after its ends were looked at.
struct Examined {
  OpenedStream opened;
  Content content = Content::empty;
  std::uint64_t bytes = 0;
  std::uint64_t endsHash = 0;
};

// Where the streams of a listing are: names are joined to these by '/'.
struct Place {
  std::string path;         // shown
  std::string inner;        // inside the input
  std::uint32_t depth = 0;  // archives around it
  std::string container;    // the innermost archive around it, or the folder given
};

std::string joined(const std::string& parent, const std::string& name) {
  if (parent.empty() || name.empty()) return parent + name;
  return parent + '/' + name;
}

// The skipped member's own path stands beside it, and says no more of this machine than a report may.
std::string withoutPlace(base::Error error) {
  error.where.clear();
  return base::describe(error);
}

// "stderr.log" for "1/stderr.log.gz": what the compressed file holds is recognised by this name.
std::string withoutCompression(std::string name) {
  for (const std::string_view end : {".gz", ".xz", ".zst", ".bz2"}) {
    if (name.size() > end.size() && name.ends_with(end)) {
      name.resize(name.size() - end.size());
      break;
    }
  }
  return name;
}

class Opener {
 public:
  Opener(const Limits& limits, base::Progress& progress, std::stop_token stop)
      : m_budget(limits), m_progress(progress), m_stop(std::move(stop)) {}

  InputSet open(const std::vector<std::string>& paths) {
    const std::vector<std::string> names = inputNames(paths);
    for (std::size_t i = 0; i < paths.size() && !m_stop.stop_requested(); ++i) openPath(paths[i], names[i]);
    m_set.contentId = m_id.finish();
    dropCopies(m_set.members, m_set.skipped, m_stop);
    return std::move(m_set);
  }

 private:
  Input& current() { return m_set.inputs.back(); }
  std::uint32_t currentIndex() const { return static_cast<std::uint32_t>(m_set.inputs.size() - 1); }

  void openPath(const std::string& path, const std::string& name) {
    Input input;
    input.path = name;
    input.givenPath = path;
    m_set.inputs.push_back(std::move(input));
    const std::size_t firstMember = m_set.members.size();
    const std::size_t firstSkipped = m_set.skipped.size();
    m_notes = 0;

    const auto status = statusOf(path);
    if (!status) {
      note(status.error(), name);
    } else if (status->kind == FileStatus::Kind::directory) {
      openFolder(path);
    } else if (status->kind == FileStatus::Kind::regular) {
      openRegular(path, *status);
    } else {
      note({base::ErrorCode::unsupported, "is a pipe, a socket or a device", {}, "save its content to a file first"}, name);
    }
    finishInput(firstMember, firstSkipped);
  }

  void openFolder(const std::string& path) {
    current().kind = InputKind::directory;
    Listing listing = listFolder(path, m_seen, m_budget, m_stop);
    for (const Stream& stream : listing.streams) current().bytes += stream.bytes;
    for (const Refused& refused : listing.refused) current().bytes += refused.bytes;
    addListing(std::move(listing), {current().path, {}, 0, current().path});
  }

  void openRegular(const std::string& path, const FileStatus& status) {
    current().bytes = status.bytes;
    if (!m_seen.insert(status.identity).second) {
      m_set.skipped.push_back({current().path, status.bytes, SkipReason::duplicate, "the same file is read already"});
      return;
    }
    const auto source = openFile(path);
    if (!source) return note(source.error(), current().path);
    Listing listing;
    listing.streams.push_back(readyStream({}, *source, status.modifiedNs, std::nullopt));
    addListing(std::move(listing), {current().path, {}, 0, {}});
  }

  void finishInput(std::size_t firstMember, std::size_t firstSkipped) {
    const auto byPath = [](const auto& a, const auto& b) { return naturalLess(a.path, b.path); };
    std::stable_sort(m_set.members.begin() + static_cast<std::ptrdiff_t>(firstMember), m_set.members.end(), byPath);
    std::stable_sort(m_set.skipped.begin() + static_cast<std::ptrdiff_t>(firstSkipped), m_set.skipped.end(), byPath);
    if (m_notes > 1) current().error->what += fmt::format(" (and {} more)", m_notes - 1);
  }

  // The first problem is told in words; all are counted. Paths are those of reports, so that they do not depend on where
  // the input lies.
  void note(base::Error error, const std::string& where) {
    if (error.code == base::ErrorCode::cancelled) return;
    if (m_notes++ != 0) return;
    error.where = where;
    current().error = std::move(error);
  }

  void addListing(Listing listing, const Place& place) {
    if (listing.damage) {
      const bool isFolder = listing.kind == InputKind::directory;
      note(*listing.damage, isFolder ? joined(place.path, listing.damage->where) : place.path);
    }
    for (const Refused& refused : listing.refused) {
      m_set.skipped.push_back(
          {joined(place.path, base::nameText(refused.name)), refused.bytes, refused.reason, base::nameText(refused.detail)});
    }
    dropOverwritten(listing.streams, place);
    std::vector<Examined> examined = examine(listing.streams, place);
    for (std::size_t i = 0; i < examined.size() && !m_stop.stop_requested(); ++i) {
      addExamined(std::move(examined[i]), listing.streams[i], place);
    }
  }

  // An archive may hold a name twice: unpacking it leaves the last one.
  void dropOverwritten(std::vector<Stream>& streams, const Place& place) {
    std::map<std::string_view, std::size_t> last;
    for (std::size_t i = 0; i < streams.size(); ++i) last[streams[i].name] = i;
    if (last.size() == streams.size()) return;
    std::vector<Stream> kept;
    for (std::size_t i = 0; i < streams.size(); ++i) {
      if (last[streams[i].name] == i) continue;
      m_set.skipped.push_back({joined(place.path, base::nameText(streams[i].name)), streams[i].bytes, SkipReason::duplicate,
                               "a later member of the archive has the same name"});
    }
    for (const auto& [name, index] : last) kept.push_back(streams[index]);
    streams = std::move(kept);
  }

  std::vector<Examined> examine(const std::vector<Stream>& streams, const Place& place) {
    for (const Stream& stream : streams) m_progress.bytesTotal += stream.bytes;
    m_progress.filesTotal += static_cast<std::uint32_t>(streams.size());
    std::vector<Examined> out(streams.size());
    base::parallelFor(streams.size(), 0, m_stop, [&](std::size_t i) {
      out[i] = examineOne(streams[i], place);
      m_progress.bytesDone += streams[i].bytes;
      ++m_progress.filesDone;
    });
    return out;
  }

  Examined examineOne(const Stream& stream, const Place& place) const {
    Examined out;
    out.opened = stream.open(m_stop);
    if (!out.opened.source) return out;
    out.bytes = out.opened.source->size();
    Scratch head;
    Scratch tail;
    const auto ends = readEnds(*out.opened.source, head, tail);
    if (!ends) {
      out.opened = failedStream(ends.error());
      return out;
    }
    out.endsHash = hashEnds(*ends);
    if (const auto encoding = wideEncodingOf(ends->head)) return asUtf8(std::move(out), *encoding);
    out.content = sniff(ends->head, ends->tail, stream.name.empty() ? place.inner : stream.name);
    return out;
  }

  static Examined asUtf8(Examined wide, WideEncoding encoding) {
    auto decoded = decodedWide(*wide.opened.source, encoding);
    if (!decoded) {
      wide.opened = failedStream(decoded.error());
      return wide;
    }
    wide.opened.source = *decoded;
    wide.opened.inflatedOnView = false;
    wide.bytes = wide.opened.source->size();
    wide.content = Content::text;
    return wide;
  }

  void addExamined(Examined examined, const Stream& stream, const Place& place) {
    const std::string name = uniqueName(place, base::nameText(stream.name));
    const Place own{joined(place.path, name), joined(place.inner, name), place.depth, place.container};
    if (examined.opened.refused) return skip(own, stream.bytes, *examined.opened.refused, {});
    const std::optional<base::Error>& damage = examined.opened.damage;
    if (damage) note(*damage, own.path);
    if (!examined.opened.source || (damage && examined.bytes == 0)) {
      return skip(own, stream.bytes, SkipReason::unreadable, damage ? withoutPlace(*damage) : std::string());
    }
    if (const auto reason = skipReasonOf(examined.content)) return skip(own, examined.bytes, *reason, {});
    if (examined.content != Content::text) return openContainer(std::move(examined), stream, own);
    addMember(std::move(examined), stream, own);
  }

  // Names that differ only in bytes that are no UTF-8 look alike once repaired.
  std::string uniqueName(const Place& place, std::string name) {
    std::string unique = name;
    for (int n = 2; !m_paths.insert(joined(place.path, unique)).second && !name.empty(); ++n)
      unique = fmt::format("{} ({})", name, n);
    return unique;
  }

  void skip(const Place& place, std::uint64_t bytes, SkipReason reason, std::string detail) {
    m_set.skipped.push_back({place.path, bytes, reason, base::nameText(detail)});
  }

  void addMember(Examined examined, const Stream& stream, const Place& own) {
    Member member;
    member.input = currentIndex();
    member.path = own.path;
    member.innerPath = own.inner;
    member.container = own.container;
    member.bytes = examined.bytes;
    member.endsHash = examined.endsHash;
    member.modifiedNs = stream.modifiedNs;
    member.source = std::move(examined.opened.source);
    m_id.add(own.inner, member.bytes, examined.endsHash);   // a file that is given by its path has no name of its own
    m_set.members.push_back(std::move(member));
  }

  void openContainer(Examined examined, const Stream& stream, Place own) {
    if (own.depth >= m_budget.limits().maxDepth) {
      return skip(own, examined.bytes, SkipReason::limit, fmt::format("it is an archive inside {} others", own.depth));
    }
    // On the disk itself, or in a folder: what comes out is measured against it.
    if (own.depth == 0) m_budget.enterFile(examined.bytes);
    if (examined.opened.inflatedOnView) {
      auto copy = spoolCopy(*examined.opened.source, m_stop);
      if (!copy) return skip(own, examined.bytes, SkipReason::unreadable, withoutPlace(copy.error()));
      examined.opened.source = *copy;
    }
    Listing listing = list(examined.content, examined.opened.source);
    const bool isWholeInput = own.inner.empty();
    if (isWholeInput && own.depth == 0) current().kind = listing.kind;
    if (listing.streams.empty() && listing.refused.empty()) {
      const std::string why = listing.damage ? withoutPlace(*listing.damage) : "it holds no files";
      skip(own, examined.bytes, listing.damage ? SkipReason::unreadable : SkipReason::empty, why);
    }
    if (listing.kind == InputKind::compressed) {
      own.inner = withoutCompression(isWholeInput ? own.path.substr(own.path.rfind('/') + 1) : own.inner);
      // The only content has its container's date where it has none.
      for (Stream& only : listing.streams) {
        if (!only.modifiedNs) only.modifiedNs = stream.modifiedNs;
      }
    }
    ++own.depth;
    if (listing.kind != InputKind::compressed) own.container = own.path;
    addListing(std::move(listing), own);
  }

  Listing list(Content content, const std::shared_ptr<const ByteSource>& source) {
    if (content == Content::tar) return unpack(source, ArchiveFormat::tar, m_budget, m_stop);
    if (content == Content::sevenZip) return unpack(source, ArchiveFormat::sevenZip, m_budget, m_stop);
    if (content == Content::compressed) return unpack(source, ArchiveFormat::compressed, m_budget, m_stop);
    return listZip(source, m_cache, m_budget, m_stop);
  }

  Budget m_budget;
  base::Progress& m_progress;
  std::stop_token m_stop;
  std::shared_ptr<MemberCache> m_cache = std::make_shared<MemberCache>();
  SeenFiles m_seen;
  std::set<std::string> m_paths;  // of all that was listed
  ContentId m_id;
  InputSet m_set;
  std::size_t m_notes = 0;  // problems of the current input
};

}  // namespace

InputSet openInputs(const std::vector<std::string>& paths, const Limits& limits, base::Progress& progress,
                    std::stop_token stop) {
  return Opener(limits, progress, std::move(stop)).open(paths);
}

const char* toString(InputKind kind) noexcept {
  switch (kind) {
    case InputKind::zip:
      return "zip";
    case InputKind::tar:
      return "tar";
    case InputKind::sevenZip:
      return "7z";
    case InputKind::compressed:
      return "compressed";
    case InputKind::directory:
      return "directory";
    case InputKind::file:
      break;
  }
  return "file";
}

const char* toString(SkipReason reason) noexcept {
  switch (reason) {
    case SkipReason::image:
      return "image";
    case SkipReason::checkpoint:
      return "checkpoint";
    case SkipReason::coverage:
      return "coverage";
    case SkipReason::coreDump:
      return "core-dump";
    case SkipReason::binary:
      return "binary";
    case SkipReason::empty:
      return "empty";
    case SkipReason::limit:
      return "limit";
    case SkipReason::duplicate:
      return "duplicate";
    case SkipReason::leftOut:
      return "left-out";
    case SkipReason::unreadable:
      break;
  }
  return "unreadable";
}

}  // namespace lanescope::input
