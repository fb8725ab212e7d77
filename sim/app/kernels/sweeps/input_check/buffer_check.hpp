// Compares what the buffers of a rank's device hold when a command begins with the golden field before its step, in
// steps that keep rows on the device and load those of the next step while the last blocks of this one run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "sim/app/kernels/sweeps/input_check/input_check.hpp"

namespace stencil {

// Holds the whole domain: for a run that went wrong.
class BufferCheck {
 public:
  // All outlive this. Throws as ProblemSource::read_rows.
  BufferCheck(const ProblemSource& source, const SweepWeights& weights, const Steps& steps, const Strips& strips)
      : source_(source), golden_(source, weights), steps_(steps), strips_(strips) {}

  // The calls of the next wait, in the order of the run: the first row that a command reads wrong.
  std::optional<WrongRow> operator()(const Capsule& calls, const InputCheck::Places& place_of);

 private:
  struct Row {
    std::size_t call = 0;            // that loaded it, or after which it is undefined
    std::vector<double> words = {};  // none: undefined
  };
  using Rows = std::map<std::int64_t, Row>;  // by row of the buffer
  struct Reader {
    const SweepCommand& sweep;
    const CapsulePlace& place;
    std::int64_t step;
    std::size_t call;
  };

  void load(const CapsuleCall& call, std::size_t number);
  std::optional<WrongRow> wrong_row(const Reader& reader, Bank bank) const;
  WrongRow not_loaded(const Reader& reader, std::int64_t row) const;
  void name_source(const Reader& reader, const Row& held, WrongRow& wrong) const;
  void sweep(const Reader& reader);

  const ProblemSource& source_;
  GoldenField golden_;
  const Steps& steps_;
  const Strips& strips_;
  std::map<std::pair<Bank, int>, Rows> buffers_;
};

}  // namespace stencil
