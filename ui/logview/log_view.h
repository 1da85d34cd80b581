// SPDX-License-Identifier: Apache-2.0
// The text of a rank (its streams merged by time) or of one source: columns time, basis, place and text. Only the rows on
// screen are read. Follows the ViewState's text scope and selection, and moves the selection when a row is chosen.
// Large merges and searches run on pool threads; the view says so and stays usable.
#pragma once

#include "ui/logview/line_cache.h"
#include "ui/logview/line_finder.h"
#include "ui/logview/line_list.h"
#include "ui/models/view_state.h"

#include <QAbstractScrollArea>
#include <QHash>

#include <memory>
#include <optional>

namespace lanescope::ui {

class LogView : public QAbstractScrollArea {
  Q_OBJECT
 public:
  explicit LogView(ViewState* state, QWidget* parent = nullptr);

  std::size_t rowCount() const { return m_list ? m_list->size() : 0; }
  bool isMerging() const { return m_merging; }
  std::optional<std::size_t> currentRow() const { return m_current; }
  std::optional<model::LineRef> lineAt(std::size_t row) const;
  QString rowText(std::size_t row);                         // as shown
  QRect rowRect(std::size_t row) const;                     // in the viewport; empty where it is not on screen
  std::pair<std::size_t, std::size_t> visibleRows() const;  // half-open

  // Find: rows that hold `text`; empty ends it. Hits arrive while searching, findChanged tells.
  void find(const QString& text, bool matchCase);
  void findNext();
  void findPrevious();
  void cancelFind() { m_finder.cancel(); }
  const LineFinder& finder() const { return m_finder; }
  std::optional<std::size_t> currentHit() const;  // index into finder().hits() of the current row

  // The chosen rows, each stretch of one file under a line with run, file:line, rank and UTC; or the bare lines.
  QString copyText(bool withProvenance) const;
  void copy(bool withProvenance) const;

 Q_SIGNALS:
  void listChanged();  // other rows, or a merge began or ended
  void findChanged();
  void findRequested();            // the user pressed a find key
  void showInTimelineRequested();  // the selection is what to show

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool viewportEvent(QEvent* event) override;

 private:
  struct Columns {
    int time = 0, basis = 0, place = 0, text = 0;
  };  // left edges, px

  void followRun();
  void followScope();
  void followSelection();
  void load(bool keepPosition);
  void mergeInBackground(const std::shared_ptr<const model::Run>& run, const std::vector<model::SourceId>& sources,
                         bool keepPosition);
  void show(std::shared_ptr<const model::Run> run, std::shared_ptr<const LineList> list, bool keepPosition);
  void indexFindings();
  void updateMetrics();
  void updateScrollBars();
  void showRow(std::size_t row, bool centred);
  void chooseRow(std::size_t row, bool extend);
  std::optional<std::size_t> rowAtY(int y) const;
  int fullRowsOnScreen() const;
  void goToHit(bool forward);
  void paintRow(QPainter& painter, std::size_t row, const QRect& rect, bool first);
  void paintText(QPainter& painter, const QString& text, const QRect& rect);
  void paintEmpty(QPainter& painter);
  QColor stripe(model::LineRef line) const;
  QString placeText(model::LineRef line) const;
  QString toolTipAt(QPoint position);

  ViewState* m_state;
  std::shared_ptr<const model::Run> m_run;  // of m_list; the ViewState may have a newer one while rows are merged
  std::shared_ptr<const LineList> m_list;
  ViewState::TextScope m_scope;  // what is shown or being merged
  LineCache m_lines;
  LineFinder m_finder;
  QHash<quint64, std::uint32_t> m_findingOf;  // source and line -> finding, for the stripe
  std::optional<std::size_t> m_current;       // the row chosen last, and where the chosen rows begin
  std::size_t m_anchor = 0;
  QString m_findText;
  bool m_matchCase = false;
  bool m_jumpToHit = false;  // the first hit of this search is still to be shown
  bool m_merging = false;
  std::optional<bool> m_nextKeeps;               // a list asked for while another is merged: whether it keeps the position
  quint64 m_wanted = 0;  // counts what load() was asked for
  Columns m_columns;
  int m_rowHeight = 18;
  int m_charWidth = 7;
  int m_widest = 0;  // px of the widest text seen
};

// The block that copying gives for rows [first, last] of `list`.
QString provenanceText(const model::Run& run, const LineList& list, std::size_t first, std::size_t last,
                       const LineCache& lines);
QString bareText(const LineList& list, std::size_t first, std::size_t last, const LineCache& lines);

}  // namespace lanescope::ui
