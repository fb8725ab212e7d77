// The folder of modules that were built for this user, and who may write there. What cannot be written is
// ArgumentError: no device has been made then.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>

namespace stencil {

// $STENCIL_CACHE, else $XDG_CACHE_HOME/stencil-cosim/rtl, else ~/.cache/stencil-cosim/rtl; need not exist. Throws
// ArgumentError where none is set, or STENCIL_CACHE is no absolute path.
std::filesystem::path cache_folder();

// Makes the folder and those above it, where they are missing. Throws ArgumentError where nothing can be written there.
void make_writable(const std::filesystem::path& folder);

// Held by one program of all those that use the same file, which need not exist. The system frees it when its holder
// ends, however that happens.
class CacheLock {
 public:
  // wait: called some ten times a second while another program holds it. Throws ArgumentError where the file cannot be
  // written.
  CacheLock(const std::filesystem::path& file, const std::function<void()>& wait);
  CacheLock(const CacheLock&) = delete;
  CacheLock& operator=(const CacheLock&) = delete;
  ~CacheLock();

 private:
  int descriptor_;
};

// A new folder "BASE.part-XXXXXX" for files that are not complete yet; removed at the end, as are those that a program
// which was killed has left. Whoever makes one must hold the lock of BASE.
class PartFolder {
 public:
  explicit PartFolder(const std::filesystem::path& base);
  PartFolder(const PartFolder&) = delete;
  PartFolder& operator=(const PartFolder&) = delete;
  ~PartFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// Puts a folder in the place of another, or where there was none: a reader sees all of it or nothing. Files are on disk
// before. Throws ArgumentError.
void put_in_place(const std::filesystem::path& part, const std::filesystem::path& folder);

}  // namespace stencil
