// Checks that the STENCIL_* variables of the user's shell reached every rank.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <map>
#include <string>
#include <vector>

namespace stencil {

// The variables of this process whose names begin with STENCIL_.
std::map<std::string, std::string> stencil_variables();

// Collective. On rank 0 one line for each variable that differs between ranks or is set only on some, with its name and
// the ranks that differ from rank 0; on other ranks nothing. `mine` is a parameter for tests in which ranks differ.
std::vector<std::string> environment_differences(MPI_Comm communicator, const std::map<std::string, std::string>& mine);

// "1-3, 5" for {1, 2, 3, 5}.  @pre ranks rise
std::string rank_list(const std::vector<int>& ranks);

}  // namespace stencil
