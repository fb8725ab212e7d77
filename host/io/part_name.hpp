// Names of unfinished files, which tell their writers, and the removal of those whose writer is dead.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace stencil {

// The processes that can lock a file: those of this machine only (ext4, XFS, Btrfs, F2FS, tmpfs), or others too.
enum class Reach { this_machine, others };
// Of the file system of a folder; `others` if unknown.
Reach reach_of(const std::string& folder);

// TARGET.part.SPACE.PID.START.RANDOM, with ".locked" after it if the writer holds the file's lock while it lives. SPACE
// is a hash of machine name, boot and PID namespace; PID and START (clock ticks since the boot) name the process;
// RANDOM is 64 random bits. SPACE and RANDOM have 16 hexadecimal digits, the others are decimal. A file name of TARGET
// of more than 150 bytes is cut to 120, with a hash of the whole after it, to stay within 255 bytes.
struct PartName {
  std::uint64_t space = 0;
  std::int64_t pid = 0;
  std::int64_t start = 0;
  std::uint64_t random = 0;
  bool locked = false;
};

// A new name for this process, never returned before. With Reach::this_machine the writer must lock the file (flock).
PartName fresh_part_name(Reach reach);

// The path of a target's unfinished file with this name, beside the target.
std::string part_path(const std::string& target, const PartName& name);

// Parses a file name without its folder; empty if it names no unfinished file of this target.
std::optional<PartName> parse_part_name(const std::string& target, const std::string& file_name);

// Identifies this boot of this machine, within which device and inode numbers mean the same in all containers.
std::uint64_t this_boot();

// Removes the file and returns true if its writer is surely dead. With Reach::this_machine and a ".locked" name: if no
// process of this machine, in any container, has the lock. Otherwise (a folder exported to other machines may also hold
// files of theirs): if the writer had the SPACE of this process and no longer runs.
bool remove_orphan(const std::string& path, const PartName& name, Reach reach);

// Removes all orphans beside a target, except those that cannot be examined or removed.
void remove_orphans(const std::string& target);

}  // namespace stencil
