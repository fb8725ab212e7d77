// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/tokens/finalize_watch.hpp"

#include <mpi.h>

#include <mutex>
#include <string>

#include "host/arrays/vsda/checks/communicator_log.hpp"
#include "host/arrays/vsda/tokens/token_registry.hpp"
#include "host/base/errors.hpp"
#include "host/mpi/check.hpp"
#include "host/mpi/fatal.hpp"

namespace stencil {

std::atomic<bool> finalize_watched{false};

namespace {

extern "C" int stencil_vsda_finalize_check(MPI_Comm, int, void*, void*) {
  end_finalize_watch();
  return MPI_SUCCESS;
}

}  // namespace

void end_finalize_watch() {
  if (!finalize_watched.exchange(false)) return;
  const std::string left = token_registry().describe_in_flight();
  if (!left.empty()) fatal_in_finalize(exit_usage, left + ", must be none: call VSDA_Update_end for each");
  const std::string wrong = finish_operation_logs();
  if (!wrong.empty()) fatal_in_finalize(exit_usage, wrong);
}

void watch_finalize() {
  static std::once_flag once;
  std::call_once(once, [] {
    int keyval = MPI_KEYVAL_INVALID;
    check_mpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, stencil_vsda_finalize_check, &keyval, nullptr),
              "MPI_Comm_create_keyval");
    check_mpi(MPI_Comm_set_attr(MPI_COMM_SELF, keyval, nullptr), "MPI_Comm_set_attr");
    // MPI frees the key only after the attribute is gone.
    check_mpi(MPI_Comm_free_keyval(&keyval), "MPI_Comm_free_keyval");
    finalize_watched.store(true, std::memory_order_release);
  });
}

}  // namespace stencil
