// Steps of a program over the rows of its parts: one by itself, over strips, joined, or of a part that stays in the
// device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "host/c/steps/joined/joined_parts.hpp"
#include "host/c/steps/resident_part.hpp"
#include "host/c/steps/step_choice.hpp"
#include "host/c/steps/swept_parts.hpp"
#include "step.h"

namespace stencil {

// Parts of a rank and how to sweep them: arguments that the functions of step.h share.
struct GivenSweeps {
  const stencil_part* parts = nullptr;
  std::int64_t count = 1;
  const char* kernel = nullptr;
  const double* weights = nullptr;
  std::int64_t sweeps = 1;
};

class SweepStep {
 public:
  virtual ~SweepStep() = default;

  // The caller's memory, until the step has ended. Null: the rank has no rows, and there is nothing to sweep.
  const StepMemory* memory() const { return parts_ == nullptr ? nullptr : &parts_->memory(); }
  // The thread that calls must be the only one to use the device.
  virtual void sweep() = 0;
  // When it has swept: copies the result into the program's arrays, tells the call ledger and the observer.
  virtual void end();
  // When it has swept, before end(): brings what the neighbour above holds. @pre a part that stays in the device
  virtual void end_edge() {}
  // As reports count them.
  virtual std::int64_t steps() const { return 1; }

 protected:
  explicit SweepStep(std::shared_ptr<SweptParts> parts) : parts_(std::move(parts)) {}
  virtual void record();
  const SweptParts& parts() const { return *parts_; }

  // Keeps the blocks, and tells another observer of them where there is one.
  class Runs final : public BlockObserver {
   public:
    void before_step(std::int64_t step, std::int64_t niter) override {
      if (also != nullptr) also->before_step(step, niter);
    }
    void after_block(const BlockRun& run) override {
      all.push_back(run);
      if (also != nullptr) also->after_block(run);
    }
    std::vector<BlockRun> all;
    BlockObserver* also = nullptr;
  };
  Runs runs_;

 private:
  std::shared_ptr<SweptParts> parts_;
};

// Each tells the observer that a step of this number begins. number: that of the step, or of the first. Throws
// ArgumentError for wrong arguments, before anything moves.
std::unique_ptr<SweepStep> make_row_step(std::int64_t number, const GivenSweeps& given, const GivenBlocks& blocks);
std::unique_ptr<SweepStep> make_strips_step(std::int64_t number, const GivenSweeps& given, const GivenBlocks& blocks);
std::unique_ptr<SweepStep> make_joined_steps(std::int64_t number, const GivenSweeps& given, std::int64_t iterations,
                                             const GivenBlocks& blocks);
// resident: null before the first step; it must outlive the step.
std::unique_ptr<SweepStep> make_resident_step(std::int64_t number, const GivenSweeps& given, std::int64_t left,
                                              std::unique_ptr<ResidentPart>& resident);

// One step of joined ones, of `iterations` sweeps that are left. joined: null before the first; it must outlive the
// step.
std::unique_ptr<SweepStep> make_joined_step(std::int64_t number, const GivenSweeps& given, std::int64_t iterations,
                                            const GivenBlocks& blocks, std::unique_ptr<JoinedParts>& joined);

// Predicts cycles for steps that the library schedules. Without a maker it predicts none.
void set_dry_accelerator_maker(DryMaker maker);
const DryMaker& dry_accelerator_maker();
// For tests.
void forget_chosen_schemes();

}  // namespace stencil
