// SPDX-License-Identifier: Apache-2.0
// The look of standard widgets: flat, hairlines instead of frames, no boxes in boxes.
#include "ui/theme/theme.h"

#include <QApplication>
#include <QStyleFactory>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

// %window and the like stand for the theme's colours.
const QString kSheet = uR"(
QToolTip { background: %raised; color: %text; border: 1px solid %hairline; padding: 6px; }
QMainWindow::separator { background: %hairline; width: 1px; height: 1px; }
QMenuBar { background: %window; border-bottom: 1px solid %hairline; padding: 2px 6px; }
QMenuBar::item { padding: 4px 10px; border-radius: 4px; }
QMenuBar::item:selected { background: %selection; }
QMenu { background: %raised; border: 1px solid %hairline; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 12px; border-radius: 4px; }
QMenu::item:selected { background: %selection; }
QMenu::item:disabled { color: %faint; }
QMenu::separator { height: 1px; background: %hairline; margin: 4px 8px; }
QToolBar { background: %window; border: none; border-bottom: 1px solid %hairline; padding: 4px; spacing: 4px; }
QToolButton { border: 1px solid transparent; border-radius: 4px; padding: 4px 8px; }
QToolButton:hover, QToolButton:checked { background: %selection; }
QToolButton:focus { border-color: %link; }
QStatusBar { background: %window; border-top: 1px solid %hairline; color: %muted; }
QStatusBar::item { border: none; }
QDockWidget { color: %muted; font-weight: bold; }
QDockWidget::title { background: %window; padding: 6px 10px; text-align: left; }
QTabBar::tab { background: transparent; padding: 6px 12px; border: none; border-bottom: 2px solid transparent; color: %muted; }
QTabBar::tab:selected { color: %text; border-bottom-color: %link; }
QTabBar::tab:hover { color: %text; }
QTabWidget::pane { border: none; }
QAbstractScrollArea { border: none; }
QTreeView, QTableView, QListView { background: %base; alternate-background-color: %window; border: none;
  selection-background-color: %selection; selection-color: %text; outline: none; }
QTreeView::item, QListView::item { padding: 3px 4px; }
QTreeView::item:hover, QListView::item:hover, QTableView::item:hover { background: %window; }
QTreeView::item:selected, QListView::item:selected, QTableView::item:selected { background: %selection; color: %text; }
QHeaderView { background: %window; }
QHeaderView::section { background: %window; color: %muted; border: none; border-bottom: 1px solid %hairline;
  padding: 4px 8px; }
QTableCornerButton::section { background: %window; border: none; }
QLineEdit { background: %base; border: 1px solid %hairline; border-radius: 5px; padding: 4px 8px;
  selection-background-color: %link; selection-color: %base; }
QLineEdit:focus { border-color: %link; }
QPushButton { background: %raised; border: 1px solid %hairline; border-radius: 5px; padding: 5px 14px; }
QPushButton:hover { background: %selection; }
QPushButton:focus { border-color: %link; }
QPushButton:disabled { color: %faint; }
QProgressBar { background: %hairline; border: none; border-radius: 2px; max-height: 4px; text-align: center; }
QProgressBar::chunk { background: %link; border-radius: 2px; }
QSplitter::handle { background: %hairline; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: %scroll; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: %faint; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
)"_s;

QString sheetOf(const Theme& theme) {
  QString sheet = kSheet;
  const QColor scroll = theme.kind == ThemeKind::light ? theme.hairline.darker(115) : theme.hairline.lighter(140);
  const std::pair<QLatin1String, QColor> colours[] = {
      {"%window"_L1, theme.window},     {"%base"_L1, theme.base},   {"%raised"_L1, theme.raised},
      {"%hairline"_L1, theme.hairline}, {"%text"_L1, theme.text},   {"%muted"_L1, theme.muted},
      {"%faint"_L1, theme.faint},       {"%link"_L1, theme.link},   {"%selection"_L1, theme.selection},
      {"%scroll"_L1, scroll},
  };
  for (const auto& [name, colour] : colours) sheet.replace(name, colour.name());
  return sheet;
}

}  // namespace

void applyTheme(QApplication& application, ThemeKind kind) {
  const Theme& theme = Theme::of(kind);
  application.setStyle(QStyleFactory::create(u"Fusion"_s));
  application.setPalette(theme.palette());
  application.setFont(uiFont(13));
  application.setStyleSheet(sheetOf(theme));
}

}  // namespace lanescope::ui
