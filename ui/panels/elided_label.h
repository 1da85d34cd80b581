// SPDX-License-Identifier: Apache-2.0
// One line of text that gives way in its middle; the whole text is its tool tip.
#pragma once

#include <QLabel>

namespace lanescope::ui {

class ElidedLabel : public QLabel {
  Q_OBJECT
 public:
  explicit ElidedLabel(QWidget* parent = nullptr);
  void setFullText(const QString& text);
  QString fullText() const { return m_full; }
  QSize minimumSizeHint() const override;
  QSize sizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fit();
  QString m_full;
};

}  // namespace lanescope::ui
