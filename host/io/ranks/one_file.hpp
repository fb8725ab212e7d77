// Makes sure that all ranks of a communicator read the same file, though each opens the path for itself.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "host/io/input_file.hpp"
#include "host/io/part_name.hpp"

namespace stencil {

struct OneFile {
  std::shared_ptr<const InputFile> file;  // null on a rank that sees none
  std::vector<char> seen;                 // by every rank: 1 where it has opened the file
};

// Whether a rank may see no file of that name where the named rank sees one.
enum class Unseen { refused, allowed };

// How a rank opens its file. Processes with the same `boot` are on the same machine.
struct FileOpener {
  std::uint64_t boot = this_boot();
  std::function<std::shared_ptr<const InputFile>(const std::string& path)> open = [](const std::string& path) {
    return std::make_shared<const InputFile>(path);
  };
};

// Collective. The file is the one that the named rank sees. On the same machine (the same boot) files are the same if
// device, inode, size and both times are equal (FileState). Across machines they are the same if size and contents are
// equal: all of the contents or, if inode and times are equal too, as on a shared file system, 64 pieces of 64 KiB
// spread evenly. If the files differ, for example because another file took the name meanwhile, all ranks open it
// again, up to 16 times.
//
// Throws AgreedError. Status 2: the named rank cannot open the file; another rank cannot though the file exists, or
// sees none where that is refused; the files differ ("PATH: another file on rank ..."); a file is being written. Status
// 3: a file cannot be read.
OneFile open_one_file(MPI_Comm comm, const std::string& path, int named, Unseen unseen, const FileOpener& opener = {});

// Collective, to be called after the last read. Throws AgreedError, status 2, if the file was changed in place: ranks
// may have read parts of it before and after the change. A file that lost its name to another one has not changed.
void check_unchanged(MPI_Comm comm, const OneFile& one);

}  // namespace stencil
