// SPDX-License-Identifier: Apache-2.0
// The files of the run: a filter, a table in two groups (read, skipped), and what the user may say of each, in its cells (F2)
// and in a menu that holds for all rows chosen.
#pragma once

#include "ui/models/sources_model.h"

#include <QWidget>

class QLineEdit;
class QMenu;
class QSortFilterProxyModel;
class QTreeView;

namespace lanescope::ui {

class SourcesPanel : public QWidget {
  Q_OBJECT
 public:
  SourcesPanel(ViewState* state, OverrideStore* store, QWidget* parent = nullptr);
  QTreeView* view() const { return m_view; }
  QLineEdit* filter() const { return m_filter; }
  SourcesModel* model() const { return m_model; }
  // The cell of a source in the view, as sorted and filtered.
  QModelIndex indexOf(const QString& path, int column) const;
  QSize sizeHint() const override { return {600, 240}; }

 Q_SIGNALS:
  void openRequested();  // a source's text was chosen

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void makeView();
  void open(const QModelIndex& index);
  void followSelection();
  void keepPlace();
  void restorePlace();
  void showMenu(const QPoint& position);
  void fillMenu(QMenu& menu);
  void addChoices(QMenu& menu, int column, const std::vector<std::pair<QString, QString>>& choices);
  void setChosen(int column, const QString& value);
  std::vector<std::string> chosenSources(int column) const;

  ViewState* m_state;
  OverrideStore* m_store;
  SourcesModel* m_model;
  QSortFilterProxyModel* m_sorted;
  QLineEdit* m_filter;
  QTreeView* m_view;
  QString m_keptSource;
  int m_keptScroll = 0;
  bool m_keptExpanded[SourcesModel::GroupCount] = {true, true};
};

}  // namespace lanescope::ui
