// Compares what the accelerator of a rank is given and gives with the golden field before and after each step.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "host/arrays/strips/strips.hpp"
#include "sim/app/divergence/host_fault.hpp"
#include "sim/app/kernels/blocks/steps.hpp"
#include "sim/app/kernels/sweeps/input_check/golden_field.hpp"
#include "sim/device/divergence/field/swept_field.hpp"

namespace stencil {

// Holds the whole domain: for a run that went wrong.
class InputCheck {
 public:
  using Places = std::function<std::optional<CapsulePlace>(std::int64_t step, std::int64_t block)>;

  // f, r: of a rank, whose strips lie in them as Strip::at has them. All outlive this. Throws as
  // ProblemSource::read_rows.
  InputCheck(const ProblemSource& source, const SweepWeights& weights, const Steps& steps, const Strips& strips,
             const double* f, const double* r);

  // The rank's rows stay in the device: what is loaded behind a command is of the next step.
  void set_stays() { stays_ = true; }

  // After the exchange of halo rows. Steps come in order, with all strips of the rank.
  void begin_step(std::int64_t step, const std::vector<Strip>& mine);
  // The first row of a load that differs, rows that the rank owns before others; else the first row of a store. Calls
  // come in the order of steps.
  std::optional<WrongRow> wrong_load(const Capsule& calls, const Places& place_of);
  // After the last step: f has the rows of a rank's strip.
  std::optional<WrongRow> wrong_result(const Strip& strip, const double* f);

 private:
  // A load or store of the step, and the block that it serves.
  struct Moved {
    const Capsule& calls;
    std::size_t call;
    std::size_t command;  // among the commands
    CapsulePlace place;   // its first row is the first that the block loads
  };
  std::optional<WrongRow> compare_load(const Moved& moved) const;
  std::optional<WrongRow> wrong_ahead(const Capsule& calls, const Places& place_of) const;
  std::optional<WrongRow> compare_store(const Moved& moved);
  void find_origin(const Strip& strip, const double* words, WrongRow& wrong) const;
  void name_sweeps(const Capsule& calls, std::size_t command, WrongRow& wrong) const;
  // Of a halo row: whether the exchange has set it, and since when it is out of date.
  void find_age(const Strip& strip, const double* words, WrongRow& wrong) const;
  // The calls of a wait: what they leave in the rank's memory, which strips they sweep.
  void follow(const Capsule& calls, const Places& place_of);
  bool find_cause(const Moved& moved, const SweepCommand& sweep, std::int64_t row, const double* data,
                  WrongRow& wrong) const;
  std::string cause_of(const Moved& moved, const SweptField& field, const SweepCommand& sweep, std::int64_t row,
                       std::int64_t in_field) const;
  std::optional<std::int64_t> row_on_host(const CapsulePlace& place, Bank bank, const double* words) const;

  enum Stored : char { not_stored, stored_right, stored_wrong };

  const ProblemSource& source_;
  GoldenField golden_;
  const Steps& steps_;
  const Strips& strips_;
  bool stays_ = false;
  const double* f_;
  const double* r_;
  std::int64_t step_ = -1;
  std::vector<Stored> stored_;         // by this rank in this step, of each row
  std::vector<Stored> stored_before_;  // in the step before
  std::vector<char> swept_;            // in this step, of each strip
  std::vector<char> swept_before_;
  std::vector<double> left_;       // f of the rank's memory: what the exchange and the calls since then have left there
  std::vector<char> unexchanged_;  // rows of it that the exchange before this step has left as they were
  std::vector<char> right_;        // rows of its own that were right when the step began
};

}  // namespace stencil
