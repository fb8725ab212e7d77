// Compares the rows that stages hold, on host and device, with the golden field around each stage.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/app/divergence/host_fault.hpp"
#include "sim/app/kernels/blocks/steps.hpp"
#include "sim/app/kernels/staged/staged_solver.hpp"
#include "sim/app/kernels/sweeps/input_check/golden_field.hpp"

namespace stencil {

// An observer of the stages of one rank in a run that is made again. The host's rows are compared before and after each
// stage, as far as they are marked right there. Those of the device are in the calls that are recorded: what a command
// read and what it left, so that looking costs the run no cycle and its shares stay the same.
// Holds the whole domain: for a run that went wrong.
class StageCheck final : public StageObserver {
 public:
  // All outlive this, and nothing has been run yet. Throws as ProblemSource::read_rows.
  StageCheck(const ProblemSource& source, const SweepWeights& weights, const Steps& steps, const Strips& strips,
             StagedSolver& solver);

  // Steps come in order.
  void begin_step(std::int64_t step);
  // The calls of one wait, with the results of its commands.
  void made(const Capsule& calls);
  // After the last step and the copies that end it: the first wrong row.
  std::optional<WrongRow> wrong_row();

  // What a command reads is then in the calls before it.
  [[nodiscard]] bool allows_copies_ahead() const override { return false; }
  void begins(const Stage& stage) override;
  void copied(const StageCopy& copy) override;
  void leaves_device(const SharedDatum& datum) override { next_.leaves_device(datum); }
  void runs(const Stage& stage) override;
  void ran(const Stage& stage, bool threw) override { next_.ran(stage, threw); }
  void ended(const Stage& stage) override;
  void failed(const Stage& stage, bool was_run) override { next_.failed(stage, was_run); }

 private:
  using Component = WrongRow::Component;

  struct Mine {
    StripData* data;
    bool swept = false;  // in this step
  };
  // Rows of one datum, or of a copy of them.
  struct Rows {
    const Mine& mine;
    Bank bank;
    RowRange range;
    const double* words;  // of the first of them
  };
  // Local memory as a right device has it: the words that loads sent and commands wrote.
  class Sent {
   public:
    void put(const Place& place, const std::vector<double>& words);
    // A row of a datum with this place; empty: not known.
    std::vector<double> row(const Place& place, std::int64_t row, std::int64_t cols) const;

   private:
    std::map<std::pair<Bank, int>, std::vector<std::optional<double>>> buffers_;
  };

  bool looks() const { return !found_ && !device_is_wrong_; }
  const Mine* owner_of(const SharedDatum* datum) const;
  const StripData& strip_of(const WrongRow& wrong) const;
  bool sets_halos(const Stage& stage) const;
  bool was_copied(const SharedDatum& datum, std::int64_t row, Side to) const;
  std::optional<WrongRow> compare(const Rows& rows, bool swept) const;
  std::optional<WrongRow> compare_words(const Mine& mine, const SharedArray& datum, const RowRange& range,
                                        const Place& place, const std::vector<double>& words, bool swept) const;
  std::optional<WrongRow> wrong_on_host(bool with_halos) const;
  std::optional<WrongRow> wrong_read_on_host(const Stage& stage) const;
  std::optional<WrongRow> wrong_sent() const;
  void find(std::optional<WrongRow> wrong, Component component, bool on_device, const std::string& when);
  void look_at_inputs(const StagePart& part, const Capsule& calls);
  void look_at_results(const StagePart& part, const Capsule& calls);
  // named: the stage says that it reads the row.
  void blame_input(const Mine& mine, const SharedArray& datum, WrongRow wrong, bool named);

  const SweepWeights& weights_;
  const Steps& steps_;
  const Strips& strips_;
  StageObserver& next_;
  GoldenField golden_;  // after the step
  std::vector<Mine> mine_;
  std::int64_t step_ = 0;
  std::int64_t phase_ = 0;                             // of the step: up to the exchange, the exchange, what follows
  bool device_exchanges_ = false;                      // the exchange of this step was on the device
  const Stage* stage_ = nullptr;                       // that is being run
  std::vector<StageCopy> copies_;                      // for it
  std::map<const SharedDatum*, std::string> left_by_;  // the stage whose commands set the datum on the device, with no
                                                       // copy to it since
  Sent sent_;
  bool device_is_wrong_ = false;
  std::optional<WrongRow> found_;
};

}  // namespace stencil
