// SPDX-License-Identifier: Apache-2.0
// The outline of a Run as rows for one narrow list: what was opened, its launches, the tests of the launch that matters,
// and what the reading covered. Rebuilt when the ViewState's run changes.
#pragma once

#include "ui/models/test_tally.h"
#include "ui/models/view_state.h"

#include <QAbstractListModel>

#include <optional>
#include <vector>

namespace lanescope::ui {

class OutlineModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum class Kind { section, run, launch, count, covered, gap, sentence };
  enum class Tone { plain, muted, bad, stalled, good };
  enum DataRole {
    KindRole = Qt::UserRole + 1,  // int: Kind
    DetailRole,                   // second line
    ValueRole,                    // at the right: an outcome, a count
    ToneRole,                     // int: Tone of the value
    LaunchRole                    // int: index of the launch, -1 for other rows
  };
  explicit OutlineModel(ViewState* state, QObject* parent = nullptr);

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 private:
  struct Row {
    Kind kind = Kind::section;
    QString title{};
    QString detail{};
    QString value{};
    Tone tone = Tone::plain;
    int launch = -1;
    QString toolTip{};
  };
  void reload();
  void tally();
  void fill();
  void addRun(const model::Run& run);
  void addLaunches(const model::Run& run);
  void addTests(const model::Run& run);
  void addCoverage(const model::Run& run);

  ViewState* m_state;
  std::vector<Row> m_rows;
  std::optional<TestTally> m_tally;              // of the launch that matters; none while it is counted
};

}  // namespace lanescope::ui
