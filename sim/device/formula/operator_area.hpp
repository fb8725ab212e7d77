// What an operator made of a formula takes on an FPGA: an estimate from the units that it is made of.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/kernel_file/formula.hpp"

namespace stencil {

// LUT and DSP of one instance: rows `fp_add`, `fp_mul`, `fp_div5` and `delay_ring DELAY=27 WIDTH=64` of configuration
// small in docs/synthesis.tsv, which a test compares.
inline constexpr std::int64_t adder_luts = 922;
inline constexpr std::int64_t multiplier_luts = 1785;
inline constexpr std::int64_t multiplier_dsps = 8;
inline constexpr std::int64_t divider_luts = 519;
inline constexpr std::int64_t delay_luts = 41;  // of up to 32 cycles; each 32 more take as many

struct OperatorArea {
  std::int64_t luts = 0;
  std::int64_t dsps = 0;
  std::int64_t delays = 0;       // of two cycles or more
  std::int64_t delay_words = 0;  // of all delays, 64 bits each
};

// With the usual latencies. Synthesis works across the borders of units: within some 5 % of what it finds.
OperatorArea operator_area(const Formula& formula);

}  // namespace stencil
