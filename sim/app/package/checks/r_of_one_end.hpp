// Counts rows of r at one end of a block that a C program never loads, where it loads the one at the other end.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/device/accelerator.hpp"

namespace stencil {

// A sweep reads r of neither the first nor the last row of its block, so a program may load both or leave out both. One
// alone may mean that r lies a row too low or too high; or that the program has no r for a border of the field, so it
// is no warning.
class ROfOneEnd {
 public:
  void loaded(std::int64_t first, std::int64_t words);
  // Words of the row that is missing, the first time alone; only beside inner rows that are all there.
  std::int64_t swept(const SweepCommand& command);

 private:
  bool has(std::int64_t first, std::int64_t words) const;

  std::vector<bool> loaded_;
};

}  // namespace stencil
