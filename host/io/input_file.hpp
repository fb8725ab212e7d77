// A regular file to read from, at any place.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "host/base/errors.hpp"

namespace stencil {

// What tells a file from another one, and from what it becomes when it is changed. Device and inode mean the same in
// all processes of a machine.
struct FileState {
  std::int64_t device = 0;
  std::int64_t inode = 0;
  std::int64_t size_bytes = 0;
  std::int64_t modified_ns = 0;  // since 1970, as the file system counts it

  bool operator==(const FileState& other) const {
    return device == other.device && inode == other.inode && size_bytes == other.size_bytes &&
           modified_ns == other.modified_ns;
  }
  bool operator!=(const FileState& other) const { return !(*this == other); }
};

// No file of that name is to be seen from here.
class MissingFile : public ArgumentError {
 public:
  using ArgumentError::ArgumentError;
};

// Errors are ArgumentError "PATH: what is wrong", and DeviceError where a file that could be opened cannot be read.
class InputFile {
 public:
  // Throws MissingFile, ArgumentError; what is no regular file cannot be read by ranges and is refused.
  explicit InputFile(const std::string& path);
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  const std::string& path() const { return path_; }

  // When it was opened. Another file that takes its name later changes nothing: this one is read to its end.
  const FileState& state() const { return state_; }
  std::int64_t size_bytes() const { return state_.size_bytes; }

  // Exactly so many bytes. A file that ends before is refused as cut short; `what` names what it ends inside.
  void read(std::int64_t offset_bytes, void* target, std::int64_t length_bytes, const char* what) const;

  // Waits where the file has just been modified: file systems count time in ticks of up to 10 ms, and a change in the
  // same tick would not be seen. Throws ArgumentError where it is modified meanwhile.
  void settle() const;

  // After the last read: throws ArgumentError where anything may have been read that was not there when it was opened.
  void check_unchanged() const;

 private:
  FileState look() const;

  std::string path_;
  int descriptor_;
  FileState state_;
};

}  // namespace stencil
