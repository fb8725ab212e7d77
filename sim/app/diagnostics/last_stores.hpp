// Which call stored a row of the field last: finds rows that the last steps leave on the device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "sim/app/run/run_reference.hpp"
#include "sim/device/capsule/capsule.hpp"

namespace stencil {

// Of sweeps over blocks of whole rows, on one rank.
class LastStores {
 public:
  // The calls of the next wait.
  void add(const Capsule& capsule, const RunReference& reference);
  // Of a row of this rank. No value: it was stored in this step, or no calls of sweeps were added.
  std::optional<std::string> missing(std::int64_t row, std::int64_t step) const;

 private:
  struct Stored {
    std::int64_t step, block;
    std::size_t call;
  };

  std::map<std::int64_t, Stored> rows_;
};

}  // namespace stencil
