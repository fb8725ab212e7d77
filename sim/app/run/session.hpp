// What one rank holds during a run, whatever the kernel: problem, device, ledger.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/app/report/report.hpp"
#include "sim/app/run/estimate.hpp"
#include "sim/app/run/golden_solution.hpp"
#include "sim/app/run/options.hpp"
#include "sim/app/run/problem_source.hpp"

namespace stencil {

class Session {
 public:
  // Told how many blocks of this rank one wait ended.
  using BlocksDone = std::function<void(std::size_t blocks)>;
  using RowSink = std::function<void(std::int64_t first_row, std::int64_t rows, const double* values)>;

  virtual ~Session() = default;

  // Calls `listener` when the commands of a step begin; before sweep().
  void tell_steps(std::function<void(std::int64_t step)> listener) { step_listener_ = std::move(listener); }

  // What is going to be done, for people.
  virtual std::vector<std::string> plan_lines() const = 0;
  // This rank's part of the arrays. Throws ArgumentError, std::bad_alloc.
  virtual void read_problem() = 0;
  // Collective, after read_problem(): throws AgreedError where the call that is to be kept will not be made.
  void check_capture();
  // Blocks of this rank, with their cycles where `dry` is not null: an accelerator that predicts cycles and moves
  // nothing. After read_problem.
  virtual CostEstimate estimate(Accelerator* dry) = 0;
  // Whether sweep() tells of its blocks as they end, in the order of the estimate. Else there is no use in one.
  virtual bool tells_blocks() const { return true; }
  // Collective: all sweeps. `done` may be empty.
  // Throws AgreedError on every rank for what a rank met when no other waited for it any more: in the sweeps behind the
  // last exchange, when the cycles of its blocks do not add up to those of the device, when the device's own counters
  // differ from what was seen of it. Throws DeviceError on one rank alone while others may wait for its messages: the
  // caller must abort the job.
  void sweep(const BlocksDone& done);

  // The whole domain solved by models/, from the problem as it is read. Throws ArgumentError, std::bad_alloc.
  virtual GoldenSolution golden() const = 0;
  // Of the blocks of this rank that were compared when they were done.
  virtual Verdict block_checks() const = 0;
  // Collective: rank 0 receives the result, rows in order, in pieces of at most 4 MiB (at least one row).
  virtual void collect(const RowSink& sink) const = 0;
  // Where a difference in the result was made last.
  virtual LocatedMismatch locate(const Mismatch& mismatch) const = 0;
  // What the report says of the problem.
  void describe_problem(Report& report) const;
  // Collective, after sweep(): what the report says of this kernel; complete on rank 0.
  virtual void describe(Report& report) const;

  const ProblemSource& source() const { return source_; }
  int ranks() const { return ranks_; }
  const Capabilities& device() const { return device_->capabilities(); }
  DmaCycles dma_busy() const { return device_->dma_busy(); }
  double simulation_rate() const { return device_->simulation_rate(); }
  HandshakeDigests handshake_digests() const { return device_->handshake_digests(); }
  const BlockLedger& ledger() const { return ledger_; }

 protected:
  Session(MPI_Comm communicator, const RunOptions& options, const ProblemFiles& files);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  virtual void run_sweeps(const BlocksDone& done) = 0;
  // To be called by run_sweeps() before it posts commands of a step; more than once does no harm.
  void begin_step(std::int64_t step) const {
    if (step_listener_) step_listener_(step);
  }
  // To be called by run_sweeps() when this rank has sent its last message.
  void no_one_waits() { others_may_wait_ = false; }

  MPI_Comm communicator_;
  RunOptions options_;
  int rank_ = 0;
  int ranks_ = 1;
  ProblemSource source_;
  std::unique_ptr<Accelerator> device_;  // made by the kernel's session, when all else is checked
  BlockLedger ledger_;

 private:
  void check_ledger(std::int64_t cycles_before) const;

  bool others_may_wait_ = true;
  std::function<void(std::int64_t step)> step_listener_;
};

}  // namespace stencil
