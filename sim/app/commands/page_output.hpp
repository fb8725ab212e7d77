// How a page is made: by rank 0, into a file.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <functional>
#include <string>
#include <vector>

namespace stencil {

// Collective: rank 0 alone works. What it refuses with ArgumentError, every rank refuses alike: the line names no rank,
// since the files are the same for all. Throws AgreedError.
void on_root(MPI_Comm communicator, const std::function<void()>& work);

// A page in the place of what it is made from would be a loss. Throws ArgumentError "COMMAND FILE: ..."; empty names
// are none.
void refuse_same_file(const std::string& command, const std::vector<std::string>& inputs, const std::string& output);

// Before anything is read. Throws ArgumentError "COMMAND FILE: ..." where no file can be made there.
void check_page_writable(const std::string& command, const std::string& path);

// Whole or not at all. Throws ArgumentError "COMMAND FILE: ..." where no file can be made there, std::runtime_error
// where the disk is full.
void write_page(const std::string& command, const std::string& path, const std::string& text);

}  // namespace stencil
