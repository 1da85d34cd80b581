// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/shapes.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QPainter>
#include <QTest>

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
