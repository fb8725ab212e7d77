// OperatorModel over a Verilated fp_add, fp_mul or fp_div5 of any format up to 64 bits.
// SPDX-License-Identifier: Apache-2.0
// To be included only where the V*.h of the model is included; other code uses operator_model.hpp.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "sim/app/vectors/operator_model.hpp"
#include "verilated.h"

namespace stencil {

template <class Model, class = void>
struct HasSubtractPin : std::false_type {};
template <class Model>
struct HasSubtractPin<Model, std::void_t<decltype(std::declval<Model&>().i_sub)>> : std::true_type {};

template <class Model, class = void>
struct HasSecondOperand : std::false_type {};
template <class Model>
struct HasSecondOperand<Model, std::void_t<decltype(std::declval<Model&>().i_b)>> : std::true_type {};

template <class Model>
class VerilatedOperator final : public OperatorModel {
 public:
  // latency_cycles: LATENCY of the model, which its pins do not show.
  VerilatedOperator(std::int64_t latency_cycles, bool subtract)
      : latency_cycles_(latency_cycles), model_(std::make_unique<Model>(&context_)) {
    if constexpr (HasSubtractPin<Model>::value) model_->i_sub = subtract ? 1 : 0;
  }
  ~VerilatedOperator() override { model_->final(); }

  std::int64_t latency_cycles() const override { return latency_cycles_; }

  std::uint64_t clock(std::uint64_t a, [[maybe_unused]] std::uint64_t b) override {
    model_->i_a = static_cast<std::remove_reference_t<decltype(model_->i_a)>>(a);
    if constexpr (HasSecondOperand<Model>::value) {
      model_->i_b = static_cast<std::remove_reference_t<decltype(model_->i_b)>>(b);
    }
    model_->clk = 0;
    model_->eval();
    model_->clk = 1;
    model_->eval();
    return model_->o_y;
  }

 private:
  VerilatedContext context_;  // outlives the model
  std::int64_t latency_cycles_;
  std::unique_ptr<Model> model_;
};

template <class Model>
std::unique_ptr<OperatorModel> make_verilated_operator(std::int64_t latency_cycles, bool subtract = false) {
  return std::make_unique<VerilatedOperator<Model>>(latency_cycles, subtract);
}

}  // namespace stencil
