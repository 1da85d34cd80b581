// SPDX-License-Identifier: Apache-2.0
#include "ui/export/comparison_picture.h"

#include "ui/compare/compare_header.h"
#include "ui/compare/difference.h"
#include "ui/export/legend.h"
#include "ui/export/picture_scene.h"
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

constexpr double kEdge = 40, kLine = 32, kSection = 22, kStrip = 46;
constexpr int kTitleSize = 32;
constexpr std::size_t kMostDifferences = 6;
constexpr double kKindWidth = 190, kCountWidth = 250;

struct Picture {
  Q_DECLARE_TR_FUNCTIONS(ComparisonPicture)
};

const TextStyle kPlain{kPictureText, false, false}, kBold{kPictureText, true, false}, kMono{kPictureText, false, true};

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

class Page {
 public:
  Page(const ComparedPicture& compared, const PictureRequest& request)
      : m_compared(compared), m_request(request), m_theme(Theme::of(request.theme)), m_scale(request.width / kPictureWidth), m_alignment(alignmentOf(compared)) {}

  PictureScene compose() {
    m_y = kEdge - 4;
    addTitle();
    addTimelines();
    addDifferences();
    m_y = addLegend(m_list, {{m_drawn[0], m_compared.run}, {m_drawn[1], m_compared.baseline}}, m_theme, left(), right(), m_y + 8);
    addFooter();
    const double height = std::ceil(std::max(m_request.height / m_scale, m_y + kEdge));
    m_list.rect(Layer::ground, {QRectF(8, 8, kPictureWidth - 16, height - 16), m_theme.base, m_theme.hairline, 14});
    return {std::move(m_list), {kPictureWidth, height}, m_scale, m_theme.base, titleText(), titleText(), software()};
  }

 private:
  double left() const { return kEdge; }
  double right() const { return kPictureWidth - kEdge; }
  const compare::Comparison& comparison() const { return m_compared.comparison; }

  QString titleText() const {
    if (comparison().divergence) return Picture::tr("First difference: %1").arg(toQt(comparison().divergence->text));
    return comparison().differs() ? Picture::tr("The runs differ, and no first difference could be placed") : Picture::tr("No message, test or end differs");
  }

  QString software() const { return m_request.version.empty() ? u"Lanescope"_s : u"Lanescope "_s + toQt(m_request.version); }

  void addLines(const QStringList& lines, const TextStyle& style, const QColor& colour, double x, double lineHeight) {
    for (const QString& line : lines) {
      m_list.text(Layer::label, QRectF(x, m_y, right() - x, lineHeight), Qt::AlignLeft, line, style, colour);
      m_y += lineHeight;
    }
  }

  void addTitle() {
    const bool differs = comparison().divergence.has_value();
    const ShapeLook look = differs ? ShapeLook{Shape::diamond, m_theme.firstFailure, m_theme.base, false, true} : ShapeLook{Shape::check, m_theme.endCapPassed, m_theme.base};
    m_list.mark(Layer::mark, {look, {left() + 22, m_y + 24}, 28});
    const TextStyle style{kTitleSize, true, false};
    addLines(wrappedEvenly(titleText(), style, right() - left() - 58, 3), style, m_theme.text, left() + 58, kTitleSize * 1.375);
    if (differs && !comparison().divergence->phase.empty()) addLines(wrapped(toQt(comparison().divergence->phase), kPlain, right() - left() - 58, 2), kPlain, m_theme.muted, left() + 58, kLine);
    m_y += kSection;
  }

  // Both on one axis: the same range, and the same gaps folded, each on its own clock.
  void addTimelines() {
    const RunIndex index(m_compared.run), baselineIndex(m_compared.baseline);
    const std::int64_t offset = m_alignment.offsetNs;
    const TimeRange a = wholeRange(m_compared.run), b = shifted(wholeRange(m_compared.baseline), offset);
    TimeRange range{std::min(a.begin, b.begin), std::max(a.end, b.end)};
    range = {range.begin - range.length() / 60, range.end + range.length() / 60};
    if (m_request.fromNs) range.begin = *m_request.fromNs;
    if (m_request.toNs) range.end = std::max(*m_request.toNs, range.begin + 1);
    std::vector<TimeRange> theirs;
    for (const TimeRange& fold : idleFolds(m_compared.baseline, baselineIndex, shifted(range, -offset))) theirs.push_back(shifted(fold, offset));
    const std::vector<TimeRange> folds = inBoth(idleFolds(m_compared.run, index, range), theirs);
    add(Side::run, m_compared.run, index, range, folds, m_alignment.zeroNs);
    std::vector<TimeRange> shiftedFolds;
    for (const TimeRange& fold : folds) shiftedFolds.push_back(shifted(fold, -offset));
    add(Side::baseline, m_compared.baseline, baselineIndex, shifted(range, -offset), shiftedFolds, m_alignment.zeroNs - offset);
    addLines(wrapped(Picture::tr("T+ counts from %1.").arg(m_alignment.what), kPlain, right() - left(), 2), kPlain, m_theme.faint, left(), kLine);
  }

  void add(Side side, const model::Run& run, const RunIndex& index, TimeRange range, const std::vector<TimeRange>& folds, std::int64_t zero) {
    const bool isRun = side == Side::run;
    const QRectF strip(left() - 12, m_y, right() - left() + 24, kStrip);
    const QColor colour = isRun ? m_theme.runText : m_theme.baselineText;
    m_list.rect(Layer::band, {strip, isRun ? m_theme.runTint : m_theme.baselineTint, {}, 0});
    m_list.rect(Layer::bar, {QRectF(strip.left(), strip.top(), 6, strip.height()), colour, {}, 0});
    const QRectF words = strip.adjusted(24, 0, -16, 0);
    const QRectF used = m_list.text(Layer::label, words, Qt::AlignLeft, isRun ? u"A"_s : u"B"_s, kBold, colour);
    const QString outcome = Picture::tr("outcome: %1").arg(QString::fromLatin1(model::toString(run.outcome)));
    const QString title = runTitle(run) + u" · "_s + outcome;
    m_list.text(Layer::label, words.adjusted(used.width() + 18, 0, 0, 0), Qt::AlignLeft, elidedMiddle(title, kBold, words.width() - used.width() - 18), kBold, m_theme.text);
    m_y += kStrip + 10;
    const PictureTimeline timeline = pictureTimeline({run, index, m_theme, {}, range, right() - left(), m_scale, 0, folds, zero});
    m_list.append(timeline.list, {left(), m_y});
    m_drawn[static_cast<std::size_t>(side)].append(timeline.list, {left(), m_y});
    m_y += timeline.height + 12;
    for (const QString& note : timeline.notes) addLines(wrapped(note, kPlain, right() - left(), 2), kPlain, m_theme.faint, left(), kLine);
  }

  void addRule() {
    m_y += kSection / 2;
    m_list.line(Layer::line, {{{left(), m_y + 0.5}, {right(), m_y + 0.5}}, m_theme.hairline, 1, false});
    m_y += kSection / 2;
  }

  void addDifferences() {
    addRule();
    std::vector<Difference> rows = differencesOf(comparison(), DifferenceTab::first);
    rows.erase(std::remove_if(rows.begin(), rows.end(), [this](const Difference& row) { return isFolded(comparison(), row); }), rows.end());
    const std::size_t count = std::min(rows.size(), kMostDifferences);
    for (std::size_t i = 0; i < count; ++i) addDifference(rows[i]);
    if (rows.size() > count) addLines({Picture::tr("%1 more differences are not shown.").arg(countText(rows.size() - count))}, kPlain, m_theme.faint, left(), kLine);
    addRule();
  }

  void addDifference(const Difference& difference) {
    const DifferenceText text = textOf(comparison(), difference);
    const auto side = onlySide(comparison(), difference);
    const QColor colour = !side ? m_theme.muted : *side == Side::run ? m_theme.runText : m_theme.baselineText;
    m_list.text(Layer::label, QRectF(left(), m_y, kKindWidth, kLine), Qt::AlignLeft, text.kind, kBold, colour);
    const double what = left() + kKindWidth, counts = right() - 2 * kCountWidth;
    const auto column = [&](double x, const QString& words, const QColor& ink) {
      m_list.text(Layer::label, QRectF(x, m_y, kCountWidth, kLine), Qt::AlignLeft, elidedMiddle(words, kPlain, kCountWidth - 16), kPlain, ink);
    };
    column(counts, text.run, m_theme.runText);
    column(counts + kCountWidth, text.baseline, m_theme.baselineText);
    for (const QString& line : wrapped(text.what, kMono, counts - what - 20, 2)) {
      m_list.text(Layer::label, QRectF(what, m_y, counts - what, kLine), Qt::AlignLeft, line, kMono, m_theme.text);
      m_y += kLine;
    }
    m_y += 8;
  }

  void addFooter() {
    m_y += 10;
    const compare::Compared& compared = comparison().compared;
    QStringList parts{software(), Picture::tr("compared %1 + %2 lines").arg(countText(compared.linesRun), countText(compared.linesBaseline))};
    parts << (comparison().baselines.size() == 1 ? Picture::tr("against one baseline") : Picture::tr("against %1 baselines").arg(comparison().baselines.size()));
    if (compared.ignored > 0) parts << Picture::tr("%1 ignored").arg(countText(compared.ignored));
    for (const std::string& note : comparison().notes) parts << toQt(note);
    parts << Picture::tr("times UTC");
    addLines(wrapped(parts.join(u" · "_s), kPlain, right() - left(), 5), kPlain, m_theme.faint, left(), kLine);
  }

  const ComparedPicture& m_compared;
  const PictureRequest& m_request;
  const Theme& m_theme;
  double m_scale;
  TimeAlignment m_alignment;
  double m_y = 0;
  DrawList m_list;
  std::array<DrawList, 2> m_drawn;               // by Side, for the legend
};

}  // namespace

base::Result<void> exportComparisonPicture(const ComparedPicture& compared, const PictureRequest& request) {
  return writePicture(request, [&] { return Page(compared, request).compose(); });
}

}  // namespace lanescope::ui
