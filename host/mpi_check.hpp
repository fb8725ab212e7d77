// MPI return codes as exceptions, for communicators whose error handler returns.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stencil {

// Throws DeviceError "CALL failed: MPI's own text" unless code is MPI_SUCCESS.
void check_mpi(int code, const char* call);

}  // namespace stencil
