// The device contract as constants: the tables of rtl/CONTRACT.md, bits of registers, address map.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "sim/device/contract/tables.hpp"

namespace stencil::contract {

// First and last of the job's registers, beside the numbers of a formula.
constexpr Register first_job_register = REG_COLS;
constexpr Register last_job_register = REG_AC;

// REG_ID: "STNC" in bits 63:32, the contract version in bits 31:0. Older devices are taken too: they lack registers.
constexpr int oldest_version = 3;
constexpr int version_with_bounds = 4;
constexpr int version_with_laws = 6;  // REG_PROGRESS_SWEEP, REG_PROGRESS_TILE
constexpr std::uint64_t id_name = std::uint64_t{0x53544e43} << 32;
static_assert((id_name | version) == id_value);

constexpr std::uint64_t control_clear_counters = 1;
constexpr std::uint64_t status_busy = 1;
constexpr std::uint64_t status_done = 2;
constexpr std::uint64_t status_failed = 4;

// REG_MODE
constexpr std::uint64_t mode_interrupt = 1;
constexpr std::uint64_t mode_no_hold = 2;  // a burst that would be held is answered with SLVERR

// REG_COMMAND: rows in bits 31:0.
constexpr unsigned command_f_buffer_bit = 32;  // 2 bits
constexpr unsigned command_r_buffer_bit = 36;  // 2 bits
constexpr std::uint64_t command_above = std::uint64_t{1} << 40;
constexpr std::uint64_t command_below = std::uint64_t{1} << 41;

// REG_KERNELS of a stencil_accel whose parameter KERNELS is not given.
constexpr std::uint64_t usual_kernels = 7;

// REG_TILE_SLOTS: the least number of row slots in bits 7:0, the largest in bits 15:8.
constexpr unsigned tile_slots_max_bit = 8;
constexpr std::uint64_t tile_slots_mask = 0xff;

// REG_TILE: what commands do, and how a tile's edges move. REG_TILE_ROWS, REG_TILE_COLS: where they are in sweep 1.
constexpr std::uint64_t choice_of(std::uint64_t kernel) {
  for (const KernelRow& row : kernel_rows)
    if (row.kernel == kernel) return row.choice;
  return 0;
}
constexpr std::uint64_t tile_kernel = choice_of(kernel_tiles);        // commands set tiles
constexpr std::uint64_t tile_by_formula = choice_of(kernel_formula);  // sweeps by the formula
constexpr std::uint64_t tile_backward = 2;
constexpr unsigned tile_slots_bit = 8;  // 8 bits
constexpr unsigned tile_top_bit = 16;   // slopes: 2 bits each, two's complement, -2 illegal
constexpr unsigned tile_bottom_bit = 18;
constexpr unsigned tile_left_bit = 20;
constexpr unsigned tile_right_bit = 22;
constexpr unsigned tile_high_edge_bit = 32;  // bottom and right in bits 63:32, top and left in bits 31:0

// REG_CHANGE is complete this many cycles after perf_finished; a read in between waits.
constexpr int change_cycles = 20;

// The name of a register; never null.
constexpr const char* register_name(Register address) {
  for (const RegisterRow& row : register_rows)
    if (row.address == address) return row.name;
  return "";
}
// An error code in words; never null.
constexpr const char* error_text(std::uint64_t code) {
  for (const ErrorRow& row : error_rows)
    if (row.code == code) return row.meaning;
  return "code that the contract does not know";
}

// Address map of s_axi: word w of buffer b of a bank is at base + b*buffer_stride + 8*w.
constexpr unsigned address_bits = 32;
constexpr std::uint64_t base_f = 0;
constexpr std::uint64_t base_r = std::uint64_t{1} << (address_bits - 1);
constexpr std::uint64_t buffer_stride = std::uint64_t{1} << (address_bits - 3);
constexpr unsigned max_buffers = 4;  // per bank

// Largest values that capability registers may show.
constexpr std::int64_t most_words = static_cast<std::int64_t>(buffer_stride / 8);
constexpr std::int64_t most_line_beats = 0x7fffffff;
constexpr std::int64_t most_queue_depth = 65536;
constexpr std::int64_t most_settle_cycles = 65536;
constexpr std::int64_t most_progress_cycles = std::int64_t{1} << 40;
constexpr std::int64_t most_progress_times = std::int64_t{1} << 20;

}  // namespace stencil::contract
