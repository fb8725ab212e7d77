// Finds stages that read or write rows they do not name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/stages/observer.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// An observer of runStage. Before runStage calls the function of a stage, the checker fills all rows of all joined data
// that the stage need not read with NaNs, on the stage's side (a divided stage: on both); afterwards it restores the
// rows that the stage does not name. When the function has returned, it throws ArgumentError, with stage, side, datum
// and row, if
// - a row has changed that the stage does not write;
// - a row that the stage overwrites has not changed;
// - a row that it writes holds a NaN although all values it reads are finite: it has read other data. (A stage that
//   itself makes NaNs from finite values is reported, too.)
// The stage then counts as one that threw. Each look copies data from and to the device, so that bytes and cycles are
// not those of the program: for tests. Data without words (SharedDatum::words_per_row) are skipped. A stage that runs
// inside the function of another ends the check of the outer one, and there must be no flush inside.
class StageChecker final : public StageObserver {
 public:
  // next: an observer that gets all calls, but not the checker's own copies; may be null.
  explicit StageChecker(StageObserver* next = nullptr) : next_(next) {}

  // Call it before the first stage, for all data, also for those that no stage names. A datum that is destroyed leaves;
  // no stage may destroy one, whose memory on the host would keep the NaNs. A second join changes nothing.
  void join(SharedDatum& datum);

  // It changes rows while a stage runs that copies for the next one would take.
  [[nodiscard]] bool allows_copies_ahead() const override { return false; }
  void begins(const Stage& stage) override;
  void copied(const StageCopy& copy) override;
  void leaves_device(const SharedDatum& datum) override;
  void runs(const Stage& stage) override;
  void ran(const Stage& stage, bool threw) override;
  void ended(const Stage& stage) override;
  void failed(const Stage& stage, bool was_run) override;

 private:
  // The accesses that a stage has to a row.
  struct Leave {
    bool read = false;
    bool write = false;
    bool result = false;  // written, and right afterwards
    bool must_write = false;
  };
  struct Look {
    DatumReference<SharedDatum> datum;
    Side side;
    std::vector<Leave> rows;
    std::vector<double> words;  // of all rows, before the stage
  };

  void look(SharedDatum& datum, const StagePart& part);
  // Restores the rows that the stage does not write, unless the datum is gone. Returns the first offence; empty: none.
  std::string judge(const Look& look, const std::string& stage) const;

  StageObserver* next_;
  std::vector<DatumReference<SharedDatum>> data_;
  std::vector<Look> looks_;  // of the stage whose function is being called
  bool finite_ = true;       // all values that the stage reads are finite
};

}  // namespace stencil
#pragma GCC visibility pop
