// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/comparison_export.h"

#include "core/report/comparison_report.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSaveFile>

namespace lanescope::ui {

namespace {

template <class T>
void keepOne(std::vector<T>& list, bool meant, std::uint32_t index) {
  std::vector<T> kept;
  if (meant && index < list.size()) kept.push_back(list[index]);
  list = std::move(kept);
}

}  // namespace

std::optional<ComparisonFormat> comparisonFormatOf(const QString& path) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix == QLatin1String("md") || suffix == QLatin1String("markdown")) return ComparisonFormat::markdown;
  if (suffix == QLatin1String("json")) return ComparisonFormat::json;
  if (suffix == QLatin1String("html") || suffix == QLatin1String("htm")) return ComparisonFormat::html;
  if (suffix == QLatin1String("txt")) return ComparisonFormat::text;
  return {};
}

ComparisonSource sourceOf(const CompareState& state) {
  if (state.result() == nullptr) return {};
  return {state.result(), state.side(Side::run)->run(), state.baselines(), QCoreApplication::applicationVersion().toStdString()};
}

ComparisonSource only(const ComparisonSource& source, const Difference& difference) {
  if (source.result == nullptr) return source;
  auto one = std::make_shared<compare::Comparison>(*source.result);
  const auto is = [&](DifferenceKind kind) { return difference.kind == kind; };
  one->divergence.reset();                       // it counts in the lists that follow
  keepOne(one->messages, is(DifferenceKind::message), difference.index);
  keepOne(one->tests, is(DifferenceKind::test), difference.index);
  keepOne(one->ends, is(DifferenceKind::end), difference.index);
  keepOne(one->blocks, is(DifferenceKind::block), difference.index);
  keepOne(one->durations, is(DifferenceKind::duration), difference.index);
  keepOne(one->environment, is(DifferenceKind::environment), difference.index);
  keepOne(one->files, is(DifferenceKind::file), difference.index);
  if (is(DifferenceKind::changedFile)) keepOne(one->changes->files, true, difference.index);
  else one->changes.reset();
  // A folded one is shown because it was asked for.
  if (!one->messages.empty()) one->messages.front().fold = compare::Fold::none;
  ComparisonSource result = source;
  result.result = std::move(one);
  return result;
}

std::string write(const ComparisonSource& source, ComparisonFormat format) {
  if (source.result == nullptr) return {};
  std::vector<const model::Run*> baselines;
  for (const auto& baseline : source.baselines) baselines.push_back(baseline.get());
  const report::ComparedRuns runs{*source.run, baselines, *source.result};
  switch (format) {
    case ComparisonFormat::json: return report::writeComparisonJson(runs, {source.version});
    case ComparisonFormat::html: return report::writeComparisonHtml(runs);
    case ComparisonFormat::text: return report::writeComparisonText(runs);
    case ComparisonFormat::markdown: break;
  }
  return report::writeComparisonMarkdown(runs);
}

base::Result<void> writeFile(const ComparisonSource& source, const QString& path) {
  const auto format = comparisonFormatOf(path);
  if (!format) return base::fail(base::ErrorCode::unsupported, "the kind of report is not known", path.toStdString(), "a name that ends in .md, .html, .json or .txt");
  const std::string text = write(source, *format);
  QSaveFile file(path);
  const bool done = file.open(QIODevice::WriteOnly) && file.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size()) && file.commit();
  if (!done) return base::fail(base::ErrorCode::io, "cannot write the comparison: " + file.errorString().toStdString(), path.toStdString(), "choose another file");
  return {};
}

}  // namespace lanescope::ui
