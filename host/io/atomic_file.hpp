// A file that appears whole or not at all.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace stencil {

// Written beside its target under a name that no other process, container or host uses (host/io/part_name.hpp),
//   TARGET.part.SPACE.PID.START.RANDOM[.locked]
// and renamed by commit(). Without commit() the destructor removes it and leaves the old target untouched. A killed
// process leaves it behind; the next writer of the target removes it where its writer is surely dead: on a file system
// of this machine (ext4, XFS, Btrfs, F2FS, tmpfs) if it ran on this machine, on others if it ran since the same boot in
// the same PID namespace. Other leftovers must be removed by hand.
//
// Symbolic links are followed, up to 40 of them, also dangling ones: the file appears where they point. A target that
// exists and is no regular file is refused. A rewritten target keeps its permissions (the lower nine bits), even where
// the writer may not write the old file; a new one gets those of the umask. The file belongs to its writer; other names
// of the old file (hard links) keep the old contents, owner and attributes.
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
  [[noreturn]] void fail(const char* action) const;

  std::string path_;              // as it was given
  std::string target_;            // after following all links
  std::optional<unsigned> mode_;  // permissions of the old file, if any
  std::string temporary_;
  int descriptor_ = -1;
};

// Throws ArgumentError where AtomicFile(path) would; for use before a long run. Leaves no file.
void check_writable(const std::string& path);

}  // namespace stencil
