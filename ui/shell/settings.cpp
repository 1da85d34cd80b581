// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/settings.h"

#include <QSettings>
#include <QVariant>

namespace lanescope::ui {

namespace {

constexpr int kMostRecent = 12;
// Dock states of another layout are not read.
constexpr const char* kDocksKey = "window/docks-2";

class Store : public QSettings {
 public:
  Store() : QSettings(QStringLiteral("org.lanescope"), QStringLiteral("Lanescope")) {}
};

}  // namespace

ThemeChoice Settings::theme() {
  const QString name = Store().value(QStringLiteral("theme")).toString();
  if (name == QLatin1String("light")) return ThemeChoice::light;
  return name == QLatin1String("dark") ? ThemeChoice::dark : ThemeChoice::system;
}

void Settings::setTheme(ThemeChoice choice) {
  const char* name = choice == ThemeChoice::light ? "light" : choice == ThemeChoice::dark ? "dark" : "system";
  Store().setValue(QStringLiteral("theme"), QString::fromLatin1(name));
}

ThemeKind Settings::kindOf(ThemeChoice choice) {
  static const ThemeKind system = Theme::systemKind();
  if (choice == ThemeChoice::light) return ThemeKind::light;
  return choice == ThemeChoice::dark ? ThemeKind::dark : system;
}

QList<QStringList> Settings::recent() {
  QList<QStringList> runs;
  for (const QVariant& run : Store().value(QStringLiteral("recent")).toList()) runs << run.toStringList();
  return runs;
}

void Settings::addRecent(const QStringList& paths) {
  QList<QStringList> runs = recent();
  runs.removeAll(paths);
  runs.prepend(paths);
  QVariantList kept;
  for (const QStringList& run : runs.mid(0, kMostRecent)) kept << QVariant(run);
  Store().setValue(QStringLiteral("recent"), kept);
}

void Settings::clearRecent() { Store().remove(QStringLiteral("recent")); }

TextOptions Settings::textOptions() {
  const Store settings;
  TextOptions options;
  options.columns = settings.value(QStringLiteral("text/columns")).toString();
  options.wrap = settings.value(QStringLiteral("text/wrap"), options.wrap).toBool();
  options.colours = settings.value(QStringLiteral("text/colours"), options.colours).toBool();
  options.folding = settings.value(QStringLiteral("text/folding"), options.folding).toBool();
  return options;
}

void Settings::setTextOptions(const TextOptions& options) {
  Store settings;
  settings.setValue(QStringLiteral("text/columns"), options.columns);
  settings.setValue(QStringLiteral("text/wrap"), options.wrap);
  settings.setValue(QStringLiteral("text/colours"), options.colours);
  settings.setValue(QStringLiteral("text/folding"), options.folding);
}

QByteArray Settings::geometry() { return Store().value(QStringLiteral("window/geometry")).toByteArray(); }

QByteArray Settings::docks() { return Store().value(QLatin1String(kDocksKey)).toByteArray(); }

void Settings::setWindow(const QByteArray& geometry, const QByteArray& docks) {
  Store settings;
  settings.setValue(QStringLiteral("window/geometry"), geometry);
  if (!docks.isEmpty()) settings.setValue(QLatin1String(kDocksKey), docks);
}

}  // namespace lanescope::ui
