// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/describe.h"

#include "ui/models/current_theme.h"
#include "ui/models/words.h"
#include "ui/theme/clipped_text.h"
#include "ui/timeline/time_axis.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QRegularExpression>

#include <algorithm>
#include <set>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t kLongestLine = 300;        // bytes of a log line in a tooltip
constexpr std::int64_t kMilli = 1'000'000;

struct Describe {
  Q_DECLARE_TR_FUNCTIONS(Describe)
};

QString textOf(const model::Run& run, model::LineRef line) {
  if (!line.source.valid() || line.source.value >= run.sources.size()) return {};
  const auto& text = run.source(line.source).text;
  if (!text || line.line == 0 || line.line > text->lineCount()) return {};
  return toQt(run.source(line.source).lineText(line.line, kLongestLine));   // as it may be shown
}

void setEvidence(const model::Run& run, Description& description, const std::vector<model::Evidence>& evidence) {
  if (evidence.empty()) return;
  description.line = model::LineRef{evidence.front().source, evidence.front().line};
  description.text = toQt(evidence.front().text);
  if (description.text.isEmpty()) description.text = textOf(run, *description.line);
}

// How the rank is known. A watchdog's "[Rank 6]" counts within its process group and is no reason to doubt it.
QString rankOf(const model::Run& run, model::LaneId id, const QString& line) {
  const model::Lane& lane = run.lanes[id.value];
  const QString basis = rankBasisText(lane);
  static const QRegularExpression kGroupRank(u"ProcessGroup\\w*\\.cpp:\\d+\\] (\\[(?:PG [^\\]]* )?Rank (\\d+)\\])"_s);
  const QRegularExpressionMatch match = kGroupRank.match(line);
  if (!match.hasMatch() || match.captured(2).toULongLong() == lane.rank) return basis;
  return Describe::tr("%1; %2 in the line counts within its process group").arg(basis, match.captured(1));
}

// "test_a::test_b · failed"
QString testText(const model::Run& run, const model::Event& event) {
  const QString outcome = QString::fromLatin1(model::toString(static_cast<model::TestOutcome>(event.outcome)));
  return event.detail < run.testNames.size() ? toQt(run.testNames[event.detail]) + u" \u00B7 "_s + outcome : outcome;
}

Description ofEvent(const model::Run& run, const RunIndex& index, std::uint32_t at) {
  const model::Event& event = index.event(run, at);
  Description d;
  if (event.finding < run.findings.size()) d.what = toQt(run.findings[event.finding].title);
  else if (event.kind == model::EventKind::testEnd) d.what = testText(run, event);
  else d.what = QString::fromLatin1(model::toString(event.kind));
  if (event.lane.valid()) d.where = laneText(run, event.lane);
  d.time = event.when();
  d.line = model::LineRef{event.source, event.line};
  d.text = textOf(run, *d.line);
  if (event.lane.valid()) d.rank = rankOf(run, event.lane, d.text);
  return d;
}

Description ofInterval(const model::Run& run, const RunIndex& index, std::uint32_t at) {
  const model::Interval& interval = run.intervals[at];
  Description d;
  const QString test = interval.test.valid() ? toQt(run.testNames[interval.test.value]) : QString();
  if (interval.kind == model::IntervalKind::test) {
    d.what = test + u" · "_s + (interval.openEnded ? Describe::tr("no verdict") : QString::fromLatin1(model::toString(interval.outcome)));
  } else {
    d.what = toQt(interval.label);
  }
  d.what += u" · "_s + durationText(static_cast<double>(index.extent(at).length()) / 1e9);
  d.where = laneText(run, interval.lane);
  d.time = interval.begin;
  if (interval.line.source.valid()) {
    d.line = interval.line;
    d.text = textOf(run, interval.line);
  }
  d.rank = rankOf(run, interval.lane, d.text);
  return d;
}

Description ofEnd(const model::Run& run, std::uint32_t index) {
  const model::Lane& lane = run.lanes[index];
  Description d;
  d.what = QString::fromLatin1(model::toString(lane.end.kind));
  if (!lane.end.signal.empty()) d.what += u" · "_s + toQt(lane.end.signal);
  if (lane.end.code) d.what += u" · "_s + Describe::tr("exit %1").arg(*lane.end.code);
  if (!lane.end.by.empty()) d.what += u" · "_s + Describe::tr("by %1").arg(toQt(lane.end.by));
  d.where = laneText(run, {index});
  d.time = lane.end.time;
  const auto& evidence = lane.end.evidence ? lane.end.evidence : lane.lastLine;
  if (evidence) setEvidence(run, d, {*evidence});
  d.rank = rankOf(run, {index}, d.text);
  return d;
}

Description ofFinding(const model::Run& run, std::uint32_t index) {
  const model::Finding& finding = run.findings[index];
  Description d;
  d.what = roleText(finding.role) + u": "_s + toQt(finding.title);
  d.where = ranksText(finding.ranks);
  d.time = finding.time;
  setEvidence(run, d, finding.evidence);
  return d;
}

Description ofLaunch(const model::Run& run, std::uint32_t index) {
  const model::Launch& launch = run.launches[index];
  Description d;
  d.what = Describe::tr("launch %1").arg(index + 1) + u" · "_s + toQt(launch.name) + u" · "_s + launchOutcomeText(launch.outcome);
  d.time = launch.start;
  setEvidence(run, d, launch.evidence);
  if (d.text.isEmpty()) d.text = toQt(launch.command);
  return d;
}

Description ofLane(const model::Run& run, std::uint32_t index) {
  const model::Lane& lane = run.lanes[index];
  Description d;
  d.what = laneText(run, {index});
  QStringList parts;
  if (!lane.host.empty()) parts << Describe::tr("host %1").arg(toQt(lane.host));
  if (lane.device) parts << Describe::tr("GPU %1, as its own NCCL lines say").arg(*lane.device);
  if (lane.localRank) parts << Describe::tr("local rank %1").arg(*lane.localRank);
  if (lane.pid) parts << Describe::tr("pid %1").arg(*lane.pid);
  d.where = parts.join(u" · "_s);
  if (lane.lastLine) setEvidence(run, d, {*lane.lastLine});
  d.rank = rankOf(run, {index}, d.text);
  return d;
}

// The reader's own clock, which nothing else shows.
QString localText(const model::When& when) {
  const QDateTime here = QDateTime::fromMSecsSinceEpoch(when.utc / kMilli);
  return Describe::tr("on this machine's clock %1").arg(here.toString(u"yyyy-MM-dd HH:mm:ss t"_s).toHtmlEscaped());
}

}  // namespace

Description describe(const model::Run& run, const RunIndex& index, const Hit& hit) {
  switch (hit.what) {
    case Hit::What::none:
    case Hit::What::searchHit:
    case Hit::What::note:
    case Hit::What::group:
    case Hit::What::missing:
    case Hit::What::fold:
    case Hit::What::tickBox:
    case Hit::What::bandPhase: return {};        // not of the run: whoever draws them says what they are
    case Hit::What::lane: return ofLane(run, hit.index);
    case Hit::What::launch: return ofLaunch(run, hit.index);
    case Hit::What::event:
    case Hit::What::cluster: return ofEvent(run, index, hit.index);
    case Hit::What::interval: return ofInterval(run, index, hit.index);
    case Hit::What::laneEnd: return ofEnd(run, hit.index);
    case Hit::What::finding: return ofFinding(run, hit.index);
    case Hit::What::milestone: {
      const model::Milestone& milestone = run.milestones[hit.index];
      Description d{toQt(milestone.text), {}, milestone.time, {}, {}};
      setEvidence(run, d, milestone.evidence);
      return d;
    }
    case Hit::What::restart: {
      const model::Restart& restart = run.restarts[hit.index];
      Description d{Describe::tr("restart by %1").arg(toQt(restart.by)), toQt(restart.reason), restart.time, {}, {}};
      setEvidence(run, d, restart.evidence);
      return d;
    }
    case Hit::What::phase: {
      const model::Phase& phase = run.phases[hit.index];
      const double seconds = static_cast<double>(phase.end.utc - phase.start.utc) / 1e9;
      return {toQt(phase.name) + u" · "_s + durationText(seconds), {}, phase.start, {}, {}};
    }
  }
  return {};
}

QString groupText(const model::Run& run, const Row& group) {
  if (!group.name.empty()) return toQt(group.name);
  if (group.lanes.empty()) return Describe::tr("left nothing that could be read");
  const model::Lane& lane = run.lanes[group.lanes.back().value];
  if (group.key.find("/host/") != std::string::npos) return Describe::tr("host not known");
  QStringList parts{Describe::tr("alike")};
  std::set<std::uint32_t> said;
  for (const model::Finding& finding : run.findings) {
    if (said.size() == 2) break;
    const bool here = finding.launch == lane.launch && std::binary_search(finding.ranks.begin(), finding.ranks.end(), lane.rank);
    if (here && said.insert(static_cast<std::uint32_t>(&finding - run.findings.data())).second) parts << toQt(finding.title);
  }
  if (!lane.end.signal.empty()) parts << Describe::tr("ended by %1").arg(toQt(lane.end.signal));
  else if (lane.end.code) parts << Describe::tr("exit %1").arg(*lane.end.code);
  return parts.join(u" · "_s);
}

Description describe(const model::Run& run, const TimelineTick& tick) {
  Description d;
  d.what = Describe::tr("search hit");
  if (tick.lane.valid() && tick.lane.value < run.lanes.size()) d.where = laneText(run, tick.lane);
  d.time = model::When::at(tick.utc);
  d.text = tick.text;
  return d;
}

QString tooltipOf(const model::Run& run, const Description& d, std::int64_t zero) {
  if (d.what.isEmpty()) return {};
  const Theme& theme = currentTheme();
  QStringList lines;
  lines << u"<b>%1</b>"_s.arg(clippedText(d.what).toHtmlEscaped());
  if (!d.where.isEmpty()) lines << clippedText(d.where).toHtmlEscaped();
  if (d.time.known()) {
    lines << u"%1 &nbsp; T%2"_s.arg(timeText(d.time, true).toHtmlEscaped(), relativeText(d.time.utc - zero, kMilli));
  }
  if (d.line) lines << u"<span style='color:%1'>%2</span>"_s.arg(theme.link.name(), lineText(run, *d.line).toHtmlEscaped());
  if (d.time.known()) {
    const QString error = errorText(d.time);
    lines << u"<span style='color:%1'>%2</span>"_s.arg(
        theme.muted.name(), Describe::tr("time %1").arg(basisText(d.time)) + (error.isEmpty() ? QString() : u" "_s + error));
  }
  if (!d.rank.isEmpty()) lines << u"<span style='color:%1'>%2</span>"_s.arg(theme.muted.name(), d.rank.toHtmlEscaped());
  if (d.time.known()) lines << u"<span style='color:%1'>%2</span>"_s.arg(theme.muted.name(), localText(d.time));
  if (!d.text.isEmpty()) lines << u"<span style='font-family:monospace'>%1</span>"_s.arg(clippedText(d.text).toHtmlEscaped());
  return u"<div style='max-width:560px'>%1</div>"_s.arg(lines.join(u"<br>"_s));
}

QString spokenOf(const model::Run& run, const Description& d) {
  QStringList parts;
  for (const QString& part : {d.what, d.where}) {
    if (!part.isEmpty()) parts << part;
  }
  if (d.time.known()) parts << timeText(d.time);
  if (d.line) parts << lineText(run, *d.line);
  return parts.join(u", "_s);
}

Selection selectionOf(const model::Run& run, const RunIndex& index, const Description& d, const Hit& hit) {
  Selection selection;
  selection.line = d.line;
  selection.time = d.time;
  if (hit.lane.valid()) selection.lane = hit.lane;
  if (hit.what == Hit::What::lane || hit.what == Hit::What::laneEnd) selection.lane = model::LaneId{hit.index};
  const bool event = hit.what == Hit::What::event || hit.what == Hit::What::cluster;
  if (event && !hit.lane.valid() && index.event(run, hit.index).lane.valid()) selection.lane = index.event(run, hit.index).lane;
  if (event && index.event(run, hit.index).finding < run.findings.size()) {
    selection.finding = index.event(run, hit.index).finding;
  }
  if (hit.what == Hit::What::interval && run.intervals[hit.index].finding < run.findings.size()) {
    selection.finding = run.intervals[hit.index].finding;
  }
  return selection;
}

}  // namespace lanescope::ui
