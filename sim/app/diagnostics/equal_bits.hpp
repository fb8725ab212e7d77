// A verdict that counts values as different whose bits are equal: the comparison is wrong, and nothing else is shown.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "sim/app/json/json.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

// Collective; rank 0 decides. A divergence of the reference (sim/app/divergence/host_fault.hpp), or null where the bits
// of the first difference differ, or there is none.
Json equal_bits_json(MPI_Comm communicator, const Verdict& verdict);

}  // namespace stencil
