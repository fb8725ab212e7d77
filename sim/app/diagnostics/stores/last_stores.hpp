// Which call stored a row of the field last, and which rows beside a block no call loads: finds what steps that keep
// rows on the device leave out.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/app/run/run_reference.hpp"
#include "sim/device/capsule/capsule.hpp"

namespace stencil {

// Of sweeps over blocks of whole rows, on one rank.
class LastStores {
 public:
  // The calls of the next wait. rows: of the field.
  void add(const Capsule& capsule, const RunReference& reference, std::int64_t rows);
  // The first command on this rank that sweeps beside halo rows left from the command before. No value: none.
  const std::optional<std::string>& unloaded() const { return unloaded_; }
  // The call that stored the row; empty: none is known.
  std::string storing(std::int64_t row) const;
  // Of a row of this rank. No value: it was stored in this step, or no calls of sweeps were added.
  std::optional<std::string> missing(std::int64_t row, std::int64_t step) const;

 private:
  struct Stored {
    std::int64_t step, block;
    std::size_t call;
  };

  // The last command on a buffer.
  struct Swept {
    SweepCommand command;
    CapsulePlace place;
    std::int64_t step;
  };

  void load(const CapsuleCall& call);
  void check_halo(const SweepCommand& sweep, const CapsulePlace& place, std::int64_t step, std::size_t call,
                  std::int64_t rows);

  using WordRanges = std::vector<std::pair<std::int64_t, std::int64_t>>;

  std::map<std::int64_t, Stored> rows_;
  std::map<int, WordRanges> loads_;  // by f buffer, since its last command
  std::map<int, Swept> buffers_;     // of f; a store may come after the next wait
  std::optional<std::string> unloaded_;
};

}  // namespace stencil
