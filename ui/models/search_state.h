// SPDX-License-Identifier: Apache-2.0
// The search that all panes share: what is searched for and what was found so far, in the run shown and, in a comparison, in the other
// one. Searching goes on a pool thread; hits arrive on the GUI thread while it goes on. GUI thread only.
#pragma once

#include "core/search/search.h"
#include "ui/models/search_hits.h"
#include "ui/models/view_state.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lanescope::ui {

// What stands in the box and beside it.
struct SearchQuery {
  // lanes: those of SearchState::setVisibleLanes(); time: the visible range; text: the sources of SearchState::setShownSources()
  enum class Scope { everything, lanes, time, text };
  QString text;
  bool regex = true;
  bool matchCase = false;
  bool wholeWord = false;
  Scope scope = Scope::everything;
  bool operator==(const SearchQuery&) const = default;
};

class SearchState : public QObject {
  Q_OBJECT
 public:
  explicit SearchState(ViewState* state, QObject* parent = nullptr);
  ~SearchState() override;

  // The run beside it while two are compared; nullptr: none.
  void setOther(ViewState* other);
  ViewState* side(std::size_t which) const { return which == 0 ? m_state : m_other; }
  bool hasOther() const { return m_other != nullptr; }
  // What the scope `lanes` means in the run shown, asked when a search begins. Sorted; empty: all.
  void setVisibleLanes(std::function<std::vector<model::LaneId>()> lanes) { m_visibleLanes = std::move(lanes); }
  // The same for the scope `text`. In any order; empty: all.
  void setShownSources(std::function<std::vector<model::SourceId>()> sources) { m_shownSources = std::move(sources); }

  // Ends the search before. An empty text searches for nothing, or for what narrow() kept. What is no expression finds nothing and has a
  // fault.
  void start(const SearchQuery& query);
  // The next start() looks only at lines that match the present query too, until clear() or widen().
  void narrow();
  void widen();                                  // takes the last narrow() back and searches
  void clear();
  // What is found so far stays.
  void cancel();

  const SearchQuery& query() const { return m_query; }
  const std::vector<SearchQuery>& narrowedBy() const { return m_outer; }
  bool isActive() const { return m_expression != nullptr; }
  bool isRunning() const { return m_job != nullptr; }
  bool isComplete() const { return m_complete; } // all of the scope was looked at
  double part() const;                           // of the bytes, 0 to 1
  // Of the present query; nullptr where nothing is searched for.
  const std::shared_ptr<const search::Expression>& expression() const { return m_expression; }
  // Of the query's text, where it is no expression.
  const std::optional<search::Fault>& fault() const { return m_fault; }
  QString faultText() const;                     // "( without ) at character 4"
  const SearchHits& hits() const { return m_hits; }

  // Whether the panes leave out what does not match: lines of the text, lanes of the timeline. Without a search nothing is left out.
  bool hidesLines() const { return m_hidesLines; }
  void setHidesLines(bool on);
  bool hidesLanes() const { return m_hidesLanes; }
  void setHidesLanes(bool on);

 Q_SIGNALS:
  void changed();                                // another search, or none
  void grew();                                   // hits() has more
  void finished();
  void hidingChanged();

 private:
  struct Job;
  void begin();
  void follow();
  void take(const std::shared_ptr<Job>& job);
  search::Where whereOf(std::size_t side) const;

  ViewState* m_state;
  ViewState* m_other = nullptr;
  SearchQuery m_query;
  std::vector<SearchQuery> m_outer;
  std::shared_ptr<const search::Expression> m_expression;
  std::optional<search::Fault> m_fault;
  SearchHits m_hits;
  std::function<std::vector<model::LaneId>()> m_visibleLanes;
  std::function<std::vector<model::SourceId>()> m_shownSources;
  std::shared_ptr<Job> m_job;
  bool m_complete = true;
  bool m_hidesLines = false, m_hidesLanes = false;
  QThreadPool m_pool;                            // its own: a search does not wait for what others work on
  QTimer m_again;                                // a run that is being read grows several times a second
};

}  // namespace lanescope::ui
