// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/blocks/required_kernel.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <string>
#include <variant>

#include "host/base/errors.hpp"
#include "host/device/kernels/sweeps/sweep_command.hpp"
#include "host/device/kernels/tiles/tile_command.hpp"
#include "sim/device/contract/sweep_operators.hpp"
#include "sim/device/rtl/module_loader.hpp"

namespace stencil {
namespace {

// The configuration that has the kernel.
std::string elsewhere(const std::function<bool(const Configuration&)>& has_it) {
  const auto& all = configurations();
  auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& one) { return has_it(one) && module_is_built(one); });
  if (found != all.end()) return fmt::format("; configuration {} has it", found->name);
  found = std::find_if(all.begin(), all.end(), has_it);
  return found == all.end() ? "" : fmt::format("; configuration {} has it, {}", found->name, how_to_build(*found));
}

// kernel: its bit in KERNELS.
std::string elsewhere(std::uint64_t kernel) {
  return elsewhere([&](const Configuration& one) { return (one.kernels & kernel) != 0; });
}

std::string elsewhere(const SweepWeights& weights) {
  const auto* formula = std::get_if<FormulaWeights>(&weights);
  if (formula == nullptr) return elsewhere(contract::sweep_operator_rows[weights.index()].kernel);
  std::string found = elsewhere([&](const Configuration& one) { return one.formula.digest == formula->digest; });
  if (!found.empty()) return found;
  return "; accelerators software, shuffled and model have that of any file, rtl that of a configuration: "
         "stencil_add_configuration(accel NAME ... FORMULA FILE) in sim/CMakeLists.txt";
}

template <class Check, class Kernel>
void require(const Kernel& kernel, const Check& check) {
  try {
    check();
  } catch (const ArgumentError& error) {
    throw ArgumentError(error.what() + elsewhere(kernel));
  }
}

}  // namespace

void require_operator(const Capabilities& device, const SweepWeights& weights) {
  require(weights, [&] { check_operator(device, weights); });
}

void require_tiles(const Capabilities& device) {
  require(contract::kernel_tiles, [&] { check_tile_kernel(device); });
}

}  // namespace stencil
