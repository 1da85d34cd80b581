// SPDX-License-Identifier: Apache-2.0
// Whether the desktop is light or dark: what its portal says over D-Bus, now and whenever that changes; where none answers, the palette
// that the program started with.
#pragma once

#include "ui/theme/theme.h"

#include <QDBusVariant>
#include <QObject>

namespace lanescope::ui {

class SystemTheme : public QObject {
  Q_OBJECT
 public:
  // Before applyTheme(): the palette is still the system's.
  explicit SystemTheme(QObject* parent = nullptr);
  ThemeKind kind() const { return m_kind; }
  // The portal's "color-scheme": 1 prefers dark, 2 light; 0 says nothing.
  void setScheme(uint scheme);

 Q_SIGNALS:
  void changed();

 private Q_SLOTS:
  void onSetting(const QString& group, const QString& key, const QDBusVariant& value);

 private:
  void ask();

  ThemeKind m_kind;
};

}  // namespace lanescope::ui
