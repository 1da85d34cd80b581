// SPDX-License-Identifier: Apache-2.0
#include "ui/models/zone_names.h"

#include <QTimeZone>

namespace lanescope::ui {

QStringList commonZones() {
  QStringList zones{QStringLiteral("UTC"),    QStringLiteral("-08:00"), QStringLiteral("-05:00"), QStringLiteral("+01:00"),
                    QStringLiteral("+02:00"), QStringLiteral("+05:30"), QStringLiteral("+08:00"), QStringLiteral("+09:00")};
  const QString own = QString::fromLatin1(QTimeZone::systemTimeZoneId());
  // "Etc/UTC" and the like are UTC again.
  if (own.contains(QLatin1Char('/')) && !own.startsWith(QLatin1String("Etc/"))) zones.insert(1, own);
  return zones;
}

QStringList allZones() {
  QStringList zones = commonZones();
  for (const QByteArray& id : QTimeZone::availableTimeZoneIds()) {
    const QString name = QString::fromLatin1(id);
    if (!name.startsWith(QLatin1String("UTC")) && !zones.contains(name)) zones << name;
  }
  return zones;
}

}  // namespace lanescope::ui
