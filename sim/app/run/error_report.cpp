// SPDX-License-Identifier: Apache-2.0
#include "sim/app/run/error_report.hpp"

#include <exception>
#include <string>

#include "sim/app/output/json.hpp"
#include "sim/app/output/junit.hpp"
#include "sim/app/output/report_claim.hpp"
#include "sim/app/report/gather.hpp"
#include "sim/app/run/result.hpp"

namespace stencil {

Report ErrorReport::begin() const {
  Report report;
  report.machine = machine_of(options_, session_);
  int ranks = 1;
  MPI_Comm_size(communicator_, &ranks);
  report.machine.ranks = ranks;
  report.verdict.compared = 0;
  return report;
}

Report ErrorReport::begin(const ReportError& error) const {
  Report report = begin();
  report.error = error;
  return report;
}

bool ErrorReport::is_first() const {
  const std::string claimed = !options_.report.empty()  ? options_.report
                              : !options_.junit.empty() ? options_.junit
                                                        : options_.capsule_file();
  return claimed.empty() || claim_report(claimed, began_, options_.report.empty() ? "" : launch_name());
}

void ErrorReport::add_own(Report& report) const {
  session_->describe_problem(report);
  add_work(*session_, report);
  report.verdict = session_->reference().block_checks();
  report.verdict.compared = report.verdict.compared.value_or(0);
  report.simulation.wall_s = elapsed_s_;
}

void ErrorReport::write_together(const ReportError& error) const {
  if (!is_asked_for()) return;
  Report report = begin(error);
  // If making a device failed, some ranks may have a session and others none.
  int ready = session_ != nullptr ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &ready, 1, MPI_INT, MPI_MIN, communicator_);
  if (ready == 1) {
    add_own(report);
    report = gather_report(communicator_, report);
  }
  int rank = 0;
  MPI_Comm_rank(communicator_, &rank);
  if (rank == 0) write(report);
}

bool ErrorReport::write_alone(const ReportError& error) const {
  if (!is_first()) return false;
  if (!is_asked_for()) return true;
  Report report = begin(error);
  report.error->launch = launch_name();
  if (session_ != nullptr) add_own(report);
  if (shared_ == nullptr) {
    report.error->blocks_of = part_of_ranks({static_cast<int>(error.rank)}, report.machine.ranks);
  } else {
    if (session_ != nullptr) shared_->publish(session_->ledger(), session_->dma_busy());
    static_cast<BlockLedger&>(report) = BlockLedger();
    report.dma = {};
    report.most_listed = options_.list_blocks;
    add_shared(report);
  }
  write(report);
  return true;
}

void ErrorReport::write_beside(const ReportError& error, Report known) const {
  if (shared_ == nullptr || !is_asked_for() || !is_first()) return;
  known.error = error;
  known.error->launch = launch_name();
  known.most_listed = options_.list_blocks;
  add_shared(known);
  write(known);
}

void ErrorReport::add_shared(Report& report) const {
  const std::vector<int> found = shared_->add_to(report);
  report.error->blocks_of = part_of_ranks(found, report.machine.ranks);
}

void ErrorReport::write(Report& report) const {
  report.command = command_of(options_, report);
  try {
    if (!options_.junit.empty()) write_junit(report, options_.junit);
    if (!options_.report.empty()) write_report(report, options_.report);
  } catch (const std::exception& error) {
    if (hooks_.warn) hooks_.warn(error.what());
  }
}

}  // namespace stencil
