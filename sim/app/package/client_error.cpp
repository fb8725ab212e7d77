// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/client_error.hpp"

#include <fmt/core.h>
#include <mpi.h>

#include <cstdio>
#include <exception>

#include "host/mpi/fatal.hpp"
#include "sim/app/output/json.hpp"
#include "sim/app/output/report_claim.hpp"
#include "sim/app/package/own_record.hpp"
#include "sim/app/package/settings/end_variables.hpp"

namespace stencil {
namespace {

bool reported = false;

// FUNCTION: TEXT of a line.
std::string error_text(const std::string& line, int rank) {
  const std::string rank_words = fmt::format("stencil: rank {}: ", rank);
  const std::string words = line.rfind(rank_words, 0) == 0 ? rank_words : "stencil: ";
  return line.rfind(words, 0) == 0 ? line.substr(words.size()) : line;
}

const SharedLedger* shared_ledger = nullptr;

Report error_report(int status, const std::string& line, std::optional<int> dead) {
  Report report;
  if (!dead) report = own_work();
  int rank = 0, ranks = 1;
  if (mpi_is_running()) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  }
  report.machine.ranks = ranks;
  report.error = ReportError{dead.value_or(rank), error_text(line, rank), status, launch_name()};
  if (shared_ledger != nullptr) {
    static_cast<BlockLedger&>(report) = BlockLedger();
    report.dma = {};
    report.error->blocks_of = part_of_ranks(shared_ledger->add_to(report), ranks);
  } else {
    report.error->blocks_of = part_of_ranks({rank}, ranks);
  }
  if (!dead) report.verdict = own_verdict(rank);
  report.verdict.compared = report.verdict.compared.value_or(0);
  describe_own_machine(report.machine);
  return report;
}

}  // namespace

void report_errors_of(const SharedLedger* shared) {
  shared_ledger = shared;
}

void write_client_error_report(int status, const std::string& line, std::optional<int> dead) {
  const std::string path = report_path();
  reported = true;
  if (path.empty()) return;
  try {
    if (claim_report(path, loaded_at(), launch_name())) write_report(error_report(status, line, dead), path);
  } catch (const std::exception& error) {
    fmt::print(stderr, "stencil: STENCIL_REPORT: {}\n", error.what());
  }
}

bool error_was_reported() {
  return reported;
}

}  // namespace stencil
