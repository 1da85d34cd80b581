// SPDX-License-Identifier: Apache-2.0
#include "app/picture_bytes.h"

#include "app/hand_over.h"
#include "app/redaction.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>

extern char** environ;

namespace lanescope::app {

namespace {

std::vector<std::string> argumentsFor(const CommandLine& line, const std::string& file) {
  std::vector<std::string> arguments = {windowProgram(), "image", "-q", "-o", file};
  if (!line.request.zone.empty()) arguments.push_back("--zone=" + line.request.zone);
  for (const std::string& folder : line.request.signatureFolders) arguments.push_back("--signatures=" + folder);
  if (line.request.threads > 0) arguments.push_back(fmt::format("--threads={}", line.request.threads));
  if (!line.request.sideFile) arguments.emplace_back("--no-side-file");
  const report::RedactKinds kinds = redactKindsOf(line);
  const report::RedactKinds others = report::RedactKinds::all().set(kinds, false);
  if (!kinds.none()) arguments.push_back(fmt::format("--redact={}", fmt::join(kinds.names(), ",")));
  if (!others.none()) arguments.push_back(fmt::format("--no-redact={}", fmt::join(others.names(), ",")));
  // Each ends at the next option.
  for (const session::Request& baseline : line.baselines) {
    arguments.emplace_back("--baseline");
    arguments.insert(arguments.end(), baseline.paths.begin(), baseline.paths.end());
  }
  if (!line.ignoreFile.empty()) arguments.push_back("--ignore=" + line.ignoreFile);
  arguments.emplace_back("--");
  arguments.insert(arguments.end(), line.request.paths.begin(), line.request.paths.end());
  return arguments;
}

// Whether the program ran to a good end. It says nothing: the inputs were complained about already.
bool ranWell(std::vector<std::string> arguments) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  if (posix_spawn_file_actions_init(&actions) != 0) return false;
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int error = posix_spawn(&child, pointers[0], &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return false;
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return false;
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

report::HtmlPicture pictureOf(const CommandLine& line) {
  if (!hasWindow()) return {{}, {}, "No picture: lanescope-window, which draws it, was not installed where this file was made."};
  std::error_code error;
  std::string file = (std::filesystem::temp_directory_path(error) / "lanescope.XXXXXX.png").string();
  constexpr int kSuffix = 4;
  const int descriptor = error ? -1 : mkstemps(file.data(), kSuffix);
  if (descriptor < 0) return {{}, {}, "No picture: there was no place for a temporary file."};
  close(descriptor);
  report::HtmlPicture picture{{}, "image/png", {}};
  if (ranWell(argumentsFor(line, file))) {
    std::ifstream bytes(file, std::ios::binary);
    picture.bytes.assign(std::istreambuf_iterator<char>(bytes), {});
  }
  unlink(file.c_str());
  if (picture.bytes.empty()) picture.note = "No picture: the time line could not be drawn.";
  return picture;
}

}  // namespace lanescope::app
