// A regular file, read at any offset.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "host/base/errors.hpp"

namespace stencil {

// Identifies a file and its state: differs between files, and changes with each modification. Device and inode mean the
// same in all processes of a machine.
struct FileState {
  std::int64_t device = 0;
  std::int64_t inode = 0;
  std::int64_t size_bytes = 0;
  std::int64_t modified_ns = 0;  // since 1970, by the clock of the file system

  bool operator==(const FileState& other) const {
    return device == other.device && inode == other.inode && size_bytes == other.size_bytes &&
           modified_ns == other.modified_ns;
  }
  bool operator!=(const FileState& other) const { return !(*this == other); }
};

// This process sees no file of that name.
class MissingFile : public ArgumentError {
 public:
  using ArgumentError::ArgumentError;
};

// Throws ArgumentError "PATH: REASON", and DeviceError where a file that was opened cannot be read.
class InputFile {
 public:
  // Throws MissingFile; ArgumentError, also for anything but a regular file, since only those can be read by ranges.
  explicit InputFile(const std::string& path);
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  const std::string& path() const { return path_; }

  // The state when it was opened. Reads go to this file, even if another takes its name later.
  const FileState& state() const { return state_; }
  std::int64_t size_bytes() const { return state_.size_bytes; }

  // Reads exactly length_bytes bytes. Refuses a file that ends before as cut short; `what` names the part it ends in.
  void read(std::int64_t offset_bytes, void* target, std::int64_t length_bytes, const char* what) const;

  // Waits up to 20 ms if the file has just been modified: file systems count time in ticks of up to 10 ms, and
  // check_unchanged() cannot see a change within a tick. Throws ArgumentError if the file changes meanwhile.
  void settle() const;

  // To be called after the last read: throws ArgumentError if the file has changed since it was opened.
  void check_unchanged() const;

 private:
  FileState look() const;

  std::string path_;
  int descriptor_;
  FileState state_;
};

}  // namespace stencil
