// SPDX-License-Identifier: Apache-2.0
// Colours and fonts by role. One accent, for the first failure, and nowhere else. Passes are quiet tints. Contrast of
// every mark against its ground is at least 3:1, of text 4.5:1, in both themes (tested).
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>

class QApplication;

namespace lanescope::ui {

enum class ThemeKind { light, dark };

struct Theme {
  ThemeKind kind = ThemeKind::light;
  // Grounds and text
  QColor window;          // docks, strips
  QColor base;            // timeline and text ground
  QColor raised;          // cards
  QColor hairline;
  QColor text, muted, faint;
  QColor link;            // source:line, times that can be clicked
  QColor selection;       // ground of a selected row or card
  // Marks (Okabe-Ito hues, adapted to the ground)
  QColor firstFailure;    // vermillion: the accent
  QColor firstFailureText;   // the same accent, dark enough for letters
  QColor firstFailureGround;
  QColor fatal, timeout, ncclWarning, testFailure, warning, teardown, advice, lifecycle;
  // Bars
  QColor passBar, passBarAlternate, skipBar, failBar, openBar;
  QColor waitFill, waitHatch, waitLine, silenceDot, noData, endCap, endCapPassed;
  QColor launchPassed, launchFailed, launchOther;
  QColor badgePassed, badgeFailed, badgeRecovered, badgeText;

  // Grounds of badges and callouts carry badgeText.
  QColor calloutFirst, calloutTimeout, calloutEnd, calloutRestart, calloutWarning, calloutOther;
  // The two runs of a comparison: blue and orange, never red and green. Tints carry text, muted and the run's own colour.
  QColor runText, runTint, baselineText, baselineTint;

  static const Theme& of(ThemeKind kind);
  // From the lightness of the application's palette (Qt 6.4 has no colour-scheme hint).
  static ThemeKind systemKind();
  QPalette palette() const;
};

// Family and pixel sizes; the smallest text anywhere is 11 px.
QFont uiFont(int pixelSize, bool bold = false);
QFont monoFont(int pixelSize);
inline constexpr int kSmallestPixelSize = 11;

// Palette, style sheet and fonts of the whole application.
void applyTheme(QApplication& application, ThemeKind kind);

}  // namespace lanescope::ui
