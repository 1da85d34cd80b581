// SPDX-License-Identifier: Apache-2.0
// Writes the log of an invented CI job and the log tree of its launches, a line at a time on one clock, so that both agree.
#pragma once

#include "tests/support/log_folder.h"

#include <map>

namespace lanescope::test {

class JobWriter {
 public:
  explicit JobWriter(LogFolder& folder, int ranks = 4) : m_folder(folder), m_ranks(ranks) {}

  void wait(int seconds) { m_seconds += seconds; }
  std::string clock() const {
    char text[16];
    std::snprintf(text, sizeof text, "%02d:%02d:%02d", m_seconds / 3600, m_seconds / 60 % 60, m_seconds % 60);
    return text;
  }

  void job(const std::string& line) { m_job.push_back(runnerStamp(clock()) + line); }
  void task(const std::string& line) { job("task-1/0 " + line); }
  // Rank 0's stdout is copied into the job log, as a launcher's tee does.
  void out(int rank, const std::string& line) {
    m_out[rank] += line + '\n';
    if (rank == 0) task("[default0]:" + line);
  }
  void err(int rank, const std::string& line) {
    m_err[rank] += line + '\n';
    if (rank == 0) task("[default0]:" + line);
  }
  void all(const std::string& line) {
    for (int rank = 0; rank < m_ranks; ++rank) out(rank, line);
  }

  void beginLaunch(const std::string& directory,
                   const std::string& command = "torchrun --nproc_per_node 4 -m pytest -vs tests") {
    m_directory = directory;
    m_out.clear();
    m_err.clear();
    task("+ " + command);
    wait(2);
  }
  void beginSession(int tests) {
    all("============================= test session starts ==============================");
    wait(1);
    all("collecting ... collected " + std::to_string(tests) + " items");
    wait(1);
  }
  // Starts on every rank, and ends ten seconds later on those that have a word of their own or the common one ("": it stays
  // open).
  void test(const std::string& id, const std::string& word, const std::map<int, std::string>& words = {}) {
    wait(10);
    for (int rank = 0; rank < m_ranks; ++rank) {
      const auto own = words.find(rank);
      const std::string& said = own == words.end() ? word : own->second;
      if (!said.empty()) {
        m_out[rank] += id + ' ' + said + '\n';
        if (rank == 0) task("[default0]:" + id + " [default0]:" + said);
      } else {
        m_out[rank] += id + ' ';
        if (rank == 0) task("[default0]:" + id + ' ');
      }
    }
  }
  void endSession(const std::string& counts) {
    all("======================== " + counts + " in 30.00s ========================");
  }
  void endLaunch(int status, int attempt = 0) {
    task("+ rc=" + std::to_string(status));
    wait(1);
    writeTree(attempt);
  }
  void writeTree(int attempt = 0) {
    if (m_directory.empty()) return;
    for (int rank = 0; rank < m_ranks; ++rank) {
      const std::string base = m_directory + "/attempt_" + std::to_string(attempt) + '/' + std::to_string(rank) + '/';
      m_folder.writeBytes(base + "stdout.log", m_out[rank]);
      m_folder.writeBytes(base + "stderr.log", m_err[rank]);
    }
    m_out.clear();
    m_err.clear();
  }
  void agent(const std::string& message) {
    task("W0102 " + clock() + ".250000 3999 torch/distributed/elastic/multiprocessing/api.py:984] " + message);
  }
  void finish(const std::string& path = "job.txt") { m_folder.write(path, m_job); }
  void passingLaunch(const std::string& directory,
                     const std::string& command = "torchrun --nproc_per_node 4 -m pytest -vs tests") {
    beginLaunch(directory, command);
    beginSession(2);
    test("tests/a.py::one", "PASSED");
    test("tests/a.py::two", "PASSED");
    endSession("2 passed");
    endLaunch(0);
  }

 private:
  LogFolder& m_folder;
  int m_ranks;
  int m_seconds = 3 * 3600;
  std::string m_directory;
  std::vector<std::string> m_job;
  std::map<int, std::string> m_out, m_err;
};

}  // namespace lanescope::test
