// What an accelerator says it is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "models/values/sweep_weights.hpp"

namespace stencil {

// What a device is, read from the device itself; the host asks, it never assumes.
struct Capabilities {
  std::string accel;                  // "software", "model" or "rtl"
  std::string config;                 // name of the parameter set, and the plusargs the RTL was started with
  std::int64_t contract_version = 0;  // of rtl/CONTRACT.md that the device keeps; 0: there is no device
  std::int64_t pes = 0;               // processing elements in a row, one sweep each
  std::int64_t lanes = 0;             // points a cycle a processing element
  std::int64_t memory_words = 0;      // packed doubles a buffer
  std::int64_t max_cols = 0;          // longest row
  std::int64_t axi_data_bits = 0;     // width of the data port
  std::int64_t pe_latency = 0;        // cycles from operands ready to result, one element (Lp)
  std::int64_t f_buffers = 1;         // buffers of bank f
  std::int64_t r_buffers = 1;         // buffers of bank r
  std::int64_t line_beats = 0;        // beats of a line buffer: bounds what a chain of skewed blocks may keep
  double link_bytes_per_cycle = 0.0;  // of the path to the host, each way
  bool timed = false;                 // false: no clock, every cycle count stays 0
  std::int64_t tile_slots_min = 0;    // rows in turn that keep an element busy with a tile: least and most;
  std::int64_t tile_slots_max = 0;    // both 0: the device has no Gauss-Seidel kernel
  bool measures_change = false;       // Accelerator::change() works
  std::int64_t tile_latency = 0;      // cycles from operands ready to result of that kernel, one element
  SweepOperatorSet operators{true};   // what its streaming engine applies; none: there is no such engine
  std::int64_t queue_depth = 1;       // commands that can wait besides those in flight
  std::int64_t settle_cycles = 0;     // how long the device may act after a register access or a command's end
  std::int64_t progress_cycles = 0;   // longest stretch of a pass without a handshake; both 0: the device does not say

  // The device has kernels of streaming sweeps.
  bool sweeps() const {
    return std::any_of(operators.begin(), operators.end(), [](bool there) { return there; });
  }
};

}  // namespace stencil
