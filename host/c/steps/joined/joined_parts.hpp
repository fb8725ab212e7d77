// Steps of a program over the parts of a rank, joined, between which the program exchanges halo rows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "host/c/steps/step_choice.hpp"
#include "host/c/steps/step_info.hpp"
#include "host/c/steps/swept_parts.hpp"
#include "host/jacobi/steps/itsteps.hpp"
#include "step.h"

namespace stencil {

// The shape of joined steps of these parts, between which halo rows travel.
StepShape joined_shape(StepShape shape, const std::vector<stencil_part>& parts, std::int64_t iterations);

// All steps are one list of calls, which a thread of its own makes. Between two steps it stands still, with calls of
// the next step in the device, while the program sets halo rows.
class JoinedParts {
 public:
  // parts: null where the rank has no rows. step: the first one. given: the rows of the parts as the program gave
  // them. iterations: sweeps of all steps, of which the last may be shorter. The device must outlive this.
  JoinedParts(Accelerator& device, std::shared_ptr<SweptParts> parts, const StepInfo& step,
              std::vector<stencil_part> given, std::int64_t iterations);
  // Steps that are left are not made.
  ~JoinedParts();
  JoinedParts(const JoinedParts&) = delete;
  JoinedParts& operator=(const JoinedParts&) = delete;

  // Before each step after the first: throws ArgumentError, with the argument, where it is not the next one.
  void check_next(const StepInfo& step, const std::vector<stencil_part>& given, std::int64_t iterations) const;

  // The next step: its number, then its sweeps, until its result is in the arrays. observer: told of its blocks.
  // begin() throws ArgumentError where the parts are the whole field and, after the first step, a halo row is not what
  // the part that owns it has: the device may have taken it from there.
  void begin(std::int64_t number);
  void sweep(BlockObserver& observer);

  std::int64_t sweeps_left() const { return left_; }
  const std::shared_ptr<SweptParts>& parts() const { return parts_; }

 private:
  // Of the step that ended last.
  class Blocks final : public BlockObserver {
   public:
    void after_block(const BlockRun& run) override { runs.push_back(run); }
    std::vector<BlockRun> runs;
  };
  std::vector<HaloStrip> strips() const;
  void check_halos() const;
  void check_rows(std::size_t part, std::int64_t first, std::size_t owner, std::int64_t owned, std::int64_t rows) const;
  void make_all();
  void let_program_exchange();

  Accelerator& device_;
  std::shared_ptr<SweptParts> parts_;
  std::vector<stencil_part> given_;
  SweepWeights weights_;
  BlockScheme scheme_;
  std::int64_t iterations_;
  std::int64_t left_;
  Blocks blocks_;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable turns_;
  bool steps_turn_ = false;  // else the program's
  bool given_up_ = false;
  std::exception_ptr failure_;
};

}  // namespace stencil
