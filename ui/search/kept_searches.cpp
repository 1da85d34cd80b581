// SPDX-License-Identifier: Apache-2.0
#include "ui/search/kept_searches.h"

#include <QSettings>
#include <QVariant>

namespace lanescope::ui {

namespace {

constexpr qsizetype kMostSaved = 50, kMostRemembered = 30;
constexpr const char* kSavedKey = "search/saved";
constexpr const char* kHistoryKey = "search/history";

class Store : public QSettings {
 public:
  Store() : QSettings(QStringLiteral("org.lanescope"), QStringLiteral("Lanescope")) {}
};

QVariantMap toMap(const SearchQuery& query) {
  return {{QStringLiteral("text"), query.text},
          {QStringLiteral("regex"), query.regex},
          {QStringLiteral("case"), query.matchCase},
          {QStringLiteral("word"), query.wholeWord}};
}

void write(const QList<SearchQuery>& queries) {
  QVariantList kept;
  for (const SearchQuery& query : queries.mid(0, kMostSaved)) kept << toMap(query);
  Store().setValue(QLatin1String(kSavedKey), kept);
}

// The scope belongs to the moment, not to the search.
SearchQuery withoutScope(SearchQuery query) {
  query.scope = SearchQuery::Scope::everything;
  return query;
}

}  // namespace

QList<SearchQuery> KeptSearches::saved() {
  QList<SearchQuery> queries;
  for (const QVariant& entry : Store().value(QLatin1String(kSavedKey)).toList()) {
    const QVariantMap map = entry.toMap();
    SearchQuery query;
    query.text = map.value(QStringLiteral("text")).toString();
    query.regex = map.value(QStringLiteral("regex"), true).toBool();
    query.matchCase = map.value(QStringLiteral("case")).toBool();
    query.wholeWord = map.value(QStringLiteral("word")).toBool();
    if (!query.text.isEmpty()) queries << query;
  }
  return queries;
}

void KeptSearches::save(const SearchQuery& query) {
  const SearchQuery kept = withoutScope(query);
  QList<SearchQuery> queries = saved();
  if (kept.text.isEmpty() || queries.contains(kept)) return;
  queries << kept;
  write(queries);
}

void KeptSearches::remove(const SearchQuery& query) {
  QList<SearchQuery> queries = saved();
  queries.removeAll(withoutScope(query));
  write(queries);
}

QStringList KeptSearches::history() { return Store().value(QLatin1String(kHistoryKey)).toStringList(); }

void KeptSearches::remember(const QString& text) {
  if (text.trimmed().isEmpty()) return;
  QStringList texts = history();
  texts.removeAll(text);
  texts.prepend(text);
  Store().setValue(QLatin1String(kHistoryKey), QStringList(texts.mid(0, kMostRemembered)));
}

}  // namespace lanescope::ui
