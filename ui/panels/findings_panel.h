// SPDX-License-Identifier: Apache-2.0
// What happened: the findings as cards in order of time, joined by a thin line. Choosing one selects it everywhere.
#pragma once

#include "ui/panels/card_list.h"

namespace lanescope::ui {

class FindingsPanel : public CardList {
  Q_OBJECT
 public:
  explicit FindingsPanel(ViewState* state, QWidget* parent = nullptr);

 private:
  QString emptySentence() const;
};

}  // namespace lanescope::ui
