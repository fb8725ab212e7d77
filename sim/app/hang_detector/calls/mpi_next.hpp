// For functions of MPI that the program defines itself: the one behind them, of a preloaded library or of MPI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>
#include <mpi.h>

#include <vector>

#include "sim/app/hang_detector/board/recorder.hpp"

#define STENCIL_NEXT(function) \
  static const auto next = reinterpret_cast<decltype(&function)>(dlsym(RTLD_NEXT, #function))

// Defines such a function, whose parameters and arguments stand in parentheses; the body that follows runs where calls
// are recorded. Elsewhere the next one is jumped to with all arguments in their places, which takes few instructions.
#define STENCIL_MPI(function, parameters, arguments) \
  STENCIL_MPI_UNLESS(stencil::active_recorder == nullptr, function, parameters, arguments)
// The same for functions of which call_listeners hear, too.
#define STENCIL_HEARD(function, parameters, arguments) \
  STENCIL_MPI_UNLESS(stencil::is_silent, function, parameters, arguments)

#define STENCIL_MPI_UNLESS(silent, function, parameters, arguments)             \
  static decltype(&function) next_##function = &P##function;                    \
  static const stencil::FoundNext found_##function(next_##function, #function); \
  [[gnu::noinline]] static int recorded_##function parameters;                  \
  extern "C" int function parameters {                                          \
    return silent ? next_##function arguments : recorded_##function arguments;  \
  }                                                                             \
  static int recorded_##function parameters

namespace stencil {

// Looks for the next function once, when the program is loaded.
class FoundNext {
 public:
  template <typename Function>
  FoundNext(Function& next, const char* name) {
    if (void* const found = dlsym(RTLD_NEXT, name)) next = reinterpret_cast<Function>(found);
  }
};

// Runs an MPI call that may wait. What MPI calls in it itself is not recorded. What the call brought is to be recorded
// afterwards: a rank that seemed to wait for a message that counts as received would seem to wait for ever.
template <typename Call>
int wait_in(Recorder& recorder, MpiCall name, bool any, const std::vector<RecordedNeed>& needs, const Call& call) {
  recorder.begin_wait(name, any, needs);
  set_mpi_recorder(nullptr);
  const int code = call();
  set_mpi_recorder(&recorder);
  recorder.end_wait();
  if (code != MPI_SUCCESS) recorder.give_up();
  return code;
}

// Bytes of a message; 0 where that cannot be known.
inline std::int64_t message_bytes(int count, MPI_Datatype type) {
  int size = 0;
  return PMPI_Type_size(type, &size) == MPI_SUCCESS ? static_cast<std::int64_t>(count) * size : 0;
}

}  // namespace stencil
