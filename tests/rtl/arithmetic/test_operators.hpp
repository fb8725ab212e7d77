// Verilated operators that only tests use: tiny formats, binary32, other latencies, host operators, mutants.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "sim/app/vectors/operator_model.hpp"

namespace stencil {

// Formats built: (4,3) (5,2) (3,4) (3,2) and binary32 (8,23), and binary16 (5,10) for fp_div5, at the default latency.
// Throws ArgumentError for any other.
std::unique_ptr<OperatorModel> make_operator_of_format(Operation operation, int exp_w, int frac_w);

// binary64. Latency built beside the default: 16, of the host operators too. Throws ArgumentError for any other; all of
// our operators: latency_bench.hpp.
std::unique_ptr<OperatorModel> make_operator_of_latency(Operation operation, Arithmetic arithmetic,
                                                        std::int64_t latency_cycles);

// binary64 without one sticky bit (CMakeLists.txt makes them): of the adder's alignment for add and sub, of the
// multiplier's right shift into the subnormal range for mul, of the remainder for div5.
std::unique_ptr<OperatorModel> make_mutant_without_sticky(Operation operation);

}  // namespace stencil
