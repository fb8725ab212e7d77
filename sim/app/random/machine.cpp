// SPDX-License-Identifier: Apache-2.0
#include "sim/app/random/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "host/base/errors.hpp"
#include "host/device/accelerator.hpp"
#include "host/device/values/tiles_name.hpp"
#include "host/io/kernel_file_name.hpp"
#include "sim/app/cli/choices.hpp"
#include "sim/app/cli/lists.hpp"
#include "sim/device/contract/sweep_operators.hpp"
#include "sim/device/rtl/module_loader.hpp"

namespace stencil {
namespace {

// Of each file the configurations that have its operator; with RTL that has none of it all, whose modules with it are
// built at first use.
void add_formulas(const RandomOptions& options, RandomMachine& machine) {
  if (options.formulas.empty()) return;
  for (const std::string& file : parse_names("--formula", options.formulas)) {
    if (file.find_first_of("./") == std::string::npos || file.find_first_of(" '") != std::string::npos)
      throw ArgumentError(
          fmt::format("--formula has '{}', must be a file with '.' or '/' in its name, no space, no quote", file));
    const FormulaWeights formula = read_formula_weights(file);
    RandomMachine::Sweeps sweeps{file, {}};
    for (const Configuration& configuration : configurations()) {
      const bool drawn =
          std::find(machine.configs.begin(), machine.configs.end(), configuration.name) != machine.configs.end();
      if (drawn && configuration.formula.digest == formula.digest) sweeps.configs.push_back(configuration.name);
    }
    if (sweeps.configs.empty() || options.accel != "rtl") sweeps.configs = machine.configs;
    machine.sweeps.push_back(sweeps);
  }
}

}  // namespace

RandomMachine machine_of(const RandomOptions& options) {
  RandomMachine machine;
  machine.accel = options.accel;
  machine.arithmetics = parse_names("--arithmetic", options.arithmetics);
  for (std::string& name : machine.arithmetics) name = read_arithmetic("--arithmetic", name);
  if (machine.arithmetics != std::vector<std::string>{"rtl"} && options.accel != "rtl")
    throw ArgumentError(
        fmt::format("--arithmetic is {}, must be rtl with --accel {}", options.arithmetics, options.accel));
  machine.steps_from_c = !options.steps.empty();
  machine.most_ranks = options.most_ranks;
  for (const contract::KernelRow& row : contract::sweep_operator_rows)
    if (row.kernel != contract::kernel_formula) machine.sweeps.push_back({row.name, {}});  // that wants a file
  std::vector<std::string> wanted;
  if (!options.configs.empty()) {
    wanted = parse_names("--config", options.configs);
    for (const std::string& name : wanted) {
      const std::vector<std::string> all = accelerator_configs();
      if (std::find(all.begin(), all.end(), name) == all.end()) throw not_a_choice("--config", all, name);
    }
  }
  for (const Configuration& configuration : configurations()) {
    const bool is_wanted = wanted.empty() ? options.accel != "rtl" || module_is_built(configuration)
                                          : std::find(wanted.begin(), wanted.end(), configuration.name) != wanted.end();
    if (!is_wanted) continue;
    if (options.accel == "rtl") check_module(configuration);
    machine.configs.push_back(configuration.name);
    machine.lines[configuration.name] = {configuration.pes, configuration.lanes, configuration.line_beats};
    for (const contract::KernelRow& row : contract::sweep_operator_rows) {
      if ((configuration.kernels & row.kernel) == 0) continue;
      for (RandomMachine::Sweeps& sweeps : machine.sweeps)
        if (sweeps.kernel == row.name) sweeps.configs.push_back(configuration.name);
    }
    if (configuration.tiles()) machine.tiles.push_back(configuration.name);
  }
  add_formulas(options, machine);
  // Cases are run in this folder, and choose their kernels by name.
  for (const RandomMachine::Sweeps& sweeps : machine.sweeps)
    if (sweeps.kernel.find_first_of("./") == std::string::npos)
      refuse_file_of_kernel_name(fmt::format("random would draw '{}'", sweeps.kernel), sweeps.kernel);
  refuse_file_of_kernel_name(fmt::format("random would draw '{}'", tiles_kernel), tiles_kernel);
  if (machine.configs.empty())
    throw ArgumentError(
        "no configuration is built, must be one at least for --accel rtl: ci/build release config-small");
  return machine;
}

}  // namespace stencil
