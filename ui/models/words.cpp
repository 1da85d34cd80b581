// SPDX-License-Identifier: Apache-2.0
#include "ui/models/words.h"

#include "core/model/ranks_text.h"
#include "ui/models/view_state.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QTimeZone>

#include <cmath>

namespace lanescope::ui {

namespace {

constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::int64_t kSecond = 1'000'000'000;

struct Words {
  Q_DECLARE_TR_FUNCTIONS(Words)
};

QDateTime utc(std::int64_t ns) {
  // Rounds down, also before 1970.
  const std::int64_t ms = ns >= 0 ? ns / kMillisecond : (ns - kMillisecond + 1) / kMillisecond;
  return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC);
}

QString format(std::int64_t ns, const char* pattern) { return utc(ns).toString(QLatin1String(pattern)); }

// Digits in threes whatever the machine's locale.
QLocale grouped() { return QLocale(QLocale::English, QLocale::UnitedStates); }

bool openEarly(const model::When& when) { return when.earliest == model::When::kOpenEarly; }
bool openLate(const model::When& when) { return when.latest == model::When::kOpenLate; }

// Ranges are widened to whole seconds, never narrowed.
std::int64_t ceilSecond(std::int64_t ns) {
  const std::int64_t rest = ((ns % kSecond) + kSecond) % kSecond;
  return rest == 0 ? ns : ns - rest + kSecond;
}

QString moment(std::int64_t ns, bool fine, bool withDate) {
  QString result = format(ns, fine ? "HH:mm:ss.zzz" : "HH:mm:ss");
  if (withDate) result.prepend(format(ns, "yyyy-MM-dd "));
  return result;
}

}  // namespace

QString timeText(const model::When& when, bool withDate) {
  if (!when.known()) return Words::tr("time not known");
  if (openEarly(when) && openLate(when)) return moment(when.utc, false, withDate) + QStringLiteral("Z");
  if (openEarly(when)) return Words::tr("before %1Z").arg(moment(ceilSecond(when.latest), false, withDate));
  if (openLate(when)) return Words::tr("after %1Z").arg(moment(when.earliest, false, withDate));
  const std::int64_t width = when.latest - when.earliest;
  if (width <= kSecond) return moment(when.utc, width <= kMillisecond, withDate) + QStringLiteral("Z");
  const std::int64_t latest = ceilSecond(when.latest);
  const bool otherDay = utc(when.earliest).date() != utc(latest).date();
  return QStringLiteral("%1 – %2 Z").arg(moment(when.earliest, false, withDate), moment(latest, false, withDate && otherDay));
}

QString durationText(double seconds) {
  if (seconds < 0) return QStringLiteral("−") + durationText(-seconds);
  if (seconds < 0.9995) return Words::tr("%1 ms").arg(std::lround(seconds * 1000));
  if (seconds < 60)
    return Words::tr("%1 s").arg(QString::number(seconds, 'f', std::abs(seconds - std::round(seconds)) < 0.05 ? 0 : 1));
  const auto whole = static_cast<qint64>(std::llround(seconds));
  // Limits are stated in whole minutes of seconds: people search for "1,800".
  if (whole % 60 == 0 && whole <= 7200) return Words::tr("%1 s").arg(grouped().toString(whole));
  if (whole < 3600) return Words::tr("%1 m %2 s").arg(whole / 60).arg(whole % 60);
  return Words::tr("%1 h %2 m").arg(whole / 3600).arg(whole % 3600 / 60);
}

QString columnTimeText(const model::When& when) {
  if (!when.known()) return {};
  if (openEarly(when) || openLate(when)) return timeText(when);
  const std::int64_t width = when.latest - when.earliest;
  if (width <= kSecond) return moment(when.utc, width <= kMillisecond, false) + QStringLiteral(" Z");
  const std::int64_t latest = ceilSecond(when.latest);
  const QDateTime from = utc(when.earliest), to = utc(latest);
  const bool sameDay = from.date() == to.date();
  const bool sameMinute = sameDay && from.time().hour() == to.time().hour() && from.time().minute() == to.time().minute();
  if (sameMinute) return QStringLiteral("%1 – %2 Z").arg(format(when.earliest, "HH:mm:ss"), format(latest, "ss"));
  if (width < 600 * kSecond && sameDay) {
    return QStringLiteral("%1 – %2 Z").arg(format(when.earliest, "HH:mm:ss"), format(latest, "HH:mm:ss"));
  }
  if (sameDay) return QStringLiteral("%1 – %2 Z").arg(format(when.earliest, "HH:mm"), format(latest, "HH:mm"));
  return QStringLiteral("%1 – %2 Z").arg(format(when.earliest, "MM-dd HH"), format(latest, "MM-dd HH"));
}

QString errorText(const model::When& when) {
  if (!when.known() || openEarly(when) || openLate(when) || when.latest - when.earliest < kMillisecond) return {};
  return QStringLiteral("± ") + durationText(static_cast<double>(when.latest - when.earliest) / 2e9);
}

QString basisText(const model::When& when) {
  switch (when.basis) {
    case model::Basis::stamped:
      return Words::tr("stamped");
    case model::Basis::joined:
      return Words::tr("joined");
    case model::Basis::derived:
      return Words::tr("derived");
    case model::Basis::bounded:
      return Words::tr("bounded");
    case model::Basis::aligned:
      return Words::tr("aligned");
    case model::Basis::file:
      return Words::tr("file time");
    case model::Basis::none:
      break;
  }
  return {};
}

QString rankListText(const std::vector<model::Rank>& ranks) { return toQt(model::rankList(ranks)); }

QString ranksText(const std::vector<model::Rank>& ranks) {
  if (ranks.empty()) return {};
  return ranks.size() == 1 ? Words::tr("rank %1").arg(ranks.front()) : Words::tr("ranks %1").arg(rankListText(ranks));
}

QString sourceFileName(const model::Source& source) { return toQt(source.path.substr(source.path.find_last_of('/') + 1)); }

QString columnSourceName(const model::Source& source) {
  QString name = sourceFileName(source);
  if (name.endsWith(QLatin1String(".log")) || name.endsWith(QLatin1String(".txt"))) name.chop(4);
  return name;
}

QString lineText(const model::Run& run, model::LineRef line) {
  return QStringLiteral("%1:%2").arg(sourceFileName(run.source(line.source))).arg(line.line);
}

QString evidenceText(const model::Run& run, const model::Evidence& evidence) {
  const QString place = lineText(run, {evidence.source, evidence.line});
  return evidence.rank ? place + Words::tr(" rank %1").arg(*evidence.rank) : place;
}

QString roleText(model::Role role) {
  switch (role) {
    case model::Role::firstFailure:
      return Words::tr("First failure");
    case model::Role::initiating:
      return Words::tr("Independent failure");
    case model::Role::cascade:
      return Words::tr("Cascade");
    case model::Role::teardown:
      return Words::tr("Teardown");
    case model::Role::noise:
      return Words::tr("Noise");
    case model::Role::context:
      break;
  }
  return Words::tr("Context");
}

QString launchOutcomeText(model::LaunchOutcome outcome) {
  switch (outcome) {
    case model::LaunchOutcome::passed:
      return Words::tr("passed");
    case model::LaunchOutcome::failed:
      return Words::tr("failed");
    case model::LaunchOutcome::empty:
      return Words::tr("empty");
    case model::LaunchOutcome::cancelled:
      return Words::tr("cancelled");
    case model::LaunchOutcome::running:
      return Words::tr("running");
    case model::LaunchOutcome::unknown:
      break;
  }
  return Words::tr("end not known");
}

QString laneText(const model::Run& run, model::LaneId id) {
  const model::Lane& lane = run.lanes[id.value];
  QString result = Words::tr("rank %1 · launch %2").arg(lane.rank).arg(lane.launch + 1);
  const bool several = lane.launch < run.launches.size() && run.launches[lane.launch].attempts.size() > 1;
  return several ? result + Words::tr(", attempt %1").arg(lane.attempt + 1) : result;
}

QString rankBasisText(const model::Lane& lane) {
  const std::string& from = lane.rankFrom;
  if (from == "stated") return Words::tr("the rank as its own lines state it");
  if (from == "path") return Words::tr("the rank as the path of its files says");
  if (from == "pid-map") return Words::tr("the rank by the lines that name its process");
  if (from == "communicator") return Words::tr("the rank by NCCL's lines of its communicator");
  if (from == "order") return Words::tr("the rank by the order of the nodes, which no line states");
  if (from == "user") return Words::tr("the rank as you said");
  return Words::tr("the rank is assumed: no line and no path states it");
}

QString countText(std::uint64_t count) { return grouped().toString(static_cast<qulonglong>(count)); }

QString countedText(std::uint64_t count, const QString& one, const QString& many) {
  return count == 1 ? one : many.arg(countText(count));
}

QString lengthText(double seconds) {
  const auto whole = static_cast<qint64>(std::llround(seconds));
  const bool minutes = whole >= 60 && whole < 3600 && whole % 60 == 0;
  return minutes ? Words::tr("%1 m").arg(whole / 60) : durationText(seconds);
}

}  // namespace lanescope::ui
