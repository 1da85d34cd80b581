// SPDX-License-Identifier: Apache-2.0
// The comparison in the main window: opening what to compare with, the panes of a comparison in place of those of one run, and what is
// copied, exported and ignored from them.
#include "core/session/ignore_file.h"
#include "ui/compare/compare_header.h"
#include "ui/compare/comparison_export.h"
#include "ui/compare/difference_panel.h"
#include "ui/compare/paired_pane.h"
#include "ui/compare/paired_text_pane.h"
#include "ui/compare/sibling_runs.h"
#include "ui/models/in_background.h"
#include "ui/models/path_names.h"
#include "ui/models/search_state.h"
#include "ui/models/words.h"
#include "ui/panels/strips.h"
#include "ui/search/search_box.h"
#include "ui/shell/dock.h"
#include "ui/shell/main_window.h"
#include "ui/timeline/timeline_pane.h"

#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QStackedWidget>
#include <QStatusBar>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr int kMessageMs = 5000;
constexpr const char* kDifferencesDock = "differences";
constexpr const char* kTextsDock = "pairedTexts";

QString namesOf(const std::vector<session::Request>& requests) {
  QStringList paths;
  for (const session::Request& request : requests) {
    for (const std::string& path : request.paths) paths << toQt(path);
  }
  return pathNames(paths);
}

// Takes every rule away that leaves the text out.
void dropRules(std::vector<std::string>& rules, const std::string& text, bool ofFiles) {
  std::erase_if(rules, [&](const std::string& rule) { return rule == text || compare::matchesRule(rule, text) || (ofFiles && compare::matchesRule("*/" + rule, text)); });
}

// Adds the rule for a difference; false where there is none for its kind.
bool addRule(compare::IgnoreList& list, const compare::Comparison& comparison, const Difference& difference) {
  switch (difference.kind) {
    case DifferenceKind::message: list.templates.push_back(comparison.messages[difference.index].text); return true;
    case DifferenceKind::test: list.tests.push_back(comparison.tests[difference.index].id); return true;
    case DifferenceKind::file: list.files.push_back(comparison.files[difference.index].path); return true;
    default: return false;
  }
}

// Adds the rule for a difference, or takes those away that leave it out; false where there is none for its kind.
bool changeRules(compare::IgnoreList& list, const compare::Comparison& comparison, const Difference& difference) {
  if (!isIgnored(comparison, difference)) return addRule(list, comparison, difference);
  switch (difference.kind) {
    case DifferenceKind::message: dropRules(list.templates, comparison.messages[difference.index].text, false); return true;
    case DifferenceKind::test: dropRules(list.tests, comparison.tests[difference.index].id, false); return true;
    case DifferenceKind::file: dropRules(list.files, comparison.files[difference.index].path, true); return true;
    default: return false;
  }
}

}  // namespace

void MainWindow::makeComparison() {
  m_otherState = new ViewState(this);
  m_compare = new CompareState(m_state, m_otherState, this);
  m_comparison = new ComparisonController(this);
  m_paired = new PairedPane(m_compare, this);
  const auto runs = m_timeline->view()->preparedRuns();
  m_paired->setPreparedRuns(runs);
  m_comparison->setPreparation([runs](const auto& run, const std::stop_token& stop) {
    if (run->complete) runs->prepare(run, stop);
  });
  m_differences = new DifferencePanel(m_compare, this);
  m_pairedTexts = new PairedTextPane(m_compare, this);
  m_centre->addWidget(m_paired);
  QDockWidget* differences = makeDock(QLatin1String(kDifferencesDock), tr("Differences"), m_differences, Caption::none, this);
  QDockWidget* texts = makeDock(QLatin1String(kTextsDock), tr("Texts of both runs"), m_pairedTexts, Caption::none, this);
  addDockWidget(Qt::BottomDockWidgetArea, differences);
  addDockWidget(Qt::BottomDockWidgetArea, texts);
  splitDockWidget(differences, texts, Qt::Vertical);
  differences->hide();
  texts->hide();

  connect(m_comparison, &ComparisonController::baselineArrived, this, &MainWindow::onBaseline);
  connect(m_comparison, &ComparisonController::compared, this, &MainWindow::onCompared);
  connect(m_comparison, &ComparisonController::previewed, this, &MainWindow::onCompared);
  connect(m_comparison, &ComparisonController::opened, this, &MainWindow::leaveComparison);
  connect(m_comparison, &ComparisonController::progressed, this, [this](const session::Status& status) {
    if (!m_loading->isVisible()) m_loading->begin(tr("the comparison"));
    m_loading->show(status);
  });
  connect(m_comparison, &ComparisonController::cancelled, this, [this] {
    endComparing();
    m_notices->add(tr("Comparing was stopped. Choose “Compare with…” to start again."));
  });
  connect(m_comparison, &ComparisonController::failed, this, [this](const base::Error& error) {
    endComparing();
    m_notices->add(error);
  });
  connect(m_compare, &CompareState::resultChanged, this, &MainWindow::updateActions);
  connect(m_paired->view(), &PairedView::cursorMoved, this, &MainWindow::updateCursor);
  connect(m_differences, &DifferencePanel::copyRequested, this, [this] { copyComparison(false); });
  connect(m_differences, &DifferencePanel::copyAllRequested, this, [this] { copyComparison(true); });
  connect(m_differences, &DifferencePanel::exportRequested, this, &MainWindow::chooseComparisonFile);
  connect(m_differences, &DifferencePanel::ignoreRequested, this, &MainWindow::ignoreDifference);
}

void MainWindow::makeCompareActions() {
  addCommand("file.compare", [this] { chooseBaseline(false); });
  addCommand("file.compareFolder", [this] { chooseBaseline(true); });
  addCommand("compare.next", [this] { m_differences->walk(1); });
  addCommand("compare.previous", [this] { m_differences->walk(-1); });
  addCommand("compare.swap", [this] { m_comparison->swap(); });
  addCommand("compare.copy", [this] { copyComparison(false); });
  addCommand("compare.copyAll", [this] { copyComparison(true); });
  addCommand("compare.export", [this] { chooseComparisonFile(); });
  addCommand("compare.ignore", [this] { ignoreDifference(); });
  addCommand("compare.close", [this] { closeComparison(); });
}

bool MainWindow::isCompareDock(const QDockWidget* dock) const { return dock->objectName() == QLatin1String(kDifferencesDock) || dock->objectName() == QLatin1String(kTextsDock); }

// --- opening and closing

void MainWindow::compareWith(std::vector<session::Request> baselines) {
  if (baselines.empty()) return;
  if (m_controller->isReading() || m_state->run() == nullptr) {
    m_waiting = std::move(baselines);
    return;
  }
  m_loading->begin(namesOf(baselines));
  m_comparison->open(std::move(baselines));
}

void MainWindow::comparePaths(const QStringList& paths) {
  if (paths.isEmpty()) return;
  session::Request request;
  for (const QString& path : paths) request.paths.push_back(path.toStdString());
  request.threads = m_controller->request().threads;
  request.signatureFolders = m_controller->request().signatureFolders;
  request.zone = m_controller->request().zone;
  request.sideFile = m_controller->request().sideFile;
  compareWith({request});
}

void MainWindow::chooseBaseline(bool folder) {
  auto* dialog = new QFileDialog(this, tr("Compare with"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(folder ? QFileDialog::Directory : QFileDialog::ExistingFiles);
  dialog->setOption(QFileDialog::ShowDirsOnly, folder);
  if (!m_controller->request().paths.empty()) dialog->setDirectory(QFileInfo(toQt(m_controller->request().paths.front())).absolutePath());
  connect(dialog, &QFileDialog::filesSelected, this, &MainWindow::comparePaths);
  dialog->open();
}

// Runs of the same job lie beside each other more often than not.
void MainWindow::fillCompareMenu() {
  m_compareMenu->clear();
  m_compareMenu->addActions({action("file.compare"), action("file.compareFolder")});
  QStringList opened;
  for (const std::string& path : m_controller->request().paths) opened << toQt(path);
  const QStringList siblings = siblingRuns(opened);
  if (!siblings.isEmpty()) m_compareMenu->addSection(tr("In the same folder"));
  m_compareMenu->setToolTipsVisible(true);
  for (const QString& path : siblings) {
    QAction* entry = m_compareMenu->addAction(QFileInfo(path).fileName(), this, [this, path] { comparePaths({path}); });
    entry->setToolTip(path);
    entry->setEnabled(m_state->run() != nullptr);
  }
}

void MainWindow::onBaseline(const std::shared_ptr<const model::Run>& baseline) {
  m_otherState->setRun(baseline, true);
  for (const input::Input& input : baseline->inputs) {
    if (input.error) m_notices->add(*input.error);
  }
  showComparison();
}

void MainWindow::onCompared(const std::shared_ptr<const compare::Comparison>& comparison) {
  if (!comparison->partial) m_loading->end();
  const bool swapped = m_comparison->isSwapped();
  m_compare->setResult(comparison, swapped ? std::vector<std::shared_ptr<const model::Run>>{m_state->run()} : m_comparison->baselines(), swapped);
  m_header->refresh();
  if (comparison->partial) return;
  m_differences->setFocus();
  Q_EMIT compared();
}

void MainWindow::endComparing() {
  m_loading->end();
  if (m_compare->result() == nullptr) closeComparison();
}

// The panes of a comparison take the place of those of one run.
void MainWindow::showComparison() {
  if (!m_comparing) m_singleDocks = saveState();
  m_comparing = true;
  m_search->setOther(m_otherState);
  m_searchBox->nameRuns();
  for (QDockWidget* each : findChildren<QDockWidget*>()) each->setVisible(isCompareDock(each));
  m_centre->setCurrentWidget(m_paired);
  m_verdictPlace->hide();
  m_header->refresh();
  m_header->show();
  // In a low window the least of both lets the timelines have the rest.
  const int share = height() < kLowWindow ? 0 : height();
  const int differences = std::max(m_differences->minimumHeight(), share * 25 / 100), texts = std::max(m_pairedTexts->minimumHeight(), share * 22 / 100);
  resizeDocks({dock(kDifferencesDock), dock(kTextsDock)}, {differences, texts}, Qt::Vertical);
  updateActions();
}

void MainWindow::closeComparison() {
  m_comparison->close();
  leaveComparison();
}

void MainWindow::leaveComparison() {
  m_compare->clear();
  m_otherState->setRun(nullptr, true);
  if (!std::exchange(m_comparing, false)) return;
  m_search->setOther(nullptr);
  m_searchBox->nameRuns();
  m_header->hide();
  m_verdictPlace->show();
  m_centre->setCurrentWidget(m_timeline);
  restoreState(m_singleDocks);
  for (QDockWidget* each : findChildren<QDockWidget*>()) {
    if (isCompareDock(each)) each->hide();
  }
  updateActions();
  m_timeline->view()->setFocus();
}

// --- what leaves the window

void MainWindow::copyComparison(bool all) {
  ComparisonSource source = sourceOf(*m_compare);
  const auto difference = m_compare->current();
  if (source.result == nullptr || (!all && !difference)) return;
  inBackground(
      this, [source, difference, all] { return write(all ? source : only(source, *difference), ComparisonFormat::markdown); },
      [this, all](const std::string& text) {
        QApplication::clipboard()->setText(toQt(text));
        statusBar()->showMessage(all ? tr("The comparison is on the clipboard as Markdown.") : tr("The difference is on the clipboard as Markdown."), kMessageMs);
      });
}

void MainWindow::chooseComparisonFile() {
  if (m_compare->result() == nullptr) return;
  auto* dialog = new QFileDialog(this, tr("Export the comparison"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setNameFilters({tr("Markdown (*.md)"), tr("Web page (*.html)"), tr("JSON (*.json)"), tr("Text (*.txt)")});
  dialog->setDefaultSuffix(QStringLiteral("md"));
  connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) { dialog->setDefaultSuffix(filter.section(QStringLiteral("*."), 1).chopped(1)); });
  dialog->selectFile(QStringLiteral("comparison.md"));
  connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::exportComparisonTo);
  dialog->open();
}

void MainWindow::exportComparisonTo(const QString& path) {
  const ComparisonSource source = sourceOf(*m_compare);
  if (source.result == nullptr) return;
  inBackground(
      this, [source, path] { return writeFile(source, path); },
      [this, path](const base::Result<void>& written) {
        if (!written) return m_notices->add(written.error());
        statusBar()->showMessage(tr("Comparison written: %1").arg(path), kMessageMs);
        Q_EMIT exported(path);
      });
}

// From now on, for everybody who opens this project's runs: the rule is kept beside the run.
void MainWindow::ignoreDifference() {
  const auto difference = m_compare->current();
  const auto result = m_compare->result();
  if (result == nullptr || !difference) return;
  const session::Request request = m_comparison->requestOfRun();
  const std::string named = m_comparison->options().ignoreFile;
  if (request.paths.empty()) return;
  inBackground(
      this,
      [result, difference, request, named]() -> base::Result<void> {
        auto list = session::ignoreListOf(request.paths, named, true);
        if (!list) return tl::make_unexpected(list.error());
        if (!changeRules(*list, *result, *difference)) return {};
        return session::keepIgnoreList(named.empty() ? session::ignorePath(request.paths.front()) : named, *list);
      },
      [this](const base::Result<void>& kept) {
        if (!kept) return m_notices->add(kept.error());
        m_comparison->compareAgain();
      });
}

}  // namespace lanescope::ui
