// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/client_error.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <cstdio>
#include <exception>

#include "host/mpi/fatal.hpp"
#include "sim/app/output/json.hpp"
#include "sim/app/output/report_claim.hpp"
#include "sim/app/package/own_record.hpp"
#include "sim/app/package/report_variable.hpp"

namespace stencil {
namespace {

bool reported = false;

// FUNCTION: TEXT of a line.
std::string error_text(const std::string& line, int rank) {
  const std::string rank_words = fmt::format("stencil: rank {}: ", rank);
  const std::string words = line.rfind(rank_words, 0) == 0 ? rank_words : "stencil: ";
  return line.rfind(words, 0) == 0 ? line.substr(words.size()) : line;
}

Report error_report(int status, const std::string& line) {
  Report report = own_work();
  int rank = 0, ranks = 1;
  if (mpi_is_running()) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  }
  report.machine.ranks = ranks;
  report.error = ReportError{rank, error_text(line, rank), status, launch_name()};
  report.verdict = own_verdict(rank);
  report.verdict.compared = report.verdict.compared.value_or(0);
  describe_own_machine(report.machine);
  return report;
}

}  // namespace

void write_client_error_report(int status, const std::string& line) {
  const std::string path = report_path();
  if (path.empty()) return;
  try {
    if (claim_report(path, loaded_at(), launch_name())) write_report(error_report(status, line), path);
    reported = true;
  } catch (const std::exception& error) {
    fmt::print(stderr, "stencil: STENCIL_REPORT: {}\n", error.what());
  }
}

bool error_was_reported() {
  return reported;
}

}  // namespace stencil
