// Where the name of an output leads: to a file that can be replaced, or to something that can only be written into.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>

namespace stencil {

struct OutputTarget {
  enum class Kind {
    file,     // a regular file, or none yet
    stream,   // a device, a pipe, or a descriptor of a process (/dev/stdout, /proc/self/fd/N), whatever that leads to
    refused,  // a folder or a socket: nothing can be written there
  };

  Kind kind = Kind::file;
  std::string path;                // absolute, after following all links but those to descriptors
  int descriptor = -1;             // of this process, where the name is one of its descriptors
  std::optional<struct stat> old;  // of a file that is there already
};

// Follows symbolic links, up to 40 of them, also dangling ones. Throws ArgumentError "PATH: ..." for an empty path,
// links in a circle, and names that the file system does not take (too long).
OutputTarget resolve_output(const std::string& path);

// Refuses a file that must not be replaced by another of this process: one that it may not write, and one to which its
// standard output or standard error goes. Throws ArgumentError.
void check_replaceable(const std::string& path, const OutputTarget& target);

}  // namespace stencil
