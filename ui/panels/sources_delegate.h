// SPDX-License-Identifier: Apache-2.0
// Cells of the table of sources: a pencil in those that the user has set, a warning where that does not apply, and an editor
// for each kind of setting. Every editor's first choice takes back what was set.
#pragma once

#include "ui/panels/cell_delegate.h"

#include <QStringList>

#include <utility>
#include <vector>

namespace lanescope::ui {

class ViewState;

class SourcesDelegate : public CellDelegate {
  Q_OBJECT
 public:
  explicit SourcesDelegate(ViewState* state, QObject* parent = nullptr) : CellDelegate(parent), m_state(state) {}

  // What can be chosen for a setting: the text, and the value as the OverrideStore wants it.
  using Choices = std::vector<std::pair<QString, QString>>;
  static Choices formats();
  static Choices launches(const ViewState& state);

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  void setEditorData(QWidget* editor, const QModelIndex& index) const override;
  void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
  void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  ViewState* m_state;
};

}  // namespace lanescope::ui
