// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/bare_loop.hpp"

#include "Vaccel_default.h"
#include "tests/bench/bare_pins.hpp"

namespace stencil::bench {

struct BareLoop::Model : BarePins<Vaccel_default> {};

BareLoop::BareLoop() : model_(new Model) {}

BareLoop::~BareLoop() {
  delete model_;
}

std::int64_t BareLoop::block(std::int64_t rows, std::int64_t cols, std::int64_t niter, const double* r, double* f) {
  const std::int64_t began = model_->cycles;
  model_->load(contract::base_r, r, rows * cols);
  model_->load(contract::base_f, f, rows * cols);
  model_->sweep(rows, cols, niter);
  model_->store(contract::base_f, f, rows * cols);
  return model_->cycles - began;
}

}  // namespace stencil::bench
