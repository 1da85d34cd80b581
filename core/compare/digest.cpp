// SPDX-License-Identifier: Apache-2.0
#include "core/compare/digest.h"

#include "core/base/task_pool.h"
#include "core/compare/message_reader.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <memory>

namespace lanescope::compare {
namespace {

constexpr std::uint64_t kItemBytes = 4 << 20;    // of one task
constexpr std::uint64_t kWindowBytes = 256 << 10;
constexpr std::uint64_t kMostLineBytes = 64 << 20;
constexpr std::size_t kItemsUnderWay = 2;        // for each worker

struct Item {
  model::SourceId source;
  std::uint32_t first = 1, last = 0;             // lines
};

struct Key {
  std::uint64_t hash = 0;
  Owner owner = 0;
  bool operator==(const Key&) const = default;
};
// The template's hash is one already.
struct KeyHash {
  std::size_t operator()(const Key& key) const noexcept { return static_cast<std::size_t>(key.hash ^ (key.owner * 0x9E3779B97F4A7C15ull)); }
};
using Table = absl::flat_hash_map<Key, Entry, KeyHash>;

bool before(const Entry& a, const Entry& b) noexcept { return a.hash != b.hash ? a.hash < b.hash : a.owner < b.owner; }

void note(Entry& entry, std::uint64_t numbers, recognise::Severity severity, model::LineRef line) noexcept {
  entry.severity = std::max(entry.severity, severity);
  if (entry.count == 0) {
    entry.first = entry.last = line;
    entry.numbers = numbers;
  }
  entry.varies = entry.varies || entry.numbers != numbers;
  if (line < entry.first) entry.first = line;
  if (entry.last < line) entry.last = line;
  ++entry.count;
}

// The numbers kept are those of the first line: which of two differing ones does not matter, since they vary then.
void join(Entry& entry, const Entry& other) noexcept {
  if (entry.count == 0) {
    entry = other;
    return;
  }
  entry.severity = std::max(entry.severity, other.severity);
  entry.varies = entry.varies || other.varies || entry.numbers != other.numbers;
  if (other.first < entry.first) {
    entry.first = other.first;
    entry.numbers = other.numbers;
  }
  if (entry.last < other.last) entry.last = other.last;
  entry.count += other.count;
}

// What one worker needs, and what it found in an item.
struct Slot {
  Table table;
  input::Scratch scratch;
  Masked masked;
  std::uint64_t lines = 0;
  bool complete = true;
};

std::vector<Item> itemsOf(const model::Run& run) {
  std::vector<Item> items;
  for (std::uint32_t i = 0; i < run.sources.size(); ++i) {
    const model::SourceId id{i};
    if (!isCompared(run.source(id))) continue;
    const text::LineIndex& lines = run.source(id).text->lines;
    const bool whole = MessageReader(run, id).joinsLines();
    for (std::uint32_t first = 1; first <= lines.size();) {
      const std::uint32_t last = whole ? lines.size() : std::max(first, lines.lineAt(lines.range(first).begin + kItemBytes));
      items.push_back({id, first, last});
      first = last + 1;
    }
  }
  return items;
}

// Calls expect(lines) for each window and then take(raw line, number) for each line of it, without its end; false where bytes could not
// be read.
template <class Expect, class Take>
bool eachLine(const model::SourceText& text, const Item& item, input::Scratch& scratch, base::Progress& progress, const std::stop_token& stop, Expect expect, Take take) {
  for (std::uint32_t first = item.first; first <= item.last;) {
    if (stop.stop_requested()) return false;
    const std::uint64_t begin = text.lines.range(first).begin;
    std::uint32_t last = std::min(item.last, text.lines.lineAt(begin + kWindowBytes));
    if (last > first && text.lines.range(last).end > begin + kWindowBytes) --last;
    const std::uint64_t end = std::min(text.lines.range(last).end, begin + std::max(kWindowBytes, kMostLineBytes));
    const auto block = text.bytes->view({begin, end}, scratch);
    if (!block || block->size() != end - begin) return false;
    std::string_view rest = *block;
    expect(rest);
    for (std::uint32_t number = first; number <= last; ++number) {
      const void* lf = std::memchr(rest.data(), '\n', rest.size());
      const std::size_t size = lf == nullptr ? rest.size() : static_cast<std::size_t>(static_cast<const char*>(lf) - rest.data());
      std::string_view line = rest.substr(0, size);
      if (line.ends_with('\r')) line.remove_suffix(1);
      take(line, number);
      rest.remove_prefix(std::min(size + 1, rest.size()));
    }
    progress.bytesDone += end - begin;
    first = last + 1;
  }
  return true;
}

// What one item held, the next one of its kind will hold.
void emptyTable(Table& table) {
  const std::size_t size = table.size();
  table.clear();
  table.reserve(size);
}

void digestItem(const model::Run& run, const RunNames& names, const Item& item, base::Progress& progress, const std::stop_token& stop, Slot& slot) {
  emptyTable(slot.table);
  slot.lines = item.last + 1 - item.first;
  MessageReader reader(run, item.source);
  const auto take = [&](std::string_view message, const MessageReader::From& from) {
    mask(message, names, slot.masked);
    if (slot.masked.text.empty()) return;
    const std::uint64_t hash = templateHash(slot.masked.text);
    Entry& entry = slot.table[Key{hash, from.owner}];
    entry.hash = hash;
    entry.owner = from.owner;
    note(entry, slot.masked.numbers, from.severity, {item.source, from.line});
  };
  const model::SourceText& text = *run.source(item.source).text;
  slot.complete = eachLine(text, item, slot.scratch, progress, stop, [&](std::string_view lines) { reader.expect(lines); },
                            [&](std::string_view raw, std::uint32_t number) { reader.line(raw, number, take); });
  reader.finish(take);
}

void add(const Entry& entry, Table& all, Digest& digest) {
  const Key key{entry.hash, entry.owner};
  const auto known = all.find(key);
  if (known != all.end()) join(known->second, entry);
  else if (all.size() < kMostEntries) all.emplace(key, entry);
  else digest.notKept += entry.count;
}

void addAll(const Table& table, Table& all, Digest& digest) {
  if (all.size() + table.size() <= kMostEntries) {
    for (const auto& known : table) add(known.second, all, digest);
    return;
  }
  // Near the bound the order decides what is kept, and that of a hash table is another in each process.
  std::vector<Entry> sorted;
  for (const auto& known : table) sorted.push_back(known.second);
  std::sort(sorted.begin(), sorted.end(), before);
  for (const Entry& entry : sorted) add(entry, all, digest);
}

}  // namespace

std::span<const Entry> Digest::of(std::uint64_t hash) const noexcept {
  const auto less = [](const auto& a, const auto& b) {
    if constexpr (std::is_same_v<std::decay_t<decltype(a)>, Entry>) return a.hash < b;
    else return a < b.hash;
  };
  const auto first = std::lower_bound(entries.begin(), entries.end(), hash, less);
  const auto last = std::upper_bound(first, entries.end(), hash, less);
  return {entries.data() + (first - entries.begin()), static_cast<std::size_t>(last - first)};
}

bool isCompared(const model::Source& source) noexcept { return source.text && !source.copyOf && source.layout != model::Layout::junit; }

RunNames namesOf(const std::vector<const model::Run*>& runs) {
  std::vector<std::string> names;
  // A plain word may well be one of the text.
  const auto add = [&names](const std::string& name) {
    constexpr std::size_t kPlain = 8;
    if (name.size() >= kPlain || name.find_first_of("0123456789-._") != std::string::npos) names.push_back(name);
  };
  for (const model::Run* run : runs) {
    for (const std::string& host : run->hosts) add(host);
    for (const model::Lane& lane : run->lanes) add(lane.host);
    add(run->environment.node);
    add(run->environment.runner);
    add(run->identity.runId);
    add(run->identity.artifact);
    for (const model::Launch& launch : run->launches) add(launch.directory.substr(launch.directory.rfind('/') + 1));
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return RunNames(names);
}

Digest digestOf(const model::Run& run, const RunNames& names, unsigned threads, base::Progress& progress, std::stop_token stop) {
  const std::vector<Item> items = itemsOf(run);
  for (const Item& item : items) {
    const text::LineIndex& lines = run.source(item.source).text->lines;
    progress.bytesTotal += lines.range(item.last).end - lines.range(item.first).begin;
  }
  Digest digest;
  Table all;
  const unsigned workers = base::workerCount(threads);
  std::vector<Slot> slots(std::min<std::size_t>(items.size(), std::size_t{workers} * kItemsUnderWay));
  const bool whole = base::parallelInOrder(
      items.size(), workers, slots.size(), stop, [&](std::size_t i, std::size_t slot) { digestItem(run, names, items[i], progress, stop, slots[slot]); },
      [&](std::size_t, std::size_t slot) {
        addAll(slots[slot].table, all, digest);
        digest.lines += slots[slot].lines;
        digest.complete = digest.complete && slots[slot].complete;
      });
  digest.complete = digest.complete && whole;
  digest.entries.reserve(all.size());
  for (const auto& known : all) digest.entries.push_back(known.second);
  std::sort(digest.entries.begin(), digest.entries.end(), before);
  digest.linesOf.resize(Owners(run).count());
  for (std::size_t i = 0; i < digest.entries.size(); ++i) {
    digest.linesOf[digest.entries[i].owner] += digest.entries[i].count;
    if (i == 0 || digest.entries[i].hash != digest.entries[i - 1].hash) ++digest.templates;
  }
  return digest;
}

}  // namespace lanescope::compare
