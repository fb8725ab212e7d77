// The state of one rank during a run of any kernel: problem, device, ledger.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/mpi/host_observer.hpp"
#include "sim/app/report/report.hpp"
#include "sim/app/run/estimate.hpp"
#include "sim/app/run/options.hpp"
#include "sim/app/run/problem_source.hpp"
#include "sim/app/run/run_reference.hpp"
#include "sim/device/contract/device_switch.hpp"

namespace stencil {

class ProgressLine;

// Observers of a rank while it sweeps; null: none.
struct RunObservers {
  HostObserver* host = nullptr;
  DeviceObserver* device = nullptr;
  BlockListener* blocks = nullptr;
};

// What is known of a run before its device is made.
struct RunPlan {
  std::vector<std::string> lines;  // describe it, for people
  // Of a buffer: as many as the largest block takes, with what the device must not read behind it.
  std::int64_t most_block_words = 0;
  // Whether sweep() reports its blocks as they end, in the order of the estimate. If not, an estimate is of no use.
  bool reports_blocks = true;
};

class Session {
 public:
  // Called with the number of this rank's blocks that one wait ended.
  using BlocksDone = std::function<void(std::size_t blocks)>;
  using RowSink = std::function<void(std::int64_t first_row, std::int64_t rows, const double* values)>;

  virtual ~Session() = default;

  // Calls `listener` when the commands of a step begin; before sweep().
  void on_step(std::function<void(std::int64_t step)> listener) { step_listener_ = std::move(listener); }

  virtual RunPlan plan() const = 0;
  // Shows long work; null: nobody sees it. It must outlive this object.
  void report_to(ProgressLine* progress);
  // Makes the device of this rank and checks, before a word is loaded into it, that it serves this run. Throws
  // ArgumentError, and what the device maker throws.
  void make_device(const DeviceMaker& make);
  // The same checks on a device that is not kept; null stays the session's.
  void try_device(const DeviceMaker& make) const;
  // Reads the local part of the arrays. Throws ArgumentError, std::bad_alloc.
  virtual void read_problem() = 0;
  // Blocks of this rank; with their cycles if `dry`, an accelerator that predicts cycles and moves no data, is not
  // null: that only after read_problem().
  virtual CostEstimate estimate(Accelerator* dry) = 0;
  // The same with an accelerator that `make_dry` makes, where it is not empty and the device has a clock.
  CostEstimate estimate_dry(const AcceleratorOptions& options, const DeviceMaker& make_dry);
  // From the next sweep() on; they must outlive it.
  void observe(const RunObservers& observers) { observers_ = observers; }
  // Collective: all sweeps. `done` may be empty.
  // Throws AgreedError on every rank for errors of a rank for which no other rank waits any more: in the sweeps after
  // the last exchange, when the cycles of its blocks do not add up to those of the device, when the device's own
  // counters differ from those at its pins. Throws DeviceError on one rank alone while others may wait for its
  // messages: the caller must abort the job.
  void sweep(const BlocksDone& done);

  // Collective, after sweep(): rank 0 receives the result, rows in order, in pieces of at most 4 MiB (at least one
  // row). Returns the largest change of the first sweep of each step, over all ranks; empty where the run does not ask
  // for it.
  virtual std::vector<double> collect(const RowSink& sink) const = 0;
  // Part of this object.
  virtual RunReference& reference() = 0;
  // Fills in the problem of the report.
  void describe_problem(Report& report) const;
  // Collective, after sweep(): adds this kernel's part of the report; complete on rank 0.
  virtual void describe(Report& report) const;

  const ProblemSource& source() const { return source_; }
  bool has_device() const { return device_ != nullptr; }
  const Capabilities& device() const { return device_->capabilities(); }
  DmaCycles dma_busy() const { return device_->dma_busy(); }
  double simulation_rate() const { return device_->simulation_rate(); }
  HandshakeDigests handshake_digests() const { return device_->handshake_digests(); }
  const BlockLedger& ledger() const { return ledger_; }
  // Of a mixed run; null: all steps run on one accelerator.
  const RtlSteps* rtl_steps() const { return rtl_steps_ ? &*rtl_steps_ : nullptr; }

 protected:
  Session(MPI_Comm communicator, const RunOptions& options, const ProblemFiles& files);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Settles which steps run on RTL; to be called by the constructor. each_class: the fewest that hold blocks of every
  // class. buffers_stay: words stay in the device from one step to the next. Throws ArgumentError for --rtl-steps
  // beyond the run, and where waves are asked for of a step on the model.
  void plan_steps(std::int64_t steps, const std::vector<std::int64_t>& each_class, bool buffers_stay);
  // Throws ArgumentError for a device that does not fit the run.
  virtual void check_device(const Capabilities& device) const = 0;
  virtual void run_sweeps(const BlocksDone& done) = 0;
  // To be called by run_sweeps() before it posts commands of a step; more than once does no harm.
  void begin_step(std::int64_t step);
  // To be called by run_sweeps() when this rank has sent its last message.
  void no_one_waits() { others_may_wait_ = false; }
  // To be called by run_sweeps() where a step begins before the blocks of the step before are reported: each of
  // `steps` has so many blocks; the last one may have others.
  void overlap_steps(std::int64_t steps, std::int64_t blocks_a_step) { overlapping_ = {steps, blocks_a_step}; }
  // Of such steps: the device is idle after this number of blocks.
  void idle_after(std::int64_t blocks) { idle_after_ = blocks; }
  // The step of a block that is counted on from the first one of `step`, and its number there. Steps that do not
  // overlap are not left.
  std::pair<std::int64_t, std::int64_t> step_and_block(std::int64_t step, std::int64_t block) const;
  HostObserver* host_observer() const { return observers_.host; }
  ProgressLine* progress() const { return progress_; }

  MPI_Comm communicator_;
  RunOptions options_;
  int rank_ = 0;
  int ranks_ = 1;
  ProblemSource source_;
  std::optional<RtlSteps> rtl_steps_;
  mutable std::optional<DeviceSwitch> between_;  // of a mixed run; outlives the device
  std::unique_ptr<Accelerator> device_;          // null before make_device()
  BlockLedger ledger_;

 private:
  void run_observed_sweeps(const BlocksDone& done);
  // The step and block of a command that failed, among those posted since the last wait for all.
  std::pair<std::int64_t, std::int64_t> failed_block(std::int64_t command) const;
  std::string with_block(const std::string& error, std::int64_t command);
  void check_ledger(std::int64_t cycles_before) const;

  bool others_may_wait_ = true;
  std::int64_t step_ = -1;          // that has begun
  std::int64_t blocks_ = 0;         // done
  std::int64_t blocks_before_ = 0;  // of them before this step
  struct Overlapping {
    std::int64_t steps = 0;
    std::int64_t blocks = 0;  // of each; 0: steps do not overlap
  } overlapping_;
  std::int64_t idle_after_ = 0;
  RunObservers observers_;
  ProgressLine* progress_ = nullptr;
  std::function<void(std::int64_t step)> step_listener_;
};

}  // namespace stencil
