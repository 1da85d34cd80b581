// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/zone_button.h"

#include "ui/models/words.h"
#include "ui/models/zone_names.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QCompleter>
#include <QLineEdit>
#include <QMenu>
#include <QWidgetAction>

#include <algorithm>

namespace lanescope::ui {

namespace {

constexpr const char* kSetting = "zone";
const std::string kRun;  // the source "" is the run

// Some stamp of it states no zone, and nothing else tells it.
bool isZoneOpen(const model::Run& run) {
  return std::any_of(run.sources.begin(), run.sources.end(), [](const model::Source& source) {
    const bool stamped = source.clock.lines[static_cast<std::size_t>(model::Basis::stamped)] > 0;
    return stamped && source.clock.zoneFrom == "assumed";
  });
}

}  // namespace

ZoneButton::ZoneButton(ViewState* state, OverrideStore* store, QWidget* parent)
    : QToolButton(parent), m_state(state), m_store(store), m_choices(new QMenu(tr("Zone of the run"), this)) {
  setFont(uiFont(11));
  setMenu(m_choices);
  setPopupMode(QToolButton::InstantPopup);
  setAutoRaise(true);
  setFocusPolicy(Qt::TabFocus);
  // The arrow would cost more than it tells; the text says that it can be changed.
  setStyleSheet(QStringLiteral("QToolButton { padding: 1px 6px; } QToolButton::menu-indicator { image: none; width: 0; }"));
  connect(m_choices, &QMenu::aboutToShow, this, &ZoneButton::fillChoices);
  connect(state, &ViewState::runChanged, this, &ZoneButton::refresh);
  connect(store, &OverrideStore::updated, this, &ZoneButton::refresh);
  fillChoices();  // a menu without entries does not open
  refresh();
}

void ZoneButton::refresh() {
  const auto run = m_state->run();
  const model::Override* said = m_store->find(kRun, kSetting);
  m_choices->setEnabled(m_store->isChangeable());
  setVisible(run != nullptr && run->complete && (said != nullptr || isZoneOpen(*run)));
  if (said == nullptr) {
    setText(tr("Zone: UTC, assumed"));
    setToolTip(tr("Some stamps state no zone and are read as UTC. Click to say in which zone they are."));
  } else {
    setText(tr("Zone: %1, set by you").arg(toQt(said->value)));
    setToolTip(tr("Stamps that state no zone are read as %1. Click to change it.").arg(toQt(said->value)));
  }
  setAccessibleName(text());
  setAccessibleDescription(toolTip());
}

void ZoneButton::fillChoices() {
  m_choices->clear();
  const model::Override* said = m_store->find(kRun, kSetting);
  const QString now = said ? toQt(said->value) : QString();
  const auto add = [&](const QString& text, const QString& zone) {
    QAction* action = m_choices->addAction(text, this, [this, zone] { choose(zone); });
    action->setCheckable(true);
    action->setChecked(zone == now);
  };
  add(tr("Not known: as UTC"), {});
  m_choices->addSeparator();
  for (const QString& zone : commonZones()) add(zone, zone);
  if (!now.isEmpty() && !commonZones().contains(now)) add(now, now);
  m_choices->addSeparator();
  addOther();
}

void ZoneButton::choose(const QString& zone) {
  m_store->set(tr("set the zone"), {kRun}, kSetting, zone.trimmed().toStdString());
}

// Typed in the menu itself.
void ZoneButton::addOther() {
  auto* field = new QLineEdit(m_choices);
  field->setPlaceholderText(tr("Other: +09:00, Asia/Tokyo"));
  field->setAccessibleName(tr("Other zone"));
  auto* completer = new QCompleter(allZones(), field);
  completer->setCaseSensitivity(Qt::CaseInsensitive);
  completer->setCompletionMode(QCompleter::InlineCompletion);
  field->setCompleter(completer);
  connect(field, &QLineEdit::returnPressed, this, [this, field] {
    if (!field->text().trimmed().isEmpty()) choose(field->text());
    for (QWidget* menu = m_choices; qobject_cast<QMenu*>(menu) != nullptr; menu = QApplication::activePopupWidget()) menu->close();
  });
  auto* entry = new QWidgetAction(m_choices);
  entry->setDefaultWidget(field);
  m_choices->addAction(entry);
}

}  // namespace lanescope::ui
