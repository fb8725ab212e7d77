// Nodes with one host name, for which Open MPI takes them to be one: it crashes in the first messages.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace stencil {

// The first name in Open MPI's list of a job's nodes, "n[2:1-3],other@0(4)": "n01".
std::string first_node(const std::string& list);

// Before MPI_Init: ends the process with status 2 where this node has the host name of another one, on which mpirun
// runs; the first process of the node prints why. Needs no message; reads what mpirun of Open MPI 4 leaves in the
// environment.
void refuse_shared_host_name();

}  // namespace stencil
