// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/inspector_panel.h"

#include "ui/models/current_theme.h"

#include <QEvent>
#include <QUrl>

namespace lanescope::ui {

namespace {

QString sheet(const Theme& theme) {
  const QString mono = monoFont(11).family();
  return QStringLiteral(
             "body { color: %1; } .title { font-size: 13px; font-weight: bold; margin: 0 0 4px 0; }"
             ".head { font-size: 11px; font-weight: bold; color: %2; margin: 12px 0 4px 0; }"
             "p { font-size: 12px; margin: 0 0 4px 0; } td { font-size: 12px; padding: 0 10px 3px 0; }"
             "td.key { color: %2; } .muted { color: %2; font-size: 11px; } .mono { font-family: '%4'; font-size: 11px; }"
             "a { color: %3; text-decoration: none; font-family: '%4'; font-size: 11px; }")
      .arg(theme.text.name(), theme.muted.name(), theme.link.name(), mono);
}

}  // namespace

InspectorPanel::InspectorPanel(ViewState* state, QWidget* parent) : QTextBrowser(parent), m_state(state) {
  setOpenLinks(false);
  setFrameShape(QFrame::NoFrame);
  setAccessibleName(tr("Inspector"));
  document()->setDocumentMargin(14);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setStyleSheet(QStringLiteral("QTextBrowser { background: palette(window); }"));
  connect(this, &QTextBrowser::anchorClicked, this, &InspectorPanel::follow);
  connect(state, &ViewState::runChanged, this, &InspectorPanel::refresh);
  connect(state, &ViewState::selectionChanged, this, &InspectorPanel::refresh);
  connect(state, &ViewState::seenBeforeChanged, this, &InspectorPanel::refresh);
  refresh();
}

void InspectorPanel::follow(const QUrl& link) {
  const QStringList parts = link.toString().split(QLatin1Char(':'));
  if (parts.size() == 3 && parts[0] == QLatin1String("line")) {
    m_state->selectLine({model::SourceId{parts[1].toUInt()}, parts[2].toUInt()});
  } else if (parts.size() == 2 && parts[0] == QLatin1String("finding")) {
    m_state->selectFinding(parts[1].toUInt());
  }
}

void InspectorPanel::changeEvent(QEvent* event) {
  QTextBrowser::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) refresh();
}

void InspectorPanel::refresh() {
  const QString style = sheet(currentTheme());
  const auto run = m_state->run();
  QString html = QStringLiteral("<p class='muted'>%1</p>").arg(tr("What is known about the thing you choose appears here."));
  if (run) {
    const Selection& selection = m_state->selection();
    if (selection.finding && *selection.finding < run->findings.size())
      html = findingHtml(*run, run->findings[*selection.finding], m_state->seenBefore(run->findings[*selection.finding]));
    else if (selection.line)
      html = lineHtml(*run, selection);
    else
      html = runHtml(*run);
  }
  // One arrival of a run is told of several times over.
  if (html == m_html && style == document()->defaultStyleSheet()) return;
  document()->setDefaultStyleSheet(style);
  m_html = html;
  setHtml(html);
}

}  // namespace lanescope::ui
