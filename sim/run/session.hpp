// What one rank holds during a run: its strips of f and r, its device, its ledger.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "host/accelerator.hpp"
#include "host/blocking/itstep.hpp"
#include "sim/report/report.hpp"
#include "sim/run/block_check.hpp"
#include "sim/run/distribution.hpp"
#include "sim/run/estimate.hpp"
#include "sim/run/options.hpp"
#include "sim/run/problem_source.hpp"
#include "sim/run/steps.hpp"
#include "sim/staged/staged_solver.hpp"

namespace stencil {

class Session {
 public:
  using DeviceMaker = std::function<std::unique_ptr<Accelerator>(const AcceleratorOptions&)>;

  // Makes problem source, distribution and device, and checks that they fit together. Sends nothing.
  // Throws ArgumentError; whatever the device maker throws.
  Session(MPI_Comm communicator, const RunOptions& options, const DeviceMaker& make_device);

  // Reads the rows of this rank's strips, shadows included. Throws ArgumentError, std::bad_alloc.
  void read_problem();

  // What this rank is going to do, for an estimate. After read_problem.
  RankWork work();

  // Collective: every step, with the exchanges between them; strip by strip within a step. Stages do not call
  // blocks_done; it is called with
  // the blocks of this rank that one wait ended: a block each time in the sequential schedule, those of a strip in the
  // overlapped one.
  // Throws DeviceError, also when the cycles of the blocks do not add up to those of the device, and when the
  // device's own counters differ from what was seen of it.
  void sweep(const std::function<void(const std::vector<BlockRun>&)>& blocks_done);

  const ProblemSource& source() const { return source_; }
  const RowDistribution& distribution() const { return distribution_; }
  const Capabilities& device() const { return device_->capabilities(); }
  DmaCycles dma_busy() const { return device_->dma_busy(); }
  double simulation_rate() const { return device_->simulation_rate(); }
  const Steps& steps() const { return steps_; }
  const std::vector<BlockRecord>& blocks() const { return blocks_; }
  // Null unless the main loop runs as stages.
  const StagedSolver* stages() const { return stages_.get(); }
  const std::vector<BlockCheck>& block_checks() const { return checks_; }  // one a strip; none unless --check block
  const double* memory() const { return f_.data(); }

 private:
  class Watch;

  void sweep_in_blocks(const std::function<void(const std::vector<BlockRun>&)>& blocks_done);
  void sweep_in_stages();
  void make_stages();

  ProblemSource source_;
  Steps steps_;
  std::int64_t portion_rows_;
  ItstepOptions itstep_options_;
  bool check_blocks_;
  RowDistribution distribution_;
  std::unique_ptr<Accelerator> device_;
  std::vector<double> f_;
  std::vector<double> r_;
  std::vector<BlockCheck> checks_;
  std::vector<BlockRecord> blocks_;
  std::optional<Placement> place_;
  SharingOptions sharing_;
  std::unique_ptr<StagedSolver> stages_;
};

}  // namespace stencil
