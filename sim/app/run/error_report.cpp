// SPDX-License-Identifier: Apache-2.0
#include "sim/app/run/error_report.hpp"

#include <exception>
#include <string>

#include "sim/app/output/json.hpp"
#include "sim/app/output/junit.hpp"
#include "sim/app/output/report_claim.hpp"
#include "sim/app/report/gather.hpp"
#include "sim/app/report/gather_verdict.hpp"

namespace stencil {

// Without a device yet, the machine is as in the options.
Report ErrorReport::begin(const ReportError& error) const {
  Report report;
  report.error = error;
  int ranks = 1;
  MPI_Comm_size(communicator_, &ranks);
  report.machine.ranks = ranks;
  report.machine.link = options_.device.link;
  report.machine.paranoid = options_.paranoid;
  report.machine.device.accel = options_.device.accel;
  report.machine.device.config = options_.device.config;
  report.verdict.compared = 0;
  if (session_ != nullptr) {
    report.machine.device = session_->device();
    report.machine.rtl = rtl_sources(report.machine.device);
  }
  return report;
}

void ErrorReport::write_together(const ReportError& error) const {
  report_together(error);
  try {
    if (timeline_ != nullptr) timeline_->commit();
  } catch (const std::exception& failure) {
    int rank = 0;
    MPI_Comm_rank(communicator_, &rank);
    if (rank == 0 && hooks_.warn) hooks_.warn(failure.what());
  }
}

void ErrorReport::write_alone(const ReportError& error) const {
  report_alone(error);
  if (timeline_ == nullptr) return;
  std::string said;
  try {
    said = timeline_->commit_alone() + ": timeline of this rank alone, until the error";
  } catch (const std::exception& failure) {
    said = failure.what();
  }
  if (hooks_.warn) hooks_.warn(said);
}

void ErrorReport::report_together(const ReportError& error) const {
  if (options_.report.empty() && options_.junit.empty()) return;
  Report report = begin(error);
  // If making a device failed, some ranks may have a session and others none.
  int ready = session_ != nullptr ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &ready, 1, MPI_INT, MPI_MIN, communicator_);
  if (ready == 1) {
    session_->describe_problem(report);
    static_cast<BlockLedger&>(report) = gather_ledger(communicator_, session_->ledger());
    report.dma = sum_dma(communicator_, session_->dma_busy());
    report.verdict = gather_block_checks(communicator_, session_->block_checks());
    MPI_Allreduce(&elapsed_s_, &report.simulation.wall_s, 1, MPI_DOUBLE, MPI_MAX, communicator_);
  }
  int rank = 0;
  MPI_Comm_rank(communicator_, &rank);
  if (rank == 0) write(report);
}

void ErrorReport::report_alone(const ReportError& error) const {
  const std::string& claimed = options_.report.empty() ? options_.junit : options_.report;
  const std::string launch = launch_name();
  if (claimed.empty() || !claim_report(claimed, began_, options_.report.empty() ? "" : launch)) return;
  Report report = begin(error);
  report.error->launch = launch;
  if (session_ != nullptr) {
    session_->describe_problem(report);
    static_cast<BlockLedger&>(report) = session_->ledger();
    report.dma = session_->dma_busy();
    report.verdict = session_->block_checks();
    report.verdict.compared = report.verdict.compared.value_or(0);
    report.simulation.wall_s = elapsed_s_;
  }
  write(report);
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
