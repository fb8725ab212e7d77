// SPDX-License-Identifier: Apache-2.0
#include "sim/device/platform/told_capabilities.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/errors.hpp"

namespace stencil {

using namespace contract;

namespace {

class Teller {
 public:
  explicit Teller(const std::function<std::uint64_t(Register)>& read) : read_(read) {}

  std::uint64_t bits(Register address) const { return read_(address); }

  std::int64_t number(const char* name, Register address, std::int64_t least, std::int64_t most) const {
    const std::uint64_t value = read_(address);
    if (value > static_cast<std::uint64_t>(most) || static_cast<std::int64_t>(value) < least)
      throw DeviceError(fmt::format("register {} reads {}, the contract allows {} .. {}", name, value, least, most));
    return static_cast<std::int64_t>(value);
  }

 private:
  const std::function<std::uint64_t(Register)>& read_;
};

// The contract bounds no latency from above; a larger one is taken for nonsense.
constexpr std::int64_t most_latency = 65536;

void tell_tiles(const Teller& device, Capabilities& told) {
  const std::uint64_t slots = device.bits(REG_TILE_SLOTS);
  told.tile_slots_min = static_cast<std::int64_t>(slots & tile_slots_mask);
  told.tile_slots_max = static_cast<std::int64_t>(slots >> tile_slots_max_bit & tile_slots_mask);
  if (told.tile_slots_min < 1 || told.tile_slots_max < told.tile_slots_min || slots >> (2 * tile_slots_max_bit) != 0)
    throw DeviceError(
        fmt::format("register TILE_SLOTS reads {:#x}, the contract allows least in bits 7:0, 1 or more, "
                    "and most in bits 15:8, least or more",
                    slots));
  told.tile_latency = device.number("TILE_LATENCY", REG_TILE_LATENCY, 1, most_latency);
}

}  // namespace

Capabilities told_capabilities(const std::function<std::uint64_t(Register)>& read, std::int64_t data_bits) {
  const Teller device(read);
  Capabilities told;
  const std::uint64_t id = device.bits(REG_ID);
  if (id != id_value && id != id_version_3)
    throw DeviceError(fmt::format("register ID reads {:#018x}, the contract says {:#018x}, or {:#018x} for version 3",
                                  id, id_value, id_version_3));
  const std::uint64_t kernels = device.bits(REG_KERNELS);
  told.sweeps = (kernels & kernel_jacobi) != 0;
  told.measures_change = (kernels & kernel_change) != 0;
  if (!told.sweeps && !(kernels & kernel_tiles))
    throw DeviceError(
        fmt::format("register KERNELS reads {:#x}: none that this bench knows (bit 0: Jacobi, bit 1: tiles)", kernels));

  told.pes = device.number("PES", REG_PES, 1, 64);
  told.lanes = device.number("LANES", REG_LANES, 1, 4);
  if (told.lanes == 3) throw DeviceError("register LANES reads 3, the contract allows 1, 2, 4");
  told.axi_data_bits = device.number("AXI_DATA_BITS", REG_AXI_DATA_BITS, data_bits, data_bits);
  told.max_cols = device.number("MAX_COLS", REG_MAX_COLS, 1, most_words);
  const std::int64_t least_words = std::max({told.max_cols, told.lanes, data_bits / 64});
  told.memory_words = device.number("MEMORY_WORDS", REG_MEMORY_WORDS, least_words, most_words);
  if (told.sweeps) told.pe_latency = device.number("PE_LATENCY", REG_PE_LATENCY, 1, most_latency);
  told.f_buffers = device.number("F_BUFFERS", REG_F_BUFFERS, 2, 3);
  told.r_buffers = device.number("R_BUFFERS", REG_R_BUFFERS, 2, 2);
  const std::int64_t row_beats = (told.max_cols - 1) / told.lanes + 1;
  told.line_beats = device.number("LINE_BEATS", REG_LINE_BEATS, row_beats, most_line_beats);
  told.queue_depth = device.number("QUEUE_DEPTH", REG_QUEUE_DEPTH, 1, most_queue_depth);
  if (kernels & kernel_tiles) tell_tiles(device, told);
  if (id != id_version_3) {
    told.settle_cycles = device.number("SETTLE_CYCLES", REG_SETTLE_CYCLES, 1, most_settle_cycles);
    told.progress_cycles = device.number("PROGRESS_CYCLES", REG_PROGRESS_CYCLES, 1, most_progress_cycles);
  }
  return told;
}

}  // namespace stencil
