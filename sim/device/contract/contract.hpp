// The device contract as constants: register map, address map, error codes, causes (rtl/CONTRACT.md).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace stencil::contract {

// Registers: 64 bits each, byte offsets on s_axil.
enum Register : std::uint32_t {
  REG_ID = 0x000,
  REG_PES = 0x008,
  REG_LANES = 0x010,
  REG_MEMORY_WORDS = 0x018,
  REG_MAX_COLS = 0x020,
  REG_AXI_DATA_BITS = 0x028,
  REG_PE_LATENCY = 0x030,
  REG_KERNELS = 0x038,
  REG_F_BUFFERS = 0x040,
  REG_R_BUFFERS = 0x048,
  REG_LINE_BEATS = 0x050,
  REG_QUEUE_DEPTH = 0x058,
  REG_TILE_SLOTS = 0x060,
  REG_TILE_LATENCY = 0x068,
  REG_SETTLE_CYCLES = 0x078,
  REG_PROGRESS_CYCLES = 0x080,
  REG_PROGRESS_SWEEP = 0x088,
  REG_PROGRESS_TILE = 0x090,
  REG_CONTROL = 0x100,
  REG_STATUS = 0x108,
  REG_ERROR = 0x110,
  REG_MODE = 0x118,
  REG_COMMAND = 0x120,
  REG_COLS = 0x128,
  REG_NITER = 0x130,
  REG_RDX2 = 0x138,
  REG_RDY2 = 0x140,
  REG_BETA = 0x148,
  REG_TILE = 0x150,
  REG_TILE_ROWS = 0x158,
  REG_TILE_COLS = 0x160,
  REG_AN = 0x168,
  REG_AS = 0x170,
  REG_AW = 0x178,
  REG_AE = 0x180,
  REG_AC = 0x188,
  REG_CYCLES_TOTAL = 0x200,
  REG_CYCLES_COMPUTE = 0x208,
  REG_CYCLES_STALL = 0x210,
  REG_CYCLES_LOAD = 0x218,
  REG_CYCLES_STORE = 0x220,
  REG_CYCLES_IDLE = 0x228,
  REG_CYCLES_FILL = 0x230,
  REG_BEATS_LOADED = 0x238,
  REG_BEATS_STORED = 0x240,
  REG_COMMANDS = 0x248,
  REG_CYCLES_WRITE_BUSY = 0x250,
  REG_CYCLES_READ_BUSY = 0x258,
  REG_CHANGE = 0x260,
  REG_CYCLES_HIDDEN = 0x268,
};
// First and last of the job's registers.
constexpr Register first_job_register = REG_COLS;
constexpr Register last_job_register = REG_AC;

// REG_ID: "STNC" in bits 63:32, the contract version in bits 31:0. Older devices are taken too: they lack registers.
constexpr int version = 6;
constexpr int oldest_version = 3;
constexpr int version_with_bounds = 4;
constexpr int version_with_laws = 6;  // REG_PROGRESS_SWEEP, REG_PROGRESS_TILE
constexpr std::uint64_t id_name = std::uint64_t{0x53544e43} << 32;
constexpr std::uint64_t id_value = id_name | version;

// REG_KERNELS
constexpr std::uint64_t kernel_jacobi = 1;
constexpr std::uint64_t kernel_tiles = 2;
constexpr std::uint64_t kernel_change = 4;  // the device has REG_CHANGE
constexpr std::uint64_t kernel_five_point = 8;
// Index: the bit. The names that `stencil-cosim configs` shows.
inline constexpr std::array<const char*, 4> kernel_names{"jacobi", "tiles", "change", "five-point"};

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

// REG_TILE_SLOTS: the least number of row slots in bits 7:0, the largest in bits 15:8.
constexpr unsigned tile_slots_max_bit = 8;
constexpr std::uint64_t tile_slots_mask = 0xff;

// REG_TILE: what commands do, and how a tile's edges move. REG_TILE_ROWS, REG_TILE_COLS: where they are in sweep 1.
constexpr std::uint64_t tile_kernel = 1;      // commands set tiles
constexpr std::uint64_t tile_five_point = 8;  // five-point sweeps; with neither, Jacobi sweeps
constexpr std::uint64_t tile_backward = 2;
constexpr unsigned tile_slots_bit = 8;  // 8 bits
constexpr unsigned tile_top_bit = 16;   // slopes: 2 bits each, two's complement, -2 illegal
constexpr unsigned tile_bottom_bit = 18;
constexpr unsigned tile_left_bit = 20;
constexpr unsigned tile_right_bit = 22;
constexpr unsigned tile_high_edge_bit = 32;  // bottom and right in bits 63:32, top and left in bits 31:0

// REG_CHANGE is complete this many cycles after perf_finished; a read in between waits.
constexpr int change_cycles = 20;

enum Error : std::uint64_t {
  ERROR_NONE = 0,
  ERROR_ROWS = 1,
  ERROR_COLS = 2,
  ERROR_FIT = 3,
  ERROR_NITER = 4,
  ERROR_BUSY = 5,
  ERROR_DATA = 6,
  ERROR_BUFFER = 7,
  ERROR_CHAIN = 8,
  ERROR_LINES = 9,
  ERROR_TILE = 10,
  ERROR_KERNEL = 11,
  ERROR_HELD = 12,
};
// An error code in words; never null.
const char* error_text(std::uint64_t code);

// perf_cause
enum Cause : unsigned { CAUSE_IDLE = 0, CAUSE_STORE = 1, CAUSE_LOAD = 2, CAUSE_STALL = 3, CAUSE_COMPUTE = 4 };
constexpr unsigned cause_count = 5;

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
