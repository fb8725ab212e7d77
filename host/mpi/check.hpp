// MPI return codes as exceptions, for communicators whose error handler returns.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

namespace stencil {

// Throws DeviceError "CALL failed: TEXT", with MPI's text for the code.
[[noreturn]] void throw_mpi_error(int code, const char* call);

// Does so unless code is MPI_SUCCESS.
inline void check_mpi(int code, const char* call) {
  if (code != MPI_SUCCESS) throw_mpi_error(code, call);
}

// True if a wait for the request would return at once; the request stays. Throws as check_mpi.
bool has_ended(MPI_Request request);

}  // namespace stencil
