// SPDX-License-Identifier: Apache-2.0
// Small files that hold a person's words: they appear whole or not at all, and one process at a time changes those of a folder.
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <string>

namespace lanescope::base {

// In place of what is there, as a whole, and on the disk before it is seen. False: errno says why, and what was there is untouched.
bool replaceFile(const std::string& path, const std::string& bytes);

// What processes that died while they replaced this file have left beside it. Only under the lock of its folder.
void removeLeftovers(const std::string& path);

// While it lives no other process holds the lock of the same folder. It is the folder itself that is locked: nothing is left behind.
class FolderLock {
 public:
  // Makes the folder where it is missing. Error where it cannot be made, or somebody else has held it for `patience`. Where the file
  // system knows no locks (some network ones) nobody is kept out, and that is no error.
  static Result<FolderLock> take(const std::string& folder, std::chrono::milliseconds patience = std::chrono::seconds(10));
  FolderLock(FolderLock&& other) noexcept;
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();                                 // removes the folder where nothing is in it

 private:
  FolderLock(std::string folder, int descriptor);
  std::string m_folder;
  int m_descriptor = -1;
};

// $XDG_DATA_HOME/lanescope, else ~/.local/share/lanescope; "" where neither is known.
std::string userDataFolder();

}  // namespace lanescope::base
