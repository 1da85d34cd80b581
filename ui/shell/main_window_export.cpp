// SPDX-License-Identifier: Apache-2.0
// What leaves the main window as a picture or a report, and what comes back inside a picture.
#include "ui/compare/compare_state.h"
#include "ui/export/export_sheet.h"
#include "ui/export/png_text.h"
#include "ui/models/words.h"
#include "ui/panels/strips.h"
#include "ui/shell/main_window.h"

#include <QFileInfo>
#include <QImageReader>
#include <QStatusBar>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr int kMessageMs = 5000;

std::optional<std::uint32_t> findingNamed(const model::Run& run, const std::string& id) {
  const auto found = std::find_if(run.findings.begin(), run.findings.end(), [&](const model::Finding& finding) { return finding.id == id; });
  if (id.empty() || found == run.findings.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - run.findings.begin());
}

bool isThere(const model::Run& run, model::LineRef line) {
  if (line.source.value >= run.sources.size() || line.line == 0) return false;
  const model::Source& source = run.source(line.source);
  return source.text && line.line <= source.text->lineCount();
}

}  // namespace

void MainWindow::makeExportActions() {
  addCommand("file.export", [this] { openExportSheet(); });
  addCommand("file.copyBoth", [this] { copyForIssue(true, true); });
  addCommand("file.copyPicture", [this] { copyForIssue(true, false); });
  addCommand("file.copyText", [this] { copyForIssue(false, true); });
}

// Of a comparison both runs; the range and the view are those of the run that it is about.
ExportSubject MainWindow::exportSubject() const {
  ExportSubject subject;
  const ViewState* state = m_state;
  subject.comparison = m_compare->result();
  if (subject.comparison) {
    state = m_compare->side(Side::run);
    subject.baselines = m_compare->baselines();
    subject.alignment = m_compare->alignment();
  }
  subject.run = state->run();
  if (subject.run == nullptr || !subject.run->complete) return {};
  subject.visible = state->range();
  subject.added = addedTo(*state);
  const Selection& selection = state->selection();
  subject.view = {subject.run->id, {}, {}, state->zero(), selection.finding ? subject.run->findings[*selection.finding].id : std::string(), selection.line};
  return subject;
}

void MainWindow::openExportSheet() {
  const ExportSubject subject = exportSubject();
  if (subject.run == nullptr) return;
  if (m_export == nullptr) {
    m_export = new ExportSheet(this);
    connect(m_export, &ExportSheet::copied, this, [this](const QString& what) { statusBar()->showMessage(what, kMessageMs); });
    connect(m_export, &ExportSheet::saved, this, [this](const QString& path) {
      statusBar()->showMessage(tr("Written: %1").arg(path), kMessageMs);
      Q_EMIT exported(path);
    });
    connect(m_export, &ExportSheet::refused, this, [this](const base::Error& error) { m_notices->add(error); });
    // It stays open beside the window and follows what that shows.
    const auto follow = [this] {
      if (!m_export->isVisible()) return;
      if (const ExportSubject now = exportSubject(); now.run) m_export->setSubject(now);
    };
    for (const ViewState* state : {m_state, m_otherState}) {
      connect(state, &ViewState::runChanged, m_export, follow);
      connect(state, &ViewState::rangeChanged, m_export, follow);
    }
    connect(m_compare, &CompareState::resultChanged, m_export, follow);
  }
  m_export->setSubject(subject);
  m_export->show();
  m_export->raise();
  m_export->activateWindow();
}

// As the sheet has it, or as it would have it.
void MainWindow::copyForIssue(bool picture, bool text) {
  const ExportSubject subject = exportSubject();
  if (subject.run == nullptr) return;
  statusBar()->showMessage(tr("Preparing…"));
  const report::RedactKinds kinds = m_export ? m_export->redacted() : report::RedactKinds::leaving();
  copyExport(this, subject, kinds, m_export ? m_export->choice() : PictureChoice(), picture, text, [this](const base::Result<QString>& done) {
    if (!done) return m_notices->add(done.error());
    statusBar()->showMessage(*done, kMessageMs);
  });
}

void MainWindow::exportTo(const QString& path) {
  const ExportSubject subject = exportSubject();
  if (subject.run == nullptr) return;
  const report::RedactKinds kinds = m_export ? m_export->redacted() : report::RedactKinds::leaving();
  saveExport(this, subject, kinds, m_export ? m_export->choice() : PictureChoice(), path, [this, path](const base::Result<void>& done) {
    if (!done) return m_notices->add(done.error());
    statusBar()->showMessage(tr("Written: %1").arg(path), kMessageMs);
    Q_EMIT exported(path);
  });
}

bool MainWindow::showViewOf(const QString& picture) {
  const QByteArray json = viewInPng(picture);
  if (json.isEmpty()) return false;
  const QString name = QFileInfo(picture).fileName();
  const auto view = report::readView({json.constData(), static_cast<std::size_t>(json.size())});
  const auto run = m_state->run();
  if (!view) {
    m_notices->add(base::Error{view.error().code, "the view in the picture cannot be read: " + view.error().what, name.toStdString(), "open the run itself"});
    return true;
  }
  if (run == nullptr || !run->complete || run->id != view->run) {
    const QString title = QImageReader(picture).text(QStringLiteral("Title"));
    const QString what = run && run->complete ? tr("%1 shows another run than the one that is open (%2). Open that run and drop the picture again.")
                                              : tr("%1 holds a view and no logs (%2). Open its run and drop the picture again.");
    m_notices->add(what.arg(name, title));
    return true;
  }
  if (isThere(*run, view->line.value_or(model::LineRef{model::SourceId{UINT32_MAX}, 0}))) m_state->selectLine(*view->line);
  else if (const auto finding = findingNamed(*run, view->finding)) m_state->selectFinding(*finding);
  if (view->zeroNs) m_state->setZero(*view->zeroNs);
  if (view->fromNs && view->toNs) m_state->setRange({*view->fromNs, *view->toNs});
  else m_state->showAll();
  statusBar()->showMessage(tr("The view of %1 is shown.").arg(name), kMessageMs);
  return true;
}

}  // namespace lanescope::ui
