// SPDX-License-Identifier: Apache-2.0
#include "ui/export/comparison_picture.h"

#include "ui/compare/compare_header.h"
#include "ui/compare/difference.h"
#include "ui/export/legend.h"
#include "ui/export/picture_page.h"
#include "ui/export/picture_timeline.h"
#include "ui/models/words.h"
#include "ui/timeline/idle_folds.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kStrip = 46;
constexpr int kTitleSize = 32;
constexpr double kKindWidth = 190, kCountWidth = 250;

struct Picture {
  Q_DECLARE_TR_FUNCTIONS(ComparisonPicture)
};

TimeRange shifted(TimeRange range, std::int64_t by) { return {range.begin + by, range.end + by}; }

// Stretches that are in both lists; each is sorted and disjoint.
std::vector<TimeRange> inBoth(const std::vector<TimeRange>& a, const std::vector<TimeRange>& b) {
  std::vector<TimeRange> both;
  for (std::size_t i = 0, k = 0; i < a.size() && k < b.size();) {
    const TimeRange part{std::max(a[i].begin, b[k].begin), std::min(a[i].end, b[k].end)};
    if (part.length() > 0) both.push_back(part);
    if (a[i].end < b[k].end) ++i;
    else ++k;
  }
  return both;
}

TimeAlignment alignmentOf(const ComparedPicture& compared) {
  if (compared.alignment) return *compared.alignment;
  for (const AlignBy by : {AlignBy::phase, AlignBy::jobStart}) {
    if (auto found = alignedBy(by, compared.comparison, compared.run, compared.baseline, {})) return *std::move(found);
  }
  const TimeRange a = wholeRange(compared.run), b = wholeRange(compared.baseline);
  return {AlignBy::jobStart, a.begin - b.begin, a.begin, Picture::tr("first time known in both")};
}

class ComparisonPage {
 public:
  ComparisonPage(const ComparedPicture& compared, const PictureRequest& request, const PictureDetail& detail, double units)
      : m_compared(compared), m_indexes{RunIndex(compared.run), RunIndex(compared.baseline)}, m_request(request), m_detail(detail), m_page(request, units), m_alignment(alignmentOf(compared)) {}

  PictureScene compose() {
    addTitle();
    addTimelines();
    addDifferences();
    m_page.y = addLegend(m_page.list, {{m_drawn[0], m_compared.run, m_indexes[0]}, {m_drawn[1], m_compared.baseline, m_indexes[1]}}, theme(), left(), right(), m_page.y + 8);
    addFooter();
    return m_page.finish(titleText(), description());
  }

 private:
  double left() const { return m_page.left(); }
  double right() const { return m_page.right(); }
  const Theme& theme() const { return m_page.theme(); }
  const compare::Comparison& comparison() const { return m_compared.comparison; }

  QString titleText() const {
    if (comparison().divergence) return Picture::tr("First difference: %1").arg(toQt(comparison().divergence->text));
    return comparison().differs() ? Picture::tr("The runs differ, and no first difference could be placed") : Picture::tr("No message, test or end differs");
  }

  QString description() const {
    return Picture::tr("%1\nA: %2\nB: %3").arg(titleText(), runTitle(m_compared.run), runTitle(m_compared.baseline));
  }

  void addTitle() {
    const bool differs = comparison().divergence.has_value();
    const ShapeLook look = differs ? ShapeLook{Shape::diamond, theme().firstFailure, theme().base, false, true} : ShapeLook{Shape::check, theme().endCapPassed, theme().base};
    m_page.list.mark(Layer::mark, {look, {left() + 22, m_page.y + 24}, 28});
    const TextStyle style{kTitleSize, true, false};
    m_page.addLines(wrappedEvenly(titleText(), style, right() - left() - 58, 3), style, theme().text, left() + 58, kTitleSize * 1.375);
    if (differs && !comparison().divergence->phase.empty())
      m_page.addLines(wrapped(toQt(comparison().divergence->phase), kPagePlain, right() - left() - 58, m_detail.identityLines), kPagePlain, theme().muted, left() + 58);
    m_page.y += kPageSection;
  }

  // Both on one axis: the same range, and the same gaps folded, each on its own clock.
  void addTimelines() {
    const std::int64_t offset = m_alignment.offsetNs;
    const TimeRange a = wholeRange(m_compared.run), b = shifted(wholeRange(m_compared.baseline), offset);
    TimeRange range{std::min(a.begin, b.begin), std::max(a.end, b.end)};
    range = {range.begin - range.length() / 60, range.end + range.length() / 60};
    if (m_request.fromNs) range.begin = *m_request.fromNs;
    if (m_request.toNs) range.end = std::max(*m_request.toNs, range.begin + 1);
    std::vector<TimeRange> theirs;
    for (const TimeRange& fold : idleFolds(m_compared.baseline, m_indexes[1], shifted(range, -offset))) theirs.push_back(shifted(fold, offset));
    const std::vector<TimeRange> folds = inBoth(idleFolds(m_compared.run, m_indexes[0], range), theirs);
    add(Side::run, m_compared.run, m_indexes[0], range, folds, m_alignment.zeroNs);
    std::vector<TimeRange> shiftedFolds;
    for (const TimeRange& fold : folds) shiftedFolds.push_back(shifted(fold, -offset));
    add(Side::baseline, m_compared.baseline, m_indexes[1], shifted(range, -offset), shiftedFolds, m_alignment.zeroNs - offset);
    m_page.addText(Picture::tr("T+ counts from %1.").arg(m_alignment.what), kPagePlain, theme().faint, 2);
  }

  void add(Side side, const model::Run& run, const RunIndex& index, TimeRange range, const std::vector<TimeRange>& folds, std::int64_t zero) {
    const bool isRun = side == Side::run;
    const QRectF strip(left() - 12, m_page.y, right() - left() + 24, kStrip);
    const QColor colour = isRun ? theme().runText : theme().baselineText;
    m_page.list.rect(Layer::band, {strip, isRun ? theme().runTint : theme().baselineTint, {}, 0});
    m_page.list.rect(Layer::bar, {QRectF(strip.left(), strip.top(), 6, strip.height()), colour, {}, 0});
    const QRectF words = strip.adjusted(24, 0, -16, 0);
    const QRectF used = m_page.list.text(Layer::label, words, Qt::AlignLeft, isRun ? u"A"_s : u"B"_s, kPageBold, colour);
    const QString outcome = Picture::tr("outcome: %1").arg(QString::fromLatin1(model::toString(run.outcome)));
    const QString title = runTitle(run) + u" · "_s + outcome;
    m_page.list.text(Layer::label, words.adjusted(used.width() + 18, 0, 0, 0), Qt::AlignLeft, elidedMiddle(title, kPageBold, words.width() - used.width() - 18), kPageBold, theme().text);
    m_page.y += kStrip + 10;
    // Two stand in one picture: each has half the height for its lanes.
    const PictureTimeline timeline = pictureTimeline({run, index, theme(), {}, range, m_page.width(), m_page.scale(), 0, m_detail.laneHeight, m_detail.lanesHeight / 2, folds, zero});
    m_page.list.append(timeline.list, {left(), m_page.y});
    m_drawn[static_cast<std::size_t>(side)].append(timeline.list, {left(), m_page.y});
    m_page.y += timeline.height + 12;
    for (const QString& note : timeline.notes) m_page.addText(note, kPagePlain, theme().faint, 2);
  }

  void addDifferences() {
    m_page.addRule();
    std::vector<Difference> rows = differencesOf(comparison(), DifferenceTab::first);
    rows.erase(std::remove_if(rows.begin(), rows.end(), [this](const Difference& row) { return isFolded(comparison(), row); }), rows.end());
    const std::size_t count = std::min(rows.size(), m_detail.differences);
    for (std::size_t i = 0; i < count; ++i) addDifference(rows[i]);
    if (rows.size() > count) m_page.addText(Picture::tr("%1 more differences are not shown.").arg(countText(rows.size() - count)), kPagePlain, theme().faint, 1);
    m_page.addRule();
  }

  void addDifference(const Difference& difference) {
    const DifferenceText text = textOf(comparison(), difference);
    const auto side = onlySide(comparison(), difference);
    const QColor colour = !side ? theme().muted : *side == Side::run ? theme().runText : theme().baselineText;
    m_page.list.text(Layer::label, QRectF(left(), m_page.y, kKindWidth, kPageLine), Qt::AlignLeft, text.kind, kPageBold, colour);
    const double what = left() + kKindWidth, counts = right() - 2 * kCountWidth;
    const auto column = [&](double x, const QString& words, const QColor& ink) {
      m_page.list.text(Layer::label, QRectF(x, m_page.y, kCountWidth, kPageLine), Qt::AlignLeft, elidedMiddle(words, kPagePlain, kCountWidth - 16), kPagePlain, ink);
    };
    column(counts, text.run, theme().runText);
    column(counts + kCountWidth, text.baseline, theme().baselineText);
    for (const QString& line : wrapped(text.what, kPageMono, counts - what - 20, 2)) {
      m_page.list.text(Layer::label, QRectF(what, m_page.y, counts - what, kPageLine), Qt::AlignLeft, line, kPageMono, theme().text);
      m_page.y += kPageLine;
    }
    m_page.y += 8;
  }

  void addFooter() {
    m_page.y += 10;
    const compare::Compared& compared = comparison().compared;
    QStringList parts{Picture::tr("compared %1 + %2 lines").arg(countText(compared.linesRun), countText(compared.linesBaseline))};
    parts << (comparison().baselines.size() == 1 ? Picture::tr("against one baseline") : Picture::tr("against %1 baselines").arg(comparison().baselines.size()));
    if (compared.ignored > 0) parts << Picture::tr("%1 ignored").arg(countText(compared.ignored));
    for (const std::string& note : comparison().notes) parts << toQt(note);
    parts << Picture::tr("times UTC");
    const int provenanceLines = std::max(2, m_detail.footerLines / 3);
    m_page.addParts(parts, theme().faint, m_detail.footerLines - provenanceLines + 1);
    m_page.addParts(m_page.provenanceParts(), theme().faint, provenanceLines);
  }

  const ComparedPicture& m_compared;
  std::array<RunIndex, 2> m_indexes;             // by Side
  const PictureRequest& m_request;
  const PictureDetail& m_detail;
  PicturePage m_page;
  TimeAlignment m_alignment;
  std::array<DrawList, 2> m_drawn;               // by Side, for the legend
};

}  // namespace

PictureScene comparisonScene(const ComparedPicture& compared, const PictureRequest& request) {
  return fittingScene(request, [&](const PictureDetail& detail, double units) { return ComparisonPage(compared, request, detail, units).compose(); });
}

base::Result<void> exportComparisonPicture(const ComparedPicture& compared, const PictureRequest& request) {
  return writePicture(request, [&] { return comparisonScene(compared, request); });
}

}  // namespace lanescope::ui
