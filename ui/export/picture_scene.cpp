// SPDX-License-Identifier: Apache-2.0
#include "ui/export/picture_scene.h"

#include "core/report/added_text.h"
#include "core/report/time_text.h"
#include "core/report/verdict.h"
#include "ui/export/legend.h"
#include "ui/export/picture_timeline.h"
#include "ui/models/finding_look.h"
#include "ui/models/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kEdge = 40;                     // of the card
constexpr double kLine = 32;                     // height of a line of the smallest type
constexpr double kSection = 22;                  // between sections
constexpr int kTitleSize = 32, kSmallestTitle = 28;
constexpr std::size_t kMostFindings = 9;
constexpr double kSourceWidth = 480;

struct Picture {
  Q_DECLARE_TR_FUNCTIONS(Picture)
};

const TextStyle kPlain{kPictureText, false, false}, kBold{kPictureText, true, false}, kMono{kPictureText, false, true};

// What matters most for the story; a restart says how it went on.
int weightOf(const model::Finding& finding) {
  if (finding.findingClass == model::FindingClass::restart) return static_cast<int>(model::Role::cascade);
  return static_cast<int>(finding.role);
}

// The findings that the picture names, in time order and numbered from 1: what matters for the failure first, then
// what else was seen, up to kMostFindings.
std::vector<Callout> chosenFindings(const model::Run& run) {
  std::vector<std::uint32_t> order(run.findings.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return weightOf(run.findings[a]) < weightOf(run.findings[b]); });
  order.resize(std::min(order.size(), kMostFindings));
  std::sort(order.begin(), order.end());
  std::vector<Callout> chosen;
  for (const std::uint32_t index : order) chosen.push_back({index, static_cast<int>(chosen.size()) + 1});
  return chosen;
}

class Page {
 public:
  Page(const model::Run& run, const PictureRequest& request)
      : m_run(run), m_request(request), m_theme(Theme::of(request.theme)), m_verdict(report::verdictOf(run)),
        m_scale(request.width / kPictureWidth) {}

  PictureScene compose() {
    const RunIndex index(m_run);
    const std::vector<Callout> callouts = chosenFindings(m_run);
    // Composed once to learn the height, and again where a greater one is wanted.
    fill(index, callouts, 0);
    const double wanted = m_request.height / m_scale;
    if (wanted > m_y + kEdge) {
      const double spare = wanted - m_y - kEdge;
      m_list.clear();
      fill(index, callouts, spare);
    }
    const double height = std::ceil(std::max(wanted, m_y + kEdge));
    m_list.rect(Layer::ground, {QRectF(8, 8, kPictureWidth - 16, height - 16), m_theme.base, m_theme.hairline, 14});
    return {std::move(m_list), {kPictureWidth, height}, m_scale, m_theme.base, titleText(), description(), software()};
  }

 private:
  double left() const { return kEdge; }
  double right() const { return kPictureWidth - kEdge; }

  void fill(const RunIndex& index, const std::vector<Callout>& callouts, double spare) {
    m_y = kEdge - 4;
    addTitle();
    addIdentity();
    m_y += kSection;
    if (hasTimeline()) addTimeline(index, callouts, spare);
    else addLines(Picture::tr("No launch, no rank and no time was found in what was read."), kPlain, m_theme.text, left(), 2, kLine);
    addRule();
    addFindings(callouts);
    addUserNotes();
    addNotKnown();
    if (!m_run.findings.empty() || !m_run.notEstablished.empty() || !m_run.notes.empty()) addRule();
    if (hasTimeline()) m_y = addLegend(m_list, {{m_drawn, m_run}}, m_theme, left(), right(), m_y);
    addFooter();
  }

  bool hasTimeline() const { return !m_run.lanes.empty() || !m_run.launches.empty() || m_run.clock.first.known(); }

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

  QString software() const {
    const QString version = m_request.version.empty() ? QCoreApplication::applicationVersion() : toQt(m_request.version);
    return version.isEmpty() ? u"Lanescope"_s : u"Lanescope "_s + version;
  }

  void addLines(const QString& text, const TextStyle& style, const QColor& colour, double x, int most, double lineHeight) {
    addLines(wrapped(text, style, right() - x, most), style, colour, x, lineHeight);
  }

  void addLines(const QStringList& lines, const TextStyle& style, const QColor& colour, double x, double lineHeight) {
    for (const QString& line : lines) {
      m_list.text(Layer::label, QRectF(x, m_y, right() - x, lineHeight), Qt::AlignLeft, line, style, colour);
      m_y += lineHeight;
    }
  }

  void addTitle() {
    const double x = left() + 58;
    ShapeLook look{Shape::check, m_theme.endCapPassed, m_theme.base, false, false};
    if (m_run.firstFailure) look = {Shape::diamond, m_theme.firstFailure, m_theme.base, false, true};
    else if (m_run.outcome != model::RunOutcome::passed) look = {Shape::dot, m_theme.advice, m_theme.base, false, false};
    m_list.mark(Layer::mark, {look, {left() + 22, m_y + 24}, 28});
    // A little smaller rather than one word on a second line.
    TextStyle style{kTitleSize, true, false};
    while (style.pixelSize > kSmallestTitle && textWidth(titleText(), style) > right() - x) --style.pixelSize;
    if (textWidth(titleText(), style) > right() - x) style.pixelSize = kTitleSize;
    addLines(wrappedEvenly(titleText(), style, right() - x, 3), style, m_theme.text, x, kTitleSize * 1.375);
    m_y += 4;
    const double width = right() - x;
    if (!m_verdict.test.empty()) addLines(wrappedEvenly(toQt(m_verdict.test), kPlain, width, 3), kPlain, m_theme.muted, x, kLine);
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
    add(Picture::tr("image %1"), environment.image);
    add(u"NCCL %1"_s, environment.ncclVersion);
    if (m_run.worldSize) {
      const QString ranks = Picture::tr("%1 ranks").arg(countText(*m_run.worldSize));
      parts << (m_run.hosts.size() == 1 ? Picture::tr("%1 on %2").arg(ranks, toQt(m_run.hosts.front()))
                : m_run.hosts.size() > 1 ? Picture::tr("%1 on %2 hosts").arg(ranks).arg(m_run.hosts.size()) : ranks);
    }
    if (m_run.complete) parts << Picture::tr("outcome: %1").arg(outcomeText());
    return parts;
  }

  QString outcomeText() const {
    const QString outcome = QString::fromLatin1(model::toString(m_run.outcome));
    const std::size_t restarts = m_run.restarts.size();
    if (restarts == 0) return outcome;
    return outcome + (restarts == 1 ? Picture::tr(" (1 restart)") : Picture::tr(" (%1 restarts)").arg(restarts));
  }

  void addIdentity() {
    const double x = left() + 58;
    addLines(wrappedParts(identityParts(), kPlain, right() - x, 3), kPlain, m_theme.muted, x, kLine);
  }

  void addTimeline(const RunIndex& index, const std::vector<Callout>& callouts, double spare) {
    TimeRange range{};
    if (m_request.fromNs || m_request.toNs) {
      const std::int64_t from = m_request.fromNs.value_or(m_run.clock.first.utc), to = m_request.toNs.value_or(m_run.clock.last.utc);
      range = {from, std::max(to, from + 1)};
    }
    const PictureTimeline timeline = pictureTimeline({m_run, index, m_theme, callouts, range, right() - left(), m_scale, spare});
    m_drawn = timeline.list;
    m_list.append(timeline.list, {left(), m_y});
    m_y += timeline.height + 8;
    for (const QString& note : timeline.notes) addLines(note, kPlain, m_theme.faint, left(), 2, kLine);
  }

  void addRule() {
    m_y += kSection / 2;
    m_list.line(Layer::line, {{{left(), m_y + 0.5}, {right(), m_y + 0.5}}, m_theme.hairline, 1, false});
    m_y += kSection / 2;
  }

  void addFindings(const std::vector<Callout>& callouts) {
    double timeWidth = 0;
    for (const Callout& callout : callouts) timeWidth = std::max(timeWidth, textWidth(timeOf(m_run.findings[callout.finding]), kBold));
    for (const Callout& callout : callouts) addFinding(callout, timeWidth);
    const std::size_t others = m_run.findings.size() - callouts.size();
    if (others > 0) addLines(others == 1 ? Picture::tr("1 more finding is not shown.") : Picture::tr("%1 more findings are not shown.").arg(others), kPlain, m_theme.faint, kEdge + 52, 1, kLine);
  }

  static QString timeOf(const model::Finding& finding) {
    return finding.time.known() ? columnTimeText(finding.time) : Picture::tr("time not known");
  }

  QString sourceOf(const model::Finding& finding) const {
    if (finding.evidence.empty()) return {};
    const model::Evidence& evidence = finding.evidence.front();
    return elidedPath(toQt(m_run.source(evidence.source).path) + u':' + QString::number(evidence.line), kMono, kSourceWidth);
  }

  void addFinding(const Callout& callout, double timeWidth) {
    constexpr double kCircle = 34;
    const model::Finding& finding = m_run.findings[callout.finding];
    const double top = m_y + 6;
    const QRectF circle(left(), top - 1, kCircle, kCircle);
    m_list.rect(Layer::callout, {circle, findingBadge(finding.role, finding.findingClass, m_theme), {}, kCircle / 2});
    m_list.text(Layer::callout, circle, Qt::AlignHCenter, QString::number(callout.number), kBold, m_theme.badgeText);
    const double timeLeft = left() + kCircle + 18, textLeft = timeLeft + timeWidth + 24;
    m_list.text(Layer::label, QRectF(timeLeft, top, timeWidth, kLine), Qt::AlignLeft, timeOf(finding), kBold, m_theme.text);
    const QString source = sourceOf(finding);
    const double sourceWidth = source.isEmpty() ? 0 : textWidth(source, kMono) + 28;
    m_list.text(Layer::label, QRectF(left(), top, right() - left(), kLine), Qt::AlignRight, source, kMono, m_theme.muted);
    double y = top;
    for (const QString& line : wrapped(sentenceOf(finding), kPlain, right() - sourceWidth - textLeft, 3)) {
      m_list.text(Layer::label, QRectF(textLeft, y, right() - sourceWidth - textLeft, kLine), Qt::AlignLeft, line, kPlain, m_theme.text);
      y += kLine;
    }
    m_y = std::max(y, top + kLine) + 6;
  }

  QString sentenceOf(const model::Finding& finding) const {
    const QString title = toQt(finding.title);
    if (finding.role != model::Role::firstFailure) return title;
    return (m_run.firstFailureByUser ? Picture::tr("First failure, by the user's own choice: %1") : Picture::tr("First failure: %1")).arg(title);
  }

  // With the numbers of their flags: what each says, and what it is about.
  void addUserNotes() {
    constexpr std::size_t kMost = 12;
    constexpr double kBoxWidth = 34, kBoxHeight = 28;
    const std::size_t count = std::min(kMost, m_run.notes.size());
    for (std::size_t i = 0; i < count; ++i) {
      const model::Note& note = m_run.notes[i];
      const double top = m_y + 6;
      const QRectF box(left(), top + 1, kBoxWidth, kBoxHeight);
      m_list.rect(Layer::callout, {box, m_theme.base, m_theme.link, 4});
      m_list.text(Layer::callout, box, Qt::AlignHCenter, QString::number(i + 1), kBold, m_theme.link);
      const QString text = Picture::tr("Note: %1 · %2").arg(toQt(report::noteText(note)), toQt(report::notePlaceText(m_run, note)));
      m_y = top;
      addLines(text, kPlain, m_theme.text, left() + kBoxWidth + 18, 3, kLine);
      m_y += 6;
    }
    if (m_run.notes.size() > count) addLines(Picture::tr("%1 more notes are not shown.").arg(m_run.notes.size() - count), kPlain, m_theme.faint, kEdge + 52, 1, kLine);
  }

  void addNotKnown() {
    QStringList parts;
    for (const model::NotEstablished& item : m_run.notEstablished) {
      QString text = toQt(item.text).trimmed();
      while (text.endsWith(u'.')) text.chop(1);
      // Goes on behind "Not established:"; abbreviations keep their capitals.
      if (text.size() > 1 && text[1].isLower()) text[0] = text[0].toLower();
      parts << text;
    }
    if (parts.isEmpty()) return;
    m_y += 8;
    addLines(Picture::tr("Not established: %1.").arg(parts.join(u"; "_s)), kPlain, m_theme.text, left(), 6, kLine);
  }

  void addFooter() {
    m_y += 10;
    const std::size_t sources = m_run.sources.size();
    QStringList parts{software(), sources == 1 ? Picture::tr("1 source") : Picture::tr("%1 sources").arg(countText(sources))};
    const model::Coverage& coverage = m_run.coverage;
    parts << (coverage.ranksExpected ? Picture::tr("%1 of %2 ranks read").arg(countText(coverage.ranksSeen), countText(*coverage.ranksExpected))
                                     : Picture::tr("%1 ranks read").arg(countText(coverage.ranksSeen)));
    for (const std::string& note : coverage.notes) parts << toQt(note);
    parts << Picture::tr("times UTC");
    for (const std::string& assumption : m_run.clock.assumptions) parts << toQt(assumption);
    addLines(parts.join(u" · "_s), kPlain, m_theme.faint, left(), 6, kLine);
  }

  const model::Run& m_run;
  const PictureRequest& m_request;
  const Theme& m_theme;
  report::Verdict m_verdict;
  double m_scale;
  double m_y = 0;
  DrawList m_list, m_drawn;
};

}  // namespace

PictureScene pictureScene(const model::Run& run, const PictureRequest& request) { return Page(run, request).compose(); }

}  // namespace lanescope::ui
