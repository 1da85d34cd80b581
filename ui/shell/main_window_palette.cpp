// SPDX-License-Identifier: Apache-2.0
// The palette of all commands, and the way to a lane by its name.
#include "ui/compare/paired_pane.h"
#include "ui/logview/log_pane.h"
#include "ui/models/pane_commands.h"
#include "ui/shell/lane_finder_model.h"
#include "ui/shell/main_window.h"
#include "ui/shell/palette_entries.h"
#include "ui/shell/quick_popup.h"
#include "ui/timeline/timeline_pane.h"

#include <QApplication>

namespace lanescope::ui {

namespace {

constexpr qsizetype kMostRecent = 8;

}  // namespace

void MainWindow::makePalette() {
  m_paletteModel = new PaletteModel;
  m_palette = new QuickPopup(m_paletteModel, tr("All commands"), tr("What to do"), this);
  m_laneModel = new LaneFinderModel;
  m_laneFinder = new QuickPopup(m_laneModel, tr("Go to a lane"), tr("Rank, ranks (0-7, 13), host, “gpu 3”, “launch 2”"), this);
  addCommand("palette.open", [this] { openPalette(); });
  addCommand("lanes.find", [this] {
    m_laneModel->setRun(m_state->run());
    m_laneFinder->open();
  });
  connect(m_palette, &QuickPopup::chosen, this, &MainWindow::runFromPalette);
  connect(m_laneFinder, &QuickPopup::chosen, this, &MainWindow::goToFoundLane);
}

void MainWindow::openPalette() {
  PaletteSources sources;
  sources.menus = m_menus;
  sources.actions = m_actions;
  sources.why = [this](const QString& id) { return whyNot(id); };
  QWidget* const focus = m_palette->isVisible() ? m_palette->before() : QApplication::focusWidget();
  PaneCommands* const here = PaneCommands::of(focus);
  // Then those of the other panes that are always at hand.
  for (PaneCommands* pane : {here, PaneCommands::of(m_comparing ? static_cast<QWidget*>(m_paired->view()) : m_timeline->view()), PaneCommands::of(m_text->view())}) {
    if (pane != nullptr && pane->pane()->isVisible() && !sources.panes.contains(pane)) sources.panes << pane;
  }
  m_paletteModel->setEntries(paletteEntries(sources), m_recentCommands);
  m_palette->open();
}

void MainWindow::runFromPalette(int row) {
  const PaletteEntry entry = m_paletteModel->at(row);
  m_recentCommands.removeAll(entry.id);
  m_recentCommands.prepend(entry.id);
  m_recentCommands = m_recentCommands.mid(0, kMostRecent);
  if (m_remembers) Settings::setRecentCommands(m_recentCommands);
  entry.run();
}

// A command that cannot be had now: what is missing.
QString MainWindow::whyNot(const QString& id) const {
  const auto run = m_state->run();
  const auto isOf = [&id](const char* group) { return id.startsWith(QLatin1String(group)); };
  if (isOf("edit.undo")) return tr("nothing to undo");
  if (isOf("edit.redo")) return tr("nothing to redo");
  if (isOf("go.back") || isOf("go.forward")) return tr("no other view was looked at");
  if (isOf("help.sample")) return tr("the sample is not installed");
  if (run == nullptr) return tr("no run is open");
  if (isOf("compare.")) return tr("no second run is open");
  if (!run->complete) return tr("the run is still being read");
  if (m_comparing && (isOf("lanes.") || isOf("timeline.") || isOf("text."))) return tr("not while two runs are compared");
  if (isOf("note.mark")) return tr("no line and no moment is selected");
  if (isOf("note.")) return tr("there is no note");
  if (isOf("first.tool")) return tr("no other one was chosen");
  if (isOf("first.") || isOf("go.answer")) return tr("the log shows no failure to choose");
  if (isOf("known.")) return tr("no finding that is known is selected");
  if (isOf("go.next") || isOf("go.previous")) return tr("nothing was found");
  return {};
}

void MainWindow::goToFoundLane(int row) {
  if (const auto lane = m_laneModel->laneAt(row)) {
    m_timeline->view()->goToLane(*lane);
  } else {
    LaneArrangement arrangement = m_timeline->view()->arrangement();
    arrangement.ranks = m_laneModel->ranks();
    m_timeline->view()->setArrangement(std::move(arrangement));
  }
  m_timeline->view()->setFocus(Qt::OtherFocusReason);
}

}  // namespace lanescope::ui
