// Names of files that are being written: whose they are, and which of them nobody will finish.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace stencil {

// Who may hold the lock of a file: processes of this machine alone (ext4, XFS, Btrfs, F2FS, tmpfs), or others too.
enum class Reach { this_machine, others };
// Of a folder; others where that cannot be found out.
Reach reach_of(const std::string& folder);

// TARGET.part.SPACE.PID.START.RANDOM, and ".locked" behind it where a living writer holds the file's lock: SPACE is a
// hash of the machine's name and boot and of the process's PID namespace, PID and START (clock ticks since the boot)
// say which of its processes, RANDOM are 64 bits. SPACE and RANDOM have 16 hexadecimal digits, the others are decimal.
// A last part of TARGET of more than 150 bytes is cut to 120, and a hash of the whole follows it: names of 255 bytes
// have to do.
struct PartName {
  std::uint64_t space = 0;
  std::int64_t pid = 0;
  std::int64_t start = 0;
  std::uint64_t random = 0;
  bool locked = false;
};

// Of this process, never given out before. Who writes within this machine's reach is to lock the file (flock).
PartName fresh_part_name(Reach reach);

// Where a target's unfinished file of this name is: beside it.
std::string part_path(const std::string& target, const PartName& name);

// What a file of this name, without its folder, is to this target; nothing where it is no unfinished file of it.
std::optional<PartName> parse_part_name(const std::string& target, const std::string& file_name);

// This boot of this machine: what device and inode numbers mean the same in, whatever the container.
std::uint64_t this_boot();

// Removes the file, and is true, where it is sure that nobody will ever finish it. Within this machine's reach that is
// where nobody has the lock of a file that its writer has locked, in whatever container; a folder exported to other
// machines may also hold files of theirs, which are not. Everywhere else it is where the writer had this SPACE and runs
// no more.
bool remove_orphan(const std::string& path, const PartName& name, Reach reach);

// All orphans beside a target. What cannot be looked at or removed stays.
void remove_orphans(const std::string& target);

}  // namespace stencil
