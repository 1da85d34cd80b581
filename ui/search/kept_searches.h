// SPDX-License-Identifier: Apache-2.0
// Searches that are kept between runs of the program: those that a person saved, by the order in which they were, and what was typed last
// (QSettings, org.lanescope).
#pragma once

#include "ui/models/search_state.h"

#include <QList>
#include <QStringList>

namespace lanescope::ui {

class KeptSearches {
 public:
  static QList<SearchQuery> saved();
  static void save(const SearchQuery& query);
  static void remove(const SearchQuery& query);

  static QStringList history();                  // newest first
  static void remember(const QString& text);
};

}  // namespace lanescope::ui
