// The only test file that sees the Verilated headers of latencies.v.
// SPDX-License-Identifier: Apache-2.0
#include "latency_bench.hpp"

#include <fmt/format.h>

#include <type_traits>

#include "Vlatencies_add_e11f52.h"
#include "Vlatencies_add_e3f4.h"
#include "Vlatencies_add_e4f3.h"
#include "Vlatencies_add_e5f2.h"
#include "Vlatencies_div5_e11f52.h"
#include "Vlatencies_div5_e3f4.h"
#include "Vlatencies_div5_e4f3.h"
#include "Vlatencies_div5_e5f2.h"
#include "Vlatencies_mul_e11f52.h"
#include "Vlatencies_mul_e3f4.h"
#include "Vlatencies_mul_e4f3.h"
#include "Vlatencies_mul_e5f2.h"
#include "host/base/errors.hpp"

namespace stencil {
namespace {

template <class Model>
class VerilatedLatencies final : public LatencyBench {
 public:
  // width_bits: of an operand; 8 or 64.
  VerilatedLatencies(std::int64_t least_cycles, std::int64_t width_bits, bool subtract)
      : least_cycles_(least_cycles), width_bits_(width_bits), model_(std::make_unique<Model>(&context_)) {
    model_->i_sub = subtract ? 1 : 0;
  }
  ~VerilatedLatencies() override { model_->final(); }

  std::int64_t least_cycles() const override { return least_cycles_; }

  void clock(std::uint64_t a, std::uint64_t b) override {
    model_->i_a = static_cast<std::remove_reference_t<decltype(model_->i_a)>>(a);
    model_->i_b = static_cast<std::remove_reference_t<decltype(model_->i_b)>>(b);
    model_->clk = 0;
    model_->eval();
    model_->clk = 1;
    model_->eval();
  }

  std::uint64_t result(std::int64_t latency_cycles) const override {
    const auto low = static_cast<std::size_t>(width_bits_ * (latency_cycles - 1));
    const std::uint64_t word = model_->o_y[low / 32];
    if (width_bits_ < 64) return word >> low % 32 & ((std::uint64_t{1} << width_bits_) - 1);
    return std::uint64_t{model_->o_y[low / 32 + 1]} << 32 | word;
  }

 private:
  VerilatedContext context_;  // outlives the model
  std::int64_t least_cycles_;
  std::int64_t width_bits_;
  std::unique_ptr<Model> model_;
};

template <class Add, class Mul, class Div5>
std::unique_ptr<LatencyBench> make_bench(Operation operation, std::int64_t width_bits) {
  if (operation == Operation::div5) return std::make_unique<VerilatedLatencies<Div5>>(2, width_bits, false);
  if (operation == Operation::mul) return std::make_unique<VerilatedLatencies<Mul>>(6, width_bits, false);
  return std::make_unique<VerilatedLatencies<Add>>(5, width_bits, operation == Operation::sub);
}

}  // namespace

std::unique_ptr<LatencyBench> make_latency_bench(Operation operation, int exp_w, int frac_w) {
  switch (exp_w * 100 + frac_w) {
    case 1152:
      return make_bench<Vlatencies_add_e11f52, Vlatencies_mul_e11f52, Vlatencies_div5_e11f52>(operation, 64);
    case 502:
      return make_bench<Vlatencies_add_e5f2, Vlatencies_mul_e5f2, Vlatencies_div5_e5f2>(operation, 8);
    case 403:
      return make_bench<Vlatencies_add_e4f3, Vlatencies_mul_e4f3, Vlatencies_div5_e4f3>(operation, 8);
    case 304:
      return make_bench<Vlatencies_add_e3f4, Vlatencies_mul_e3f4, Vlatencies_div5_e3f4>(operation, 8);
    default:
      throw ArgumentError(fmt::format("format ({},{}) is not built, see latency_bench.hpp", exp_w, frac_w));
  }
}

}  // namespace stencil
