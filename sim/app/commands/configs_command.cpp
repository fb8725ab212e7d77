// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/configs_command.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/errors.hpp"
#include "sim/app/json/json.hpp"
#include "sim/device/rtl/module_loader.hpp"

namespace stencil {
namespace {

std::int64_t memory_bytes(const Configuration& configuration) {
  return 8 * configuration.memory_words * (configuration.f_buffers + configuration.r_buffers);
}

// In the order of their bits in register KERNELS.
std::vector<std::string> kernels_of(std::uint64_t kernels) {
  std::vector<std::string> names;
  for (std::size_t bit = 0; bit < contract::kernel_names.size(); ++bit) {
    if ((kernels >> bit & 1) != 0) names.emplace_back(contract::kernel_names[bit]);
  }
  return names;
}

// What stands behind the row of a configuration that leaves kernels out, or has more of them than others.
std::string other_kernels(const Configuration& configuration) {
  const std::uint64_t usual = Configuration{}.kernels;
  if (configuration.kernels == usual) return "";
  const bool more = (configuration.kernels & usual) == usual;
  return fmt::format(", {} {}", more ? "also" : "only",
                     fmt::join(kernels_of(more ? configuration.kernels & ~usual : configuration.kernels), " "));
}

}  // namespace

Command& add_configs_command(Command& program, ConfigsOptions& options) {
  Command& configs =
      program.add_subcommand("configs", "Lists the configurations of the accelerator and which of them are built");
  configs.add_flag("--json", options.json, "as JSON");
  return configs;
}

int run_configs_command(const ConfigsOptions& options, bool on_root) {
  const auto& list = configurations();
  if (on_root)
    fmt::print("{}",
               options.json ? configurations_json(list, module_is_built) : configurations_table(list, module_is_built));
  return exit_ok;
}

std::string configurations_table(const std::vector<Configuration>& list, const IsBuilt& is_built) {
  std::size_t width = std::string("configuration").size();
  for (const Configuration& configuration : list) width = std::max(width, configuration.name.size());
  std::string text =
      fmt::format("{:<{}}  pes  lanes  bus  buffer words  f  r      MiB   cols  line beats  latency  module\n",
                  "configuration", width);
  for (const Configuration& configuration : list) {
    text += fmt::format("{:<{}} {:>4} {:>6} {:>4} {:>13} {:>2} {:>2} {:>8.1f} {:>6} {:>11} {:>8}  {}{}{}\n",
                        configuration.name, width, configuration.pes, configuration.lanes, configuration.axi_data_bits,
                        configuration.memory_words, configuration.f_buffers, configuration.r_buffers,
                        static_cast<double>(memory_bytes(configuration)) / (1 << 20), configuration.max_cols,
                        configuration.line_beats, configuration.pe_latency(),
                        is_built(configuration) ? "built" : "not built",
                        configuration.simulation_only ? ", simulation only" : "", other_kernels(configuration));
  }
  return text;
}

std::string configurations_json(const std::vector<Configuration>& list, const IsBuilt& is_built) {
  Json array = Json::array();
  for (const Configuration& configuration : list) {
    array.push_back({{"name", configuration.name},
                     {"pes", configuration.pes},
                     {"lanes", configuration.lanes},
                     {"memory_words", configuration.memory_words},
                     {"f_buffers", configuration.f_buffers},
                     {"r_buffers", configuration.r_buffers},
                     {"memory_bytes", memory_bytes(configuration)},
                     {"max_cols", configuration.max_cols},
                     {"line_beats", configuration.line_beats},
                     {"axi_data_bits", configuration.axi_data_bits},
                     {"add_latency", configuration.add_latency},
                     {"mul_latency", configuration.mul_latency},
                     {"pe_latency", configuration.pe_latency()},
                     {"tile_latency", configuration.tile_latency()},
                     {"tile_slots_min", configuration.tile_slots_min()},
                     {"tile_slots_max", configuration.tile_slots_max()},
                     {"kernels", kernels_of(configuration.kernels)},
                     {"simulation_only", configuration.simulation_only},
                     {"built", is_built(configuration)}});
  }
  return array.dump(2) + "\n";
}

}  // namespace stencil
