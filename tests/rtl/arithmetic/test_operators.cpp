// The only test file that sees Verilated headers.
// SPDX-License-Identifier: Apache-2.0
#include "Vadd_e3f2.h"
#include "Vadd_e3f4.h"
#include "Vadd_e4f3.h"
#include "Vadd_e5f2.h"
#include "Vadd_e8f23.h"
#include "Vadd_latency16.h"
#include "Vadd_twin_latency16.h"
#include "Vadd_without_sticky.h"
#include "Vmul_e3f2.h"
#include "Vmul_e3f4.h"
#include "Vmul_e4f3.h"
#include "Vmul_e5f2.h"
#include "Vmul_e8f23.h"
#include "Vmul_latency16.h"
#include "Vmul_twin_latency16.h"
#include "Vmul_without_sticky.h"

#include <fmt/format.h>
#include "Vdiv5_e3f2.h"
#include "Vdiv5_e3f4.h"
#include "Vdiv5_e4f3.h"
#include "Vdiv5_e5f10.h"
#include "Vdiv5_e5f2.h"
#include "Vdiv5_e8f23.h"
#include "Vdiv5_latency16.h"
#include "Vdiv5_twin_latency16.h"
#include "Vdiv5_without_sticky.h"

#include "host/base/errors.hpp"
#include "sim/app/vectors/verilated_operator.hpp"
#include "test_operators.hpp"

namespace stencil {
namespace {

constexpr std::int64_t add_latency_cycles = 5;
constexpr std::int64_t mul_latency_cycles = 6;
constexpr std::int64_t div5_latency_cycles = 2;

std::int64_t natural_latency(Operation operation) {
  if (operation == Operation::div5) return div5_latency_cycles;
  return operation == Operation::mul ? mul_latency_cycles : add_latency_cycles;
}

template <class Add, class Mul, class Div5>
std::unique_ptr<OperatorModel> make(Operation operation, std::int64_t latency_cycles) {
  if (operation == Operation::div5) return make_verilated_operator<Div5>(latency_cycles);
  if (operation == Operation::mul) return make_verilated_operator<Mul>(latency_cycles);
  return make_verilated_operator<Add>(latency_cycles, operation == Operation::sub);
}

}  // namespace

std::unique_ptr<OperatorModel> make_operator_of_format(Operation operation, int exp_w, int frac_w) {
  const std::int64_t latency_cycles = natural_latency(operation);
  switch (exp_w * 100 + frac_w) {
    case 403:
      return make<Vadd_e4f3, Vmul_e4f3, Vdiv5_e4f3>(operation, latency_cycles);
    case 502:
      return make<Vadd_e5f2, Vmul_e5f2, Vdiv5_e5f2>(operation, latency_cycles);
    case 304:
      return make<Vadd_e3f4, Vmul_e3f4, Vdiv5_e3f4>(operation, latency_cycles);
    case 302:
      return make<Vadd_e3f2, Vmul_e3f2, Vdiv5_e3f2>(operation, latency_cycles);
    case 823:
      return make<Vadd_e8f23, Vmul_e8f23, Vdiv5_e8f23>(operation, latency_cycles);
    default:
      break;
  }
  if (operation == Operation::div5 && exp_w == 5 && frac_w == 10) {
    return make_verilated_operator<Vdiv5_e5f10>(latency_cycles);
  }
  throw ArgumentError(fmt::format("format ({},{}) is not built, see test_operators.hpp", exp_w, frac_w));
}

std::unique_ptr<OperatorModel> make_operator_of_latency(Operation operation, Arithmetic arithmetic,
                                                        std::int64_t latency_cycles) {
  if (latency_cycles == natural_latency(operation)) return make_fp64_operator(operation, arithmetic);
  if (latency_cycles == 16 && arithmetic == Arithmetic::operators) {
    return make<Vadd_twin_latency16, Vmul_twin_latency16, Vdiv5_twin_latency16>(operation, 16);
  }
  if (latency_cycles == 16) return make<Vadd_latency16, Vmul_latency16, Vdiv5_latency16>(operation, 16);
  throw ArgumentError(fmt::format("latency {} is not built, see test_operators.hpp", latency_cycles));
}

std::unique_ptr<OperatorModel> make_mutant_without_sticky(Operation operation) {
  return make<Vadd_without_sticky, Vmul_without_sticky, Vdiv5_without_sticky>(operation, natural_latency(operation));
}

}  // namespace stencil
