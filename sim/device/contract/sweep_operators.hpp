// The point operators of the streaming engine in the registers of a device, one row each (rtl/CONTRACT.md).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "models/values/sweep_weights.hpp"
#include "sim/device/contract/contract.hpp"

namespace stencil::contract {

struct SweepOperatorRow {
  std::uint64_t kernel;  // its bit of REG_KERNELS
  std::uint64_t choice;  // the bits of REG_TILE with which a job selects it; 0: selected by none of them
  // In our RTL: additions and multiplications one after another from operands to result; a formula has its own law.
  std::int64_t adds;
  std::int64_t muls;
};

// Index: the operator's place in SweepWeights.
inline constexpr std::array<SweepOperatorRow, sweep_operator_count> sweep_operator_rows{{
    {kernel_jacobi, 0, 3, 2},
    {kernel_five_point, tile_five_point, 4, 2},
    {kernel_formula, tile_by_formula, 0, 0},
}};

// Index: Weight.
inline constexpr std::array<Register, weight_count> weight_registers{
    REG_RDX2, REG_RDY2, REG_BETA, REG_AN, REG_AS, REG_AW, REG_AE,  REG_AC,  REG_N0,  REG_N1,  REG_N2,  REG_N3,
    REG_N4,   REG_N5,   REG_N6,   REG_N7, REG_N8, REG_N9, REG_N10, REG_N11, REG_N12, REG_N13, REG_N14, REG_N15};

constexpr Register register_of(Weight weight) {
  return weight_registers[static_cast<std::size_t>(weight)];
}

// All bits of one column of the rows.
constexpr std::uint64_t all_bits(std::uint64_t SweepOperatorRow::*column) {
  std::uint64_t bits = 0;
  for (const SweepOperatorRow& row : sweep_operator_rows) bits |= row.*column;
  return bits;
}
inline constexpr std::uint64_t sweep_kernels = all_bits(&SweepOperatorRow::kernel);
// Bits of REG_TILE that select sweeps in a device with these operators; the bit of formulas is reserved without one.
constexpr std::uint64_t sweep_choices(const SweepOperatorSet& operators) {
  return all_bits(&SweepOperatorRow::choice) & ~(operators.back() ? 0 : tile_by_formula);
}

// The operators in a value of KERNELS.
inline SweepOperatorSet operators_of(std::uint64_t kernels) {
  SweepOperatorSet there{};
  for (std::size_t k = 0; k < there.size(); ++k) there[k] = (kernels & sweep_operator_rows[k].kernel) != 0;
  return there;
}

// PE_LATENCY of our RTL in cycles: that of the slowest operator in `kernels`, for all of them; 0 without any. formula:
// with the stages around it, of kernel_formula.
constexpr std::int64_t streaming_latency(std::uint64_t kernels, std::int64_t add_cycles, std::int64_t mul_cycles,
                                         std::int64_t formula = 0) {
  std::int64_t cycles = 0;
  for (const SweepOperatorRow& row : sweep_operator_rows) {
    if ((kernels & row.kernel) == 0) continue;
    const bool by_law = row.kernel != kernel_formula;
    cycles = std::max(cycles, by_law ? 2 + row.adds * add_cycles + row.muls * mul_cycles : formula);
  }
  return cycles;
}

}  // namespace stencil::contract
