// SPDX-License-Identifier: Apache-2.0
#include "app/window/cmd_image.h"

#include "app/attended_load.h"
#include "app/compare_runs.h"
#include "app/exit_status.h"
#include "app/provenance.h"
#include "app/time_argument.h"
#include "core/report/time_text.h"
#include "core/report/view_json.h"
#include "ui/export/comparison_picture.h"
#include "ui/models/view_state.h"

#include <fmt/format.h>
#include <QGuiApplication>
#include <QLoggingCategory>

namespace lanescope::app {

namespace {

// Outside of the run there is nothing to draw.
base::Result<void> meetsRun(const model::Run& run, const ui::PictureRequest& picture) {
  const auto times = ui::timesOf(run);
  if (!picture.fromNs && !picture.toNs) return {};
  if (!times) return base::fail(base::ErrorCode::invalidArgument, "no line of the run carries a time", run.name, "leave out --from and --to");
  if (picture.fromNs.value_or(times->begin) <= times->end && picture.toNs.value_or(times->end) >= times->begin) return {};
  return base::fail(base::ErrorCode::invalidArgument, "nothing of the run lies between --from and --to", run.name,
                    fmt::format("a span within {} to {}", report::isoTime(times->begin), report::isoTime(times->end)));
}

base::Result<ui::PictureRequest> pictureOf(const CommandLine& line, const model::Run& run) {
  ui::PictureRequest picture;
  picture.outputPath = line.output;
  picture.width = line.width;
  picture.height = line.height;
  picture.theme = line.dark ? ui::ThemeKind::dark : ui::ThemeKind::light;
  if (const auto read = readSpan(line, run, picture.fromNs, picture.toNs); !read) return tl::make_unexpected(read.error());
  // Compared runs are drawn on the other one's axis too.
  if (line.baselines.empty()) {
    if (const auto meets = meetsRun(run, picture); !meets) return tl::make_unexpected(meets.error());
  }
  return picture;
}

}  // namespace

int runImage(const CommandLine& line) {
  const auto run = loadAttended(line.request, {line.quiet, line.verbose});
  if (!run) return exitWith(run.error());
  auto picture = pictureOf(line, **run);
  if (!picture) return exitWith(picture.error());
  ComparedWith with;
  if (!line.baselines.empty()) {
    auto compared = compareAttended(line, **run);
    if (!compared) return exitWith(compared.error());
    with = *std::move(compared);
  }
  // Always offscreen: a picture needs no display, and is the same with and without one.
  std::string name = "lanescope", option = "-platform", platform = "offscreen";
  char* arguments[] = {name.data(), option.data(), platform.data(), nullptr};
  int count = 3;
  // Without XDG_RUNTIME_DIR Qt complains, although nothing here needs it.
  QLoggingCategory::setFilterRules(QStringLiteral("default.warning=false"));
  const QGuiApplication application(count, arguments);
  QLoggingCategory::setFilterRules({});
  const Writable shown = writable(line, *run, with);
  picture->provenance = provenanceOf(line, **run, with, shown);
  picture->view = report::writeView({(*run)->id, picture->fromNs, picture->toNs, {}, {}, {}});
  const auto written = shown.with.comparison ? ui::exportComparisonPicture({*shown.run, *shown.with.runs.front(), *shown.with.comparison, {}}, *picture)
                                             : ui::exportPicture(*shown.run, *picture);
  return written ? kSuccess : exitWith(written.error());
}

}  // namespace lanescope::app
