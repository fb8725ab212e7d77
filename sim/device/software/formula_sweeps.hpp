// Commands carried out by the formula of a point, in integers: they judge the golden loops.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/device/command.hpp"
#include "models/local_memory.hpp"

namespace stencil {

// One device's, whose chain of skewed blocks it remembers. Slow: a microsecond per point and sweep.
class FormulaSweeps {
 public:
  // A legal command, whose block is in `memory`.
  void run(LocalMemory& memory, const DeviceCommand& command);

 private:
  // Rows of the chain as they were loaded, from niter rows north of the first unfinished one.
  std::vector<double> f_;
  std::vector<double> r_;
  std::int64_t finished_ = 0;  // of them
};

}  // namespace stencil
