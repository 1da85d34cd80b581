// SPDX-License-Identifier: Apache-2.0
// Round moments for the rulers.
#include "ui/timeline/time_axis.h"

#include <QDateTime>

#include <algorithm>
#include <array>
#include <cmath>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::int64_t kMicro = 1000, kMilli = 1000 * kMicro, kSecond = 1000 * kMilli, kMinute = 60 * kSecond,
                       kHour = 60 * kMinute, kDay = 24 * kHour;

constexpr std::array kSteps = {
    kMicro,       2 * kMicro,   5 * kMicro,   10 * kMicro,  20 * kMicro,  50 * kMicro,  100 * kMicro, 200 * kMicro,
    500 * kMicro, kMilli,       2 * kMilli,   5 * kMilli,   10 * kMilli,  20 * kMilli,  50 * kMilli,  100 * kMilli,
    200 * kMilli, 500 * kMilli, kSecond,      2 * kSecond,  5 * kSecond,  10 * kSecond, 15 * kSecond, 30 * kSecond,
    kMinute,      2 * kMinute,  5 * kMinute,  10 * kMinute, 15 * kMinute, 30 * kMinute, kHour,        2 * kHour,
    3 * kHour,    6 * kHour,    12 * kHour,   kDay,         2 * kDay,     7 * kDay,     28 * kDay};

QString fraction(std::int64_t nsOfSecond, std::int64_t step) {
  if (step >= kSecond) return {};
  const bool micro = step < kMilli;
  return u".%1"_s.arg(micro ? nsOfSecond / kMicro : nsOfSecond / kMilli, micro ? 6 : 3, 10, QLatin1Char('0'));
}

QString utcLabel(std::int64_t ns, std::int64_t step) {
  std::int64_t seconds = ns / kSecond - (ns % kSecond < 0 ? 1 : 0);
  const QDateTime moment = QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC);
  if (step >= kDay || (moment.time() == QTime(0, 0) && ns % kSecond == 0)) return moment.toString(u"yyyy-MM-dd"_s);
  if (step >= kMinute) return moment.toString(u"HH:mm'Z'"_s);
  return moment.toString(u"HH:mm:ss"_s) + fraction(ns - seconds * kSecond, step) + u'Z';
}

std::int64_t firstAtOrAfter(std::int64_t from, std::int64_t origin, std::int64_t step) {
  const std::int64_t distance = from - origin;
  const std::int64_t rest = ((distance % step) + step) % step;
  return rest == 0 ? from : from + (step - rest);
}

}  // namespace

QString relativeText(std::int64_t ns, std::int64_t resolutionNs) {
  QString text(ns < 0 ? u'-' : u'+');
  const std::int64_t size = ns < 0 ? -ns : ns;
  const std::int64_t hours = size / kHour, minutes = size / kMinute % 60, seconds = size / kSecond % 60;
  const bool fine = resolutionNs < kMinute;
  if (hours > 0) text += u"%1h%2m"_s.arg(hours).arg(minutes, 2, 10, QLatin1Char('0'));
  if (hours == 0 && (minutes > 0 || !fine)) text += u"%1m"_s.arg(minutes);
  if (!fine) return text;
  const bool padded = hours > 0 || minutes > 0;
  return text + u"%1"_s.arg(seconds, padded ? 2 : 1, 10, QLatin1Char('0')) + fraction(size % kSecond, resolutionNs) + u's';
}

std::vector<Tick> ticks(const TimeAxis& axis, TickKind kind, std::int64_t zero,
                        const std::function<double(const QString&)>& widthOf, double gap) {
  const std::int64_t origin = kind == TickKind::utc ? 0 : zero;
  const TimeRange span = axis.span();
  const auto labelOf = [&](std::int64_t ns, std::int64_t step) {
    return kind == TickKind::utc ? utcLabel(ns, step) : relativeText(ns - zero, step);
  };
  const auto fits = [&](std::int64_t step) {
    const double columns = static_cast<double>(step) / static_cast<double>(axis.nsPerColumn());
    if (columns < 8) return false;   // no label is that narrow: spare the measuring
    return columns >= std::max(widthOf(labelOf(firstAtOrAfter(span.begin, origin, step), step)),
                               widthOf(labelOf(span.end - (span.end - origin) % step, step))) + gap;
  };
  const auto found = std::find_if(kSteps.begin(), kSteps.end(), fits);
  const std::int64_t step = found != kSteps.end() ? *found : kSteps.back();

  std::vector<Tick> result;
  double free = 0;                   // the first column that no label has taken
  for (const TimeAxis::Segment& segment : axis.segments()) {
    if (segment.folded) continue;
    for (std::int64_t ns = firstAtOrAfter(segment.begin, origin, step); ns < segment.end; ns += step) {
      const int column = axis.column(ns);
      const QString label = labelOf(ns, step);
      const double half = widthOf(label) / 2;
      if (column - half < free || column + half > axis.columns()) continue;
      result.push_back({ns, column, label});
      free = column + half + gap;
    }
  }
  return result;
}

}  // namespace lanescope::ui
