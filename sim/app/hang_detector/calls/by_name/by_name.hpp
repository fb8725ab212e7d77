// For functions of MPI in which a rank may wait and of which nothing more is known: the name is recorded, and the call
// is passed on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/app/hang_detector/board/unwatched_calls.hpp"
#include "sim/app/hang_detector/calls/mpi_next.hpp"

// Parameters and arguments stand in parentheses.
#define STENCIL_BY_NAME(function, parameters, arguments)                                                           \
  STENCIL_MPI(function, parameters, arguments) {                                                                   \
    constexpr stencil::MpiCall call = stencil::unwatched_call(#function);                                          \
    return stencil::wait_in(*stencil::mpi_recorder(), call, false, {}, [&] { return next_##function arguments; }); \
  }
