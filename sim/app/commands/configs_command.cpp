// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/configs_command.hpp"

#include <fmt/format.h>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "models/kernel_file/formula.hpp"
#include "sim/app/cli/standard_output.hpp"
#include "sim/app/json/json.hpp"
#include "sim/app/output/text_table.hpp"
#include "sim/device/rtl/module_loader.hpp"

namespace stencil {
namespace {

std::int64_t memory_bytes(const Configuration& configuration) {
  return 8 * configuration.memory_words * (configuration.f_buffers + configuration.r_buffers);
}

// In the order of their bits in register KERNELS.
std::vector<std::string> kernels_of(std::uint64_t kernels) {
  std::vector<std::string> names;
  for (std::size_t bit = 0; bit < contract::kernel_rows.size(); ++bit) {
    if ((kernels >> bit & 1) != 0) names.emplace_back(contract::kernel_rows[bit].name);
  }
  return names;
}

// "simulation only, also KERNEL", "also formula heat.stencil": a configuration that fits no chip, that leaves
// kernels out or has more of them than others. Empty: none of these.
std::string note_of(const Configuration& configuration) {
  const std::uint64_t usual = Configuration{}.kernels;
  std::string note = configuration.simulation_only ? "simulation only" : "";
  if (configuration.kernels == usual) return note;
  const bool more = (configuration.kernels & usual) == usual;
  std::vector<std::string> names = kernels_of(more ? configuration.kernels & ~usual : configuration.kernels);
  if (configuration.formula.formula != nullptr) names.push_back(configuration.formula.formula->file);  // of the last
  return note + fmt::format("{}{} {}", note.empty() ? "" : ", ", more ? "also" : "only", fmt::join(names, " "));
}

}  // namespace

Command& add_configs_command(Command& program, ConfigsOptions& options) {
  Command& configs = program.add_subcommand("configs", "List the configurations and which of them are built");
  configs.add_flag("--json", options.json, "list them as JSON");
  configs.add_example("stencil-cosim configs", "Which devices can --config name?");
  return configs;
}

int run_configs_command(const ConfigsOptions& options, bool on_root) {
  const auto& list = configurations();
  if (on_root)
    print_out(options.json ? configurations_json(list, module_is_built) : configurations_table(list, module_is_built));
  return exit_ok;
}

std::string configurations_table(const std::vector<Configuration>& list, const IsBuilt& is_built) {
  TextTable table;
  table.add({"name", "pes", "lanes", "bus", "words", "f", "r", "MiB", "cols", "line", "latency", "built"});
  std::string notes;
  for (const Configuration& configuration : list) {
    table.add({configuration.name, std::to_string(configuration.pes), std::to_string(configuration.lanes),
               std::to_string(configuration.axi_data_bits), with_commas(configuration.memory_words),
               std::to_string(configuration.f_buffers), std::to_string(Configuration::r_buffers),
               fmt::format("{:.1f}", static_cast<double>(memory_bytes(configuration)) / (1 << 20)),
               with_commas(configuration.max_cols), with_commas(configuration.line_beats),
               std::to_string(configuration.pe_latency()), is_built(configuration) ? "yes" : "no"});
    if (const std::string note = note_of(configuration); !note.empty()) {
      notes += fmt::format("{}: {}\n", configuration.name, note);
    }
  }
  return "pes: processing elements, of this many lanes; bus: bits; words: of binary64 in\n"
         "each of f and r buffers; cols: longest row; line: beats; latency: cycles of a PE\n" +
         table.text() + notes;
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
                     {"div_latency", configuration.div_latency},
                     {"pe_latency", configuration.pe_latency()},
                     {"tile_latency", configuration.tile_latency()},
                     {"tile_slots_min", configuration.tile_slots_min()},
                     {"tile_slots_max", configuration.tile_slots_max()},
                     {"kernels", kernels_of(configuration.kernels)},
                     {"formula", configuration.formula.formula == nullptr ? Json(nullptr)
                                                                          : Json(configuration.formula.formula->file)},
                     {"simulation_only", configuration.simulation_only},
                     {"built", is_built(configuration)}});
  }
  return array.dump(2) + "\n";
}

}  // namespace stencil
