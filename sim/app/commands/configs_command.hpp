// The subcommand `configs`: the configurations declared and which are built, as a table or as JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/app/cli/command.hpp"
#include "sim/device/rtl/configurations.hpp"

namespace stencil {

struct ConfigsOptions {
  bool json = false;
};

// Adds the subcommand; parsing fills `options`, which must outlive the program.
Command& add_configs_command(Command& program, ConfigsOptions& options);

// Prints the list on rank 0; always succeeds.
int run_configs_command(const ConfigsOptions& options, bool on_root);

// Whether the module of a configuration is there, so that --accel rtl can run it.
using IsBuilt = std::function<bool(const Configuration&)>;

// A line per configuration, the default first: memory in 8-byte words per buffer and MiB in all, the bus in bits, the
// longest row in columns, line buffers in beats, the latency of a processing element in cycles, the module; kernels
// where some are left out.
std::string configurations_table(const std::vector<Configuration>& list, const IsBuilt& is_built);

// An array in the same order: name, pes, lanes, memory_words (of one buffer), f_buffers, r_buffers, memory_bytes (of
// all buffers), max_cols, line_beats, axi_data_bits, add_latency, mul_latency, div_latency, pe_latency, tile_latency
// (cycles; 0 without the kernel), tile_slots_min, tile_slots_max (0 likewise), kernels (an array: tiles,
// change; what there is), simulation_only, built.
std::string configurations_json(const std::vector<Configuration>& list, const IsBuilt& is_built);

}  // namespace stencil
