// The parameter sets of stencil_accel that this program declares. Which of them are built as modules,
// sim/device/rtl/module_loader.hpp tells.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/device/contract/contract.hpp"
#include "sim/device/contract/sweep_operators.hpp"

namespace stencil {

struct Configuration {
  std::string name;
  std::int64_t pes;
  std::int64_t lanes;
  std::int64_t memory_words;  // doubles per buffer
  std::int64_t max_cols;
  std::int64_t axi_data_bits;
  std::int64_t f_buffers;        // of bank f
  std::int64_t line_beats;       // beats of `lanes` points a line buffer holds
  std::int64_t add_latency;      // cycles
  std::int64_t mul_latency;      // cycles
  bool simulation_only = false;  // need not fit any chip
  std::string parameters;        // of the Verilog module, "PES=4 LANES=1 ..."
  // What the device can do, as register KERNELS has it.
  std::uint64_t kernels = contract::kernel_jacobi | contract::kernel_tiles | contract::kernel_change;

  bool sweeps() const { return (kernels & contract::sweep_kernels) != 0; }
  bool tiles() const { return (kernels & contract::kernel_tiles) != 0; }
  bool measures_change() const { return (kernels & contract::kernel_change) != 0; }

  static constexpr std::int64_t r_buffers = 2;  // of bank r, always
  // 0 where there are no sweeps.
  std::int64_t pe_latency() const { return contract::streaming_latency(kernels, add_latency, mul_latency); }

  // Of the tile kernel; 0 where there is none.
  static constexpr std::int64_t div5_latency = 2;  // cycles
  std::int64_t tile_latency() const { return tiles() ? 4 * add_latency + div5_latency : 0; }
  std::int64_t tile_slots_min() const { return tiles() ? 2 * add_latency + div5_latency + 1 : 0; }
  std::int64_t tile_slots_max() const { return tiles() ? std::max<std::int64_t>(32, tile_slots_min()) : 0; }

  // What our RTL tells of itself in the registers of these names (rtl/control/registers.v).
  static constexpr std::int64_t queue_depth = 2;
  static constexpr std::int64_t settle_cycles = 100;
  std::int64_t progress_cycles() const;
};

// In the order of sim/CMakeLists.txt; the first is the default.
const std::vector<Configuration>& configurations();

// The name of that table, "accel" in the product: the folder its modules lie in.
const char* configuration_table();

// Throws ArgumentError naming those there are.
const Configuration& find_configuration(const std::string& name);

// What a device of this configuration says of itself; accel, timed and the link are left to whoever makes one.
Capabilities capabilities_of(const Configuration& configuration);

}  // namespace stencil
