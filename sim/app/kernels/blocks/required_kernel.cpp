// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/blocks/required_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "host/base/errors.hpp"
#include "host/device/kernels/sweeps/sweep_command.hpp"
#include "host/device/kernels/tiles/tile_command.hpp"
#include "sim/device/contract/sweep_operators.hpp"
#include "sim/device/rtl/module_loader.hpp"

namespace stencil {
namespace {

// kernel: its bit in KERNELS.
std::string elsewhere(std::uint64_t kernel) {
  if (kernel == contract::kernel_formula)
    return "; accelerators software, shuffled and model have that of --kernel FILE";
  const auto& all = configurations();
  const auto has_it = [&](const Configuration& one) { return (one.kernels & kernel) != 0; };
  auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& one) { return has_it(one) && module_is_built(one); });
  if (found != all.end()) return fmt::format("; configuration {} has it", found->name);
  found = std::find_if(all.begin(), all.end(), has_it);
  return found == all.end() ? "" : fmt::format("; configuration {} has it, {}", found->name, how_to_build(*found));
}

template <class Check>
void require(std::uint64_t kernel, const Check& check) {
  try {
    check();
  } catch (const ArgumentError& error) {
    throw ArgumentError(error.what() + elsewhere(kernel));
  }
}

}  // namespace

void require_operator(const Capabilities& device, const SweepWeights& weights) {
  require(contract::sweep_operator_rows[weights.index()].kernel, [&] { check_operator(device, weights); });
}

void require_tiles(const Capabilities& device) {
  require(contract::kernel_tiles, [&] { check_tile_kernel(device); });
}

}  // namespace stencil
