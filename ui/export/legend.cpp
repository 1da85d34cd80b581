// SPDX-License-Identifier: Apache-2.0
#include "ui/export/legend.h"

#include "ui/export/picture_scene.h"
#include "ui/timeline/lane_bins.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace lanescope::ui {

namespace {

constexpr double kSample = 34, kSampleHeight = 22, kGap = 12, kBetween = 36, kLineHeight = 38;

struct Item {
  QString words;
  std::function<void(DrawList&, const QRectF&)> draw;
};

struct Legend {
  Q_DECLARE_TR_FUNCTIONS(Legend)
};

// What drawn lists contain, once each.
class Occurrences {
 public:
  explicit Occurrences(const Theme& theme) : m_theme(theme) {}
  void add(const DrawnRun& what) {
    m_run = &what.run;
    m_index = &what.index;
    m_hatched.clear();
    const std::vector<DrawList::Entry> entries = what.drawn.ordered();
    for (const DrawList::Entry& entry : entries) {
      if (entry.kind == DrawList::Kind::hatch) m_hatched.push_back(what.drawn.hatchAt(entry).rect.adjusted(-1, -1, 1, 1));
    }
    for (const DrawList::Entry& entry : entries) look(what.drawn, entry);
  }

  std::vector<Item> items() const {
    std::vector<Item> items;
    for (auto mark = m_marks.rbegin(); mark != m_marks.rend(); ++mark) items.push_back(markItem(mark->first, mark->second));
    for (auto mark = m_lowMarks.rbegin(); mark != m_lowMarks.rend(); ++mark) {
      if (mark->first != MarkRank::none && m_marks.count(mark->first) == 0) items.push_back(boxItem(markWords(mark->first), mark->second));
    }
    for (const auto& [kind, hatch] : m_hatches) items.push_back(hatchItem(hatch));
    if (m_hatches.empty()) {
      for (const auto& [words, colour] : m_lowSpans) items.push_back(boxItem(words, colour));
    }
    for (auto bar = m_bars.rbegin(); bar != m_bars.rend(); ++bar) items.push_back(barItem(bar->first, bar->second));
    if (m_iterations.isValid()) items.push_back(boxItem(Legend::tr("training iterations"), m_iterations));
    if (m_caps) items.push_back(capItem(Legend::tr("rank ended"), m_theme.endCap));
    if (m_passedCaps) items.push_back(capItem(Legend::tr("rank ended, exit 0"), m_theme.endCapPassed));
    if (m_whisker.isValid()) items.push_back(whiskerItem());
    return items;
  }

 private:
  void look(const DrawList& drawn, const DrawList::Entry& entry) {
    switch (entry.kind) {
      case DrawList::Kind::mark: return lookAtMark(drawn.markAt(entry), entry.hit);
      case DrawList::Kind::hatch: m_hatches.emplace(drawn.hatchAt(entry).kind, drawn.hatchAt(entry)); return;
      case DrawList::Kind::line:
        if (entry.layer == Layer::cap && entry.hit.what == Hit::What::event) m_whisker = drawn.lineAt(entry).colour;
        return;
      case DrawList::Kind::rect: return lookAtRect(drawn.rectAt(entry), entry);
      case DrawList::Kind::cells: return lookAtCells(drawn.cellsAt(entry));
      case DrawList::Kind::text: return;
    }
  }

  void lookAtMark(const MarkItem& item, const Hit& hit) {
    MarkRank rank = MarkRank::none;
    if (hit.what == Hit::What::event) rank = markOf(*m_run, m_index->event(*m_run, hit.index), m_theme).rank;
    if (hit.what == Hit::What::milestone) rank = MarkRank::restart;
    if (rank == MarkRank::none) return;
    ShapeLook& look = m_marks.try_emplace(rank, item.look).first->second;
    look.ring = look.ring || item.look.ring;
  }

  // The bars of tests, on rows too low to show each.
  void lookAtCells(const CellsItem& item) {
    for (const std::uint8_t value : std::set<std::uint8_t>(item.values.begin(), item.values.end())) {
      if (value > 0 && value <= item.colours.size()) m_bars.emplace(kindOfBar(value - 1), item.colours[value - 1u]);
    }
  }

  static int kindOfBar(int bad) { return bad == 6 ? 6 : bad >= 4 ? 4 : bad >= 2 ? 2 : 1; }

  // Where a row is too low for a pattern or a shape, its colour stands for it.
  void lookAtLow(const RectItem& item, const DrawList::Entry& entry) {
    if (!item.fill.isValid()) return;
    if (entry.layer == Layer::pattern && entry.hit.what == Hit::What::interval) {
      const bool wait = m_run->intervals[entry.hit.index].kind == model::IntervalKind::wait;
      m_lowSpans.emplace(wait ? Legend::tr("known wait") : Legend::tr("inside a test, no output"), item.fill);
    }
    if (entry.layer == Layer::pattern && entry.hit.what == Hit::What::laneEnd) m_lowSpans.emplace(Legend::tr("no data"), item.fill);
    const bool mark = entry.layer == Layer::mark || entry.layer == Layer::minorMark;
    if (!mark || entry.hit.what != Hit::What::event) return;
    const MarkRank rank = markOf(*m_run, m_index->event(*m_run, entry.hit.index), m_theme).rank;
    if (rank >= MarkRank::ncclWarning) m_lowMarks.emplace(rank, item.fill);   // what low rows show at all
  }

  void lookAtRect(const RectItem& item, const DrawList::Entry& entry) {
    lookAtLow(item, entry);
    if (entry.layer == Layer::bar && entry.hit.what == Hit::What::interval && !isCovered(item.rect)) {
      if (m_run->intervals[entry.hit.index].kind == model::IntervalKind::iterations) {
        m_iterations = item.fill;
        return;
      }
      const int bad = badness(m_run->intervals[entry.hit.index].outcome);
      m_bars.emplace(kindOfBar(bad), item.fill);
    }
    if (entry.layer == Layer::cap && entry.hit.what == Hit::What::laneEnd) {
      (item.fill == m_theme.endCapPassed ? m_passedCaps : m_caps) = true;
    }
  }

  // A bar below a wait or a silence cannot be seen.
  bool isCovered(const QRectF& rect) const {
    return std::any_of(m_hatched.begin(), m_hatched.end(), [&](const QRectF& hatch) { return hatch.contains(rect); });
  }

  static Item markItem(MarkRank rank, const ShapeLook& look) {
    return {markWords(rank), [look](DrawList& list, const QRectF& box) { list.mark(Layer::mark, {look, box.center(), look.ring ? 20.0 : 22.0}); }};
  }

  static Item hatchItem(const HatchItem& hatch) {
    const QString words = hatch.kind == HatchKind::diagonal ? Legend::tr("known wait")
                          : hatch.kind == HatchKind::dots   ? Legend::tr("inside a test, no output")
                                                            : Legend::tr("no data");
    return {words, [hatch](DrawList& list, const QRectF& box) { list.hatch(Layer::pattern, {box, hatch.kind, hatch.line, hatch.fill}); }};
  }

  static Item barItem(int bad, const QColor& colour) {
    const QString words = bad == 6   ? Legend::tr("test failed")
                          : bad == 4 ? Legend::tr("test without a verdict")
                          : bad == 2 ? Legend::tr("tests passed")
                                     : Legend::tr("tests skipped");
    return boxItem(words, colour);
  }

  static Item boxItem(const QString& words, const QColor& colour) {
    return {words, [colour](DrawList& list, const QRectF& box) { list.rect(Layer::bar, {box, colour, {}, 2}); }};
  }

  static Item capItem(const QString& words, const QColor& colour) {
    return {words, [colour](DrawList& list, const QRectF& box) {
              list.rect(Layer::cap, {QRectF(box.center().x() - 2.5, box.top() - 2, 5, box.height() + 4), colour, {}, 0});
            }};
  }

  Item whiskerItem() const {
    return {Legend::tr("time uncertain in this span"), [colour = m_whisker](DrawList& list, const QRectF& box) {
              const double y = box.center().y();
              list.line(Layer::cap, {{{box.left(), y}, {box.right(), y}}, colour, 1.5, false});
              for (const double x : {box.left(), box.right()}) list.line(Layer::cap, {{{x, y - 4}, {x, y + 4}}, colour, 1.5, false});
            }};
  }

  const model::Run* m_run = nullptr;             // of the list that is looked at
  const RunIndex* m_index = nullptr;
  std::map<QString, QColor> m_lowSpans;
  std::map<MarkRank, QColor> m_lowMarks;
  const Theme& m_theme;
  std::vector<QRectF> m_hatched;
  std::map<MarkRank, ShapeLook> m_marks;
  std::map<HatchKind, HatchItem> m_hatches;
  std::map<int, QColor> m_bars;                  // badness, in classes
  QColor m_iterations;
  bool m_caps = false, m_passedCaps = false;
  QColor m_whisker;
};

}  // namespace

double addLegend(DrawList& list, const std::vector<DrawnRun>& drawn, const Theme& theme, double left, double right, double top) {
  Occurrences occurrences(theme);
  for (const DrawnRun& each : drawn) occurrences.add(each);
  const TextStyle style{kPictureText, false, false};
  double x = left, y = top;
  for (const Item& item : occurrences.items()) {
    const double width = kSample + kGap + textWidth(item.words, style);
    if (x > left && x + width > right) {
      x = left;
      y += kLineHeight;
    }
    item.draw(list, QRectF(x, y + (kLineHeight - kSampleHeight) / 2, kSample, kSampleHeight));
    list.text(Layer::label, QRectF(x + kSample + kGap, y, width, kLineHeight), Qt::AlignLeft, item.words, style, theme.muted);
    x += width + kBetween;
  }
  return x > left ? y + kLineHeight : y;
}

}  // namespace lanescope::ui
