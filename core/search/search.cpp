// SPDX-License-Identifier: Apache-2.0
#include "core/search/search.h"

#include "core/base/task_pool.h"

#include <algorithm>
#include <memory>
#include <thread>

namespace lanescope::search {

namespace {

constexpr std::uint64_t kItemBytes = 4 << 20;    // of one task
constexpr std::uint64_t kWindowBytes = 256 << 10;   // read and matched while it is in the second-level cache
constexpr std::uint64_t kMostLineBytes = 64 << 20;
constexpr std::size_t kItemsUnderWay = 4;        // for each worker

struct Item {
  model::SourceId source;
  std::uint32_t first = 1, last = 0;             // lines
};

// What one worker needs, and what it found in an item.
struct Slot {
  explicit Slot(const LineMatcher& matcher) : scanner(matcher) {}
  LineMatcher::Scanner scanner;
  input::Scratch scratch;
  std::vector<std::uint32_t> inWindow;
  std::vector<model::LineRef> hits;
  bool complete = true;
};

std::vector<Item> itemsOf(const model::Run& run, const std::vector<model::SourceId>& sources) {
  std::vector<Item> items;
  for (const model::SourceId id : sources) {
    const text::LineIndex& lines = run.source(id).text->lines;
    for (std::uint32_t first = 1; first <= lines.size();) {
      const std::uint32_t last = std::max(first, lines.lineAt(lines.range(first).begin + kItemBytes));
      items.push_back({id, first, last});
      first = last + 1;
    }
  }
  return items;
}

void searchItem(const model::SourceText& text, const Item& item, Slot& slot) {
  slot.hits.clear();
  slot.complete = true;
  for (std::uint32_t first = item.first; first <= item.last;) {
    const std::uint64_t begin = text.lines.range(first).begin;
    // The last line that ends within the window; a longer line is a window of its own.
    std::uint32_t last = std::min(item.last, text.lines.lineAt(begin + kWindowBytes));
    if (last > first && text.lines.range(last).end > begin + kWindowBytes) --last;
    const std::uint64_t end = std::min(text.lines.range(last).end, begin + std::max(kWindowBytes, kMostLineBytes));
    const auto block = text.bytes->view({begin, end}, slot.scratch);
    if (!block || block->size() != end - begin) {
      slot.complete = false;
      return;
    }
    slot.scanner.scan(*block, slot.inWindow);
    for (const std::uint32_t line : slot.inWindow) slot.hits.push_back({item.source, first + line});
    first = last + 1;
  }
}

}  // namespace

Totals search(const model::Run& run, const LineMatcher& matcher, const Where& where, std::stop_token stop, const Deliver& deliver) {
  std::vector<model::SourceId> sources = where.sources;
  for (std::uint32_t i = 0; where.sources.empty() && i < run.sources.size(); ++i) sources.push_back(model::SourceId{i});
  const std::vector<Item> items = itemsOf(run, sources);
  Totals totals;
  totals.bySource.resize(run.sources.size(), 0);
  const unsigned workers = base::workerCount(where.threads);
  std::vector<std::unique_ptr<Slot>> slots(std::min<std::size_t>(items.size(), std::size_t{workers} * kItemsUnderWay));
  for (auto& slot : slots) slot = std::make_unique<Slot>(matcher);
  // The first lines come while the fast engine is being compiled.
  std::jthread compiler;
  if (workers > 1) compiler = std::jthread([&matcher] { matcher.speedUp(); });
  else matcher.speedUp();
  const bool whole = base::parallelInOrder(
      items.size(), workers, slots.size(), stop,
      [&](std::size_t i, std::size_t slot) { searchItem(*run.source(items[i].source).text, items[i], *slots[slot]); },
      [&](std::size_t i, std::size_t slot) {
        const std::vector<model::LineRef>& hits = slots[slot]->hits;
        totals.lines += hits.size();
        totals.bySource[items[i].source.value] += hits.size();
        totals.complete = totals.complete && slots[slot]->complete;
        if (!hits.empty() && deliver) deliver(hits);
      });
  totals.complete = totals.complete && whole;
  return totals;
}

}  // namespace lanescope::search
