// SPDX-License-Identifier: Apache-2.0
// The text of a rank (its streams merged by time), of several ranks or all of them, or of one source. Only the rows on screen are read.
// Follows the ViewState's text scope and selection, and moves the selection when a row is chosen. Shows the hits of the SearchState; may
// hide the lines that do not match, and folds tracebacks. Large merges go on pool threads; the view says so and stays usable.
//
// A *line* here is a place in the list of all lines of the text, a *row* one that is shown.
#pragma once

#include "core/search/line_writers.h"
#include "ui/logview/folds.h"
#include "ui/logview/line_cache.h"
#include "ui/logview/line_list.h"
#include "ui/logview/log_columns.h"
#include "ui/logview/picked_lines.h"
#include "ui/logview/row_map.h"
#include "ui/models/search_state.h"
#include "ui/theme/theme.h"

#include <QAbstractScrollArea>
#include <QHash>

#include <map>
#include <memory>
#include <optional>

namespace lanescope::ui {

class MarkedScrollBar;
class PaneCommands;

class LogView : public QAbstractScrollArea {
  Q_OBJECT
 public:
  LogView(ViewState* state, SearchState* search, QWidget* parent = nullptr);

  // --- what is shown
  std::size_t rowCount() const { return m_rows.size(); }
  std::size_t lineCount() const { return m_list ? m_list->size() : 0; }   // with those that are hidden
  bool isMerging() const { return m_merging; }
  std::optional<std::size_t> currentRow() const { return m_current; }
  std::optional<model::LineRef> lineAt(std::size_t row) const;
  QString rowText(std::size_t row) const;                   // as shown
  QString rowOrigin(std::size_t row) const;                 // "rank 5, stdout.log:199, 19:38:42 Z, bounded", for a screen reader
  QRect rowRect(std::size_t row) const;                     // in the viewport; empty where it is not on screen
  int textLeft() const { return m_textLeft; }               // where the lines themselves begin, behind the columns, px
  std::pair<std::size_t, std::size_t> visibleRows() const;  // half-open

  // Instead of the ViewState's text scope, until showScope() or another run: all sources that are logs, or those of some ranks.
  void showEverything();
  void showLanes(std::vector<model::LaneId> lanes);
  void showScope();
  bool showsEverything() const { return m_everything; }
  const std::vector<model::LaneId>& lanes() const { return m_lanes; }
  bool showsSource(model::SourceId source) const;
  std::vector<model::SourceId> sources() const { return wantedSources(); }   // of the text, whether its lines are merged yet or not

  // --- how
  const LogColumns& columns() const { return m_columns; }
  void setColumns(const LogColumns& columns);
  bool wraps() const { return m_wrap; }
  void setWrap(bool on);
  bool showsColours() const { return m_colours; }
  void setColours(bool on);
  bool folds() const { return m_folding; }
  void setFolding(bool on);
  // Of the letters, px; what is smaller or larger than can be read is the nearest that can.
  static constexpr int kLeastTextSize = 8, kTextSize = 12, kMostTextSize = 32;
  int textSize() const { return m_textSize; }
  void setTextSize(int size);
  // What is hidden: all but the hits of the search, while there is one (SearchState::hidesLines(), for all panes), all but some kinds.
  bool showsOnlyHits() const { return m_search->hidesLines(); }
  void setOnlyHits(bool on);
  LineKinds kinds() const { return m_kinds; }
  void setKinds(LineKinds kinds);
  bool filters() const;
  void showAllLines();
  std::size_t exceptions() const { return m_rows.included(); }   // rows that are there only because they were chosen
  // The line from which the differences in the column `sinceMark` count.
  const std::optional<model::LineRef>& mark() const { return m_mark; }
  void markRow(std::size_t row);
  // Opens or closes the fold at a row; false where there is none.
  bool toggleFold(std::size_t row);
  std::size_t foldCount() const { return m_folds.size(); }
  // Launch, rank and test of the first row on screen.
  QString contextText();

  // As the arrow keys do.
  void goToRow(std::size_t row) { chooseRow(row, false); }

  // --- hits
  // The next hit of this text from the current row. Behind the last one hitsEnded() asks for those of other texts.
  void nextHit() { goToHit(1); }
  void previousHit() { goToHit(-1); }
  std::size_t hitCount() const;                             // lines of this text that match
  std::optional<std::size_t> currentHit() const;            // counted from 0, where the current row is one
  // The first (last) hit of the text; false where it has none.
  bool goToFirstHit(int direction);
  // The next (previous) line that is a warning, worse, or shown by a finding.
  void goToWarning(int direction);

  // The lines of the chosen rows, at most `most` of them.
  std::vector<model::LineRef> chosenLines(std::size_t most) const;

  // --- copying the chosen rows
  // Each stretch of one file under a line with run, file:line, rank and UTC; or the bare lines.
  QString copyText(bool withProvenance);
  void copy(bool withProvenance);
  QString evidenceText();                                   // Markdown
  void copyEvidence();
  MarkedScrollBar* marks() const { return m_bar; }

 Q_SIGNALS:
  void listChanged();                            // other rows, or a merge began or ended
  void optionsChanged();
  void hitsChanged();                            // how many, or which is current
  void hitsEnded(int direction);
  void firstRowChanged();
  void searchRequested();                        // the user pressed a find key
  void showInTimelineRequested();                // the selection is what to show

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool viewportEvent(QEvent* event) override;

 private:
  struct Placed { std::size_t row = 0; int top = 0, height = 0; };       // a row on screen
  struct Place { int left = -1, width = 0; };    // of a column, px; left < 0: it is not shown
  struct Piece { TextSpan span; int top = 0; };  // a wrapped part of a row's text

  // log_view.cpp: which lines
  void followRun();
  void followScope();
  void followSelection();
  std::vector<model::SourceId> wantedSources() const;
  void load(bool keepPosition);
  void mergeInBackground(const std::shared_ptr<const model::Run>& run, const std::vector<model::SourceId>& sources, bool keepPosition);
  void show(std::shared_ptr<const model::Run> run, std::shared_ptr<const LineList> list, bool keepPosition);
  void indexFindings();
  std::optional<std::size_t> lineOfRow(std::optional<std::size_t> row) const;
  search::LineWriters& writersOf(model::SourceId source);
  std::optional<model::LaneId> laneOfLine(model::LineRef line);
  std::vector<model::Rank> ranksOf(const std::vector<model::LineRef>& lines, std::size_t begin, std::size_t end);

  // log_rows.cpp: which of them are rows
  void remapRows();
  void setRows(RowMap rows);
  LinesWanted wantedLines() const;
  void pickWanted();
  void followFilter();
  void lookForFolds();
  void applyFolds();
  std::optional<std::size_t> closedFoldAt(model::LineRef line) const;
  bool reveal(model::LineRef line);
  void followSearch();
  void followHits();
  void goToHit(int direction);
  std::optional<std::size_t> hitLine(std::size_t line, int direction) const;
  bool isWarning(model::LineRef line) const;
  std::size_t hitsBefore(std::size_t line) const;
  bool isSearched() const;

  // log_marks.cpp: beside the scroll bar
  double heightOnBar(std::size_t line) const;
  void markAll();
  void markFindings();
  void markHits();
  void markNotes();

  // log_layout.cpp: rows and pixels
  QFont textFont() const { return monoFont(m_textSize); }
  QFont basisFont() const { return uiFont(m_textSize - 1); }
  void updateMetrics();
  void placeColumns();
  void updateScrollBars();
  void place() const;
  void displace();                               // other heights or rows: they are placed anew
  int heightOf(std::size_t row) const;
  std::vector<Piece> piecesOf(const QString& text) const;
  std::size_t rowsThatFitBefore(std::size_t row, int height) const;
  int fullRowsOnScreen() const;
  void showRow(std::size_t row, bool centred);
  static bool hasOneWidth(QStringView text);     // printable ASCII: each letter is m_charWidth wide
  double widthOf(const QString& text) const;     // px
  void showHitIn(std::size_t row);
  std::optional<std::size_t> rowAtY(int y) const;
  const Place& placeOf(LogColumn column) const { return m_places[static_cast<std::size_t>(column)]; }

  // log_input.cpp
  void addCommands();
  std::size_t rowInHand() const;
  void walkRows(std::ptrdiff_t rows);
  void chooseRow(std::size_t row, bool extend);
  void tellHovered();                            // which line is under the pointer
  QString toolTipAt(QPoint position);

  // log_painter.cpp
  void paintRow(QPainter& painter, const Placed& placed, bool first);
  void paintColumns(QPainter& painter, model::LineRef line, const Placed& placed, bool first);
  void paintText(QPainter& painter, const ShownLine& line, const Placed& placed);
  void paintPiece(QPainter& painter, const ShownLine& line, TextSpan span, QPointF at);
  void paintEmpty(QPainter& painter);
  QColor stripe(model::LineRef line) const;
  QString placeText(model::LineRef line) const;

  ViewState* m_state;
  SearchState* m_search;
  MarkedScrollBar* m_bar;
  std::shared_ptr<const model::Run> m_run;  // of m_list; the ViewState may have a newer one while rows are merged
  std::shared_ptr<const LineList> m_list;
  RowMap m_rows;
  ViewState::TextScope m_scope;  // what is shown or being merged
  bool m_everything = false;
  std::vector<model::LaneId> m_lanes;
  mutable LineCache m_lines;
  std::map<model::SourceId, std::unique_ptr<search::LineWriters>> m_writers;
  QHash<quint64, std::uint32_t> m_findingOf;  // source and line -> finding, for the stripe
  std::optional<std::size_t> m_current;       // the row chosen last, and where the chosen rows begin
  std::size_t m_anchor = 0;
  PaneCommands* m_commands;
  bool m_extends = false;                     // what walks chooses the rows between too
  std::optional<int> m_pointerY;              // in the viewport
  std::optional<model::LineRef> m_mark;

  std::vector<Fold> m_folds;
  std::vector<std::vector<std::uint32_t>> m_hidden;         // by fold: places in m_list
  std::vector<bool> m_open;
  std::stop_source m_foldStop;
  bool m_folding = false, m_wrap = false, m_colours = false;
  LineKinds m_kinds = LineKinds::all;

  bool m_merging = false;
  std::optional<bool> m_nextKeeps;               // a list asked for while another is merged: whether it keeps the position
  quint64 m_wanted = 0;  // counts what load() was asked for
  quint64 m_rowsWanted = 0;                      // the same for what remapRows() was asked for
  bool m_picking = false;                        // rows are picked on a pool thread

  LogColumns m_columns;
  std::array<Place, kLogColumns> m_places;
  int m_textLeft = 0;
  int m_textSize = kTextSize;
  double m_wheeled = 0;                          // notches that have not yet made a pixel of size
  bool m_several = false;                        // lines of more than one rank
  int m_rowHeight = 18;
  double m_charWidth = 7;                        // px, of printable ASCII; with a fraction where the font has one
  int m_widest = 0;  // px of the widest text seen
  mutable std::vector<Placed> m_placed;
  mutable bool m_placedIsValid = false;
};

}  // namespace lanescope::ui
