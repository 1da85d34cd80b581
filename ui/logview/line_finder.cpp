// SPDX-License-Identifier: Apache-2.0
#include "ui/logview/line_finder.h"

#include "core/text/clean.h"
#include "core/text/line_index.h"

#include <QMetaObject>
#include <QMutex>
#include <QMutexLocker>
#include <QThreadPool>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <map>

namespace lanescope::ui {

namespace {

constexpr std::size_t kRowsBetweenChecks = 2048;
constexpr std::chrono::milliseconds kBetweenReports{60};

unsigned char folded(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 'A' && byte <= 'Z' ? static_cast<unsigned char>(byte + 32) : byte;
}

// Horspool's search over folded bytes.
class FoldedSearcher {
 public:
  explicit FoldedSearcher(const std::string& text) : m_text(text) {
    m_skip.fill(text.size());
    for (std::size_t i = 0; i + 1 < text.size(); ++i) m_skip[folded(text[i])] = text.size() - 1 - i;
    std::transform(m_text.begin(), m_text.end(), m_text.begin(), [](char c) { return static_cast<char>(folded(c)); });
  }
  bool in(std::string_view line) const {
    const std::size_t length = m_text.size();
    for (std::size_t at = 0; at + length <= line.size(); at += m_skip[folded(line[at + length - 1])]) {
      std::size_t i = length;
      while (i > 0 && folded(line[at + i - 1]) == static_cast<unsigned char>(m_text[i - 1])) --i;
      if (i == 0) return true;
    }
    return false;
  }

 private:
  std::string m_text;
  std::array<std::size_t, 256> m_skip{};
};

}  // namespace

struct LineFinder::Job {
  std::shared_ptr<const model::Run> run;
  std::shared_ptr<const LineList> list;
  std::string wanted;
  bool matchCase = false;
  std::stop_source stop;
  QMutex mutex;
  LineFinder* finder = nullptr;  // null once the finder moved on; guarded by mutex

  void report(const std::shared_ptr<Job>& self, std::vector<std::uint32_t>& rows, std::size_t done, bool last) {
    const QMutexLocker lock(&mutex);
    if (finder == nullptr) return;
    LineFinder* const target = finder;
    QMetaObject::invokeMethod(
        target, [target, self, found = std::exchange(rows, {}), done, last] { target->take(self, found, done, last); },
        Qt::QueuedConnection);
  }

  void work(const std::shared_ptr<Job>& self) {
    const FoldedSearcher folding(wanted);
    const auto matches = [&](std::string_view line) { return matchCase ? line.find(wanted) != line.npos : folding.in(line); };
    std::map<model::SourceId, text::LineReader> readers;
    for (const model::SourceId source : list->sources()) {
      const auto& own = run->source(source).text;
      if (own) readers.emplace(source, text::LineReader(*own->bytes, own->lines));
    }
    std::vector<std::uint32_t> rows;
    std::string cleaned;
    auto reported = std::chrono::steady_clock::now();
    const std::stop_token token = stop.get_token();
    list->forEach(0, list->size(), [&](std::size_t row, model::LineRef line) {
      if (row % kRowsBetweenChecks == 0) {
        if (token.stop_requested()) return false;
        const auto now = std::chrono::steady_clock::now();
        if (now - reported > kBetweenReports) {
          reported = now;
          report(self, rows, row, false);
        }
      }
      const auto reader = readers.find(line.source);
      if (reader == readers.end()) return true;
      std::string_view bytes = reader->second.line(line.line);
      if (text::needsCleaning(bytes)) {
        cleaned.clear();
        text::stripControl(bytes, cleaned);
        bytes = cleaned;
      }
      if (matches(bytes)) rows.push_back(static_cast<std::uint32_t>(row));
      return true;
    });
    report(self, rows, list->size(), true);
  }
};

LineFinder::LineFinder(QObject* parent) : QObject(parent) {}

LineFinder::~LineFinder() { cancel(); }

void LineFinder::start(std::shared_ptr<const model::Run> run, std::shared_ptr<const LineList> list, std::string text,
                       bool matchCase) {
  cancel();
  m_hits.clear();
  m_rowsDone = 0;
  if (text.empty() || run == nullptr || list == nullptr || list->size() == 0) {
    Q_EMIT finished();
    return;
  }
  m_running = true;
  m_job = std::make_shared<Job>();
  m_job->run = std::move(run);
  m_job->list = std::move(list);
  m_job->wanted = std::move(text);
  m_job->matchCase = matchCase;
  m_job->finder = this;
  QThreadPool::globalInstance()->start([job = m_job] { job->work(job); });
}

void LineFinder::cancel() {
  m_running = false;
  if (m_job == nullptr) return;
  m_job->stop.request_stop();
  {
    const QMutexLocker lock(&m_job->mutex);
    m_job->finder = nullptr;
  }
  m_job.reset();
}

void LineFinder::take(const std::shared_ptr<Job>& job, std::vector<std::uint32_t> rows, std::size_t done, bool last) {
  if (job != m_job) return;
  m_hits.insert(m_hits.end(), rows.begin(), rows.end());
  m_rowsDone = done;
  if (last) {
    m_running = false;
    m_job.reset();
    Q_EMIT finished();
  } else {
    Q_EMIT progressed();
  }
}

}  // namespace lanescope::ui
