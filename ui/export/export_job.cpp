// SPDX-License-Identifier: Apache-2.0
#include "ui/export/export_job.h"

#include "core/report/build_info.h"
#include "core/report/exports.h"
#include "core/report/json_report.h"
#include "ui/export/comparison_picture.h"
#include "ui/models/words.h"

#include <QFileInfo>
#include <QSaveFile>

#include <array>

namespace lanescope::ui {

namespace {

struct FormatInfo { ExportFormat format; const char* suffix; };
constexpr std::array<FormatInfo, 7> kFormats = {{{ExportFormat::png, "png"}, {ExportFormat::svg, "svg"}, {ExportFormat::pdf, "pdf"}, {ExportFormat::markdown, "md"},
                                                 {ExportFormat::html, "html"}, {ExportFormat::brief, "txt"}, {ExportFormat::json, "json"}}};

std::vector<report::Provenance::Input> inputsOf(const ExportSubject& original, const ExportSubject& shown) {
  auto inputs = report::hashedInputs(*original.run, *shown.run, false);
  for (std::size_t i = 0; i < original.baselines.size(); ++i) {
    for (auto& input : report::hashedInputs(*original.baselines[i], *shown.baselines[i], true)) inputs.push_back(std::move(input));
  }
  return inputs;
}

// As they are called in `shown`; the bytes are the same.
std::vector<report::Provenance::Input> renamedInputs(std::vector<report::Provenance::Input> inputs, const ExportSubject& shown) {
  std::size_t at = 0;
  const auto rename = [&](const model::Run& run) {
    for (const input::Input& input : run.inputs) {
      if (at < inputs.size()) inputs[at++].name = input.path;
    }
  };
  rename(*shown.run);
  for (const auto& baseline : shown.baselines) rename(*baseline);
  return inputs;
}

QByteArray bytesOf(const std::string& text) { return {text.data(), static_cast<qsizetype>(text.size())}; }

QByteArray reportBytes(const PreparedExport& prepared, const PictureChoice& choice, ExportFormat format) {
  const ExportSubject& shown = prepared.shown;
  std::vector<const model::Run*> baselines;
  for (const auto& baseline : shown.baselines) baselines.push_back(baseline.get());
  std::optional<report::ComparedRuns> compared;
  if (shown.comparison) compared.emplace(report::ComparedRuns{*shown.run, baselines, *shown.comparison});
  const report::ReportOptions options{report::toolVersion()};
  if (format == ExportFormat::brief) return bytesOf(report::writeBrief(*shown.run));
  if (format == ExportFormat::json) return bytesOf(compared ? report::writeJsonReport(*compared, options) : report::writeJsonReport(*shown.run, nullptr, options));
  const report::Export what{*shown.run, compared ? &*compared : nullptr, prepared.provenance};
  if (format == ExportFormat::markdown) return bytesOf(report::writeMarkdownReport(what));
  const QByteArray picture = exportBytes(prepared, choice, ExportFormat::png);
  return bytesOf(report::writeHtmlReport(what, {picture.toStdString(), "image/png", picture.isEmpty() ? "No picture: there was not enough memory for it." : ""}));
}

}  // namespace

PreparedExport prepareExport(const ExportSubject& subject, report::RedactKinds kinds, const PreparedExport* known) {
  PreparedExport prepared{subject, report::provenanceOfNow(kinds), {}};
  const std::shared_ptr<const model::Run> run = prepared.shown.run = withAdded(subject.run, subject.added);
  if (!kinds.none()) {
    const auto redactor = std::make_shared<report::Redactor>(kinds);
    report::learn(*run, *redactor);
    for (const auto& baseline : subject.baselines) report::learn(*baseline, *redactor);
    prepared.shown.run = report::redacted(*run, redactor);
    for (auto& baseline : prepared.shown.baselines) baseline = report::redacted(*baseline, redactor);
    if (subject.comparison) prepared.shown.comparison = report::redacted(*subject.comparison, *redactor);
    prepared.redactor = redactor;
  }
  prepared.provenance.inputs = known ? renamedInputs(known->provenance.inputs, prepared.shown) : inputsOf(subject, prepared.shown);
  return prepared;
}

std::optional<ExportFormat> exportFormatOf(const QString& path) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  for (const FormatInfo& info : kFormats) {
    if (suffix == QLatin1String(info.suffix)) return info.format;
  }
  if (suffix == QLatin1String("markdown")) return ExportFormat::markdown;
  return suffix == QLatin1String("htm") ? std::optional(ExportFormat::html) : std::nullopt;
}

bool isPicture(ExportFormat format) { return format == ExportFormat::png || format == ExportFormat::svg || format == ExportFormat::pdf; }

QString suffixOf(ExportFormat format) { return QString::fromLatin1(kFormats[static_cast<std::size_t>(format)].suffix); }

PictureScene exportScene(const PreparedExport& prepared, const PictureChoice& choice) {
  const ExportSubject& shown = prepared.shown;
  PictureRequest request;
  request.width = choice.size.width();
  request.height = choice.size.height();
  request.theme = choice.theme;
  request.provenance = prepared.provenance;
  report::View view = shown.view;
  view.fromNs = view.toNs = std::nullopt;
  if (!choice.wholeRun && shown.visible.length() > 0) {
    view.fromNs = request.fromNs = shown.visible.begin;
    view.toNs = request.toNs = shown.visible.end;
  }
  request.view = report::writeView(view);
  if (!shown.comparison) return pictureScene(*shown.run, request);
  return comparisonScene({*shown.run, *shown.baselines.front(), *shown.comparison, shown.alignment}, request);
}

QByteArray exportBytes(const PreparedExport& prepared, const PictureChoice& choice, ExportFormat format) {
  switch (format) {
    case ExportFormat::png: return pictureBytes(exportScene(prepared, choice), PictureFormat::png);
    case ExportFormat::svg: return pictureBytes(exportScene(prepared, choice), PictureFormat::svg);
    case ExportFormat::pdf: return pictureBytes(exportScene(prepared, choice), PictureFormat::pdf);
    default: return reportBytes(prepared, choice, format);
  }
}

base::Result<void> writeExport(const QByteArray& bytes, const QString& path) {
  if (bytes.isEmpty()) return base::fail(base::ErrorCode::limit, "the picture is too large for the memory there is", path.toStdString(), "a smaller size");
  QSaveFile file(path);
  if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit()) return {};
  return base::fail(base::ErrorCode::io, "cannot write the export: " + file.errorString().toStdString(), path.toStdString(), "choose another file");
}

}  // namespace lanescope::ui
