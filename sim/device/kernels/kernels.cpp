// SPDX-License-Identifier: Apache-2.0
#include "sim/device/kernels/kernels.hpp"

#include <fmt/core.h>

#include <type_traits>

#include "host/base/errors.hpp"
#include "sim/device/contract/sweep_operators.hpp"
#include "sim/device/kernels/sweeps/sweep_device.hpp"
#include "sim/device/kernels/sweeps/sweep_kernel.hpp"
#include "sim/device/kernels/tiles/tile_device.hpp"
#include "sim/device/kernels/tiles/tile_kernel.hpp"

namespace stencil {
namespace {

// Calls use(side, command), where side is the DeviceSide of the command's kernel.
template <class Use>
auto of_kernel(const DeviceCommand& command, const Use& use) {
  return std::visit([&](const auto& of) { return use(DeviceSide<std::decay_t<decltype(of)>>(), of); }, command);
}

}  // namespace

const char* command_name(const DeviceCommand& command) {
  return of_kernel(command, [](auto side, const auto&) { return side.name; });
}

QueuedCommand queued_command(const DeviceCommand& command) {
  return of_kernel(command, [](auto side, const auto& of) { return side.queued(of); });
}

std::vector<JobWord> job_words(const DeviceCommand& command, const Capabilities& device) {
  return of_kernel(command, [&](auto side, const auto& of) { return side.job(of, device); });
}

HeldBuffers held_buffers(const DeviceCommand& command) {
  return of_kernel(command, [](auto side, const auto& of) { return side.buffers(of); });
}

std::int64_t busy_cycles(const DeviceCommand& command, const Capabilities& device) {
  return of_kernel(command, [&](auto side, const auto& of) { return side.busy_cycles(of, device); });
}

EngineUse ideal_use(const DeviceCommand& command, const Capabilities& device) {
  return of_kernel(command, [&](auto side, const auto& of) { return side.ideal(of, device); });
}

bool command_follows(const DeviceCommand& command, const DeviceCommand& before) {
  return of_kernel(command, [&](auto side, const auto& of) {
    const auto* same = std::get_if<std::decay_t<decltype(of)>>(&before);
    return same != nullptr && side.follows(of, *same);
  });
}

void run_golden(LocalMemory& memory, const DeviceCommand& command) {
  of_kernel(command, [&](auto side, const auto& of) { side.run(memory, of); });
}

std::vector<Place> undefined_behind(const DeviceCommand& command) {
  return of_kernel(command, [](auto side, const auto& of) { return side.undefined(of); });
}

std::vector<Place> operands_of(const DeviceCommand& command) {
  return of_kernel(command, [](auto side, const auto& of) { return side.operands(of); });
}

std::vector<Place> results_of(const DeviceCommand& command) {
  return of_kernel(command, [](auto side, const auto& of) { return side.results(of); });
}

contract::Register weight_register(Weight weight) {
  return contract::register_of(weight);
}

std::vector<std::unique_ptr<KernelClock>> make_kernel_clocks(const Capabilities& device) {
  std::vector<std::unique_ptr<KernelClock>> clocks;
  clocks.push_back(make_sweep_clock(device));
  clocks.push_back(make_tile_clock(device));
  return clocks;
}

std::optional<std::uint64_t> kernel_capability(std::uint32_t address, const Capabilities& device) {
  if (address == contract::REG_KERNELS) return SweepKernels::bits(device) | TileKernel::bits(device);
  const std::optional<std::uint64_t> of_sweeps = SweepKernels::capability(address, device);
  return of_sweeps ? of_sweeps : TileKernel::capability(address, device);
}

std::uint64_t kernel_register_bits(std::uint32_t address, const Capabilities& device) {
  return SweepKernels::register_bits(address, device) & TileKernel::register_bits(address, device);
}

void set_kernels(std::uint64_t kernels, Capabilities& capabilities) {
  if ((kernels & (contract::sweep_kernels | TileKernel::known)) == 0) {
    std::string known;
    for (std::size_t bit = 0; bit < contract::kernel_rows.size(); ++bit) {
      if (((contract::sweep_kernels | TileKernel::known) >> bit & 1) == 0) continue;
      known += fmt::format("{}bit {}: {}", known.empty() ? "" : ", ", bit, contract::kernel_rows[bit].name);
    }
    throw DeviceError(
        fmt::format("register KERNELS reads {:#x}: no kernel that this bench knows ({})", kernels, known));
  }
  SweepKernels::set_operators(kernels, capabilities);
}

void read_kernel_registers(const CapabilityReader& device, std::uint64_t kernels, Capabilities& capabilities) {
  SweepKernels::read_registers(device, kernels, capabilities);
  TileKernel::read_registers(device, kernels, capabilities);
}

double golden_rate() {
  return golden_points_per_second();
}

}  // namespace stencil
