// The only test file that sees Verilated headers.
// SPDX-License-Identifier: Apache-2.0
#include "Vadd_e3f2.h"
#include "Vadd_e3f4.h"
#include "Vadd_e4f3.h"
#include "Vadd_e5f2.h"
#include "Vadd_e8f23.h"
#include "Vadd_latency16.h"
#include "Vadd_latency6.h"
#include "Vadd_latency7.h"
#include "Vadd_twin_latency16.h"
#include "Vadd_without_sticky.h"
#include "Vmul_e3f2.h"
#include "Vmul_e3f4.h"
#include "Vmul_e4f3.h"
#include "Vmul_e5f2.h"
#include "Vmul_e8f23.h"
#include "Vmul_latency16.h"
#include "Vmul_latency7.h"
#include "Vmul_latency9.h"
#include "Vmul_twin_latency16.h"
#include "Vmul_without_sticky.h"

#include <fmt/format.h>

#include "host/errors.hpp"
#include "sim/vectors/verilated_operator.hpp"
#include "test_operators.hpp"

namespace stencil {
namespace {

constexpr std::int64_t add_latency_cycles = 5;
constexpr std::int64_t mul_latency_cycles = 6;

template <class Add, class Mul>
std::unique_ptr<OperatorModel> make(Operation operation, std::int64_t add_cycles, std::int64_t mul_cycles) {
  if (operation == Operation::mul) return make_verilated_operator<Mul>(mul_cycles);
  return make_verilated_operator<Add>(add_cycles, operation == Operation::sub);
}

}  // namespace

std::unique_ptr<OperatorModel> make_operator_of_format(Operation operation, int exp_w, int frac_w) {
  const auto natural = [&](auto make_pair) { return make_pair(operation, add_latency_cycles, mul_latency_cycles); };
  switch (exp_w * 100 + frac_w) {
    case 403:
      return natural(make<Vadd_e4f3, Vmul_e4f3>);
    case 502:
      return natural(make<Vadd_e5f2, Vmul_e5f2>);
    case 304:
      return natural(make<Vadd_e3f4, Vmul_e3f4>);
    case 302:
      return natural(make<Vadd_e3f2, Vmul_e3f2>);
    case 823:
      return natural(make<Vadd_e8f23, Vmul_e8f23>);
    default:
      throw ArgumentError(fmt::format("format ({},{}) is not built, see test_operators.hpp", exp_w, frac_w));
  }
}

std::unique_ptr<OperatorModel> make_operator_of_latency(Operation operation, Arithmetic arithmetic,
                                                        std::int64_t latency_cycles) {
  const bool subtract = operation == Operation::sub;
  const bool mul = operation == Operation::mul;
  const bool twin = arithmetic == Arithmetic::behavioural;
  if (latency_cycles == (mul ? mul_latency_cycles : add_latency_cycles)) {
    return make_fp64_operator(operation, arithmetic);
  }
  if (latency_cycles == 16 && twin) return make<Vadd_twin_latency16, Vmul_twin_latency16>(operation, 16, 16);
  if (latency_cycles == 16) return make<Vadd_latency16, Vmul_latency16>(operation, 16, 16);
  if (!twin && !mul && latency_cycles == 6) return make_verilated_operator<Vadd_latency6>(6, subtract);
  if (!twin && !mul && latency_cycles == 7) return make_verilated_operator<Vadd_latency7>(7, subtract);
  if (!twin && mul && latency_cycles == 7) return make_verilated_operator<Vmul_latency7>(7);
  if (!twin && mul && latency_cycles == 9) return make_verilated_operator<Vmul_latency9>(9);
  throw ArgumentError(fmt::format("latency {} is not built, see test_operators.hpp", latency_cycles));
}

std::unique_ptr<OperatorModel> make_mutant_without_sticky(Operation operation) {
  return make<Vadd_without_sticky, Vmul_without_sticky>(operation, add_latency_cycles, mul_latency_cycles);
}

}  // namespace stencil
