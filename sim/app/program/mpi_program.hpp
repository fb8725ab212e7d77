// A main() between MPI_Init and MPI_Finalize.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace stencil {

// Returns what `body` returns, or what status_with_output() (sim/app/cli/standard_output.hpp) makes of it. In builds
// with LeakSanitizer the leaks are looked for before MPI_Finalize: afterwards
// Open MPI's plug-ins are unmapped, and what they never freed has no name that a suppression could match.
int mpi_program(int argc, char** argv, const std::function<int(int argc, char** argv)>& body);

}  // namespace stencil
