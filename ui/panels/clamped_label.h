// SPDX-License-Identifier: Apache-2.0
// A label that wraps its text over a few lines at most: what is longer ends in an ellipsis and stands whole in the tooltip.
// GUI thread only.
#pragma once

#include <QHash>
#include <QLabel>

namespace lanescope::ui {

class ClampedLabel : public QLabel {
 public:
  ClampedLabel(const QFont& font, int mostLines, QWidget* parent);
  // Plain; hidden where empty. `whole` is what the tooltip says instead, whether the text is cut or not.
  void say(const QString& text, const QString& whole = {});

  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void updateToolTip();
  int m_mostLines;
  QString m_whole;
  mutable QHash<int, int> m_heights;             // by width
};

}  // namespace lanescope::ui
