// SPDX-License-Identifier: Apache-2.0
#include "host/mpi/check.hpp"

#include <fmt/core.h>

#include <string>

#include "host/base/errors.hpp"

namespace stencil {

void throw_mpi_error(int code, const char* call) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw DeviceError(fmt::format("{} failed: {}", call, std::string(text, static_cast<std::size_t>(length))));
}

bool has_ended(MPI_Request request) {
  int ended = 0;
  check_mpi(MPI_Request_get_status(request, &ended, MPI_STATUS_IGNORE), "MPI_Request_get_status");
  return ended != 0;
}

}  // namespace stencil
