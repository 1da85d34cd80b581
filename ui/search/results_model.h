// SPDX-License-Identifier: Apache-2.0
// The hits of a search as one list: for each writer a heading with its count, and, where that is open, its lines. A row costs nothing: it is
// found by counting, its text is read when it is shown.
#pragma once

#include "ui/logview/line_cache.h"
#include "ui/models/search_state.h"

#include <QAbstractListModel>

#include <array>

namespace lanescope::ui {

class ResultsModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum DataRole {
    HeadingRole = Qt::UserRole + 1,              // bool: a writer, not a line
    OpenRole,                                    // bool, of a heading
    CountRole,                                   // qulonglong, of a heading
    PlaceRole,                                   // "stdout:199"
    TimeRole                                     // "19:38:42.171 Z"
  };
  explicit ResultsModel(SearchState* state, QObject* parent = nullptr);

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

  struct Target { std::size_t side = 0; model::LineRef line; };
  std::optional<Target> targetOf(int row) const; // none for a heading
  // The row of a line; of its heading where that is closed.
  std::optional<int> rowOf(std::size_t side, model::LineRef line) const;
  // The nearest row with a line behind or before `row`, round the ends.
  std::optional<int> nextLine(int row, int direction) const;
  void toggle(int heading);
  void openAll(bool open);
  // The marks of the present query in the text of a row.
  const std::vector<TextSpan>& marksOf(int row) const;

 private:
  // What of a group stands in the list.
  struct Shown { std::size_t side = 0; std::uint64_t key = 0; std::size_t count = 0; bool open = true; };
  void restart();
  void grow();
  void count();
  std::size_t heightOf(const Shown& shown) const { return 1 + (shown.open ? shown.count : 0); }
  std::pair<std::size_t, std::size_t> placeOf(int row) const;   // group, and 0 for its heading, else 1 + the hit
  const HitGroup& groupOf(const Shown& shown) const { return *m_state->hits().find(shown.side, shown.key); }
  LineCache& cacheOf(std::size_t side) const { return m_caches[side]; }

  SearchState* m_state;
  std::vector<Shown> m_shown;                    // parallel to the groups that are in the list
  std::vector<std::size_t> m_starts;             // row of each heading, and the number of rows
  mutable std::array<LineCache, 2> m_caches;
};

}  // namespace lanescope::ui
