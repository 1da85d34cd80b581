// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/note_flags.h"

#include "ui/models/notes_text.h"

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

namespace {

constexpr double kFlagHeight = 13;
constexpr double kPadding = 4;                   // beside the digits
constexpr double kGap = 2;

struct Flag { NoteFlag note; double x = 0, width = 0; };
struct Taken { double from = 0, to = 0; };

TextStyle numberStyle(const SceneInput& in) { return {std::max(kSmallestPixelSize, in.style.smallTextSize), true, false}; }

// The circles of the findings, which stand in the same row.
std::vector<Taken> circlesOf(const SceneInput& in) {
  std::vector<Taken> taken;
  const double reach = in.style.calloutSize / 2 + kGap + 1;
  for (const PlacedCallout& callout : placeCallouts(in)) taken.push_back({callout.x - reach, callout.x + reach});
  return taken;
}

// From left to right, each as near to its moment as the circles and the flags before it allow; at the right end they move back.
std::vector<Flag> placed(const SceneInput& in, const TextStyle& style) {
  std::vector<Flag> flags;
  for (const NoteFlag& note : in.flags) {
    const double x = in.x(note.from);
    const bool seen = x >= 0 && x <= in.width();
    const bool covers = note.to > note.from && x < 0 && in.x(note.to) > 0;
    if (!seen && !covers) continue;
    flags.push_back({note, std::max(x, 0.0), std::ceil(textWidth(QString::number(note.note + 1), style)) + 2 * kPadding});
  }
  std::stable_sort(flags.begin(), flags.end(), [](const Flag& a, const Flag& b) { return a.x < b.x; });
  const std::vector<Taken> circles = circlesOf(in);
  double free = 0;
  for (Flag& flag : flags) {
    flag.x = std::max(flag.x, free);
    for (const Taken& circle : circles) {
      if (circle.from < flag.x + flag.width && flag.x < circle.to) flag.x = circle.to;
    }
    free = flag.x + flag.width + kGap;
  }
  double limit = in.width();
  for (auto flag = flags.rbegin(); flag != flags.rend() && flag->x + flag->width > limit; ++flag) {
    flag->x = limit - flag->width;
    for (auto circle = circles.rbegin(); circle != circles.rend(); ++circle) {
      if (circle->from < flag->x + flag->width && flag->x < circle->to) flag->x = circle->from - flag->width;
    }
    limit = flag->x - kGap;
  }
  return flags;
}

}  // namespace

std::vector<NoteFlag> flagsFor(const model::Run& run, const model::Notes& notes) {
  std::vector<NoteFlag> flags;
  for (std::uint32_t i = 0; i < notes.size(); ++i) {
    const model::Note& note = notes[i];
    if (!note.time.known()) continue;
    const auto lane = laneOf(run, note);
    flags.push_back({i, note.time.utc, note.place == model::NotePlace::span ? note.endNs : note.time.utc, lane.value_or(model::LaneId{})});
  }
  return flags;
}

// A small flag at the moment, with the number that stands above too; over a span a bracket.
void addLaneNotes(DrawList& list, const SceneInput& in, model::LaneId lane, const QRectF& row) {
  const Theme& theme = *in.style.theme;
  for (const NoteFlag& flag : in.flags) {
    if (flag.lane != lane || in.x(std::max(flag.from, flag.to)) < 0 || in.x(flag.from) > in.width()) continue;
    const Hit hit{Hit::What::note, flag.note, lane};
    const double x = std::round(in.clampedX(flag.from)), y = row.top() + 1;
    if (flag.to > flag.from) {
      const double end = in.clampedX(flag.to), foot = y + std::min(5.0, row.height() - 2);
      list.line(Layer::overlay, {{{x, foot}, {x, y}, {end, y}, {end, foot}}, theme.link, 2, false}, hit);
    }
    list.rect(Layer::overlay, {QRectF(x - 0.75, row.top(), 1.5, row.height()), theme.link, {}, 0}, hit);
    const TextStyle style = numberStyle(in);
    const QString number = QString::number(flag.note + 1);
    const QRectF box(x, row.top(), std::ceil(textWidth(number, style)) + 2 * kPadding, std::max(kFlagHeight, textHeight(style)));
    if (box.height() > row.height() + 1) continue;   // the stroke says that there is one, the flag above which
    list.rect(Layer::callout, {box, theme.base, theme.link, 2}, hit);
    list.text(Layer::callout, box, Qt::AlignHCenter, number, style, theme.link, hit);
  }
}

void addNoteFlags(DrawList& list, const SceneInput& in, const HeaderGeometry& geometry) {
  if (in.flags.empty()) return;
  const Theme& theme = *in.style.theme;
  const TextStyle style = numberStyle(in);
  const double height = std::max(kFlagHeight, textHeight(style));
  const double top = geometry.calloutTop() + (geometry.calloutHeight - height) / 2, foot = geometry.height();
  for (const Flag& flag : placed(in, style)) {
    const Hit hit{Hit::What::note, flag.note.note, {}};
    const double at = std::floor(std::clamp(in.x(flag.note.from), 0.0, in.width())) + 0.5;
    if (flag.note.to > flag.note.from) {
      const double end = std::clamp(in.x(flag.note.to), 0.0, in.width());
      list.rect(Layer::overlay, {QRectF(at, foot - 3, std::max(end - at, 2.0), 3), theme.link, {}, 1}, hit);
    }
    list.line(Layer::line, {{{flag.x + flag.width / 2, top + height}, {at, double(geometry.jobTop())}, {at, foot}}, theme.link, 1, false}, hit);
    const QRectF box(flag.x, top, flag.width, height);
    list.rect(Layer::callout, {box, theme.base, theme.link, 2}, hit);
    list.text(Layer::callout, box, Qt::AlignHCenter, QString::number(flag.note.note + 1), style, theme.link, hit);
  }
}

}  // namespace lanescope::ui
