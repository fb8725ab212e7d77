// A regular file, read at any offset.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "host/base/errors.hpp"

namespace stencil {

// Identifies a file and its state: differs between files, and changes with each modification. Device and inode mean the
// same in all processes of a machine. Times are in nanoseconds since 1970, by the clock of the file system.
struct FileState {
  std::int64_t device = 0;
  std::int64_t inode = 0;
  std::int64_t size_bytes = 0;
  std::int64_t modified_ns = 0;  // of the contents; anyone who may write them can put it back (rsync --inplace -t)
  std::int64_t changed_ns = 0;   // of contents, names, owner or permissions; nobody can put it back

  bool operator==(const FileState& other) const {
    return device == other.device && inode == other.inode && size_bytes == other.size_bytes &&
           modified_ns == other.modified_ns && changed_ns == other.changed_ns;
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

  // Waits up to 20 ms if the file has just been changed: file systems count time in ticks of up to 10 ms, and
  // check_unchanged() cannot see a change within a tick. Throws ArgumentError if the file changes meanwhile.
  void settle() const;

  // To be called after the last read: throws ArgumentError if the file has changed since it was opened, also where its
  // size and time of modification are as before. That its name went to another file, or that it has none any more, is
  // no change: then what was read is read once more and compared.
  void check_unchanged() const;

 private:
  // A range that was read.
  struct Piece {
    std::int64_t offset_bytes;
    std::int64_t length_bytes;
    std::uint64_t hash;
  };

  FileState look() const;
  void read_range(std::int64_t offset_bytes, void* target, std::int64_t length_bytes, const char* what) const;
  bool has_lost_its_name() const;
  bool holds_what_was_read(const FileState& now) const;

  std::string path_;
  int descriptor_;
  FileState state_;
  mutable std::vector<Piece> pieces_;
};

// Hash of the bytes of a file at an offset. Detects accidents, not attacks.
std::uint64_t hash_of_piece(std::int64_t offset_bytes, const void* bytes, std::size_t length_bytes);

// All bytes of a file, of one version. Throws as InputFile.
std::string read_whole_file(const std::string& path);

}  // namespace stencil
