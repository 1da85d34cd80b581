// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/settings.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>
#include <QVariant>

namespace lanescope::ui {

namespace {

constexpr int kMostRecent = 12;
constexpr const char* kKeysKey = "keys";
constexpr const char* kRecentCommandsKey = "palette/recent";
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
  for (const QVariant& run : Store().value(QStringLiteral("recent")).toList()) {
    if (const QStringList paths = run.toStringList(); !paths.isEmpty()) runs << paths;
  }
  return runs;
}

void Settings::setRecent(const QList<QStringList>& runs) {
  QVariantList kept;
  for (const QStringList& run : runs.mid(0, kMostRecent)) kept << QVariant(run);
  Store().setValue(QStringLiteral("recent"), kept);
}

void Settings::addRecent(const QStringList& paths) {
  if (paths.isEmpty()) return;
  QStringList whole;
  for (const QString& path : paths) whole << QDir::cleanPath(QFileInfo(path).absoluteFilePath());
  QList<QStringList> runs = recent();
  runs.removeAll(whole);
  runs.prepend(whole);
  setRecent(runs);
}

void Settings::removeRecent(const QStringList& paths) {
  QList<QStringList> runs = recent();
  runs.removeAll(paths);
  setRecent(runs);
}

void Settings::clearRecent() { Store().remove(QStringLiteral("recent")); }

TextOptions Settings::textOptions() {
  const Store settings;
  TextOptions options;
  options.columns = settings.value(QStringLiteral("text/columns")).toString();
  options.wrap = settings.value(QStringLiteral("text/wrap"), options.wrap).toBool();
  options.colours = settings.value(QStringLiteral("text/colours"), options.colours).toBool();
  options.folding = settings.value(QStringLiteral("text/folding"), options.folding).toBool();
  options.size = settings.value(QStringLiteral("text/size"), options.size).toInt();
  return options;
}

void Settings::setTextOptions(const TextOptions& options) {
  Store settings;
  settings.setValue(QStringLiteral("text/columns"), options.columns);
  settings.setValue(QStringLiteral("text/wrap"), options.wrap);
  settings.setValue(QStringLiteral("text/colours"), options.colours);
  settings.setValue(QStringLiteral("text/folding"), options.folding);
  settings.setValue(QStringLiteral("text/size"), options.size);
}

bool Settings::shiftDragPans() { return Store().value(QStringLiteral("timeline/shift-drag")).toString() == QLatin1String("pan"); }

void Settings::setShiftDragPans(bool pans) { Store().setValue(QStringLiteral("timeline/shift-drag"), pans ? QStringLiteral("pan") : QStringLiteral("measure")); }

bool Settings::wasShown(const QString& tip) { return Store().value(QStringLiteral("tips/") + tip).toBool(); }

void Settings::setShown(const QString& tip) { Store().setValue(QStringLiteral("tips/") + tip, true); }

// {"go.next":["E","Ctrl+J"]}: a person can read it and copy it to another machine.
Keymap::Changes Settings::keys() {
  Keymap::Changes keys;
  const QJsonObject kept = QJsonDocument::fromJson(Store().value(QLatin1String(kKeysKey)).toString().toUtf8()).object();
  for (auto entry = kept.begin(); entry != kept.end(); ++entry) {
    Keymap::Keys sequences;
    for (const QJsonValue& key : entry->toArray()) sequences << QKeySequence::fromString(key.toString(), QKeySequence::PortableText);
    keys.insert(entry.key(), sequences);
  }
  return keys;
}

void Settings::setKeys(const Keymap::Changes& keys) {
  QJsonObject kept;
  for (auto entry = keys.begin(); entry != keys.end(); ++entry) {
    QJsonArray sequences;
    for (const QKeySequence& key : *entry) sequences << key.toString(QKeySequence::PortableText);
    kept.insert(entry.key(), sequences);
  }
  Store().setValue(QLatin1String(kKeysKey), QString::fromUtf8(QJsonDocument(kept).toJson(QJsonDocument::Compact)));
}

QStringList Settings::recentCommands() { return Store().value(QLatin1String(kRecentCommandsKey)).toStringList(); }

void Settings::setRecentCommands(const QStringList& ids) { Store().setValue(QLatin1String(kRecentCommandsKey), ids); }

QByteArray Settings::geometry() { return Store().value(QStringLiteral("window/geometry")).toByteArray(); }

QByteArray Settings::docks() { return Store().value(QLatin1String(kDocksKey)).toByteArray(); }

void Settings::setWindow(const QByteArray& geometry, const QByteArray& docks) {
  Store settings;
  settings.setValue(QStringLiteral("window/geometry"), geometry);
  if (!docks.isEmpty()) settings.setValue(QLatin1String(kDocksKey), docks);
}

}  // namespace lanescope::ui
