// SPDX-License-Identifier: Apache-2.0
#include "ui/export/picture_scene.h"

#include "core/base/counted.h"
#include "core/report/picture_preset.h"
#include "core/report/rank_rows.h"
#include "core/report/added_text.h"
#include "core/report/time_text.h"
#include "core/report/verdict.h"
#include "ui/export/legend.h"
#include "ui/export/picture_page.h"
#include "ui/export/picture_timeline.h"
#include "ui/models/finding_look.h"
#include "ui/models/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kTitleSize = 32, kSmallestTitle = 28;
constexpr double kTitleLine = kTitleSize * 1.375, kTextLeft = 58;   // beside the shape at the left
constexpr double kSourceWidth = 480;

constexpr std::array<PictureDetail, 6> kDetails = {{
    // findings, differences; lines of test, identity, finding, not known, launches, footer; heights
    {9, 6, 3, 4, 3, 6, 6, 9, 40, 720},
    {9, 6, 2, 3, 3, 4, 3, 7, 32, 720},
    {8, 5, 2, 3, 3, 3, 3, 6, 28, 600},
    {6, 4, 1, 2, 1, 3, 2, 4, 24, 600},
    {5, 4, 1, 2, 1, 2, 2, 4, 24, 440},
    {4, 3, 1, 1, 1, 2, 2, 3, 24, 240},
}};

struct Picture {
  Q_DECLARE_TR_FUNCTIONS(Picture)
};

// What matters most for the story; a restart says how it went on.
// What something not established is about is asked for.
int weightOf(const model::Run& run, const model::Finding& finding) {
  if (finding.findingClass == model::FindingClass::restart) return 2 * static_cast<int>(model::Role::cascade);
  const auto about = [&](const model::NotEstablished& item) { return std::find(item.about.begin(), item.about.end(), finding.id) != item.about.end(); };
  const bool asked = std::any_of(run.notEstablished.begin(), run.notEstablished.end(), about);
  return 2 * static_cast<int>(finding.role) - (asked ? 1 : 0);
}

// The findings that the picture names, in time order and numbered from 1: what matters for the failure first, then
// what else was seen, up to `most`.
std::vector<Callout> chosenFindings(const model::Run& run, std::size_t most) {
  std::vector<std::uint32_t> order(run.findings.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return weightOf(run, run.findings[a]) < weightOf(run, run.findings[b]); });
  order.resize(std::min(order.size(), most));
  std::sort(order.begin(), order.end());
  std::vector<Callout> chosen;
  for (const std::uint32_t index : order) chosen.push_back({index, static_cast<int>(chosen.size()) + 1});
  return chosen;
}

QString timeOf(const model::Finding& finding) { return finding.time.known() ? columnTimeText(finding.time) : Picture::tr("time not known"); }

QString withoutFullStop(QString text) {
  while (text.endsWith(u'.')) text.chop(1);
  return text;
}

class RunPicture {
 public:
  RunPicture(const model::Run& run, const RunIndex& index, const PictureRequest& request, const PictureDetail& detail, double units)
      : m_run(run), m_index(index), m_request(request), m_detail(detail), m_verdict(report::verdictOf(run)), m_page(request, units), m_callouts(chosenFindings(run, detail.findings)) {}

  PictureScene compose(double spare) {
    fill(spare);
    return m_page.finish(titleText(), description());
  }

  // Height that the lanes could take beside what they have.
  double spare() const { return m_page.spare(); }

 private:
  const Theme& theme() const { return m_page.theme(); }

  void fill(double spare) {
    addTitle();
    addIdentity();
    m_page.y += kPageSection;
    if (hasTimeline()) addTimeline(spare);
    else m_page.addText(Picture::tr("No launch, no rank and no time was found in what was read."), kPagePlain, theme().text, 2);
    m_page.addRule();
    addFindings();
    addUserNotes();
    addNotKnown();
    addLaunches();
    if (!m_run.findings.empty() || !m_run.notEstablished.empty() || !m_run.notes.empty() || !m_run.launches.empty()) m_page.addRule();
    if (hasTimeline()) m_page.y = addLegend(m_page.list, {{m_drawn, m_run, m_index}}, theme(), m_page.left(), m_page.right(), m_page.y);
    addFooter();
  }

  bool hasTimeline() const { return !m_run.lanes.empty() || !m_run.launches.empty() || m_run.clock.first.known(); }

  // --- what it is about

  QString titleText() const {
    if (!m_run.complete) return Picture::tr("Still being read: %1").arg(toQt(m_run.name));
    if (!m_verdict.title.empty()) return toQt(m_verdict.title);
    return toQt(m_verdict.headline.empty() ? m_run.name : m_verdict.headline);
  }

  QString description() const {
    QStringList parts;
    for (const std::string& part : {m_verdict.headline, m_verdict.then, m_verdict.test, m_verdict.notKnown}) {
      if (!part.empty()) parts << toQt(part);
    }
    return parts.join(u'\n');
  }

  void addTitle() {
    const double x = m_page.left() + kTextLeft, width = m_page.right() - x;
    ShapeLook look{Shape::check, theme().endCapPassed, theme().base, false, false};
    if (m_run.firstFailure) look = {Shape::diamond, theme().firstFailure, theme().base, false, true};
    else if (m_run.outcome != model::RunOutcome::passed) look = {Shape::dot, theme().advice, theme().base, false, false};
    m_page.list.mark(Layer::mark, {look, {m_page.left() + 22, m_page.y + 24}, 28});
    // A little smaller rather than one word on a second line.
    TextStyle style{kTitleSize, true, false};
    while (style.pixelSize > kSmallestTitle && textWidth(titleText(), style) > width) --style.pixelSize;
    if (textWidth(titleText(), style) > width) style.pixelSize = kTitleSize;
    m_page.addLines(wrappedEvenly(titleText(), style, width, 3), style, theme().text, x, kTitleLine);
    m_page.y += 4;
    if (!m_verdict.test.empty()) m_page.addLines(wrappedEvenly(toQt(m_verdict.test), kPagePlain, width, m_detail.testLines), kPagePlain, theme().muted, x);
  }

  QStringList identityParts() const {
    const model::Identity& identity = m_run.identity;
    const model::Environment& environment = m_run.environment;
    QStringList parts;
    const auto add = [&](const QString& format, const std::string& value) {
      if (!value.empty()) parts << format.arg(toQt(value));
    };
    add(u"%1"_s, identity.repository);
    const std::string& job = !environment.testCase.empty() ? environment.testCase : identity.job;
    if (job.empty() && identity.runId.empty()) add(u"%1"_s, m_run.name);
    add(Picture::tr("job %1"), job);
    add(Picture::tr("run %1"), identity.runId);
    add(Picture::tr("attempt %1"), identity.runAttempt);
    add(Picture::tr("commit %1"), environment.commit.substr(0, 10));
    if (m_run.worldSize) {
      const QString ranks = Picture::tr("%1 ranks").arg(countText(*m_run.worldSize));
      parts << (m_run.hosts.size() == 1 ? Picture::tr("%1 on %2").arg(ranks, toQt(m_run.hosts.front()))
                : m_run.hosts.size() > 1 ? Picture::tr("%1 on %2 hosts").arg(ranks).arg(m_run.hosts.size()) : ranks);
    }
    if (m_run.complete) parts << Picture::tr("outcome: %1").arg(outcomeText());
    add(u"NCCL %1"_s, environment.ncclVersion);
    add(Picture::tr("artifact %1"), identity.artifact);
    add(Picture::tr("image %1"), environment.image);
    return parts;
  }

  QString outcomeText() const {
    const QString outcome = QString::fromLatin1(model::toString(m_run.outcome));
    const std::size_t restarts = m_run.restarts.size();
    if (restarts == 0) return outcome;
    return outcome + (restarts == 1 ? Picture::tr(" (1 restart)") : Picture::tr(" (%1 restarts)").arg(restarts));
  }

  void addIdentity() {
    const double x = m_page.left() + kTextLeft;
    m_page.addLines(wrappedParts(identityParts(), kPagePlain, m_page.right() - x, m_detail.identityLines), kPagePlain, theme().muted, x);
  }

  // --- the timeline

  // Empty: all launches.
  TimeRange askedRange() const {
    if (!m_request.fromNs && !m_request.toNs) return {};
    const std::int64_t from = m_request.fromNs.value_or(m_run.clock.first.utc), to = m_request.toNs.value_or(m_run.clock.last.utc);
    return {from, std::max(to, from + 1)};
  }

  void addTimeline(double spare) {
    PictureTimelineRequest request{m_run, m_index, theme(), m_callouts, askedRange(), m_page.width(), m_page.scale(), spare};
    request.laneHeight = m_detail.laneHeight;
    request.lanesHeight = m_detail.lanesHeight;
    const PictureTimeline timeline = pictureTimeline(request);
    m_drawn = timeline.list;
    m_page.list.append(timeline.list, {m_page.left(), m_page.y});
    m_page.y += timeline.height + 8;
    m_hidden = timeline.hidden;
    for (const QString& note : timeline.notes) m_page.addText(note, kPagePlain, theme().faint, 2);
  }

  // --- what happened

  void addFindings() {
    double timeWidth = 0;
    for (const Callout& callout : m_callouts) timeWidth = std::max(timeWidth, textWidth(timeOf(m_run.findings[callout.finding]), kPageBold));
    for (const Callout& callout : m_callouts) addFinding(callout, timeWidth);
  }

  QString sourceOf(const model::Finding& finding) const {
    if (finding.evidence.empty()) return {};
    const model::Evidence& evidence = finding.evidence.front();
    return elidedPath(toQt(m_run.source(evidence.source).path) + u':' + QString::number(evidence.line), kPageMono, kSourceWidth);
  }

  void addFinding(const Callout& callout, double timeWidth) {
    constexpr double kCircle = 34;
    const model::Finding& finding = m_run.findings[callout.finding];
    DrawList& list = m_page.list;
    const double top = m_page.y + 6, left = m_page.left(), right = m_page.right();
    const QRectF circle(left, top - 1, kCircle, kCircle);
    list.rect(Layer::callout, {circle, findingBadge(finding.role, finding.findingClass, theme()), {}, kCircle / 2});
    list.text(Layer::callout, circle, Qt::AlignHCenter, QString::number(callout.number), kPageBold, theme().badgeText);
    const double timeLeft = left + kCircle + 18, textLeft = timeLeft + timeWidth + 24;
    list.text(Layer::label, QRectF(timeLeft, top, timeWidth, kPageLine), Qt::AlignLeft, timeOf(finding), kPageBold, theme().text);
    const QString source = sourceOf(finding);
    const double sourceWidth = source.isEmpty() ? 0 : textWidth(source, kPageMono) + 28;
    list.text(Layer::label, QRectF(left, top, right - left, kPageLine), Qt::AlignRight, source, kPageMono, theme().muted);
    const double width = right - sourceWidth - textLeft;
    double y = top;
    const int lines = m_detail.findingLines + (finding.attributes.limitOwner ? 1 : 0);   // whose limit it was must stand there
    for (const QString& line : wrapped(fittingSentence(finding, width, lines), kPagePlain, width, lines)) {
      list.text(Layer::label, QRectF(textLeft, y, width, kPageLine), Qt::AlignLeft, line, kPagePlain, theme().text);
      y += kPageLine;
    }
    m_page.y = std::max(y, top + kPageLine) + 1;
  }

  // The finding, and of a wait whose limit it was and since when, as far as the lines it may have hold it uncut.
  QString fittingSentence(const model::Finding& finding, double width, int lines) const {
    QString text = toQt(finding.title);
    if (finding.role == model::Role::firstFailure) text = (m_run.firstFailureByUser ? Picture::tr("First failure, by the user's own choice: %1") : Picture::tr("First failure: %1")).arg(text);
    const model::Attributes& attributes = finding.attributes;
    QStringList more;
    if (attributes.limitOwner) more << toQt(attributes.limitOwner->text);
    if (attributes.waitingSince.known()) more << Picture::tr("waiting since %1").arg(toQt(report::whenText(attributes.waitingSince)));
    for (const QString& part : more) {
      const QString longer = text + u"; "_s + part;
      if (wrapped(longer, kPagePlain, width, lines + 1).size() <= lines) text = longer;
    }
    return text;
  }

  // With the numbers of their flags: what each says, and what it is about.
  void addUserNotes() {
    constexpr std::size_t kMost = 12;
    constexpr double kBoxWidth = 34, kBoxHeight = 28;
    const std::size_t count = std::min(kMost, m_run.notes.size());
    for (std::size_t i = 0; i < count; ++i) {
      const model::Note& note = m_run.notes[i];
      const double top = m_page.y + 6, left = m_page.left(), textLeft = left + kBoxWidth + 18, width = m_page.right() - textLeft;
      const QRectF box(left, top + 1, kBoxWidth, kBoxHeight);
      m_page.list.rect(Layer::callout, {box, theme().base, theme().link, 4});
      m_page.list.text(Layer::callout, box, Qt::AlignHCenter, QString::number(i + 1), kPageBold, theme().link);
      const QString text = Picture::tr("Note: %1 · %2").arg(toQt(report::noteText(note)), toQt(report::notePlaceText(m_run, note)));
      double y = top;
      for (const QString& line : wrapped(text, kPagePlain, width, 3)) {
        m_page.list.text(Layer::label, QRectF(textLeft, y, width, kPageLine), Qt::AlignLeft, line, kPagePlain, theme().text);
        y += kPageLine;
      }
      m_page.y = std::max(y, top + kPageLine) + 1;
    }
    if (m_run.notes.size() > count) m_page.addText(Picture::tr("%1 more notes are not shown.").arg(m_run.notes.size() - count), kPagePlain, theme().faint, 1);
  }

  void addNotKnown() {
    QStringList parts;
    for (const model::NotEstablished& item : m_run.notEstablished) {
      QString text = withoutFullStop(toQt(item.text).trimmed());
      // Goes on behind "Not established:"; abbreviations keep their capitals.
      if (text.size() > 1 && text[1].isLower()) text[0] = text[0].toLower();
      parts << text;
    }
    if (parts.isEmpty()) return;
    m_page.y += 8;
    m_page.addText(Picture::tr("Not established: %1.").arg(parts.join(u"; "_s)), kPagePlain, theme().text, m_detail.notKnownLines);
  }

  // Where not all launches have a line, those that ran nothing go first, then the earlier ones.
  std::vector<std::uint32_t> listedLaunches() const {
    std::vector<std::uint32_t> listed;
    const auto most = static_cast<std::size_t>(m_detail.launchLines);
    const bool all = m_run.launches.size() <= most;
    for (const model::Launch& launch : m_run.launches) {
      if (all || launch.outcome != model::LaunchOutcome::empty) listed.push_back(launch.index);
    }
    if (listed.size() > most) listed.erase(listed.begin(), listed.end() - static_cast<std::ptrdiff_t>(most));
    return listed;
  }

  // How launches ended and what their tests came to: the last ones say how it all ended.
  void addLaunches() {
    if (m_run.launches.empty()) return;
    m_page.y += 8;
    for (const std::uint32_t index : listedLaunches()) {
      const model::Launch& launch = m_run.launches[index];
      const std::string counts = report::launchCounts(launch);
      m_page.addText(toQt(report::capitalised(report::launchName(launch)) + ": " + model::toString(launch.outcome) + (counts.empty() ? "" : ", " + counts)), kPagePlain, theme().muted, 1);
    }
  }

  // --- what it rests on

  // Lines of the kinds that were looked for, and how many ranks the first failure was seen on.
  QString countsText() const {
    QStringList parts;
    for (const model::Checked& checked : m_run.checked) {
      if (checked.found > 0) parts << countText(checked.found) + u' ' + toQt(checked.what);
    }
    QString text = parts.isEmpty() ? QString() : Picture::tr("lines found: %1").arg(parts.join(u", "_s));
    if (m_run.firstFailure && m_run.worldSize && !m_run.findings[*m_run.firstFailure].ranks.empty()) {
      const QString ranks = Picture::tr("first failure on %1 of %2 ranks").arg(countText(m_run.findings[*m_run.firstFailure].ranks.size()), countText(*m_run.worldSize));
      text += text.isEmpty() ? ranks : u"; "_s + ranks;
    }
    return text;
  }

  QStringList readParts() const {
    std::uint64_t lines = 0;
    for (const model::Source& source : m_run.sources) lines += source.text ? source.text->lineCount() : 0;
    QStringList parts{Picture::tr("%1 lines of %2").arg(countText(lines), toQt(base::counted(m_run.sources.size(), "source")))};
    const model::Coverage& coverage = m_run.coverage;
    parts << (coverage.ranksExpected ? Picture::tr("%1 of %2 ranks read").arg(countText(coverage.ranksSeen), countText(*coverage.ranksExpected))
                                     : Picture::tr("%1 ranks read").arg(countText(coverage.ranksSeen)));
    if (!coverage.missingRanks.empty()) parts << Picture::tr("not read: %1").arg(ranksText(coverage.missingRanks));
    for (const std::string& note : coverage.notes) parts << toQt(insideContainer(note));
    return parts;
  }

  // A path needs not name the only archive or folder among the inputs.
  std::string insideContainer(const std::string& note) const {
    const auto holds = [](const input::Input& input) { return input.kind != input::InputKind::file && input.kind != input::InputKind::compressed; };
    const auto container = std::find_if(m_run.inputs.begin(), m_run.inputs.end(), holds);
    if (container == m_run.inputs.end() || std::count_if(m_run.inputs.begin(), m_run.inputs.end(), holds) != 1) return note;
    return note.starts_with(container->path + '/') ? note.substr(container->path.size() + 1) : note;
  }

  QStringList certaintyParts() const {
    QStringList parts{Picture::tr("times UTC")};
    for (const std::string& assumption : m_run.clock.assumptions) parts << toQt(assumption);
    return parts;
  }

  // What is in the run and not in the picture.
  QStringList hiddenParts() const {
    QStringList parts;
    const TimeRange asked = askedRange();
    if (asked.length() > 0) {
      parts << Picture::tr("only %1 to %2 Z is drawn").arg(toQt(report::clockText(asked.begin / 1'000'000 * 1'000'000)), toQt(report::clockText(asked.end / 1'000'000 * 1'000'000)));
    }
    const std::size_t others = m_run.findings.size() - m_callouts.size();
    if (others > 0) parts << (others == 1 ? Picture::tr("1 more finding is not listed") : Picture::tr("%1 more findings are not listed").arg(others));
    return parts + m_hidden;
  }

  void addFooter() {
    m_page.y += 10;
    QStringList parts;
    if (const QString counts = countsText(); !counts.isEmpty()) parts << counts;
    parts << readParts() << certaintyParts() << hiddenParts();
    const int provenanceLines = std::max(2, m_detail.footerLines / 3);
    m_page.addParts(parts, theme().faint, m_detail.footerLines - provenanceLines + 1);
    m_page.addParts(m_page.provenanceParts(), theme().faint, provenanceLines);
  }

  const model::Run& m_run;
  const RunIndex& m_index;
  const PictureRequest& m_request;
  const PictureDetail& m_detail;
  report::Verdict m_verdict;
  PicturePage m_page;
  std::vector<Callout> m_callouts;
  DrawList m_drawn;                              // of the timeline, for the legend
  QStringList m_hidden;
};

}  // namespace

PictureScene fittingScene(const PictureRequest& request, const std::function<PictureScene(const PictureDetail&, double)>& compose) {
  constexpr double kMostUnits = 2, kStep = 1.12;
  const auto fits = [&](const PictureScene& scene, double units) {
    const double most = request.height > 0 ? request.height * units / request.width : report::kMostPictureHeight;
    // One that does not fit in an exact size is scaled down, and wider for that.
    return scene.size.width() <= units + 1 && scene.size.height() <= most + 1;
  };
  PictureScene last = compose(kDetails.back(), kPictureWidth);
  for (double wider = 1; wider <= kMostUnits; wider *= kStep) {
    const double units = kPictureWidth * wider;
    if (wider > 1) last = compose(kDetails.back(), units);
    if (!fits(last, units)) {
      if (request.height == 0) break;
      continue;
    }
    for (std::size_t level = 0; level + 1 < kDetails.size(); ++level) {
      PictureScene scene = compose(kDetails[level], units);
      if (fits(scene, units)) return scene;
    }
    return last;
  }
  return last;
}

PictureScene pictureScene(const model::Run& run, const PictureRequest& request) {
  const RunIndex index(run);
  return fittingScene(request, [&](const PictureDetail& detail, double units) {
    // Composed once to learn the height, and again where lanes may have more of it.
    RunPicture first(run, index, request, detail, units);
    const PictureScene scene = first.compose(0);
    if (first.spare() < 8) return scene;
    return RunPicture(run, index, request, detail, units).compose(first.spare());
  });
}

}  // namespace lanescope::ui
