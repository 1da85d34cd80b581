// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/text_sheet.h"

#include "ui/theme/theme.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace lanescope::ui {

TextSheet::TextSheet(const QString& title, const QString& text, QSize size, QWidget* window) : Sheet(window) {
  setAccessibleName(title);
  auto* content = new QWidget(this);
  auto* heading = new QLabel(title);
  heading->setFont(uiFont(15, true));
  heading->setTextFormat(Qt::PlainText);
  auto* shown = new QPlainTextEdit(text);
  shown->setReadOnly(true);
  shown->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  shown->setFont(monoFont(12));
  shown->setFrameShape(QFrame::NoFrame);
  shown->setAccessibleName(title);
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(20, 16, 20, 14);
  column->setSpacing(10);
  column->addWidget(heading);
  column->addWidget(shown, 1);
  column->addLayout(closingRow(tr("Close")));
  content->setFixedSize(size.boundedTo(window->size() - QSize(40, 40)));
  setBox(content);
  closesForGood();
  showOver();
  shown->setFocus(Qt::PopupFocusReason);
}

}  // namespace lanescope::ui
