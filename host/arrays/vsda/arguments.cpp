// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/arguments.hpp"

#include <fmt/core.h>

#include "host/arrays/vsda/checks/communicator_log.hpp"
#include "host/arrays/vsda/layouts/array_values.hpp"
#include "host/arrays/vsda/tokens/finalize_watch.hpp"
#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/mpi/call_lock.hpp"
#include "host/mpi/check.hpp"
#include "host/mpi/errors.hpp"
#include "host/mpi/fatal.hpp"

namespace stencil {

void check_mpi_is_running() {
  if (finalize_is_watched() || mpi_is_running()) return;
  throw ArgumentError("called outside MPI, must be between MPI_Init and MPI_Finalize");
}

std::shared_ptr<const Descriptor> find_descriptor(const char* argument, const VSDA* vsda) {
  check_pointer(argument, vsda, "a descriptor made by VSDA_Create");
  return descriptor_table().find(argument, vsda->id);
}

CommPlace check_comm(MPI_Comm comm) {
  note_thread_level();
  if (comm == MPI_COMM_NULL) throw ArgumentError("comm = MPI_COMM_NULL, must be an intracommunicator");
  CommPlace place;
  place.comm = CallersComm(comm);
  int is_inter = 0;
  check_mpi(MPI_Comm_test_inter(comm, &is_inter), "MPI_Comm_test_inter");
  if (is_inter != 0) throw ArgumentError("comm is an intercommunicator, must be an intracommunicator");
  return_errors_to_published_functions(comm);
  check_mpi(MPI_Comm_size(comm, &place.ranks), "MPI_Comm_size");
  check_mpi(MPI_Comm_rank(comm, &place.rank), "MPI_Comm_rank");
  return place;
}

void name_for_log(Descriptor& made) {
  made.log = operation_log(made.comm);
  if (made.log == nullptr) return;
  made.name = made.log->name_array(values_of(made.layout, made.elemsize));
  watch_finalize();
}

void check_array(const char* argument, const void* array, std::int64_t elements) {
  if (array != nullptr || elements == 0) return;
  check_pointer(argument, array, fmt::format("the local part of {} elements, shadows included", elements).c_str());
}

}  // namespace stencil
