// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/settings/end_variables.hpp"

#include <fmt/core.h>
#include <mpi.h>

#include <cstdlib>

#include "host/base/errors.hpp"
#include "host/base/from_environment.hpp"
#include "host/io/output_file.hpp"
#include "host/mpi/fatal.hpp"
#include "sim/app/hang_detector/nodes/node_watch.hpp"

namespace stencil {
namespace {

bool refused = false;  // the program ends because of it

std::string text_of(const char* value) {
  return value == nullptr ? "" : value;
}

bool is_root() {
  int rank = 0;
  if (mpi_is_running()) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank == 0;
}

}  // namespace

std::string report_path() {
  return refused ? "" : text_of(std::getenv("STENCIL_REPORT"));
}

bool summary_wanted() {
  const std::string value = text_of(std::getenv("STENCIL_SUMMARY"));
  return value.empty() ? !report_path().empty() || checks_wanted() : value == "1";
}

bool check_status_wanted() {
  return text_of(std::getenv("STENCIL_CHECK_STATUS")) == "1";
}

bool checks_wanted() {
  return text_of(std::getenv("STENCIL_CHECK")) == "block" || paranoid_wanted();
}

bool paranoid_wanted() {
  return text_of(std::getenv("STENCIL_PARANOID")) == "1";
}

bool watch_is_named() {
  return text_of(std::getenv("STENCIL_WATCH")) == "1";
}

bool watch_wanted() {
  const std::string value = text_of(std::getenv("STENCIL_WATCH"));
  return value.empty() ? !report_path().empty() || checks_wanted() : value == "1";
}

bool may_be_reported() {
  return !report_path().empty() || !is_root() || summary_wanted();
}

void check_end_variables() {
  for (const char* const name : {"STENCIL_SUMMARY", "STENCIL_CHECK_STATUS", "STENCIL_WATCH"})
    from_environment(name, "0", {"0", "1"});
  node_timeout();
  if (report_path().empty() || !is_root()) return;
  try {
    check_writable(report_path());
  } catch (const ArgumentError& error) {
    refused = true;
    throw ArgumentError(fmt::format("environment variable STENCIL_REPORT: {}", error.what()));
  }
}

}  // namespace stencil
