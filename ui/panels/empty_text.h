// SPDX-License-Identifier: Apache-2.0
// A sentence in place of an empty list or table: a pane without a word looks broken.
#pragma once

#include <QAbstractItemView>

#include <functional>

namespace lanescope::ui {

class EmptyText : public QObject {
  Q_OBJECT
 public:
  // `sentence` is asked whenever the view is painted without rows; the view owns this.
  EmptyText(QAbstractItemView* view, std::function<QString()> sentence);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QAbstractItemView* m_view;
  std::function<QString()> m_sentence;
};

}  // namespace lanescope::ui
