// SPDX-License-Identifier: Apache-2.0
#include "ui/logview/log_columns.h"

#include <QCoreApplication>
#include <QStringList>

#include <cstdlib>

namespace lanescope::ui {

namespace {

constexpr std::array<const char*, kLogColumns> kKeys = {"time", "elapsed", "previous", "mark", "basis", "rank", "place"};
constexpr std::array<const char*, kLogColumns> kNames = {
    QT_TRANSLATE_NOOP("LogColumns", "Time (UTC)"),
    QT_TRANSLATE_NOOP("LogColumns", "Time from zero (T+)"),
    QT_TRANSLATE_NOOP("LogColumns", "Difference to the line before"),
    QT_TRANSLATE_NOOP("LogColumns", "Difference to the mark"),
    QT_TRANSLATE_NOOP("LogColumns", "How the time is known"),
    QT_TRANSLATE_NOOP("LogColumns", "Rank, where there are several"),
    QT_TRANSLATE_NOOP("LogColumns", "Source and line")};
constexpr std::int64_t kExact = 1'000'000;       // ns: a range of a millisecond is the stamp's own grain

}  // namespace

QString logColumnName(LogColumn column) { return QCoreApplication::translate("LogColumns", kNames[static_cast<std::size_t>(column)]); }

QString LogColumns::toText() const {
  QStringList keys;
  for (std::size_t i = 0; i < kLogColumns; ++i) {
    if (shown[i]) keys << QLatin1String(kKeys[i]);
  }
  return keys.join(QLatin1Char(','));
}

LogColumns LogColumns::fromText(const QString& text) {
  const QStringList keys = text.split(QLatin1Char(','));
  LogColumns columns;
  for (std::size_t i = 0; i < kLogColumns; ++i) columns.shown[i] = keys.contains(QLatin1String(kKeys[i]));
  return columns;
}

QString differenceText(const model::When& from, const model::When& to) {
  if (!from.known() || !to.known()) return {};
  const auto ranges = [](const model::When& when) { return when.earliest == model::When::kOpenEarly || when.latest == model::When::kOpenLate || when.latest - when.earliest > kExact; };
  const std::int64_t ns = to.utc - from.utc;
  const QString sign = ns < 0 ? QStringLiteral("-") : QStringLiteral("+");
  const std::int64_t ms = std::llabs(ns) / 1'000'000;
  QString text;
  if (ms < 60'000) text = QStringLiteral("%1.%2 s").arg(ms / 1000).arg(ms % 1000, 3, 10, QLatin1Char('0'));
  else if (ms < 3'600'000) text = QStringLiteral("%1 m %2.%3 s").arg(ms / 60'000).arg(ms / 1000 % 60).arg(ms / 100 % 10);
  else text = QStringLiteral("%1 h %2 m %3 s").arg(ms / 3'600'000).arg(ms / 60'000 % 60).arg(ms / 1000 % 60);
  return (ranges(from) || ranges(to) ? QStringLiteral("≈") : QString()) + sign + text;
}

}  // namespace lanescope::ui
