// SPDX-License-Identifier: Apache-2.0
// What is known about the selection: why a finding has its role, the lines that support it, what is not established, its
// attributes and stack; of a bare line its place and time; else the run. Lines and findings are links.
#pragma once

#include "ui/models/view_state.h"

#include <QTextBrowser>

namespace lanescope::ui {

class InspectorPanel : public QTextBrowser {
  Q_OBJECT
 public:
  explicit InspectorPanel(ViewState* state, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {290, 260}; }
  // What a link does; "line:SOURCE:NUMBER" or "finding:INDEX".
  void follow(const QUrl& link);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void refresh();

  ViewState* m_state;
  QString m_html;                                // as it is shown
};

// The texts shown, as HTML.
// `seen`: what is known of it; nullptr where nobody has named it.
QString findingHtml(const model::Run& run, const model::Finding& finding, const model::SeenBefore* seen);
QString lineHtml(const model::Run& run, const Selection& selection);
QString runHtml(const model::Run& run);

}  // namespace lanescope::ui
