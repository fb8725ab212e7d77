// The solver's main loop as stages on CPU or accelerator (Centaur), on the strips of one rank.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "host/balance/balancer.hpp"
#include "host/stages/ahead/run_stages.hpp"
#include "host/stages/checker.hpp"
#include "host/stages/stage_lb.hpp"
#include "sim/app/kernels/staged/copied_rows.hpp"
#include "sim/app/kernels/staged/placement.hpp"
#include "sim/app/kernels/staged/solver_data.hpp"

namespace stencil {

// How the rows of a step were divided, and the time of either side in device clock cycles; copies count for the device.
struct StepShare {
  std::int64_t step = 0;
  std::int64_t device_rows = 0;
  std::int64_t host_rows = 0;
  std::int64_t device_cycles = 0;
  std::int64_t host_cycles = 0;

  // Both sides work at the same time, each through its parts of all strips.
  std::int64_t cycles() const { return std::max(device_cycles, host_cycles); }
};

// Throws ArgumentError for strips that do not fit a buffer of the device, and for placements that it cannot serve:
// exchange=accel with more strips than buffers, norm=accel on a device that does not measure the norm.
void check_stages(const Capabilities& has, const Placement& place, const std::vector<Strip>& strips, std::int64_t cols);

// Strips stay on the device as long as there are buffers for them. More strips than buffers take turns, by rising
// numbers in one step and by falling numbers in the next, so that the last strips of a step are there for the next.
// Every placement and every share gives the same bits.
class StagedSolver {
 public:
  struct Setting {
    std::vector<Strip> strips;  // of this rank
    std::int64_t cols = 0;
    std::int64_t halo = 0;  // halo rows on each side: most sweeps between exchanges
    SweepWeights weights;
    double* f = nullptr;  // the rank's memory, indexed by Strip::at
    double* r = nullptr;  // never written
    Placement placement;
    SharingOptions sharing;
    std::function<void()> exchange;                 // fills the halo rows of f, collectively on all ranks
    std::function<bool(std::int64_t step)> on_rtl;  // BlockLedger.on_rtl
    bool checks_stages = false;                     // with StageChecker; bytes and cycles are then not those of the run
  };

  // Throws as check_stages().
  StagedSolver(Accelerator& device, Setting setting);

  // Told of blocks as they are accounted for; null: no one.
  void report_to(BlockListener* listener) { data_.sweeps.report_to(listener); }

  // Of the stages. An observer that comes later hands every call to the one there is.
  StageObserver& observer() { return *observer_; }
  void observe(StageObserver& observer) { observer_ = &observer; }
  std::vector<StripData>& strips() { return data_.strips.all(); }

  // `niter` sweeps, with an exchange before all but the first. Collective as `exchange` is. Throws DeviceError.
  void step(std::int64_t niter);
  // Copies the owned rows to the host, between steps; they stay on the device as well.
  void bring_home(const char* why);
  // The same after the last step. Throws DeviceError where the ledger and the device have counted different bytes.
  void finish();

  // After a failure, in place of finish(): completes blocks() with the blocks so far.
  void abandon() { data_.sweeps.settle(); }

  // Complete when finish() has returned.
  const BlockLedger& blocks() const { return data_.sweeps.blocks(); }
  const StageLedger& ledger() const { return data_.ledger; }
  // Per step, of this rank alone. Empty with norm=off.
  const std::vector<double>& norms() const { return norms_; }
  // Per step; empty unless sweeps are divided.
  const std::vector<StepShare>& shares() const { return shares_; }

 private:
  using Stages = std::vector<std::unique_ptr<Stage>>;

  void make_sweeps();
  // In their order, the next one's copies beside each where that is allowed.
  void run(const std::vector<Stage*>& stages);
  std::vector<Stage*> norm() const;
  std::vector<Stage*> sweeps() const;
  void share_out();
  void run_shared_sweeps();
  // The parts of the strips that add up to this many rows on the device.
  std::vector<SplitStrip> split(std::int64_t device_rows) const;
  // Cycles of the copies of a step while the shares do not change.
  double lasting_copies(std::int64_t device_rows) const;

  Setting setting_;
  SolverData data_;
  std::unique_ptr<Stage> exchange_;
  std::unique_ptr<Stage> norm_;   // for norm=cpu
  std::unique_ptr<Stage> reset_;  // for norm=accel, with probes_ and read_
  Stages probes_;                 // where the sweeps run on the host
  std::unique_ptr<Stage> read_;
  Stages sweeps_;                // one per strip
  std::vector<StageLB*> split_;  // the same stages, where they are divided
  std::unique_ptr<Balancer> balancer_;
  std::unique_ptr<StageChecker> checker_;
  StageObserver* observer_ = &data_.ledger;
  std::int64_t owned_rows_ = 0;
  std::int64_t steps_ = 0;
  std::int64_t traffic_before_ = 0;
  double host_cycles_ = 0.0;      // of the current step
  double cycles_per_byte_ = 0.0;  // of the copies in the last step that had any
  std::vector<double> norms_;
  std::vector<StepShare> shares_;
};

}  // namespace stencil
