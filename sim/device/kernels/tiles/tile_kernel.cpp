// SPDX-License-Identifier: Apache-2.0
#include "sim/device/kernels/tiles/tile_kernel.hpp"

#include <fmt/core.h>

#include "host/base/errors.hpp"
#include "sim/device/contract/sweep_operators.hpp"
#include "sim/device/kernels/tiles/tile_clock.hpp"
#include "sim/device/kernels/tiles/tile_device.hpp"
#include "sim/device/kernels/tiles/tile_registers.hpp"

namespace stencil {

using namespace contract;

namespace {

TileRegisters registers_of(const Job& job) {
  return {job[REG_TILE], job[REG_TILE_ROWS], job[REG_TILE_COLS]};
}

TileCommand command_of(const QueuedCommand& queued, const Job& job) {
  TileCommand command = tile_of(registers_of(job));
  command.rows = queued.rows;
  command.cols = static_cast<std::int64_t>(job[REG_COLS]);
  command.sweeps = static_cast<std::int64_t>(job[REG_NITER]);
  command.f_buffer = static_cast<int>(queued.f_buffer);
  return command;
}

class TileKernelClock final : public KernelClock {
 public:
  explicit TileKernelClock(const Capabilities& device) : device_(device), engine_(tile_engine_shape(device)) {}

  void reset() override { engine_.reset(); }
  bool there(const Job& job) const override {
    return device_.tile_slots_max != 0 && (job[REG_TILE] & sweep_choices(device_.operators)) == 0;
  }
  bool serves(const Job& job) const override { return (job[REG_TILE] & tile_kernel) != 0; }

  Error check(const QueuedCommand& queued, const Job& job, bool /*chain_open*/) const override {
    const TileCommand tile = command_of(queued, job);
    const std::int64_t slots = slots_of(registers_of(job));
    const auto stays = [&](const TileEdge& edge, std::int64_t last) {
      const std::int64_t end = edge.in_sweep(tile.sweeps);
      return edge.slope != -2 && edge.at >= 1 && edge.at <= last && end >= 1 && end <= last;
    };
    const bool legal = slots >= device_.tile_slots_min && slots <= device_.tile_slots_max && !queued.above &&
                       !queued.below && tile.rows >= 3 && tile.cols >= 3 && stays(tile.top, tile.rows - 1) &&
                       stays(tile.bottom, tile.rows - 1) && stays(tile.left, tile.cols - 1) &&
                       stays(tile.right, tile.cols - 1);
    return legal ? ERROR_NONE : ERROR_TILE;
  }

  EngineCycle cycle(std::int64_t now, const QueuedCommand* offered, const Job& job) override {
    if (offered == nullptr) return engine_.cycle(now, nullptr);
    const OfferedTile tile = tile_of_offered(*offered, job);
    return engine_.cycle(now, &tile);
  }
  std::int64_t quiet(std::int64_t now, const QueuedCommand* offered, const Job& job) const override {
    if (offered == nullptr) return engine_.quiet(now, nullptr);
    const OfferedTile tile = tile_of_offered(*offered, job);
    return engine_.quiet(now, &tile);
  }
  EngineCycle show(std::int64_t now) const override { return engine_.show(now); }

  DeviceCommand command(const QueuedCommand& queued, const Job& job) const override { return command_of(queued, job); }
  bool measures_change() const override { return false; }

 private:
  static OfferedTile tile_of_offered(const QueuedCommand& offered, const Job& job) {
    return {tile_shape(command_of(offered, job)), slots_of(registers_of(job))};
  }

  Capabilities device_;
  TileClock engine_;
};

}  // namespace

std::unique_ptr<KernelClock> make_tile_clock(const Capabilities& device) {
  return std::make_unique<TileKernelClock>(device);
}

std::optional<std::uint64_t> TileKernel::capability(std::uint32_t address, const Capabilities& device) {
  const auto word = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
  if (address == REG_TILE_SLOTS) return word(device.tile_slots_min) | word(device.tile_slots_max) << tile_slots_max_bit;
  if (address == REG_TILE_LATENCY) return word(device.tile_latency);
  return std::nullopt;
}

void TileKernel::read_registers(const CapabilityReader& device, std::uint64_t kernels, Capabilities& capabilities) {
  if ((kernels & known) == 0) return;
  const std::uint64_t slots = device.bits(REG_TILE_SLOTS);
  capabilities.tile_slots_min = static_cast<std::int64_t>(slots & tile_slots_mask);
  capabilities.tile_slots_max = static_cast<std::int64_t>(slots >> tile_slots_max_bit & tile_slots_mask);
  if (capabilities.tile_slots_min < 1 || capabilities.tile_slots_max < capabilities.tile_slots_min ||
      slots >> (2 * tile_slots_max_bit) != 0)
    throw DeviceError(
        fmt::format("register TILE_SLOTS reads {:#x}, the contract allows least in bits 7:0, 1 or more, "
                    "and most in bits 15:8, least or more",
                    slots));
  capabilities.tile_latency = device.number("TILE_LATENCY", REG_TILE_LATENCY, 1, CapabilityReader::most_latency);
}

}  // namespace stencil
