// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/timeline_scene.h"

#include "ui/models/words.h"
#include "ui/timeline/describe.h"
#include "ui/timeline/label_column.h"
#include "ui/timeline/lane_bins.h"
#include "ui/timeline/lane_painter.h"
#include "ui/timeline/rate_lines.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t kManyFindings = 9;
constexpr double kHeaderGap = 8;

QColor launchColour(model::LaunchOutcome outcome, const Theme& theme) {
  switch (outcome) {
    case model::LaunchOutcome::passed: return theme.launchPassed;
    case model::LaunchOutcome::failed: return theme.launchFailed;
    default: return theme.launchOther;
  }
}

QString testsText(const model::Launch& launch) {
  if (!launch.tests || launch.tests->ranks.empty()) return {};
  const auto& ranks = launch.tests->ranks;
  const model::RankCounts& first = ranks.front();
  const bool alike = std::all_of(ranks.begin(), ranks.end(), [&](const model::RankCounts& r) {
    return r.complete && r.passed == first.passed && r.skipped == first.skipped && r.failed == first.failed;
  });
  if (!alike || !first.passed) return {};
  QString text = u"%1 passed"_s.arg(*first.passed);
  if (first.failed.value_or(0) > 0) text += u", %1 failed"_s.arg(*first.failed);
  if (first.skipped.value_or(0) > 0) text += u", %1 skipped"_s.arg(*first.skipped);
  return text + u" on each rank"_s;
}

QString headerText(const model::Run& run, const model::Launch& launch) {
  QStringList parts;
  if (!launch.name.empty()) parts << toQt(launch.name);
  parts << launchOutcomeText(launch.outcome);
  const auto lanes = static_cast<std::uint32_t>(
      std::count_if(run.lanes.begin(), run.lanes.end(), [&](const model::Lane& l) { return l.launch == launch.index; }));
  const std::uint32_t ranks = launch.worldSize.value_or(lanes);
  if (ranks > 0) parts << countedText(ranks, QCoreApplication::translate("Lanes", "1 rank"), QCoreApplication::translate("Lanes", "%1 ranks"));
  if (launch.hosts.size() == 1) parts << toQt(launch.hosts.front());
  if (launch.hosts.size() > 1) parts << u"%1 hosts"_s.arg(launch.hosts.size());
  const QString tests = testsText(launch);
  if (!tests.isEmpty()) parts << tests;
  return parts.join(u" · "_s);
}

// A collapsed launch: one band from start to end, with the marks of its findings.
void addBand(DrawList& list, const SceneInput& in, const Row& row, const model::Launch& launch) {
  const TimeRange extent = extentOf(launch, in.run);
  const double y = row.top + row.height - 14.0, height = 8;
  if (extent.length() <= 0) return;
  const double x0 = in.clampedX(extent.begin), x1 = std::max(in.clampedX(extent.end), x0 + 2);
  const Hit hit{Hit::What::launch, launch.index, {}};
  list.rect(Layer::bar, {QRectF(x0, y, x1 - x0, height), launchColour(launch.outcome, *in.style.theme), {}, 2}, hit);
  addBandMarks(list, in, launch, y + height / 2);
}

void addHeader(DrawList& list, const SceneInput& in, const Row& row) {
  const model::Launch& launch = in.run.launches[row.launch];
  const Theme& theme = *in.style.theme;
  const QRectF area = in.rowArea(row);
  list.rect(Layer::ground, {area, {}, {}, 0}, {Hit::What::launch, row.launch, {}});
  if (row.top > 0) {
    list.line(Layer::ground, {{{area.left(), row.top + 0.5}, {area.right(), row.top + 0.5}}, theme.hairline, 1, false});
  }
  const TextStyle style{in.style.smallTextSize, false, false};
  const QString text = fittingPart(headerText(in.run, launch), style, in.width() - 2 * kHeaderGap);
  const QRectF line(kHeaderGap, row.top, in.width() - 2 * kHeaderGap, row.collapsed ? row.height - 14 : row.height);
  const double width = textWidth(text, style);
  const QRectF white(kHeaderGap - 3, line.center().y() - 8, width + 6, 16);
  if (!text.isEmpty()) list.rect(Layer::label, {white, theme.base, {}, 0});
  list.text(Layer::label, line, Qt::AlignLeft, text, style, theme.muted, {Hit::What::launch, row.launch, {}});
  if (row.collapsed) addBand(list, in, row, launch);
  else addStacks(list, in, row);
}

// What the lanes below have in common.
void addGroupHeader(DrawList& list, const SceneInput& in, const Row& row) {
  const Theme& theme = *in.style.theme;
  const QRectF area = in.rowArea(row);
  const Hit hit{Hit::What::group, static_cast<std::uint32_t>(&row - in.layout.rows().data()), {}};
  list.rect(Layer::ground, {area, {}, {}, 0}, hit);
  list.line(Layer::ground, {{{area.left(), row.top + 0.5}, {area.right(), row.top + 0.5}}, theme.hairline, 1, true});
  const TextStyle style{in.style.smallTextSize, false, false};
  const QString text = fittingPart(groupText(in.run, row), style, in.width() - 2 * kHeaderGap);
  if (!text.isEmpty()) list.text(Layer::label, QRectF(kHeaderGap, row.top, in.width() - 2 * kHeaderGap, row.height), Qt::AlignLeft, text, style, theme.muted, hit);
}

// A dashed line through all lanes at the first failure: the one accent.
void addFirstFailureLine(DrawList& list, const SceneInput& in) {
  if (!in.run.firstFailure) return;
  const model::Finding& finding = in.run.findings[*in.run.firstFailure];
  if (!finding.time.known()) return;
  const double x = in.x(finding.time.utc) + 0.5;
  if (x < 0 || x > in.width()) return;
  const double bottom = std::min(in.bottom, in.layout.height());
  list.line(Layer::line, {{{x, double(in.top)}, {x, bottom}}, in.style.theme->firstFailure, 1, true},
            {Hit::What::finding, *in.run.firstFailure, {}});
}

// The host's kernel, by the host's short name.
void addHostLabel(DrawList& list, const SceneInput& in, const Row& row, double width) {
  const Theme& theme = *in.style.theme;
  list.line(Layer::ground, {{{0, row.top + 0.5}, {width, row.top + 0.5}}, theme.hairline, 1, false});
  const TextStyle style{in.style.smallTextSize, false, false};
  const QString host = toQt(in.run.hostLanes[row.host].host).section(u'.', 0, 0);
  const double left = in.style.rankWords ? 0 : 12;
  const QString text = elidedMiddle(QCoreApplication::translate("Lanes", "%1 kernel").arg(host), style, width - left - 6);
  list.text(Layer::label, QRectF(left, row.top, width - left - 6, row.height), Qt::AlignLeft, text, style, theme.muted);
}

void addTriangle(DrawList& list, const Row& row, double x, double middle, const Theme& theme, const Hit& hit) {
  const std::vector<QPointF> closed = {{x + 2, middle - 4}, {x + 7, middle}, {x + 2, middle + 4}};
  const std::vector<QPointF> open = {{x, middle - 2.5}, {x + 4, middle + 2.5}, {x + 8, middle - 2.5}};
  list.line(Layer::label, {row.collapsed ? closed : open, theme.muted, 1.5, false}, hit);
}

void addGroupLabel(DrawList& list, const SceneInput& in, const Row& row, double width) {
  const Theme& theme = *in.style.theme;
  const Hit hit{Hit::What::group, static_cast<std::uint32_t>(&row - in.layout.rows().data()), {}};
  list.rect(Layer::ground, {QRectF(0, row.top, width, row.height), {}, {}, 0}, hit);
  list.line(Layer::ground, {{{0, row.top + 0.5}, {width, row.top + 0.5}}, theme.hairline, 1, true});
  addTriangle(list, row, 17, row.top + row.height / 2.0, theme, hit);
  const QString text = countedText(row.members, QCoreApplication::translate("Lanes", "1 rank"), QCoreApplication::translate("Lanes", "%1 ranks"));
  list.text(Layer::label, QRectF(30, row.top, width - 30, row.height), Qt::AlignLeft, text, {in.style.smallTextSize, true, false}, theme.muted, hit);
}

void addLaunchLabel(DrawList& list, const SceneInput& in, const Row& row, double width) {
  const Theme& theme = *in.style.theme;
  const Hit hit{Hit::What::launch, row.launch, {}};
  list.rect(Layer::ground, {QRectF(0, row.top, width, row.height), {}, {}, 0}, hit);
  if (row.top > 0) list.line(Layer::ground, {{{0, row.top + 0.5}, {width, row.top + 0.5}}, theme.hairline, 1, false});
  const double middle = row.top + (row.collapsed ? (row.height - 14) / 2.0 : row.height / 2.0);
  addTriangle(list, row, 11, middle, theme, hit);
  const QRectF box(24, row.top, width - 24, row.collapsed ? row.height - 14 : row.height);
  list.text(Layer::label, box, Qt::AlignLeft, u"launch %1"_s.arg(row.launch + 1), {in.style.textSize, true, false}, theme.text, hit);
}

}  // namespace

double SceneInput::clampedX(std::int64_t ns) const { return std::clamp(x(ns), -style.overhang, width() + style.overhang); }

std::vector<Callout> calloutsFor(const model::Run& run) {
  std::vector<Callout> callouts;
  const bool many = run.findings.size() > kManyFindings;
  for (std::uint32_t i = 0; i < run.findings.size(); ++i) {
    const model::Role role = run.findings[i].role;
    const bool quiet = role == model::Role::noise || role == model::Role::context;
    if (run.findings[i].time.known() && !(many && quiet)) callouts.push_back({i, static_cast<int>(i) + 1});
  }
  return callouts;
}

DrawList lanesScene(const SceneInput& input) {
  DrawList list;
  LanePainter lanes(list, input);
  const LaneLayout::Slice visible = input.layout.visible(input.top, input.bottom);
  for (std::size_t i = visible.first; i < visible.last; ++i) {
    const Row& row = input.layout.rows()[i];
    switch (row.kind) {
      case Row::Kind::launch: addHeader(list, input, row); break;
      case Row::Kind::group: addGroupHeader(list, input, row); break;
      case Row::Kind::host: lanes.addHost(row); break;
      case Row::Kind::lane: lanes.add(row); break;
    }
  }
  addRateLines(list, input);
  addFirstFailureLine(list, input);
  return list;
}

DrawList labelsScene(const SceneInput& input, double width) {
  DrawList list;
  LabelColumn lanes(list, input, width);
  const LaneLayout::Slice visible = input.layout.visible(input.top, input.bottom);
  for (std::size_t i = visible.first; i < visible.last; ++i) {
    const Row& row = input.layout.rows()[i];
    if (row.kind != Row::Kind::lane) lanes.startBelow(row);
    switch (row.kind) {
      case Row::Kind::launch: addLaunchLabel(list, input, row, width); break;
      case Row::Kind::group: addGroupLabel(list, input, row, width); break;
      case Row::Kind::host: addHostLabel(list, input, row, width); break;
      case Row::Kind::lane: lanes.add(row); break;
    }
  }
  return list;
}

}  // namespace lanescope::ui
