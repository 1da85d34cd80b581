// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/lane_arrangement.h"

#include <QStringList>

#include <algorithm>
#include <limits>

namespace lanescope::ui {

namespace {

constexpr std::size_t kMostDigits = 9;

class RankListReader {
 public:
  explicit RankListReader(std::string_view text) : m_text(text) {}

  std::optional<std::vector<RankSpan>> read() {
    std::vector<RankSpan> spans;
    for (skipSeparators(); m_at < m_text.size(); skipSeparators()) {
      const auto span = readSpan();
      if (!span) return std::nullopt;
      spans.push_back(*span);
    }
    return spans;
  }
  std::size_t at() const { return m_at; }

 private:
  static bool isSeparator(char c) { return c == ',' || c == ';' || c == ' ' || c == '\t'; }
  bool sees(std::string_view word) const { return m_text.substr(m_at, word.size()) == word; }
  void skipSeparators() {
    while (m_at < m_text.size() && isSeparator(m_text[m_at])) ++m_at;
  }
  std::optional<model::Rank> readRank() {
    if (sees("r") || sees("R")) ++m_at;
    const std::size_t start = m_at;
    model::Rank rank = 0;
    while (m_at < m_text.size() && m_text[m_at] >= '0' && m_text[m_at] <= '9') {
      if (m_at - start == kMostDigits) return std::nullopt;
      rank = rank * 10 + static_cast<model::Rank>(m_text[m_at++] - '0');
    }
    return m_at > start ? std::optional(rank) : std::nullopt;
  }
  bool skipDash() {
    for (const std::string_view dash : {"-", "\xE2\x80\x93"}) {   // a report writes "0–7"
      if (!sees(dash)) continue;
      m_at += dash.size();
      return true;
    }
    return false;
  }
  std::optional<RankSpan> readSpan() {
    const auto first = readRank();
    if (!first) return std::nullopt;
    if (!skipDash()) return closed(*first, *first);
    if (m_at == m_text.size() || isSeparator(m_text[m_at])) return closed(*first, std::numeric_limits<model::Rank>::max());
    const auto last = readRank();
    return last && *last >= *first ? closed(*first, *last) : std::nullopt;
  }
  // Nothing else may follow a part.
  std::optional<RankSpan> closed(model::Rank first, model::Rank last) const {
    if (m_at < m_text.size() && !isSeparator(m_text[m_at])) return std::nullopt;
    return RankSpan{first, last};
  }

  std::string_view m_text;
  std::size_t m_at = 0;
};

}  // namespace

std::optional<std::vector<RankSpan>> parseRankList(std::string_view text, std::size_t& errorAt) {
  RankListReader reader(text);
  auto spans = reader.read();
  errorAt = reader.at();
  return spans;
}

QString rankListText(const std::vector<RankSpan>& spans) {
  QStringList parts;
  for (const RankSpan& span : spans) {
    const QString first = QString::number(span.first), last = span.last == std::numeric_limits<model::Rank>::max() ? QString() : QString::number(span.last);
    parts << (span.first == span.last ? first : first + QLatin1Char('-') + last);
  }
  return parts.join(QStringLiteral(", "));
}

bool contains(const std::vector<RankSpan>& spans, model::Rank rank) {
  return std::any_of(spans.begin(), spans.end(), [rank](const RankSpan& span) { return rank >= span.first && rank <= span.last; });
}

}  // namespace lanescope::ui
