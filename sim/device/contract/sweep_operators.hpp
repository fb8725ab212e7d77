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

// Of kernel_rows those of sweeps: the operators in SweepWeights, in the same order. Index: the operator's place there.
constexpr std::array<KernelRow, sweep_operator_count> rows_of_sweeps() {
  std::array<KernelRow, sweep_operator_count> found{};
  std::size_t place = 0;
  for (const KernelRow& row : kernel_rows)
    if (row.sweeps) found.at(place++) = row;
  return found;
}
inline constexpr std::array<KernelRow, sweep_operator_count> sweep_operator_rows = rows_of_sweeps();
static_assert(sweep_operator_rows.back().kernel != 0, "SweepWeights has an operator that rtl/CONTRACT.md lacks");

// Whether the contract names a register as a weight is named, in capitals: "AN" and "aN".
constexpr bool is_register_of(const char* weight, const char* reg) {
  for (; *weight != 0 && *reg != 0; ++weight, ++reg) {
    const bool is_small = *weight >= 'a' && *weight <= 'z';
    if ((is_small ? *weight - 'a' + 'A' : *weight) != *reg) return false;
  }
  return *weight == *reg;
}

// Index: Weight.
constexpr std::array<Register, weight_count> registers_of_weights() {
  std::array<Register, weight_count> found{};
  for (std::size_t weight = 0; weight < weight_count; ++weight) {
    for (const RegisterRow& row : register_rows)
      if (is_register_of(weight_names[weight], row.name)) found[weight] = row.address;
  }
  return found;
}
inline constexpr std::array<Register, weight_count> weight_registers = registers_of_weights();
constexpr bool has_all_weights() {
  for (const Register address : weight_registers)
    if (address == Register{}) return false;
  return true;
}
static_assert(has_all_weights(), "a weight has no register of its name in rtl/CONTRACT.md");

constexpr Register register_of(Weight weight) {
  return weight_registers[static_cast<std::size_t>(weight)];
}

constexpr std::uint64_t all_sweep_kernels() {
  std::uint64_t bits = 0;
  for (const KernelRow& row : sweep_operator_rows) bits |= row.kernel;
  return bits;
}
inline constexpr std::uint64_t sweep_kernels = all_sweep_kernels();
// Bits of REG_TILE that select sweeps in a device with these operators; those of formulas and of younger operators are
// reserved without them.
constexpr std::uint64_t sweep_choices(const SweepOperatorSet& operators) {
  std::uint64_t bits = 0;
  for (std::size_t k = 0; k < operators.size(); ++k) {
    const KernelRow& row = sweep_operator_rows[k];
    if (operators[k] || row.kernel < kernel_formula) bits |= row.choice;
  }
  return bits;
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
  for (const KernelRow& row : sweep_operator_rows) {
    if ((kernels & row.kernel) == 0) continue;
    const bool by_law = row.kernel != kernel_formula;
    cycles = std::max(cycles, by_law ? 2 + row.adds * add_cycles + row.muls * mul_cycles : formula);
  }
  return cycles;
}

}  // namespace stencil::contract
