// SPDX-License-Identifier: Apache-2.0
// The two texts below the strips that say whose they are.
#pragma once

#include "ui/compare/paired_text_view.h"

#include <QWidget>

namespace lanescope::ui {

class PairedTextPane : public QWidget {
  Q_OBJECT
 public:
  explicit PairedTextPane(CompareState* state, QWidget* parent = nullptr);
  PairedTextView* view() const { return m_view; }

 private:
  PairedTextView* m_view;
};

}  // namespace lanescope::ui
