// SPDX-License-Identifier: Apache-2.0
// The commands of the palette, as they are at present: those that were used last come first, or those that fit best what is typed.
#pragma once

#include "ui/shell/fuzzy_match.h"
#include "ui/shell/quick_model.h"

#include <functional>

namespace lanescope::ui {

struct PaletteEntry {
  QString id;                                    // of a command, else where it stands in the menus
  QString text;
  QString place;                                 // where it is heard
  QString keys;
  bool enabled = true;
  QString why;                                   // it is not enabled, where that is known
  std::function<void()> run;
};

class PaletteModel : public QuickModel {
  Q_OBJECT
 public:
  using QuickModel::QuickModel;
  // `recent`: ids, the last one first.
  void setEntries(std::vector<PaletteEntry> entries, const QStringList& recent);
  const PaletteEntry& at(int row) const { return m_entries[m_shown[static_cast<std::size_t>(row)].entry]; }

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  void setQuery(const QString& typed) override;
  QString sentence() const override;

 private:
  struct Shown {
    std::size_t entry = 0;
    FuzzyMatch match;
  };

  std::vector<PaletteEntry> m_entries;           // in the order in which they stand where nothing is typed
  std::size_t m_recent = 0;                      // how many of them were used lately
  std::vector<Shown> m_shown;
};

}  // namespace lanescope::ui
