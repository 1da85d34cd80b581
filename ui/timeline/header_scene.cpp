// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/header_scene.h"

#include "ui/models/finding_look.h"
#include "ui/models/view_state.h"
#include "ui/models/words.h"
#include "ui/timeline/tick_painter.h"
#include "ui/timeline/note_flags.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kTickGap = 22;
constexpr double kBarTop = 6;                    // of the launch bars in the job's row

TextStyle tickStyle(const SceneInput& in, TickKind kind) { return {kind == TickKind::utc ? in.style.textSize : in.style.smallTextSize, false, false}; }

std::vector<Tick> ticksOf(const SceneInput& in, TickKind kind, std::int64_t zero) {
  const double scale = in.columnsPerPixel;
  const auto widthOf = [&](const QString& text) { return textWidth(text, tickStyle(in, kind)) * scale; };
  return ticks(in.axis, kind, zero, widthOf, kTickGap * in.style.textSize / 12 * scale);
}

void addRuler(DrawList& list, const SceneInput& in, TickKind kind, std::int64_t zero, const QRectF& line) {
  const Theme& theme = *in.style.theme;
  const bool utc = kind == TickKind::utc;
  const TextStyle style = tickStyle(in, kind);
  for (const Tick& tick : ticksOf(in, kind, zero)) {
    const double x = tick.column / in.columnsPerPixel, half = textWidth(tick.label, style) / 2;
    list.text(Layer::label, QRectF(x - half, line.top(), 2 * half, line.height()), Qt::AlignHCenter, tick.label, style,
              utc ? theme.text : theme.faint);
    if (!utc) continue;
    const double foot = std::floor(x) + 0.5;
    list.line(Layer::ground, {{{foot, line.bottom()}, {foot, line.bottom() + 3}}, theme.faint, 1, false});
  }
}

// From where T+ counts.
void addZero(DrawList& list, const SceneInput& in, std::int64_t zero, double foot) {
  const double x = std::floor(in.x(zero));
  if (x < 0 || x > in.width()) return;
  list.rect(Layer::mark, {QRectF(x - 1, foot - 4, 3, 4), in.style.theme->muted, {}, 0});
}

void addRulers(DrawList& list, const SceneInput& in, const HeaderGeometry& geometry, std::int64_t zero) {
  const QRectF utc(0, geometry.utcTop, in.width(), geometry.utcHeight);
  if (hasTimes(in.run)) {
    addRuler(list, in, TickKind::utc, zero, utc);
    addRuler(list, in, TickKind::relative, zero, QRectF(0, geometry.relativeTop() + 2, in.width(), geometry.relativeHeight - 2));
    addZero(list, in, zero, geometry.calloutTop());
  } else if (in.run.complete) {
    list.text(Layer::label, utc, Qt::AlignLeft, QCoreApplication::translate("Header", "no line carries a time"), tickStyle(in, TickKind::utc), in.style.theme->muted);
  }
}

// The date of the first tick, which the next midnight's follows: the margin before it may lie in the day before.
QString dateText(const SceneInput& in, const TextStyle& style, double width) {
  const std::vector<Tick> shown = ticksOf(in, TickKind::utc, 0);
  const std::int64_t first = shown.empty() ? in.axis.span().begin : shown.front().ns;
  const QDateTime day = QDateTime::fromMSecsSinceEpoch(first / 1'000'000, Qt::UTC);
  const QString date = day.toString(u"yyyy-MM-dd"_s);
  return textWidth(date, style) > width ? day.toString(u"MM-dd"_s) : date;
}

// What stands in front of the job's bars and would cut their words: [from, to) of the line of the first failure, of
// restarts and of folded time, from left to right.
std::vector<std::pair<double, double>> obstacles(const SceneInput& in) {
  std::vector<std::pair<double, double>> found;
  const auto add = [&](const model::When& when, double reach) {
    if (when.known()) found.emplace_back(in.x(when.utc) - reach, in.x(when.utc) + reach);
  };
  if (in.run.firstFailure) add(in.run.findings[*in.run.firstFailure].time, 2);
  for (const model::Milestone& milestone : in.run.milestones) {
    if (milestone.kind == model::MilestoneKind::restart) add(milestone.time, in.style.markSize / 2);
  }
  for (const TimeAxis::Segment& segment : in.axis.segments()) {
    if (segment.folded) found.emplace_back(segment.firstColumn / in.columnsPerPixel, (segment.firstColumn + segment.columns) / in.columnsPerPixel);
  }
  std::sort(found.begin(), found.end());
  return found;
}

double clearOf(const std::vector<std::pair<double, double>>& taken, double left, double width) {
  for (const auto& [from, to] : taken) {
    if (from < left + width && to > left - 2) left = to + 5;
  }
  return left;
}

void addBar(DrawList& list, const SceneInput& in, const QRectF& bar, QColor colour, const QString& text, const Hit& hit) {
  const QRectF seen = bar.intersected(QRectF(-4, bar.top(), in.width() + 8, bar.height()));
  if (seen.isEmpty()) return;
  list.rect(Layer::bar, {seen, colour, {}, 3}, hit);
  const TextStyle style{in.style.smallTextSize, true, false};
  const double left = clearOf(obstacles(in), std::max(seen.left(), 0.0) + 7, textWidth(text, style));
  const QString part = fittingPart(text, style, seen.right() - left - 5);
  if (!part.isEmpty()) {
    list.text(Layer::label, QRectF(left, bar.top(), seen.right() - left, bar.height()), Qt::AlignLeft, part, style,
              in.style.theme->text, hit);
  }
}

QColor launchColour(model::LaunchOutcome outcome, const Theme& theme) {
  switch (outcome) {
    case model::LaunchOutcome::passed: return theme.launchPassed;
    case model::LaunchOutcome::failed: return theme.launchFailed;
    default: return theme.launchOther;
  }
}

// One after the other they stand in one row; those that ran side by side below each other. What only touches, for the times of its ends
// have ranges, is not side by side.
std::vector<std::size_t> launchRows(const std::vector<TimeRange>& extents) {
  constexpr std::int64_t kTouching = 10;         // a tenth of the shorter one
  std::vector<std::size_t> rows(extents.size(), 0);
  const auto together = [&](std::size_t a, std::size_t b) {
    const std::int64_t shared = std::min(extents[a].end, extents[b].end) - std::max(extents[a].begin, extents[b].begin);
    return shared > std::min(extents[a].length(), extents[b].length()) / kTouching;
  };
  for (std::size_t i = 0; i < extents.size(); ++i) {
    const auto isTaken = [&](std::size_t row) {
      for (std::size_t k = 0; k < i; ++k) {
        if (rows[k] == row && together(i, k)) return true;
      }
      return false;
    };
    while (isTaken(rows[i])) ++rows[i];
  }
  return rows;
}

void addLaunches(DrawList& list, const SceneInput& in, double top, double height) {
  std::vector<TimeRange> extents;
  for (const model::Launch& launch : in.run.launches) extents.push_back(extentOf(launch, in.run));
  const std::vector<std::size_t> rows = launchRows(extents);
  const double each = height / static_cast<double>(rows.empty() ? 1 : 1 + *std::max_element(rows.begin(), rows.end()));
  for (const model::Launch& launch : in.run.launches) {
    const TimeRange extent = extents[launch.index];
    if (extent.length() <= 0) continue;
    const double x0 = in.clampedX(extent.begin), x1 = std::max(in.clampedX(extent.end), x0 + 2);
    const double gap = each < height ? 1 : 0;
    const QString text = each < in.style.smallTextSize ? QString()
                                                       : QCoreApplication::translate("Header", "launch %1").arg(launch.index + 1) + u" · "_s + launchOutcomeText(launch.outcome);
    addBar(list, in, QRectF(x0, top + each * static_cast<double>(rows[launch.index]), x1 - x0, std::max(1.0, each - gap)), launchColour(launch.outcome, *in.style.theme), text,
           {Hit::What::launch, launch.index, {}});
  }
}

void addPhases(DrawList& list, const SceneInput& in, double top, double height) {
  for (std::uint32_t i = 0; i < in.run.phases.size(); ++i) {
    const model::Phase& phase = in.run.phases[i];
    if (!phase.start.known() || !phase.end.known()) continue;
    const double x0 = in.clampedX(phase.start.utc), x1 = in.clampedX(phase.end.utc);
    if (x1 - x0 < 2) continue;
    // Thin and below the launches: steps contain them.
    list.rect(Layer::band, {QRectF(x0, top + height + 2, x1 - x0 - 1, 2), in.style.theme->launchOther, {}, 0}, {Hit::What::phase, i, {}});
  }
}

constexpr double kLeastPhaseText = 40;           // about four characters

// Names that end in a number ("iteration 900") are all whole or all numbers, so that neighbours do not look different.
bool areNumbersEnough(const SceneInput& in, const std::vector<std::uint32_t>& visible, const TextStyle& style) {
  for (const std::uint32_t i : visible) {
    const BandPhase& phase = in.band->at(i);
    if (phase.kind != BandPhase::Kind::iteration) continue;
    const double room = std::min(in.x(phase.extent.end), in.width()) - std::max(in.x(phase.extent.begin), 0.0);
    if (room >= kLeastPhaseText && textWidth(toQt(phase.shortName), style) > room - 9) return true;
  }
  return false;
}

QString phaseText(const BandPhase& phase, bool numbersOnly, const TextStyle& style, double width) {
  const QString name = toQt(phase.shortName);
  return barText(numbersOnly && phase.kind == BandPhase::Kind::iteration ? name.section(u' ', -1) : name, style, width);
}

// Sessions, tests and iterations, at most one a pixel.
void addBand(DrawList& list, const SceneInput& in, const QRectF& line) {
  const Theme& theme = *in.style.theme;
  const TextStyle style{in.style.smallTextSize, false, false};
  const std::vector<std::uint32_t> visible = in.band->visible(in.axis.span());
  const bool numbersOnly = areNumbersEnough(in, visible, style);
  double free = -in.style.overhang - 1;
  for (const std::uint32_t i : visible) {
    const BandPhase& phase = in.band->at(i);
    const double x0 = std::max(in.clampedX(phase.extent.begin), free), x1 = std::max(in.clampedX(phase.extent.end), in.clampedX(phase.extent.begin) + 1);
    if (x1 <= free) continue;
    const QRectF box(x0, line.top(), std::max(1.0, x1 - x0 - (x1 - x0 > 4 ? 1 : 0)), line.height());
    const Hit hit{Hit::What::bandPhase, i, {}};
    list.rect(Layer::bar, {box, i % 2 == 0 ? theme.launchOther : theme.selection, {}, 0}, hit);
    const QRectF seen = box.intersected(line);
    const QString text = seen.width() >= kLeastPhaseText ? phaseText(phase, numbersOnly, style, seen.width() - 8) : QString();
    if (!text.isEmpty()) list.text(Layer::label, seen.adjusted(4, 0, -4, 0), Qt::AlignLeft, text, style, theme.muted, hit);
    free = x1;
  }
}

// A milestone that has a bar of its own needs no stroke.
bool isStroke(model::MilestoneKind kind) {
  switch (kind) {
    case model::MilestoneKind::jobStart:
    case model::MilestoneKind::imageReady:
    case model::MilestoneKind::restart:
    case model::MilestoneKind::summary:
    case model::MilestoneKind::jobEnd: return true;
    default: return false;
  }
}

void addMilestones(DrawList& list, const SceneInput& in, double top, double height) {
  for (std::uint32_t i = 0; i < in.run.milestones.size(); ++i) {
    const model::Milestone& milestone = in.run.milestones[i];
    if (!milestone.time.known() || !isStroke(milestone.kind)) continue;
    const double x = in.x(milestone.time.utc);
    if (x < 0 || x > in.width()) continue;
    const bool restart = milestone.kind == model::MilestoneKind::restart;
    const QColor colour = in.style.theme->teardown;
    const Hit hit{Hit::What::milestone, i, {}};
    const ShapeLook look{Shape::restart, colour, in.style.theme->base, false, false};
    if (restart) list.mark(Layer::mark, {look, {x, top + height / 2}, in.style.markSize}, hit);
    else list.rect(Layer::cap, {QRectF(std::floor(x), top - 3, 2, height + 6), colour, {}, 0}, hit);
  }
}

void addJobMarks(DrawList& list, const SceneInput& in, double y) {
  double free = -1e9;
  for (const std::uint32_t index : in.index.jobEvents()) {
    const model::Event& event = in.event(index);
    const EventMark mark = markOf(in.run, event, *in.style.theme);
    const double x = in.x(event.utc);
    // Restarts are milestones already; a failure that only the job log shows is drawn here.
    if (mark.rank < MarkRank::error || x < free || x < 0 || x > in.width()) continue;
    list.mark(Layer::mark, {mark.look, {x, y}, in.style.markSize}, {Hit::What::event, index, {}});
    free = x + in.style.markSize;
  }
}

void addCallouts(DrawList& list, const SceneInput& in, const HeaderGeometry& geometry) {
  const Theme& theme = *in.style.theme;
  const double size = in.style.calloutSize, y = geometry.calloutTop() + geometry.calloutHeight / 2.0;
  for (const PlacedCallout& placed : placeCallouts(in)) {
    const std::uint32_t index = placed.callout.finding;
    const model::Finding& finding = in.run.findings[index];
    const Hit hit{Hit::What::finding, index, {}};
    const QColor colour = findingBadge(finding.role, finding.findingClass, theme);
    const double foot = geometry.jobTop() + kBarTop - 3;
    list.line(Layer::line, {{{placed.x, y}, {placed.markX, foot}}, colour, 1, false}, hit);
    if (finding.role == model::Role::firstFailure) {
      list.line(Layer::line, {{{placed.markX + 0.5, foot}, {placed.markX + 0.5, double(geometry.height())}}, theme.firstFailure, 1, true}, hit);
    }
    if (in.selection.finding == index) {
      list.rect(Layer::overlay, {QRectF(placed.x - size / 2 - 2.5, y - size / 2 - 2.5, size + 5, size + 5), theme.base, colour, size / 2 + 2.5}, hit);
    }
    const QRectF circle(placed.x - size / 2, y - size / 2, size, size);
    list.rect(Layer::callout, {circle, colour, {}, size / 2}, hit);
    const int digits = std::max(11, static_cast<int>(std::lround(size * 0.64)));
    list.text(Layer::callout, circle, Qt::AlignHCenter, QString::number(placed.callout.number), {digits, true, false}, theme.badgeText, hit);
  }
}

// Moves what would overlap apart, as a group around the group's middle, and nothing before 0 or,
// where there is room, beyond `limit`.
void spread(std::vector<PlacedCallout>& placed, double step, double limit) {
  struct Group { double sum; std::size_t first, count; };   // sum of x - position in the group * step
  const auto start = [](const Group& group) { return group.sum / static_cast<double>(group.count); };
  std::vector<Group> groups;
  for (std::size_t i = 0; i < placed.size(); ++i) {
    groups.push_back({placed[i].x, i, 1});
    while (groups.size() > 1) {
      const Group last = groups.back();
      Group& before = groups[groups.size() - 2];
      const double room = static_cast<double>(before.count) * step;
      if (start(before) + room <= start(last)) break;
      before.sum += last.sum - room * static_cast<double>(last.count);
      before.count += last.count;
      groups.pop_back();
    }
  }
  for (const Group& group : groups) {
    for (std::size_t i = 0; i < group.count; ++i) placed[group.first + i].x = start(group) + static_cast<double>(i) * step;
  }
  for (std::size_t i = placed.size(); i-- > 0; limit = placed[i].x - step) placed[i].x = std::min(placed[i].x, limit);
  double least = 0;
  for (std::size_t i = 0; i < placed.size(); least = placed[i++].x + step) placed[i].x = std::max(placed[i].x, least);
}

}  // namespace

std::int64_t resolutionOf(const TimeAxis& axis) {
  constexpr std::int64_t kMicro = 1'000, kMilli = 1'000'000, kSecond = 1'000'000'000;
  const std::int64_t ns = axis.nsPerColumn();
  if (ns < kMilli / 2) return kMicro;
  return ns < kSecond / 2 ? kMilli : kSecond;
}

namespace {

std::vector<PlacedCallout> calloutsInView(const SceneInput& in) {
  std::vector<PlacedCallout> placed;
  for (const Callout& callout : in.callouts) {
    const model::When& time = in.run.findings[callout.finding].time;
    if (!time.known()) continue;
    const double x = in.x(time.utc);
    if (x >= 0 && x <= in.width()) placed.push_back({callout, x, x});
  }
  return placed;
}

// Half of the row at most: a number must stand near what it means. The selected finding stays, then those that matter most.
void keepThoseThatMatter(std::vector<PlacedCallout>& placed, const SceneInput& in, double step) {
  const auto most = static_cast<std::size_t>(std::max(1.0, in.width() / (2 * step)));
  if (placed.size() <= most) return;
  const auto weight = [&in](const PlacedCallout& one) {
    return std::make_tuple(in.selection.finding != one.callout.finding, in.run.findings[one.callout.finding].role, one.callout.number);
  };
  std::sort(placed.begin(), placed.end(), [&weight](const PlacedCallout& a, const PlacedCallout& b) { return weight(a) < weight(b); });
  placed.resize(most);
}

}  // namespace

std::vector<PlacedCallout> placeCallouts(const SceneInput& in) {
  const double step = in.style.calloutSize + 5;
  std::vector<PlacedCallout> placed = calloutsInView(in);
  keepThoseThatMatter(placed, in, step);
  std::stable_sort(placed.begin(), placed.end(), [](const PlacedCallout& a, const PlacedCallout& b) { return a.markX < b.markX; });
  spread(placed, step, in.width() - in.style.calloutSize / 2);
  return placed;
}

DrawList headerScene(const SceneInput& in, const HeaderGeometry& geometry, std::int64_t zero) {
  DrawList list;
  addRulers(list, in, geometry, zero);
  const double top = geometry.jobTop() + kBarTop, height = geometry.jobHeight - 2 * kBarTop;
  addPhases(list, in, top, height);
  addLaunches(list, in, top, height);
  addMilestones(list, in, top, height);
  addJobMarks(list, in, top + height / 2);
  if (in.band != nullptr && geometry.phaseHeight > 0) addBand(list, in, QRectF(0, geometry.phaseTop(), in.width(), geometry.phaseHeight - 3));
  addTicks(list, in, {}, QRectF(0, top, in.width(), height), true);
  addCallouts(list, in, geometry);
  addNoteFlags(list, in, geometry);
  return list;
}

DrawList headerLabelsScene(const SceneInput& in, const HeaderGeometry& geometry, double width) {
  DrawList list;
  const Theme& theme = *in.style.theme;
  const TextStyle bold{in.style.smallTextSize, true, false}, plain{in.style.smallTextSize, false, false};
  const double left = in.style.rankWords ? 0 : 12;
  const auto line = [&](double top, double height) { return QRectF(left, top, width - left, height); };
  if (hasTimes(in.run)) {
    QRectF rest = line(geometry.utcTop, geometry.utcHeight);
    const QRectF used = list.text(Layer::label, rest, Qt::AlignLeft, u"UTC"_s, bold, theme.muted);
    rest.setLeft(used.right() + in.style.smallTextSize * 0.5);
    list.text(Layer::label, rest, Qt::AlignLeft, dateText(in, plain, rest.width()), plain, theme.faint);
    list.text(Layer::label, line(geometry.relativeTop() + 2, geometry.relativeHeight - 2), Qt::AlignLeft, u"T+"_s, bold, theme.muted);
  }
  const std::size_t unplaced = calloutsInView(in).size() - placeCallouts(in).size();
  if (unplaced > 0) {
    list.text(Layer::label, line(geometry.calloutTop(), geometry.calloutHeight), Qt::AlignLeft,
              QCoreApplication::translate("Header", "%1 more").arg(countText(unplaced)), plain, theme.faint);
  }
  list.text(Layer::label, line(geometry.jobTop(), geometry.jobHeight), Qt::AlignLeft,
            QCoreApplication::translate("Header", "job"), {in.style.textSize, false, false}, theme.muted);
  if (in.band != nullptr && geometry.phaseHeight > 0) {
    list.text(Layer::label, line(geometry.phaseTop(), geometry.phaseHeight - 3), Qt::AlignLeft, in.band->title(), plain, theme.muted);
  }
  return list;
}

}  // namespace lanescope::ui
