// Finds stages that read or write what they do not name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/stages/observer.hpp"

namespace stencil {

// An observer of runStage that looks behind the stages' backs. Before the function of a stage is called, all rows that
// it need not read hold NaNs on its side, in every datum that has joined; afterwards those that it does not name are
// what they were. A divided stage is looked at on both sides. Throws ArgumentError, when the function has returned,
// naming stage, side, datum and rows, where
// - rows have changed that the stage does not write, or only reads;
// - rows that it overwrites are as they were;
// - rows that it writes hold a NaN, and all that it reads is finite: it has read something else. (A stage that makes
//   NaNs of finite numbers by itself is told, too.)
// The stage then counts as one that threw. Each look is a copy on the device: this is for tests, and bytes and cycles
// are not those of the program. Data without words (SharedDatum::words_per_row) are passed over. Another stage in the
// function of a stage ends the check of that one, nothing is flushed there.
class StageChecker final : public StageObserver {
 public:
  // next: is told everything too, and of no look. May be null.
  explicit StageChecker(StageObserver* next = nullptr) : next_(next) {}

  // Before the first stage. All data, those that a stage does not name as well.
  void join(SharedDatum& datum) { data_.push_back(&datum); }

  void begins(const Stage& stage) override;
  void copied(const StageCopy& copy) override;
  void leaves_device(const SharedDatum& datum) override;
  void runs(const Stage& stage) override;
  void ran(const Stage& stage, bool threw) override;
  void ended(const Stage& stage) override;
  void failed(const Stage& stage, bool was_run) override;

 private:
  // What a stage may do with a row.
  struct Leave {
    bool read = false;
    bool write = false;
    bool result = false;  // and it is right afterwards
    bool must_write = false;
  };
  struct Look {
    SharedDatum* datum;
    Side side;
    std::vector<Leave> rows;
    std::vector<double> words;  // of all rows, before the stage
  };

  void look(SharedDatum& datum, const StagePart& part);
  // Puts back what the stage does not write. Returns what it should not have done; empty: nothing.
  std::string judge(const Look& look, const std::string& stage) const;

  StageObserver* next_;
  std::vector<SharedDatum*> data_;
  std::vector<Look> looks_;  // while a function is being called
  bool finite_ = true;       // all that the stage reads
};

}  // namespace stencil
