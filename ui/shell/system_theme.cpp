// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/system_theme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>

namespace lanescope::ui {

namespace {

constexpr auto kService = "org.freedesktop.portal.Desktop";
constexpr auto kPath = "/org/freedesktop/portal/desktop";
constexpr auto kInterface = "org.freedesktop.portal.Settings";
constexpr auto kGroup = "org.freedesktop.appearance";
constexpr auto kKey = "color-scheme";

// Portals wrap the value once or twice.
uint schemeOf(QVariant value) {
  while (value.canConvert<QDBusVariant>()) value = value.value<QDBusVariant>().variant();
  return value.toUInt();
}

}  // namespace

SystemTheme::SystemTheme(QObject* parent) : QObject(parent), m_kind(Theme::systemKind()) {
  QDBusConnection bus = QDBusConnection::sessionBus();
  if (!bus.isConnected()) return;
  bus.connect(QLatin1String(kService), QLatin1String(kPath), QLatin1String(kInterface), QStringLiteral("SettingChanged"), this,
              SLOT(onSetting(QString, QString, QDBusVariant)));
  ask();
}

void SystemTheme::ask() {
  QDBusMessage question = QDBusMessage::createMethodCall(QLatin1String(kService), QLatin1String(kPath), QLatin1String(kInterface), QStringLiteral("Read"));
  question << QString::fromLatin1(kGroup) << QString::fromLatin1(kKey);
  auto* answer = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(question), this);
  connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
    const QDBusPendingReply<QDBusVariant> reply = *answer;
    if (reply.isValid()) setScheme(schemeOf(reply.value().variant()));
    answer->deleteLater();
  });
}

void SystemTheme::onSetting(const QString& group, const QString& key, const QDBusVariant& value) {
  if (group == QLatin1String(kGroup) && key == QLatin1String(kKey)) setScheme(schemeOf(value.variant()));
}

void SystemTheme::setScheme(uint scheme) {
  if (scheme != 1 && scheme != 2) return;
  const ThemeKind kind = scheme == 1 ? ThemeKind::dark : ThemeKind::light;
  if (kind == m_kind) return;
  m_kind = kind;
  Q_EMIT changed();
}

}  // namespace lanescope::ui
