// The parameter sets of stencil_accel that this program declares; module_loader.hpp tells which of them are built.
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
  std::int64_t f_buffers;        // buffers of bank f
  std::int64_t line_beats;       // beats of `lanes` points in a line buffer
  std::int64_t add_latency;      // cycles
  std::int64_t mul_latency;      // cycles
  bool simulation_only = false;  // may be too large for any chip
  std::string parameters;        // parameters of the Verilog module, "PES=4 LANES=1 ..."
  // Kernels of the device, bits as in register KERNELS.
  std::uint64_t kernels = contract::usual_kernels;

  std::string arithmetic = "rtl";  // what computes, one of accelerator_arithmetics()
  std::int64_t div_latency = 2;    // cycles, of the division by 5
  bool on_demand = false;          // its module is built where it is named alone

  FormulaWeights formula = {};       // of its operator of formulas; digest 0: none
  std::int64_t formula_latency = 0;  // of that operator with the stages around it, in cycles

  bool sweeps() const { return (kernels & contract::sweep_kernels) != 0; }
  bool tiles() const { return (kernels & contract::kernel_tiles) != 0; }
  bool measures_change() const { return (kernels & contract::kernel_change) != 0; }

  static constexpr std::int64_t r_buffers = 2;  // buffers of bank r
  // Cycles; 0 without sweeps.
  std::int64_t pe_latency() const {
    return contract::streaming_latency(kernels, add_latency, mul_latency, formula_latency);
  }

  // Of tiles; 0 without them.
  std::int64_t tile_latency() const { return tiles() ? 4 * add_latency + div_latency : 0; }
  std::int64_t tile_slots_min() const { return tiles() ? 2 * add_latency + div_latency + 1 : 0; }
  std::int64_t tile_slots_max() const { return tiles() ? std::max<std::int64_t>(32, tile_slots_min()) : 0; }

  // The values of the registers of these names in our RTL (rtl/control/registers.v).
  static constexpr std::int64_t queue_depth = 2;
  static constexpr std::int64_t settle_cycles = 100;
  std::int64_t progress_cycles() const;
  static constexpr std::int64_t progress_times = 8;  // of the laws' cycles: PROGRESS_SWEEP, PROGRESS_TILE
};

// All configurations in the order of sim/CMakeLists.txt; the first is the default.
const std::vector<Configuration>& configurations();

// The name of that table, "accel" in the product: also the folder of its modules.
const char* configuration_table();

// Throws ArgumentError with the names of all configurations.
const Configuration& find_configuration(const std::string& name);

// The same device with an operator of this formula beside its others, with the parameters of its RTL.
Configuration with_formula(Configuration configuration, const FormulaWeights& formula);
// The same for the text of a kernel file. Throws FormulaError for one that is none.
Configuration with_formula(Configuration configuration, const std::string& file, const std::string& text);

// The configuration of a device with these options: theirs, with their formula and arithmetic; RTL that was not
// built for the formula (AcceleratorOptions::module) has that of its configuration alone.
Configuration configuration_of(const AcceleratorOptions& options);

// The capabilities that a device of this configuration reports; the caller sets accel, timed and the link.
Capabilities capabilities_of(const Configuration& configuration);

}  // namespace stencil
