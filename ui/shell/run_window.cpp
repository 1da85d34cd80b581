// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/run_window.h"

#include "ui/panels/strips.h"
#include "ui/shell/main_window.h"
#include "ui/shell/system_theme.h"

#include <QApplication>

namespace lanescope::ui {

int runWindow(int& argc, char** argv, const session::Request& request, const std::vector<session::Request>& baselines, const CompareOptions& options) {
  QApplication application(argc, argv);
  QApplication::setOrganizationName(QStringLiteral("org.lanescope"));
  QApplication::setApplicationName(QStringLiteral("Lanescope"));
  QApplication::setDesktopFileName(QStringLiteral("org.lanescope.Lanescope"));
  SystemTheme system;
  const ThemeChoice choice = Settings::theme();
  applyTheme(application, Settings::kindOf(choice));
  MainWindow window;
  window.follow(&system);
  window.restoreLayout();
  window.show();
  window.open(request);
  window.setCompareOptions(options);
  window.compareWith(baselines);
  return QApplication::exec();
}

}  // namespace lanescope::ui
