// SPDX-License-Identifier: Apache-2.0
// Invented logs in a folder of their own, opened as one run.
#pragma once

#include "core/session/session.h"
#include "tests/support/scanned.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <memory>
#include <string>
#include <vector>

namespace lanescope::test {

// "03:04:05" on 2026-01-02, in the stamps of a CI runner and of a c10 head.
inline std::string runnerStamp(const std::string& time) { return "2026-01-02T" + time + ".5000000Z "; }
inline std::string c10Head(int rank, const std::string& time, const std::string& file = "ProcessGroupNCCL.cpp:757") {
  return "[rank" + std::to_string(rank) + "]:[E102 " + time + ".123456789 " + file + "] ";
}

class LogFolder {
 public:
  // Replaces the file. `path` is below the folder.
  void write(const std::string& path, const std::vector<std::string>& lines) {
    std::string bytes;
    for (const std::string& line : lines) bytes += line + '\n';
    writeBytes(path, bytes);
  }
  void writeBytes(const std::string& path, const std::string& bytes) {
    const QString full = m_folder.filePath(qs(path));
    QDir().mkpath(QFileInfo(full).path());
    QFile file(full);
    if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write %s", qPrintable(full));
    file.write(bytes.data(), static_cast<qint64>(bytes.size()));
  }
  // One rank's stdout and stderr in the tree of a launcher.
  void writeRank(const std::string& directory, int attempt, int rank, const std::vector<std::string>& out,
                 const std::vector<std::string>& err = {}) {
    const std::string base = directory + "/attempt_" + std::to_string(attempt) + '/' + std::to_string(rank) + '/';
    write(base + "stdout.log", out);
    write(base + "stderr.log", err);
  }

  std::string path() const { return m_folder.path().toStdString(); }
  session::Request request() const {
    session::Request request;
    request.paths = {path()};
    request.threads = 1;
    return request;
  }
  base::Result<std::shared_ptr<const model::Run>> tryLoad(const session::Request& request) const {
    base::Progress progress;
    return session::load(request, progress, {});
  }
  std::shared_ptr<const model::Run> load() const {
    const auto run = tryLoad(request());
    if (!run) qFatal("%s", base::describe(run.error()).c_str());
    return *run;
  }

 private:
  QTemporaryDir m_folder;
};

}  // namespace lanescope::test
