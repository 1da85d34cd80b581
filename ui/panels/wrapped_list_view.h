// SPDX-License-Identifier: Apache-2.0
// A narrow list whose rows are as high as their wrapped text makes them, on the ground of the window: delegates measure at the width of the
// viewport and paint their own grounds.
#pragma once

#include <QListView>

namespace lanescope::ui {

class WrappedListView : public QListView {
  Q_OBJECT
 public:
  explicit WrappedListView(QWidget* parent = nullptr);

 protected:
  void resizeEvent(QResizeEvent* event) override;
};

}  // namespace lanescope::ui
