// A file that appears whole or not at all.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace stencil {

// Written beside its target under a name that no other process, container or host has (host/io/part_name.hpp):
//   TARGET.part.SPACE.PID.START.RANDOM[.locked]
// and renamed by commit(). Without commit the destructor removes it, and what stood at the target before is untouched.
// After a kill that file is what remains. The next writer of the target removes it where it is sure that its writer is
// dead: on a file system of this machine (ext4, XFS, Btrfs, F2FS, tmpfs) whoever of this machine wrote it, on others
// where the writer ran since the same boot in the same PID namespace. All else stays until someone removes it by hand.
//
// A target that is a symbolic link is followed, however many there are up to 40, and one that dangles too: the file
// appears where it points. A target that exists and is no regular file is refused. A rewritten target keeps its
// permissions (the lower nine bits), also without the right to write it; a new one has those of the umask. It belongs
// to who wrote it, and other names of the old file (hard links) keep the old contents, owner and attributes.
class AtomicFile {
 public:
  // Throws ArgumentError, naming the path and the reason, when no file can be created there.
  explicit AtomicFile(const std::string& path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  // Appends. Throws std::runtime_error when the system takes less (disk full).
  void write(const void* bytes, std::size_t length_bytes);
  void write(const std::string& text) { write(text.data(), text.size()); }

  // Where the bytes are until commit(), for others that write some of them: an absolute path.
  const std::string& temporary_path() const { return temporary_; }

  // Flushes to the disk and renames. Throws std::runtime_error. Nothing may be written afterwards.
  void commit();

 private:
  void create();
  [[noreturn]] void fail(const char* action) const;

  std::string path_;              // as it was given
  std::string target_;            // behind all links
  std::optional<unsigned> mode_;  // of the file that is replaced
  std::string temporary_;
  int descriptor_ = -1;
};

// Finds out before a long run whether AtomicFile(path) would work; leaves nothing behind. Throws ArgumentError.
void check_writable(const std::string& path);

}  // namespace stencil
