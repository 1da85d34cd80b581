// SPDX-License-Identifier: Apache-2.0
// Lanes by what a person calls them: "417", "r417", "0-7, 13", "gpu 3", "launch 2", a part of a host's name, and all of these together. Of
// a list of ranks it also offers to show these alone.
#pragma once

#include "core/model/run.h"
#include "ui/shell/quick_model.h"
#include "ui/timeline/lane_arrangement.h"

#include <memory>

namespace lanescope::ui {

struct LaneQuery {
  std::vector<RankSpan> ranks;
  std::optional<model::Rank> beginsWith;         // one number: ranks that begin with its digits come behind the rank itself
  std::optional<std::uint32_t> gpu, launch;
  QStringList words;                             // parts of the host's name
};

LaneQuery parseLaneQuery(const QString& typed);

class LaneFinderModel : public QuickModel {
  Q_OBJECT
 public:
  static constexpr std::size_t kMostShown = 500;

  using QuickModel::QuickModel;
  void setRun(std::shared_ptr<const model::Run> run);
  // Of a row: the lane, or the ranks to show alone.
  std::optional<model::LaneId> laneAt(int row) const;
  const std::vector<RankSpan>& ranks() const { return m_query.ranks; }

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  void setQuery(const QString& typed) override;
  QString sentence() const override;

 private:
  bool offersRanks() const { return !m_query.ranks.empty() && !m_lanes.empty(); }
  int offerRow() const;                          // a list first, one rank last
  QString detailOf(model::LaneId lane) const;

  std::shared_ptr<const model::Run> m_run;
  LaneQuery m_query;
  std::vector<model::LaneId> m_lanes;            // those shown
  std::size_t m_found = 0;
};

}  // namespace lanescope::ui
