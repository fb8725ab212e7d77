// The properties of an accelerator, as it reports them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "models/values/sweep_weights.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// Read from the device; the host assumes none of them.
struct Capabilities {
  std::string accel;                  // "software", "model", "rtl" or, of both, "mixed"
  std::string config;                 // name of the parameter set, with the RTL's plusargs
  std::int64_t contract_version = 0;  // version of rtl/CONTRACT.md that the device follows; 0: no such device
  std::int64_t pes = 0;               // processing elements in the cascade, one sweep each
  std::int64_t lanes = 0;             // points per cycle of a processing element
  std::int64_t memory_words = 0;      // packed doubles per buffer
  std::int64_t max_cols = 0;          // longest row
  std::int64_t axi_data_bits = 0;     // width of the data port
  std::int64_t pe_latency = 0;        // cycles from operands to result of one processing element (Lp)
  std::int64_t f_buffers = 1;         // buffers of bank f
  std::int64_t r_buffers = 1;         // buffers of bank r
  std::int64_t line_beats = 0;        // beats of a line buffer, which limit a chain of skewed blocks
  double link_bytes_per_cycle = 0.0;  // of the link to the host, each way
  bool timed = false;                 // false: no clock, every cycle count stays 0
  std::int64_t tile_slots_min = 0;    // rows that an element of the kernel of tiles sweeps in turn, least and most;
  std::int64_t tile_slots_max = 0;    // both 0: the device has no such kernel
  bool measures_change = false;       // Accelerator::change() works
  std::int64_t tile_latency = 0;      // cycles from operands to result of one element of that kernel
  SweepOperatorSet operators{true};   // of its streaming engine; empty: no such engine
  FormulaWeights formula;             // that of its operator of formulas, as far as it is known; digest 0: none
  std::int64_t queue_depth = 1;       // commands that can wait besides those in flight
  std::int64_t settle_cycles = 0;     // longest activity after a register access or the end of a command
  std::int64_t progress_cycles = 0;   // longest stretch of a pass without a handshake; both 0: not reported
  std::int64_t progress_sweep = 0;    // how many times the laws' cycles a command may take without a handshake, by
  std::int64_t progress_tile = 0;     // kernel; 0: not reported
  std::string arithmetic;             // what computes in simulated RTL: "rtl", "operators" or "points"; empty: no RTL

  // True if the device has a streaming engine.
  bool sweeps() const {
    return std::any_of(operators.begin(), operators.end(), [](bool there) { return there; });
  }
  // sweep_operators() with this formula.
  std::array<SweepWeights, sweep_operator_count> all_operators() const {
    auto all = sweep_operators();
    all.back() = formula;
    return all;
  }
};

}  // namespace stencil
#pragma GCC visibility pop
