// The least code that moves a block through the Verilated accelerator: no queues, no checks, no SystemC.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stencil::bench {

// Loads r and f, sweeps, stores f, in bursts of 256 beats of 64 bits, as the DMA does. Returns clock cycles.
class BareLoop {
 public:
  BareLoop();
  ~BareLoop();
  BareLoop(const BareLoop&) = delete;
  BareLoop& operator=(const BareLoop&) = delete;

  std::int64_t block(std::int64_t rows, std::int64_t cols, std::int64_t niter, const double* r, double* f);

 private:
  struct Model;
  Model* model_;
};

}  // namespace stencil::bench
