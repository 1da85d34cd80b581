// SPDX-License-Identifier: Apache-2.0
#include "core/search/search.h"

#include "core/base/task_pool.h"
#include "core/clock/line_time.h"
#include "core/search/line_writers.h"

#include <algorithm>
#include <memory>
#include <thread>

namespace lanescope::search {

namespace {

constexpr std::uint64_t kItemBytes = 4 << 20;    // of one task
constexpr std::uint64_t kWindowBytes = 256 << 10;   // read and matched while it is in the second-level cache
constexpr std::uint64_t kMostLineBytes = 256 << 20;
constexpr std::size_t kItemsUnderWay = 4;        // for each worker

struct Item {
  model::SourceId source;
  std::uint32_t first = 1, last = 0;             // lines
};

// What one worker needs, and what it found in an item.
struct Slot {
  explicit Slot(const Expression& expression) : scanner(expression) {}
  Expression::Scanner scanner;
  input::Scratch scratch;
  std::vector<std::uint32_t> inWindow;
  std::vector<Hit> hits;
  bool complete = true;
};

template <class T>
bool admits(const std::vector<T>& sorted, T value) {
  return sorted.empty() || std::binary_search(sorted.begin(), sorted.end(), value);
}

bool admits(const Where& where, const LineWriter& writer) {
  if (!where.ranks.empty() && !writer.rank) return false;
  return admits(where.ranks, writer.rank.value_or(0)) && admits(where.lanes, writer.lane);
}

bool asksWriters(const Where& where) { return where.writers || !where.ranks.empty() || !where.lanes.empty(); }

// A file of one rank that is not asked about need not be read.
bool isLeftOut(const model::Run& run, const Where& where, model::SourceId source) {
  if (where.ranks.empty() && where.lanes.empty()) return false;
  const LineWriters writers(run, source);
  return writers.only() && !admits(where, *writers.only());
}

std::vector<Item> itemsOf(const model::Run& run, const Where& where) {
  std::vector<model::SourceId> sources = where.sources;
  for (std::uint32_t i = 0; where.sources.empty() && i < run.sources.size(); ++i) sources.push_back(model::SourceId{i});
  std::vector<Item> items;
  for (const model::SourceId id : sources) {
    if (!run.source(id).text || isLeftOut(run, where, id)) continue;
    const text::LineIndex& lines = run.source(id).text->lines;
    clock::LineSpan span{1, lines.size()};
    if (where.time) span = clock::linesWithin(run.source(id), where.time->begin, where.time->end);
    for (std::uint32_t first = span.first; first <= span.last;) {
      const std::uint32_t last = std::min(span.last, std::max(first, lines.lineAt(lines.range(first).begin + kItemBytes)));
      items.push_back({id, first, last});
      first = last + 1;
    }
  }
  return items;
}

void tellWriters(const model::Run& run, const Item& item, const Where& where, std::vector<Hit>& hits) {
  if (hits.empty()) return;
  LineWriters writers(run, item.source);
  const auto tell = [&](Hit& hit) {
    const LineWriter writer = writers.of(hit.line.line);
    hit.lane = writer.lane;
    hit.rank = writer.rank;
    return !admits(where, writer);
  };
  hits.erase(std::remove_if(hits.begin(), hits.end(), tell), hits.end());
}

void searchItem(const model::SourceText& text, const Item& item, Slot& slot, const std::stop_token& stop) {
  slot.hits.clear();
  slot.complete = true;
  for (std::uint32_t first = item.first; first <= item.last && !stop.stop_requested();) {
    const std::uint64_t begin = text.lines.range(first).begin;
    // The last line that ends within the window; a longer line is a window of its own.
    std::uint32_t last = std::min(item.last, text.lines.lineAt(begin + kWindowBytes));
    if (last > first && text.lines.range(last).end > begin + kWindowBytes) --last;
    const std::uint64_t end = std::min(text.lines.range(last).end, begin + std::max(kWindowBytes, kMostLineBytes));
    if (end < text.lines.range(last).end) slot.complete = false;
    const auto block = text.bytes->view({begin, end}, slot.scratch);
    if (!block || block->size() != end - begin) {
      slot.complete = false;
      return;
    }
    slot.scanner.scan(*block, slot.inWindow);
    for (const std::uint32_t line : slot.inWindow) slot.hits.push_back({{item.source, first + line}, {}, {}});
    first = last + 1;
  }
}

std::uint64_t bytesOf(const model::Run& run, const Item& item) {
  const text::LineIndex& lines = run.source(item.source).text->lines;
  return lines.range(item.last).end - lines.range(item.first).begin;
}

}  // namespace

Totals search(const model::Run& run, const Expression& expression, const Where& where, std::stop_token stop, const Deliver& deliver, base::Progress* progress) {
  const std::vector<Item> items = itemsOf(run, where);
  for (std::size_t i = 0; progress && i < items.size(); ++i) progress->bytesTotal += bytesOf(run, items[i]);
  Totals totals;
  totals.bySource.resize(run.sources.size(), 0);
  const bool writers = asksWriters(where);
  const unsigned workers = base::workerCount(where.threads);
  std::vector<std::unique_ptr<Slot>> slots(std::min<std::size_t>(items.size(), std::size_t{workers} * kItemsUnderWay));
  for (auto& slot : slots) slot = std::make_unique<Slot>(expression);
  // The first lines come while the fast engine is being compiled.
  std::jthread compiler;
  if (workers > 1) compiler = std::jthread([&expression] { expression.speedUp(); });
  else expression.speedUp();
  const bool whole = base::parallelInOrder(
      items.size(), workers, slots.size(), stop,
      [&](std::size_t i, std::size_t slot) {
        searchItem(*run.source(items[i].source).text, items[i], *slots[slot], stop);
        if (writers) tellWriters(run, items[i], where, slots[slot]->hits);
        if (progress) progress->bytesDone += bytesOf(run, items[i]);
      },
      [&](std::size_t i, std::size_t slot) {
        const std::vector<Hit>& hits = slots[slot]->hits;
        totals.lines += hits.size();
        totals.bySource[items[i].source.value] += hits.size();
        totals.complete = totals.complete && slots[slot]->complete;
        if (!hits.empty() && deliver) deliver(hits);
      });
  totals.complete = totals.complete && whole && !stop.stop_requested();
  return totals;
}

}  // namespace lanescope::search
