// SPDX-License-Identifier: Apache-2.0
// What leaves the window: a picture or a report of what is shown, without what is redacted. Values; any thread may make them.
#pragma once

#include "ui/models/added.h"
#include "core/report/redact.h"
#include "core/report/view_json.h"
#include "ui/compare/time_alignment.h"
#include "ui/export/picture_scene.h"
#include "ui/models/view_state.h"

#include <QSize>

#include <memory>

namespace lanescope::ui {

// What the window shows.
struct ExportSubject {
  std::shared_ptr<const model::Run> run;
  std::vector<std::shared_ptr<const model::Run>> baselines;
  std::shared_ptr<const compare::Comparison> comparison;   // null: one run alone
  std::optional<TimeAlignment> alignment;        // of the comparison
  TimeRange visible;                             // on the run's clock
  report::View view;
  Added added;                                   // by the user, since the run was read
};

// The same without originals, and what is said of where it comes from.
struct PreparedExport {
  ExportSubject shown;
  report::Provenance provenance;
  std::shared_ptr<const report::Redactor> redactor;        // null: nothing was to be redacted
};
// Reads the inputs again, for their SHA-256, unless `known` holds those of the same subject.
PreparedExport prepareExport(const ExportSubject& subject, report::RedactKinds kinds, const PreparedExport* known = nullptr);

enum class ExportFormat : std::uint8_t { png, svg, pdf, markdown, html, brief, json };
// By the ending of a file's name (.md, .html, .txt, .json, and those of pictures); nullopt for others.
std::optional<ExportFormat> exportFormatOf(const QString& path);
bool isPicture(ExportFormat format);
QString suffixOf(ExportFormat format);           // "png"

struct PictureChoice {
  QSize size{1720, 0};                           // pixels; a height of 0 follows the content
  ThemeKind theme = ThemeKind::light;
  bool wholeRun = false;                         // else the visible range
};
PictureScene exportScene(const PreparedExport& prepared, const PictureChoice& choice);
// Empty where a picture is too large for the memory there is.
QByteArray exportBytes(const PreparedExport& prepared, const PictureChoice& choice, ExportFormat format);

// Appears whole or not at all.
base::Result<void> writeExport(const QByteArray& bytes, const QString& path);

}  // namespace lanescope::ui
