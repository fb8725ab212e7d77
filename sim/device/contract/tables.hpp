// The tables of rtl/CONTRACT.md: registers, kernels, error codes, causes. ci/contract --update writes this file.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace stencil::contract {

constexpr int version = 6;
constexpr std::uint64_t id_value = 0x53544e4300000006;

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
  REG_N0 = 0x300,
  REG_N1 = 0x308,
  REG_N2 = 0x310,
  REG_N3 = 0x318,
  REG_N4 = 0x320,
  REG_N5 = 0x328,
  REG_N6 = 0x330,
  REG_N7 = 0x338,
  REG_N8 = 0x340,
  REG_N9 = 0x348,
  REG_N10 = 0x350,
  REG_N11 = 0x358,
  REG_N12 = 0x360,
  REG_N13 = 0x368,
  REG_N14 = 0x370,
  REG_N15 = 0x378,
  REG_FORMULA = 0x380,
};
struct RegisterRow {
  const char* name;
  Register address;
  bool writable;  // all can be read
};
inline constexpr std::array<RegisterRow, 67> register_rows = {{
    {"ID", REG_ID, false},
    {"PES", REG_PES, false},
    {"LANES", REG_LANES, false},
    {"MEMORY_WORDS", REG_MEMORY_WORDS, false},
    {"MAX_COLS", REG_MAX_COLS, false},
    {"AXI_DATA_BITS", REG_AXI_DATA_BITS, false},
    {"PE_LATENCY", REG_PE_LATENCY, false},
    {"KERNELS", REG_KERNELS, false},
    {"F_BUFFERS", REG_F_BUFFERS, false},
    {"R_BUFFERS", REG_R_BUFFERS, false},
    {"LINE_BEATS", REG_LINE_BEATS, false},
    {"QUEUE_DEPTH", REG_QUEUE_DEPTH, false},
    {"TILE_SLOTS", REG_TILE_SLOTS, false},
    {"TILE_LATENCY", REG_TILE_LATENCY, false},
    {"SETTLE_CYCLES", REG_SETTLE_CYCLES, false},
    {"PROGRESS_CYCLES", REG_PROGRESS_CYCLES, false},
    {"PROGRESS_SWEEP", REG_PROGRESS_SWEEP, false},
    {"PROGRESS_TILE", REG_PROGRESS_TILE, false},
    {"CONTROL", REG_CONTROL, true},
    {"STATUS", REG_STATUS, true},
    {"ERROR", REG_ERROR, false},
    {"MODE", REG_MODE, true},
    {"COMMAND", REG_COMMAND, true},
    {"COLS", REG_COLS, true},
    {"NITER", REG_NITER, true},
    {"RDX2", REG_RDX2, true},
    {"RDY2", REG_RDY2, true},
    {"BETA", REG_BETA, true},
    {"TILE", REG_TILE, true},
    {"TILE_ROWS", REG_TILE_ROWS, true},
    {"TILE_COLS", REG_TILE_COLS, true},
    {"AN", REG_AN, true},
    {"AS", REG_AS, true},
    {"AW", REG_AW, true},
    {"AE", REG_AE, true},
    {"AC", REG_AC, true},
    {"CYCLES_TOTAL", REG_CYCLES_TOTAL, false},
    {"CYCLES_COMPUTE", REG_CYCLES_COMPUTE, false},
    {"CYCLES_STALL", REG_CYCLES_STALL, false},
    {"CYCLES_LOAD", REG_CYCLES_LOAD, false},
    {"CYCLES_STORE", REG_CYCLES_STORE, false},
    {"CYCLES_IDLE", REG_CYCLES_IDLE, false},
    {"CYCLES_FILL", REG_CYCLES_FILL, false},
    {"BEATS_LOADED", REG_BEATS_LOADED, false},
    {"BEATS_STORED", REG_BEATS_STORED, false},
    {"COMMANDS", REG_COMMANDS, false},
    {"CYCLES_WRITE_BUSY", REG_CYCLES_WRITE_BUSY, false},
    {"CYCLES_READ_BUSY", REG_CYCLES_READ_BUSY, false},
    {"CHANGE", REG_CHANGE, true},
    {"CYCLES_HIDDEN", REG_CYCLES_HIDDEN, false},
    {"N0", REG_N0, true},
    {"N1", REG_N1, true},
    {"N2", REG_N2, true},
    {"N3", REG_N3, true},
    {"N4", REG_N4, true},
    {"N5", REG_N5, true},
    {"N6", REG_N6, true},
    {"N7", REG_N7, true},
    {"N8", REG_N8, true},
    {"N9", REG_N9, true},
    {"N10", REG_N10, true},
    {"N11", REG_N11, true},
    {"N12", REG_N12, true},
    {"N13", REG_N13, true},
    {"N14", REG_N14, true},
    {"N15", REG_N15, true},
    {"FORMULA", REG_FORMULA, false},
}};

// The bits of REG_KERNELS.
constexpr std::uint64_t kernel_jacobi = 1;
constexpr std::uint64_t kernel_tiles = 2;
constexpr std::uint64_t kernel_change = 4;
constexpr std::uint64_t kernel_five_point = 8;
constexpr std::uint64_t kernel_formula = 16;
// The bits of REG_TILE that select an operator written by hand.
constexpr std::uint64_t tile_five_point = 8;
struct KernelRow {
  const char* name;  // that `stencil-cosim configs` shows
  std::uint64_t kernel;
  std::uint64_t choice;  // the bits of REG_TILE with which a job selects it; 0: selected by none of them
  bool sweeps;
  // Of sweeps in our RTL: additions and multiplications one after another from operands to result; a formula has
  // its own law.
  std::int64_t adds;
  std::int64_t muls;
};
// Index: the bit.
inline constexpr std::array<KernelRow, 5> kernel_rows = {{
    {"jacobi", kernel_jacobi, 0, true, 3, 2},
    {"tiles", kernel_tiles, 1, false, 0, 0},
    {"change", kernel_change, 0, false, 0, 0},
    {"five-point", kernel_five_point, 8, true, 4, 2},
    {"formula", kernel_formula, 16, true, 0, 0},
}};

// A code of REG_ERROR, and what it means.
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
struct ErrorRow {
  const char* name;
  Error code;
  const char* meaning;
};
inline constexpr std::array<ErrorRow, 13> error_rows = {{
    {"NONE", ERROR_NONE, "no error"},
    {"ROWS", ERROR_ROWS, "rows is 0 or larger than MEMORY_WORDS"},
    {"COLS", ERROR_COLS, "COLS is 0 or larger than MAX_COLS"},
    {"FIT", ERROR_FIT,
     "rows*COLS is larger than MEMORY_WORDS; (rows + NITER)*COLS is, where above is set and below is not, for "
     "tiles too"},
    {"NITER", ERROR_NITER, "NITER is 0 or needs more than 32 bits"},
    {"BUSY", ERROR_BUSY, "a job register or CHANGE was written while busy, or COMMAND while the queue is full"},
    {"DATA", ERROR_DATA, "a data burst was answered with SLVERR"},
    {"BUFFER", ERROR_BUFFER, "the f buffer is not below F_BUFFERS, or the r buffer not below 2"},
    {"CHAIN", ERROR_CHAIN,
     "above is set, but no chain is open: the command before was refused or had no below, or the job was written "
     "since; or a first block has rows <= NITER"},
    {"LINES", ERROR_LINES, "above or below is set, and passes*beats is larger than LINE_BEATS"},
    {"TILE", ERROR_TILE,
     "for tiles, in place of CHAIN and LINES: above or below is set; row slots outside TILE_SLOTS; a slope of -2; "
     "rows or COLS below 3; top or bottom outside 1..rows-1, left or right outside 1..COLS-1, in the first sweep "
     "or in the last"},
    {"KERNEL", ERROR_KERNEL, "the job selects a kernel that KERNELS does not show, or two at once"},
    {"HELD", ERROR_HELD, "a burst met a buffer of a command while MODE bit 1 was set, and was answered with SLVERR"},
}};

// perf_cause
enum Cause : unsigned {
  CAUSE_IDLE = 0,
  CAUSE_STORE = 1,
  CAUSE_LOAD = 2,
  CAUSE_STALL = 3,
  CAUSE_COMPUTE = 4,
};
constexpr unsigned cause_count = 5;

}  // namespace stencil::contract
