// The Verilated binary64 operators; no other file of the product sees their headers.
// SPDX-License-Identifier: Apache-2.0
#include "Vfp64_add.h"
#include "Vfp64_add_operators.h"
#include "Vfp64_div5.h"
#include "Vfp64_div5_operators.h"
#include "Vfp64_mul.h"
#include "Vfp64_mul_operators.h"

#include "sim/app/vectors/operator_model.hpp"
#include "sim/app/vectors/verilated_operator.hpp"

namespace stencil {
namespace {

constexpr std::int64_t add_latency_cycles = 5;   // default LATENCY of fp_add.v
constexpr std::int64_t mul_latency_cycles = 6;   // default LATENCY of fp_mul.v
constexpr std::int64_t div5_latency_cycles = 2;  // default LATENCY of fp_div5.v

}  // namespace

std::unique_ptr<OperatorModel> make_fp64_operator(Operation operation, Arithmetic arithmetic) {
  const bool of_host = arithmetic == Arithmetic::operators;
  if (operation == Operation::mul) {
    return of_host ? make_verilated_operator<Vfp64_mul_operators>(mul_latency_cycles)
                   : make_verilated_operator<Vfp64_mul>(mul_latency_cycles);
  }
  if (operation == Operation::div5) {
    return of_host ? make_verilated_operator<Vfp64_div5_operators>(div5_latency_cycles)
                   : make_verilated_operator<Vfp64_div5>(div5_latency_cycles);
  }
  const bool subtract = operation == Operation::sub;
  return of_host ? make_verilated_operator<Vfp64_add_operators>(add_latency_cycles, subtract)
                 : make_verilated_operator<Vfp64_add>(add_latency_cycles, subtract);
}

}  // namespace stencil
