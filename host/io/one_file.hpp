// One file for all ranks of a communicator that read it, though each opens the path for itself.
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

// How a rank comes to its file. Processes with the same `boot` are on the same machine.
struct FileOpener {
  std::uint64_t boot = this_boot();
  std::function<std::shared_ptr<const InputFile>(const std::string& path)> open = [](const std::string& path) {
    return std::make_shared<const InputFile>(path);
  };
};

// Collective. The file is the one that the named rank sees. Processes of the same boot of a machine have the same where
// device, inode, size and time of modification are equal; others where the size is and the content: all of it, or,
// where inode and time are equal too, as a shared file system shows them, 64 pieces of it spread evenly. Where another
// file has taken the name while ranks opened it they do so again, up to 16 times.
//
// Throws AgreedError. Status 2: the named rank cannot open the file; another one cannot though it is there, or sees
// none where that is refused; it is not the same ("PATH: another file on rank ..."); it is being written. 3: it cannot
// be read.
OneFile open_one_file(MPI_Comm comm, const std::string& path, int named, Unseen unseen, const FileOpener& opener = {});

// Collective, after the last read of all. Throws AgreedError, status 2, where the file was changed in place meanwhile:
// ranks may then have read some of it before and some after. One that lost its name to another file is as it was.
void check_unchanged(MPI_Comm comm, const OneFile& one);

}  // namespace stencil
