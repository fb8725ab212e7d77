// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/report_variable.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <cstdlib>

#include "host/base/errors.hpp"
#include "host/io/output_file.hpp"
#include "host/mpi/fatal.hpp"

namespace stencil {
namespace {

bool refused = false;  // the program ends because of it

bool is_root() {
  int rank = 0;
  if (mpi_is_running()) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank == 0;
}

}  // namespace

std::string report_path() {
  const char* path = std::getenv("STENCIL_REPORT");
  return path == nullptr || refused ? "" : path;
}

bool may_be_reported() {
  return !report_path().empty() || !is_root();
}

void check_report_writable() {
  if (report_path().empty() || !is_root()) return;
  try {
    check_writable(report_path());
  } catch (const ArgumentError& error) {
    refused = true;
    throw ArgumentError(fmt::format("environment variable STENCIL_REPORT: {}", error.what()));
  }
}

}  // namespace stencil
