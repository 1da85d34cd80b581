// SPDX-License-Identifier: Apache-2.0
// For assistive technology: a part of a view that is no widget and has no parts of its own, such as a line or a cell.
#pragma once

#include <QAccessible>

namespace lanescope::ui {

class LeafAccessible : public QAccessibleInterface {
 public:
  QObject* object() const override { return nullptr; }
  QAccessibleInterface* child(int) const override { return nullptr; }
  int childCount() const override { return 0; }
  int indexOfChild(const QAccessibleInterface*) const override { return -1; }
  QAccessibleInterface* childAt(int, int) const override { return nullptr; }
  void setText(QAccessible::Text, const QString&) override {}
};

}  // namespace lanescope::ui
