// SPDX-License-Identifier: Apache-2.0
#include "sim/device/rtl/configurations.hpp"

#include <string>
#include <utility>
#include <vector>

#include "host/base/errors.hpp"
#include "host/base/nearest.hpp"
#include "models/kernel_file/formula.hpp"
#include "models/kernel_rows/formula_weights.hpp"
#include "sim/device/formula/device_operator.hpp"

namespace stencil {

const Configuration& find_configuration(const std::string& name) {
  std::string known;
  std::vector<std::string> names;
  for (const Configuration& configuration : configurations()) {
    if (configuration.name == name) return configuration;
    known += (known.empty() ? "" : ", ") + configuration.name;
    names.push_back(configuration.name);
  }
  throw ArgumentError("configuration '" + name + "' is not known, must be one of: " + known +
                      did_you_mean(name, names));
}

std::int64_t Configuration::progress_cycles() const {
  // As progress_cycles in rtl/control/registers.v, where the formula is explained.
  const std::int64_t slots = tiles() ? tile_slots_max() : 1;
  const std::int64_t deepest = pes + slots + 2;
  return (memory_words / 3 + deepest) * (2 * slots + 1) + deepest * (max_cols + pe_latency() + tile_latency()) +
         settle_cycles;
}

namespace {

// KERNELS stands last (cmake/Configurations.cmake).
std::string with_kernels(const std::string& parameters, std::uint64_t kernels) {
  return parameters.substr(0, parameters.find(" KERNELS=")) + " KERNELS=" + std::to_string(kernels);
}

}  // namespace

Configuration with_formula(Configuration configuration, const FormulaWeights& formula) {
  const ArithmeticLatencies latencies{configuration.add_latency, configuration.mul_latency, configuration.div_latency};
  configuration.kernels |= contract::kernel_formula;
  configuration.parameters = with_kernels(configuration.parameters, configuration.kernels);
  configuration.formula = formula;
  configuration.formula_latency = 2 + device_operator_latency(*formula.formula, latencies);
  return configuration;
}

Configuration with_formula(Configuration configuration, const std::string& file, const std::string& text) {
  return with_formula(std::move(configuration), formula_weights(read_formula(file, text)));
}

Configuration configuration_of(const AcceleratorOptions& options) {
  Configuration configuration = find_configuration(options.config);
  if (options.accel == "rtl" && options.arithmetic != "rtl") configuration.arithmetic = options.arithmetic;
  const bool is_built = options.accel == "rtl" && options.module.empty();
  const bool has_it = configuration.formula.digest == options.formula.digest;
  const bool as_declared = options.formula.digest == 0 || is_built || (options.accel == "rtl" && has_it);
  return as_declared ? configuration : with_formula(configuration, options.formula);
}

Capabilities capabilities_of(const Configuration& configuration) {
  Capabilities device;
  device.config = configuration.name;
  device.pes = configuration.pes;
  device.lanes = configuration.lanes;
  device.memory_words = configuration.memory_words;
  device.max_cols = configuration.max_cols;
  device.axi_data_bits = configuration.axi_data_bits;
  device.pe_latency = configuration.pe_latency();
  device.f_buffers = configuration.f_buffers;
  device.r_buffers = Configuration::r_buffers;
  device.line_beats = configuration.line_beats;
  device.operators = contract::operators_of(configuration.kernels);
  device.formula = configuration.formula;
  device.measures_change = configuration.measures_change();
  device.tile_slots_min = configuration.tile_slots_min();
  device.tile_slots_max = configuration.tile_slots_max();
  device.tile_latency = configuration.tile_latency();
  device.queue_depth = Configuration::queue_depth;
  device.contract_version = contract::version;
  device.settle_cycles = Configuration::settle_cycles;
  device.progress_cycles = configuration.progress_cycles();
  device.progress_sweep = configuration.sweeps() ? Configuration::progress_times : 0;
  device.progress_tile = configuration.tiles() ? Configuration::progress_times : 0;
  return device;
}

}  // namespace stencil
