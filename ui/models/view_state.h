// SPDX-License-Identifier: Apache-2.0
// What all panes share and nothing else: the run shown, what is selected in it, and the visible range of time. A pane never
// calls another pane; it changes the ViewState and listens to it. GUI thread only.
#pragma once

#include "core/model/run.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>

namespace lanescope::ui {

// Half-open, unix nanoseconds.
struct TimeRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int64_t length() const { return end - begin; }
  bool operator==(const TimeRange&) const = default;
};

// What the user points at. Parts that do not apply are empty.
struct Selection {
  std::optional<std::uint32_t> finding;  // index into Run::findings
  std::optional<model::LaneId> lane;
  std::optional<model::LineRef> line;
  model::When time;
  bool operator==(const Selection&) const = default;
};

// A line that somebody points at without choosing it.
struct Hovered {
  model::LineRef line;
  std::optional<model::LaneId> lane;             // whose it is, where that is known
  model::When time;
};

// From the first moment that is known of it to the last; nothing where no line carries a time.
std::optional<TimeRange> timesOf(const model::Run& run);
inline bool hasTimes(const model::Run& run) { return timesOf(run).has_value(); }

class ViewState : public QObject {
  Q_OBJECT
 public:
  explicit ViewState(QObject* parent = nullptr);

  const std::shared_ptr<const model::Run>& run() const { return m_run; }
  // A newer partial Run of the same session keeps selection and range; `opened` starts over: the range becomes the answer
  // (first failure in view) or the whole run, and the first failure is selected once the run is complete.
  void setRun(std::shared_ptr<const model::Run> run, bool opened);

  const Selection& selection() const { return m_selection; }
  void select(Selection selection);
  void selectFinding(std::uint32_t index);  // its lane, its line to show, its time
  void selectLine(model::LineRef line);     // its lane and time

  // What the pointer or the cursor of a pane is on: the other panes show it too, and nothing else changes.
  const std::optional<Hovered>& hovered() const { return m_hovered; }
  void setHoveredLine(std::optional<model::LineRef> line);

  TimeRange range() const { return m_range; }
  void setRange(TimeRange range);            // clamped to the run's span with a margin; at least 1 ms long
  TimeRange span() const { return m_span; }  // of the whole run, job log included; empty where nothing is timed
  // What is shown beside this run may begin earlier and end later: how far the range may go then. nullopt: the span alone.
  void setReach(std::optional<TimeRange> reach);
  void showAll();
  void showAnswer();  // [the first failure, or a wait of its launch that began before, - 2 min, end] with it selected, or the whole run

  // The source or lane whose text is shown (set by selection or by the user).
  struct TextScope {
    std::optional<model::LaneId> lane;
    std::optional<model::SourceId> source;
    bool operator==(const TextScope&) const = default;
  };
  TextScope textScope() const { return m_textScope; }
  void setTextScope(TextScope scope);

  // What the user has added: as the run was read with it, else as it was changed since. A run that is read again keeps it.
  const model::Notes& notes() const { return m_notes; }   // in the order of their numbers
  void setNotes(model::Notes notes);                      // puts them in order
  const std::vector<model::SeenBefore>& seenBefore() const { return m_seenBefore; }
  const model::SeenBefore* seenBefore(const model::Finding& finding) const;   // nullptr where nobody has named it
  void setSeenBefore(std::vector<model::SeenBefore> seenBefore);

  std::int64_t zero() const { return m_zero; }  // T+ counts from here
  void setZero(std::int64_t ns);

 Q_SIGNALS:
  void runChanged();
  void selectionChanged();
  void hoveredChanged();
  void rangeChanged();
  void textScopeChanged();
  void zeroChanged();
  void notesChanged();
  void seenBeforeChanged();

 private:
  void carryOver(const model::Run& before);
  void takeAdditions(bool kept);                 // of a complete run; `kept`: what stands here is newer
  Selection selectionOf(std::uint32_t findingIndex) const;
  Selection selectionOf(model::LineRef line) const;
  TextScope scopeFor(const Selection& selection) const;
  void land();
  TimeRange answerRange() const;
  TimeRange limit() const;
  static TimeRange withMargin(TimeRange range);
  void bringIntoView(const model::When& when);
  void applySelection(Selection selection);
  void applyRange(TimeRange range);
  void applyTextScope(TextScope scope);
  void applyZero(std::int64_t ns);

  std::shared_ptr<const model::Run> m_run;
  TimeRange m_span;
  Selection m_selection;
  std::optional<Hovered> m_hovered;
  TimeRange m_range;
  TextScope m_textScope;
  std::int64_t m_zero = 0;
  model::Notes m_notes;
  std::vector<model::SeenBefore> m_seenBefore;
  std::optional<TimeRange> m_reach;
  // What the user chose: the answer no longer takes it.
  struct Chosen { bool range = false, zero = false, selection = false; };
  Chosen m_chose;
};

// The lane a line belongs to: its source's rank, else the lane of an event read from it, else that of the writer its head names.
std::optional<model::LaneId> laneOf(const model::Run& run, model::LineRef line);

// The times people read: "19:38:42.171Z", a range as "19:38:42 – 19:38:49 Z"; with date where `withDate`.
QString timeText(const model::When& when, bool withDate = false);
// "1,800 s", "37 m 47 s", "8 ms"
QString durationText(double seconds);

}  // namespace lanescope::ui
