// SPDX-License-Identifier: Apache-2.0
#include "sim/app/shared_modules/shared_module.hpp"

#include <chrono>
#include <exception>
#include <thread>

#include "host/mpi/agreement.hpp"
#include "sim/app/modules/built_module.hpp"
#include "sim/device/rtl/module_loader.hpp"

namespace stencil {
namespace {

// Collective: returns when all ranks are here. A wait within MPI would take the compiler a core, for minutes.
void meet_asleep(MPI_Comm communicator) {
  MPI_Request all_are_here = MPI_REQUEST_NULL;
  MPI_Ibarrier(communicator, &all_are_here);
  for (int done = 0; MPI_Test(&all_are_here, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && done == 0;)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

}  // namespace

std::string shared_module(MPI_Comm communicator, const std::function<std::string(const ModuleListener&)>& make,
                          const ModuleListener& listener) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  std::string module;
  std::exception_ptr failure;
  try {
    if (rank == 0) module = make(listener);
  } catch (...) {
    failure = std::current_exception();
  }
  meet_asleep(communicator);
  agree(communicator, [&] {
    if (failure) std::rethrow_exception(failure);
  });
  share_text(communicator, module);
  agree(communicator, [&] {
    if (!is_whole_library(module)) module = make({});
  });
  return module;
}

std::string shared_built_module(MPI_Comm communicator, const AcceleratorOptions& device,
                                const ModuleListener& listener) {
  return shared_module(
      communicator, [&](const ModuleListener& to) { return built_module(device, to); }, listener);
}

}  // namespace stencil
