// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/shapes.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QPainter>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

using namespace lanescope::ui;

namespace {

double channel(double value) { return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4); }

double luminance(const QColor& colour) {
  return 0.2126 * channel(colour.redF()) + 0.7152 * channel(colour.greenF()) + 0.0722 * channel(colour.blueF());
}

// WCAG 2.2.
double contrast(const QColor& a, const QColor& b) {
  const double light = std::max(luminance(a), luminance(b)), dark = std::min(luminance(a), luminance(b));
  return (light + 0.05) / (dark + 0.05);
}

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;
// Machado, Oliveira and Fernandes (2009), on linear RGB, for eyes without one kind of cone.
constexpr Matrix kDeuteranopia{{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix kProtanopia{{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};

// Linear RGB.
Vector seenBy(const Matrix& eye, const QColor& colour) {
  const Vector linear{channel(colour.redF()), channel(colour.greenF()), channel(colour.blueF())};
  Vector seen{};
  for (std::size_t i = 0; i < 3; ++i) seen[i] = std::clamp(eye[i][0] * linear[0] + eye[i][1] * linear[1] + eye[i][2] * linear[2], 0.0, 1.0);
  return seen;
}

// CIE L*a*b* under D65.
Vector labOf(const Vector& rgb) {
  const auto root = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const double x = root((0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.95047);
  const double y = root(0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]);
  const double z = root((0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double distance(const Vector& a, const Vector& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

QImage drawn(const ShapeLook& look) {
  QImage image(24, 24, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  paintShape(painter, look, {12, 12}, 14);
  return image;
}

}  // namespace

class ThemeTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void contrastIsEnough_data();
  void contrastIsEnough();
  void severitiesDifferForTheColourBlind();
  void applyingDecidesTheSystemKind();
  void shapesDifferWithoutColour();
  void textIsNeverTooSmall();
};

void ThemeTest::contrastIsEnough_data() {
  QTest::addColumn<QColor>("front");
  QTest::addColumn<QColor>("ground");
  QTest::addColumn<double>("least");
  for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
    const Theme& t = Theme::of(kind);
    const char* name = kind == ThemeKind::light ? "light" : "dark";
    const auto add = [&](const char* what, const QColor& front, const QColor& ground, double least) {
      QTest::addRow("%s: %s", name, what) << front << ground << least;
    };
    const std::pair<const char*, QColor> grounds[] = {{"window", t.window}, {"base", t.base}, {"raised", t.raised}, {"selection", t.selection}};
    for (const auto& [ground, colour] : grounds) {
      add(qPrintable(QStringLiteral("text on ") + QLatin1String(ground)), t.text, colour, 4.5);
      add(qPrintable(QStringLiteral("muted on ") + QLatin1String(ground)), t.muted, colour, 4.5);
      add(qPrintable(QStringLiteral("link on ") + QLatin1String(ground)), t.link, colour, 4.5);
    }
    for (const QColor& ground : {t.window, t.base, t.raised}) {
      add("faint", t.faint, ground, 4.5);
      add("accent text", t.firstFailureText, ground, 4.5);
      for (const QColor& mark : {t.firstFailure, t.fatal, t.timeout, t.ncclWarning, t.testFailure, t.warning, t.teardown, t.advice,
                                 t.lifecycle, t.waitLine, t.endCap, t.endCapPassed}) {
        add(qPrintable(mark.name()), mark, ground, 3.0);
      }
    }
    add("accent text on its ground", t.firstFailureText, t.firstFailureGround, 4.5);
    add("text on the accent's ground", t.text, t.firstFailureGround, 4.5);
    add("muted on the accent's ground", t.muted, t.firstFailureGround, 4.5);
    for (const QColor& tint : {t.runTint, t.baselineTint}) {
      add("text on a run's tint", t.text, tint, 4.5);
      add("muted on a run's tint", t.muted, tint, 4.5);
    }
    for (const QColor& ground : {t.window, t.base, t.selection}) {
      add("the run's colour", t.runText, ground, 4.5);
      add("the baseline's colour", t.baselineText, ground, 4.5);
    }
    add("the run on its tint", t.runText, t.runTint, 4.5);
    add("the baseline on its tint", t.baselineText, t.baselineTint, 4.5);
    for (const QColor& badge : {t.badgePassed, t.badgeFailed, t.badgeRecovered, t.calloutFirst, t.calloutTimeout, t.calloutEnd, t.calloutRestart,
                                t.calloutWarning, t.calloutOther}) {
      add(qPrintable(QStringLiteral("badge ") + badge.name()), t.badgeText, badge, 4.5);
    }
    for (const QColor& bar : {t.launchPassed, t.launchFailed, t.launchOther, t.passBar, t.skipBar, t.failBar, t.openBar}) {
      add(qPrintable(QStringLiteral("text in ") + bar.name()), t.text, bar, 4.5);
    }
  }
}

void ThemeTest::contrastIsEnough() {
  QFETCH(QColor, front);
  QFETCH(QColor, ground);
  QFETCH(double, least);
  const double is = contrast(front, ground);
  QVERIFY2(is >= least, qPrintable(QStringLiteral("%1 on %2: %3").arg(front.name(), ground.name()).arg(is)));
}

// Low rows of many lanes show severity by colour alone.
void ThemeTest::severitiesDifferForTheColourBlind() {
  constexpr double kApart = 10;                  // of CIE 1976; 2.3 is just noticeable side by side
  for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
    const Theme& t = Theme::of(kind);
    const QColor severities[] = {t.fatal, t.timeout, t.ncclWarning, t.testFailure, t.teardown, t.lifecycle};
    for (const Matrix& eye : {kDeuteranopia, kProtanopia}) {
      for (std::size_t i = 0; i < std::size(severities); ++i) {
        for (std::size_t k = i + 1; k < std::size(severities); ++k) {
          const double is = distance(labOf(seenBy(eye, severities[i])), labOf(seenBy(eye, severities[k])));
          QVERIFY2(is >= kApart, qPrintable(QStringLiteral("%1 and %2: %3").arg(severities[i].name(), severities[k].name()).arg(is)));
        }
      }
    }
  }
}

void ThemeTest::applyingDecidesTheSystemKind() {
  applyTheme(*qApp, ThemeKind::dark);
  QCOMPARE(Theme::systemKind(), ThemeKind::dark);
  QCOMPARE(qApp->palette().color(QPalette::Base), Theme::of(ThemeKind::dark).base);
  QVERIFY(!qApp->styleSheet().contains(QLatin1Char('%')));   // every placeholder is replaced
  applyTheme(*qApp, ThemeKind::light);
  QCOMPARE(Theme::systemKind(), ThemeKind::light);
}

void ThemeTest::shapesDifferWithoutColour() {
  std::vector<QImage> images;
  for (const Shape shape : {Shape::tick, Shape::dot, Shape::triangle, Shape::cross, Shape::hourglass, Shape::square, Shape::diamond,
                            Shape::restart, Shape::check, Shape::bang}) {
    images.push_back(drawn({shape, Qt::black, Qt::white, false, false}));
    for (std::size_t i = 0; i + 1 < images.size(); ++i) QVERIFY(images[i] != images.back());
  }
  QVERIFY(drawn({Shape::triangle, Qt::black, Qt::white, true, false}) != drawn({Shape::triangle, Qt::black, Qt::white, false, false}));
  QVERIFY(drawn({Shape::diamond, Qt::black, Qt::white, false, true}) != drawn({Shape::diamond, Qt::black, Qt::white, false, false}));
}

void ThemeTest::textIsNeverTooSmall() {
  QCOMPARE(uiFont(6).pixelSize(), kSmallestPixelSize);
  QCOMPARE(monoFont(14).pixelSize(), 14);
}

QTEST_MAIN(ThemeTest)
#include "tst_theme.moc"
