// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/theme.h"

#include <QFontDatabase>
#include <QGuiApplication>
#include <QStringList>

#include <algorithm>

namespace lanescope::ui {

using namespace Qt::StringLiterals;

namespace {

Theme makeLight() {
  Theme t;
  t.kind = ThemeKind::light;
  t.window = 0xF6F8FA;
  t.base = 0xFFFFFF;
  t.raised = 0xFFFFFF;
  t.hairline = 0xE1E5EB;
  t.text = 0x1F2430;
  t.muted = 0x566075;
  t.faint = 0x666E82;
  t.link = 0x00639C;
  t.selection = 0xE8EEF6;
  t.firstFailure = 0xD55E00;
  t.firstFailureText = 0xB24C00;
  t.firstFailureGround = 0xFFF5EC;
  t.fatal = 0xB53E00;                            // darker than the first failure: apart from warnings for whoever sees no red
  t.timeout = 0x0072B2;
  t.ncclWarning = 0xBD7B00;
  t.testFailure = 0xB85C91;
  t.warning = 0xBD7B00;
  t.teardown = 0x4A8AB5;
  t.advice = 0x7A8296;
  t.lifecycle = 0x008F68;
  t.passBar = 0xD3EBE1;
  t.passBarAlternate = 0xBADDCE;
  t.skipBar = 0xE9ECF1;
  t.failBar = 0xF1CDE0;
  t.openBar = 0xE3E7EE;
  t.waitFill = 0xE4F1FA;
  t.waitHatch = 0x5BA3CE;
  t.waitLine = 0x0072B2;
  t.silenceDot = 0x8D96A9;
  t.noData = 0x8D96A9;
  t.endCap = 0x1F2430;
  t.endCapPassed = 0x008F68;
  t.launchPassed = 0xC7E7DA;
  t.launchFailed = 0xF6D2BF;
  t.launchOther = 0xE3E7EE;
  t.badgePassed = 0x0A7D5B;
  t.badgeFailed = 0xB24C00;
  t.badgeRecovered = 0x0A7D5B;
  t.badgeText = 0xFFFFFF;
  t.runText = 0x0067A3;
  t.runTint = 0xE7F1FB;
  t.baselineText = 0x8F5400;
  t.baselineTint = 0xFFF1DE;
  t.calloutFirst = 0xC25500;
  t.calloutTimeout = 0x0072B2;
  t.calloutEnd = 0x1F2430;
  t.calloutRestart = 0x2F76A5;
  t.calloutWarning = 0x8F5E00;
  t.calloutOther = 0x666E82;
  return t;
}

Theme makeDark() {
  Theme t;
  t.kind = ThemeKind::dark;
  t.window = 0x1A1F27;
  t.base = 0x12161C;
  t.raised = 0x1D232C;
  t.hairline = 0x303844;
  t.text = 0xE6E9EF;
  t.muted = 0xA6AFBF;
  t.faint = 0x949DAF;
  t.link = 0x6CB8EE;
  t.selection = 0x263140;
  t.firstFailure = 0xF27F33;
  t.firstFailureText = 0xFF9C5C;
  t.firstFailureGround = 0x2E2118;
  t.fatal = 0xF27F33;
  t.timeout = 0x4BA6E3;
  t.ncclWarning = 0xE69F00;
  t.testFailure = 0xD98BB6;
  t.warning = 0xE69F00;
  t.teardown = 0x7DB9DF;
  t.advice = 0x8F98AA;
  t.lifecycle = 0x2EBB8F;
  t.passBar = 0x1F4438;
  t.passBarAlternate = 0x2A5747;
  t.skipBar = 0x2A313B;
  t.failBar = 0x5A3049;
  t.openBar = 0x2E3641;
  t.waitFill = 0x142B3C;
  t.waitHatch = 0x33719B;
  t.waitLine = 0x4BA6E3;
  t.silenceDot = 0x6F7A8D;
  t.noData = 0x6F7A8D;
  t.endCap = 0xE6E9EF;
  t.endCapPassed = 0x2EBB8F;
  t.launchPassed = 0x204A3C;
  t.launchFailed = 0x5B3522;
  t.launchOther = 0x2E3641;
  t.badgePassed = 0x0A7D5B;
  t.badgeFailed = 0xB24C00;
  t.badgeRecovered = 0x0A7D5B;
  t.badgeText = 0xFFFFFF;
  t.runText = 0x6CB8EE;
  t.runTint = 0x14283A;
  t.baselineText = 0xEFA94A;
  t.baselineTint = 0x32250F;
  t.calloutFirst = 0xC25500;
  t.calloutTimeout = 0x0072B2;
  t.calloutEnd = 0x5D6779;
  t.calloutRestart = 0x2F76A5;
  t.calloutWarning = 0x8F5E00;
  t.calloutOther = 0x5D6779;
  return t;
}

// The first family that is installed: asking Qt for a missing one costs a search on every font.
QString firstInstalled(const QStringList& wanted, QFontDatabase::SystemFont fallback) {
  const QStringList installed = QFontDatabase::families();
  const auto found =
      std::find_if(wanted.begin(), wanted.end(), [&](const QString& family) { return installed.contains(family); });
  return found != wanted.end() ? *found : QFontDatabase::systemFont(fallback).family();
}

QFont fontOf(const QString& family, int pixelSize, bool bold) {
  QFont font(family);
  font.setPixelSize(std::max(pixelSize, kSmallestPixelSize));
  font.setBold(bold);
  font.setHintingPreference(QFont::PreferVerticalHinting);
  return font;
}

}  // namespace

const Theme& Theme::of(ThemeKind kind) {
  static const Theme light = makeLight();
  static const Theme dark = makeDark();
  return kind == ThemeKind::light ? light : dark;
}

ThemeKind Theme::systemKind() {
  const QPalette palette = QGuiApplication::palette();
  const bool dark = palette.color(QPalette::Window).lightnessF() < palette.color(QPalette::WindowText).lightnessF();
  return dark ? ThemeKind::dark : ThemeKind::light;
}

QPalette Theme::palette() const {
  QPalette p;
  p.setColor(QPalette::Window, window);
  p.setColor(QPalette::WindowText, text);
  p.setColor(QPalette::Base, base);
  p.setColor(QPalette::AlternateBase, window);
  p.setColor(QPalette::Text, text);
  p.setColor(QPalette::Button, window);
  p.setColor(QPalette::ButtonText, text);
  p.setColor(QPalette::BrightText, firstFailureText);
  p.setColor(QPalette::Highlight, selection);
  p.setColor(QPalette::HighlightedText, text);
  p.setColor(QPalette::Link, link);
  p.setColor(QPalette::LinkVisited, link);
  p.setColor(QPalette::ToolTipBase, raised);
  p.setColor(QPalette::ToolTipText, text);
  p.setColor(QPalette::PlaceholderText, faint);
  p.setColor(QPalette::Light, raised);
  p.setColor(QPalette::Midlight, hairline);
  p.setColor(QPalette::Mid, hairline);
  p.setColor(QPalette::Dark, faint);
  p.setColor(QPalette::Shadow, hairline);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    p.setColor(QPalette::Disabled, role, faint);
  }
  return p;
}

QFont uiFont(int pixelSize, bool bold) {
  static const QString family = firstInstalled({u"Inter"_s, u"Noto Sans"_s, u"DejaVu Sans"_s}, QFontDatabase::GeneralFont);
  return fontOf(family, pixelSize, bold);
}

QFont monoFont(int pixelSize) {
  static const QString family = firstInstalled({u"JetBrains Mono"_s, u"DejaVu Sans Mono"_s, u"Noto Sans Mono"_s},
                                               QFontDatabase::FixedFont);
  return fontOf(family, pixelSize, false);
}

}  // namespace lanescope::ui
