// SPDX-License-Identifier: Apache-2.0
#include "core/compare/changes.h"

#include "core/text/clean.h"

#include <fmt/format.h>
#include <git2.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <mutex>

namespace lanescope::compare {
namespace {

constexpr std::size_t kMostFiles = 10'000;

template <class T, void (*Free)(T*)>
struct Freed {
  void operator()(T* object) const noexcept { Free(object); }
};
using Repository = std::unique_ptr<git_repository, Freed<git_repository, git_repository_free>>;
using Object = std::unique_ptr<git_object, Freed<git_object, git_object_free>>;
using Diff = std::unique_ptr<git_diff, Freed<git_diff, git_diff_free>>;

// Counts its users itself.
class Library {
 public:
  Library() { git_libgit2_init(); }
  ~Library() { git_libgit2_shutdown(); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
};

std::string lastError() {
  const git_error* error = git_error_last();
  return error && error->message ? error->message : "no clone";
}

bool isHash(const std::string& commit) {
  return commit.size() >= 7 && commit.size() <= 64 && commit.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
}

// The tree of a commit; empty where the clone does not have it, or has several that begin so.
Object treeOf(git_repository* repository, const std::string& commit) {
  git_object* found = nullptr;
  if (!isHash(commit) || git_revparse_single(&found, repository, (commit + "^{tree}").c_str()) != 0) return nullptr;
  return Object(found);
}

const char* statusText(git_delta_t status) noexcept {
  switch (status) {
    case GIT_DELTA_ADDED: return "added";
    case GIT_DELTA_DELETED: return "deleted";
    case GIT_DELTA_RENAMED: return "renamed";
    case GIT_DELTA_COPIED: return "copied";
    case GIT_DELTA_TYPECHANGE: return "type-changed";
    default: return "modified";
  }
}

// What a merge was made of says more of the change than the merge itself, which often only a CI has.
std::string commitOf(const model::Run& run) { return run.environment.commit.empty() ? run.environment.mergeHead : run.environment.commit; }

// Whether a printed path is that of a file of the clone: it ends with it, at a border.
bool names(const std::string& printed, const std::string& file) {
  if (printed == file) return true;
  return printed.size() > file.size() && printed.ends_with(file) && printed[printed.size() - file.size() - 1] == '/';
}

void mark(const model::Run& run, ChangedFile& file) {
  if (run.firstFailure) {
    const model::Attributes& attributes = run.findings[*run.firstFailure].attributes;
    file.inStack = std::any_of(attributes.stack.begin(), attributes.stack.end(), [&file](const model::StackFrame& frame) { return names(frame.file, file.path); });
    file.inTest = names(attributes.test.substr(0, attributes.test.find("::")), file.path);
  }
  for (const model::TestReport& test : run.tests) file.inTest = file.inTest || names(test.id.substr(0, test.id.find("::")), file.path);
}

std::string statementOf(const Changes& changes, bool all) {
  const auto near = std::count_if(changes.files.begin(), changes.files.end(), [](const ChangedFile& file) { return file.inStack || file.inTest; });
  const std::string count = fmt::format("{}{} {} between {} and {}", all ? "" : "more than ", changes.files.size(), changes.files.size() == 1 ? "file differs" : "files differ",
                                        changes.from.substr(0, 10), changes.to.substr(0, 10));
  if (near == 0) return count + "; none of them is named in the first failure's stack or holds a test that did not pass";
  return fmt::format("{}; {} of them {} named in the first failure's stack or {} a test that did not pass", count, near, near == 1 ? "is" : "are", near == 1 ? "holds" : "hold");
}

}  // namespace

base::Result<Changes> findChanges(const std::string& path, const model::Run& run, const model::Run& baseline) {
  const Library library;
  git_repository* opened = nullptr;
  if (git_repository_open_ext(&opened, path.c_str(), 0, nullptr) != 0) {
    return base::fail(base::ErrorCode::unsupported, "not a git clone: " + lastError(), path, "--repo takes the folder of a local clone");
  }
  const Repository repository(opened);
  Changes changes;
  changes.repository = std::filesystem::path(path).lexically_normal().filename().string();
  if (changes.repository.empty()) changes.repository = std::filesystem::path(path).lexically_normal().parent_path().filename().string();
  changes.repository = text::toUtf8(changes.repository);
  changes.from = commitOf(baseline);
  changes.to = commitOf(run);
  if (changes.from.empty() || changes.to.empty()) {
    changes.statement = changes.to.empty() ? "The run's log names no commit" : "The baseline's log names no commit";
    return changes;
  }
  const Object before = treeOf(opened, changes.from), after = treeOf(opened, changes.to);
  if (!before || !after) {
    changes.statement = fmt::format("The clone does not have commit {}", before ? changes.to : changes.from);
    return changes;
  }
  git_diff* made = nullptr;
  if (git_diff_tree_to_tree(&made, opened, reinterpret_cast<git_tree*>(before.get()), reinterpret_cast<git_tree*>(after.get()), nullptr) != 0) {
    return base::fail(base::ErrorCode::io, "its commits could not be compared: " + lastError(), path);
  }
  const Diff diff(made);
  git_diff_find_similar(made, nullptr);
  const std::size_t count = git_diff_num_deltas(made);
  for (std::size_t i = 0; i < count && i < kMostFiles; ++i) {
    const git_diff_delta* delta = git_diff_get_delta(made, i);
    const char* name = delta->new_file.path ? delta->new_file.path : delta->old_file.path;
    ChangedFile file{text::toUtf8(name ? name : ""), statusText(delta->status), false, false};
    mark(run, file);
    changes.files.push_back(std::move(file));
  }
  std::stable_sort(changes.files.begin(), changes.files.end(), [](const ChangedFile& a, const ChangedFile& b) {
    const auto key = [](const ChangedFile& file) { return file.inStack ? 0 : file.inTest ? 1 : 2; };
    return key(a) < key(b);
  });
  changes.statement = statementOf(changes, count <= kMostFiles);
  return changes;
}

}  // namespace lanescope::compare
