// The STENCIL_* variables of the user's shell: which there are, whether they are spelt right and reached every rank.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <map>
#include <string>
#include <vector>

namespace stencil {

// Every variable that the program or the library reads.
const std::vector<std::string>& known_variables();

// The variables of this process whose names begin with STENCIL_.
std::map<std::string, std::string> stencil_variables();

// Collective. On rank 0 one line for each variable that differs between ranks or is set only on some, with its name and
// the ranks that differ from rank 0; on other ranks nothing. `mine` is a parameter for tests in which ranks differ.
std::vector<std::string> environment_differences(MPI_Comm communicator, const std::map<std::string, std::string>& mine);

// "STENCIL_REPROT is not known and has no effect; did you mean STENCIL_REPORT?" for each variable of `mine` that is not
// known and at most two letters from one that is. Of others nothing: they may be those of another program.
std::vector<std::string> misspelt_variables(const std::map<std::string, std::string>& mine);

// For programs that use the library: prints those lines for this process, after "stencil: ", the first time that it is
// called. Where MPI is running only rank 0 does.
void warn_of_misspelt_variables();

// "1-3, 5" for {1, 2, 3, 5}.  @pre ranks rise
std::string rank_list(const std::vector<int>& ranks);

}  // namespace stencil
