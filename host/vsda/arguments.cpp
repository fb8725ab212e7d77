// SPDX-License-Identifier: Apache-2.0
#include "host/vsda/arguments.hpp"

#include <fmt/format.h>

#include "host/check.hpp"
#include "host/errors.hpp"
#include "host/fatal.hpp"

namespace stencil {

void check_mpi_is_running() {
  if (!mpi_is_running()) throw ArgumentError("called outside MPI, must be between MPI_Init and MPI_Finalize");
}

std::shared_ptr<const Descriptor> find_descriptor(const char* argument, const VSDA* vsda) {
  check_pointer(argument, vsda, "a descriptor made by VSDA_Create");
  return descriptor_table().find(argument, vsda->id);
}

void check_array(const char* argument, const void* array, const Descriptor& descriptor) {
  const std::int64_t elements = descriptor.layout.local_elements(descriptor.rank);
  if (elements == 0) return;
  check_pointer(argument, array, fmt::format("the local portion of {} elements, shadows included", elements).c_str());
}

}  // namespace stencil
