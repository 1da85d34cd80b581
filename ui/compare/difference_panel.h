// SPDX-License-Identifier: Apache-2.0
// The differences of a comparison: a tab for each kind with its count, filters, and what was compared. Choosing a row selects its place
// in both timelines and both texts.
#pragma once

#include "ui/compare/compare_state.h"

#include <QWidget>

#include <array>
#include <vector>

class QLabel;
class QLineEdit;
class QStackedWidget;
class QTabBar;
class QTableView;
class QToolButton;

namespace lanescope::ui {

class DifferenceFilter;
class DifferenceModel;

class DifferencePanel : public QWidget {
  Q_OBJECT
 public:
  explicit DifferencePanel(CompareState* state, QWidget* parent = nullptr);

  DifferenceTab tab() const;
  void setTab(DifferenceTab tab);
  DifferenceModel* model(DifferenceTab tab) const;
  DifferenceFilter* filter(DifferenceTab tab) const;
  QTableView* list() const;                      // of the present tab
  QString tabText(DifferenceTab tab) const;      // "Messages 4"
  QString footer() const;
  QString position() const;                      // "difference 1 of 4"
  void walk(int steps);                          // F8: over the rows that are listed, round at the ends
  std::optional<Difference> currentDifference() const;
  void setKindFilter(const QString& kind);
  void setPhaseFilter(const QString& phase);
  void setRankFilter(const QString& ranks);
  void setFoldedShown(bool shown);

 Q_SIGNALS:
  void copyRequested();                          // the chosen difference
  void copyAllRequested();
  void exportRequested();
  void ignoreRequested();                        // the chosen one, in this project, from now on; or no longer, where it is ignored

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Page {
    DifferenceModel* model = nullptr;
    DifferenceFilter* filter = nullptr;
    QTableView* view = nullptr;
  };
  Page makePage(DifferenceTab tab);
  QWidget* makeHead();
  QWidget* makeFoot();
  const Page& page() const { return m_pages[static_cast<std::size_t>(tab())]; }
  void onResult();
  void followCurrent();
  void fillKinds();
  void fillPhases();
  void updateFilters();
  void updateFoot();
  void openMenu(const QPoint& position);
  QString emptySentence(DifferenceTab tab) const;

  CompareState* m_state;
  QTabBar* m_tabs;
  QStackedWidget* m_stack;
  std::array<Page, kDifferenceTabs> m_pages;
  QToolButton* m_kind = nullptr;
  QToolButton* m_phase = nullptr;
  QLineEdit* m_ranks = nullptr;
  QToolButton* m_folded = nullptr;
  QToolButton* m_copy = nullptr;
  QLabel* m_foot = nullptr;
  QLabel* m_position = nullptr;
  bool m_following = false;
};

}  // namespace lanescope::ui
