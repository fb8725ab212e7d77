// How far the measurement of many shapes is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/app/explore/shape.hpp"

namespace stencil {

// Of the shapes of one rank, those whose number is rank mod ranks. On `rtl` a shape counts with its predicted cycles,
// of which the clock of the device tells how many have passed; elsewhere with its points, when it has ended.
class ShapesDone {
 public:
  ShapesDone(const std::vector<Shape>& shapes, const AcceleratorOptions& device, int rank, int ranks);

  // The measurement of shape `number` begins, a shape of this rank; those before have ended.
  void begin(std::size_t number);
  // 0 .. 1; for any thread.
  double share() const;

 private:
  std::vector<std::int64_t> ends_;  // by shape: the units of all shapes of this rank up to it
  bool has_clock_;
  std::atomic<std::int64_t> before_{0};
  std::atomic<std::int64_t> after_{0};
};

}  // namespace stencil
