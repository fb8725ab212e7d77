// Checks each itstep_accel of a C program against the golden loop.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "host/c/call_observer.hpp"
#include "models/compare.hpp"
#include "sim/app/package/checks/halo/shadow_values.hpp"
#include "sim/app/package/checks/halo/shared_right_hand.hpp"
#include "sim/app/package/checks/steps/joined_watch.hpp"
#include "sim/app/package/checks/steps/step_watch.hpp"
#include "sim/app/package/checks/sweep_watch.hpp"
#include "sim/app/package/checks/wrong_sweep.hpp"
#include "sim/app/package/tiles/tile_watch.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

// Keeps the expected contents of local memory: loads and the results of sweeps. After a sweep it reads all rows back
// from the device and compares them with golden sweeps of the expected contents, so a wrong load shows too. Then the
// values on the device become the expected ones: a difference is found once. Words that a program sweeps without having
// loaded them are read from the device before the sweep.
class CallCheck final : public CallObserver {
 public:
  explicit CallCheck(const Capabilities& device);

  void loaded(Accelerator& device, Bank bank, std::int64_t offset, const double* values, std::int64_t length) override;
  void stored(Accelerator& device, std::int64_t offset, const double* values, std::int64_t length) override;
  void copied(Bank bank, std::int64_t offset, const double* values, std::int64_t length) override;
  void before_sweep(Accelerator& device, const SweepCommand& command, std::int64_t block) override;
  void after_sweep(Accelerator& device, const SweepCommand& command) override;
  // A step leaves words of its own in local memory: what was known of it no longer is.
  void step_begins(const StepInfo& step) override {
    watch_.step_begins(step.array, (step.strip.rows - 1) * step.stride + step.strip.cols);
    steps_.begins(step);
    shared_right_hand_.step_begins(step);
  }
  void step_ended(const StepInfo& step, const std::vector<BlockRun>& runs) override;
  BlockObserver* joined_steps_begin(const StepInfo& first) override;
  void joined_steps_ended(const StepInfo& first) override;
  TileObserver* tiled_step_begins(const TiledStepInfo& step) override;
  void tiled_step_ended(const TiledStepInfo& step) override;
  void update_begins(const void* array) override { watch_.update_begins(array); }
  void updated(const UsedMemory& shadow, const UsedMemory& edge) override {
    watch_.updated(shadow, edge);
    steps_.updated(shadow);
    shared_right_hand_.updated(shadow, edge);
    shadow_values().updated(shadow, edge);
  }

  // The program has made its last call. alone: it has one rank.
  void ended(bool alone) { watch_.ended(alone); }

  // The first difference is in the earliest call. Its block is numbered as in the report, its sweep is the last of the
  // block, row and column count in the block from word 0 of local memory, rank and step are 0.
  // Those of steps follow step_watch.hpp and joined_watch.hpp, those of tiles tile_watch.hpp.
  Verdict verdict() const;
  Coverage coverage() const;
  // Those of all calls of itstep_accel; none: there was no call, or they changed.
  std::optional<SweepWeights> call_weights() const { return weights_change_ ? std::nullopt : call_weights_; }
  // Of the halo rows of all steps.
  const StepRows& step_rows() const { return steps_.rows(); }
  // Of halo rows that looked stale (steps/step_watch.hpp).
  std::int64_t confirm_stale() { return steps_.confirm_stale(); }
  std::vector<SharedRow> shared_right_hand() const { return shared_right_hand_.rows(); }
  // Of calls of itstep_accel.
  const std::optional<Capsule>& wrong_sweep() const { return wrong_.found(); }
  // How many of the rank's own rows were stored, and how many never: of calls of itstep_accel.
  RowAges::Part part() const { return watch_.part(); }
  // The traffic of the check itself, which belongs to no block.
  const DmaCycles& dma() const { return dma_; }

 private:
  struct Memory {
    explicit Memory(std::int64_t words)
        : values(static_cast<std::size_t>(words)), known(static_cast<std::size_t>(words), false) {}
    std::vector<double> values;
    std::vector<bool> known;
  };

  void read(Accelerator& device, Bank bank, std::int64_t words, double* target);
  void learn(Accelerator& device, Bank bank, Memory& memory, std::int64_t words);
  void add(const Comparison& found);
  void forget();  // what local memory holds

  Memory f_;
  Memory r_;
  SweepWatch watch_;
  WrongSweep wrong_;
  StepWatch steps_;
  JoinedWatch joined_;
  SharedRightHand shared_right_hand_;
  TileWatch tiles_;
  std::vector<double> expected_;
  std::vector<double> device_values_;
  SweepCommand last_;                         // the last sweep
  std::optional<SweepWeights> call_weights_;  // of the first call
  bool weights_change_ = false;
  std::int64_t block_ = 0;
  Verdict verdict_;
  DmaCycles dma_;
};

}  // namespace stencil
