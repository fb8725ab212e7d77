// A file that appears whole or not at all.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "host/io/output_target.hpp"

namespace stencil {

// Written beside its target under a name that no other process, container or host uses (host/io/part_name.hpp),
//   TARGET.part.SPACE.PID.START.RANDOM[.locked]
// and renamed by commit(). Without commit() the destructor removes it and leaves the old target untouched. A killed
// process leaves it behind; the next writer of the target removes it where its writer is surely dead: on a file system
// of this machine (ext4, XFS, Btrfs, F2FS, tmpfs) if it ran on this machine, on others if it ran since the same boot in
// the same PID namespace. Other leftovers must be removed by hand.
//
// Symbolic links are followed, up to 40 of them, also dangling ones: the file appears where they point. Refused are
// targets that exist and are no regular files (host/io/output_file.hpp writes those that can be written), old files
// that the writer may not write, those whose owner and group the new file could not have, and those to which its
// standard output or error goes. A rewritten target keeps its owner, group and permissions (the lower nine bits); a new
// one belongs to its writer, with permissions of the umask. Other names of the old file (hard links) keep the old
// contents and attributes.
class AtomicFile {
 public:
  // Throws ArgumentError, with the path and the reason, when no file can be created there.
  explicit AtomicFile(const std::string& path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  // Appends. Throws std::runtime_error when the system fails to write all bytes (disk full).
  void write(const void* bytes, std::size_t length_bytes);
  void write(const std::string& text) { write(text.data(), text.size()); }

  // The absolute path of the file until commit(), for other processes that write parts of it.
  const std::string& temporary_path() const { return temporary_; }

  // Flushes the file to the disk and renames it. Throws std::runtime_error. write() is not allowed afterwards.
  void commit();

 private:
  void create();
  void remove();
  void keep_owner();
  [[noreturn]] void fail(const char* action) const;

  std::string path_;  // as it was given
  OutputTarget target_;
  std::string temporary_;
  int descriptor_ = -1;
};

}  // namespace stencil
